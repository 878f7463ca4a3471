#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::resolution::Resolution, crivet_fuzz_targets::testee());
