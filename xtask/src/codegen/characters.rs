//! Single ASCII characters by component by direction, from class tables of RFC 3986.
//!
//! What a class decides as a whole (letters, digits, most controls) is asked by hand, a class a vector. Here stands
//! what implementations get wrong one by one: every character that is no letter and no digit, and three controls.

use crivet::profile::Profile;

use super::cbor::{FALSE, Item, array, text, texts};
use super::sketch::{Accepted, Argument, BOTH, Outcome, Sketch, only};
use crivet::vector::Strength;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Component {
    Userinfo,
    Label,
    Segment,
    Parameter,
    Fragment,
}

use Component::{Fragment, Label, Parameter, Segment, Userinfo};

const COMPONENTS: [Component; 5] = [Userinfo, Label, Segment, Parameter, Fragment];

/// RFC 3986, section 2.3: the unreserved characters that are no letters and no digits.
const MARKS: &str = "-._~";
/// RFC 3986, section 2.2.
const SUB_DELIMS: &str = "!$&'()*+,;=";

fn characters() -> impl Iterator<Item = char> {
    let printable = (' '..='~').filter(|character| !character.is_ascii_alphanumeric());
    ['\0', '\n', '\x7f'].into_iter().chain(printable)
}

fn named(character: char) -> String {
    let code = u32::from(character);
    match character {
        ' ' => "U+0020 (space)".to_owned(),
        '!'..='~' => format!("U+{code:04X} ({character})"),
        _ => format!("U+{code:04X}"),
    }
}

/// A character in a word or two, for an id.
fn word(character: char) -> &'static str {
    match character {
        '\0' => "nul",
        '\n' => "line-feed",
        '\x7f' => "delete",
        ' ' => "space",
        '!' => "exclamation-mark",
        '"' => "quote",
        '#' => "number-sign",
        '$' => "dollar",
        '%' => "percent",
        '&' => "ampersand",
        '\'' => "apostrophe",
        '(' => "left-parenthesis",
        ')' => "right-parenthesis",
        '*' => "asterisk",
        '+' => "plus",
        ',' => "comma",
        '-' => "hyphen",
        '.' => "dot",
        '/' => "slash",
        ':' => "colon",
        ';' => "semicolon",
        '<' => "less-than",
        '=' => "equals-sign",
        '>' => "greater-than",
        '?' => "question-mark",
        '@' => "at-sign",
        '[' => "left-bracket",
        '\\' => "backslash",
        ']' => "right-bracket",
        '^' => "caret",
        '_' => "underscore",
        '`' => "backtick",
        '{' => "left-brace",
        '|' => "bar",
        '}' => "right-brace",
        '~' => "tilde",
        _ => "other",
    }
}

impl Component {
    fn name(self) -> &'static str {
        match self {
            Userinfo => "userinfo",
            Label => "label",
            Segment => "segment",
            Parameter => "parameter",
            Fragment => "fragment",
        }
    }

    /// Where it is, in words.
    fn place(self) -> &'static str {
        match self {
            Userinfo => "user information",
            Label => "a label",
            Segment => "a segment",
            Parameter => "a query parameter",
            Fragment => "a fragment",
        }
    }

    fn requirements(self) -> [&'static str; 2] {
        match self {
            Userinfo => ["href13-6.1-userinfo", "href27-6.1-userinfo"],
            Label => ["href13-6.1-host-name", "href27-6.1-host-name"],
            Segment => ["href13-6.1-path-escape", "href27-6.1-path-escape"],
            Parameter => ["href13-6.1-query-escape", "href27-6.1-query-escape"],
            Fragment => ["href13-6.1-fragment-escape", "href27-6.1-fragment-escape"],
        }
    }

    fn features(self) -> Vec<&'static str> {
        if self == Userinfo { vec!["userinfo"] } else { Vec::new() }
    }

    /// Does 6.1 leave the character of a text as it is?
    fn stays(self, character: char, profile: Profile) -> bool {
        let extra = match self {
            Userinfo if profile == Profile::Href27 => ":",
            Userinfo | Label => "",
            Segment => ":@",
            Parameter | Fragment => ":@/?",
        };
        let splits = self == Parameter && character == '&';
        !splits && (MARKS.contains(character) || SUB_DELIMS.contains(character) || extra.contains(character))
    }

    /// The URI with a text, already escaped, in the component.
    fn uri(self, text: &str) -> String {
        match self {
            Userinfo => format!("coap://{text}@h"),
            Label => format!("coap://{text}"),
            Segment => format!("coap://h/{text}"),
            Parameter => format!("coap://h/p?{text}"),
            Fragment => format!("http://h/p?q#{text}"),
        }
    }

    /// The CRI with an item in the component.
    fn cri(self, item: Item) -> Item {
        let coap = Item::Int(-1);
        let host = || texts(&["h"]);
        match self {
            Userinfo => array([coap, array([FALSE, item, text("h")])]),
            Label => array([coap, array([item])]),
            Segment => array([coap, host(), array([item])]),
            Parameter => array([coap, host(), texts(&["p"]), array([item])]),
            Fragment => array([Item::Int(-3), host(), texts(&["p"]), texts(&["q"]), item]),
        }
    }
}

