#![no_main]

crivet::fuzz_target!(crivet::oracle::coap_uri::CriCoapAsUri, crivet_fuzz::testee());
