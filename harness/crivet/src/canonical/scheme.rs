//! Schemes: the numbers of the draft's Table 1, and the default ports that are known.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Scheme;
use crate::profile::Profile;

static HREF_13: LazyLock<BTreeMap<u64, String>> = LazyLock::new(|| table("href-13"));
static HREF_27: LazyLock<BTreeMap<u64, String>> = LazyLock::new(|| table("href-27"));

/// The scheme's name; none where the revision's table does not have the number.
pub fn scheme_name(scheme: &Scheme, profile: Profile) -> Option<&str> {
    let number = match scheme {
        Scheme::Name(name) => return Some(name),
        Scheme::Number(number) => number,
    };
    let table = match profile {
        Profile::Href27 => &HREF_27,
        _ => &HREF_13,
    };
    table.get(number).map(String::as_str)
}

/// The port that a scheme uses where none is given, for the schemes that are known here.
pub fn default_port(name: &str) -> Option<u64> {
    match name {
        "coap" | "coap+tcp" => Some(5683),
        "coaps" | "coaps+tcp" => Some(5684),
        "coap+ws" | "http" | "ws" => Some(80),
        "coaps+ws" | "https" | "wss" => Some(443),
        _ => None,
    }
}

/// Reads `number,name` lines, keyed by the CBOR argument of the number.
fn table(revision: &str) -> BTreeMap<u64, String> {
    let file = crivet_vectors::scheme_table(revision);
    let text = file.map_or("", |file| str::from_utf8(file.contents).unwrap_or_default());
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
            ("ftp", None),
        ] {
            assert_eq!(default_port(name), port, "{name}");
        }
    }
}
