//! Each oracle on the right implementation.

use std::collections::BTreeSet;

use crivet_fuzz::oracle::Oracle;
use crivet_fuzz::oracle::cddl::Cddl;
use crivet_fuzz::oracle::coap::{CoapFromCri, CoapFromOptions};
use crivet_fuzz::oracle::coap_uri::{CoapCriAsUri, CriCoapAsUri, OptionsKept, UriNormal};
use crivet_fuzz::oracle::decode_encode::DecodeEncode;
use crivet_fuzz::oracle::early::coap::EarlyCoap;
use crivet_fuzz::oracle::early::relativize::EarlyRelativize;
use crivet_fuzz::oracle::early::round_trip::{EarlyFromCri, EarlyFromUri};
use crivet_fuzz::oracle::equivalence::Equivalence;
use crivet_fuzz::oracle::iri::{IriFromCri, IriFromText};
use crivet_fuzz::oracle::pet::Pet;
use crivet_fuzz::oracle::pure::Pure;
use crivet_fuzz::oracle::relativize::Relativize;
use crivet_fuzz::oracle::resolution_uri::ResolutionUri;
use crivet_fuzz::oracle::resolve_associative::ResolveAssociative;
use crivet_fuzz::oracle::resolve_idempotent::ResolveIdempotent;
use crivet_fuzz::oracle::resolve_pure::ResolvePure;
use crivet_fuzz::oracle::revisions::Revisions;
use crivet_fuzz::oracle::round_trip_cri::RoundTripCri;
use crivet_fuzz::oracle::round_trip_uri::RoundTripUri;
use crivet_fuzz::oracle::scan::Scan;
use crivet_fuzz::oracle::scan_decode::ScanDecode;

use crate::{right, tally};

/// How many seeded inputs the right implementation is held to, in each profile.
const INPUTS: u64 = 3000;

#[track_caller]
fn check<O: Oracle>(oracle: O) {
    let about = oracle.about();
    let mut known = BTreeSet::new();
    for profile in about.profiles {
        let (tally, finding) = tally(&oracle, &right(), *profile, INPUTS, "");
        println!("{} in {profile}: {tally:#?}", about.name);
        if let Some((seed, finding)) = finding {
            panic!("{} in {profile}, seed {seed}: {finding}", about.name);
        }
        let share = tally.not_compared() * 100;
        assert!(
            share <= INPUTS * u64::from(about.not_comparable),
            "{} in {profile}: {} of {INPUTS} inputs were not comparable",
            about.name,
            tally.not_compared()
        );
        known.extend(tally.known.into_keys());
    }
    // A difference that never comes up is none to make allowance for.
    for expected in about.known {
        assert!(known.contains(expected.name), "{}: {} never came up", about.name, expected.name);
    }
}

macro_rules! agree {
    ($($test:ident: $oracle:expr;)+) => {
        $(
            #[test]
            fn $test() {
                check($oracle);
            }
        )+
    };
}

agree! {
    cddl: Cddl;
    coap_from_cri: CoapFromCri;
    coap_cri_as_uri: CoapCriAsUri;
    coap_from_options: CoapFromOptions;
    coap_options_kept: OptionsKept;
    coap_uri_normal: UriNormal;
    cri_coap_as_uri: CriCoapAsUri;
    decode_encode: DecodeEncode;
    early_coap: EarlyCoap;
    early_relativize: EarlyRelativize;
    early_round_trip_cri: EarlyFromCri;
    early_round_trip_uri: EarlyFromUri;
    equivalence: Equivalence;
    iri_from_cri: IriFromCri;
    iri_from_text: IriFromText;
    pet: Pet;
    pure: Pure;
    relativize: Relativize;
    resolution_uri: ResolutionUri;
    resolve_associative: ResolveAssociative;
    resolve_idempotent: ResolveIdempotent;
    resolve_pure: ResolvePure;
    revisions: Revisions;
    round_trip_cri: RoundTripCri;
    round_trip_uri: RoundTripUri;
    scan: Scan;
    scan_decode: ScanDecode;
}
