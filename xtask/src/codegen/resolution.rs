//! Reference shape by base shape by discard: the shapes, and what 5.3 makes of each pair.

mod choose;
pub(super) mod relative;
mod shape;
mod steps;

use crivet::profile::Profile;

use super::cbor::{Item, texts};
use super::combinations::{AUTHORITY, Authority};
use super::cover;
use super::sketch::{Accepted, Argument, BOTH, Outcome, Sketch, only};
use crivet::vector::Strength;
pub(super) use shape::trimmed;
use shape::{BASE_PATHS, Base, Head, PATHS, Query, Reference, Sections, Start};

/// How ids end where nothing but the revisions tells them apart.
const REVISIONS: [&str; 2] = ["-href-13", "-href-27"];

const LETTER: &str = "the steps, followed to the letter";

/// The answer to a question in one profile.
#[derive(Clone, PartialEq, Eq)]
struct Answer {
    arguments: Vec<(&'static str, Argument)>,
    expect: Vec<Accepted>,
    strength: Strength,
    rulings: Vec<&'static str>,
}

pub(super) fn sketches() -> Vec<Sketch> {
    choose::pairs().iter().flat_map(|(base, reference)| vectors(base, reference)).collect()
}

/// The parts of authorities by all else: base and reference have hosts of each kind, with and without user information
/// and a port, and every two choices occur together.
pub(super) fn authorities() -> Vec<Sketch> {
    const HEADS: [Head; 6] = [
        Head::Network,
        Head::Full(Start::Host),
        Head::Discard(0),
        Head::Discard(1),
        Head::Discard(2),
        Head::All,
    ];
    const QUERIES: [Query; 3] = [Query::Set, Query::Null, Query::Empty];
    // The base's authority, path, query and fragment; the reference's, behind its start.
    let rest = [BASE_PATHS.len(), 2, 2, HEADS.len(), PATHS.len(), QUERIES.len(), 2];
    let factors = [&AUTHORITY[..], &rest, &AUTHORITY].concat();
    let rows = cover::pairs(&factors, |one, other| match (one, other) {
        ((6, head), (10.., choice)) => choice == 0 || matches!(HEADS[head], Head::Network | Head::Full(_)),
        _ => true,
    });
    let mut sketches = Vec::new();
    for row in rows {
        let (head, path) = (HEADS[row[6]], PATHS[row[7]]);
        let base = Base {
            standing: Start::Host,
            path: BASE_PATHS[row[3]],
            query: row[4] == 1,
            fragment: row[5] == 1,
        };
        let reference = Reference { head, path, query: QUERIES[row[8]], fragment: row[9] == 1 };
        let of_base = Authority::new([row[0], row[1], row[2]]);
        let of_reference = Authority::new([row[10], row[11], row[12]]);
        let its_own = matches!(head, Head::Network | Head::Full(_)).then_some(&of_reference);
        sketches.extend(vectors(&base, &reference).into_iter().map(|mut sketch| {
            sketch.id += &format!("-from-{}", of_base.words());
            sketch.title += &format!(", from {}", of_base.uri().unwrap_or_default());
            if let Some(own) = its_own {
                sketch.id += &format!("-to-{}", own.words());
                sketch.title += &format!(" to {}", own.uri().unwrap_or_default());
            }
            sketch.features.extend(of_base.features());
            sketch.features.extend(its_own.and_then(Authority::features));
            // The steps hand an authority on as a whole: what is in it changes nothing else.
            let put = |item: &mut Item| {
                if let Item::Array(items) = item
                    && let Some(authority) = items.get_mut(1)
                {
                    if *authority == texts(&["h"]) {
                        *authority = of_base.item();
                    } else if *authority == texts(&["n"]) {
                        *authority = of_reference.item();
                    }
                }
            };
            for (_, argument) in &mut sketch.arguments {
                if let Argument::Cri(item) = argument {
                    put(item);
                }
            }
            for accepted in &mut sketch.expect {
                if let Outcome::Cri(item) = &mut accepted.outcome {
                    put(item);
                }
            }
            sketch
        }));
    }
    sketches
}

/// One vector for both profiles, or one for each where question or answer differ.
fn vectors(base: &Base, reference: &Reference) -> Vec<Sketch> {
    let answers = BOTH.map(|profile| answer(base, reference, profile));
    let of = |profiles: Vec<Profile>, ending: &str, answer: Answer| Sketch {
        id: format!("resolve-{}-by-{}{ending}", base.id(), reference.id(profiles[0])),
        title: format!("{} on {}", reference.title(), base.title()),
        profiles,
        requirements: steps::requirements(reference),
        features: features(base, reference),
        op: "resolve",
        arguments: answer.arguments,
        expect: answer.expect,
        strength: answer.strength,
        rulings: answer.rulings,
        note: steps::note(base, reference),
    };
    let [of_13, of_27] = answers;
    if of_13 == of_27 {
        return vec![of(BOTH.into(), "", of_13)];
    }
    // The ids differ in words where they can: in those of the empty reference, or of the answer.
    let endings = if reference.is_empty() {
        ["", ""]
    } else if of_13.arguments != of_27.arguments || of_13.strength == of_27.strength {
        REVISIONS
    } else {
        [of_13.strength, of_27.strength].map(|strength| match strength {
            Strength::Must => "-accepted",
            Strength::Should => "-preferred",
            Strength::Disputed => "-disputed",
        })
    };
    let [ending_of_13, ending_of_27] = endings;
    vec![of(vec![Profile::Href13], ending_of_13, of_13), of(vec![Profile::Href27], ending_of_27, of_27)]
}

fn features(base: &Base, reference: &Reference) -> Vec<&'static str> {
    let mut features = Vec::new();
    if base.standing != Start::Host {
        features.extend(["no-authority", "scheme-name"]);
    }
    match reference.head {
        Head::NetworkRootless | Head::Nulls => features.push("no-authority"),
        Head::Full(standing) => {
            features.push("scheme-name");
            if standing != Start::Host {
                features.push("no-authority");
            }
        }
        _ => {}
    }
    features
}

