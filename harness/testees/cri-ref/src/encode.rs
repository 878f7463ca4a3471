//! The crate's CRIs as CBOR, read through the accessors of its traits.
//!
//! The items have to be those of [`view`](crate::view), which display as CBOR in hexadecimal. The accessors
//! do not tell an unset path from an empty one, nor an unset query from `[]`: neither can this.

use std::fmt::Display;

use cri_ref::accessor::{Cri, CriBase, CriRef, Discard};
use cri_ref::traits::{Authority, Host, HostRef, Scheme, TextOrPet};

const FALSE: u8 = 0xf4;
const TRUE: u8 = 0xf5;
const NULL: u8 = 0xf6;

/// Writes data items.
#[derive(Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    fn head(&mut self, major: u8, argument: u64) {
        let major = major << 5;
        let bytes = argument.to_be_bytes();
        match argument {
            0..=23 => self.0.push(major | bytes[7]),
            24..=0xff => self.0.extend([major | 24, bytes[7]]),
            0x100..=0xffff => {
                self.0.push(major | 25);
                self.0.extend(&bytes[6..]);
            }
            0x1_0000..=0xffff_ffff => {
                self.0.push(major | 26);
                self.0.extend(&bytes[4..]);
            }
            _ => {
                self.0.push(major | 27);
                self.0.extend(bytes);
            }
        }
    }

    pub fn array(&mut self, length: usize) {
        self.head(4, length as u64);
    }

    pub fn text(&mut self, text: &str) {
        self.head(3, text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.head(2, bytes.len() as u64);
        self.0.extend(bytes);
    }
}

fn item(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::default();
    write(&mut writer);
    writer.0
}

/// A full CRI.
pub fn full<C: Cri>(cri: &C) -> Vec<u8> {
    let scheme = cri.scheme();
    let scheme = item(|w| match scheme.to_cri_id() {
        Some(id) => w.head(1, (-1 - i64::from(id)).unsigned_abs()),
        None => w.text(scheme.to_text_scheme()),
    });
    let mut sections = vec![scheme, authority(cri, cri.authority())];
    sections.extend(local_part(cri, true));
    array(sections)
}

/// A CRI reference without a scheme.
pub fn reference<R: CriRef>(reference: &R) -> Vec<u8> {
    let mut sections = match (reference.authority(), reference.discard()) {
        (Some(found), _) => vec![vec![NULL], authority(reference, found)],
        (None, Discard::All) => vec![vec![TRUE]],
        (None, Discard::Some(n)) => vec![item(|w| w.head(0, n.into()))],
    };
    sections.extend(local_part(reference, false));
    array(sections)
}

fn array(mut sections: Vec<Vec<u8>>) -> Vec<u8> {
    while sections.last().is_some_and(|last| *last == [NULL]) {
        sections.pop();
    }
    item(|w| {
        w.array(sections.len());
        w.0.extend(sections.concat());
    })
}

fn local_part(cri: &impl CriBase, is_full: bool) -> [Vec<u8>; 3] {
    let fragment = cri.fragment().map(|fragment| decoded(fragment.to_uri_component()));
    let query = list(cri.query().map(|parameter| decoded(parameter.to_uri_component())), NULL);
    // Inside a full CRI an empty path is written as the empty array, at its end it is left off.
    let is_last = fragment.is_none() && query == [NULL];
    let none = if is_full && !is_last { item(|w| w.array(0))[0] } else { NULL };
    let path = list(cri.path().map(|segment| decoded(segment.to_uri_component())), none);
    [path, query, fragment.unwrap_or_else(|| vec![NULL])]
}

fn list(items: impl Iterator<Item = Vec<u8>>, none: u8) -> Vec<u8> {
    let items: Vec<_> = items.collect();
    if items.is_empty() {
        return vec![none];
    }
    item(|w| {
        w.array(items.len());
        w.0.extend(items.concat());
    })
}

fn authority(cri: &impl CriBase, kind: Authority) -> Vec<u8> {
    match kind {
        Authority::NoAuthoritySlashStart => return vec![NULL],
        Authority::NoAuthoritySlashless => return vec![TRUE],
        Authority::HostPort => {}
    }
    let mut items = Vec::new();
    if let Some(userinfo) = cri.userinfo() {
        items.push(vec![FALSE]);
        items.push(decoded(userinfo.to_uri_component()));
    }
    let host = cri.host();
    match host.as_ref() {
        HostRef::IPv4(address) => items.push(item(|w| w.bytes(&address.octets()))),
        HostRef::IPv6 { address, zone } => {
            items.push(item(|w| w.bytes(&address.octets())));
            items.extend(zone.map(|zone| item(|w| w.text(zone))));
        }
        HostRef::Hostname(labels) => {
            items.extend(labels.into_iter().map(|label| decoded(label.to_uri_component())));
        }
    }
    items.extend(cri.port().map(|port| item(|w| w.head(0, port.into()))));
    item(|w| {
        w.array(items.len());
        w.0.extend(items.concat());
    })
}

/// The CBOR that a text of [`view`](crate::view) displays.
fn decoded(item: impl Display) -> Vec<u8> {
    hex::decode(item.to_string()).expect("a view's text displays as hexadecimal")
}
