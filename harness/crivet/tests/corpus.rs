//! Broken corpora: each error is found, at its line and column, and reading stays bounded.

use std::fs;
use std::path::Path;

use crivet::corpus::{Corpus, CorpusErrors, ErrorKind, Level, Release, Tombstone};
use crivet::operation::{Operation, Spaces, Transport};
use crivet::outcome::{Decoded, Value};
use crivet::profile::Profile;
use crivet::vector::{Budget, Expected, Location, Strength};

const GOOD: &str = r#"
- id: resolve-query-unsets-fragment
  title: A query in the reference drops the base's fragment
  profiles: [href-13, href-27]
  requirements: [href13-5.3-5]
  op: resolve
  base: '[-2, ["foo", 4711], ["pa", "th"], ["query"], "frag"]'
  reference: '[0, null, ["a"]]'
  expect: '[-2, ["foo", 4711], ["pa", "th"], ["a"]]'
"#;

fn parse(text: &str) -> Result<Corpus, CorpusErrors> {
    Corpus::parse("t.yaml", text)
}

/// Every error as `line:column kind`, one a line.
#[track_caller]
fn errors(text: &str, expected: &[&str]) {
    let found: Vec<String> = match parse(text) {
        Ok(_) => Vec::new(),
        Err(CorpusErrors(errors)) => errors
            .iter()
            .map(|e| {
                format!(
                    "{}:{} {} {}",
                    e.location.line,
                    e.location.column,
                    e.id.as_deref().unwrap_or("-"),
                    e.kind
                )
            })
            .collect(),
    };
    assert_eq!(found, expected, "in {text}");
}

/// The names of the profiles, as messages list them.
fn profiles() -> String {
    Profile::ALL.map(Profile::name).join(", ")
}

#[test]
fn the_documented_example_reads_as_written() {
    let corpus = parse(GOOD).unwrap();
    let [vector] = corpus.vectors.as_slice() else { panic!("{corpus:?}") };
    assert_eq!(vector.id, "resolve-query-unsets-fragment");
    assert_eq!(vector.profiles, [Profile::Href13, Profile::Href27]);
    assert_eq!(vector.strength, Strength::Must);
    assert_eq!((vector.source.line, vector.source.column), (2, 3));
    let Operation::Resolve { reference, .. } = &vector.operation else { panic!() };
    assert_eq!(hex::encode(reference), "8300f6816161");
}

/// One vector that decodes, with lines put in place of `expect`.
fn decode(lines: &str) -> String {
    format!("- id: v\n  title: t\n  profiles: [href-13]\n  op: decode\n  cri: '[-1, [\"h\"]]'\n{lines}\n")
}

#[test]
fn outcomes_are_written_in_several_ways() {
    let outcomes = |lines: &str| -> Vec<Expected> {
        parse(&decode(lines)).unwrap().vectors[0].expect.iter().map(|a| a.outcome.clone()).collect()
    };
    let full =
        |cri: &str| Expected::Value(Value::Decoded(Decoded { full: true, cri: hex::decode(cri).unwrap() }));
    assert_eq!(outcomes("  expect: reject"), [Expected::Reject]);
    assert_eq!(outcomes("  expect: '[-1, [\"h\"]]'"), [full("82208161 68".replace(' ', "").as_str())]);
    assert_eq!(outcomes("  expect: hex:8220816168"), [full("8220816168")]);
    assert_eq!(outcomes("  expect: {hex: 8220816168}"), [full("8220816168")]);
    assert_eq!(outcomes("  expect: {full: true, cri: '[-1, [\"h\"]]'}"), [full("8220816168")]);
    assert_eq!(
        outcomes("  expect: [reject, {outcome: '[-1, [\"h\"]]', reading: lenient}]\n  strength: disputed"),
        [Expected::Reject, full("8220816168")]
    );
}

