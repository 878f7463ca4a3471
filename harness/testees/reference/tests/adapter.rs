//! The adapter claims what the reference has, and answers by profile and feature.

use crivet::implementation::{Implementation, Refusal};
use crivet::operation::{CoapOption, Destination};
use crivet::profile::Profile;
use crivet_testee_reference::{Features, Reference};

#[test]
fn claims_what_it_has() {
    let description = Reference::new().describe();
    assert_eq!(description.features, Profile::Href27.features().iter().copied().collect());
    assert!(Reference::with_features(Features::NONE).describe().features.is_empty());
}

#[test]
fn other_profiles_are_unsupported() {
    let answer = Reference::new().decode(Profile::Rfc7252, &[0x81, 0x00]);
    assert!(matches!(answer, Err(Refusal::Unsupported(_))));
}

#[test]
fn features_that_are_off_reject() {
    let rootless = [0x83, 0x61, b'a', 0xf5, 0x81, 0x61, b'b'];
    assert!(Reference::new().decode(Profile::Href13, &rootless).is_ok_and(|decoded| decoded.full));
    let answer = Reference::with_features(Features::NONE).decode(Profile::Href13, &rootless);
    assert!(matches!(answer, Err(Refusal::Reject(_))));
}

#[test]
fn features_count_where_the_revision_knows_them() {
    let named = [0x82, 0x61, b'a', 0x81, 0x61, b'h'];
    let none = Reference::with_features(Features::NONE);
    assert!(none.decode(Profile::Href13, &named).is_ok());
    assert!(matches!(none.decode(Profile::Href27, &named), Err(Refusal::Reject(_))));
    assert!(Reference::new().decode(Profile::Href27, &named).is_ok());
}

#[test]
fn coap_is_of_href_27() {
    let destination = Destination { address: "192.0.2.1".to_owned(), port: 5683 };
    let named = [0x82, 0x20, 0x81, 0x61, b'h'];
    let host = CoapOption { number: 3, value: b"h".to_vec() };
    let reference = Reference::new();
    assert_eq!(reference.cri_to_coap(Profile::Href27, &named, &destination), Ok(vec![host.clone()]));
    assert_eq!(reference.coap_to_cri(Profile::Href27, "coap", &[host], &destination), Ok(named.to_vec()));
    let answer = reference.cri_to_coap(Profile::Href13, &named, &destination);
    assert!(matches!(answer, Err(Refusal::Unsupported(_))));
    let answer = reference.coap_to_cri(Profile::Href27, "http", &[], &destination);
    assert!(matches!(answer, Err(Refusal::Reject(_))));
}
