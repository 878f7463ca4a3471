//! The shapes of bases and references, and how they are written in a profile.

use crivet::profile::Profile;

use crate::codegen::cbor::{Item, NULL, TRUE, text, texts};

/// How a CRI starts behind its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Start {
    Host,
    Rooted,
    Rootless,
}

impl Start {
    pub(super) fn name(self) -> &'static str {
        match self {
            Start::Host => "host",
            Start::Rooted => "rooted",
            Start::Rootless => "rootless",
        }
    }

    fn item(self, host: &str) -> Item {
        match self {
            Start::Host => texts(&[host]),
            Start::Rooted => NULL,
            Start::Rootless => TRUE,
        }
    }
}

/// The paths of bases, none to three segments, with empty ones at every place.
pub(super) const BASE_PATHS: [&[&str]; 11] = [
    &[],
    &["a"],
    &[""],
    &["a", "b"],
    &["", "b"],
    &["a", ""],
    &["a", "b", "c"],
    &["a", "", "c"],
    &["a", "b", ""],
    &["", "b", "c"],
    &["", "", ""],
];

/// A base; its query is `q` and its fragment `f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Base {
    pub(super) standing: Start,
    pub(super) path: &'static [&'static str],
    pub(super) query: bool,
    pub(super) fragment: bool,
}

impl Base {
    /// Whether there is a valid CRI of this shape.
    pub(super) fn valid(&self) -> bool {
        self.sections().valid()
    }

    pub(super) fn scheme(&self) -> Item {
        if self.standing == Start::Host { Item::Int(-1) } else { text("a") }
    }

    /// In the interchange form of the profile.
    pub(super) fn item(&self, profile: Profile) -> Item {
        self.sections().interchange(profile)
    }

    pub(super) fn sections(&self) -> Sections {
        Sections {
            scheme: self.scheme(),
            standing: self.standing,
            host: "h",
            path: self.path.to_vec(),
            query: if self.query { vec!["q"] } else { Vec::new() },
            fragment: self.fragment.then_some("f"),
        }
    }

    pub(super) fn id(&self) -> String {
        let mut words = vec![self.standing.name().to_owned(), segments(self.path, "no-path")];
        words.extend(self.query.then(|| "query".to_owned()));
        words.extend(self.fragment.then(|| "fragment".to_owned()));
        words.join("-")
    }

    pub(super) fn title(&self) -> String {
        let standing = match self.standing {
            Start::Host => "a host",
            Start::Rooted => "a rooted path",
            Start::Rootless => "a rootless path",
        };
        let rest = match (self.query, self.fragment) {
            (true, true) => ", query and fragment",
            (true, false) => ", query",
            (false, true) => ", fragment",
            (false, false) => "",
        };
        format!("{standing} with {}{rest}", texts(self.path).edn())
    }
}

/// How a reference starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Head {
    Discard(u8),
    All,
    /// `[null, ["n"]]`
    Network,
    /// `[null, true]`
    NetworkRootless,
    /// `[null, null]`, which is not to be sent
    Nulls,
    /// With the scheme `s`
    Full(Start),
}

/// The query of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Query {
    Null,
    Empty,
    /// `["k"]`
    Set,
}

/// The paths of references that are set.
pub(super) const PATHS: [Option<&[&str]>; 6] =
    [None, Some(&[]), Some(&["x"]), Some(&["x", "y"]), Some(&[""]), Some(&["", "x"])];

/// A reference; its fragment is `g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reference {
    pub(super) head: Head,
    pub(super) path: Option<&'static [&'static str]>,
    pub(super) query: Query,
    pub(super) fragment: bool,
}

impl Reference {
    /// Whether it is discard zero, and nothing else.
    pub(super) fn is_empty(&self) -> bool {
        self.head == Head::Discard(0) && self.path.is_none() && self.query == Query::Null && !self.fragment
    }

    /// Whether it has segments to append.
    pub(super) fn appends(&self) -> bool {
        self.path.is_some_and(|path| !path.is_empty())
    }

    pub(super) fn item(&self, profile: Profile) -> Item {
        if self.is_empty() && profile == Profile::Href27 {
            return texts::<&str>(&[]);
        }
        let mut sections = match self.head {
            Head::Discard(number) => vec![Item::Int(i64::from(number))],
            Head::All => vec![TRUE],
            Head::Network => vec![NULL, texts(&["n"])],
            Head::NetworkRootless => vec![NULL, TRUE],
            Head::Nulls => vec![NULL, NULL],
            Head::Full(standing) => vec![text("s"), standing.item("n")],
        };
        sections.push(self.path.map_or(NULL, texts));
        sections.push(match self.query {
            Query::Null => NULL,
            Query::Empty => texts::<&str>(&[]),
            Query::Set => texts(&["k"]),
        });
        sections.push(if self.fragment { text("g") } else { NULL });
        trimmed(sections, 0)
    }

