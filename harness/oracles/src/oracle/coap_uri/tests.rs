//! The right-hand sides, and the known differences, on examples.

use super::*;
use crate::demand::Reason;
use crate::demand::coap_uri::{Place, compose, decompose, normal_form};
use crate::generate::coap::by_uri::Way;
use crate::generate::coap::{URI_HOST, URI_QUERY};

fn place(port: u16) -> Place {
    Place::of(&("192.0.2.1".to_owned(), port))
}

fn option(number: u16, value: &[u8]) -> CoapOption {
    CoapOption { number, value: value.to_vec() }
}

#[track_caller]
fn check_normal(uri: &str, expected: &str, known: bool) {
    assert_eq!(normal_form(uri), Some((expected.to_owned(), known)), "{uri}");
}

#[test]
fn normal_forms() {
    for uri in [
        "coap://example.com:5683/~sensors/temp.xml",
        "coap://EXAMPLE.com/%7Esensors/temp.xml",
        "coap://EXAMPLE.com:/%7esensors/temp.xml",
        "COAP://example.com:05683/a/../~sensors/./temp.xml",
    ] {
        check_normal(uri, "coap://example.com/~sensors/temp.xml", false);
    }
    check_normal("coap://h", "coap://h/", false);
    check_normal("coaps://h:5683?", "coaps://h:5683/?", false);
    check_normal("coap://[2001:DB8:0::1]:5684/a%2fb?%26", "coap://[2001:db8::1]:5684/a%2Fb?%26", false);
    check_normal("coap://h/a%3Bb?c%3Dd", "coap://h/a;b?c=d", true);
    check_normal("coap://%C3%89", "coap://%C3%89/", false);
    assert_eq!(normal_form("coap://h/a b"), None);
}

#[test]
fn decomposing() {
    let taken = |uri: &str| decompose(uri, &place(5683), Profile::Rfc7252);
    assert_eq!(taken("coap://192.0.2.1"), Demanded::Accept(vec![]));
    assert_eq!(
        taken("coaps://H/a//%2541?&b"),
        Demanded::Accept(vec![
            option(URI_HOST, b"h"),
            option(URI_PORT, b"\x16\x34"),
            option(URI_PATH, b"a"),
            option(URI_PATH, b""),
            option(URI_PATH, b"%41"),
            option(URI_QUERY, b""),
            option(URI_QUERY, b"b"),
        ])
    );
    for refused in ["/a", "http://h/", "coap:a", "coap:///a", "coap://h/#", "coap://h:65536/", "coap://h/ "] {
        assert_eq!(taken(refused), Demanded::Reject(Reason::NoCoapUri), "{refused}");
    }
    for disputed in
        ["coap://u@h/", "coap://%45/", "coap://h/%2e", "coap://h/%FF", "coap://h:0/", "coap://a%2F/"]
    {
        assert!(matches!(taken(disputed), Demanded::Open(_)), "{disputed}");
    }
}

#[test]
fn composing() {
    let put = |options: &[CoapOption]| compose(Way::Coap, options, &place(61616));
    assert_eq!(put(&[]), Demanded::Accept("coap://192.0.2.1:61616/".to_owned()));
    assert_eq!(
        put(&[
            option(URI_HOST, "\u{e9}".as_bytes()),
            option(URI_PORT, b"\x16\x33"),
            option(URI_PATH, b"/:"),
            option(URI_QUERY, b"a&/"),
            option(URI_QUERY, b""),
        ]),
        Demanded::Accept("coap://%C3%A9/%2F:?a%26/&".to_owned())
    );
    for refused in [&b""[..], b"a b", b"h:1", b"::1", b"[::1", b"[::g]", b"a%zz", b"[a]/["] {
        assert_eq!(
            put(&[option(URI_HOST, refused)]),
            Demanded::Reject(Reason::NoUriOfOptions),
            "{refused:?}"
        );
    }
    assert_eq!(put(&[option(URI_HOST, b"[v1.a]")]), Demanded::Accept("coap://[v1.a]:61616/".to_owned()));
    assert!(matches!(put(&[option(URI_HOST, b"H")]), Demanded::Open(_)));
    assert!(matches!(put(&[option(URI_PATH, b"..")]), Demanded::Open(_)));
}

#[test]
fn known_differences_stand() {
    let (escaped, plain) = ESCAPED_DELIMITER.witness;
    assert_eq!(
        decompose(escaped, &place(5683), Profile::Rfc7252),
        decompose(plain, &place(5683), Profile::Rfc7252)
    );
    assert!(normal_form(escaped).is_some_and(|(_, known)| known));
    assert!(normal_form(plain).is_some_and(|(_, known)| !known));

    let alone = [option(URI_HOST, b"h"), option(URI_PATH, b"")];
    assert_eq!(compose(Way::Coap, &alone, &place(5683)), compose(Way::Coap, &alone[..1], &place(5683)));
    assert_eq!(reduced(&alone, &place(5683)), (vec![option(URI_HOST, b"h")], true));

    let (by_cri, by_uri) = NO_LONE_SLASH.witness;
    assert_eq!(without_slash(by_uri), by_cri);
    assert_eq!(without_slash("coap://h/?a/b"), "coap://h?a/b");
}

#[test]
fn each_document_has_its_schemes() {
    let taken = |uri: &str, profile| decompose(uri, &place(5683), profile);
    let port = |port: u16| vec![option(URI_HOST, b"h"), option(URI_PORT, &port.to_be_bytes())];
    for (way, expected) in [
        (Way::CoapTcp, vec![option(URI_HOST, b"h")]),
        (Way::CoapsTcp, port(5684)),
        (Way::CoapWs, vec![option(URI_HOST, b"h"), option(URI_PORT, b"\x50")]),
        (Way::CoapsWs, port(443)),
    ] {
        let uri = format!("{}://h", way.scheme());
        assert_eq!(taken(&uri, Profile::Rfc8323), Demanded::Accept(expected), "{uri}");
        assert_eq!(taken(&uri, Profile::Rfc7252), Demanded::Open(Reason::OtherTransport), "{uri}");
        let composed = compose(way, &[option(URI_HOST, b"h")], &place(way.default_port()));
        assert_eq!(composed, Demanded::Accept(format!("{uri}/")));
    }
    assert_eq!(taken("coap://h", Profile::Rfc8323), Demanded::Open(Reason::OtherTransport));
    assert_eq!(taken("coap+udp://h", Profile::Rfc8323), Demanded::Reject(Reason::NoCoapUri));
    assert_eq!(taken("coap+tcp:///a", Profile::Rfc8323), Demanded::Reject(Reason::NoCoapUri));
    assert_eq!(taken("coap+ws:///a", Profile::Rfc8323), Demanded::Open(Reason::EmptyWebSocketHost));
}

#[test]
fn a_handshake_may_tell_the_host() {
    for (uri, may) in [
        ("coap+tcp://h", false),
        ("coaps+tcp://h", true),
        ("coaps+tcp://192.0.2.2", false),
        ("coap+ws://192.0.2.2", true),
        ("coaps+ws://[::1]", true),
        ("coaps://h", false),
    ] {
        assert_eq!(may_leave_out_host(uri), may, "{uri}");
    }
}
