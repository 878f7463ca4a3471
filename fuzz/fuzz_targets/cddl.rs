#![no_main]

crivet::fuzz_target!(crivet::oracle::cddl::Cddl, crivet_fuzz::testee());
