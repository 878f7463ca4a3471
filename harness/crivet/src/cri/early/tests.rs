//! Reading, comparing and resolving sequences.

use super::*;
use crate::cri::testing::edn;

const BOTH: [Profile; 2] = [Profile::Href03, Profile::Href02];

fn sequence(text: &str, profile: Profile) -> Result<Sequence, String> {
    read(&edn(text), profile).map(|(sequence, _)| sequence).map_err(|error| error.to_string())
}

#[track_caller]
fn shown(text: &str, profile: Profile, expected: &str) {
    let found = match sequence(text, profile) {
        Ok(sequence) => sequence.options.iter().map(Opt::to_string).collect::<Vec<_>>().join(", "),
        Err(error) => error,
    };
    assert_eq!(found, expected, "{text} under {profile}");
}

#[test]
fn each_draft_has_its_numbers() {
    shown("[5, \"a\"]", Profile::Href03, "path \"a\"");
    shown("[5, 1]", Profile::Href02, "path.type 1");
    shown(
        "[0, \"a\", 2, h'01020304', 3, 70000]",
        Profile::Href03,
        "scheme \"a\", host.ip h'01020304', port 70000",
    );
    shown(
        "[1, \"a\", 3, h'01020304', 4, 7, 8, \"f\"]",
        Profile::Href02,
        "scheme \"a\", host.ip h'01020304', port 7, fragment \"f\"",
    );
    shown("[0, \"a\"]", Profile::Href02, "option 1: expected the number of an option, found another number");
    shown("[8, \"a\"]", Profile::Href03, "option 1: expected the number of an option, found another number");
    shown("[5, \"a\"]", Profile::Href02, "option 1: expected an unsigned integer, found a text");
    shown("[2, h'0102']", Profile::Href03, "option 1: expected 4 or 16 bytes, found a byte string");
    shown("[6]", Profile::Href03, "option 1: expected a text, found the end");
    shown("[-1, 5]", Profile::Href03, "option 1: expected an option number, found a negative integer");
    shown("7", Profile::Href03, "expected an array, found an unsigned integer");
    for profile in BOTH {
        shown("[]", profile, "");
    }
}

#[test]
fn each_draft_has_its_order() {
    let order = |text: &str, early: bool, earlier: bool| {
        for (profile, text, fine) in
            [(Profile::Href03, text.to_owned(), early), (Profile::Href02, one_more(text), earlier)]
        {
            assert_eq!(sequence(&text, profile).is_ok(), fine, "{text} under {profile}");
        }
    };
    order("[0, \"a\"]", true, false);
    order("[0, \"a\", 5, \"b\"]", true, false);
    order("[1, \"h\"]", true, false);
    order("[1, \"h\", 3, 1]", true, true);
    order("[1, \"h\", 5, \"b\"]", true, false);
    order("[0, \"a\", 1, \"h\", 3, 1]", true, true);
    order("[3, 1]", false, true);
    order("[3, 1, 4, 0]", false, false);
    order("[4, 0, 5, \"b\", 5, \"c\", 6, \"d\", 6, \"e\", 7, \"f\"]", true, true);
    order("[4, 0, 4, 0]", false, false);
    order("[4, 0, 1, \"h\"]", false, false);
    order("[6, \"a\", 5, \"b\"]", false, false);
    order("[7, \"a\", 7, \"b\"]", false, false);
    order("[0, \"a\", 3, 1]", false, false);
    order("[0, \"a\", 4, 1]", false, false);
    shown("[7, \"a\", 6, \"b\"]", Profile::Href03, "option 2: query may not stand behind fragment");
    shown("[1, \"a\"]", Profile::Href02, "option 1: scheme may not stand without what has to follow scheme");
    shown("[3, 1]", Profile::Href03, "option 1: port may not stand first");
}

/// The text with every option number one higher: the same sequence in -02.
fn one_more(text: &str) -> String {
    let elements = text.trim_matches(['[', ']']).split(", ");
    let raised = elements.enumerate().map(|(index, element)| match element.parse::<u8>() {
        Ok(number) if index % 2 == 0 => (number + 1).to_string(),
        _ => element.to_owned(),
    });
    format!("[{}]", raised.collect::<Vec<_>>().join(", "))
}

