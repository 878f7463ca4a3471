//! Every vector of crivet as a trial of `cargo test`. This is the file to take: say what your library is and
//! claims, and call it.

use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::outcome::Decoded;
use crivet::profile::Profile;
use mycri::{Cri, from_uri, to_uri};

crivet::main!(MyCri);

struct MyCri;

impl Implementation for MyCri {
    fn describe(&self) -> Description {
        use crivet::feature::Feature::{NoAuthority, TextOrPet, Userinfo};
        use crivet::operation::OperationName::{CriToUri, Decode, Equivalent, Resolve, UriToCri};
        Description {
            name: "crivet-example-rust".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "Rust".to_owned(),
            profiles: [Profile::Href13].into(),
            features: [NoAuthority, TextOrPet, Userinfo].into(),
            operations: [Decode, CriToUri, UriToCri, Resolve, Equivalent].into(),
        }
    }

    fn decode(&self, _: Profile, cri: &[u8]) -> Answer<Decoded> {
        let cri = read(cri)?;
        Ok(Decoded { full: cri.is_full(), cri: cri.to_cbor() })
    }

    fn cri_to_uri(&self, _: Profile, cri: &[u8]) -> Answer<String> {
        to_uri(&read(cri)?).map_err(Refusal::reject)
    }

    fn uri_to_cri(&self, _: Profile, uri: &str) -> Answer<Vec<u8>> {
        from_uri(uri).map(|cri| cri.to_cbor()).map_err(Refusal::reject)
    }

    fn resolve(&self, _: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        read(base)?.resolve(&read(reference)?).map(|cri| cri.to_cbor()).map_err(Refusal::reject)
    }

    fn equivalent(&self, _: Profile, a: &[u8], b: &[u8], ignore_fragment: bool) -> Answer<bool> {
        read(a)?.is_equivalent(&read(b)?, ignore_fragment).map_err(Refusal::reject)
    }
}

fn read(cri: &[u8]) -> Answer<Cri> {
    Cri::from_cbor(cri).map_err(Refusal::reject)
}
