#![no_main]

crivet::fuzz_target!(crivet::oracle::iri_guidelines::IriToUri, crivet_fuzz::testee());
