//! The oracle of resolution on the reference implementation, over seeded inputs.

use crivet::implementation::Implementation;
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet_fuzz::fuzz::{Budget, Options, Setting, fuzz};
use crivet_fuzz::oracle::resolution::Resolution;
use crivet_testee_reference::Reference;

const INPUTS: u64 = 20_000;

#[test]
fn the_reference_resolves_as_rfc_3986_does() {
    let reference = Reference::new();
    let description = reference.describe();
    let setting = Setting { subject: Subject::InProcess(&reference), description: &description, other: None };
    let options =
        Options { seed: 0, budget: Budget::Runs(INPUTS), jobs: 2, tries: 100, cancel: &false.into() };
    let plan = [(&Resolution as _, Profile::Href13), (&Resolution as _, Profile::Href27)];
    let campaign = fuzz(&setting, &plan, &options, &|_| {});
    assert!(campaign.clean(), "{:#?}", campaign.findings);
    for row in &campaign.rows {
        println!("{:#?}", row.tally);
        // The generator makes CRIs of href-13, not all of which href-27 has.
        let share = if row.profile == Profile::Href13 { 66 } else { 45 };
        assert!(
            row.tally.agree * 100 >= INPUTS * share,
            "only {} of {INPUTS} inputs compared",
            row.tally.agree
        );
    }
}
