//! Texts and percent-encoded texts, one pool per component.

use arbitrary::{Result, Unstructured};

use super::choice::{Weighted, chance, pick};
use crivet::cri::{Part, Text};

/// The components that hold text-or-pet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// The user information of an authority.
    Userinfo,
    /// A label of a host name.
    Label,
    /// A segment of a path.
    Segment,
    /// A parameter of a query.
    Parameter,
    /// The fragment.
    Fragment,
}

const USERINFO: &[Weighted<&str>] =
    &[(12, "u"), (4, ""), (4, "a;b=c"), (3, "é"), (2, "u.v-w_x~"), (1, "u:p"), (1, "a@b"), (1, "a b")];

const LABEL: &[Weighted<&str>] = &[
    (48, "h"),
    (24, "example"),
    (14, "com"),
    (2, ""),
    (4, "xn--bcher-kva"),
    (4, "bücher"),
    (3, "日本"),
    (3, "a_b"),
    (3, "a!b"),
    (3, "a:b"),
    (2, "a/b"),
    (2, "a%b"),
    (2, "a@b"),
    (2, "[x]"),
    (1, "192"),
    (1, "0"),
    (1, "a.b"),
    (1, "."),
    (1, ".."),
    (1, "H"),
];

const SEGMENT: &[Weighted<&str>] = &[
    (28, "a"),
    (12, "b"),
    (28, ""),
    (8, "a:b"),
    (4, ":"),
    (4, ":a"),
    (4, "http:"),
    (6, "..."),
    (6, ".a"),
    (4, "a."),
    (4, "..a"),
    (4, "a.."),
    (4, "%2e"),
    (3, "%"),
    (4, "a/b"),
    (3, "/"),
    (3, "../x"),
    (4, "?"),
    (3, "#"),
    (4, "é"),
    (3, "日本"),
    (3, "a b"),
    (3, "@"),
    (3, ";p=1,2"),
    (3, "&"),
    (3, "~_-!$'()*+"),
    (2, "\u{10ffff}"),
    (2, "\u{0}"),
    (2, "A"),
    (2, "[x]"),
    (1, "."),
    (1, ".."),
    (1, "e\u{301}"),
];

const PARAMETER: &[Weighted<&str>] = &[
    (12, "q"),
    (8, "k=v"),
    (8, ""),
    (4, "a&b"),
    (3, "="),
    (3, "a/b"),
    (3, "?"),
    (3, "#"),
    (3, "a:b@c"),
    (3, "%26"),
    (3, "é"),
    (2, "a b"),
    (2, ".."),
    (2, "a+b"),
    (1, "e\u{301}"),
];

const FRAGMENT: &[Weighted<&str>] = &[
    (12, "f"),
    (6, ""),
    (3, "#"),
    (3, "a/b?c"),
    (3, "/.."),
    (3, "%23"),
    (3, "é"),
    (2, "a b"),
    (2, "a&b"),
    (1, "e\u{301}"),
];

/// Characters to compose texts of: each of the classes of RFC 3986, and what lies beyond ASCII.
const CHARACTERS: &[Weighted<char>] = &[
    (12, 'a'),
    (6, '0'),
    (6, '-'),
    (8, '.'),
    (4, '~'),
    (6, ':'),
    (6, '/'),
    (6, '?'),
    (6, '#'),
    (4, '['),
    (4, '@'),
    (4, '!'),
    (4, '&'),
    (4, '='),
    (4, '+'),
    (8, '%'),
    (4, ' '),
    (4, '"'),
    (4, '\\'),
    (4, '|'),
    (4, '\u{7f}'),
    (4, 'é'),
    (4, 'ß'),
    (4, '日'),
    (4, '\u{1f600}'),
];

/// Percent-encoded bytes: delimiters, a percent sign, what is no UTF-8; and rarely, what text could say.
const BYTES: &[Weighted<&[u8]>] = &[
    (12, b"/"),
    (12, b":"),
    (8, b"!"),
    (6, b"&"),
    (6, b"@"),
    (6, b"?#"),
    (6, b"%"),
    (6, b";="),
    (8, b"\xff"),
    (6, b"\x00"),
    (4, b"\x0a "),
    (4, b"\xc3"),
    (4, b"\xe6\x97"),
    (4, b"\xed\xa0\x80"),
    (4, b"\xc0\xae"),
    (1, b"."),
    (1, b"a"),
    (1, b"\xc3\xa9"),
    (1, b""),
];

/// How many characters a composed text has. Long ones are a matter of heads, and cost the more.
const LENGTHS: &[Weighted<usize>] = &[(48, 1), (48, 2), (48, 3), (32, 4), (24, 7), (6, 24), (2, 256)];

/// A text-or-pet for one component.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn text_or_pet(u: &mut Unstructured<'_>, component: Component) -> Result<Text> {
    if chance(u, 28)? { sequence(u, component) } else { Ok(Text::Plain(text(u, component)?)) }
}

/// A text for one component, from its pool or composed.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn text(u: &mut Unstructured<'_>, component: Component) -> Result<String> {
    // What C3 and C5 exclude is well represented in the pools; composing here would find little else.
    let composed = matches!(component, Component::Segment | Component::Parameter | Component::Fragment);
    if composed && chance(u, 32)? {
        let length = *pick(u, LENGTHS)?;
        if length > 7 {
            return Ok(pick(u, CHARACTERS)?.to_string().repeat(length));
        }
        return (0..length).map(|_| pick(u, CHARACTERS).copied()).collect();
    }
    let pool = match component {
        Component::Userinfo => USERINFO,
        Component::Label => LABEL,
        Component::Segment => SEGMENT,
        Component::Parameter => PARAMETER,
        Component::Fragment => FRAGMENT,
    };
    Ok((*pick(u, pool)?).to_owned())
}

/// The shapes of a text-or-pet sequence: `t` a text, `b` bytes. The last two are not well-formed.
const SEQUENCES: &[Weighted<&str>] =
    &[(24, "tb"), (24, "b"), (18, "tbt"), (18, "bt"), (12, "btb"), (6, "tbtbtb"), (1, "t"), (1, "")];

/// A text-pet-sequence for one component; a small share is none.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn sequence(u: &mut Unstructured<'_>, component: Component) -> Result<Text> {
    let parts = pick(u, SEQUENCES)?.chars().map(|part| {
        Ok(match part {
            't' => {
                // An empty text is not allowed in a sequence, and the component's own pool has it often.
                let text = text(u, component)?;
                Part::Text(if text.is_empty() && !chance(u, 8)? { "a".to_owned() } else { text })
            }
            _ => Part::Bytes(pick(u, BYTES)?.to_vec()),
        })
    });
    parts.collect::<Result<_>>().map(Text::Sequence)
}
