//! The adapter that lets crivet test the reference implementation.
//!
//! [`Reference`] implements crivet's trait [`Implementation`] with the functions of [`crivet_reference`], for every
//! profile: the profile chooses the draft and its revision. A feature that is switched off makes no difference under a
//! revision that does not know it.
//!
//! ```
//! use crivet::implementation::Implementation;
//! use crivet::profile::Profile;
//! use crivet_testee_reference::Reference;
//!
//! let cri = Reference::new().uri_to_cri(Profile::Href27, "coap://h");
//! assert_eq!(cri, Ok(vec![0x82, 0x20, 0x81, 0x61, b'h']));
//! ```

use std::collections::BTreeSet;

use crivet::feature::Feature as SuiteFeature;
use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::{
    CoapOption as SuiteOption, Destination as SuiteDestination, OperationName, Spaces as SuiteSpaces,
    Transport as SuiteTransport,
};
use crivet::outcome::{Decoded, IriComponents as SuiteComponents, Item};
use crivet::profile::Profile;

use crivet_reference::coap::{self, CoapOption, Destination, Variant};
use crivet_reference::coap_uri::{self, Document, Transport, UriOption};
use crivet_reference::comparison::{Fragments, equivalent};
use crivet_reference::cri::Cri;
use crivet_reference::decode::{decode, decode_well_formed};
use crivet_reference::early::well_formed::{self as order, decode_absolute};
use crivet_reference::early::{self, CriOption, Draft, SequenceError};
use crivet_reference::encode::encode;
use crivet_reference::error::Error;
use crivet_reference::iri_guidelines::{self, IriComponents, Spaces};
use crivet_reference::options::{Options, Revision};
use crivet_reference::reference::CriReference;
use crivet_reference::{from_uri, iri, relativize, resolve, scan, to_uri};

pub use crivet_reference::options::Features;

/// The reference implementation as one for crivet to test.
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

    /// The draft, where the profile is one whose CRIs are sequences of options.
    fn draft(profile: Profile) -> Option<Draft> {
        match profile {
            Profile::Href02 => Some(Draft::Href02),
            Profile::Href03 => Some(Draft::Href03),
            _ => None,
        }
    }

    fn options(self, profile: Profile) -> Answer<Options> {
        let revision = match profile {
            Profile::Href13 => Revision::Href13,
            Profile::Href27 => Revision::Href27,
            other => return Err(Refusal::unsupported(format!("the profile {other} is not there"))),
        };
        Ok(Options { revision, features: self.features })
    }

    /// -13 has no conversion to or from CoAP options.
    fn coap_options(self, profile: Profile) -> Answer<Options> {
        match self.options(profile)? {
            Options { revision: Revision::Href13, .. } => {
                Err(Refusal::unsupported(format!("{profile} has no CoAP options")))
            }
            options => Ok(options),
        }
    }

    /// RFC 7252 and RFC 8323 are about URIs, and the drafts are not.
    fn uri_options(self, profile: Profile) -> Answer<Document> {
        match profile {
            Profile::Rfc7252 => Ok(Document::Rfc7252),
            Profile::Rfc8323 => Ok(Document::Rfc8323),
            other => Err(Refusal::unsupported(format!("{other} makes no CoAP options of URIs"))),
        }
    }

    fn features(self) -> BTreeSet<SuiteFeature> {
        let Features { no_authority, scheme_name, text_or_pet, userinfo, zone_id } = self.features;
        [
            (SuiteFeature::NoAuthority, no_authority),
            (SuiteFeature::SchemeName, scheme_name),
            (SuiteFeature::TextOrPet, text_or_pet),
            (SuiteFeature::Userinfo, userinfo),
            (SuiteFeature::ZoneId, zone_id),
        ]
        .into_iter()
        .filter_map(|(feature, has)| has.then_some(feature))
        .collect()
    }
}

