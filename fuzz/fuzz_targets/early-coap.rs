#![no_main]

crivet_fuzz::fuzz_target!(crivet_fuzz::oracle::early::coap::EarlyCoap, crivet_fuzz_targets::testee());
