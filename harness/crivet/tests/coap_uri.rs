//! The oracles of coap URIs on the reference implementation, over seeded inputs.

use crivet::fuzz::{AnyOracle, Budget, Options, Setting, fuzz};
use crivet::implementation::Implementation;
use crivet::oracle::coap_uri::{CoapCriAsUri, CriCoapAsUri, OptionsKept, UriNormal};
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet_reference::testee::Reference;

const INPUTS: u64 = 10_000;

#[track_caller]
fn check(oracle: &dyn AnyOracle, profile: Profile) {
    let reference = Reference::new();
    let description = reference.describe();
    let setting = Setting { subject: Subject::InProcess(&reference), description: &description, other: None };
    let options =
        Options { seed: 0, budget: Budget::Runs(INPUTS), jobs: 2, tries: 100, cancel: &false.into() };
    let campaign = fuzz(&setting, &[(oracle, profile)], &options, &|_| {});
    assert!(campaign.clean(), "{:#?}", campaign.findings);
    for row in &campaign.rows {
        println!("{:#?}", row.tally);
        assert!(row.tally.agree * 2 >= INPUTS, "only {} of {INPUTS} inputs compared", row.tally.agree);
        for known in row.about.known {
            assert!(row.tally.known.contains_key(known.name), "{} never applied", known.name);
        }
    }
}

#[test]
fn composing_undoes_decomposing() {
    check(&UriNormal, Profile::Rfc7252);
}

#[test]
fn decomposing_undoes_composing() {
    check(&OptionsKept, Profile::Rfc7252);
}

#[test]
fn uris_have_the_options_of_their_cris() {
    check(&CriCoapAsUri, Profile::Href27);
}

#[test]
fn options_have_the_uris_of_their_cris() {
    check(&CoapCriAsUri, Profile::Href27);
}