impl Implementation for Reference {
    fn describe(&self) -> Description {
        Description {
            name: "crivet-reference".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "Rust".to_owned(),
            profiles: Profile::ALL.into(),
            features: self.features(),
            operations: [
                OperationName::Decode,
                OperationName::CriToUri,
                OperationName::UriToCri,
                OperationName::Resolve,
                OperationName::Relativize,
                OperationName::Equivalent,
                OperationName::CriToIri,
                OperationName::IriToCri,
                OperationName::Scan,
                OperationName::CriToCoap,
                OperationName::CoapToCri,
                OperationName::UriToCoap,
                OperationName::CoapToUri,
                OperationName::WellFormed,
                OperationName::Absolute,
                OperationName::Relative,
                OperationName::IriPreprocess,
                OperationName::IriParse,
                OperationName::IriToUri,
            ]
            .into(),
        }
    }

    fn decode(&self, profile: Profile, cri: &[u8]) -> Answer<Decoded> {
        if let Some(draft) = Self::draft(profile) {
            let sequence = early::constraints::decode(cri, draft).map_err(refuse)?;
            let full = early::options::starts_with_scheme(&sequence);
            return Ok(Decoded { full, cri: early::options::encode(&sequence, draft) });
        }
        let options = self.options(profile)?;
        let reference = decode(cri, &options).map_err(reject)?;
        Ok(Decoded { full: reference.is_full(), cri: encode(&reference, &options) })
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        if let Some(draft) = Self::draft(profile) {
            let sequence = order::decode_well_formed(cri, draft).map_err(refuse)?;
            return match draft {
                Draft::Href02 => early::recompose::recompose(&sequence).map_err(refuse),
                Draft::Href03 => early::to_uri::to_uri(&sequence).map_err(refuse),
            };
        }
        let options = self.options(profile)?;
        let reference = decode_well_formed(cri, &options).map_err(reject)?;
        to_uri::to_uri(&reference, &options).map_err(reject)
    }

    fn uri_to_cri(&self, profile: Profile, uri: &str) -> Answer<Vec<u8>> {
        if let Some(draft) = Self::draft(profile) {
            let sequence = early::from_uri::from_uri(uri, draft).map_err(refuse)?;
            return Ok(early::options::encode(&sequence, draft));
        }
        let options = self.options(profile)?;
        let reference = from_uri::from_uri(uri, &options).map_err(reject)?;
        Ok(encode(&reference, &options))
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        match profile {
            // A relation that is not given is 0.
            Profile::Href02 => return self.resolve_by_relation(profile, base, reference, 0),
            Profile::Href03 => {
                let (base, reference) = sequences(base, reference, Draft::Href03)?;
                let result = early::resolve03::resolve(&base, &reference);
                return Ok(early::options::encode(&result, Draft::Href03));
            }
            _ => {}
        }
        let options = self.options(profile)?;
        let base = well_formed_full(base, &options)?;
        let reference = decode_well_formed(reference, &options).map_err(reject)?;
        Ok(encode(&resolve::resolve(&base, &reference).into(), &options))
    }

    fn relativize(&self, profile: Profile, base: &[u8], target: &[u8]) -> Answer<Vec<u8>> {
        if let Some(draft) = Self::draft(profile) {
            let (base, target) = (decode_absolute(base, draft), decode_absolute(target, draft));
            let (base, target) = (base.map_err(refuse)?, target.map_err(refuse)?);
            let reference = early::relativize::relativize(&base, &target, draft).map_err(refuse)?;
            return Ok(early::options::encode(&reference, draft));
        }
        let options = self.options(profile)?;
        let base = well_formed_full(base, &options)?;
        let target = well_formed_full(target, &options)?;
        Ok(encode(&relativize::relativize(&base, &target, &options), &options))
    }

    fn equivalent(&self, profile: Profile, a: &[u8], b: &[u8], ignore_fragment: bool) -> Answer<bool> {
        let fragments = if ignore_fragment { Fragments::Ignored } else { Fragments::Compared };
        if profile == Profile::Href03 {
            return early::equivalent::equivalent(a, b, fragments).map_err(refuse);
        }
        equivalent(a, b, fragments, &self.options(profile)?).map_err(reject)
    }

