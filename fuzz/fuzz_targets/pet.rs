#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::pet::Pet, crivet_fuzz_targets::testee());
