//! URIs and IRIs: how many are some, and that every shape and every class of characters comes up.

use std::collections::BTreeMap;

use arbitrary::Unstructured;
use fluent_uri::{IriRef, UriRef};

use crate::generate::{iri_reference, seeded, uri, uri_pair, uri_reference};
use crate::rfc3986::Components;

const INPUTS: u64 = 50_000;

fn made<T>(seed: u64, make: impl Fn(&mut Unstructured<'_>) -> arbitrary::Result<T>) -> T {
    make(&mut Unstructured::new(&seeded(seed, 128))).unwrap()
}

#[test]
fn the_plainest() {
    assert_eq!(uri(&mut Unstructured::new(&[])).unwrap(), "a://h/a");
    assert_eq!(uri_reference(&mut Unstructured::new(&[])).unwrap(), "a");
}

#[test]
fn most_are_what_they_are_meant_to_be() {
    let (mut uris, mut references, mut iris) = (0, 0, 0);
    for seed in 0..INPUTS {
        let (base, reference) = made(seed, uri_pair);
        uris += u64::from(fluent_uri::Uri::parse(base.as_str()).is_ok());
        references += u64::from(UriRef::parse(reference.as_str()).is_ok());
        iris += u64::from(IriRef::parse(made(seed, iri_reference).as_str()).is_ok());
    }
    println!("of {INPUTS}: {uris} URIs, {references} references, {iris} IRI references");
    for (what, count) in [("URIs", uris), ("references", references), ("IRI references", iris)] {
        let share = count * 100 / INPUTS;
        assert!((80..=99).contains(&share), "{share} in 100 are {what}");
    }
}

/// What there is to see in a URI reference.
fn shapes(text: &str) -> Vec<&'static str> {
    let parts = Components::parse(text);
    let mut shapes = Vec::new();
    let mut see = |name: &'static str, seen: bool| shapes.extend(seen.then_some(name));
    let authority = parts.authority.clone().unwrap_or_default();
    let has_authority = parts.authority.is_some();
    let segments: Vec<&str> = parts.path.trim_start_matches('/').split('/').collect();
    let first = segments.first().copied().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    see("scheme", parts.scheme.is_some());
    see("scheme in upper case", text.starts_with("COAP:"));
    see("network path", has_authority && parts.scheme.is_none());
    see("no authority, rooted", parts.scheme.is_some() && !has_authority && parts.path.starts_with('/'));
    see(
        "no authority, rootless",
        parts.scheme.is_some() && !has_authority && !parts.path.is_empty() && !parts.path.starts_with('/'),
    );
    see("no authority, no path", parts.scheme.is_some() && !has_authority && parts.path.is_empty());
    see("no path behind an authority", has_authority && parts.path.is_empty());
    see("empty reference", text.is_empty());
    see("query alone", text.starts_with('?'));
    see("fragment alone", text.starts_with('#'));
    see("empty query", parts.query.as_deref() == Some(""));
    see("empty fragment", parts.fragment.as_deref() == Some(""));
    see("parameters", parts.query.as_deref().is_some_and(|query| query.contains('&')));
    see("userinfo", authority.contains('@'));
    see("userinfo with colon", authority.split_once('@').is_some_and(|(user, _)| user.contains(':')));
    see("empty host", has_authority && host.split(':').next() == Some(""));
    see("IPv4", host.starts_with("192.0.2.1"));
    see("IPv6", host.starts_with('[') && !host.starts_with("[v"));
    see("future address", host.starts_with("[v"));
    see("zone", host.contains("%25"));
    see("trailing dot", host.ends_with('.'));
    see("port", host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok()));
    see("empty port", host.ends_with(':'));
    see("port too large", host.ends_with(":65536"));
    see("empty segment", segments.len() > 1 && segments[..segments.len() - 1].contains(&""));
    see("trailing slash", parts.path.len() > 1 && parts.path.ends_with('/'));
    see("two slashes", text.contains("//") && parts.path.contains("//"));
    see("dot-segment within", segments.len() > 1 && segments[1..segments.len() - 1].contains(&".."));
    see("dot-segment first", first == "..");
    see("dot-segment last", segments.last() == Some(&".."));
    see("single dot", segments.contains(&"."));
    see("percent-encoded dots", segments.iter().any(|segment| segment.eq_ignore_ascii_case("%2e")));
    see("colon in the first segment", parts.scheme.is_none() && !has_authority && first.contains(':'));
    see("percent-encoded slash", parts.path.contains("%2F"));
    see("percent-encoded, lower case", text.contains("%c3"));
    see("percent-encoded, no UTF-8", text.contains("%FF"));
    see("percent-encoded unreserved", parts.path.contains("%41"));
    see("deep", segments.len() > 100);
    see("127 steps or more", parts.path.matches("../").count() >= 127);
    shapes
}

#[test]
fn every_shape_is_reached() {
    let names = [
        "scheme",
        "scheme in upper case",
        "network path",
        "no authority, rooted",
        "no authority, rootless",
        "no authority, no path",
        "no path behind an authority",
        "empty reference",
        "query alone",
        "fragment alone",
        "empty query",
        "empty fragment",
        "parameters",
        "userinfo",
        "userinfo with colon",
        "empty host",
        "IPv4",
        "IPv6",
        "future address",
        "zone",
        "trailing dot",
        "port",
        "empty port",
        "port too large",
        "empty segment",
        "trailing slash",
        "two slashes",
        "dot-segment within",
        "dot-segment first",
        "dot-segment last",
        "single dot",
        "percent-encoded dots",
        "colon in the first segment",
        "percent-encoded slash",
        "percent-encoded, lower case",
        "percent-encoded, no UTF-8",
        "percent-encoded unreserved",
        "deep",
        "127 steps or more",
    ];
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..INPUTS {
        let (base, reference) = made(seed, uri_pair);
        for shape in shapes(&base).into_iter().chain(shapes(&reference)) {
            *counts.entry(shape).or_default() += 1;
        }
    }
    println!("{counts:#?}");
    for name in names {
        let count = counts.get(name).copied().unwrap_or_default();
        assert!(count * 2000 >= INPUTS, "{name}: {count} of {INPUTS}");
    }
    assert_eq!(counts.len(), names.len(), "a shape is not in the list");
}
