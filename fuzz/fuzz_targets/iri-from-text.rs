#![no_main]

crivet::fuzz_target!(crivet::oracle::iri::IriFromText, crivet_fuzz::testee());
