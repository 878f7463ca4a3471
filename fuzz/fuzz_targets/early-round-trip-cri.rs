#![no_main]

crivet_fuzz::fuzz_target!(
    crivet_fuzz::oracle::early::round_trip::EarlyFromCri,
    crivet_fuzz_targets::testee()
);
