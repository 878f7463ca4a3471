#![no_main]

crivet::fuzz_target!(crivet::oracle::iri_guidelines::IriParse, crivet_fuzz::testee());
