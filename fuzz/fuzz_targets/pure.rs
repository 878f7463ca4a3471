#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::pure::Pure, crivet_fuzz_targets::testee());
