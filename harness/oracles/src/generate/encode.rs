//! Generated CRIs as CBOR, in the interchange form (href-13 and href-27, anchor `cbor-representation`): definite
//! lengths, shortest heads, trailing nulls left off. href-27 leaves off all default values at the end (anchor
//! `prose`), and writes an absent query in front of a fragment as an empty array.

use crivet::profile::Profile;

use super::sections::{Authority, Discard, Host, Part, Scheme, Sections, Start, Text};

/// The major types of RFC 8949, section 3.1, that a CRI is built of.
mod major {
    pub(super) const UNSIGNED: u8 = 0;
    pub(super) const NEGATIVE: u8 = 1;
    pub(super) const BYTES: u8 = 2;
    pub(super) const TEXT: u8 = 3;
    pub(super) const ARRAY: u8 = 4;
}

const FALSE: u8 = 0xf4;
const TRUE: u8 = 0xf5;
const NULL: u8 = 0xf6;

impl Sections {
    /// The CRI or CRI reference as href-13 encodes it.
    pub fn to_cbor(&self) -> Vec<u8> {
        self.to_cbor_in(Profile::Href13)
    }

    /// The CRI or CRI reference as a revision encodes it.
    pub fn to_cbor_in(&self, profile: Profile) -> Vec<u8> {
        let in_27 = profile == Profile::Href27 && self.is_full();
        let is_empty = |texts: &Option<Vec<Text>>| texts.as_ref().is_some_and(Vec::is_empty);
        let is_default = |texts: &Option<Vec<Text>>| texts.is_none() || (in_27 && is_empty(texts));
        let mut items = Items::new();
        match &self.start {
            Start::Full(scheme, authority) => {
                items.push(false, |out| write_scheme(out, scheme));
                items.push(*authority == Authority::Rooted, |out| write_authority(out, authority));
            }
            Start::Authority(authority) => {
                items.push(true, |out| out.push(NULL));
                items.push(*authority == Authority::Rooted, |out| write_authority(out, authority));
            }
            Start::Discard(Discard::All) => items.push(false, |out| out.push(TRUE)),
            Start::Discard(Discard::Some(n)) => {
                items.push(false, |out| head(out, major::UNSIGNED, u64::from(*n)));
            }
        }
        items.push(is_default(&self.path), |out| match &self.path {
            Some(path) => write_texts(out, path),
            None => out.push(NULL),
        });
        items.push(is_default(&self.query), |out| match &self.query {
            Some(query) => write_texts(out, query),
            None if in_27 => write_texts(out, &[]),
            None => out.push(NULL),
        });
        items.push(self.fragment.is_none(), |out| match &self.fragment {
            Some(fragment) => write_text(out, fragment),
            None => out.push(NULL),
        });
        items.finish(profile)
    }
}

/// The items of the outer array, of which those with default values are left off at the end.
struct Items {
    /// A byte for the head, and all items.
    out: Vec<u8>,
    count: u8,
    /// How many items there are up to the last that is no default, and where it ends.
    kept: (u8, usize),
}

impl Items {
    fn new() -> Self {
        let mut out = Vec::with_capacity(64);
        out.push(0);
        Items { out, count: 0, kept: (0, 1) }
    }

    fn push(&mut self, is_default: bool, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.out);
        self.count += 1;
        if !is_default {
            self.kept = (self.count, self.out.len());
        }
    }

    fn finish(self, profile: Profile) -> Vec<u8> {
        let Items { mut out, kept: (mut count, mut end), .. } = self;
        // A lone zero for discard is a default as well in href-27.
        if profile == Profile::Href27 && count == 1 && out[1..end] == [0] {
            (count, end) = (0, 1);
        }
        out.truncate(end);
        // Five items at most: the count fits the head's one byte.
        out[0] = (major::ARRAY << 5) | count;
        out
    }
}

fn write_authority(out: &mut Vec<u8>, authority: &Authority) {
    match authority {
        Authority::Rooted => out.push(NULL),
        Authority::Rootless => out.push(TRUE),
        Authority::Present { userinfo, host, port } => {
            let labels = match host {
                Host::Ipv4(_, zone) | Host::Ipv6(_, zone) => 1 + usize::from(zone.is_some()),
                Host::Name(labels) => labels.len(),
            };
            let length = 2 * usize::from(userinfo.is_some()) + labels + usize::from(port.is_some());
            head(out, major::ARRAY, length as u64);
            if let Some(userinfo) = userinfo {
                out.push(FALSE);
                write_text(out, userinfo);
            }
            match host {
                Host::Ipv4(address, zone) => write_host_ip(out, address, zone.as_deref()),
                Host::Ipv6(address, zone) => write_host_ip(out, address, zone.as_deref()),
                Host::Name(labels) => labels.iter().for_each(|label| write_text(out, label)),
            }
            if let Some(port) = port {
                head(out, major::UNSIGNED, u64::from(*port));
            }
        }
    }
}

fn write_host_ip(out: &mut Vec<u8>, address: &[u8], zone: Option<&str>) {
    write_string(out, major::BYTES, address);
    if let Some(zone) = zone {
        write_string(out, major::TEXT, zone.as_bytes());
    }
}

fn write_scheme(out: &mut Vec<u8>, scheme: &Scheme) {
    match scheme {
        Scheme::Name(name) => write_string(out, major::TEXT, name.as_bytes()),
        Scheme::Number(argument) => head(out, major::NEGATIVE, u64::from(*argument)),
    }
}

fn write_texts(out: &mut Vec<u8>, texts: &[Text]) {
    head(out, major::ARRAY, texts.len() as u64);
    texts.iter().for_each(|text| write_text(out, text));
}

fn write_text(out: &mut Vec<u8>, text: &Text) {
    match text {
        Text::Plain(text) => write_string(out, major::TEXT, text.as_bytes()),
        Text::Pet(parts) => {
            head(out, major::ARRAY, parts.len() as u64);
            for part in parts {
                match part {
                    Part::Text(text) => write_string(out, major::TEXT, text.as_bytes()),
                    Part::Bytes(bytes) => write_string(out, major::BYTES, bytes),
                }
            }
        }
    }
}

fn write_string(out: &mut Vec<u8>, major: u8, bytes: &[u8]) {
    head(out, major, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// The head of a data item in its shortest form.
#[expect(clippy::cast_possible_truncation, reason = "each arm's range says that the value fits")]
fn head(out: &mut Vec<u8>, major: u8, argument: u64) {
    let major = major << 5;
    match argument {
        0..=23 => out.push(major | argument as u8),
        24..=0xff => out.extend([major | 24, argument as u8]),
        0x100..=0xffff => {
            out.push(major | 25);
            out.extend((argument as u16).to_be_bytes());
        }
        0x1_0000..=0xffff_ffff => {
            out.push(major | 26);
            out.extend((argument as u32).to_be_bytes());
        }
        _ => {
            out.push(major | 27);
            out.extend(argument.to_be_bytes());
        }
    }
}
