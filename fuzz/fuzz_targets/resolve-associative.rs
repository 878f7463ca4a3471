#![no_main]

crivet::fuzz_target!(crivet::oracle::resolve_associative::ResolveAssociative, crivet_fuzz::testee());
