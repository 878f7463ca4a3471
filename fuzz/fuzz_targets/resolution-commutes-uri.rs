#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::resolution_uri::ResolutionUri, crivet_fuzz_targets::testee());
