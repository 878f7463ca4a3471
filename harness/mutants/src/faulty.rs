//! The reference with a fault, as an implementation for crivet to test.

use std::sync::{Mutex, PoisonError};

use crivet::implementation::{Answer, Description, Implementation};
use crivet::operation::{CoapOption, Destination, Spaces};
use crivet::outcome::{Decoded, IriComponents, Item};
use crivet::profile::Profile;

use crate::catalogue::Fault;
use crate::fault::{Memory, On};
use crate::testee::Reference;

/// The copy of the reference, with one fault or none.
///
/// A fault may remember one call in the next. So calls are made one at a time, and their order can matter.
#[derive(Debug)]
pub struct Faulty {
    number: usize,
    memory: Mutex<Memory>,
    reference: Reference,
}

impl Faulty {
    /// With this fault.
    pub fn new(fault: &Fault) -> Self {
        Faulty { number: fault.number, memory: Mutex::new(None), reference: Reference::new() }
    }

    /// Without a fault.
    pub fn unmutated() -> Self {
        Faulty { number: 0, memory: Mutex::new(None), reference: Reference::new() }
    }

    fn ask<T>(&self, question: impl FnOnce(&Reference) -> T) -> T {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let _on = On::new(self.number, &mut memory);
        question(&self.reference)
    }
}

impl Implementation for Faulty {
    fn describe(&self) -> Description {
        self.reference.describe()
    }

    fn decode(&self, profile: Profile, cri: &[u8]) -> Answer<Decoded> {
        self.ask(|reference| reference.decode(profile, cri))
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        self.ask(|reference| reference.cri_to_uri(profile, cri))
    }

    fn uri_to_cri(&self, profile: Profile, uri: &str) -> Answer<Vec<u8>> {
        self.ask(|reference| reference.uri_to_cri(profile, uri))
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        self.ask(|this| this.resolve(profile, base, reference))
    }

    fn relativize(&self, profile: Profile, base: &[u8], target: &[u8]) -> Answer<Vec<u8>> {
        self.ask(|reference| reference.relativize(profile, base, target))
    }

    fn equivalent(&self, profile: Profile, a: &[u8], b: &[u8], ignore_fragment: bool) -> Answer<bool> {
        self.ask(|reference| reference.equivalent(profile, a, b, ignore_fragment))
    }

    fn cri_to_iri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        self.ask(|reference| reference.cri_to_iri(profile, cri))
    }

    fn iri_to_cri(&self, profile: Profile, iri: &str) -> Answer<Vec<u8>> {
        self.ask(|reference| reference.iri_to_cri(profile, iri))
    }

    fn scan(&self, profile: Profile, sequence: &[u8]) -> Answer<Vec<Item>> {
        self.ask(|reference| reference.scan(profile, sequence))
    }

    fn cri_to_coap(
        &self,
        profile: Profile,
        cri: &[u8],
        destination: &Destination,
    ) -> Answer<Vec<CoapOption>> {
        self.ask(|reference| reference.cri_to_coap(profile, cri, destination))
    }

    fn coap_to_cri(
        &self,
        profile: Profile,
        scheme: &str,
        options: &[CoapOption],
        destination: &Destination,
    ) -> Answer<Vec<u8>> {
        self.ask(|reference| reference.coap_to_cri(profile, scheme, options, destination))
    }

    fn iri_preprocess(
        &self,
        profile: Profile,
        text: &str,
        multiple: bool,
        spaces: Spaces,
    ) -> Answer<Vec<String>> {
        self.ask(|reference| reference.iri_preprocess(profile, text, multiple, spaces))
    }

    fn iri_parse(&self, profile: Profile, iri: &str) -> Answer<IriComponents> {
        self.ask(|reference| reference.iri_parse(profile, iri))
    }

    fn iri_to_uri(&self, profile: Profile, iri: &str) -> Answer<String> {
        self.ask(|reference| reference.iri_to_uri(profile, iri))
    }

    fn uri_to_coap(&self, profile: Profile, uri: &str, destination: &Destination) -> Answer<Vec<CoapOption>> {
        self.ask(|reference| reference.uri_to_coap(profile, uri, destination))
    }

    fn coap_to_uri(
        &self,
        profile: Profile,
        secure: bool,
        options: &[CoapOption],
        destination: &Destination,
    ) -> Answer<String> {
        self.ask(|reference| reference.coap_to_uri(profile, secure, options, destination))
    }

    fn resolve_by_relation(
        &self,
        profile: Profile,
        base: &[u8],
        reference: &[u8],
        relation: i64,
    ) -> Answer<Vec<u8>> {
        self.ask(|this| this.resolve_by_relation(profile, base, reference, relation))
    }

    fn cri_to_coap_by_proxy(
        &self,
        profile: Profile,
        cri: &[u8],
        destination: &Destination,
        to_proxy: bool,
    ) -> Answer<Vec<CoapOption>> {
        self.ask(|reference| reference.cri_to_coap_by_proxy(profile, cri, destination, to_proxy))
    }

    fn well_formed(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        self.ask(|reference| reference.well_formed(profile, cri))
    }

    fn absolute(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        self.ask(|reference| reference.absolute(profile, cri))
    }

    fn relative(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        self.ask(|reference| reference.relative(profile, cri))
    }
}
