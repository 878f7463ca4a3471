//! What decodes matches the drafts' own grammar, run by a CDDL validator: a third opinion on the shape.
//!
//! ```text
//! decode(x) = c      =>  x, its defaults filled in, matches the CDDL
//! x matches          <=>  the judge's own reading finds nothing wrong with the shape of x
//! ```
//!
//! The validator is `cddl-cat`, and the grammars are files beside this one. Of the two crates that run CDDL on CBOR,
//! `cddl` 0.10.7 is not sound on this grammar: it takes addresses of five bytes and empty byte strings, lets a scheme
//! name begin in upper case, and rejects every reference that starts with a number. `cddl-cat` 0.7.1 gives the right
//! answer on each of those (`the_validator_is_sound` asks them), but knows neither `.feature` nor `.ne`, and a pattern
//! need not match the whole text; so the rules say the same by other means: with every feature there, a size of one at
//! least, and anchors in the pattern.
//!
//! Premises: CDDL is about the data model, not about the encoding. So x is one item of well-formed CBOR with definite
//! lengths throughout, which is the judge's to say; trailing nulls, which the CDDL does not express, are not there; and
//! the defaults that are left off at the end are filled in first: nulls, and in href-27 `[]` for the path and the query of
//! what starts with a scheme. Where the grammar and the prose differ, that is in [`KNOWN`].

use std::collections::BTreeMap;
use std::sync::LazyLock;

use arbitrary::Unstructured;
use cddl_cat::cbor::validate_cbor;
use cddl_cat::context::BasicContext;
use cddl_cat::flatten::flatten_from_str;

use crate::generate::sequence::array_of;
use crivet::cri::{CborErrorKind, Grade, ReadError, read, split_array, violations};
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::decode_encode::encoded;
use super::{About, Asker, Checked, Difference, Encoded, Halt, Input, Inputs, KnownDifference, Oracle};
use crate::demand::subject::Subject;

/// The known differences: what one text allows and the other does not. The witnesses are encoded CRIs.
pub const KNOWN: [KnownDifference; 3] = [
    KnownDifference {
        name: "cddl: empty query of a full CRI",
        ruling: "R3",
        what: "href-13 asks for at least one parameter in its CDDL; whether [] may stand there is open",
        // ["a", ["h"], [], []]
        witness: ("8461618161688080", ""),
    },
    KnownDifference {
        name: "cddl: null in a full CRI",
        ruling: "R48",
        what: "href-27 has no null for the path or query of a full CRI in its CDDL; whether it may stand is open",
        // ["a", ["h"], null, ["q"]]
        witness: ("846161816168f6816171", ""),
    },
    KnownDifference {
        name: "cddl: two nulls",
        ruling: "R4",
        what: "the CDDL of both revisions has null for scheme and authority at once, which the prose forbids",
        // [null, null]
        witness: ("82f6f6", ""),
    },
];

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cddl;

impl Oracle for Cddl {
    type Case = Encoded;

