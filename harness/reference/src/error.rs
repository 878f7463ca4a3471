//! Errors: what is wrong, and where.
//!
//! An [`Error`] is a kind and a place. Kinds are grouped by culprit: the CBOR, the CRI's grammar, a constraint,
//! the URI or IRI, the CoAP options, or a conversion that has no result.

use std::fmt;

use crate::options::Feature;

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} {place}")]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where.
    pub place: Place,
}

impl Error {
    /// An error of some kind at some place.
    pub fn new(kind: impl Into<ErrorKind>, place: Place) -> Self {
        Error { kind: kind.into(), place }
    }

    pub(crate) fn at_byte(kind: impl Into<ErrorKind>, offset: usize) -> Self {
        Error::new(kind, Place::Byte(offset))
    }

    pub(crate) fn at_character(kind: impl Into<ErrorKind>, index: usize) -> Self {
        Error::new(kind, Place::Character(index))
    }

    pub(crate) fn in_option(kind: impl Into<ErrorKind>, number: u16) -> Self {
        Error::new(kind, Place::Option(number))
    }

    pub(crate) fn in_component(kind: impl Into<ErrorKind>, component: Component) -> Self {
        Error::new(kind, Place::Component(component))
    }
}

/// Where an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this byte of the CBOR, from zero.
    Byte(usize),
    /// At this character of the URI or IRI, from zero.
    Character(usize),
    /// In this component.
    Component(Component),
    /// In the CoAP option of this number.
    Option(u16),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Byte(offset) => write!(f, "at byte {offset}"),
            Place::Character(index) => write!(f, "at character {index}"),
            Place::Component(component) => write!(f, "in the {component}"),
            Place::Option(number) => write!(f, "in option {number}"),
        }
    }
}

/// A component of a CRI, or the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// The scheme.
    Scheme,
    /// The user information of the authority.
    Userinfo,
    /// The host of the authority.
    Host,
    /// The port of the authority.
    Port,
    /// The discard section of a reference.
    Discard,
    /// The path.
    Path,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
    /// The CRI or CRI reference as a whole.
    Whole,
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Component::Scheme => "scheme",
            Component::Userinfo => "userinfo",
            Component::Host => "host",
            Component::Port => "port",
            Component::Discard => "discard section",
            Component::Path => "path",
            Component::Query => "query",
            Component::Fragment => "fragment",
            Component::Whole => "CRI reference",
        })
    }
}