fn answer(base: &Base, reference: &Reference, profile: Profile) -> Answer {
    let arguments = vec![
        ("base", Argument::Cri(base.item(profile))),
        ("reference", Argument::Cri(reference.item(profile))),
    ];
    let result = steps::resolve(base, reference);
    if reference.head == Head::Nulls {
        let expect = vec![
            Accepted {
                outcome: Outcome::Reject,
                reading: "discard stands in the place of two leading nulls",
            },
            Accepted { outcome: Outcome::Cri(result.item()), reading: LETTER },
        ];
        return Answer { arguments, expect, strength: Strength::Disputed, rulings: vec!["R4", "R172"] };
    }
    let mut rulings = rulings(base, reference);
    let mut expect = vec![Accepted { outcome: Outcome::Cri(result.item()), reading: LETTER }];
    let mut strength = Strength::Must;
    if profile == Profile::Href27 && reference.is_empty() {
        // The empty reference: the algorithm, RFC 3986 and the prose of 5.1 say three things.
        let without = |query: bool| Sections {
            fragment: None,
            query: if query { result.query.clone() } else { vec![] },
            ..result.clone()
        };
        for (other, reading) in [
            (without(true), "as RFC 3986, section 5.2.2 has it"),
            (without(false), "5.1 has query and fragment become absent"),
        ] {
            let outcome = Outcome::Cri(other.item());
            if expect.iter().all(|accepted| accepted.outcome != outcome) {
                expect.push(Accepted { outcome, reading });
                strength = Strength::Should;
            }
        }
    }
    if profile == Profile::Href27 && ends_in_empty_path(reference) {
        // Its empty path may be a default value, without which it is the empty reference.
        let kept = base.sections();
        for (other, reading) in [
            (kept.clone(), "the empty path is a default value, so this is the empty reference"),
            (Sections { fragment: None, ..kept }, "the empty reference, as RFC 3986 has it"),
        ] {
            let outcome = Outcome::Cri(other.item());
            if expect.iter().all(|accepted| accepted.outcome != outcome) {
                expect.push(Accepted { outcome, reading });
            }
        }
    }
    let refused = refused_result(&result).or_else(|| refused_reference(reference, profile));
    if let Some((ids, reading)) = refused {
        expect.push(Accepted { outcome: Outcome::Reject, reading });
        strength = Strength::Disputed;
        let of_result = refused_result(&result).is_some() && !matches!(reference.head, Head::Full(_));
        if of_result && !rulings.contains(&"R8") {
            rulings.push("R8");
        }
        rulings.extend(ids);
    }
    if strength == Strength::Must {
        expect = only(expect.swap_remove(0).outcome);
    }
    Answer { arguments, expect, strength, rulings }
}

