//! Each oracle on implementations that are wrong in what it is there to find.

use crivet::cri::{Cri, read, write};
use crivet::outcome::{Decoded, Outcome, Value};
use crivet::profile::Profile;
use crivet_fuzz::oracle::Oracle;

use crate::altered::{Altered, Fault};
use crate::{right, tally};

mod coap;
mod form;
mod resolution;
mod text;

/// How many inputs a fault may take to be found.
const BOUND: u64 = 4000;
/// Each fault is found in each profile, by a difference of this kind.
#[track_caller]
fn check<O: Oracle>(oracle: O, faults: &[(&str, Fault)]) {
    let right = right();
    for profile in oracle.about().profiles {
        for (kind, fault) in faults {
            let altered = Altered { inner: &right, fault: *fault };
            let (tally, finding) = tally(&oracle, &altered, *profile, BOUND, kind);
            let name = oracle.about().name;
            match finding {
                Some((seed, _)) => println!("{name} in {profile}: after {seed} inputs, {kind}"),
                None => panic!("{name} in {profile}: not found within {BOUND} inputs: {kind}; {tally:?}"),
            }
        }
    }
}

/// The CRI that is a value, changed.
fn edited(outcome: Outcome, profile: Profile, edit: impl FnOnce(&mut Cri)) -> Outcome {
    let change = |bytes: Vec<u8>| match read(&bytes) {
        Ok(reading) => {
            let mut cri = reading.cri;
            edit(&mut cri);
            write(&cri, profile)
        }
        Err(_) => bytes,
    };
    match outcome {
        Outcome::Value(Value::Cri { cri }) => Outcome::Value(Value::Cri { cri: change(cri) }),
        Outcome::Value(Value::Reference { reference }) => {
            Outcome::Value(Value::Reference { reference: change(reference) })
        }
        Outcome::Value(Value::Decoded(Decoded { full, cri })) => {
            Outcome::Value(Value::Decoded(Decoded { full, cri: change(cri) }))
        }
        other => other,
    }
}

fn text(outcome: Outcome, edit: impl FnOnce(String) -> String) -> Outcome {
    match outcome {
        Outcome::Value(Value::Uri { uri }) => Outcome::Value(Value::Uri { uri: edit(uri) }),
        Outcome::Value(Value::Iri { iri }) => Outcome::Value(Value::Iri { iri: edit(iri) }),
        other => other,
    }
}

fn reject() -> Outcome {
    Outcome::Reject("falsified".to_owned())
}

fn decoded_as_it_stands(cri: &[u8]) -> Outcome {
    let full = cri.get(1).is_some_and(|first| matches!(first >> 5, 1 | 3));
    Outcome::Value(Value::Decoded(Decoded { full, cri: cri.to_vec() }))
}
