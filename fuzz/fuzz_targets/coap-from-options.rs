#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::coap::CoapFromOptions, crivet_fuzz_targets::testee());