#[test]
fn every_error_of_a_file_is_told_with_its_place() {
    errors(
        r"
- id: Bad_Id
  title: t
  profiles: [href-13]
  op: decode
  cri: '[0'
  expect: reject
- id: b
  titel: t
  profiles: [href-14]
  requirements: [nope-1]
  ruling: R999
  features: [teleport]
  op: decode
  cri: [0]
  expect: accept
- id: b
  title: t
  profiles: [href-13]
  op: guess
",
        &[
            "2:7 - `Bad_Id` is no id: expected lower-case letters and digits in words joined by single hyphens",
            "6:8 - no CBOR diagnostic notation at line 1, column 3 of the text: expected \",\" or \"]\", found the end",
            "8:3 b `title` is missing",
            &format!("10:14 b unknown profile `href-14`; the profiles are {}", profiles()),
            "11:18 b unknown requirement `nope-1`",
            "12:11 b unknown ruling `R999`",
            "13:14 b unknown feature `teleport`; the features are no-authority, scheme-name, text-or-pet, userinfo, zone-id",
            "15:8 b expected diagnostic notation in quotes, or `hex:` and digits, found a list (quote it if diagnostic notation is meant)",
            "16:11 b no CBOR diagnostic notation at line 1, column 7 of the text: expected \"'\", found the end",
            "9:3 b unknown key `titel`; did you mean `title`?",
            "17:3 b the id was used before, at t.yaml:8:3",
            "20:7 b unknown operation `guess`; the operations are decode, cri-to-uri, uri-to-cri, resolve, relativize, equivalent, cri-to-iri, iri-to-cri, scan, cri-to-coap, coap-to-cri, uri-to-coap, coap-to-uri, well-formed, absolute, relative, iri-preprocess, iri-parse, iri-to-uri",
        ],
    );
}

#[test]
fn expectations_that_can_never_hold_are_errors() {
    errors(
        &decode("  expect: {full: false, cri: '[-1, [\"h\"]]'}"),
        &[
            "6:11 v an expectation that can never hold: `full` is false, but the CRI expected starts with a scheme",
        ],
    );
    // What cannot hold is looked for in what is otherwise sound.
    errors(
        &decode("  expect: {full: false, cri: '[-1, [\"h\"]]'}\n  ruling: R999"),
        &["7:11 v unknown ruling `R999`"],
    );
    errors(
        &decode("  expect: reject\n  strength: disputed"),
        &["6:11 v strength `disputed` wants at least two accepted outcomes, the preferred one first"],
    );
    errors(
        &decode("  expect: [reject, reject]\n  strength: disputed"),
        &["6:11 v an expectation that can never hold: an accepted outcome stands in the list twice"],
    );
    errors(
        &decode("  expect: []"),
        &[
            "6:11 v expected at least one accepted outcome, found a list (quote it if diagnostic notation is meant)",
        ],
    );
    // Each is held against itself, not against those before it.
    errors(
        &decode("  expect: ['[-1, [\"h\"]]', '[-1, [\"h\"], [1]]']\n  strength: disputed\n  ruling: R1"),
        &[
            "6:11 v an expectation that can never hold: as an answer for href-13 it would fail: the vector cannot be judged by: expected CRI: path: expected a text, or an array in place of one, found an unsigned integer",
        ],
    );
    errors(&decode("  expect: rejekt"), &["6:11 v unknown outcome `rejekt`; did you mean `reject`?"]);
    errors(&decode("  expect: Reject"), &["6:11 v unknown outcome `Reject`; did you mean `reject`?"]);
    errors(
        "- id: v\n  title: t\n  profiles: [href-13]\n  op: cri-to-uri\n  cri: '[0]'\n  expect: 'a b'\n",
        &["6:11 v an expectation that can never hold: no URI holds the character ' '"],
    );
    errors(
        "- id: v\n  title: t\n  profiles: [href-13]\n  op: resolve\n  base: '[-1, [\"h\"]]'\n  reference: '[0]'\n  expect: '[0]'\n",
        &[
            "7:11 v an expectation that can never hold: resolving gives a full CRI, which starts with a scheme",
        ],
    );
}