    fn about(&self) -> About {
        About {
            name: "cddl",
            equation: "what decodes matches the draft's CDDL, and the CDDL agrees with the judge on the shape",
            operations: &[OperationName::Decode],
            profiles: Family::Href.profiles(),
            known: &KNOWN,
            not_comparable: 35,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Encoded> {
        encoded(profile, u)
    }

    fn inputs(&self, case: &Encoded) -> Inputs {
        vec![("cri", Input::Cri(case.0.clone()))]
    }

    fn check(&self, case: &Encoded, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let answer = asker.decode(&case.0)?;
        let Some(matches) = matches(&case.0, profile) else {
            return Ok(match answer {
                Ok(_) if Subject::read(&case.0, profile).is_invalid() => {
                    Checked::differ("what is no array of well-formed items was accepted", "a rejection")
                }
                _ => Checked::not_comparable("no array of well-formed items, of which CDDL says nothing"),
            });
        };
        let Some(shape) = shape(&case.0, profile) else {
            return Ok(Checked::not_comparable("a matter of encoding, of which CDDL says nothing"));
        };
        if matches != shape.is_ok()
            && let Some(known) = known_difference(&case.0, profile)
        {
            // Whether it is to be accepted nevertheless is for decode-encode to say.
            return Ok(Checked::agree().with_known([known]));
        }
        if matches != shape.is_ok() {
            let expected = if matches { "the shape is right by the CDDL" } else { "it is wrong by the CDDL" };
            return Ok(Difference::new("the CDDL and the judge disagree on the shape", expected)
                .because(shape.err().unwrap_or_default())
                .into());
        }
        Ok(match answer {
            Ok(_) if !matches => Difference::new("what does not match the CDDL was accepted", "a rejection")
                .because(shape.err().unwrap_or_default())
                .into(),
            _ => Checked::agree(),
        })
    }
}

/// Does the CBOR match the CDDL of the revision, its defaults filled in? `None` where it is no array of well-formed
/// items.
pub fn matches(cbor: &[u8], profile: Profile) -> Option<bool> {
    let items = split_array(cbor).ok()?;
    let filled = filled(&items, profile);
    let (rules, rule) = match items.first() {
        Some(first) if matches!(first.first()? >> 5, 1 | 3) => (rules(profile)?, "CRI"),
        _ => (rules(profile)?, "CRI-Reference"),
    };
    let value: ciborium::Value = ciborium::from_reader(array_of(&filled).as_slice()).ok()?;
    Some(validate_cbor(rules.rules.get(rule)?, &value, rules).is_ok())
}

/// The items with the defaults behind them that are left off at the end.
fn filled<'a>(items: &[&'a [u8]], profile: Profile) -> Vec<&'a [u8]> {
    const NULL: &[u8] = &[0xf6];
    const EMPTY: &[u8] = &[0x80];
    const ZERO: &[u8] = &[0x00];
    let mut filled = items.to_vec();
    let major = filled.first().and_then(|first| first.first()).map(|first| first >> 5);
    let is_full = matches!(major, Some(1 | 3));
    let length = match items.first() {
        None => {
            // The empty array stands for the reference that leaves everything as it is.
            filled.push(ZERO);
            4
        }
        Some(first) if is_full || *first == NULL => 5,
        Some(_) => 4,
    };
    while filled.len() < length {
        let is_section = is_full && profile.rules().empty_is_default && matches!(filled.len(), 2 | 3);
        filled.push(if is_section { EMPTY } else { NULL });
    }
    filled
}

fn rules(profile: Profile) -> Option<&'static BasicContext> {
    static GRAMMARS: LazyLock<BTreeMap<&str, BasicContext>> = LazyLock::new(|| {
        let texts =
            [("href-13", include_str!("cddl/href-13.cddl")), ("href-27", include_str!("cddl/href-27.cddl"))];
        let parse = |text| flatten_from_str(text).ok().map(BasicContext::new);
        texts.into_iter().filter_map(|(name, text)| Some((name, parse(text)?))).collect()
    });
    GRAMMARS.get(profile.revision().grammar?)
}

/// What the judge makes of the shape; `None` where it turns on the encoding, or on what CDDL does not express.
fn shape(cbor: &[u8], profile: Profile) -> Option<Result<(), &'static str>> {
    let reading = match read(cbor) {
        Ok(reading) => reading,
        Err(ReadError::Cbor(error)) => {
            return match error.kind {
                // The validator's reader takes `undefined` for null and a bignum for its number; other simple values it
                // does not read.
                CborErrorKind::Kind("undefined" | "a simple value" | "a tag") => None,
                CborErrorKind::Kind(kind) => Some(Err(kind)),
                CborErrorKind::TooDeep => Some(Err("nested too deeply")),
                CborErrorKind::NotUtf8 => Some(Err("text that is not UTF-8")),
                CborErrorKind::Indefinite
                | CborErrorKind::IllFormed
                | CborErrorKind::Trailing
                | CborErrorKind::Truncated => None,
            };
        }
        Err(ReadError::Structure { found, .. }) => return Some(Err(found)),
    };
    if reading.form.trailing_nulls {
        return None;
    }
    // Rules of the grammar; the others are constraints beside it.
    let of_grammar = |ruling: Option<&str>| matches!(ruling, None | Some("R19" | "R21" | "R29" | "R36"));
    let broken = violations(&reading.cri, reading.form, profile)
        .into_iter()
        .find(|violation| violation.grade == Grade::Invalid && of_grammar(violation.ruling));
    Some(broken.map_or(Ok(()), |violation| Err(violation.what)))
}

