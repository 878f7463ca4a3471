#![no_main]

crivet::fuzz_target!(crivet::oracle::round_trip_uri::RoundTripUri, crivet_fuzz::testee());