#[test]
fn a_scheme_in_front_is_found_behind_every_head() {
    for head in ["82", "9802", "990002", "9a00000002", "9b0000000000000002"] {
        let full = |full: bool| {
            parse(&decode(&format!("  expect: {{full: {full}, cri: 'hex: {head} 20 81 61 68'}}")))
        };
        assert!(full(true).is_ok(), "{head}");
        let CorpusErrors(errors) = full(false).unwrap_err();
        assert!(errors[0].to_string().contains("the CRI expected starts with a scheme"), "{}", errors[0]);
    }
}

#[test]
fn items_of_a_sequence_are_counted() {
    let scan =
        "- {id: v, title: t, profiles: [href-13], op: scan, sequence: '[[0], 1]', expect: [processable]}\n";
    errors(scan, &["1:82 v an expectation that can never hold: the sequence holds 2 items, not 1"]);
}

#[test]
fn options_and_destinations_have_their_members() {
    let composed = |options: &str, destination: &str| {
        let asked = format!("options: {options}, destination: {destination}");
        parse(&format!(
            "- {{id: v, title: t, profiles: [rfc7252], op: coap-to-uri, secure: false, {asked}, expect: 'coap://h'}}\n"
        ))
    };
    let (one, place) = ("{number: 3, text: h}", "{address: 192.0.2.1, port: 5683}");
    assert!(composed(&format!("[{one}]"), place).is_ok());
    assert!(composed("[{number: 3, text: h, value: 68}]", place).is_err());
    assert!(composed(&format!("[{one}]"), "{address: 192.0.2.1, port: 5683, zone: a}").is_err());
    assert!(composed(&format!("[{}]", [one; 10_000].join(", ")), place).is_ok());
    assert!(composed(&format!("[{}]", [one; 10_001].join(", ")), place).is_err());
}

#[test]
fn numbers_have_to_fit() {
    let resolve = |relation: &str| {
        format!(
            "- {{id: v, title: t, profiles: [href-02], op: resolve, base: '[]', reference: '[]', relation: {relation}, expect: reject}}\n"
        )
    };
    assert!(parse(&resolve("-5")).is_ok());
    errors(
        &resolve("18446744073709551615"),
        &[
            "1:94 v expected a whole number, found the number 18446744073709551615 (quote it if a text is meant)",
        ],
    );
}

#[test]
fn a_feature_is_one_of_the_profiles() {
    let with = |feature: &str| decode(&format!("  expect: reject\n  features: [{feature}]"));
    assert!(parse(&with("userinfo")).is_ok());
    errors(&with("zone-id"), &["7:14 v none of the vector's profiles has the feature `zone-id`"]);
    // One of them is enough.
    assert!(parse(&with("zone-id").replace("[href-13]", "[href-13, href-27]")).is_ok());
}

#[test]
fn a_budget_has_one_member_or_both() {
    let with = |budget: &str| parse(&decode(&format!("  expect: reject\n  budget: {budget}")));
    for (budget, memory, seconds) in [
        ("{memory: 1}", Some(1), None),
        ("{seconds: 1}", None, Some(1)),
        ("{seconds: 2, memory: 256}", Some(256), Some(2)),
    ] {
        let corpus = with(budget).unwrap();
        assert_eq!(corpus.vectors[0].budget, Some(Budget { memory, seconds }), "{budget}");
    }
    for wrong in [
        "{}",
        "1",
        "{memory: 0}",
        "{seconds: 0}",
        "{memory: -1}",
        "{memory: 1.5}",
        "{memory: 1, seconds: 0}",
        "{memory: 1, cpu: 1}",
        "{memory: 1, seconds: 1, cpu: 1}",
    ] {
        let CorpusErrors(errors) = with(wrong).unwrap_err();
        assert!(errors[0].to_string().starts_with("t.yaml:7:11: v: expected a budget:"), "{}", errors[0]);
    }
}

