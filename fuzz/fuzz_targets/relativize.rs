#![no_main]

crivet::fuzz_target!(crivet::oracle::relativize::Relativize, crivet_fuzz::testee());