/// The profiles, together where the character is treated alike.
fn revisions(component: Component, character: char) -> Vec<Vec<Profile>> {
    if component == Userinfo && character == ':' {
        BOTH.map(|one| vec![one]).into()
    } else {
        vec![BOTH.into()]
    }
}

/// An id of an operation, a component and a character of a kind; and how the revisions answer, where they do so
/// differently, the first one first.
fn id(
    op: &str,
    component: Component,
    kind: &str,
    character: char,
    profiles: &[Profile],
    [of_13, of_27]: [&str; 2],
) -> String {
    let ending = match profiles {
        [Profile::Href13] => of_13,
        [Profile::Href27] => of_27,
        _ => "",
    };
    format!("{op}-character-{}{kind}-in-{}{ending}", word(character), component.name())
}

fn triplet(character: char) -> String {
    format!("%{:02X}", u32::from(character))
}

/// Every combination of a component, a character and the profiles that treat it alike.
fn product(make: impl Fn(Component, char, Vec<Profile>) -> Sketch) -> Vec<Sketch> {
    let mut sketches = Vec::new();
    for component in COMPONENTS {
        for character in characters() {
            for profiles in revisions(component, character) {
                sketches.push(make(component, character, profiles));
            }
        }
    }
    sketches
}

pub(super) fn to_uri() -> Vec<Sketch> {
    product(|component, character, profiles| {
        let profile = profiles[0];
        let stays = component.stays(character, profile);
        let mut requirements = component.requirements().to_vec();
        let mut sketch = Sketch {
            id: id("cri-to-uri", component, "", character, &profiles, ["-escaped", "-kept"]),
            title: format!("{} in {}", named(character), component.place()),
            features: component.features(),
            op: "cri-to-uri",
            arguments: vec![("cri", Argument::Cri(component.cri(text(format!("a{character}b")))))],
            ..Sketch::default()
        };
        if component == Label && character == '.' {
            requirements = vec!["href13-6.1-host-dot", "href27-6.1-host-dot", "href27-c5-no-dot"];
            sketch.expect = only(Outcome::Reject);
            sketch.rulings = vec!["R18"];
            sketch.note = "A dot inside a label fails the conversion.".to_owned();
        } else if stays {
            sketch.expect = only(Outcome::Text(component.uri(&format!("a{character}b"))));
            sketch.note = "Allowed there, and no delimiter: it stays.".to_owned();
            if component == Userinfo && character == ':' {
                requirements = vec!["href27-6.1-userinfo-colon"];
                sketch.rulings = vec!["R46"];
            }
        } else {
            requirements.extend(["href13-c13-escape", "href27-c13-escape"]);
            let escaped = Outcome::Text(component.uri(&format!("a{}b", triplet(character))));
            sketch.expect = only(escaped.clone());
            sketch.note = "Not allowed there, or a delimiter: it is percent-encoded.".to_owned();
            if component == Userinfo {
                requirements.extend(["href13-c3-userinfo", "href27-c3-userinfo"]);
                sketch.expect = vec![
                    Accepted { outcome: escaped, reading: "6.1 escapes plain text" },
                    Accepted {
                        outcome: Outcome::Reject,
                        reading: "C3 wants such characters in a byte string",
                    },
                ];
                sketch.strength = Strength::Disputed;
                sketch.rulings = vec!["R42"];
            }
        }
        Sketch { requirements, profiles, ..sketch }
    })
}

/// What a plain character makes of the URI around it, in words and as a CRI; none where there is no such URI.
fn plain(component: Component, character: char, profile: Profile) -> Option<(&'static str, Item)> {
    let coap = Item::Int(-1);
    let host = |name: &str| texts(&[name]);
    let nothing = || Item::Array(Vec::new());
    let null = super::cbor::NULL;
    let said = |words, item| Some((words, item));
    match (component, character) {
        (Userinfo, '/') => said("The authority ends there.", array([coap, host("a"), texts(&["b@h"])])),
        (Userinfo, '?') => {
            said("The authority ends there.", array([coap, host("a"), nothing(), texts(&["b@h"])]))
        }
        (Userinfo, '#') => {
            said("The authority ends there.", array([coap, host("a"), nothing(), null, text("b@h")]))
        }
        (Label, '.') => said("A dot parts labels.", array([coap, texts(&["a", "b"])])),
        (Label, '@') => {
            said("User information ends there.", array([coap, array([FALSE, text("a"), text("b")])]))
        }
        (Label, '/') => said("The authority ends there.", array([coap, host("a"), texts(&["b"])])),
        (Label, '?') => said("The authority ends there.", array([coap, host("a"), nothing(), texts(&["b"])])),
        (Label, '#') => {
            said("The authority ends there.", array([coap, host("a"), nothing(), null, text("b")]))
        }
        (Segment, '/') => said("A slash parts segments.", array([coap, host("h"), texts(&["a", "b"])])),
        (Segment, '?') => {
            said("The path ends there.", array([coap, host("h"), texts(&["a"]), texts(&["b"])]))
        }
        (Segment, '#') => {
            said("The path ends there.", array([coap, host("h"), texts(&["a"]), null, text("b")]))
        }
        (Parameter, '&') => said(
            "An ampersand parts parameters.",
            array([coap, host("h"), texts(&["p"]), texts(&["a", "b"])]),
        ),
        (Parameter, '#') => {
            said("The query ends there.", array([coap, host("h"), texts(&["p"]), texts(&["a"]), text("b")]))
        }
        (_, character) if component.stays(character, profile) => {
            said("It may stand there plain: text.", component.cri(text(format!("a{character}b"))))
        }
        _ => None,
    }
}

