#![no_main]

crivet::fuzz_target!(crivet::oracle::pet::Pet, crivet_fuzz::testee());
