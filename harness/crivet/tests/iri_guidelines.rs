//! The oracles of the IRI guidelines on the reference implementation, over seeded inputs.

use arbitrary::Unstructured;
use crivet::fuzz::{AnyOracle, Budget, Options, Setting, fuzz};
use crivet::generate::seeded;
use crivet::implementation::Implementation;
use crivet::oracle::iri_guidelines::{IriParse, IriPrepare, IriToUri, families};
use crivet::oracle::{Comparison, Oracle, Tally};
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet_reference::testee::Reference;

const INPUTS: u64 = 20_000;

#[test]
fn the_reference_reads_iris_as_rfc_3987_does() {
    let reference = Reference::new();
    let description = reference.describe();
    let setting = Setting { subject: Subject::InProcess(&reference), description: &description, other: None };
    let options =
        Options { seed: 0, budget: Budget::Runs(INPUTS), jobs: 2, tries: 100, cancel: &false.into() };
    let oracles: [&dyn AnyOracle; 3] = [&IriPrepare, &IriParse, &IriToUri];
    let plan = oracles.map(|oracle| (oracle, Profile::IriGuidelines01));
    let campaign = fuzz(&setting, &plan, &options, &|_| {});
    assert!(campaign.clean(), "{:#?}", campaign.findings);
    for row in &campaign.rows {
        println!("{:#?}", row.tally);
        assert!(row.tally.agree * 10 >= INPUTS * 6, "only {} of {INPUTS} inputs compared", row.tally.agree);
    }
}

#[test]
fn around_the_families() {
    let reference = Reference::new();
    for href in [Profile::Href13, Profile::Href27] {
        let mut tally = Tally::default();
        for seed in 0..INPUTS {
            let bytes = seeded(seed, 256);
            let iri = match IriParse.case(Profile::IriGuidelines01, &mut Unstructured::new(&bytes)) {
                Ok(iri) => iri,
                Err(error) => panic!("seed {seed}: {error}"),
            };
            let checked = families::around(&reference, href, &iri);
            if let Comparison::Differ(difference) = &checked.comparison {
                panic!("{href}, seed {seed}, {iri:?}: {difference}, expected {}", difference.expected);
            }
            tally.count(&checked);
        }
        println!("{href}: {tally:#?}");
        assert!(tally.agree * 10 >= INPUTS * 4, "only {} of {INPUTS} inputs compared", tally.agree);
        assert!(families::KNOWN.iter().all(|known| tally.known.contains_key(known.name)), "{tally:?}");
    }
}

#[test]
fn the_known_differences_between_the_families_show() {
    let reference = Reference::new();
    for known in &families::KNOWN {
        let (iri, uri) = known.witness;
        assert_eq!(reference.iri_to_uri(Profile::IriGuidelines01, iri).as_deref(), Ok(uri));
        for href in [Profile::Href13, Profile::Href27] {
            let checked = families::around(&reference, href, iri);
            assert_eq!((checked.comparison, checked.known), (Comparison::Agree, vec![known]), "{href}");
        }
    }
}
