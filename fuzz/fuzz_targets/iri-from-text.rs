#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::iri::IriFromText, crivet_fuzz_targets::testee());
