//! Resolution commutes with conversion to URIs, on the reference implementation.

#![no_main]

use arbitrary::Unstructured;
use crivet::generate::pair;
use crivet::oracle::{Comparison, resolution::Resolution};
use crivet::profile::Profile;
use crivet_reference::testee::Reference;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let (base, reference) = pair(&mut Unstructured::new(input)).expect("bytes that run out read as zero");
    let implementation = Reference::new();
    let oracle = Resolution::new(&implementation, Profile::Href13);
    if let Comparison::Differ(finding) = oracle.check(&base, &reference).comparison {
        panic!("{finding}");
    }
});
