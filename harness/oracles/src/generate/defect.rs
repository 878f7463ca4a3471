//! Near-valid CBOR: a CRI or CRI reference that is valid but for exactly one thing, which has a name.
//!
//! What is all wrong is rejected for the first of its faults, and says nothing of the others. So here a
//! valid CRI is taken to a tree of CBOR items, and one [`Defect`] is put into it, at one place. Of each defect
//! it is known what the drafts demand of a final recipient ([`Defect::demand`]): that is an opinion of its own,
//! from the text and the rulings, which a test holds against the judge's.

use arbitrary::{Result, Unstructured};

use super::choice::{Weighted, chance, pick};
use super::cri::{cri_in, reference_in};
use super::item::Item;
use super::sections::Sections;
use crivet::cri::{Authority, Given, Host, read, scheme_name, violations};
use crivet::profile::Profile;

macro_rules! defects {
    ($($(#[doc = $doc:literal])+ $name:ident: $weight:literal;)+) => {
        /// What is wrong, and nothing else is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Defect {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Defect {
            /// Every defect.
            pub const ALL: &'static [Defect] = &[$(Defect::$name,)+];

            const POOL: &'static [Weighted<Defect>] = &[$(($weight, Defect::$name),)+];
        }
    };
}

defects! {
    /// A head is longer than it has to be (R34). No draft forbids it.
    LongHead: 16;
    /// An array of indefinite length (R33).
    IndefiniteArray: 8;
    /// A string in chunks (R33).
    IndefiniteString: 6;
    /// A tag around an item within (R35).
    TagWithin: 6;
    /// A tag around the whole; 99 is the one that stands for a CRI, which may be stripped in href-27 (R35).
    TagAround: 6;
    /// The tag 99 around the whole (R35).
    TagNinetyNine: 3;
    /// A floating-point number in place of an item (R35).
    Float: 5;
    /// The simple value `undefined` in place of an item (R35).
    Undefined: 5;
    /// `false` in place of a section (R35).
    False: 5;
    /// A simple value that nobody assigned, in place of an item.
    Simple: 3;
    /// A map in place of an item (R35).
    Map: 5;
    /// A simple value below 32 in two bytes, or additional information that is reserved: no CBOR at all.
    Reserved: 4;
    /// Bytes after the item (R35).
    TrailingBytes: 6;
    /// Bytes are missing at the end (R35).
    Truncated: 8;
    /// The outer array declares an element more than there is.
    MissingElement: 4;
    /// A string or an array declares a length beyond all bytes.
    EndlessLength: 5;
    /// A null at the end of the outer array (R2).
    TrailingNull: 8;
    /// A section more than there are, after a fragment.
    ExtraSection: 5;
    /// Text that is not UTF-8 (R35).
    BadUtf8: 8;
    /// A port of 65536 or above.
    PortTooLarge: 6;
    /// A negative port.
    PortNegative: 6;
    /// A port as text: it is a label more, with which the port is one of the host.
    PortTwice: 8;
    /// A discard above 127 (R36).
    DiscardTooLarge: 6;
    /// An address of a length that no address has.
    AddressLength: 6;
    /// A scheme name with an upper-case letter (R19).
    SchemeUpperCase: 5;
    /// A scheme name that does not begin with a letter, or is empty.
    SchemeNoLetter: 5;
    /// A byte string where text stands.
    BytesForText: 8;
    /// A text that is alone in an array (R21).
    LoneTextInArray: 5;
    /// An empty array where text-or-pet stands (R21).
    EmptySequence: 5;
    /// An empty part of a text-pet-sequence (R21).
    EmptyPart: 5;
    /// Two texts in a row in a text-pet-sequence (R21).
    TwoTexts: 4;
    /// Two byte strings in a row in a text-pet-sequence (R21).
    TwoByteStrings: 4;
    /// A byte string in a text-pet-sequence that holds an unreserved character (R22).
    NotMinimal: 6;
    /// A null among the items of a path or query.
    NullSegment: 4;
    /// A path or query as text, not as an array.
    TextForArray: 5;
    /// A fragment as an array of two texts.
    ArrayForFragment: 4;
    /// The dot-segment `.` or `..` (R17).
    DotSegment: 6;
    /// A dot in a label of a host of a full CRI (R18).
    DotInLabel: 5;
    /// Two nulls at the start (R4).
    TwoNulls: 3;
    /// An empty array for an empty path at the end of a full CRI (R3).
    TrailingEmptyPath: 5;
}

/// A generated encoding, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearValid {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The one thing that is wrong.
    pub defect: Defect,
}

