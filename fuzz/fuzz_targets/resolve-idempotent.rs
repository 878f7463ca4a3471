#![no_main]

crivet_fuzz::fuzz_target!(
    crivet_fuzz::oracle::resolve_idempotent::ResolveIdempotent,
    crivet_fuzz_targets::testee()
);
