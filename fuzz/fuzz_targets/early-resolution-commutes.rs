#![no_main]

crivet::fuzz_target!(crivet::oracle::early::EarlyResolution, crivet_fuzz::testee());
