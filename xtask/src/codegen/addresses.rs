//! IP addresses as text. IPv4: every octet there is, at one place. IPv6: RFC 5952, section 4, out, and every form of
//! RFC 3986's `IPv6address` in.

use std::net::Ipv4Addr;

use super::cbor::{Item, array};
use super::sketch::{Argument, BOTH, Outcome, Sketch, only};

type Groups = [u16; 8];

fn cri(groups: Groups) -> Item {
    array([
        Item::Int(-1),
        array([Item::Bytes(groups.iter().flat_map(|group| group.to_be_bytes()).collect())]),
    ])
}

/// RFC 5952: the groups in lower-case hexadecimal without leading zeros (4.1, 4.3), the longest run of two or more
/// zero groups, the first of equal ones, as `::` (4.2).
fn recommended(groups: Groups) -> String {
    let run_at = |start: usize| groups[start..].iter().take_while(|&&group| group == 0).count();
    let (mut start, mut longest) = (0, 0);
    for place in 0..8 {
        if run_at(place) > longest {
            (start, longest) = (place, run_at(place));
        }
    }
    if longest < 2 {
        return hexadecimal(&groups);
    }
    format!("{}::{}", hexadecimal(&groups[..start]), hexadecimal(&groups[start + longest..]))
}

fn hexadecimal(groups: &[u16]) -> String {
    groups.iter().map(|group| format!("{group:x}")).collect::<Vec<_>>().join(":")
}

/// The groups that are zero, counted from 1, for an id.
fn zero_groups(groups: Groups) -> String {
    let zeros = (1..).zip(groups).filter(|(_, group)| *group == 0);
    zeros.fold("zero-groups".to_owned(), |words, (place, _)| format!("{words}-{place}"))
}

/// Addresses with one run of zeros of every length at every place, with two runs, and with groups of every width.
fn addresses() -> Vec<(String, Groups)> {
    let full: Groups = [0x2001, 0xdb8, 3, 4, 5, 6, 7, 0xabcd];
    let mut found = Vec::new();
    for length in 1..=8 {
        for start in 0..=8 - length {
            let mut groups = full;
            groups[start..start + length].fill(0);
            found.push((zero_groups(groups), groups));
        }
    }
    for zeros in [
        &[0, 1, 3, 4][..],
        &[0, 1, 6, 7],
        &[1, 2, 5, 6],
        &[0, 1, 3, 4, 5],
        &[0, 1, 2, 4, 5],
        &[1, 2, 4, 5, 6, 7],
        &[0, 2, 4, 6],
        &[1, 3, 5, 7],
        &[0, 2, 3],
        &[0, 1, 3],
        &[0, 1, 3, 4, 6, 7],
        &[2, 4, 5, 7],
    ] {
        let mut groups = full;
        zeros.iter().for_each(|&place| groups[place] = 0);
        found.push((zero_groups(groups), groups));
    }
    let widths: [(&str, Groups); 4] = [
        ("widths-rising", [1, 0x10, 0x100, 0x1000, 0xf, 0xf0, 0xf00, 0xf000]),
        ("widths-falling", [0xffff, 0xfff, 0xff, 0xf, 0xa000, 0xa00, 0xa0, 0xa]),
        ("letters", [0xabcd, 0xef01, 0xfedc, 0xba98, 0xaaaa, 0xbbbb, 0xcccc, 0xdddd]),
        ("inner-zero-digits", [0x1001, 0xa0b0, 0x101, 0xb0, 0x2002, 0xc00c, 0x30, 0x4004]),
    ];
    found.extend(widths.map(|(name, groups)| (name.to_owned(), groups)));
    found
}

const REQUIREMENTS: [&str; 4] =
    ["href13-6.1-host-ip", "href13-5.1-host-ip", "href27-6.1-host-ip", "href27-5.1-host-ip"];

const READ: [&str; 4] =
    ["href13-6-uri-to-cri", "href13-c4-ip-address", "href27-6-uri-to-cri", "href27-c4-ip-address"];

