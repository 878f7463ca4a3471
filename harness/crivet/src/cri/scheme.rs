//! Schemes: the numbers of each revision's table, and the default ports that are known.
//!
//! The tables hold scheme-ids, as they stand in a CRI. href-13 registers those themselves; href-27 (anchor
//! `scheme-id`) registers unsigned scheme numbers, and a scheme-id is −1 − the number.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Scheme;
use crate::profile::Profile;

/// The tables by name.
static TABLES: LazyLock<BTreeMap<&str, BTreeMap<u64, String>>> = LazyLock::new(|| {
    let names = Profile::ALL.into_iter().filter_map(|profile| profile.revision().schemes);
    names.map(|name| (name, table(name))).collect()
});
static NONE: BTreeMap<u64, String> = BTreeMap::new();

/// The scheme's name; none where the revision's table does not have the number.
pub fn scheme_name(scheme: &Scheme, profile: Profile) -> Option<&str> {
    let number = match scheme {
        Scheme::Name(name) => return Some(name),
        Scheme::Number(number) => number,
    };
    schemes(profile).get(number).map(String::as_str)
}

/// Is it the name of a number in the revision's table?
pub fn is_registered_name(name: &str, profile: Profile) -> bool {
    schemes(profile).values().any(|registered| registered == name)
}

/// Each scheme of the revision's table: the CBOR argument of its scheme-id, and its name. Empty where it has no table.
pub fn schemes(profile: Profile) -> &'static BTreeMap<u64, String> {
    profile.revision().schemes.and_then(|name| TABLES.get(name)).unwrap_or(&NONE)
}

/// The port that a scheme uses where none is given, for the schemes that are known here.
pub fn default_port(name: &str) -> Option<u64> {
    match name {
        "coap" | "coap+tcp" => Some(5683),
        "coaps" | "coaps+tcp" => Some(5684),
        "coap+ws" | "http" | "ws" => Some(80),
        "coaps+ws" | "https" | "wss" => Some(443),
        "ftp" => Some(21),
        _ => None,
    }
}

/// Reads `scheme-id,name` lines, keyed by the CBOR argument of the scheme-id.
fn table(revision: &str) -> BTreeMap<u64, String> {
    let text = crivet_vectors::scheme_table(revision).unwrap_or_default();
    text.lines()
        .filter_map(|line| {
            let (number, name) = line.split_once(',')?;
            let number = number.trim().parse::<i64>().ok()?;
            // A row reads `shttp (OBSOLETE)`: the remark is no part of the name. Names are in lower case.
            let name = name.split_whitespace().next()?.to_ascii_lowercase();
            Some((u64::try_from(-1 - number).ok()?, name))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_the_names_of_the_table() {
        let name = |number: u64| scheme_name(&Scheme::Number(number), Profile::Href13).map(str::to_owned);
        assert_eq!(name(0).as_deref(), Some("coap"));
        assert_eq!(name(3).as_deref(), Some("https"));
        assert_eq!(name(8).as_deref(), Some("coap+ws"));
        assert_eq!(name(9).as_deref(), Some("coaps+ws"));
        assert_eq!(name(10), None);
        assert_eq!(name(1024).as_deref(), Some("telnet"));
        assert_eq!(name(15837).as_deref(), Some("shttp"));
        assert_eq!(name(u64::MAX), None);
        assert_eq!(
            scheme_name(&Scheme::Name("X".into()), Profile::Href13).map(str::to_owned).as_deref(),
            Some("X")
        );
    }

    #[track_caller]
    fn check(profile: Profile, id: i64, expected: Option<&str>) {
        let number = Scheme::Number(u64::try_from(-1 - id).unwrap());
        assert_eq!(scheme_name(&number, profile), expected, "{id} in {profile}");
    }

    #[test]
    fn each_revision_has_its_own_table() {
        for (id, name) in [
            (-1, "coap"),
            (-2, "coaps"),
            (-3, "http"),
            (-4, "https"),
            (-5, "urn"),
            (-6, "did"),
            (-7, "coap+tcp"),
            (-8, "coaps+tcp"),
        ] {
            check(Profile::Href13, id, Some(name));
            check(Profile::Href27, id, Some(name));
        }
        check(Profile::Href13, -9, Some("coap+ws"));
        check(Profile::Href13, -10, Some("coaps+ws"));
        check(Profile::Href13, -25, None);
        check(Profile::Href27, -9, None);
        check(Profile::Href27, -10, None);
        check(Profile::Href27, -24, None);
        check(Profile::Href27, -25, Some("coap+ws"));
        check(Profile::Href27, -26, Some("coaps+ws"));
        check(Profile::Href27, -27, None);
        check(Profile::Href27, -17382, Some("ms-eyecontrolspeech"));
    }

    #[test]
    fn odd_rows_are_put_right() {
        check(Profile::Href27, -7875, Some("shttp"));
        check(Profile::Href27, -5478, Some("machineprovisioningprogressreporter"));
        for table in TABLES.values() {
            let mut names: Vec<&String> = table.values().collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), table.len());
            let allowed =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+.-".contains(&byte);
            assert!(names.iter().all(|name| name.bytes().all(allowed)));
        }
        assert_eq!((schemes(Profile::Href13).len(), schemes(Profile::Href27).len()), (369, 398));
    }

    #[test]
    fn default_ports() {
        for (name, port) in [
            ("coap", Some(5683)),
            ("coaps", Some(5684)),
            ("coap+tcp", Some(5683)),
            ("coaps+tcp", Some(5684)),
            ("coap+ws", Some(80)),
            ("coaps+ws", Some(443)),
            ("http", Some(80)),
            ("https", Some(443)),
            ("ftp", Some(21)),
            ("did", None),
        ] {
            assert_eq!(default_port(name), port, "{name}");
        }
    }
}
