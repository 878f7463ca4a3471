#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::cddl::Cddl, crivet_fuzz_targets::testee());
