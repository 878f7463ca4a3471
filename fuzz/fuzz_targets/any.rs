//! Every oracle in one program, built in the time of one: `CRIVET_ORACLE` names it. For a first look at all of them.

#![no_main]

crivet::fuzz_target!(check = crivet_fuzz::oracle().target(crivet_fuzz::testee(), crivet_fuzz::other()));
