#![no_main]

crivet_fuzz::fuzz_target!(
    crivet_fuzz::oracle::agree::Agree::on(crivet::operation::OperationName::CriToCoap),
    crivet_fuzz_targets::testee(),
    against = crivet_fuzz_targets::other(),
);
