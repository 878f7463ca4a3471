//! The oracles of the early drafts on the reference implementation, over seeded inputs.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use crivet::implementation::{Answer, Description, Implementation};
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet_fuzz::fuzz::{Budget, Options, Setting, fuzz};
use crivet_fuzz::oracle::early::{EarlyAndLater, EarlyResolution, KNOWN};
use crivet_fuzz::rfc3986::{Components, resolve};
use crivet_testee_reference::Reference;

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
    assert!(named(0, "K5") && named(2, "K5") && named(2, "K6"), "a known difference does not come up");
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
    let (base, came) = target("K5");
    let letter = resolve(&Components::parse(&base), &Components::parse("/c")).recompose();
    assert_eq!((base.as_str(), letter.as_str(), came.as_str()), ("a:b", "a:/c", "a:c"));
    // RFC 3986 drops the fragment as well; href-13 is what differs.
    assert_eq!(target("K6"), ("a:#f".to_owned(), "a:".to_owned()));
    let later =
        Reference::new().resolve(Profile::Href13, &hex::decode("856161f6f6f66166").unwrap(), &[0x81, 0]);
    assert_eq!(Reference::new().cri_to_uri(Profile::Href13, &later.unwrap()).unwrap(), "a:#f");
}

/// What becomes of a reference, given the base as well.
type Change = fn(&[u8], &[u8]) -> Vec<u8>;

/// The reference implementation, with references changed before they are resolved.
struct Wrong(Change);

impl Implementation for Wrong {
    fn describe(&self) -> Description {
        Reference::new().describe()
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        Reference::new().cri_to_uri(profile, cri)
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        Reference::new().resolve(profile, base, &(self.0)(base, reference))
    }
}

/// Puts two bytes in front of the options of a sequence, or takes some away.
fn edited(reference: &[u8], prefix: &[u8], skip: usize) -> Vec<u8> {
    let head = reference[0] + u8::try_from(prefix.len()).unwrap() - u8::try_from(skip).unwrap();
    [&[head], prefix, &reference[1 + skip..]].concat()
}

#[test]
fn wrong_resolutions_are_noticed() {
    let faults: [(&str, Change); 4] = [
        ("a path is appended", |_, reference| match reference {
            [0x82..=0x95, 5, ..] => edited(reference, &[4, 1], 0),
            _ => reference.to_vec(),
        }),
        ("path.type 0 is taken for 1", |_, reference| match reference {
            [0x82..=0x95, 4, 0, ..] => edited(reference, &[4, 1], 2),
            _ => reference.to_vec(),
        }),
        ("one segment too many goes", |_, reference| match reference {
            [0x82..=0x95, 4, kind @ 2..=9, ..] => edited(reference, &[4, kind + 1], 2),
            _ => reference.to_vec(),
        }),
        ("the empty reference keeps all of the base", |base, reference| match reference {
            [0x80] => base.to_vec(),
            _ => reference.to_vec(),
        }),
    ];
    for (what, fault) in faults {
        let wrong = Wrong(fault);
        let description = wrong.describe();
        let setting = Setting { subject: Subject::InProcess(&wrong), description: &description, other: None };
        let options =
            Options { seed: 0, budget: Budget::Runs(4000), jobs: 1, tries: 20, cancel: &false.into() };
        for oracle in [&EarlyResolution as _, &EarlyAndLater as _] {
            let campaign = fuzz(&setting, &[(oracle, Profile::Href03)], &options, &|_| {});
            assert!(!campaign.clean(), "not noticed: {what}");
        }
    }
}