#[test]
fn a_slip_in_an_argument_is_recognized() {
    for (operation, slip, meant) in [
        ("resolve", "refrence", "reference"),
        ("relativize", "targett", "target"),
        ("equivalent", "ignore_fragment", "ignore-fragment"),
        ("scan", "sequnce", "sequence"),
        ("cri-to-coap", "to_proxy", "to-proxy"),
        ("coap-to-cri", "option", "options"),
        ("uri-to-coap", "destinaton", "destination"),
        ("coap-to-uri", "secured", "secure"),
        ("iri-preprocess", "space", "spaces"),
        ("iri-to-uri", "irl", "iri"),
        ("uri-to-cri", "urj", "uri"),
        ("decode", "crl", "cri"),
    ] {
        let text = format!(
            "- {{id: v, title: t, profiles: [href-13], op: {operation}, expect: reject, {slip}: x}}\n"
        );
        let CorpusErrors(errors) = parse(&text).unwrap_err();
        let told: Vec<String> = errors.iter().map(|error| error.kind.to_string()).collect();
        assert!(told.contains(&format!("unknown key `{slip}`; did you mean `{meant}`?")), "{told:?}");
    }
}

#[test]
fn spaces_are_encoded_or_removed() {
    let with = |spaces: &str| {
        parse(&format!(
            "- {{id: v, title: t, profiles: [iri-guidelines-01], op: iri-preprocess, text: a, {spaces}expect: reject}}\n"
        ))
    };
    for (written, read) in
        [("", Spaces::Encode), ("spaces: encode, ", Spaces::Encode), ("spaces: remove, ", Spaces::Remove)]
    {
        let corpus = with(written).unwrap();
        assert!(
            matches!(corpus.vectors[0].operation, Operation::IriPreprocess { spaces, .. } if spaces == read),
            "{written}"
        );
    }
    let CorpusErrors(errors) = with("spaces: keep, ").unwrap_err();
    assert_eq!(errors[0].kind.to_string(), "expected encode or remove, found the text \"keep\"");
}

#[test]
fn a_transport_is_there_or_not() {
    let with = |transport: &str| {
        parse(&format!(
            "- {{id: v, title: t, profiles: [rfc8323], op: coap-to-uri, {transport}options: [], \
             destination: {{address: 192.0.2.1, port: 80}}, expect: reject}}\n"
        ))
    };
    for (written, read) in
        [("", None), ("transport: tcp, ", Some(Transport::Tcp)), ("transport: ws, ", Some(Transport::Ws))]
    {
        let corpus = with(written).unwrap();
        assert!(
            matches!(corpus.vectors[0].operation, Operation::CoapToUri { transport, .. } if transport == read),
            "{written}"
        );
    }
    let CorpusErrors(errors) = with("transport: udp, ").unwrap_err();
    assert_eq!(errors[0].kind.to_string(), "expected tcp or ws, found the text \"udp\"");
}

#[test]
fn bytes_are_diagnostic_notation_or_hexadecimal() {
    let of = |cri: &str| {
        let text = decode("  expect: reject").replace("'[-1, [\"h\"]]'", cri);
        parse(&text).map(|corpus| match &corpus.vectors[0].operation {
            Operation::Decode { cri } => hex::encode(cri),
            other => panic!("{other:?}"),
        })
    };
    assert_eq!(of("'[0]'"), Ok("8100".to_owned()));
    assert_eq!(of("hex:8100"), Ok("8100".to_owned()));
    assert_eq!(of("{hex: 8100}"), Ok("8100".to_owned()));
    for wrong in ["{cri: 8100}", "{cri: '8100'}", "{hex: 8100, more: 1}", "{}", "{hex: [8100]}"] {
        let CorpusErrors(errors) = of(wrong).unwrap_err();
        let told = "expected diagnostic notation, or `hex: …`, found a mapping";
        assert_eq!(errors[0].kind.to_string(), told, "{wrong}");
    }
}