    fn cri_to_iri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        if profile == Profile::Href03 {
            return Ok(iri::iri_of_uri(&self.cri_to_uri(profile, cri)?));
        }
        let options = self.options(profile)?;
        let reference = decode_well_formed(cri, &options).map_err(reject)?;
        iri::to_iri(&reference, &options).map_err(reject)
    }

    fn iri_to_cri(&self, profile: Profile, iri: &str) -> Answer<Vec<u8>> {
        if profile == Profile::Href03 {
            return self.uri_to_cri(profile, &iri::uri_of_iri(iri));
        }
        let options = self.options(profile)?;
        let reference = iri::from_iri(iri, &options).map_err(reject)?;
        Ok(encode(&reference, &options))
    }

    fn scan(&self, profile: Profile, sequence: &[u8]) -> Answer<Vec<Item>> {
        let items = scan::scan(sequence, &self.options(profile)?).map_err(reject)?;
        Ok(items.iter().map(item).collect())
    }

    fn cri_to_coap(
        &self,
        profile: Profile,
        cri: &[u8],
        destination: &SuiteDestination,
    ) -> Answer<Vec<SuiteOption>> {
        if profile == Profile::Href02 {
            return self.cri_to_coap_by_proxy(profile, cri, destination, false);
        }
        let options = self.coap_options(profile)?;
        let reference = decode(cri, &options).map_err(reject)?;
        let request = coap::cri_to_coap(&reference, &self::destination(destination)?).map_err(reject)?;
        let option = |option: &CoapOption| SuiteOption { number: option.number(), value: option.value() };
        Ok(request.options.iter().map(option).collect())
    }

    fn coap_to_cri(
        &self,
        profile: Profile,
        scheme: &str,
        options: &[SuiteOption],
        destination: &SuiteDestination,
    ) -> Answer<Vec<u8>> {
        let Options { revision, features } = self.coap_options(profile)?;
        let variant = Variant::from_scheme_name(scheme)
            .ok_or_else(|| Refusal::reject(format!("{scheme} is no variant of CoAP")))?;
        let request = options.iter().map(|option| CoapOption::read(option.number, &option.value));
        let request = request.collect::<Result<Vec<_>, _>>().map_err(reject)?;
        let destination = self::destination(destination)?;
        let cri = coap::coap_to_cri(variant, &request, &destination, features).map_err(reject)?;
        Ok(encode(&cri.into(), &Options { revision, features }))
    }

    fn uri_to_coap(
        &self,
        profile: Profile,
        uri: &str,
        destination: &SuiteDestination,
    ) -> Answer<Vec<SuiteOption>> {
        let document = self.uri_options(profile)?;
        let options =
            coap_uri::uri_to_coap(uri, document, &self::destination(destination)?).map_err(reject)?;
        Ok(options.into_iter().map(|UriOption { number, value }| SuiteOption { number, value }).collect())
    }

    fn coap_to_uri(
        &self,
        profile: Profile,
        secure: bool,
        options: &[SuiteOption],
        destination: &SuiteDestination,
    ) -> Answer<String> {
        match self.uri_options(profile)? {
            Document::Rfc7252 => composed(Transport::Udp, secure, options, destination),
            Document::Rfc8323 => Err(Refusal::unsupported("coap-to-uri without a transport")),
        }
    }

    fn coap_to_uri_by_transport(
        &self,
        profile: Profile,
        secure: bool,
        transport: SuiteTransport,
        options: &[SuiteOption],
        destination: &SuiteDestination,
    ) -> Answer<String> {
        let transport = match (self.uri_options(profile)?, transport) {
            (Document::Rfc8323, SuiteTransport::Tcp) => Transport::Tcp,
            (Document::Rfc8323, SuiteTransport::Ws) => Transport::Ws,
            (Document::Rfc7252, _) => {
                return Err(Refusal::unsupported(format!("{profile} has no transport but UDP")));
            }
        };
        composed(transport, secure, options, destination)
    }

    fn resolve_by_relation(
        &self,
        profile: Profile,
        base: &[u8],
        reference: &[u8],
        relation: i64,
    ) -> Answer<Vec<u8>> {
        let draft = only_02(profile)?;
        let (base, reference) = sequences(base, reference, draft)?;
        Ok(early::options::encode(&early::resolve02::resolve(&base, &reference, relation), draft))
    }

    fn cri_to_coap_by_proxy(
        &self,
        profile: Profile,
        cri: &[u8],
        _: &SuiteDestination,
        to_proxy: bool,
    ) -> Answer<Vec<SuiteOption>> {
        let sequence = order::decode_well_formed(cri, only_02(profile)?).map_err(refuse)?;
        let options = early::coap::coap(&sequence, to_proxy).map_err(refuse)?;
        let option = |option: &CoapOption| SuiteOption { number: option.number(), value: option.value() };
        Ok(options.iter().map(option).collect())
    }

    fn well_formed(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        let draft = only_02(profile)?;
        let sequence = early::options::decode(cri, draft).map_err(refuse)?;
        Ok(order::is_well_formed(&sequence, draft))
    }

    fn absolute(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        let draft = only_02(profile)?;
        let sequence = early::options::decode(cri, draft).map_err(refuse)?;
        Ok(order::is_absolute(&sequence, draft))
    }

    fn relative(&self, profile: Profile, cri: &[u8]) -> Answer<bool> {
        let draft = only_02(profile)?;
        let sequence = early::options::decode(cri, draft).map_err(refuse)?;
        Ok(order::is_relative(&sequence, draft))
    }
    fn iri_preprocess(
        &self,
        profile: Profile,
        text: &str,
        multiple: bool,
        spaces: SuiteSpaces,
    ) -> Answer<Vec<String>> {
        iri_guidelines(profile)?;
        let spaces = match spaces {
            SuiteSpaces::Encode => Spaces::Encode,
            SuiteSpaces::Remove => Spaces::Remove,
        };
        Ok(iri_guidelines::prepare(text, multiple, spaces))
    }

    fn iri_parse(&self, profile: Profile, iri: &str) -> Answer<SuiteComponents> {
        iri_guidelines(profile)?;
        iri_guidelines::parse(iri).map(components).map_err(reject)
    }

    fn iri_to_uri(&self, profile: Profile, iri: &str) -> Answer<String> {
        iri_guidelines(profile)?;
        iri_guidelines::to_uri(iri).map_err(reject)
    }
}

