#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::early::EarlyAndLater, crivet_fuzz_targets::testee());
