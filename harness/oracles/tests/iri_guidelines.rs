//! The oracles of the IRI guidelines on the reference implementation, over seeded inputs.

use crivet::implementation::{Implementation, Operations};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet_fuzz::fuzz::{AnyOracle, Budget, Options, Setting, fuzz};
use crivet_fuzz::oracle::iri_guidelines::{IriParse, IriPrepare, IriToUri, IriUriRoundTrip, families};
use crivet_fuzz::oracle::{Asker, Comparison, Oracle, Parties};
use crivet_testee_reference::Reference;

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
fn the_reference_leads_around_the_families() {
    let reference = Reference::new();
    let description = reference.describe();
    let setting = Setting { subject: Subject::InProcess(&reference), description: &description, other: None };
    let options =
        Options { seed: 0, budget: Budget::Runs(INPUTS), jobs: 2, tries: 100, cancel: &false.into() };
    let oracle: &dyn AnyOracle = &IriUriRoundTrip;
    let campaign = fuzz(&setting, &[(oracle, Profile::Href13), (oracle, Profile::Href27)], &options, &|_| {});
    assert!(campaign.clean(), "{:#?}", campaign.findings);
    for row in &campaign.rows {
        assert!(row.tally.agree * 10 >= INPUTS * 4, "only {} of {INPUTS} inputs compared", row.tally.agree);
        assert!(row.tally.known.contains_key(families::KNOWN[0].name), "{:?}", row.tally.known);
    }
}

/// It applies where all of it is offered.
#[test]
fn an_implementation_of_one_family_is_not_led_around() {
    let reference = Reference::new();
    let mut description = reference.describe();
    let applies = |description: &_| {
        let setting = Setting { subject: Subject::InProcess(&reference), description, other: None };
        setting.applies(&IriUriRoundTrip.about(), Profile::Href27)
    };
    assert!(applies(&description));
    let of_cris = [OperationName::UriToCri, OperationName::CriToIri, OperationName::IriToCri];
    let of_iris = [OperationName::IriToUri];
    description.operations = Operations::ByProfile(
        [(Profile::Href27, of_cris.into()), (Profile::IriGuidelines01, of_iris.into())].into(),
    );
    assert!(applies(&description), "each family offers what is asked of it");
    description.operations =
        Operations::ByProfile([(Profile::Href27, of_cris.into()), (Profile::Href13, of_iris.into())].into());
    assert!(!applies(&description));
    description.operations = reference.describe().operations;
    description.profiles.remove(&Profile::IriGuidelines01);
    assert!(!applies(&description));
}

#[test]
fn the_known_differences_between_the_families_show() {
    let reference = Reference::new();
    let description = reference.describe();
    let parties = Parties {
        implementation: Some(&reference),
        other: None,
        description: &description,
        other_description: None,
    };
    for known in &families::KNOWN {
        let (iri, uri) = known.witness;
        assert_eq!(reference.iri_to_uri(Profile::IriGuidelines01, iri).as_deref(), Ok(uri));
        for href in [Profile::Href13, Profile::Href27] {
            let checked = IriUriRoundTrip.check(&iri.to_owned(), &mut Asker::at_once(href, parties)).unwrap();
            assert_eq!((checked.comparison, checked.known), (Comparison::Agree, vec![known]), "{href}");
        }
    }
}
