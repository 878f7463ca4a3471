#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::coap_uri::CriCoapAsUri, crivet_fuzz_targets::testee());
