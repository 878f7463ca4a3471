//! Base by target: what they share, and what of the target differs.
//!
//! The reference that is written is one of the shortest there are. Any other that leads from the base to the target
//! passes as well: the judge follows the steps.

use std::collections::BTreeSet;

use crivet::profile::Profile;

use super::REVISIONS;
use super::shape::{BASE_PATHS, Base, Sections, Start, segments};
use crate::codegen::cbor::{Item, NULL, TRUE, text, texts};
use crate::codegen::sketch::{Argument, BOTH, Outcome, Sketch, only};

const STANDINGS: [Start; 3] = [Start::Host, Start::Rooted, Start::Rootless];
const QUERIES: [&[&str]; 3] = [&[], &["q"], &["k"]];
const FRAGMENTS: [Option<&str>; 3] = [None, Some("f"), Some("g")];

type Pair = (Base, Sections);

pub(in crate::codegen) fn sketches() -> Vec<Sketch> {
    let mut seen = BTreeSet::new();
    pairs().iter().flat_map(vectors).filter(|sketch| seen.insert(sketch.id.clone())).collect()
}

fn pairs() -> Vec<Pair> {
    let mut pairs = Vec::new();
    // What base and target have behind their paths takes turns.
    let mut turn = 0;
    for standing in STANDINGS {
        for path in BASE_PATHS {
            for target in paths(path) {
                turn += 1;
                let base = Base { standing, path, query: turn % 2 == 0, fragment: turn / 2 % 2 == 0 };
                let (query, fragment) = (QUERIES[turn / 4 % 3], FRAGMENTS[turn / 12 % 3]);
                let target = Sections { path: target, query: query.to_vec(), fragment, ..base.sections() };
                pairs.push((base, target));
            }
        }
    }
    // All of it, where the path stays.
    for (query, fragment) in [(false, false), (false, true), (true, false), (true, true)] {
        let base = Base { standing: Start::Host, path: &["a", "b"], query, fragment };
        for query in QUERIES {
            for fragment in FRAGMENTS {
                pairs.push((base, Sections { query: query.to_vec(), fragment, ..base.sections() }));
            }
        }
    }
    // Another authority, or another scheme.
    for standing in STANDINGS {
        for path in [&["a"][..], &["a", "b"]] {
            let base = Base { standing, path, query: true, fragment: true };
            for other in STANDINGS {
                let target = Sections { standing: other, host: "n", ..base.sections() };
                pairs.push((base, Sections { path: vec!["a", "x"], query: vec![], ..target.clone() }));
                pairs.push((base, Sections { path: vec![], fragment: None, ..target.clone() }));
                pairs.push((base, target));
            }
            pairs.push((base, Sections { scheme: text("s"), ..base.sections() }));
        }
    }
    pairs.retain(|(base, target)| base.valid() && target.valid());
    pairs
}