/// An encoding of a CRI or CRI reference that is valid but for one defect.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn near_valid(u: &mut Unstructured<'_>, profile: Profile) -> Result<NearValid> {
    let first = *pick(u, Defect::POOL)?;
    let site = u.arbitrary::<u8>()?;
    let detail = u.arbitrary::<u8>()?;
    let sections = valid(u, profile)?;
    let item = Item::read(&sections.to_cbor_in(profile));
    // Not every defect has a place in every CRI. The ones after it are tried in turn; a tag around it always has.
    let start = Defect::ALL.iter().position(|defect| *defect == first).unwrap_or_default();
    let (before, after) = Defect::ALL.split_at(start);
    for defect in after.iter().chain(before) {
        if let Some(bytes) = apply(*defect, &item, &sections, usize::from(site), detail, profile) {
            return Ok(NearValid { bytes, defect: *defect });
        }
    }
    Err(arbitrary::Error::EmptyChoose)
}

/// A valid CRI or CRI reference; where a few attempts give none, a plain one.
fn valid(u: &mut Unstructured<'_>, profile: Profile) -> Result<Sections> {
    let is_full = !chance(u, 80)?;
    for _ in 0..4 {
        let sections = if is_full { cri_in(u, profile)? } else { reference_in(u, 3, profile)? };
        if is_plain(&sections, profile) && sections.path.is_some() == is_full {
            return Ok(sections);
        }
    }
    cri_in(&mut Unstructured::new(&[]), profile)
}

/// Is it valid beyond dispute, in href-13 and in the revision, and means the same in both?
fn is_plain(sections: &Sections, profile: Profile) -> bool {
    let name = |profile: Profile| {
        let reading = read(&sections.to_cbor_in(profile)).ok()?;
        let has_zone = matches!(
            &reading.cri.authority,
            Authority::Given(Given { host: Host::Address { zone: Some(_), .. }, .. })
        );
        let is_valid = violations(&reading.cri, reading.form, profile).is_empty() && !has_zone;
        let name = reading.cri.scheme.as_ref().map(|scheme| scheme_name(scheme, profile).map(str::to_owned));
        (is_valid && name != Some(None)).then_some(name)
    };
    name(Profile::Href13).is_some_and(|old| name(profile) == Some(old))
}

