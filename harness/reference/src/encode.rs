//! Writing the transfer form, in the form for interchange (sections 5.1 and 5.2).

use std::net::IpAddr;

use crate::authority::{Authority, AuthoritySection, Host};
use crate::cbor::writer::Writer;
use crate::options::{Options, Revision};
use crate::reference::{CriReference, Discard};
use crate::scheme::Scheme;
use crate::text::{Part, Text};

/// Encodes a CRI or CRI reference.
///
/// Of a full CRI, -13 sends an empty path as `[]`, also where nothing is behind it, and an absent query as null.
/// -27 sends both as `[]`, and leaves them off at the end. In a relative reference null and `[]` are two
/// different things, so there both revisions leave off nulls alone.
pub fn encode(reference: &CriReference, options: &Options) -> Vec<u8> {
    let revision = options.revision;
    let mut sections = sections(reference, revision);
    // Trailing null values (-27: trailing default values) are removed from the array.
    while sections.last().is_some_and(|last| last.is_default(reference, revision)) {
        sections.pop();
    }
    // As a special case, an empty array is sent in place for a remaining [0].
    if sections == [Section::Discard(Discard::Segments(0))] {
        sections.clear();
    }
    let mut writer = Writer::new();
    writer.array(sections.len());
    for section in sections {
        section.write(&mut writer);
    }
    writer.into_bytes()
}

/// One section of the transfer form.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section<'a> {
    Authority(&'a Authority),
    Discard(Discard),
    Null,
    Scheme(&'a Scheme),
    Text(&'a Text),
    Texts(&'a [Text]),
    True,
}

/// The sections that are transferred, unset ones as null.
fn sections(reference: &CriReference, revision: Revision) -> Vec<Section<'_>> {
    let mut sections = Vec::with_capacity(5);
    if reference.starts_with_discard() {
        // If scheme and authority are both null, they are both left out and only discard is transferred.
        sections.push(Section::Discard(reference.discard));
    } else {
        // If scheme and/or authority are not null, the discard value is not transferred.
        sections.push(reference.scheme.as_ref().map_or(Section::Null, Section::Scheme));
        sections.push(match &reference.authority {
            AuthoritySection::RootBased => Section::Null,
            AuthoritySection::Rootless => Section::True,
            AuthoritySection::Authority(authority) => Section::Authority(authority),
        });
    }
    sections.push(path(reference).map_or(Section::Null, Section::Texts));
    sections.push(query(reference).map_or(absent_query(reference, revision), Section::Texts));
    sections.push(reference.fragment.as_ref().map_or(Section::Null, Section::Text));
    sections
}

/// An empty path in a CRI MUST be represented as the empty array.
fn path(reference: &CriReference) -> Option<&[Text]> {
    match &reference.path {
        Some(segments) => Some(segments),
        None if reference.is_full() => Some(&[]),
        None => None,
    }
}

/// `[]` is explicit unset, in relative references only.
fn query(reference: &CriReference) -> Option<&[Text]> {
    reference.query.as_deref().filter(|parameters| !reference.is_full() || !parameters.is_empty())
}

/// An absent query of a full CRI: null in -13, whose grammar has no empty one there, and `[]` in -27, whose
/// grammar has no null there.
fn absent_query(reference: &CriReference, revision: Revision) -> Section<'static> {
    match revision {
        Revision::Href27 if reference.is_full() => Section::Texts(&[]),
        Revision::Href13 | Revision::Href27 => Section::Null,
    }
}

impl Section<'_> {
    /// Is it left off at the end?
    fn is_default(&self, reference: &CriReference, revision: Revision) -> bool {
        match revision {
            Revision::Href27 if reference.is_full() => {
                matches!(self, Section::Null | Section::Texts([]))
            }
            Revision::Href13 | Revision::Href27 => *self == Section::Null,
        }
    }

    fn write(self, writer: &mut Writer) {
        match self {
            Section::Authority(authority) => write_authority(authority, writer),
            Section::Discard(Discard::All) | Section::True => writer.r#true(),
            Section::Discard(Discard::Segments(count)) => writer.unsigned(count.into()),
            Section::Null => writer.null(),
            Section::Scheme(Scheme::Name(name)) => writer.text(name.as_str()),
            Section::Scheme(Scheme::Number(number)) => writer.negative(number.argument()),
            Section::Text(text) => write_text(text, writer),
            Section::Texts(texts) => {
                writer.array(texts.len());
                for text in texts {
                    write_text(text, writer);
                }
            }
        }
    }
}

fn write_authority(authority: &Authority, writer: &mut Writer) {
    writer.array(authority_length(authority));
    if let Some(userinfo) = &authority.userinfo {
        writer.r#false();
        write_text(userinfo, writer);
    }
    match &authority.host {
        Host::Labels(labels) => labels.iter().for_each(|label| write_text(label, writer)),
        Host::Ip { addr, zone } => {
            match addr {
                IpAddr::V4(addr) => writer.bytes(&addr.octets()),
                IpAddr::V6(addr) => writer.bytes(&addr.octets()),
            }
            if let Some(zone) = zone {
                writer.text(zone);
            }
        }
    }
    if let Some(port) = authority.port {
        writer.unsigned(port.into());
    }
}

fn authority_length(authority: &Authority) -> usize {
    let userinfo = if authority.userinfo.is_some() { 2 } else { 0 };
    let host = match &authority.host {
        Host::Labels(labels) => labels.len(),
        Host::Ip { zone, .. } => 1 + usize::from(zone.is_some()),
    };
    userinfo + host + usize::from(authority.port.is_some())
}

fn write_text(text: &Text, writer: &mut Writer) {
    if let Some(text) = text.as_plain() {
        writer.text(text);
        return;
    }
    writer.array(text.parts().len());
    for part in text.parts() {
        match part {
            Part::Text(text) => writer.text(text),
            Part::Pet(bytes) => writer.bytes(bytes),
        }
    }
}
