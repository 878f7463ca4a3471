//! Request CRIs to CoAP options and back (-27, anchors `decompose-coap`, `compose-coap`, `coap-options`).

use cbor_edn::StandaloneItem;
use crivet_reference::coap::{CoapOption, Destination, Variant, coap_to_cri, cri_to_coap};
use crivet_reference::{Cri, CriReference, Error, Feature, Features, Options, Revision, decode, encode};

use CoapOption::{ProxyCri, ProxyScheme, ProxySchemeNumber, ProxyUri, UriHost, UriPath, UriPort, UriQuery};

/// Bytes from diagnostic notation.
#[track_caller]
fn cbor(notation: &str) -> Vec<u8> {
    StandaloneItem::parse(notation).expect(notation).to_cbor().expect(notation)
}

#[track_caller]
fn reference(notation: &str) -> CriReference {
    decode::decode(&cbor(notation), &Options::of(Revision::Href27)).expect(notation)
}

/// 192.0.2.1, port 5683
fn ipv4() -> Destination {
    Destination::from_text("192.0.2.1", 5683).expect("an address")
}

/// fe80::1%eth0, port 5684
fn link_local() -> Destination {
    Destination::from_text("fe80::1%eth0", 5684).expect("an address")
}

fn host(name: &str) -> CoapOption {
    UriHost(name.to_owned())
}

fn path(segment: &str) -> CoapOption {
    UriPath(segment.to_owned())
}

fn query(parameter: &str) -> CoapOption {
    UriQuery(parameter.to_owned())
}

mod decomposing {
    use super::*;

    #[track_caller]
    fn check(notation: &str, destination: &Destination, variant: Variant, options: &[CoapOption]) {
        let request = cri_to_coap(&reference(notation), destination).expect(notation);
        assert_eq!((request.variant, request.options.as_slice()), (variant, options), "{notation}");
    }

    #[track_caller]
    fn check_fails(notation: &str) {
        assert!(cri_to_coap(&reference(notation), &ipv4()).is_err(), "{notation}");
    }

