#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::relativize::Relativize, crivet_fuzz_targets::testee());
