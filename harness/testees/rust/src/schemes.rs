//! The scheme numbers of draft-ietf-core-href-13, Table 1, and the default ports of some schemes.

use std::collections::HashMap;
use std::sync::LazyLock;

static NAMES: LazyLock<HashMap<i128, &str>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        line.split_once(',').and_then(|(number, name)| Some((number.parse().ok()?, name)))
    };
    include_str!("schemes.csv").lines().filter_map(row).collect()
});

static NUMBERS: LazyLock<HashMap<&str, i128>> =
    LazyLock::new(|| NAMES.iter().map(|(number, name)| (*name, *number)).collect());

pub(crate) fn name(number: i128) -> Option<&'static str> {
    NAMES.get(&number).copied()
}

pub(crate) fn number(name: &str) -> Option<i128> {
    NUMBERS.get(name).copied()
}

pub(crate) fn default_port(name: &str) -> Option<u16> {
    Some(match name {
        "coap" | "coap+tcp" => 5683,
        "coaps" | "coaps+tcp" => 5684,
        "coap+ws" | "http" => 80,
        "coaps+ws" | "https" => 443,
        _ => return None,
    })
}
