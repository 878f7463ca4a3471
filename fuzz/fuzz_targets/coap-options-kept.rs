#![no_main]

crivet::fuzz_target!(crivet::oracle::coap_uri::OptionsKept, crivet_fuzz::testee());
