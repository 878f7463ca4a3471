#![no_main]

crivet_fuzz::fuzz_target!(
    crivet_fuzz::oracle::early::relativize::EarlyRelativize,
    crivet_fuzz_targets::testee()
);
