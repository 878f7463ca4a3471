#![no_main]

crivet_fuzz::fuzz_target!(
    crivet_fuzz::oracle::iri_guidelines::IriUriRoundTrip,
    crivet_fuzz_targets::testee()
);