/// What is wrong, by culprit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The input is no CBOR that a CRI can be made of.
    #[error(transparent)]
    Cbor(#[from] CborError),
    /// The CBOR does not match the grammar of Figure 1: it is not well-formed as a CRI or CRI reference.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    /// A text-pet-sequence is not as section 7.1 has it.
    #[error(transparent)]
    Pet(#[from] PetError),
    /// A constraint of section 2 or 2.1 is not met.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
    /// The CRI or CRI reference has no URI form.
    #[error(transparent)]
    NoUri(#[from] NoUriError),
    /// The text is no URI, IRI, or reference.
    #[error(transparent)]
    Uri(#[from] UriError),
    /// The host of an IRI is none.
    #[error(transparent)]
    Iri(#[from] IriError),
    /// The URI or IRI has no CRI form.
    #[error(transparent)]
    NoCri(#[from] NoCriError),
    /// There is no CRI for the CoAP options, or no options for the CRI.
    #[error(transparent)]
    Coap(#[from] CoapError),
    /// A feature is used that is switched off.
    #[error("the feature {0} is not supported, but is used")]
    Feature(Feature),
}

impl From<Feature> for ErrorKind {
    fn from(feature: Feature) -> Self {
        ErrorKind::Feature(feature)
    }
}

/// What is wrong with the CBOR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CborError {
    /// An item has an indefinite length.
    #[error("expected a definite length, found an indefinite one")]
    Indefinite,
    /// A head that RFC 8949 does not allow.
    #[error("expected a well-formed CBOR item, found a head that is not allowed")]
    Malformed,
    /// A text string is not UTF-8.
    #[error("expected UTF-8, found other bytes")]
    NotUtf8,
    /// Bytes follow the item.
    #[error("expected the end, found more bytes")]
    TrailingBytes,
    /// The input ends inside the item.
    #[error("expected more bytes, found the end")]
    Truncated,
}

/// How the CBOR misses the grammar of Figure 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrammarError {
    /// An item of another kind stands where the grammar expects something.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What the grammar expects.
        expected: &'static str,
        /// What is there.
        found: &'static str,
    },
    /// A full CRI is needed, and this is a relative reference.
    #[error("expected a full CRI, found a relative reference")]
    NotFull,
    /// Two nulls stand in front, where discard must stand.
    #[error("expected an authority or true after null, found null")]
    TwoLeadingNulls,
    /// Null is the last section.
    #[error("expected trailing nulls to be left off, found one")]
    TrailingNull,
    /// A number is too large.
    #[error("expected a number up to {max}, found {found}")]
    TooLarge {
        /// The largest number allowed.
        max: u64,
        /// The number found.
        found: u64,
    },
}

/// What is wrong with a text-pet-sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PetError {
    /// Two texts, or two byte strings, stand next to each other.
    #[error("expected texts and byte strings by turns, found two of a kind")]
    NotAlternating,
    /// There is no byte string, or nothing at all.
    #[error("expected a byte string in the sequence, found none")]
    NoBytes,
    /// A byte string holds what could be text.
    #[error("expected the bytes to be minimal, found some that are text")]
    NotMinimal,
    /// A text or byte string is empty.
    #[error("expected a part that is not empty, found an empty one")]
    EmptyPart,
}

/// A constraint that is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstraintError {
    /// C7 of -13: the port is the scheme's default port.
    #[error("expected the scheme's default port to be left off, found it")]
    DefaultPort,
    /// C9: a segment is `.` or `..`.
    #[error("expected no dot-segment, found one")]
    DotSegment,
    /// C9 and 2.1: the path begins with an empty segment where a URI could not say so.
    #[error("expected the path not to begin with an empty segment, found that it does")]
    LeadingEmptySegment,
    /// C5: a label is not in lower case.
    #[error("expected lower case, found other")]
    NotLowerCase,
    /// C5, C9, C10, C11: a text is not in Normalization Form C.
    #[error("expected Normalization Form C, found another")]
    NotNfc,
    /// 2.1: a rootless path has no segment.
    #[error("expected a segment in the rootless path, found none")]
    RootlessWithoutSegment,
}

/// Why there is no URI form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoUriError {
    /// Segments are discarded and none is added.
    #[error("discarding segments without adding one has no URI form")]
    DiscardOnly,
    /// A segment is `.` or `..`, which normalisation would remove.
    #[error("a dot-segment has no URI form")]
    DotSegment,
    /// A label holds a dot.
    #[error("a dot inside a label has no URI form")]
    DotInLabel,
    /// A zone identifier is empty.
    #[error("an empty zone identifier has no URI form")]
    EmptyZone,
    /// Nothing is discarded and a path is set.
    #[error("appending to the base's path has no URI form")]
    KeepAndAppend,
    /// The path does not match the rule of RFC 3986, section 3.3, for its place.
    #[error("expected a path that matches {rule}, found another")]
    PathRule {
        /// The rule's name in RFC 3986.
        rule: &'static str,
    },
    /// A rootless marker without a scheme.
    #[error("a rootless path without a scheme has no URI form")]
    RootlessReference,
    /// The scheme number is not registered.
    #[error("the scheme number is not registered")]
    UnknownScheme,
    /// The query is unset and nothing else shows it.
    #[error("unsetting the query alone has no URI form")]
    UnsetQuery,
    /// A zone identifier: in -27 anywhere, in -13 behind an IPv4 address.
    #[error("a zone identifier has no URI form here")]
    Zone,
}

