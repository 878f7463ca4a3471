//! How the arguments of an operation are written.

use crivet::corpus::CorpusErrors;
use crivet::operation::{Operation, Spaces, Transport};

use super::{decode, errors, parse};

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