fn composed(
    transport: Transport,
    secure: bool,
    options: &[SuiteOption],
    destination: &SuiteDestination,
) -> Answer<String> {
    let request: Vec<UriOption> =
        options.iter().map(|option| UriOption::new(option.number, option.value.clone())).collect();
    coap_uri::coap_to_uri(transport, secure, &request, &self::destination(destination)?).map_err(reject)
}

/// An absolute base and a reference, both well-formed.
fn sequences(base: &[u8], reference: &[u8], draft: Draft) -> Answer<(Vec<CriOption>, Vec<CriOption>)> {
    let base = decode_absolute(base, draft).map_err(refuse)?;
    Ok((base, order::decode_well_formed(reference, draft).map_err(refuse)?))
}

/// What -02 alone has.
fn only_02(profile: Profile) -> Answer<Draft> {
    match profile {
        Profile::Href02 => Ok(Draft::Href02),
        other => Err(Refusal::unsupported(format!("{other} has no such function"))),
    }
}

fn refuse(error: SequenceError) -> Refusal {
    Refusal::reject(error)
}

/// The operations on IRIs are of the guidelines alone.
fn iri_guidelines(profile: Profile) -> Answer<()> {
    if profile != Profile::IriGuidelines01 {
        return Err(Refusal::unsupported(format!(
            "{profile} has none of the operations of the IRI guidelines"
        )));
    }
    Ok(())
}

fn components(parsed: IriComponents) -> SuiteComponents {
    let IriComponents { scheme, userinfo, host, port, path, query, fragment } = parsed;
    SuiteComponents { scheme, userinfo, host, port, path: Some(path), query, fragment }
}

fn destination(destination: &SuiteDestination) -> Answer<Destination> {
    Destination::from_text(&destination.address, destination.port)
        .ok_or_else(|| Refusal::reject(format!("{} is no IP address", destination.address)))
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
