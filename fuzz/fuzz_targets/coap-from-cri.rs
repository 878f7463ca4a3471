#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::coap::CoapFromCri, crivet_fuzz_targets::testee());