pub(super) fn to_uri() -> Vec<Sketch> {
    let sketch = |(name, groups): (String, Groups)| {
        Sketch {
        id: format!("cri-to-uri-ipv6-{name}"),
        title: format!("The address {}", hexadecimal(&groups)),
        profiles: BOTH.into(),
        requirements: REQUIREMENTS.into(),
        op: "cri-to-uri",
        arguments: vec![("cri", Argument::Cri(cri(groups)))],
        expect: only(Outcome::Text(format!("coap://[{}]", recommended(groups)))),
        rulings: vec!["R30"],
        note: "RFC 5952, section 4: no leading zeros, lower case, the first of the longest runs of two or more zero \
               groups as `::`."
            .to_owned(),
        ..Sketch::default()
    }
    };
    addresses().into_iter().map(sketch).collect()
}

pub(super) fn from_uri() -> Vec<Sketch> {
    let mut sketches = Vec::new();
    // With `::`: every number of groups in front of it and behind it, the last two as hexadecimal or as IPv4.
    for (tail, taken) in [("", 0), ("-and-ipv4", 2)] {
        for front in 0..=7 - taken {
            for behind in 0..=7 - taken - front {
                sketches.push(compressed(front, behind, tail));
            }
        }
    }
    let spelt: [(&str, &str, Groups); 8] = [
        ("leading-zeros", "2001:0db8:0003:0004:0005:0006:0007:0008", [0x2001, 0xdb8, 3, 4, 5, 6, 7, 8]),
        ("zeros-spelt-out", "2001:db8:0:0:0:0:0:1", [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]),
        ("zeros-four-digits", "0000:0000:0000:0000:0000:0000:0000:0001", [0, 0, 0, 0, 0, 0, 0, 1]),
        ("shorter-run-compressed", "2001:0:0:4::8", [0x2001, 0, 0, 4, 0, 0, 0, 8]),
        ("later-run-compressed", "2001:db8:0:0:1::1", [0x2001, 0xdb8, 0, 0, 1, 0, 0, 1]),
        ("run-cut-short", "2001:db8::0:0:1", [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]),
        ("upper-case", "ABCD:EF01::AAAA", [0xabcd, 0xef01, 0, 0, 0, 0, 0, 0xaaaa]),
        ("mixed-case", "aBcD::Ff", [0xabcd, 0, 0, 0, 0, 0, 0, 0xff]),
    ];
    sketches.extend(spelt.map(|(name, address, groups)| read(name, address, Some(groups))));
    let ipv4 = [0x2001, 0xdb8, 3, 4, 5, 6, 0xc000, 0x2ff];
    sketches.push(read("six-groups-ipv4", "2001:db8:3:4:5:6:192.0.2.255", Some(ipv4)));
    let broken = [
        ("nine-groups", "1:2:3:4:5:6:7:8:9"),
        ("seven-groups", "1:2:3:4:5:6:7"),
        ("eight-groups-and-run", "1:2:3:4::5:6:7:8"),
        ("run-first-and-eight-groups", "::1:2:3:4:5:6:7:8"),
        ("run-last-and-eight-groups", "1:2:3:4:5:6:7:8::"),
        ("two-runs", "1::2::3"),
        ("three-colons", "1:::2"),
        ("three-colons-alone", ":::"),
        ("one-colon", ":"),
        ("colon-first", ":1:2:3:4:5:6:7"),
        ("colon-last", "1:2:3:4:5:6:7:"),
        ("five-digits", "12345::"),
        ("five-digits-of-zero", "00000::"),
        ("letter-g", "g::"),
        ("minus", "-1::"),
        ("prefix-length", "2001:db8::/32"),
        ("space", "2001:db8:: 1"),
        ("ipv4-alone", "192.0.2.1"),
        ("ipv4-first", "192.0.2.1::"),
        ("ipv4-middle", "::192.0.2.1:1"),
        ("ipv4-after-seven-groups", "1:2:3:4:5:6:7:192.0.2.1"),
        ("ipv4-after-five-groups", "1:2:3:4:5:192.0.2.1"),
        ("ipv4-three-parts", "::192.0.2"),
        ("ipv4-five-parts", "::192.0.2.1.1"),
        ("ipv4-256", "::192.0.2.256"),
        ("ipv4-leading-zero", "::192.0.2.01"),
        ("ipv4-hexadecimal", "::0xc0.0.2.1"),
        ("ipv4-empty-part", "::192..2.1"),
    ];
    sketches.extend(broken.map(|(name, address)| read(name, address, None)));
    sketches
}