/// Paths as they lie around a base's: the same, shorter, longer, beside it, elsewhere.
fn paths(base: &[&'static str]) -> Vec<Vec<&'static str>> {
    let mut paths: Vec<Vec<&str>> = (0..=base.len()).rev().map(|length| base[..length].to_vec()).collect();
    for shared in paths.clone() {
        for behind in [&["x"][..], &["x", "y"], &[""]] {
            paths.push([&shared, behind].concat());
        }
    }
    paths.push([&["x"], base].concat());
    paths
}

fn vectors((base, target): &Pair) -> Vec<Sketch> {
    let same = base.sections() == *target;
    let of = |profiles: Vec<Profile>, suffix: &str| {
        let profile = profiles[0];
        let reference = reference(base, target, profile);
        let keeps_all = same && (base.query || base.fragment);
        Sketch {
            id: format!("relativize-{}-to-{}{suffix}", base.id(), id(base, target)),
            title: format!("From {} to {}", base.title(), target.item().edn()),
            profiles,
            requirements: vec!["href13-5-relativize", "href27-5-relativize"],
            features: features(base, target),
            op: "relativize",
            arguments: vec![
                ("base", Argument::Cri(base.item(profile))),
                ("target", Argument::Cri(target.interchange(profile))),
            ],
            expect: only(Outcome::Cri(reference)),
            rulings: if keeps_all { vec!["R7"] } else { Vec::new() },
            note: "Followed by the steps of 5.3 it leads from the base to the target.".to_owned(),
            ..Sketch::default()
        }
    };
    let written = BOTH
        .map(|profile| (base.item(profile), target.interchange(profile), reference(base, target, profile)));
    if written[0] == written[1] {
        return vec![of(BOTH.into(), "")];
    }
    let asks_the_same = written[0].0 == written[1].0 && written[0].1 == written[1].1;
    let [of_13, of_27] = if asks_the_same { ["-by-discard-zero", "-by-empty-array"] } else { REVISIONS };
    vec![of(vec![Profile::Href13], of_13), of(vec![Profile::Href27], of_27)]
}

/// One of the shortest references that lead from the base to the target.
fn reference(base: &Base, target: &Sections, profile: Profile) -> Item {
    let from = base.sections();
    let query = || if target.query.is_empty() { NULL } else { texts(&target.query) };
    let fragment = || target.fragment.map_or(NULL, text);
    let path = || if target.path.is_empty() { NULL } else { texts(&target.path) };
    let sections = if target.scheme != from.scheme {
        return target.item();
    } else if (target.standing, target.host) != (from.standing, from.host) {
        // No reference takes an authority away, or makes a rooted path rootless and leaves the scheme out, but
        // `[null, true, …]`.
        match (target.standing, from.standing) {
            (Start::Host, _) => vec![NULL, texts(&[target.host]), path(), query(), fragment()],
            (Start::Rootless, Start::Rootless) | (Start::Rooted, Start::Rooted) => {
                return reference(base, &Sections { host: from.host, ..target.clone() }, profile);
            }
            (Start::Rootless, _) => vec![NULL, TRUE, path(), query(), fragment()],
            (Start::Rooted, Start::Rootless) => vec![TRUE, path(), query(), fragment()],
            (Start::Rooted, _) => return target.item(),
        }
    } else if target.path == from.path {
        match (target.query == from.query, target.fragment) {
            (true, Some(other)) if from.fragment != Some(other) => {
                vec![Item::Int(0), NULL, NULL, text(other)]
            }
            // R1: a default at the end is removed since.
            (true, same) if from.fragment == same && profile == Profile::Href27 => vec![],
            (true, same) if from.fragment == same => vec![Item::Int(0)],
            (_, None) if target.query.is_empty() => {
                return Item::Array(vec![Item::Int(0), Item::Array(vec![])]);
            }
            _ => vec![Item::Int(0), NULL, texts(&target.query), fragment()],
        }
    } else {
        let shared = from.path.iter().zip(&target.path).take_while(|(one, other)| one == other).count();
        let rootless = from.standing == Start::Rootless;
        let (discard, rest) = match (shared, from.path.len() - shared) {
            (0, _) if !rootless => (TRUE, &target.path[..]),
            (_, discard) => (Item::Int(discard as i64), &target.path[shared..]),
        };
        vec![discard, if rest.is_empty() { NULL } else { texts(rest) }, query(), fragment()]
    };
    let end = sections.iter().rposition(|section| *section != NULL).map_or(0, |last| last + 1);
    Item::Array(sections[..end].to_vec())
}

fn features(base: &Base, target: &Sections) -> Vec<&'static str> {
    let mut features = Vec::new();
    if base.standing != Start::Host || target.standing != Start::Host {
        features.push("no-authority");
    }
    if base.standing != Start::Host || target.scheme == text("s") {
        features.push("scheme-name");
    }
    features
}

/// A target in an id: what is not as the base has it, or a base would, is another.
fn id(base: &Base, target: &Sections) -> String {
    let from = base.sections();
    let mut words = Vec::new();
    words.extend((target.scheme != from.scheme).then(|| "other-scheme".to_owned()));
    if target.standing != from.standing {
        words.push(target.standing.name().to_owned());
    } else if target.standing == Start::Host && target.host != from.host {
        words.push("other-host".to_owned());
    }
    words.push(segments(&target.path, "no-path"));
    words.extend(
        target.query.iter().map(|&query| if query == "q" { "query" } else { "other-query" }.to_owned()),
    );
    let fragment = |fragment| if fragment == "f" { "fragment" } else { "other-fragment" }.to_owned();
    words.extend(target.fragment.map(fragment));
    words.join("-")
}
