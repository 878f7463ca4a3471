//! Every oracle in one program, built in the time of one: `CRIVET_ORACLE` names it. For a first look at all of them.

#![no_main]

crivet_fuzz::fuzz_target!(
    target =
        crivet_fuzz_targets::oracle().target(crivet_fuzz_targets::testee(), crivet_fuzz_targets::other())
);
