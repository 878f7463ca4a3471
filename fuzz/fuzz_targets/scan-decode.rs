#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::scan_decode::ScanDecode, crivet_fuzz_targets::testee());
