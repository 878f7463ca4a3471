#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::revisions::Revisions, crivet_fuzz_targets::testee());
