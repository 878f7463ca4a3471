//! The trait an implementation of CRI is tested through.

mod description;

pub use self::description::{Description, Operations};
use crate::operation::{CoapOption, Destination, Operation, Spaces, Transport};
use crate::outcome::{Decoded, IriComponents, Item, Outcome, Value};
use crate::profile::Profile;

/// A value, or why there is none.
pub type Answer<T> = Result<T, Refusal>;

/// Why an implementation gives no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The input is invalid, or has no form of the kind asked for; with the reason, for people.
    #[error("rejected: {0}")]
    Reject(String),
    /// The implementation does not offer the operation, the profile, or a feature the input uses.
    #[error("unsupported: {0}")]
    Unsupported(String),
}

impl Refusal {
    /// A rejection with a reason: anything that can be shown, an error of the library under test say.
    pub fn reject(reason: impl ToString) -> Self {
        Refusal::Reject(reason.to_string())
    }

    /// A refusal for want of support, with a reason.
    pub fn unsupported(reason: impl ToString) -> Self {
        Refusal::Unsupported(reason.to_string())
    }
}

/// An implementation of CRI in this process.
///
/// Every method has a default that answers "unsupported", so an implementation writes those it has and
/// names them in [`describe`](Implementation::describe). CRIs come and go as bytes, one encoded CBOR item;
/// everything else is text. Methods may be called from several threads at once; a panic is caught and
/// charged to the vector that caused it.
pub trait Implementation: Send + Sync {
    /// What the implementation is and what it claims.
    fn describe(&self) -> Description;

    /// Checks a CRI or CRI reference as its final recipient would.
    fn decode(&self, profile: Profile, cri: &[u8]) -> Answer<Decoded> {
        let _ = (profile, cri);
        Err(Refusal::unsupported("decode"))
    }