/// What is wrong with a URI or IRI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UriError {
    /// A character is not allowed where it stands.
    #[error("expected a character of the {rule} rule, found another")]
    Character {
        /// The grammar rule that applies.
        rule: &'static str,
    },
    /// A percent sign without two hexadecimal digits behind it.
    #[error("expected two hexadecimal digits after the percent sign, found something else")]
    Escape,
    /// Brackets that hold no IP address, or are not closed.
    #[error("expected an IPv6 address in brackets, found something else")]
    IpLiteral,
    /// A colon in the first segment of a relative path, with no scheme in front of it.
    #[error("expected a scheme in front of the first colon, found something else")]
    Scheme,
}

/// What is wrong with the host of an IRI, by draft-weber-iri-guidelines-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IriError {
    /// It is neither an IP address nor a name.
    #[error("expected an IP address or a name, found another host")]
    Host,
    /// IDNA has no form in ASCII for it.
    #[error("expected a name that IDNA allows, found another")]
    Idna,
}

/// Why a URI has no CRI form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCriError {
    /// C6: a port that is empty, has a leading zero, or is above 65535.
    #[error("expected a port from 0 to 65535 without leading zeros, found another")]
    Port,
    /// C4: an IP address of a later version.
    #[error("an IP address of a later version has no CRI form")]
    IpFuture,
    /// More segments are discarded than the discard section can say.
    #[error("expected at most 127 segments to discard, found more")]
    TooManyDiscarded,
    /// -13, SP2: a colon in the user information.
    #[error("a colon in the user information has no CRI form")]
    UserinfoColon,
    /// -27: a zone identifier.
    #[error("a zone identifier has no CRI form")]
    Zone,
    /// The zone identifier is not UTF-8.
    #[error("a zone identifier that is not UTF-8 has no CRI form")]
    ZoneNotUtf8,
}

/// Why a CRI and CoAP options cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoapError {
    /// A segment is `.` or `..`.
    #[error("expected no dot-segment, found one")]
    DotSegment,
    /// The host is empty.
    #[error("expected a host, found an empty one")]
    EmptyHost,
    /// The CRI or URI has a fragment.
    #[error("expected no fragment, found one")]
    Fragment,
    /// A Uri-Host is neither a registered name nor an IP address.
    #[error("expected a registered name or an IP address, found another host")]
    HostForm,
    /// A value has a length in bytes that the option cannot have.
    #[error("expected {min} to {max} bytes, found {found}")]
    Length {
        /// The least bytes allowed.
        min: usize,
        /// The most bytes allowed.
        max: usize,
        /// The bytes found.
        found: usize,
    },
    /// The CRI or URI has no authority.
    #[error("expected an authority, found none")]
    NoAuthority,
    /// A text is not UTF-8.
    #[error("expected UTF-8, found other bytes")]
    NotUtf8,
    /// The port of a URI is above 65535.
    #[error("expected a port up to 65535, found a larger one")]
    Port,
    /// Proxy-Uri stands beside an option that holds a component of the URI.
    #[error("expected the whole URI alone, found components of one beside it")]
    ProxyUri,
    /// The text is a URI reference without a scheme.
    #[error("expected an absolute URI, found a relative reference")]
    Relative,
    /// An option is there twice that may be there once.
    #[error("expected the option once, found it again")]
    Repeated,
    /// The scheme is not given by the number of a variant of CoAP.
    #[error("expected the scheme number of a variant of CoAP, found another scheme")]
    Scheme,
    /// A text-pet-sequence stands where a text is needed.
    #[error("expected text, found a sequence with percent-encoded bytes")]
    TextPetSequence,
    /// Proxy-Scheme and Proxy-Scheme-Number are both there.
    #[error("expected no proxy-scheme beside the scheme's number, found one")]
    TwoSchemes,
    /// A critical option is not known.
    #[error("expected no critical option beyond the known ones, found one")]
    UnknownCritical,
    /// The scheme of a URI is not one of CoAP, or not of the document that is followed.
    #[error("expected a scheme of CoAP, found another")]
    UriScheme,
    /// The CRI or URI has user information.
    #[error("expected no user information, found some")]
    Userinfo,
    /// The host has a zone identifier, which RFC 3986 does not know.
    #[error("expected an address without a zone identifier, found one")]
    Zone,
}
