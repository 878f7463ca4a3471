#![no_main]

crivet::fuzz_target!(crivet::oracle::coap::CoapFromCri, crivet_fuzz::testee());
