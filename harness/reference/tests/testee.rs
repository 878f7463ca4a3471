//! The adapter for crivet.

#![cfg(feature = "testee")]

use crivet::implementation::{Implementation, Refusal};
use crivet::profile::Profile;
use crivet_reference::Features;
use crivet_reference::testee::Reference;

#[test]
fn claims_what_it_has() {
    let description = Reference::new().describe();
    assert_eq!(description.features, Profile::Href13.features().iter().copied().collect());
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
