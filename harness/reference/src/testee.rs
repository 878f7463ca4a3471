//! The adapter that lets crivet test this crate.

use std::collections::BTreeSet;

use crivet::feature::Feature as SuiteFeature;
use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::OperationName;
use crivet::outcome::{Decoded, Item};
use crivet::profile::Profile;

use crate::comparison::{Fragments, equivalent};
use crate::cri::Cri;
use crate::decode::{decode, decode_well_formed};
use crate::error::Error;
use crate::options::{Features, Options, Revision};
use crate::reference::CriReference;
use crate::{from_uri, iri, relativize, resolve, scan, to_uri};

/// This crate as an implementation for crivet to test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    features: Features,
}

impl Reference {
    /// The reference implementation with every feature.
    pub fn new() -> Self {
        Reference::with_features(Features::ALL)
    }

    /// The reference implementation with some features only.
    pub fn with_features(features: Features) -> Self {
        Reference { features }
    }

    fn options(self, profile: Profile) -> Answer<Options> {
        match profile {
            Profile::Href13 => Ok(Options { revision: Revision::Href13, features: self.features }),
            other => Err(Refusal::unsupported(format!("the profile {other} is not there"))),
        }
    }

    fn features(self) -> BTreeSet<SuiteFeature> {
        let Features { no_authority, text_or_pet, userinfo } = self.features;
        [
            (SuiteFeature::NoAuthority, no_authority),
            (SuiteFeature::TextOrPet, text_or_pet),
            (SuiteFeature::Userinfo, userinfo),
        ]
        .into_iter()
        .filter_map(|(feature, has)| has.then_some(feature))
        .collect()
    }
}

impl Implementation for Reference {
    fn describe(&self) -> Description {
        Description {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "Rust".to_owned(),
            profiles: BTreeSet::from([Profile::Href13]),
            features: self.features(),
            operations: BTreeSet::from([
                OperationName::Decode,
                OperationName::CriToUri,
                OperationName::UriToCri,
                OperationName::Resolve,
                OperationName::Relativize,
                OperationName::Equivalent,
                OperationName::CriToIri,
                OperationName::IriToCri,
                OperationName::Scan,
            ]),
        }
    }

    fn decode(&self, profile: Profile, cri: &[u8]) -> Answer<Decoded> {
        let reference = decode(cri, &self.options(profile)?).map_err(reject)?;
        Ok(Decoded { full: reference.is_full(), cri: reference.encode() })
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        let options = self.options(profile)?;
        let reference = decode_well_formed(cri, &options).map_err(reject)?;
        to_uri::to_uri(&reference, &options).map_err(reject)
    }

    fn uri_to_cri(&self, profile: Profile, uri: &str) -> Answer<Vec<u8>> {
        let reference = from_uri::from_uri(uri, &self.options(profile)?).map_err(reject)?;
        Ok(reference.encode())
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        let options = self.options(profile)?;
        let base = well_formed_full(base, &options)?;
        let reference = decode_well_formed(reference, &options).map_err(reject)?;
        Ok(resolve::resolve(&base, &reference).encode())
    }

    fn relativize(&self, profile: Profile, base: &[u8], target: &[u8]) -> Answer<Vec<u8>> {
        let options = self.options(profile)?;
        let base = well_formed_full(base, &options)?;
        let target = well_formed_full(target, &options)?;
        Ok(relativize::relativize(&base, &target, &options).encode())
    }

    fn equivalent(&self, profile: Profile, a: &[u8], b: &[u8], ignore_fragment: bool) -> Answer<bool> {
        let fragments = if ignore_fragment { Fragments::Ignored } else { Fragments::Compared };
        equivalent(a, b, fragments, &self.options(profile)?).map_err(reject)
    }

    fn cri_to_iri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        let options = self.options(profile)?;
        let reference = decode_well_formed(cri, &options).map_err(reject)?;
        iri::to_iri(&reference, &options).map_err(reject)
    }

    fn iri_to_cri(&self, profile: Profile, iri: &str) -> Answer<Vec<u8>> {
        let reference = iri::from_iri(iri, &self.options(profile)?).map_err(reject)?;
        Ok(reference.encode())
    }

    fn scan(&self, profile: Profile, sequence: &[u8]) -> Answer<Vec<Item>> {
        let items = scan::scan(sequence, &self.options(profile)?).map_err(reject)?;
        Ok(items.iter().map(item).collect())
    }
}

fn well_formed_full(cri: &[u8], options: &Options) -> Answer<Cri> {
    decode_well_formed(cri, options).and_then(Cri::try_from).map_err(reject)
}

fn item(item: &Result<CriReference, Error>) -> Item {
    match item {
        Ok(_) => Item::Processable,
        Err(_) => Item::Unprocessable,
    }
}

fn reject(error: Error) -> Refusal {
    Refusal::reject(error)
}
