#![no_main]

crivet::fuzz_target!(crivet::oracle::round_trip_cri::RoundTripCri, crivet_fuzz::testee());
