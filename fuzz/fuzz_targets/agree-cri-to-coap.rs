#![no_main]

crivet::fuzz_target!(
    crivet::oracle::agree::Agree::on(crivet::operation::OperationName::CriToCoap),
    crivet_fuzz::testee(),
    against = crivet_fuzz::other(),
);
