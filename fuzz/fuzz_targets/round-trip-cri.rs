#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::round_trip_cri::RoundTripCri, crivet_fuzz_targets::testee());