    /// Converts a CRI (reference) to a URI (reference).
    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        let _ = (profile, cri);
        Err(Refusal::unsupported("cri-to-uri"))
    }

    /// Converts a URI (reference) to a CRI (reference).
    fn uri_to_cri(&self, profile: Profile, uri: &str) -> Answer<Vec<u8>> {
        let _ = (profile, uri);
        Err(Refusal::unsupported("uri-to-cri"))
    }

    /// Resolves a CRI reference against a base CRI.
    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        let _ = (profile, base, reference);
        Err(Refusal::unsupported("resolve"))
    }

    /// Finds a reference that resolves to `target` against `base`.
    fn relativize(&self, profile: Profile, base: &[u8], target: &[u8]) -> Answer<Vec<u8>> {
        let _ = (profile, base, target);
        Err(Refusal::unsupported("relativize"))
    }

    /// Compares two CRIs component by component.
    fn equivalent(&self, profile: Profile, a: &[u8], b: &[u8], ignore_fragment: bool) -> Answer<bool> {
        let _ = (profile, a, b, ignore_fragment);
        Err(Refusal::unsupported("equivalent"))
    }

    /// Converts a CRI (reference) to an IRI (reference).
    fn cri_to_iri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        let _ = (profile, cri);
        Err(Refusal::unsupported("cri-to-iri"))
    }

    /// Converts an IRI (reference) to a CRI (reference).
    fn iri_to_cri(&self, profile: Profile, iri: &str) -> Answer<Vec<u8>> {
        let _ = (profile, iri);
        Err(Refusal::unsupported("iri-to-cri"))
    }

    /// Says of each item of a CBOR array whether it is a CRI (reference) it can work with.
    fn scan(&self, profile: Profile, sequence: &[u8]) -> Answer<Vec<Item>> {
        let _ = (profile, sequence);
        Err(Refusal::unsupported("scan"))
    }

    /// Turns a CRI into the options of a CoAP request to a destination.
    fn cri_to_coap(
        &self,
        profile: Profile,
        cri: &[u8],
        destination: &Destination,
    ) -> Answer<Vec<CoapOption>> {
        let _ = (profile, cri, destination);
        Err(Refusal::unsupported("cri-to-coap"))
    }

    /// Finds the CRI that a CoAP request was for; `scheme` is the scheme's name.
    fn coap_to_cri(
        &self,
        profile: Profile,
        scheme: &str,
        options: &[CoapOption],
        destination: &Destination,
    ) -> Answer<Vec<u8>> {
        let _ = (profile, scheme, options, destination);
        Err(Refusal::unsupported("coap-to-cri"))
    }

    /// Turns a URI into the options of a CoAP request to a destination.
    fn uri_to_coap(&self, profile: Profile, uri: &str, destination: &Destination) -> Answer<Vec<CoapOption>> {
        let _ = (profile, uri, destination);
        Err(Refusal::unsupported("uri-to-coap"))
    }

    /// Finds the URI that a CoAP request was for; `secure` tells whether it came by DTLS.
    fn coap_to_uri(
        &self,
        profile: Profile,
        secure: bool,
        options: &[CoapOption],
        destination: &Destination,
    ) -> Answer<String> {
        let _ = (profile, secure, options, destination);
        Err(Refusal::unsupported("coap-to-uri"))
    }

    /// RFC 8323 alone: finds the URI that a CoAP request was for which came over TCP or WebSockets; `secure` tells whether
    /// it came by TLS.
    fn coap_to_uri_by_transport(
        &self,
        profile: Profile,
        secure: bool,
        transport: Transport,
        options: &[CoapOption],
        destination: &Destination,
    ) -> Answer<String> {
        let _ = (profile, secure, transport, options, destination);
        Err(Refusal::unsupported("coap-to-uri with transport"))
    }

    /// href-02 alone: resolves a CRI reference by a relation that comes from outside.
    fn resolve_by_relation(
        &self,
        profile: Profile,
        base: &[u8],
        reference: &[u8],
        relation: i64,
    ) -> Answer<Vec<u8>> {
        let _ = (profile, base, reference, relation);
        Err(Refusal::unsupported("resolve with a relation"))
    }

    /// href-02 alone: turns a CRI into the options of a CoAP request, which may be for a forward proxy.
    fn cri_to_coap_by_proxy(
        &self,
        profile: Profile,
        cri: &[u8],
        destination: &Destination,
        to_proxy: bool,
    ) -> Answer<Vec<CoapOption>> {
        let _ = (profile, cri, destination, to_proxy);
        Err(Refusal::unsupported("cri-to-coap with to-proxy"))
    }

    /// href-02: is the sequence of options well-formed?
    fn well_formed(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        let _ = (profile, cri);
        Err(Refusal::unsupported("well-formed"))
    }

    /// href-02: is it an absolute CRI reference?
    fn absolute(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        let _ = (profile, cri);
        Err(Refusal::unsupported("absolute"))
    }

    /// href-02: is it a relative CRI reference?
    fn relative(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        let _ = (profile, cri);
        Err(Refusal::unsupported("relative"))
    }

    /// Makes a text that a person gave ready to be parsed: the IRI references in it.
    fn iri_preprocess(
        &self,
        profile: Profile,
        text: &str,
        multiple: bool,
        spaces: Spaces,
    ) -> Answer<Vec<String>> {
        let _ = (profile, text, multiple, spaces);
        Err(Refusal::unsupported("iri-preprocess"))
    }

    /// Takes an IRI (reference) apart.
    fn iri_parse(&self, profile: Profile, iri: &str) -> Answer<IriComponents> {
        let _ = (profile, iri);
        Err(Refusal::unsupported("iri-parse"))
    }

    /// Converts an IRI (reference) to a URI (reference).
    fn iri_to_uri(&self, profile: Profile, iri: &str) -> Answer<String> {
        let _ = (profile, iri);
        Err(Refusal::unsupported("iri-to-uri"))
    }

    /// Performs an operation, by the method above that has its name.
    ///
    /// A wrapper of another implementation that treats all operations alike (one that caches, counts or alters answers)
    /// overrides this method alone.
    fn perform(&self, profile: Profile, operation: &Operation) -> Outcome {
        by_method(self, profile, operation)
    }
}