/// The encoding with the defect at one of the places where it can be; `None` where it has none.
fn apply(
    defect: Defect,
    item: &Item,
    sections: &Sections,
    site: usize,
    detail: u8,
    profile: Profile,
) -> Option<Vec<u8>> {
    let mut tree = item.clone();
    let odd = detail % 2 == 1;
    match defect {
        Defect::LongHead => tree.nth(site, |item| item.has_argument())?.lengthen(detail),
        Defect::IndefiniteArray => tree.nth(site, |item| item.is_array())?.make_indefinite(detail),
        Defect::IndefiniteString => tree.nth(site, |item| item.is_string())?.make_indefinite(detail),
        Defect::TagWithin => {
            let place = tree.nth_within(site, |_| true)?;
            *place = Item::Tag(u64::from(detail), Box::new(place.clone()));
        }
        Defect::TagAround => {
            let tag = if detail == 99 { 100 } else { u64::from(detail) };
            tree = Item::Tag(tag, Box::new(tree));
        }
        Defect::TagNinetyNine => tree = Item::Tag(99, Box::new(tree)),
        Defect::Float => {
            const FLOATS: [&[u8]; 3] =
                [b"\xf9\x00\x00", b"\xfa\x3f\x80\x00\x00", b"\xfb\x7f\xf8\0\0\0\0\0\0"];
            let float = FLOATS.get(usize::from(detail) % FLOATS.len())?;
            *tree.nth_within(site, |_| true)? = Item::Raw(float.to_vec());
        }
        Defect::Undefined => *tree.nth_within(site, |_| true)? = Item::Raw(vec![0xf7]),
        // As the first item of an authority it is a marker of user information.
        Defect::False => *tree.nth_section(site)? = Item::Raw(vec![0xf4]),
        Defect::Simple => {
            let value = if odd { vec![0xe0 | (detail % 20)] } else { vec![0xf8, detail | 0x20] };
            *tree.nth_within(site, |_| true)? = Item::Raw(value);
        }
        Defect::Map => {
            *tree.nth_within(site, |_| true)? = Item::Raw(if odd { vec![0xa0] } else { vec![0xa1, 0, 0] })
        }
        Defect::Reserved => {
            let reserved = if odd { vec![0xf8, detail & 0x1f] } else { vec![0x1c | (detail & 0xe2)] };
            *tree.nth_within(site, |_| true)? = Item::Raw(reserved);
        }
        Defect::TrailingBytes => {
            let mut bytes = tree.write();
            bytes.push(detail);
            return Some(bytes);
        }
        Defect::Truncated => {
            let mut bytes = tree.write();
            let kept = site % bytes.len();
            bytes.truncate(kept);
            return Some(bytes);
        }
        Defect::MissingElement => {
            let Item::Array(items, _) = &tree else { return None };
            let mut bytes = Item::head(4, items.len() as u64 + 1);
            items.iter().for_each(|item| bytes.extend(item.write()));
            return Some(bytes);
        }
        Defect::EndlessLength => {
            let place = tree.nth(site, |item| item.is_string() || item.is_array())?;
            let major = if place.is_array() { 4 } else { place.major() };
            let length = if odd { u64::MAX } else { 0x7fff_ffff };
            *place = Item::Raw(Item::head(major, length));
        }
        Defect::TrailingNull => {
            let items = tree.elements()?;
            // Five sections, or four after a discard, is all there can be: the last one gives way.
            let most = if is_discard(items.first()) { 4 } else { 5 };
            if items.is_empty() || items.len() >= most {
                return None;
            }
            items.push(Item::null());
        }
        Defect::ExtraSection => {
            let items = tree.elements()?;
            let most = if is_discard(items.first()) { 4 } else { 5 };
            if items.len() < most {
                return None;
            }
            items.push(if odd { Item::Text("f".into(), 0) } else { Item::Array(vec![], 0) });
        }
        Defect::BadUtf8 => {
            const BAD: [&[u8]; 5] = [b"\xff", b"\xc0\xae", b"\xed\xa0\x80", b"\xe6\x97", b"\xf4\x90\x80\x80"];
            let bad = BAD.get(usize::from(detail) % BAD.len())?;
            let place = tree.nth(site, |item| matches!(item, Item::Text(..)))?;
            let mut bytes = Item::head(3, bad.len() as u64);
            bytes.extend_from_slice(bad);
            *place = Item::Raw(bytes);
        }
        Defect::PortTooLarge => {
            let port = if odd { 65_536 } else { 65_536 + (u64::from(detail) << 32) };
            *tree.port()? = Item::Unsigned(port, 0);
        }
        Defect::PortNegative => *tree.port()? = Item::Negative(u64::from(detail), 0),
        Defect::PortTwice => {
            tree.port()?;
            tree.authority()?.push(Item::Unsigned(u64::from(detail), 0));
        }
        Defect::DiscardTooLarge => {
            let first = tree.elements()?.first_mut()?;
            if !is_discard(Some(first)) {
                return None;
            }
            *first = Item::Unsigned(if odd { 128 } else { 128 + (u64::from(detail) << 16) }, 0);
        }
        Defect::AddressLength => {
            let address = tree.authority()?.iter_mut().find(|item| matches!(item, Item::Bytes(..)))?;
            let Item::Bytes(bytes, _) = address else { return None };
            if odd {
                bytes.push(0);
            } else {
                bytes.pop();
            }
        }
        Defect::SchemeUpperCase => {
            let Item::Text(name, _) = tree.elements()?.first_mut()? else { return None };
            *name = format!("{name}Z");
        }
        Defect::SchemeNoLetter => {
            let Item::Text(name, _) = tree.elements()?.first_mut()? else { return None };
            *name = ["", "1a", "+", "a_", "a:", "\u{e9}"].get(usize::from(detail) % 6)?.to_string();
        }
        Defect::BytesForText => {
            let place = tree.nth_text_or_pet(site)?;
            *place = Item::Bytes(b":".to_vec(), 0);
        }
        Defect::LoneTextInArray => {
            let place = tree.nth_text_or_pet(site)?;
            *place = Item::Array(vec![Item::Text("a".into(), 0)], 0);
        }
        Defect::EmptySequence => *tree.nth_text_or_pet(site)? = Item::Array(vec![], 0),
        Defect::EmptyPart => {
            let (text, bytes) =
                (|text: &str| Item::Text(text.into(), 0), |bytes: &[u8]| Item::Bytes(bytes.to_vec(), 0));
            *tree.nth_text_or_pet(site)? = match detail % 4 {
                0 => Item::Array(vec![text(""), bytes(b":")], 0),
                1 => Item::Array(vec![text("a"), bytes(b"")], 0),
                2 => Item::Array(vec![bytes(b":"), text("")], 0),
                _ => Item::Array(vec![bytes(b"")], 0),
            };
        }
        Defect::TwoTexts => {
            let text = || Item::Text("a".into(), 0);
            *tree.nth_text_or_pet(site)? =
                Item::Array(vec![text(), text(), Item::Bytes(b":".to_vec(), 0)], 0);
        }
        Defect::TwoByteStrings => {
            let bytes = || Item::Bytes(b":".to_vec(), 0);
            *tree.nth_text_or_pet(site)? = Item::Array(vec![bytes(), bytes()], 0);
        }
        Defect::NotMinimal => {
            const BYTES: [&[u8]; 5] = [b"a", b":~", b"%.", b"-:", b"\xff9\xff"];
            let bytes = BYTES.get(usize::from(detail) % BYTES.len())?;
            *tree.nth_text_or_pet(site)? = Item::Array(vec![Item::Bytes(bytes.to_vec(), 0)], 0);
        }
        Defect::NullSegment => {
            let segments = tree.nth_array_section(site)?;
            let place = segments.len().checked_sub(1).map(|last| usize::from(detail) % (last + 1));
            segments.insert(place.unwrap_or_default(), Item::null());
        }
        Defect::TextForArray => {
            let place = tree.path_section(sections)?;
            *place = Item::Text("p".into(), 0);
        }
        Defect::ArrayForFragment => {
            sections.fragment.as_ref()?;
            let text = || Item::Text("f".into(), 0);
            *tree.elements()?.last_mut()? = Item::Array(vec![text(), text()], 0);
        }
        Defect::DotSegment => {
            sections.path.as_ref()?;
            let Item::Array(segments, _) = tree.path_section(sections)? else { return None };
            // In front it could take the place of a guard, or of the one segment a rootless path has.
            segments.push(Item::Text(if odd { ".." } else { "." }.into(), 0));
        }
        Defect::DotInLabel => {
            if !sections.is_full() {
                return None;
            }
            // User information is two items: false, and a text that may hold dots.
            let before = match sections.authority() {
                Some(Authority::Given(Given { userinfo, host: Host::Name(_), .. })) => {
                    2 * usize::from(userinfo.is_some())
                }
                _ => return None,
            };
            let labels = tree.authority()?.get_mut(before..)?;
            let label = labels.iter_mut().rfind(|item| matches!(item, Item::Text(..)))?;
            *label = Item::Text("a.b".into(), 0);
        }
        Defect::TwoNulls => {
            let items = tree.elements()?;
            if is_discard(items.first()) {
                items.insert(0, Item::null());
                *items.get_mut(1)? = Item::null();
            } else {
                *items.first_mut()? = Item::null();
                *items.get_mut(1)? = Item::null();
            }
        }
        Defect::TrailingEmptyPath => {
            let is_bare = sections.is_full() && sections.segments().is_empty();
            if !is_bare || sections.query.is_some() || sections.fragment.is_some() {
                return None;
            }
            let items = tree.elements()?;
            if items.len() < 2 {
                items.push(Item::null());
            }
            items.truncate(2);
            items.push(Item::Array(vec![], 0));
        }
    }
    let bytes = tree.write();
    // A defect that changes nothing is none.
    (bytes != sections.to_cbor_in(profile) || defect == Defect::TrailingEmptyPath).then_some(bytes)
}

fn is_discard(first: Option<&Item>) -> bool {
    matches!(first, Some(Item::Unsigned(..))) || first.is_some_and(|first| *first == Item::yes())
}
