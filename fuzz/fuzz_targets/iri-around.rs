#![no_main]

crivet::fuzz_target!(crivet::oracle::iri_guidelines::IriAround, crivet_fuzz::testee());
