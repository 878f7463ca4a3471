//! Every row of the tables of scheme numbers: whoever copies a table by hand slips in some row.
//!
//! The rows are those of `vectors/schemes/`, which were taken from the drafts' own tables.

use crivet::profile::Profile;

use super::cbor::{Item, array};
use super::sketch::{Argument, BOTH, Outcome, Sketch, only};

pub(super) fn sketches() -> Vec<Sketch> {
    // A row of both tables is asked once.
    let mut all: Vec<((i64, String), Vec<Profile>)> = Vec::new();
    for profile in BOTH {
        for row in rows(profile) {
            match all.iter_mut().find(|(known, _)| *known == row) {
                Some((_, profiles)) => profiles.push(profile),
                None => all.push((row, vec![profile])),
            }
        }
    }
    all.into_iter().map(|((id, name), profiles)| sketch(profiles, id, &name)).collect()
}

/// The scheme-ids and names of a table.
fn rows(profile: Profile) -> Vec<(i64, String)> {
    let table = crivet_vectors::scheme_table(profile.name()).unwrap_or_default();
    table
        .lines()
        .filter_map(|line| line.split_once(','))
        .filter_map(|(id, name)| Some((id.parse().ok()?, name.to_owned())))
        .collect()
}

fn sketch(profiles: Vec<Profile>, id: i64, name: &str) -> Sketch {
    Sketch {
        id: format!("cri-to-uri-scheme-id-{}-{}", -id, name.replace(['+', '.'], "-")),
        title: format!("Scheme-id {id} is {name}"),
        profiles,
        requirements: vec![
            "href13-10-table",
            "href13-6.1-scheme-id",
            "href27-b-table",
            "href27-6.1-scheme-id",
        ],
        op: "cri-to-uri",
        arguments: vec![("cri", Argument::Cri(array([Item::Int(id), array([Item::Text("h".to_owned())])])))],
        expect: only(Outcome::Text(format!("{name}://h"))),
        rulings: if id <= -1001 { vec!["R162"] } else { Vec::new() },
        note: "A row of the draft's table of scheme numbers.".to_owned(),
        ..Sketch::default()
    }
}