#[test]
fn lengths_may_be_written_as_they_like() {
    let odd = |hex: &str| {
        read(&hex::decode(hex).unwrap(), Profile::Href03).map(|(sequence, odd)| (sequence.options.len(), odd))
    };
    assert_eq!(odd("82066161"), Ok((1, false)));
    for hex in ["9f066161ff", "9802066161", "82067f6161ff", "8206780161", "8218066161"] {
        assert_eq!(odd(hex), Ok((1, true)), "{hex}");
    }
    for hex in
        ["9f066161", "82067f6161", "82067f4161ff", "82067f7f6161ffff", "ff", "8206ff", "9f06ff", "82066161ff"]
    {
        assert!(odd(hex).is_err(), "{hex}");
    }
}

#[test]
fn a_path_implies_its_path_type() {
    for (profile, long, short, same) in [
        (Profile::Href03, "[4, 2, 5, \"a\"]", "[5, \"a\"]", true),
        (Profile::Href03, "[4, 3, 5, \"a\"]", "[5, \"a\"]", false),
        (Profile::Href03, "[4, 2]", "[]", false),
        (Profile::Href02, "[5, 3, 6, \"a\"]", "[6, \"a\"]", true),
        (Profile::Href02, "[5, 2, 6, \"a\"]", "[6, \"a\"]", false),
    ] {
        let [long, short] = [long, short].map(|text| sequence(text, profile).unwrap().comparable(profile));
        assert_eq!(long == short, same, "{long:?} under {profile}");
    }
}

#[track_caller]
fn resolves(profile: Profile, reference: &str, expected: &str) {
    let base = match profile {
        Profile::Href02 => "[1, \"s\", 2, \"h\", 4, 1, 6, \"a\", 6, \"b\", 7, \"q\", 8, \"f\"]",
        _ => "[0, \"s\", 1, \"h\", 3, 1, 5, \"a\", 5, \"b\", 6, \"q\", 7, \"f\"]",
    };
    let [base, reference, expected] =
        [base, reference, expected].map(|text| sequence(text, profile).unwrap());
    assert_eq!(resolve(&base, &reference, profile), expected, "{reference:?} under {profile}");
}

#[test]
fn references_resolve() {
    let early = |reference, expected| resolves(Profile::Href03, reference, expected);
    early("[]", "[0, \"s\", 1, \"h\", 3, 1, 5, \"a\", 5, \"b\", 6, \"q\"]");
    early("[7, \"g\"]", "[0, \"s\", 1, \"h\", 3, 1, 5, \"a\", 5, \"b\", 6, \"q\", 7, \"g\"]");
    early("[6, \"r\"]", "[0, \"s\", 1, \"h\", 3, 1, 5, \"a\", 5, \"b\", 6, \"r\"]");
    early("[5, \"c\"]", "[0, \"s\", 1, \"h\", 3, 1, 5, \"a\", 5, \"c\"]");
    early("[4, 0]", "[0, \"s\", 1, \"h\", 3, 1]");
    early("[4, 1]", "[0, \"s\", 1, \"h\", 3, 1, 5, \"a\", 5, \"b\"]");
    early("[4, 3]", "[0, \"s\", 1, \"h\", 3, 1]");
    early("[4, 3, 5, \"\"]", "[0, \"s\", 1, \"h\", 3, 1]");
    early("[4, 127, 5, \"c\"]", "[0, \"s\", 1, \"h\", 3, 1, 5, \"c\"]");
    early("[1, \"g\"]", "[0, \"s\", 1, \"g\"]");
    early("[2, h'01020304']", "[0, \"s\", 2, h'01020304']");
    early("[0, \"t\", 5, \"c\"]", "[0, \"t\", 5, \"c\"]");
    let earlier = |reference, expected| resolves(Profile::Href02, reference, expected);
    earlier("[]", "[1, \"s\", 2, \"h\", 4, 1, 6, \"a\", 6, \"b\", 7, \"q\"]");
    earlier("[4, 2]", "[1, \"s\", 2, \"h\", 4, 2]");
    earlier("[5, 1]", "[1, \"s\", 2, \"h\", 4, 1, 6, \"a\", 6, \"b\", 6, \"0\"]");
    earlier("[5, 2, 6, \"c\"]", "[1, \"s\", 2, \"h\", 4, 1, 6, \"a\", 6, \"b\", 6, \"c\"]");
    earlier("[6, \"c\"]", "[1, \"s\", 2, \"h\", 4, 1, 6, \"a\", 6, \"c\"]");
    earlier("[5, 4, 7, \"r\"]", "[1, \"s\", 2, \"h\", 4, 1, 7, \"r\"]");
}
