#![no_main]

crivet::fuzz_target!(crivet::oracle::iri::IriFromCri, crivet_fuzz::testee());
