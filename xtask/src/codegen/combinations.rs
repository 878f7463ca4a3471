//! Combinations: CRIs in which every two choices for their parts occur together.
//!
//! A fault that no vector notices is mostly one of two parts, each of them asked on its own: a port with user information
//! in front of it, a long path without an authority. So each choice for a part meets each choice for another (pairwise
//! coverage, as by a covering array), with an answer that follows from the parts alone.

use crivet::profile::Profile;

use super::cbor::{FALSE, Item, NULL, TRUE, text, texts};
use super::cover;
use super::resolution::trimmed;
use super::sketch::{Argument, BOTH, Outcome, Sketch, only};

/// What stands in the place of the authority, its user information and port apart.
struct Start {
    word: &'static str,
    authority: Option<(&'static [Host], &'static str)>,
    rootless: bool,
}

/// An item of a host, as a label or as bytes.
enum Host {
    Label(&'static str),
    Bytes(&'static [u8]),
}

use Host::{Bytes, Label};

const STARTS: [Start; 7] = [
    start("one-label", &[Label("h")], "h"),
    start("two-labels", &[Label("a"), Label("b")], "a.b"),
    start(
        "five-labels",
        &[Label("www"), Label("one"), Label("two"), Label("example"), Label("org")],
        "www.one.two.example.org",
    ),
    start("ipv4", &[Bytes(&[192, 0, 2, 1])], "192.0.2.1"),
    start("ipv6", &[Bytes(&[0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])], "[2001:db8::1]"),
    Start { word: "rooted", authority: None, rootless: false },
    Start { word: "rootless", authority: None, rootless: true },
];

/// So many of them have an authority: the first.
const HOSTS: usize = 5;

const fn start(word: &'static str, host: &'static [Host], uri: &'static str) -> Start {
    Start { word, authority: Some((host, uri)), rootless: false }
}

/// A choice for a part that is texts: a word for it, the texts, and what stands in the URI.
type Texts = (&'static str, &'static [&'static str], &'static str);
/// A choice for a part that is one text or nothing.
type One = (&'static str, Option<&'static str>, &'static str);

/// Schemes by number and by name; one without a number is all that a CRI without an authority has here.
const SCHEMES: [(&str, Option<i64>); 4] =
    [("coap", Some(-1)), ("coaps", Some(-2)), ("https", Some(-4)), ("ex", None)];
const NAMED: usize = 3;

const USERINFOS: [One; 4] = [
    ("", None, ""),
    ("userinfo", Some("u"), "u@"),
    ("userinfo-sub-delims", Some("u!$&'"), "u!$&'@"),
    ("userinfo-long", Some("abcdefghijklmnopqrstuvwxyz"), "abcdefghijklmnopqrstuvwxyz@"),
];
/// Ports with heads of one, two and three bytes, none of them a default.
const PORTS: [(&str, Option<i64>); 4] =
    [("", None), ("port-7", Some(7)), ("port-200", Some(200)), ("port-4711", Some(4711))];

const PATHS: [Texts; 10] = [
    ("no-path", &[], ""),
    ("path-empty", &[""], "/"),
    ("path-a", &["a"], "/a"),
    ("path-a-b", &["a", "b"], "/a/b"),
    ("path-a-empty", &["a", ""], "/a/"),
    ("path-empty-b", &["", "b"], "//b"),
    ("path-a-empty-c", &["a", "", "c"], "/a//c"),
    ("path-escaped", &["a/b", "c"], "/a%2Fb/c"),
    ("path-of-five", &["a", "b", "c", "d", "e"], "/a/b/c/d/e"),
    ("path-long", &["abcdefghijklmnopqrstuvwxyz"], "/abcdefghijklmnopqrstuvwxyz"),
];
const EMPTY_PATHS: [usize; 2] = [0, 1];
/// The paths that begin with an empty segment and go on.
const LEADING_EMPTY: [usize; 1] = [5];

const QUERIES: [Texts; 6] = [
    ("", &[], ""),
    ("query-q", &["q"], "?q"),
    ("query-q-r", &["q", "r"], "?q&r"),
    ("query-empty", &[""], "?"),
    ("query-escaped", &["q&r"], "?q%26r"),
    ("query-empty-r", &["", "r"], "?&r"),
];
const FRAGMENTS: [One; 4] = [
    ("", None, ""),
    ("fragment", Some("f"), "#f"),
    ("fragment-empty", Some(""), "#"),
    ("fragment-escaped", Some("f#g"), "#f%23g"),
];

/// The parts of a CRI, each a place in its table.
#[derive(Clone, Copy)]
struct Combination {
    scheme: usize,
    start: usize,
    userinfo: usize,
    port: usize,
    path: usize,
    query: usize,
    fragment: usize,
}

/// How many choices each part has, in the order of [`Combination`].
const FACTORS: [usize; 7] =
    [SCHEMES.len(), STARTS.len(), USERINFOS.len(), PORTS.len(), PATHS.len(), QUERIES.len(), FRAGMENTS.len()];

/// Can the two choices stand in one CRI? Asked with either first.
fn fits(one: (usize, usize), other: (usize, usize)) -> bool {
    let ((0, scheme), (1, start)) = (one, other) else {
        let ((1, start), (factor, choice)) = (one, other) else { return true };
        return match (&STARTS[start], factor) {
            // User information and a port are of an authority.
            (Start { authority: None, .. }, 2 | 3) => choice == 0,
            (Start { authority: None, rootless, .. }, 4) => {
                !(LEADING_EMPTY.contains(&choice) || *rootless && EMPTY_PATHS.contains(&choice))
            }
            _ => true,
        };
    };
    STARTS[start].authority.is_some() || scheme == NAMED
}

/// An authority, or what stands in its place.
#[derive(Clone, Copy)]
pub(super) struct Authority {
    start: usize,
    userinfo: usize,
    port: usize,
}

/// The choices for the parts of an authority that is there.
pub(super) const AUTHORITY: [usize; 3] = [HOSTS, USERINFOS.len(), PORTS.len()];

impl Authority {
    /// By the choices for its parts.
    pub(super) fn new([start, userinfo, port]: [usize; 3]) -> Authority {
        Authority { start, userinfo, port }
    }

    pub(super) fn item(&self) -> Item {
        let start = &STARTS[self.start];
        let Some((host, _)) = start.authority else { return if start.rootless { TRUE } else { NULL } };
        let mut items = Vec::new();
        if let Some(userinfo) = USERINFOS[self.userinfo].1 {
            items.extend([FALSE, text(userinfo)]);
        }
        items.extend(host.iter().map(|host| match host {
            Label(label) => text(*label),
            Bytes(bytes) => Item::Bytes(bytes.to_vec()),
        }));
        items.extend(PORTS[self.port].1.map(Item::Int));
        Item::Array(items)
    }

    /// As it stands in a URI, behind two slashes.
    pub(super) fn uri(&self) -> Option<String> {
        let (_, host) = STARTS[self.start].authority?;
        let port = PORTS[self.port].1.map_or(String::new(), |port| format!(":{port}"));
        Some(format!("{}{host}{port}", USERINFOS[self.userinfo].2))
    }

    pub(super) fn words(&self) -> String {
        joined(&[STARTS[self.start].word, USERINFOS[self.userinfo].0, PORTS[self.port].0])
    }

    pub(super) fn features(&self) -> Option<&'static str> {
        (self.userinfo > 0).then_some("userinfo")
    }
}

fn joined(words: &[&str]) -> String {
    words.iter().copied().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

fn combinations() -> Vec<Combination> {
    let rows = cover::pairs(&FACTORS, fits);
    rows.iter()
        .map(|row| Combination {
            scheme: row[0],
            start: row[1],
            userinfo: row[2],
            port: row[3],
            path: row[4],
            query: row[5],
            fragment: row[6],
        })
        .collect()
}

impl Combination {
    fn scheme(&self) -> Item {
        let (name, number) = SCHEMES[self.scheme];
        number.map_or_else(|| text(name), Item::Int)
    }

    fn authority(&self) -> Authority {
        Authority { start: self.start, userinfo: self.userinfo, port: self.port }
    }

    /// In the interchange form of the profile: they differ in how a query that is not there is written.
    fn cri(&self, profile: Profile) -> Item {
        let query = match QUERIES[self.query].1 {
            [] if profile == Profile::Href13 => NULL,
            query => texts(query),
        };
        let fragment = FRAGMENTS[self.fragment].1.map_or(NULL, text);
        trimmed(vec![self.scheme(), self.authority().item(), texts(PATHS[self.path].1), query, fragment], 1)
    }

    /// 6.1: the parts as they stand, each behind its delimiter.
    fn uri(&self) -> String {
        let start = &STARTS[self.start];
        let path = PATHS[self.path].2;
        let authority = self.authority().uri().map_or(String::new(), |authority| format!("//{authority}"));
        let path = if start.rootless { path.trim_start_matches('/') } else { path };
        let (query, fragment) = (QUERIES[self.query].2, FRAGMENTS[self.fragment].2);
        format!("{}:{authority}{path}{query}{fragment}", SCHEMES[self.scheme].0)
    }

    fn words(&self) -> String {
        joined(&[
            SCHEMES[self.scheme].0,
            &self.authority().words(),
            PATHS[self.path].0,
            QUERIES[self.query].0,
            FRAGMENTS[self.fragment].0,
        ])
    }

    fn title(&self) -> String {
        self.uri()
    }

    fn features(&self) -> Vec<&'static str> {
        let mut features = Vec::new();
        if self.scheme == NAMED {
            features.push("scheme-name");
        }
        if STARTS[self.start].authority.is_none() {
            features.push("no-authority");
        }
        features.extend(self.authority().features());
        features
    }

    /// The requirements on the parts that are there, by these names for each revision.
    fn requirements(&self, of: &Requirements) -> Vec<&'static str> {
        let start = &STARTS[self.start];
        let mut all = vec![match (start.word, start.rootless) {
            ("ipv4" | "ipv6", _) => of.address,
            (_, true) => of.rootless,
            ("rooted", _) => of.rooted,
            _ => of.name,
        }];
        all.push(if self.scheme == NAMED { of.scheme_name } else { of.scheme_id });
        all.extend((self.userinfo > 0).then_some(of.userinfo));
        all.extend((self.port > 0).then_some(of.port));
        all.extend((self.path > 0).then_some(of.path));
        all.extend((self.query > 0).then_some(of.query));
        all.extend((self.fragment > 0).then_some(of.fragment));
        all.concat()
    }
}

/// What a part is asked for: two requirements, one of each revision.
struct Requirements {
    scheme_id: [&'static str; 2],
    scheme_name: [&'static str; 2],
    name: [&'static str; 2],
    address: [&'static str; 2],
    rooted: [&'static str; 2],
    rootless: [&'static str; 2],
    userinfo: [&'static str; 2],
    port: [&'static str; 2],
    path: [&'static str; 2],
    query: [&'static str; 2],
    fragment: [&'static str; 2],
}

const DECODED: Requirements = Requirements {
    scheme_id: ["href13-5.1-scheme-id", "href27-5.1-scheme-id"],
    scheme_name: ["href13-5.1-scheme-name", "href27-5.1-scheme-name"],
    name: ["href13-5.1-host-name", "href27-5.1-host-name"],
    address: ["href13-5.1-host-ip", "href27-5.1-host-ip"],
    rooted: ["href13-c2-rooted", "href27-c2-rooted"],
    rootless: ["href13-c2-rootless", "href27-c2-rootless"],
    userinfo: ["href13-5.1-userinfo", "href27-5.1-userinfo"],
    port: ["href13-5.1-port", "href27-5.1-port"],
    path: ["href13-5.1-path", "href27-5.1-path"],
    query: ["href13-5.1-query", "href27-5.1-query"],
    fragment: ["href13-5.1-fragment", "href27-5.1-fragment"],
};

const CONVERTED: Requirements = Requirements {
    scheme_id: ["href13-6.1-scheme-id", "href27-6.1-scheme-id"],
    scheme_name: ["href13-6.1-scheme-name", "href27-6.1-scheme-name"],
    name: ["href13-6.1-host-name", "href27-6.1-host-name"],
    address: ["href13-6.1-host-ip", "href27-6.1-host-ip"],
    rooted: ["href13-6.1-path-rooted", "href27-6.1-path-rooted"],
    rootless: ["href13-6.1-path-rootless", "href27-6.1-path-rootless"],
    userinfo: ["href13-6.1-userinfo", "href27-6.1-userinfo"],
    port: ["href13-6.1-port", "href27-6.1-port"],
    path: ["href13-6.1-path-grammar", "href27-6.1-path-grammar"],
    query: ["href13-6.1-query", "href27-6.1-query"],
    fragment: ["href13-6.1-fragment", "href27-6.1-fragment"],
};

/// One vector for both profiles, or one for each where they write the CRI differently.
fn both(make: impl Fn(Profile) -> Sketch) -> Vec<Sketch> {
    let [of_13, of_27] = BOTH.map(&make);
    if of_13.arguments == of_27.arguments && of_13.expect == of_27.expect {
        return vec![Sketch { profiles: BOTH.into(), ..of_13 }];
    }
    let only = |sketch: Sketch, profile, ending| Sketch {
        id: format!("{}-{ending}", sketch.id),
        profiles: vec![profile],
        ..sketch
    };
    vec![only(of_13, Profile::Href13, "href-13"), only(of_27, Profile::Href27, "href-27")]
}

pub(super) fn decoded() -> Vec<Sketch> {
    let one = |parts: &Combination| {
        both(|profile| Sketch {
            id: format!("decode-{}", parts.words()),
            title: format!("The CRI of {}", parts.title()),
            requirements: parts.requirements(&DECODED),
            features: parts.features(),
            op: "decode",
            arguments: vec![("cri", Argument::Cri(parts.cri(profile)))],
            expect: only(Outcome::Decoded { full: true, cri: parts.cri(profile) }),
            ..Sketch::default()
        })
    };
    combinations().iter().flat_map(one).collect()
}

pub(super) fn to_uri() -> Vec<Sketch> {
    let one = |parts: &Combination| {
        both(|profile| Sketch {
            id: format!("cri-to-uri-{}", parts.words()),
            title: format!("The CRI of {}", parts.title()),
            requirements: parts.requirements(&CONVERTED),
            features: parts.features(),
            op: "cri-to-uri",
            arguments: vec![("cri", Argument::Cri(parts.cri(profile)))],
            expect: only(Outcome::Text(parts.uri())),
            ..Sketch::default()
        })
    };
    combinations().iter().flat_map(one).collect()
}

/// But for paths that are empty, or hold nothing but an empty segment: the hand-written vectors have the rulings on them.
pub(super) fn from_uri() -> Vec<Sketch> {
    let one = |parts: &Combination| {
        both(|profile| Sketch {
            id: format!("uri-to-cri-{}", parts.words()),
            title: format!("The CRI of {}", parts.title()),
            requirements: ["href13-6-uri-to-cri", "href27-6-uri-to-cri"].into(),
            features: parts.features(),
            op: "uri-to-cri",
            arguments: vec![("uri", Argument::Text(parts.uri()))],
            expect: only(Outcome::Cri(parts.cri(profile))),
            ..Sketch::default()
        })
    };
    combinations().iter().filter(|parts| !EMPTY_PATHS.contains(&parts.path)).flat_map(one).collect()
}

/// A part of the second CRI that is another than that of the first.
const CHANGES: [&str; 8] = ["same", "scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// Two CRIs that differ in one part at most, which has every other part beside it.
pub(super) fn equivalent() -> Vec<Sketch> {
    // Behind the parts: which is another, and whether fragments are left out.
    let factors = [&FACTORS[..], &[CHANGES.len(), 2]].concat();
    let rows = cover::pairs(&factors, |one, other| match (one, other) {
        ((7, change), (1, start)) | ((1, start), (7, change)) => {
            STARTS[start].authority.is_some()
                || !matches!(CHANGES[change], "scheme" | "userinfo" | "host" | "port")
        }
        ((7 | 8, _), _) | (_, (7 | 8, _)) => true,
        _ => fits(one, other),
    });
    let mut sketches = Vec::new();
    for row in rows {
        let parts = Combination {
            scheme: row[0],
            start: row[1],
            userinfo: row[2],
            port: row[3],
            path: row[4],
            query: row[5],
            fragment: row[6],
        };
        let (change, ignore) = (CHANGES[row[7]], row[8] == 1);
        let other = parts.with(change);
        let same = change == "same" || change == "fragment" && ignore;
        let asked = if ignore { "-ignore-fragment" } else { "" };
        sketches.extend(both(|profile| {
            let mut arguments =
                vec![("a", Argument::Cri(parts.cri(profile))), ("b", Argument::Cri(other.cri(profile)))];
            let mut requirements = vec!["href13-4-componentwise", "href27-4-componentwise"];
            if ignore {
                arguments.push(("ignore-fragment", Argument::Word("true".to_owned())));
                requirements.extend(["href13-4-fragment", "href27-4-fragment"]);
            }
            if !same {
                requirements.extend(["href13-4-no-false-positive", "href27-4-no-false-positive"]);
            }
            Sketch {
                id: format!("equivalent-{change}-{}{asked}", parts.words()),
                title: format!("{} and {}", parts.title(), other.title()),
                requirements,
                features: [parts.features(), other.features()].concat(),
                op: "equivalent",
                arguments,
                expect: only(Outcome::Equivalent(same)),
                ..Sketch::default()
            }
        }));
    }
    sketches
}

impl Combination {
    /// With the next choice for this part, one that fits the others.
    fn with(&self, change: &str) -> Combination {
        let next = |choice: usize, count: usize| (choice + 1) % count;
        let mut other = *self;
        match change {
            "scheme" => other.scheme = next(self.scheme, SCHEMES.len()),
            "userinfo" => other.userinfo = next(self.userinfo, USERINFOS.len()),
            "host" => other.start = next(self.start, HOSTS),
            "port" => other.port = next(self.port, PORTS.len()),
            // From `a` on, none begins with an empty segment and goes on.
            "path" => other.path = if self.path == 2 { 3 } else { 2 },
            "query" => other.query = next(self.query, QUERIES.len()),
            "fragment" => other.fragment = next(self.fragment, FRAGMENTS.len()),
            _ => {}
        }
        other
    }
}