fn compressed(front: usize, behind: usize, tail: &str) -> Sketch {
    let mut groups = [0; 8];
    let width = behind + if tail.is_empty() { 0 } else { 2 };
    let value = |place: usize| place as u16 + 0xa1;
    (0..front).chain(8 - width..8).for_each(|place| groups[place] = value(place));
    let mut last: Vec<String> =
        groups[8 - width..][..behind].iter().map(|group| format!("{group:x}")).collect();
    if !tail.is_empty() {
        let [.., high, low] = groups;
        last.push(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)).to_string());
    }
    let address = format!("{}::{}", hexadecimal(&groups[..front]), last.join(":"));
    read(&format!("run-between-{front}-and-{behind}{tail}"), &address, Some(groups))
}

/// An IP-literal read; none where there is no such address.
fn read(name: &str, address: &str, groups: Option<Groups>) -> Sketch {
    let (id, expect, note) = match groups {
        Some(groups) => {
            ("uri-to-cri-ipv6-spelt", Outcome::Cri(cri(groups)), "An IPv6address of RFC 3986: its 16 bytes.")
        }
        None => ("uri-to-cri-ipv6-misspelt", Outcome::Reject, "No IPv6address, and no IPvFuture: no URI."),
    };
    Sketch {
        id: format!("{id}-{name}"),
        title: format!("The IP-literal [{address}]"),
        profiles: BOTH.into(),
        requirements: READ.into(),
        op: "uri-to-cri",
        arguments: vec![("uri", Argument::Text(format!("coap://[{address}]")))],
        expect: only(expect),
        note: note.to_owned(),
        ..Sketch::default()
    }
}

/// Addresses of IPv4 that have every octet between them, as the steps of both ways have them: the octets, their text
/// and the CRI.
fn every_octet() -> impl Iterator<Item = ([u8; 4], String, Item)> {
    (0..=u8::MAX).step_by(4).map(|first| {
        let octets = [first, first + 1, first + 2, first + 3];
        let text = octets.map(|octet| octet.to_string()).join(".");
        (octets, text, array([Item::Int(-1), array([Item::Bytes(octets.into())])]))
    })
}

pub(super) fn ipv4_to_uri() -> Vec<Sketch> {
    let sketch = |(octets, text, item)| {
        let argument = ("cri", Argument::Cri(item));
        let outcome = Outcome::Text(format!("coap://{text}"));
        ipv4("cri-to-uri", octets, format!("The address {text}"), REQUIREMENTS, argument, outcome)
    };
    every_octet().map(sketch).collect()
}

pub(super) fn ipv4_from_uri() -> Vec<Sketch> {
    let sketch = |(octets, text, item)| {
        let argument = ("uri", Argument::Text(format!("coap://{text}")));
        ipv4("uri-to-cri", octets, format!("The address {text}, read"), READ, argument, Outcome::Cri(item))
    };
    every_octet().map(sketch).collect()
}

fn ipv4(
    op: &'static str,
    [first, .., last]: [u8; 4],
    title: String,
    requirements: [&'static str; 4],
    argument: (&'static str, Argument),
    outcome: Outcome,
) -> Sketch {
    Sketch {
        id: format!("{op}-ipv4-octets-{first}-to-{last}"),
        title,
        profiles: BOTH.into(),
        requirements: requirements.into(),
        op,
        arguments: vec![argument],
        expect: only(outcome),
        note: "A dec-octet is a number from 0 to 255 without leading zeros (RFC 3986, section 3.2.2)."
            .to_owned(),
        ..Sketch::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recommended_form_is_that_of_rfc_5952() {
        for (groups, form) in [
            ([0x2001, 0xdb8, 0, 0, 0, 0, 2, 1], "2001:db8::2:1"),
            ([0x2001, 0xdb8, 0, 1, 1, 1, 1, 1], "2001:db8:0:1:1:1:1:1"),
            ([0x2001, 0, 0, 1, 0, 0, 0, 1], "2001:0:0:1::1"),
            ([0x2001, 0xdb8, 0, 0, 1, 0, 0, 1], "2001:db8::1:0:0:1"),
            ([0; 8], "::"),
            ([1, 0, 0, 0, 0, 0, 0, 0], "1::"),
        ] {
            assert_eq!(recommended(groups), form);
        }
    }
}
