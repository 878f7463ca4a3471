//! Every row of the tables of scheme numbers: whoever copies a table by hand slips in some row.
//!
//! The rows are those of `vectors/schemes/`, which were taken from the drafts' own tables.

use crivet::profile::Profile;

use super::cbor::{Item, array};
use super::sketch::{Argument, Outcome, Sketch, only};

pub(super) fn sketches() -> Vec<Sketch> {
    [Profile::Href13, Profile::Href27].into_iter().flat_map(rows).collect()
}

fn rows(profile: Profile) -> Vec<Sketch> {
    let table = crivet_vectors::scheme_table(profile.name());
    let text = table.map(|file| String::from_utf8_lossy(file.contents).into_owned()).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(','))
        .filter_map(|(id, name)| Some(sketch(profile, id.parse().ok()?, name)))
        .collect()
}

fn sketch(profile: Profile, id: i64, name: &str) -> Sketch {
    let revision = profile.name().trim_start_matches("href-");
    Sketch {
        id: format!("gen-scheme-{revision}-{}-{}", -id, name.replace('+', "-plus-")),
        title: format!("Scheme-id {id} is {name}"),
        profiles: vec![profile],
        requirements: vec![
            "href13-10-table",
            "href13-6.1-scheme-id",
            "href27-b-table",
            "href27-6.1-scheme-id",
        ],
        op: "cri-to-uri",
        arguments: vec![("cri", Argument::Cri(array([Item::Int(id), array([Item::Text("h".to_owned())])])))],
        expect: only(Outcome::Text(format!("{name}://h"))),
        note: "A row of the draft's table of scheme numbers.".to_owned(),
        ..Sketch::default()
    }
}
