#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::scan::Scan, crivet_fuzz_targets::testee());
