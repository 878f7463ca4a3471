//! The oracles of the early drafts on the reference implementation, over seeded inputs.

use crivet::fuzz::{Budget, Options, Setting, fuzz};
use crivet::implementation::Implementation;
use crivet::oracle::early::{EarlyAndLater, EarlyResolution, KNOWN};
use crivet::oracle::rfc3986::{Components, resolve};
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet_reference::testee::Reference;

const INPUTS: u64 = 20_000;

#[test]
fn the_reference_resolves_sequences_as_uris_resolve() {
    let reference = Reference::new();
    let description = reference.describe();
    let setting = Setting { subject: Subject::InProcess(&reference), description: &description, other: None };
    let options =
        Options { seed: 0, budget: Budget::Runs(INPUTS), jobs: 2, tries: 100, cancel: &false.into() };
    let plan = [
        (&EarlyResolution as _, Profile::Href03),
        (&EarlyResolution as _, Profile::Href02),
        (&EarlyAndLater as _, Profile::Href03),
    ];
    let campaign = fuzz(&setting, &plan, &options, &|_| {});
    assert!(campaign.clean(), "{:#?}", campaign.findings);
    for row in &campaign.rows {
        println!("{:#?}", row.tally);
        assert!(row.tally.agree * 2 >= INPUTS, "only {} of {INPUTS} inputs compared", row.tally.agree);
    }
    let named = |row: usize, name: &str| campaign.rows[row].tally.known.contains_key(name);
    assert!(named(0, "E1") && named(2, "E1") && named(2, "E2"), "a known difference does not come up");
}

#[test]
fn each_known_difference_is_one() {
    let uri = |sequence: &[u8]| Reference::new().cri_to_uri(Profile::Href03, sequence).unwrap();
    let target = |name: &str| {
        let known = KNOWN.iter().find(|known| known.name == name).unwrap();
        let [base, reference] = [known.witness.0, known.witness.1].map(|hex| hex::decode(hex).unwrap());
        let target = Reference::new().resolve(Profile::Href03, &base, &reference).unwrap();
        (uri(&base), uri(&target))
    };
    let (base, came) = target("E1");
    let letter = resolve(&Components::parse(&base), &Components::parse("/c")).recompose();
    assert_eq!((base.as_str(), letter.as_str(), came.as_str()), ("a:b", "a:/c", "a:c"));
    // RFC 3986 drops the fragment as well; href-13 is what differs.
    assert_eq!(target("E2"), ("a:#f".to_owned(), "a:".to_owned()));
    let later =
        Reference::new().resolve(Profile::Href13, &hex::decode("856161f6f6f66166").unwrap(), &[0x81, 0]);
    assert_eq!(Reference::new().cri_to_uri(Profile::Href13, &later.unwrap()).unwrap(), "a:#f");
}
