#![no_main]

crivet::fuzz_target!(crivet::oracle::equivalence::Equivalence, crivet_fuzz::testee());
