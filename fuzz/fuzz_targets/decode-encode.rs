#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::decode_encode::DecodeEncode, crivet_fuzz_targets::testee());
