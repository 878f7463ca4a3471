#![no_main]

crivet::fuzz_target!(crivet::oracle::resolve_pure::ResolvePure, crivet_fuzz::testee());
