#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::equivalence::Equivalence, crivet_fuzz_targets::testee());
