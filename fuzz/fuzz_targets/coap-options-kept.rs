#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::coap_uri::OptionsKept, crivet_fuzz_targets::testee());
