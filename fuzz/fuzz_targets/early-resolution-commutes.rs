#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::early::EarlyResolution, crivet_fuzz_targets::testee());
