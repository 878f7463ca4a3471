#![no_main]

crivet::fuzz_target!(crivet::oracle::scan::Scan, crivet_fuzz::testee());