    /// As it is written in the profile, in words.
    pub(super) fn id(&self, profile: Profile) -> String {
        let mut words = vec![match self.head {
            Head::Discard(_) if self.is_empty() && profile == Profile::Href27 => "empty-array".to_owned(),
            Head::Discard(number) => format!("discard-{number}"),
            Head::All => "discard-true".to_owned(),
            Head::Network => "authority".to_owned(),
            Head::NetworkRootless => "rootless".to_owned(),
            Head::Nulls => "two-nulls".to_owned(),
            Head::Full(standing) => format!("full-{}", standing.name()),
        }];
        words.extend(self.path.map(|path| segments(path, "empty-path")));
        words.extend(match self.query {
            Query::Null => None,
            Query::Empty => Some("query-unset".to_owned()),
            Query::Set => Some("query".to_owned()),
        });
        words.extend(self.fragment.then(|| "fragment".to_owned()));
        words.join("-")
    }

    pub(super) fn title(&self) -> String {
        let head = match self.head {
            Head::Discard(number) => format!("Discard {number}"),
            Head::All => "Discard true".to_owned(),
            Head::Network => "A network-path reference".to_owned(),
            Head::NetworkRootless => "A rootless reference".to_owned(),
            Head::Nulls => "Two leading nulls".to_owned(),
            Head::Full(Start::Host) => "A full CRI with a host".to_owned(),
            Head::Full(Start::Rooted) => "A rooted full CRI".to_owned(),
            Head::Full(Start::Rootless) => "A rootless full CRI".to_owned(),
        };
        let mut words = vec![head];
        words.extend(self.path.map(|path| format!("path {}", texts(path).edn())));
        words.extend(match self.query {
            Query::Null => None,
            Query::Empty => Some("query []".to_owned()),
            Query::Set => Some("a query".to_owned()),
        });
        words.extend(self.fragment.then(|| "a fragment".to_owned()));
        words.join(", ")
    }
}

/// What resolution gives: the sections of a full CRI, a query of no parameters being none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sections {
    pub(super) scheme: Item,
    pub(super) standing: Start,
    pub(super) host: &'static str,
    pub(super) path: Vec<&'static str>,
    pub(super) query: Vec<&'static str>,
    pub(super) fragment: Option<&'static str>,
}

impl Sections {
    pub(super) fn item(&self) -> Item {
        self.interchange(Profile::Href13)
    }

    /// In the interchange form of the profile: they differ in how a query that is not there is written.
    pub(super) fn interchange(&self, profile: Profile) -> Item {
        let query = match profile {
            Profile::Href13 if self.query.is_empty() => NULL,
            _ => texts(&self.query),
        };
        let fragment = self.fragment.map_or(NULL, text);
        trimmed(
            vec![self.scheme.clone(), self.standing.item(self.host), texts(&self.path), query, fragment],
            1,
        )
    }

    /// Whether there is a valid CRI with this path.
    pub(super) fn valid(&self) -> bool {
        let leading_empty = self.path.first() == Some(&"");
        match self.standing {
            Start::Host => true,
            Start::Rooted => !leading_empty || self.path.len() == 1,
            Start::Rootless => !self.path.is_empty() && !leading_empty,
        }
    }
}

/// Without trailing nulls, and in a full CRI (`keep` is 1) without trailing empty arrays behind that many items.
pub(crate) fn trimmed(mut sections: Vec<Item>, keep: usize) -> Item {
    let default = |item: &Item| *item == NULL || keep > 0 && *item == Item::Array(Vec::new());
    while sections.len() > keep && sections.last().is_some_and(default) {
        sections.pop();
    }
    Item::Array(sections)
}

/// A path in an id, and what stands there for one without segments.
pub(super) fn segments(path: &[&str], none: &str) -> String {
    if path.is_empty() {
        return none.to_owned();
    }
    let empty = ["", "empty", "two-empty", "three-empty", "four-empty"];
    let alike = |one: &&str, other: &&str| one.is_empty() && other.is_empty();
    let words = path.chunk_by(alike).map(|run| match run {
        ["", ..] => empty.get(run.len()).copied().unwrap_or("many-empty").to_owned(),
        other => other.join("-"),
    });
    words.fold("path".to_owned(), |path, word| format!("{path}-{word}"))
}
