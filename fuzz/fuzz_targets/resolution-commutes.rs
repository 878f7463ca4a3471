#![no_main]

crivet::fuzz_target!(crivet::oracle::resolution::Resolution, crivet_fuzz::testee());
