#![no_main]

crivet::fuzz_target!(crivet::oracle::resolution_uri::ResolutionUri, crivet_fuzz::testee());
