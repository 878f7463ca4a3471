#![no_main]

crivet::fuzz_target!(crivet::oracle::coap::CoapFromOptions, crivet_fuzz::testee());