#[test]
fn a_value_may_be_written_by_its_name() {
    let asked = |operation: &str, expect: &str| {
        let text = format!("- {{id: v, title: t, profiles: [href-13], op: {operation}, expect: {expect}}}\n");
        parse(&text).map(|corpus| corpus.vectors[0].expect[0].outcome.clone())
    };
    let (uri, cri) = ("cri-to-uri, cri: '[-1, [\"h\"]]'", "uri-to-cri, uri: 'coap://h'");
    let [written, read] = [("coap://h", uri), ("hex:8220816168", cri)].map(|(value, operation)| {
        let member = if operation == uri { "uri" } else { "cri" };
        (asked(operation, value).unwrap(), asked(operation, &format!("{{{member}: '{value}'}}")).unwrap())
    });
    assert_eq!((written.0, read.0), (written.1, read.1.clone()));
    assert_eq!(asked(cri, "{hex: 8220816168}"), Ok(read.1));
    let decode = "decode, cri: '[-1, [\"h\"]]'";
    assert_eq!(asked(decode, "{cri: '[-1, [\"h\"]]'}"), asked(decode, "'[-1, [\"h\"]]'"));
    for (operation, wrong, told) in [
        (
            uri,
            "{cri: 'coap://h'}",
            "a value, `reject`, or a mapping with the one member `uri`, found a mapping",
        ),
        (uri, "{uri: 'coap://h', cri: ''}", "a value, `reject`, or a mapping with the one member `uri`"),
        (
            "scan, sequence: '[[0], 1]'",
            "{items: [processable, perhaps]}",
            "a list of `processable` and `unprocessable`, found a list",
        ),
    ] {
        let CorpusErrors(errors) = asked(operation, wrong).unwrap_err();
        assert!(errors[0].kind.to_string().starts_with(&format!("expected {told}")), "{}", errors[0]);
    }
}