pub(super) fn from_uri_plain() -> Vec<Sketch> {
    product(|component, character, profiles| {
        let mut requirements = vec!["href13-6-uri-to-cri", "href27-6-uri-to-cri"];
        let mut features = Vec::new();
        let (expect, note) = match plain(component, character, profiles[0]) {
            Some((note, cri)) => {
                requirements.extend(component.requirements());
                // The marker of user information shows whether there is any.
                if cri.encode().contains(&0xf4) {
                    features.push("userinfo");
                }
                (Outcome::Cri(cri), note)
            }
            None => {
                requirements.extend(["href13-9-graceful", "href27-10-graceful", "href27-3-create"]);
                (Outcome::Reject, refused(component, character))
            }
        };
        let colon = component == Userinfo && character == ':';
        Sketch {
            id: id("uri-to-cri", component, "-plain", character, &profiles, ["-rejected", "-kept"]),
            title: format!("A plain {} in {}", named(character), component.place()),
            requirements,
            features,
            op: "uri-to-cri",
            arguments: vec![("uri", Argument::Text(component.uri(&format!("a{character}b"))))],
            expect: only(expect),
            rulings: if colon { vec!["R31", "R46"] } else { Vec::new() },
            note: note.to_owned(),
            profiles,
            ..Sketch::default()
        }
    })
}

fn refused(component: Component, character: char) -> &'static str {
    match (component, character) {
        (Userinfo, ':') => "User information with a plain colon has no CRI.",
        (Userinfo, '@') => "User information holds no plain at-sign.",
        (Label, ':') => "A port follows a colon, and `b` is none.",
        (Fragment, '#') => "A fragment holds no plain number sign.",
        (_, '%') => "A percent sign starts a triplet of two hexadecimal digits.",
        (_, '[' | ']') => "Brackets are for IP-literals only.",
        _ => "It is no URI character: neither reserved nor unreserved.",
    }
}

pub(super) fn from_uri_escaped() -> Vec<Sketch> {
    product(|component, character, profiles| {
        let profile = profiles[0];
        let mut features = component.features();
        let mut requirements = vec!["href13-6-uri-to-cri", "href27-6-uri-to-cri"];
        requirements.extend(component.requirements());
        let mut rulings = Vec::new();
        let unreserved = MARKS.contains(character);
        let as_text = || component.cri(text(format!("a{character}b")));
        let (cri, note) = if component == Label && character == '.' {
            requirements.extend(["href13-sp2-splitters", "href27-sp2-splitters"]);
            rulings.push("R53");
            (array([Item::Int(-1), texts(&["a", "b"])]), "An escaped dot is a dot, and parts labels.")
        } else if unreserved {
            requirements.extend(["href13-7.1-minimal", "href27-7.2-minimal"]);
            (as_text(), "Unreserved: escaped it means the same as plain, text.")
        } else if component.stays(character, profile) {
            requirements.extend([
                "href13-7.1-meaning",
                "href27-7.2-meaning",
                "href13-sp2-delimiters",
                "href27-sp2-delimiters",
            ]);
            features.push("text-or-pet");
            let parts = array([text("a"), Item::Bytes(vec![character as u8]), text("b")]);
            (component.cri(parts), "6.1 would leave it plain in a text, which is another URI: a byte string.")
        } else {
            requirements.extend(["href13-c13-escape", "href27-c13-escape"]);
            (as_text(), "6.1 escapes it in a text, so text says it.")
        };
        if component == Userinfo {
            rulings.extend(if character == ':' { &["R31", "R42", "R46"][..] } else { &["R42"] });
        }
        // C3 lists unreserved characters and sub-delims.
        let is_odd = component == Userinfo && !unreserved && !"!$&'()*+,;=".contains(character);
        Sketch {
            id: id("uri-to-cri", component, "-escaped", character, &profiles, ["-as-text", "-as-bytes"]),
            title: format!("An escaped {} in {}", named(character), component.place()),
            requirements,
            features,
            op: "uri-to-cri",
            arguments: vec![("uri", Argument::Text(component.uri(&format!("a{}b", triplet(character)))))],
            expect: match is_odd {
                true => vec![
                    Accepted { outcome: Outcome::Cri(cri), reading: "6.1 converts this back to the URI" },
                    Accepted {
                        outcome: Outcome::Reject,
                        reading: "C3 has no such character in user information",
                    },
                ],
                false => only(Outcome::Cri(cri)),
            },
            strength: if is_odd { Strength::Disputed } else { Strength::Must },
            rulings,
            note: note.to_owned(),
            profiles,
        }
    })
}
