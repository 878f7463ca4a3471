#![no_main]

crivet::fuzz_target!(crivet::oracle::coap_uri::UriNormal, crivet_fuzz::testee());