#[test]
fn a_profile_is_named_once() {
    let twice = decode("  expect: reject").replace("[href-13]", "[href-13, href-27, href-13]");
    errors(&twice, &["3:32 v the profile `href-13` is named twice"]);
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

#[test]
fn short_keys_are_like_none() {
    let CorpusErrors(errors) = parse(&decode("  expect: reject\n  oq: 1")).unwrap_err();
    assert!(errors[0].to_string().contains("expected one of"), "{}", errors[0]);
}

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
fn a_draft_is_read_checked_and_kept_apart() {
    let corpus = parse(&decode("  draft: true")).unwrap();
    let [draft] = corpus.drafts.as_slice() else { panic!("{corpus:?}") };
    assert_eq!((draft.id.as_str(), draft.profiles.as_slice()), ("v", &[Profile::Href13][..]));
    assert!(matches!(&draft.operation, Operation::Decode { cri } if hex::encode(cri) == "8220816168"));
    assert!(corpus.vectors.is_empty());
    let told = draft.unreleasable().to_string();
    assert!(told.starts_with("t.yaml:1:3: v: a draft;"), "{told}");
    // With a verdict it stays one until somebody takes the mark out; what is written must be sound all the same.
    let corpus = parse(&decode("  draft: true\n  expect: reject")).unwrap();
    assert_eq!((corpus.vectors.len(), corpus.drafts.len()), (0, 1));
    errors(
        &decode("  draft: true\n  expect: rejekt"),
        &["7:11 v unknown outcome `rejekt`; did you mean `reject`?"],
    );
    errors(
        &decode("  draft: false\n  expect: reject"),
        &["6:10 v expected true, or no `draft` at all, found `false`"],
    );
    errors(&decode(""), &["1:3 v `expect` is missing"]);
    // Its id is taken.
    errors(
        &format!("{}{}", decode("  draft: true"), decode("  expect: reject")),
        &["7:3 v the id was used before, at t.yaml:1:3"],
    );
}

#[test]
fn a_tombstone_keeps_an_id_taken() {
    let grave = "- id: old\n  superseded-by: resolve-query-unsets-fragment\n";
    let corpus = parse(&format!("{GOOD}{grave}")).unwrap();
    assert_eq!(corpus.tombstones[0].superseded_by, ["resolve-query-unsets-fragment"]);
    errors(grave, &["1:3 old superseded by `resolve-query-unsets-fragment`, which no vector has as id"]);
}

/// The kinds of the errors that reading a folder gives.
fn read(folder: &Path) -> Vec<ErrorKind> {
    match Corpus::read(&[folder.to_owned()]) {
        Ok(_) => Vec::new(),
        Err(CorpusErrors(errors)) => errors.into_iter().map(|error| error.kind).collect(),
    }
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

#[test]
fn the_embedded_corpus_is_sound() {
    let corpus = Corpus::embedded().unwrap();
    for vector in &corpus.vectors {
        assert!(!vector.requirements.is_empty(), "{}: {} names no requirement", vector.source, vector.id);
        // A recommendation may stand in the text; what is disputed, a ruling has to say.
        assert!(
            vector.strength != Strength::Disputed || !vector.rulings.is_empty(),
            "{}: {} is disputed and names no ruling",
            vector.source,
            vector.id
        );
    }
}

#[test]
fn an_operation_has_its_profiles_and_its_arguments() {
    let asked = |arguments: &str, expect: &str| {
        format!(
            "- {{id: v, title: t, profiles: [href-02, href-13], requirements: [], {arguments}, expect: {expect}}}\n"
        )
    };
    errors(&asked("op: decode", "reject"), &["1:3 v `cri` is missing"]);
    errors(&asked("op: resolve, base: '[]'", "reject"), &["1:3 v `reference` is missing"]);
    errors(&asked("op: uri-to-cri", "reject"), &["1:3 v `uri` is missing"]);
    errors(&asked("op: resolve, base: '[]', reference: '[]'", "reject"), &[]);
    // One of the two profiles has the operation, the other has not.
    errors(&asked("op: well-formed, cri: '[]'", "true"), &["1:3 v `href-13` has no operation `well-formed`"]);
}

#[test]
fn the_compiled_corpus_is_what_the_files_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = Corpus::read(&[root.join("vectors")]).unwrap();
    let compiled = Corpus::embedded().unwrap();
    let place = |location: &Location| Location {
        file: root.join(&location.file).display().to_string(),
        ..location.clone()
    };
    assert_eq!(files.vectors.len(), compiled.vectors.len());
    for (file, mut vector) in files.vectors.into_iter().zip(compiled.vectors) {
        vector.source = place(&vector.source);
        assert_eq!(file, vector);
    }
    assert_eq!(files.requirements.len(), compiled.requirements.len());
    for (file, mut requirement) in files.requirements.into_values().zip(compiled.requirements.into_values()) {
        requirement.source = place(&requirement.source);
        assert_eq!(file, requirement);
    }
    assert_eq!(files.rulings.len(), compiled.rulings.len());
    for (file, mut ruling) in files.rulings.into_values().zip(compiled.rulings.into_values()) {
        ruling.source = place(&ruling.source);
        assert_eq!(file, ruling);
    }
    let releases = compiled.releases.into_iter().map(|one| Release { source: place(&one.source), ..one });
    assert_eq!(files.releases, releases.collect::<Vec<_>>());
    let tombstones =
        compiled.tombstones.into_iter().map(|one| Tombstone { source: place(&one.source), ..one });
    assert_eq!(files.tombstones, tombstones.collect::<Vec<_>>());
    assert!(files.drafts.is_empty(), "a draft is not compiled");
}

#[test]
fn a_wanted_vector_is_found_without_the_others() {
    let id = "resolve-query-unsets-fragment";
    let one = Corpus::embedded_where(|wanted, _| wanted == id).unwrap();
    let all = Corpus::embedded().unwrap();
    assert_eq!(
        one.vectors.iter().collect::<Vec<_>>(),
        all.vectors.iter().filter(|vector| vector.id == id).collect::<Vec<_>>()
    );
    assert_eq!(one.vectors.len(), 1);
    assert_eq!((one.requirements, one.rulings), (all.requirements, all.rulings));
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