    #[test]
    fn steps() {
        let coap = |notation, options: &[CoapOption]| check(notation, &ipv4(), Variant::Coap, options);
        coap(r#"[-1, ["example", "com"]]"#, &[host("example.com")]);
        coap(r#"[-1, ["h"], [""]]"#, &[host("h")]);
        coap(r#"[-1, ["h"], ["", ""]]"#, &[host("h"), path(""), path("")]);
        coap(r#"[-1, ["h"], ["a/b", "c"]]"#, &[host("h"), path("a/b"), path("c")]);
        coap(r#"[-1, ["h"], [], ["a&b", ""]]"#, &[host("h"), query("a&b"), query("")]);
        coap(r#"[-1, [h'c0000201']]"#, &[]);
        coap(r#"[-1, [h'c0000201', 5683]]"#, &[]);
        coap(r#"[-1, [h'c0000201', 61616]]"#, &[UriPort(61616)]);
        coap(r#"[-1, [h'c0000202']]"#, &[host("192.0.2.2")]);
        coap(r#"[-1, [h'20010db8000000000000000000000001']]"#, &[host("[2001:db8::1]")]);
        check(r#"[-2, [h'c0000201']]"#, &ipv4(), Variant::Coaps, &[UriPort(5684)]);
        check(r#"[-25, ["h"]]"#, &ipv4(), Variant::CoapWs, &[host("h"), UriPort(80)]);
    }

    #[test]
    fn zones() {
        let coaps =
            |notation, options: &[CoapOption]| check(notation, &link_local(), Variant::Coaps, options);
        coaps(r#"[-2, [h'fe800000000000000000000000000001', "eth0"]]"#, &[]);
        coaps(r#"[-2, [h'fe800000000000000000000000000001', "eth1"]]"#, &[host("[fe80::1]")]);
        coaps(r#"[-2, [h'fe800000000000000000000000000001']]"#, &[host("[fe80::1]")]);
    }

    #[test]
    fn failures() {
        check_fails("[]");
        check_fails(r#"[null, ["h"]]"#);
        check_fails(r#"["coap", ["h"]]"#);
        check_fails(r#"[-3, ["h"]]"#);
        check_fails(r#"[-1, ["h"], [], [], ""]"#);
        check_fails(r#"[-1]"#);
        check_fails(r#"[-1, true, ["a"]]"#);
        check_fails(r#"[-1, []]"#);
        check_fails(r#"[-1, [""]]"#);
        check_fails(r#"[-1, [false, "u", "h"]]"#);
        check_fails(r#"[-1, [["h", h'ff']]]"#);
        check_fails(r#"[-1, ["h"], [["a", ':']]]"#);
        check_fails(r#"[-1, ["h"], [], [["a", '=']]]"#);
    }

    #[test]
    fn lengths() {
        for (length, fits) in [(255, true), (256, false)] {
            let text = "a".repeat(length);
            for notation in [
                format!(r#"[-1, ["{text}"]]"#),
                format!(r#"[-1, ["h"], ["{text}"]]"#),
                format!(r#"[-1, ["h"], [], ["{text}"]]"#),
            ] {
                assert_eq!(cri_to_coap(&reference(&notation), &ipv4()).is_ok(), fits, "{length}");
            }
        }
    }
}

mod composing {
    use super::*;

    fn compose(variant: Variant, request: &[CoapOption], destination: &Destination) -> Result<Cri, Error> {
        coap_to_cri(variant, request, destination, Features::ALL)
    }

    #[track_caller]
    fn check(request: &[CoapOption], notation: &str) {
        let cri = compose(Variant::Coap, request, &ipv4()).expect(notation);
        assert_eq!(encode::encode(&cri.into(), &Options::of(Revision::Href27)), cbor(notation), "{notation}");
    }

    #[track_caller]
    fn check_fails(request: &[CoapOption]) {
        assert!(compose(Variant::Coap, request, &ipv4()).is_err(), "{request:?}");
    }

    #[test]
    fn steps() {
        check(&[], r#"[-1, [h'c0000201']]"#);
        check(&[UriPort(5683)], r#"[-1, [h'c0000201']]"#);
        check(&[UriPort(0)], r#"[-1, [h'c0000201', 0]]"#);
        check(&[host("example.com")], r#"[-1, ["example", "com"]]"#);
        check(&[host("EXAMPLE.com")], r#"[-1, ["example", "com"]]"#);
        check(&[host("\u{e9}")], "[-1, [\"\u{e9}\"]]");
        check(&[host("192.0.2.9")], r#"[-1, [h'c0000209']]"#);
        check(&[host("[2001:db8::1]")], r#"[-1, [h'20010db8000000000000000000000001']]"#);
        check(&[path(""), path("a/b")], r#"[-1, [h'c0000201'], ["", "a/b"]]"#);
        check(&[query("a"), path("p"), query("")], r#"[-1, [h'c0000201'], ["p"], ["a", ""]]"#);
        check(&[CoapOption::Other { number: 17, value: vec![50] }], r#"[-1, [h'c0000201']]"#);
        let cri = compose(Variant::CoapsWs, &[], &ipv4()).unwrap();
        assert_eq!(cri.to_string(), r#"[-26, [h'c0000201', 5683]]"#);
    }

    #[test]
    fn zones() {
        let check = |request: &[CoapOption], notation: &str| {
            let cri = compose(Variant::Coaps, request, &link_local()).unwrap();
            assert_eq!(cri.to_string(), notation);
        };
        check(&[], r#"[-2, [h'fe800000000000000000000000000001', "eth0"]]"#);
        check(&[host("[fe80::2]")], r#"[-2, [h'fe800000000000000000000000000002', "eth0"]]"#);
        check(&[host("[2001:db8::2]")], r#"[-2, [h'20010db8000000000000000000000002']]"#);
        let features = Features { zone_id: false, ..Features::ALL };
        let error = coap_to_cri(Variant::Coaps, &[], &link_local(), features).unwrap_err();
        assert_eq!(error.kind, Feature::ZoneId.into());
    }

    #[test]
    fn failures() {
        for name in ["", "2001:db8::1", "[v1.a]", "[192.0.2.1]", "[fe80::1%eth0]", "a b", "a%", "a/b", "u@h"]
        {
            check_fails(&[host(name)]);
        }
        check_fails(&[host("\u{c9}")]);
        check_fails(&[host("a"), host("b")]);
        check_fails(&[UriPort(1), UriPort(1)]);
        check_fails(&[path(".")]);
        check_fails(&[path("a"), path("..")]);
        check_fails(&[path("e\u{301}")]);
        check_fails(&[path(&"a".repeat(256))]);
    }

    #[test]
    fn proxies() {
        check(&[ProxySchemeNumber(2), host("h"), UriPort(80)], r#"[-3, ["h", 80]]"#);
        check(&[ProxySchemeNumber(2), host("h")], r#"[-3, ["h"]]"#);
        check(&[ProxySchemeNumber(0)], r#"[-1, [h'c0000201']]"#);
        check(&[ProxyScheme("HTTP".into()), host("h"), UriPort(80)], r#"[-3, ["h", 80]]"#);
        check(&[ProxyScheme("foo".into()), host("h")], r#"["foo", ["h"]]"#);
        check_fails(&[ProxyScheme("http".into()), ProxySchemeNumber(2)]);
        check_fails(&[ProxyScheme("1".into())]);
        check_fails(&[ProxySchemeNumber(1 << 24)]);
        let cri = r#"[-4, ["h"], ["a"]]"#;
        check(&[ProxyCri(cbor(cri))], cri);
        check(&[ProxyCri(cbor(cri)), host("other"), ProxyUri("coap://third".into())], cri);
        check(&[ProxyUri("https://h/a".into()), host("other")], cri);
        check_fails(&[ProxyCri(cbor("[]"))]);
        check_fails(&[ProxyCri(vec![])]);
        check_fails(&[ProxyUri("a".into())]);
        check_fails(&[ProxyCri(cbor(cri)), ProxyCri(cbor(cri))]);
        check_fails(&[ProxyCri(cbor(cri)), ProxyScheme("a".into()), ProxySchemeNumber(0)]);
    }
}

#[test]
fn there_and_back() {
    for uri in [
        "coap://example.com/a/b?c&d=e",
        "coaps://h:1/",
        "coap+tcp://[2001:db8::1]//a",
        "coaps+ws://192.0.2.1?",
        "coap://192.0.2.2:5684/%C3%A9",
    ] {
        let cri = Cri::from_uri(uri).unwrap();
        for destination in [ipv4(), link_local()] {
            let request = cri_to_coap(&cri.clone().into(), &destination).unwrap();
            let again = coap_to_cri(request.variant, &request.options, &destination, Features::ALL).unwrap();
            let lone_slash = uri.ends_with("/") && cri.path.len() == 1;
            let expected = if lone_slash { Cri { path: vec![], ..cri.clone() } } else { cri.clone() };
            assert_eq!(again, expected, "{uri}");
        }
    }
}
