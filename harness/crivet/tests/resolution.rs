//! The oracle of resolution on the reference implementation, over seeded inputs.

use arbitrary::Unstructured;
use crivet::generate::{pair, seeded};
use crivet::oracle::resolution::Resolution;
use crivet::oracle::{Comparison, Tally};
use crivet::profile::Profile;
use crivet_reference::testee::Reference;

const INPUTS: u64 = 20_000;

#[test]
fn the_reference_resolves_as_rfc_3986_does() {
    let reference = Reference::new();
    let oracle = Resolution::new(&reference, Profile::Href13);
    let mut tally = Tally::default();
    for seed in 0..INPUTS {
        let (base, reference) = pair(&mut Unstructured::new(&seeded(seed, 128))).expect("zeros follow");
        let checked = oracle.check(&base, &reference);
        tally.count(&checked.comparison, checked.known);
        if let Comparison::Differ(finding) = checked.comparison {
            panic!("seed {seed}: {finding}");
        }
    }
    println!("{tally:#?}");
    assert!(tally.agree * 3 >= INPUTS * 2, "only {} of {INPUTS} inputs compared", tally.agree);
}
