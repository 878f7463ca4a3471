//! An implementation that falsifies some answers of another one.

use crivet::implementation::{Answer, Description, Implementation, Refusal, perform};
use crivet::operation::{CoapOption, Destination, Operation, Spaces};
use crivet::outcome::{Decoded, IriComponents, Item, Outcome, Value};
use crivet::profile::Profile;

/// What becomes of an answer. The right implementation is there to ask something else instead.
pub(crate) type Fault = fn(&dyn Implementation, Profile, &Operation, Outcome) -> Outcome;

/// The implementation with a fault.
pub(crate) struct Altered<'a> {
    pub(crate) inner: &'a dyn Implementation,
    pub(crate) fault: Fault,
}

impl Altered<'_> {
    fn ask(&self, profile: Profile, operation: Operation) -> Answer<Value> {
        let outcome = perform(self.inner, profile, &operation);
        match (self.fault)(self.inner, profile, &operation, outcome) {
            Outcome::Value(value) => Ok(value),
            Outcome::Reject(reason) => Err(Refusal::Reject(reason)),
            Outcome::Unsupported(reason) => Err(Refusal::Unsupported(reason)),
            Outcome::Error(failure) => panic!("{}", failure.message),
        }
    }

    fn cri(&self, profile: Profile, operation: Operation) -> Answer<Vec<u8>> {
        self.ask(profile, operation).map(|value| match value {
            Value::Cri { cri } | Value::Reference { reference: cri } => cri,
            other => panic!("{other:?} is no CRI"),
        })
    }

    fn truth(&self, profile: Profile, operation: Operation) -> Answer<bool> {
        self.ask(profile, operation).map(|value| match value {
            Value::WellFormed { well_formed: truth }
            | Value::Absolute { absolute: truth }
            | Value::Relative { relative: truth } => truth,
            other => panic!("{other:?} is no truth"),
        })
    }

    fn text(&self, profile: Profile, operation: Operation) -> Answer<String> {
        self.ask(profile, operation).map(|value| match value {
            Value::Uri { uri: text } | Value::Iri { iri: text } => text,
            other => panic!("{other:?} is no text"),
        })
    }
}