/// The rulings that a clear answer rests on.
fn rulings(base: &Base, reference: &Reference) -> Vec<&'static str> {
    let mut rulings = Vec::new();
    if matches!(reference.head, Head::Full(_)) {
        rulings.push("R5");
    } else if reference.is_empty() {
        rulings.push("R7");
    } else if base.standing == Start::Rooted && base.path.is_empty() && reference.appends() {
        rulings.push("R9");
    } else if base.standing == Start::Rootless && matches!(reference.head, Head::Discard(1..)) {
        rulings.push("R8");
    }
    if reference.head == Head::NetworkRootless {
        rulings.push("R37");
    }
    if reference.fragment && reference.query != Query::Null {
        rulings.push("R6");
    }
    rulings
}

/// `[0, []]` and `[0, [], []]`.
fn ends_in_empty_path(reference: &Reference) -> bool {
    reference.head == Head::Discard(0)
        && reference.path.is_some_and(<[_]>::is_empty)
        && reference.query != Query::Set
        && !reference.fragment
}

type Refusal = (&'static [&'static str], &'static str);

/// Why a result is no valid CRI, if it is none.
fn refused_result(result: &Sections) -> Option<Refusal> {
    let leading_empty = result.path.first().is_some_and(|segment| segment.is_empty());
    match result.standing {
        Start::Rooted if leading_empty && result.path.len() > 1 => {
            Some((&["R10"], "no URI has a path that starts with two slashes and no authority"))
        }
        Start::Rootless if result.path.is_empty() => Some((&["R12"], "a rootless CRI has a segment")),
        Start::Rootless if leading_empty => {
            Some((&["R49"], "the first segment of a rootless CRI is not empty"))
        }
        _ => None,
    }
}

/// Why a reference is not valid in a detail, if it is not.
fn refused_reference(reference: &Reference, profile: Profile) -> Option<Refusal> {
    let full = matches!(reference.head, Head::Full(_));
    let later = reference.query != Query::Null || reference.fragment;
    if full && reference.path.is_none() && later {
        return Some((&["R48"], "as a full CRI it should have said [] for the path"));
    }
    if profile == Profile::Href13 {
        let unset = full && reference.query == Query::Empty;
        return unset.then_some((&["R3"], "the grammar of a CRI asks for one parameter or more"));
    }
    if full && reference.query == Query::Null && reference.fragment {
        return Some((&["R48"], "the grammar of a CRI has no null for a query"));
    }
    let trailing = !reference.fragment
        && (reference.query == Query::Empty
            || reference.query == Query::Null && reference.path.is_some_and(<[_]>::is_empty));
    // `[0, null, []]`: what is at its end keeps its meaning.
    let meant = reference.head == Head::Discard(0) && reference.path.is_none();
    match (trailing, full) {
        (false, _) => None,
        (true, true) => Some((&["R3", "R83"], "a default value at the end is removed")),
        (true, false) => (!meant).then_some((&["R80", "R83"], "a default value at the end is removed")),
    }
}
