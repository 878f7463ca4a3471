#![no_main]

crivet::fuzz_target!(crivet::oracle::early::EarlyAndLater, crivet_fuzz::testee());