impl Implementation for Altered<'_> {
    fn describe(&self) -> Description {
        self.inner.describe()
    }

    fn decode(&self, profile: Profile, cri: &[u8]) -> Answer<Decoded> {
        self.ask(profile, Operation::Decode { cri: cri.to_vec() }).map(|value| match value {
            Value::Decoded(decoded) => decoded,
            other => panic!("{other:?} is nothing decoded"),
        })
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        self.text(profile, Operation::CriToUri { cri: cri.to_vec() })
    }

    fn uri_to_cri(&self, profile: Profile, uri: &str) -> Answer<Vec<u8>> {
        self.cri(profile, Operation::UriToCri { uri: uri.to_owned() })
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        self.cri(
            profile,
            Operation::Resolve { base: base.to_vec(), reference: reference.to_vec(), relation: None },
        )
    }

    fn relativize(&self, profile: Profile, base: &[u8], target: &[u8]) -> Answer<Vec<u8>> {
        self.cri(profile, Operation::Relativize { base: base.to_vec(), target: target.to_vec() })
    }

    fn equivalent(&self, profile: Profile, a: &[u8], b: &[u8], ignore_fragment: bool) -> Answer<bool> {
        self.ask(profile, Operation::Equivalent { a: a.to_vec(), b: b.to_vec(), ignore_fragment }).map(
            |value| match value {
                Value::Equivalent { equivalent } => equivalent,
                other => panic!("{other:?} is no comparison"),
            },
        )
    }

    fn cri_to_iri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        self.text(profile, Operation::CriToIri { cri: cri.to_vec() })
    }

    fn iri_to_uri(&self, profile: Profile, iri: &str) -> Answer<String> {
        self.text(profile, Operation::IriToUri { iri: iri.to_owned() })
    }

    fn iri_to_cri(&self, profile: Profile, iri: &str) -> Answer<Vec<u8>> {
        self.cri(profile, Operation::IriToCri { iri: iri.to_owned() })
    }

    fn scan(&self, profile: Profile, sequence: &[u8]) -> Answer<Vec<Item>> {
        self.ask(profile, Operation::Scan { sequence: sequence.to_vec() }).map(|value| match value {
            Value::Items { items } => items,
            other => panic!("{other:?} is no list of items"),
        })
    }

    fn cri_to_coap(
        &self,
        profile: Profile,
        cri: &[u8],
        destination: &Destination,
    ) -> Answer<Vec<CoapOption>> {
        let operation =
            Operation::CriToCoap { cri: cri.to_vec(), destination: destination.clone(), to_proxy: None };
        self.ask(profile, operation).map(|value| match value {
            Value::Options { options } => options,
            other => panic!("{other:?} is no list of options"),
        })
    }

    fn coap_to_cri(
        &self,
        profile: Profile,
        scheme: &str,
        options: &[CoapOption],
        destination: &Destination,
    ) -> Answer<Vec<u8>> {
        self.cri(
            profile,
            Operation::CoapToCri {
                scheme: scheme.to_owned(),
                options: options.to_vec(),
                destination: destination.clone(),
            },
        )
    }

    fn resolve_by_relation(
        &self,
        profile: Profile,
        base: &[u8],
        reference: &[u8],
        relation: i64,
    ) -> Answer<Vec<u8>> {
        let (base, reference) = (base.to_vec(), reference.to_vec());
        self.cri(profile, Operation::Resolve { base, reference, relation: Some(relation) })
    }

    fn cri_to_coap_by_proxy(
        &self,
        profile: Profile,
        cri: &[u8],
        destination: &Destination,
        to_proxy: bool,
    ) -> Answer<Vec<CoapOption>> {
        let (cri, destination) = (cri.to_vec(), destination.clone());
        let operation = Operation::CriToCoap { cri, destination, to_proxy: Some(to_proxy) };
        self.ask(profile, operation).map(|value| match value {
            Value::Options { options } => options,
            other => panic!("{other:?} is no list of options"),
        })
    }

    fn well_formed(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        self.truth(profile, Operation::WellFormed { cri: cri.to_vec() })
    }

    fn absolute(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        self.truth(profile, Operation::Absolute { cri: cri.to_vec() })
    }

    fn relative(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        self.truth(profile, Operation::Relative { cri: cri.to_vec() })
    }

    fn iri_parse(&self, profile: Profile, iri: &str) -> Answer<IriComponents> {
        self.ask(profile, Operation::IriParse { iri: iri.to_owned() }).map(|value| match value {
            Value::Components(components) => components,
            other => panic!("{other:?} is no components"),
        })
    }

    fn iri_preprocess(
        &self,
        profile: Profile,
        text: &str,
        multiple: bool,
        spaces: Spaces,
    ) -> Answer<Vec<String>> {
        let operation = Operation::IriPreprocess { text: text.to_owned(), multiple, spaces };
        self.ask(profile, operation).map(|value| match value {
            Value::References { references } => references,
            other => panic!("{other:?} is no list of references"),
        })
    }

    fn uri_to_coap(&self, profile: Profile, uri: &str, destination: &Destination) -> Answer<Vec<CoapOption>> {
        let operation = Operation::UriToCoap { uri: uri.to_owned(), destination: destination.clone() };
        self.ask(profile, operation).map(|value| match value {
            Value::Options { options } => options,
            other => panic!("{other:?} is no options"),
        })
    }

    fn coap_to_uri(
        &self,
        profile: Profile,
        secure: bool,
        options: &[CoapOption],
        destination: &Destination,
    ) -> Answer<String> {
        let (options, destination) = (options.to_vec(), destination.clone());
        self.text(profile, Operation::CoapToUri { secure, options, destination })
    }
}
