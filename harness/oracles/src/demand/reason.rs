//! Reasons: each names the ruling or requirement that decides what is demanded, and has a sentence for people.

use std::fmt;

use crivet::cri::{NoUriForm, Violation};

macro_rules! reasons {
    ($($name:ident: $text:literal $(, $rulings:literal)?;)+) => {
        /// Why an input need not, or must not, be accepted, or why it is open what comes of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason {
            $(#[doc = concat!("Reason: ", $text $(, " (", $rulings, ")")?, ".")] $name,)+
            /// The judge's reading says that a constraint is broken.
            Broken(&'static str),
            /// The judge's reading finds no URI form.
            NoUriForm(&'static str),
        }

        impl Reason {
            /// The reason in words, with its rulings.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Reason::$name => concat!($text $(, " (", $rulings, ")")?),)+
                    Reason::Broken(what) | Reason::NoUriForm(what) => what,
                }
            }
        }
    };
}

reasons! {
    // CRIs of href-13 and href-27, and CRI references.
    Shape: "no CRI by its shape";
    Tag99: "the tag 99 around a CRI", "R35";
    TrailingDefault: "an empty path or query at the end of a reference", "R80";
    UnregisteredScheme: "a scheme number nobody registered", "R32";

    // The URIs of CRIs.
    NotValid: "the CRI is not valid";
    ZoneWithoutConversion: "no conversion of a zone is defined", "R29";
    ZoneWithoutText: "a zone, that has no text form", "R29";
    MissingGuard: "a guard that may be missing", "R13";
    DotInLabel: "a dot in a host label", "R18";
    RootlessReference: "a rootless reference without scheme", "R37";
    AddedToPath: "discard is zero, and there is a path", "R15";
    QueryUnsetAlone: "the query is unset, and nothing else changes", "R16, R56";
    NoSegmentAdded: "segments are discarded, and none is added", "R14";
    ReadsAsAuthority: "a rooted path that would read as an authority", "R50";
    QueryUnset: "an unset query", "R16";

    // The CRIs of URIs.
    NoUri: "no URI", "R161";
    ColonInUserinfo: "a colon in user information", "R31";
    OddUserinfo: "user information that C3 does not list", "R42, R69";
    EmptyPort: "an empty port", "R54";
    LeadingZeros: "leading zeros in a port", "R54";
    PortTooLarge: "a port above 65535";
    LaterAddress: "an address of a future version", "C4";
    Zone: "a zone", "R29";
    UpperCaseHost: "upper case outside ASCII in a host", "R20";
    EncodedDigits: "an address in percent-encoded digits", "R53";
    NotNfc: "text that is not NFC", "R20";
    DotsInRootless: "dot-segments in a rootless path", "R52";
    EscapedDots: "a dot-segment in percent-encoded dots", "R53";
    TwoSlashes: "a path that starts with two slashes", "R51";
    TooManySteps: "more than a discard can count", "R36";

    // The CoAP options of CRIs, and the CRIs of options.
    Reference: "a reference";
    SchemeByName: "a scheme by name";
    SchemeNumberNotCoap: "a scheme that is none of CoAP";
    Fragment: "a fragment";
    Sequence: "a text-pet-sequence";
    SchemeNotCoap: "a scheme that is none of CoAP's";
    OptionTwice: "an option is there twice", "R91";
    OpenHost: "a host that is open, or none", "R60, R92";
    PortLength: "a length that Uri-Port cannot have, or leading zeros", "R61, R91";
    ValueTooLong: "a value that is too long", "R91";
    ValueNotNfc: "a value that is not UTF-8 in NFC", "R92";
    OptionNotOfUri: "an option that is not of the URI", "R91";

    // RFC 7252, section 6.
    NoCoapUri: "no coap URI";
    NoUriOfOptions: "no URI of these options";
    OtherTransport: "a scheme of another transport", "R180";
    HostOfHandshake: "a host that the handshake may tell", "R182";
    EmptyWebSocketHost: "an empty host by WebSockets", "R183";
    CoapZone: "a zone", "R104";
    CoapUserinfo: "user information", "R61";
    PortZero: "port 0", "R109";
    EncodedDots: "a dot-segment that is percent-encoded", "R113";
    EncodedCapital: "a capital letter that is percent-encoded", "R61";
    EncodedAddress: "an address that is percent-encoded", "R103";
    NoHostCharacter: "what no host may hold", "R112";
    MappedAddress: "an IPv4-mapped address", "R103";
    AddressText: "the text of another address", "R105";
    TooLong: "too long", "R61";
    ProxyOption: "an option for proxies";
    DotSegment: "a dot-segment", "R113";
    NotUtf8: "not UTF-8", "R110";
    RepeatedOption: "a repeated option", "R100";
    LeadingZeroBytes: "leading zero bytes", "R61";
    PercentSign: "a percent sign", "R106";
    UpperCaseOption: "upper case", "R106";
}

impl From<&Violation> for Reason {
    fn from(violation: &Violation) -> Self {
        Reason::Broken(violation.what)
    }
}

impl From<NoUriForm> for Reason {
    fn from(NoUriForm(what): NoUriForm) -> Self {
        Reason::NoUriForm(what)
    }
}

impl From<Reason> for String {
    fn from(reason: Reason) -> Self {
        reason.sentence().to_owned()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}