/// How long the head of the outer array is.
fn head_length(cbor: &[u8]) -> usize {
    match cbor.first().map(|first| first & 0x1f) {
        Some(info @ 24..=27) => 1 + (1 << (info - 24)),
        _ => 1,
    }
}

fn known_difference(cbor: &[u8], profile: Profile) -> Option<&'static KnownDifference> {
    let [empty_query, null, two_nulls] = const { &KNOWN };
    if let Some([0xf6, rest @ ..]) = cbor.get(head_length(cbor)..)
        && matches!(rest.first(), None | Some(0xf6))
    {
        return Some(two_nulls);
    }
    let cri = read(cbor).ok()?.cri;
    if !cri.is_full() {
        return None;
    }
    let is_left = |section: &Option<Vec<_>>| section.is_none();
    if !profile.rules().empty_is_default {
        return cri.query.as_ref().is_some_and(Vec::is_empty).then_some(empty_query);
    }
    let ended = cri.fragment.is_none();
    let null_path = is_left(&cri.path) && (cri.query.is_some() || !ended);
    let null_query = is_left(&cri.query) && !ended;
    (null_path || null_query).then_some(null)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cbor: &str, profile: Profile, expected: bool) {
        let bytes = hex::decode(cbor).unwrap();
        assert_eq!(matches(&bytes, profile), Some(expected), "{cbor} in {profile}");
    }

    /// Each construct of the grammars, right and wrong.
    #[test]
    fn the_validator_is_sound() {
        let both = |cbor, expected| {
            check(cbor, Profile::Href13, expected);
            check(cbor, Profile::Href27, expected);
        };
        for right in [
            "80",
            "8100",
            "81187f",
            "82f5816161",
            "8300f680",
            "8400f6f66166",
            "82f6816168",
            "83f6f5816161",
            "8220816168",
            "8120",
            "813a000100ff",
            "816161",
            "8165612b2d2e31",
            "8320f5816161",
            "822082616819ffff",
            "82208144c0000201",
            "82208244c0000201191633",
            "82208150fe800000000000000000000000000001",
            "82208250fe8000000000000000000000000000016165",
            "82208350fe800000000000000000000000000001616501",
            "822083f461756168",
            "822083f481412f6168",
            "822080",
            "832081616881826161412f",
            "83208161688181412f",
            "832081616881836161412f6162",
            "83208161688183412f6162412f",
            "832081616881846161412f6162412f",
            "85208161688081616b81412f",
        ] {
            both(right, true);
        }
        for wrong in [
            "811880",
            "81f4",
            "81f7",
            "82f6f4",
            "816443616162",
            "8160",
            "824161816168",
            "82208261681a00010000",
            "822082616820",
            "82208145c000020100",
            "8220816161f4",
            "822082f46161f6",
            "83208161686161",
            "832081616881816161",
            "83208161688182616140",
            "8320816168818260412f",
            "83208161688180",
            "8320816168818261616162",
            "83208161688182412f412f",
            "832081616881f6",
            "83208161688101",
            "86208161688080616601",
            "852081616880808261616162",
            "8500f6f6616600",
            "f6",
        ] {
            let bytes = hex::decode(wrong).unwrap();
            for profile in [Profile::Href13, Profile::Href27] {
                assert_ne!(matches(&bytes, profile), Some(true), "{wrong} in {profile}");
            }
        }
        // Where the revisions differ.
        check("82208244c00002016165", Profile::Href13, false);
        check("82208244c00002016165", Profile::Href27, true);
        check("84208161688080", Profile::Href13, false);
        check("84208161688080", Profile::Href27, true);
        check("8420816168f6816171", Profile::Href13, true);
        check("8420816168f6816171", Profile::Href27, false);
    }
}
