use crate::feature::Feature;
use crate::operation::OperationName;
use crate::outcome::{Item, Outcome, Value};
use crate::profile::Profile;
use crate::protocol::{Answer, DescriptionError};

fn read(asked: OperationName, line: impl AsRef<[u8]>) -> Result<Outcome, String> {
    Answer::parse(line.as_ref()).and_then(|answer| answer.outcome(asked)).map_err(|breach| breach.to_string())
}

#[track_caller]
fn breach(asked: OperationName, line: impl AsRef<[u8]>, part: &str) {
    let message = read(asked, line).expect_err("a breach");
    assert!(message.contains(part), "`{part}` is missing in: {message}");
    assert!(message.chars().count() < 1000, "{message}");
}

#[test]
fn values_by_operation() {
    use OperationName::*;
    let ok = |asked, ok: &str| match read(asked, format!("{{\"id\":1,\"ok\":{ok}}}")) {
        Ok(Outcome::Value(value)) => value,
        other => panic!("{other:?}"),
    };
    let Value::Decoded(decoded) = ok(Decode, r#"{"full":true,"cri":"8120"}"#) else { panic!() };
    assert!(decoded.full && decoded.cri == [0x81, 0x20]);
    assert_eq!(ok(CriToUri, r#"{"uri":"coap://h"}"#), Value::Uri { uri: "coap://h".to_owned() });
    assert_eq!(ok(CriToIri, r#"{"iri":"\u00e9"}"#), Value::Iri { iri: "é".to_owned() });
    for asked in [UriToCri, IriToCri, Resolve] {
        assert_eq!(ok(asked, r#"{"cri":""}"#), Value::Cri { cri: vec![] });
    }
    assert_eq!(ok(Relativize, r#"{"reference":"80"}"#), Value::Reference { reference: vec![0x80] });
    assert_eq!(ok(Equivalent, r#"{"equivalent":false}"#), Value::Equivalent { equivalent: false });
    assert_eq!(
        ok(Scan, r#"{"items":["processable","unprocessable"]}"#),
        Value::Items { items: vec![Item::Processable, Item::Unprocessable] }
    );
    assert_eq!(ok(WellFormed, r#"{"well-formed":true}"#), Value::WellFormed { well_formed: true });
    assert_eq!(ok(Absolute, r#"{"absolute":true}"#), Value::Absolute { absolute: true });
    assert_eq!(ok(Relative, r#"{"relative":false}"#), Value::Relative { relative: false });
    assert_eq!(ok(IriToUri, r#"{"uri":"a"}"#), Value::Uri { uri: "a".to_owned() });
    assert_eq!(
        ok(IriPreprocess, r#"{"references":["a",""]}"#),
        Value::References { references: vec!["a".to_owned(), String::new()] }
    );
    let parsed =
        r#"{"scheme":"s","userinfo":null,"host":"","port":null,"path":"/","query":null,"fragment":"f"}"#;
    let Value::Components(parsed) = ok(IriParse, parsed) else { panic!() };
    assert_eq!(
        parsed.named().map(|(_, text)| text),
        [Some("s"), None, Some(""), None, Some("/"), None, Some("f")]
    );
    assert_eq!(read(Decode, r#" {"id":1,"reject":"no"} "#), Ok(Outcome::Reject("no".to_owned())));
    assert_eq!(read(Decode, r#"{"id":1,"unsupported":""}"#), Ok(Outcome::Unsupported(String::new())));
}

#[test]
fn breaches_say_what_was_expected_and_what_came() {
    use OperationName::*;
    breach(Resolve, r#"{"id":1,"ok":{"uri":"a"}}"#, "answered `uri` where `resolve` answers `cri`");
    breach(Resolve, r#"{"id":1,"ok":{}}"#, "answered nothing where");
    breach(Resolve, r#"{"id":1,"ok":{"cri":"","x":1}}"#, "answered `cri`, `x` where");
    breach(Decode, r#"{"id":1,"ok":{"cri":""}}"#, "`decode` answers `full`, `cri`");
    breach(Decode, r#"{"id":1,"ok":{"cri":"","full":1}}"#, "true or false as `full`, found the number 1");
    breach(Resolve, r#"{"id":1,"ok":{"cri":"8A"}}"#, "lower-case hex as `cri`, found the text `8A`");
    breach(Resolve, r#"{"id":1,"ok":{"cri":"8"}}"#, "lower-case hex");
    breach(Scan, r#"{"id":1,"ok":{"items":["maybe"]}}"#, "found the text `maybe`");
    breach(IriPreprocess, r#"{"id":1,"ok":{"references":"a"}}"#, "a list of texts as `references`");
    breach(IriPreprocess, r#"{"id":1,"ok":{"references":[1]}}"#, "found the number 1");
    breach(IriParse, r#"{"id":1,"ok":{"path":""}}"#, "answers `scheme`, `userinfo`, `host`");
    breach(WellFormed, r#"{"id":1,"ok":{"well-formed":null}}"#, "true or false as `well-formed`");
    breach(Resolve, r#"{"id":1,"ok":null}"#, "an object as `ok`, found null");
    breach(Resolve, r#"{"id":1,"reject":null}"#, "as `reject`, found null");
    breach(Resolve, r#"{"id":1}"#, "found nothing");
    breach(Resolve, r#"{"id":1,"reject":"","unsupported":""}"#, "found `reject`, `unsupported`");
    breach(Resolve, r#"{"id":1,"reject":"","why":""}"#, "found `why`");
    breach(Resolve, "", "expected a line of JSON");
    breach(Resolve, "hello", "found `hello`");
    breach(Resolve, "[1]", "expected an object, found an array");
    breach(Resolve, b"{\"id\":1,\"reject\":\"\xff\"}", "expected UTF-8");
    for id in ["1.0", "-1", "\"1\"", "null", "1e3", "18446744073709551616", "[1]"] {
        breach(Resolve, format!("{{\"id\":{id},\"reject\":\"\"}}"), "whole number as `id`");
    }
    breach(Resolve, r#"{"reject":""}"#, "as `id`, found none");
    breach(Resolve, r#"{"id":1,"id":1,"reject":""}"#, "`id` stands twice");
    breach(Resolve, r#"{"id":1,"ok":{"cri":"","cri":""}}"#, "`cri` stands twice");
    breach(CriToUri, r#"{"id":1,"ok":{"uri":"\ud800"}}"#, "expected a line of JSON");
    breach(CriToUri, r#"{"id":1,"reject":"a"}{"id":2,"reject":"a"}"#, "trailing characters");
}

#[test]
fn hostile_lines_are_breaches_and_nothing_worse() {
    use OperationName::*;
    breach(Decode, "[".repeat(1 << 20), "expected a line of JSON");
    breach(Decode, format!("{{\"id\":1,\"ok\":{}", "{\"a\":".repeat(1 << 18)), "expected a line of JSON");
    breach(Decode, vec![0xff; 1 << 20], "expected UTF-8");
    breach(Decode, format!("{{\"id\":1,\"{}\":1}}", "x".repeat(1 << 20)), "xxx…");
    breach(Decode, "\u{0}".repeat(5000), "\\u{0}");
}

#[test]
fn descriptions() {
    let read =
        |ok: &str| Answer::parse(format!("{{\"id\":0,\"ok\":{ok}}}").as_bytes()).unwrap().description();
    let described = read(
        r#"{"name":"n","version":"1","language":"C","protocol":1,"profiles":["href-13","href-99"],
            "features":["extended-cri","magic"],"operations":["resolve","dance"],"mood":"good"}"#,
    )
    .unwrap();
    assert_eq!(described.description.profiles, [Profile::Href13].into());
    assert_eq!(described.description.features, [Feature::TextOrPet].into());
    assert_eq!(described.description.operations, [OperationName::Resolve].into());
    assert_eq!(described.unknown.profiles, ["href-99"]);
    assert_eq!(described.unknown.features, ["magic"]);
    assert_eq!(described.unknown.operations, ["dance"]);
    assert_eq!(described.unknown.members, ["mood"]);
    let own = read(
        r#"{"name":"n","protocol":1,"profiles":["href-13","href-03","href-99"],
            "operations":{"href-13":["decode","dance"],"href-03":["resolve","dance"],"href-99":["dance"]}}"#,
    )
    .unwrap();
    let offered = |profile, operation| own.description.offers(profile, operation);
    assert!(
        offered(Profile::Href13, OperationName::Decode) && offered(Profile::Href03, OperationName::Resolve)
    );
    assert!(
        !offered(Profile::Href13, OperationName::Resolve) && !offered(Profile::Href03, OperationName::Decode)
    );
    assert_eq!(own.unknown.profiles, ["href-99"], "once, though it stands there twice");
    assert_eq!(own.unknown.operations, ["dance"]);
    let least = read(r#"{"name":"n","protocol":1,"profiles":[],"operations":[]}"#).unwrap();
    assert!(least.unknown.is_empty() && least.description.language.is_empty());

    assert_eq!(read(r#"{"protocol":2}"#), Err(DescriptionError::Version { found: 2 }));
    for (ok, part) in [
        ("{}", "answered nothing where `describe` answers `protocol`"),
        (r#"{"protocol":"1"}"#, "the number of a version"),
        (r#"{"protocol":1}"#, "`name`"),
        (r#"{"protocol":1,"name":"n","profiles":"href-13","operations":[]}"#, "an array of names"),
        (r#"{"protocol":1,"name":"n","profiles":[1],"operations":[]}"#, "found the number 1"),
        (r#"{"protocol":1,"name":"n","profiles":[],"operations":"decode"}"#, "or an object of such arrays"),
        (r#"{"protocol":1,"name":"n","profiles":[],"operations":{"href-13":"decode"}}"#, "an array of names"),
    ] {
        let message = read(ok).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    let refused = Answer::parse(br#"{"id":0,"unsupported":"describe"}"#).unwrap().description();
    assert!(refused.unwrap_err().to_string().contains("found a refusal: describe"));
}
