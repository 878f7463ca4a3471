#![no_main]

crivet_fuzz::fuzz_target!(
    crivet_fuzz::oracle::resolve_associative::ResolveAssociative,
    crivet_fuzz_targets::testee()
);
