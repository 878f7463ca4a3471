#![no_main]

crivet::fuzz_target!(crivet::oracle::coap_uri::CoapCriAsUri, crivet_fuzz::testee());
