//! Requirements and rulings.

use std::fs;

use crivet::corpus::{Corpus, ErrorKind, Level};
use crivet::profile::Profile;

use super::{GOOD, read};

#[test]
fn requirements_know_where_they_belong() {
    let corpus = Corpus::embedded().unwrap();
    let known = &corpus.requirements["href13-5.3-5"];
    assert_eq!((known.inventory(), known.section()), ("href-13", "5.3"));
    assert_eq!(known.profile(), Some(Profile::Href13));
    assert!(known.concerns(Profile::Href13) && !known.concerns(Profile::Href27));
    let own = |id: &str| {
        let text = format!("- {{id: {id}, anchor: x, level: must, text: t}}\n");
        Corpus::parse_requirements("r.yaml", &text).unwrap()[id].clone()
    };
    assert_eq!(own("href27-1-a").profile(), Some(Profile::Href27));
    assert_eq!((own("a-1").profile(), own("a-1").inventory()), (None, "r"));
    assert!(own("a-1").concerns(Profile::Href13) && own("a-1").concerns(Profile::Href27));
    for level in [Level::Must, Level::Should, Level::May] {
        let text = format!("- {{id: a-1, anchor: x, level: {}, text: t}}\n", level.name());
        assert_eq!(Corpus::parse_requirements("r.yaml", &text).unwrap()["a-1"].level, level);
    }
}

#[test]
fn a_requirement_may_have_fingerprints() {
    let inventory = |fingerprint: &str| {
        let text = format!("- {{id: a-1, anchor: x, level: must, text: t, fingerprint: {fingerprint}}}\n");
        Corpus::parse_requirements("r.yaml", &text)
    };
    let two = inventory("['0123456789ab', 'cdefcdefcdef']").unwrap();
    assert_eq!(two["a-1"].fingerprints, ["0123456789ab", "cdefcdefcdef"]);
    for wrong in ["'0123456789AB'", "'0123456789abc'", "''", "123456789012", "{}"] {
        assert!(inventory(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn rulings_are_numbered() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("good.yaml"),
        GOOD.replace("[href13-5.3-5]", "[href13-5.3-5]\n  ruling: R7"),
    )
    .unwrap();
    for (id, is_one) in [("R7", true), ("R", false), ("R7a", false), ("7", false)] {
        let ruling =
            format!("- {{id: {id}, slug: one, profiles: [href-13, href-27], question: q, ruling: r}}\n");
        let more = if is_one {
            ""
        } else {
            "- {id: R7, slug: other, profiles: [href-13, href-27], question: q, ruling: r}\n"
        };
        fs::write(folder.path().join("rulings.yaml"), format!("{ruling}{more}")).unwrap();
        assert_eq!(read(folder.path()).is_empty(), is_one, "{id}: {:?}", read(folder.path()));
    }
}

#[test]
fn rulings_have_a_slug_each() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.yaml"), GOOD).unwrap();
    let ruling = |id: &str, slug: &str| {
        format!("- {{id: {id}, {slug}profiles: [href-13, href-27], question: q, ruling: r}}\n")
    };
    for (slug, wrong) in [
        ("slug: a-slug, ", None),
        ("slug: the-first, ", Some("the slug `the-first` was used before")),
        ("slug: No_Slug, ", Some("kebab-case")),
        ("", Some("slug")),
    ] {
        let rulings = ruling("R1", "slug: the-first, ") + &ruling("R2", slug);
        fs::write(folder.path().join("rulings.yaml"), rulings).unwrap();
        let errors = read(folder.path());
        assert_eq!(errors.is_empty(), wrong.is_none(), "{slug}: {errors:?}");
        let says = |error: &ErrorKind| error.to_string().contains(wrong.unwrap_or_default());
        assert!(errors.iter().all(says), "{slug}: {errors:?}");
    }
    let corpus = Corpus::embedded().unwrap();
    let known = &corpus.rulings["R7"];
    assert_eq!(known.name(), "R7 empty-reference-keeps-fragment");
    assert_eq!(corpus.ruling("empty-reference-keeps-fragment"), Some(known));
    assert_eq!(corpus.ruling("R7"), Some(known));
}
