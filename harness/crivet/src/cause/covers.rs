//! What the inputs of a group cover, where they differ in one thing: `417 scheme numbers`.

use std::collections::{BTreeMap, BTreeSet};

use super::components::Components;
use crate::cri::{Authority, Discard, Host, Scheme, read};
use crate::operation::Argument;
use crate::vector::Vector;

/// So many values are worth counting.
const MANY: usize = 4;

/// Such a part of the cases is to have a value.
const MOST: f64 = 0.8;

/// In words; none where the inputs do not differ in one thing, or in too few values of it. All values that the inputs have
/// are counted, not only those of some of them.
pub(super) fn covers<'a>(vectors: impl Iterator<Item = &'a Vector>) -> Option<String> {
    let mut found: BTreeMap<&str, (usize, BTreeSet<i128>)> = BTreeMap::new();
    let mut cases = 0;
    for vector in vectors {
        cases += 1;
        for (name, value) in values(vector) {
            let (having, values) = found.entry(name).or_default();
            *having += 1;
            values.insert(value);
        }
    }
    let wide = |(_, (having, values)): &(&str, (usize, BTreeSet<i128>))| {
        values.len() >= MANY && *having as f64 >= MOST * f64::from(cases)
    };
    let (name, (_, values)) = found.into_iter().filter(wide).max_by_key(|(_, (_, values))| values.len())?;
    let (first, last) = (values.first()?, values.last()?);
    Some(match name {
        "IPv6 addresses" => format!("{} {name}", values.len()),
        "IPv4 addresses" => format!("{} {name}", values.len()),
        _ => format!("{} {name}, {first} to {last}", values.len()),
    })
}

/// The numbers in a question, each by its name once.
fn values(vector: &Vector) -> BTreeMap<&'static str, i128> {
    let mut values = BTreeMap::new();
    for (_, argument) in vector.operation.arguments() {
        match argument {
            Argument::Cbor(bytes) => {
                let Ok(reading) = read(&bytes) else { continue };
                if let Some(Scheme::Number(number)) = reading.cri.scheme {
                    values.insert("scheme numbers", -1 - i128::from(number));
                }
                if let Discard::Count(count) = reading.cri.discard
                    && !reading.cri.is_full()
                {
                    values.insert("discards", count.into());
                }
                if let Authority::Given(given) = &reading.cri.authority {
                    given.port.into_iter().for_each(|port| {
                        values.insert("ports", port.into());
                    });
                    if let Host::Address { address, .. } = &given.host {
                        address_value(&mut values, *address);
                    }
                }
            }
            Argument::Text(text) => {
                let Components { host, port, .. } = Components::of(&text);
                if let Some(port) = port.and_then(|port| port.parse().ok()) {
                    values.insert("ports", port);
                }
                if let Some(address) = host.and_then(|host| host.trim_matches(['[', ']']).parse().ok()) {
                    address_value(&mut values, address);
                }
            }
            _ => {}
        }
    }
    values
}

fn address_value(values: &mut BTreeMap<&'static str, i128>, address: std::net::IpAddr) {
    match address {
        std::net::IpAddr::V4(address) => values.insert("IPv4 addresses", address.to_bits().into()),
        std::net::IpAddr::V6(address) => values.insert("IPv6 addresses", address.to_bits().cast_signed()),
    };
}
