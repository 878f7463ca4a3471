//! Resolution commutes with conversion to URIs, on the reference implementation.

#![no_main]

use std::sync::LazyLock;

use crivet::fuzz::once;
use crivet::implementation::{Description, Implementation};
use crivet::oracle::resolution::Resolution;
use crivet::profile::Profile;
use crivet_reference::testee::Reference;
use libfuzzer_sys::fuzz_target;

static DESCRIPTION: LazyLock<Description> = LazyLock::new(|| Reference::new().describe());

fuzz_target!(|input: &[u8]| once(&Resolution, &Reference::new(), &DESCRIPTION, Profile::Href13, input));
