#![no_main]

crivet::fuzz_target!(crivet::oracle::resolve_idempotent::ResolveIdempotent, crivet_fuzz::testee());
