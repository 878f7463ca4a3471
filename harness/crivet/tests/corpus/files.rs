//! Files that hold no vectors, or too much: reading stays bounded.

use std::fs;
use std::path::Path;

use crivet::corpus::{Corpus, CorpusErrors, ErrorKind};

use super::{GOOD, errors, parse, read};

#[test]
fn what_is_no_vector_file_is_told_as_such() {
    errors("", &["1:1 - expected a list, found nothing"]);
    errors("id: x\n", &["1:1 - expected a list, found a mapping"]);
    errors(
        "- 1\n- [a]\n",
        &[
            "1:3 - expected a vector, found the number 1 (quote it if a text is meant)",
            "2:3 - expected a vector, found a list (quote it if diagnostic notation is meant)",
        ],
    );
    errors("- id: a\n  id: b\n", &["2:3 - the key `id` stands here for the second time"]);
    errors("- &a x\n- *a\n", &["1:3 - vector files have no YAML anchors or aliases"]);
    let CorpusErrors(found) = parse("- id: [\n").unwrap_err();
    assert!(
        matches!(&found[..], [error] if matches!(error.kind, ErrorKind::Yaml(_)) && error.location.line <= 2)
    );
    let CorpusErrors(found) = parse(&"[".repeat(1 << 20)).unwrap_err();
    assert_eq!(found.len(), 1);
    let CorpusErrors(found) = parse(&"- ".repeat(1 << 20)).unwrap_err();
    assert_eq!(found.len(), 1);
}

#[test]
fn yaml_that_vector_files_do_not_need_is_turned_down() {
    errors("- a\n---\n- b\n", &["3:1 - no YAML: a second document in the file"]);
    errors("- !x a\n", &["1:3 - expected a plain value, found a YAML tag"]);
    let CorpusErrors(found) = parse("- id: a\n  title: ]\n").unwrap_err();
    assert!(matches!(found[0].kind, ErrorKind::Yaml(_)), "{}", found[0]);
    assert_eq!((found[0].location.line, found[0].location.column), (2, 10));
    let kind = |text: &str| parse(text).unwrap_err().0.remove(0).kind;
    // A list of lists of lists …, to the last level there may be, and one more.
    let lists = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(matches!(kind(&lists(24)), ErrorKind::Expected { .. }));
    assert_eq!(kind(&lists(25)), ErrorKind::TooDeep(24));
    let values = |levels: usize| "{a: ".repeat(levels) + "b" + &"}".repeat(levels);
    assert!(matches!(kind(&values(23)), ErrorKind::Expected { .. }));
    assert_eq!(kind(&values(24)), ErrorKind::TooDeep(24));
    let keys = |levels: usize| "{".repeat(levels) + "a" + &": b}".repeat(levels);
    assert!(matches!(kind(&keys(23)), ErrorKind::Expected { .. } | ErrorKind::Yaml(_)));
    assert_eq!(kind(&keys(24)), ErrorKind::TooDeep(24));
    assert_eq!(kind(&"- a\n".repeat(500_000)), ErrorKind::TooManyNodes(500_000));
}

#[test]
fn bombs_floods_and_loops_end_in_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(matches!(&read(path)[..], [ErrorKind::NoFiles]));
    assert!(matches!(&read(&path.join("missing"))[..], [ErrorKind::Unreadable(_)]));

    fs::write(path.join("good.yaml"), GOOD).unwrap();
    fs::write(path.join("notes.txt"), "no vectors").unwrap();
    assert_eq!(read(path), []);

    let bomb = (0..30).fold("- &a0 [x, x]\n".to_owned(), |text, level| {
        text + &format!("- &a{} [*a{level}, *a{level}, *a{level}, *a{level}]\n", level + 1)
    });
    fs::write(path.join("bomb.yaml"), bomb).unwrap();
    assert!(matches!(&read(path)[..], [ErrorKind::Alias]));
    fs::remove_file(path.join("bomb.yaml")).unwrap();

    let huge = fs::File::create(path.join("huge.yaml")).unwrap();
    huge.set_len(100 << 20).unwrap();
    assert!(matches!(&read(path)[..], [ErrorKind::TooLarge { .. }]));
    fs::remove_file(path.join("huge.yaml")).unwrap();

    fs::write(path.join("latin.yaml"), b"- id: a\n  title: \xe9\n").unwrap();
    let Err(CorpusErrors(errors)) = Corpus::read(&[path.to_owned()]) else { panic!() };
    assert_eq!((errors[0].location.line, errors[0].location.column), (2, 10));
    assert_eq!(errors[0].kind, ErrorKind::NotUtf8(18));
    fs::remove_file(path.join("latin.yaml")).unwrap();

    fs::create_dir(path.join(".git")).unwrap();
    fs::write(path.join(".git/bad.yaml"), "no list").unwrap();
    assert_eq!(read(path), [], "what is hidden is not looked at");

    #[cfg(unix)]
    {
        let device = read(Path::new("/dev/null"));
        assert!(
            matches!(&device[..], [ErrorKind::Unreadable(why)] if why == "expected a file or a folder"),
            "{device:?}"
        );
        std::os::unix::fs::symlink(path, path.join("loop")).unwrap();
        assert!(matches!(&read(path)[..], [ErrorKind::Unreadable(why)] if why.contains("leads back")));
        fs::remove_file(path.join("loop")).unwrap();
    }
}