fn by_method(
    implementation: &(impl Implementation + ?Sized),
    profile: Profile,
    operation: &Operation,
) -> Outcome {
    let answer = match operation {
        Operation::Decode { cri } => implementation.decode(profile, cri).map(Value::Decoded),
        Operation::CriToUri { cri } => implementation.cri_to_uri(profile, cri).map(|uri| Value::Uri { uri }),
        Operation::UriToCri { uri } => implementation.uri_to_cri(profile, uri).map(|cri| Value::Cri { cri }),
        Operation::Resolve { base, reference, relation } => match relation {
            Some(relation) => implementation.resolve_by_relation(profile, base, reference, *relation),
            None => implementation.resolve(profile, base, reference),
        }
        .map(|cri| Value::Cri { cri }),
        Operation::Relativize { base, target } => {
            implementation.relativize(profile, base, target).map(|reference| Value::Reference { reference })
        }
        Operation::Equivalent { a, b, ignore_fragment } => implementation
            .equivalent(profile, a, b, *ignore_fragment)
            .map(|equivalent| Value::Equivalent { equivalent }),
        Operation::CriToIri { cri } => implementation.cri_to_iri(profile, cri).map(|iri| Value::Iri { iri }),
        Operation::IriToCri { iri } => implementation.iri_to_cri(profile, iri).map(|cri| Value::Cri { cri }),
        Operation::Scan { sequence } => {
            implementation.scan(profile, sequence).map(|items| Value::Items { items })
        }
        Operation::CriToCoap { cri, destination, to_proxy } => match to_proxy {
            Some(to_proxy) => implementation.cri_to_coap_by_proxy(profile, cri, destination, *to_proxy),
            None => implementation.cri_to_coap(profile, cri, destination),
        }
        .map(|options| Value::Options { options }),
        Operation::CoapToCri { scheme, options, destination } => {
            implementation.coap_to_cri(profile, scheme, options, destination).map(|cri| Value::Cri { cri })
        }
        Operation::UriToCoap { uri, destination } => {
            implementation.uri_to_coap(profile, uri, destination).map(|options| Value::Options { options })
        }
        Operation::CoapToUri { secure, transport, options, destination } => {
            let uri = match transport {
                Some(transport) => implementation.coap_to_uri_by_transport(
                    profile,
                    *secure,
                    *transport,
                    options,
                    destination,
                ),
                None => implementation.coap_to_uri(profile, *secure, options, destination),
            };
            uri.map(|uri| Value::Uri { uri })
        }
        Operation::WellFormed { cri } => {
            implementation.well_formed(profile, cri).map(|well_formed| Value::WellFormed { well_formed })
        }
        Operation::Absolute { cri } => {
            implementation.absolute(profile, cri).map(|absolute| Value::Absolute { absolute })
        }
        Operation::Relative { cri } => {
            implementation.relative(profile, cri).map(|relative| Value::Relative { relative })
        }
        Operation::IriPreprocess { text, multiple, spaces } => implementation
            .iri_preprocess(profile, text, *multiple, *spaces)
            .map(|references| Value::References { references }),
        Operation::IriParse { iri } => implementation.iri_parse(profile, iri).map(Value::Components),
        Operation::IriToUri { iri } => implementation.iri_to_uri(profile, iri).map(|uri| Value::Uri { uri }),
    };
    match answer {
        Ok(value) => Outcome::Value(value),
        Err(Refusal::Reject(reason)) => Outcome::Reject(reason),
        Err(Refusal::Unsupported(reason)) => Outcome::Unsupported(reason),
    }
}
