#![no_main]

crivet::fuzz_target!(crivet::oracle::iri_guidelines::IriPrepare, crivet_fuzz::testee());
