#![no_main]

crivet::fuzz_target!(crivet::oracle::decode_encode::DecodeEncode, crivet_fuzz::testee());
