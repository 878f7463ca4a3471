//! The known differences: each still shows on its witness, and the oracle agrees there by making allowance for it.

use crivet::implementation::Implementation;
use crivet::operation::{CoapOption, Destination};
use crivet::profile::Profile;
use crivet_fuzz::generate::coap::by_uri::Way;
use crivet_fuzz::generate::{Request, Sections};
use crivet_fuzz::oracle::cddl::{self, Cddl};
use crivet_fuzz::oracle::coap::{CoapFromCri, CoapFromOptions, KNOWN_FROM_CRI, KNOWN_FROM_OPTIONS};
use crivet_fuzz::oracle::coap_uri::{
    CoapCriAsUri, ESCAPED_DELIMITER, LONE_EMPTY_SEGMENT, NO_LONE_SLASH, OptionsKept, UriNormal,
};
use crivet_fuzz::oracle::resolution_uri::{self, ResolutionUri};
use crivet_fuzz::oracle::{Asker, Comparison, Encoded, KnownDifference, Oracle, Parties};

use crate::right;

#[track_caller]
fn check<O: Oracle>(oracle: &O, known: &KnownDifference, profiles: &[Profile], case: &O::Case) {
    let right = right();
    let description = right.describe();
    let parties = Parties {
        implementation: Some(&right),
        other: None,
        description: &description,
        other_description: None,
    };
    for profile in profiles {
        let checked = oracle.check(case, &mut Asker::at_once(*profile, parties)).unwrap();
        assert_eq!(checked.comparison, Comparison::Agree, "{} in {profile}", known.name);
        assert!(
            checked.known.iter().any(|found| found.name == known.name),
            "{}: not on its witness, {:?}",
            known.name,
            checked.known
        );
    }
}

const BOTH: &[Profile] = &[Profile::Href13, Profile::Href27];

#[test]
fn resolution_uri() {
    for known in &resolution_uri::KNOWN {
        let (base, reference) = known.witness;
        check(&ResolutionUri, known, BOTH, &(base.to_owned(), reference.to_owned()));
    }
}

#[test]
fn cddl() {
    let of = [&[Profile::Href13][..], &[Profile::Href27], BOTH];
    for (known, profiles) in cddl::KNOWN.iter().zip(of) {
        check(&Cddl, known, profiles, &Encoded(hex::decode(known.witness.0).unwrap()));
    }
}

#[test]
fn coap() {
    let destination = |address: &str| Destination { address: address.to_owned(), port: 5683 };
    for known in &KNOWN_FROM_CRI {
        let (cri, address) = known.witness;
        let sections = Sections::from_cbor(&hex::decode(cri).unwrap()).unwrap();
        check(&CoapFromCri, known, &[Profile::Href27], &(sections, destination(address)));
    }
    for known in &KNOWN_FROM_OPTIONS {
        let (option, address) = known.witness;
        let (number, value) = option.split_once(':').unwrap_or(("11", ""));
        let options = vec![CoapOption { number: number.parse().unwrap(), value: value.as_bytes().to_vec() }];
        let request = Request { scheme: "coap".to_owned(), options, destination: destination(address) };
        check(&CoapFromOptions, known, &[Profile::Href27], &request);
    }
}

#[test]
fn coap_uri() {
    let destination = ("192.0.2.1".to_owned(), 5683);
    let case = (ESCAPED_DELIMITER.witness.0.to_owned(), destination.clone());
    check(&UriNormal, &ESCAPED_DELIMITER, &[Profile::Rfc7252], &case);
    let host = (3, b"h".to_vec());
    let case = (Way::Coap, vec![host.clone(), (11, Vec::new())], destination.clone());
    check(&OptionsKept, &LONE_EMPTY_SEGMENT, &[Profile::Rfc7252], &case);
    check(&CoapCriAsUri, &NO_LONE_SLASH, &[Profile::Href27], &(Way::Coap, vec![host], destination));
}
