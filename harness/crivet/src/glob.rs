//! Globs on ids: `*` stands for any text, `?` for a character, `[a-z]` for one of these, `[!a-z]` for another,
//! `{this,that}` for either.
//!
//! ```
//! use crivet::glob::Glob;
//!
//! let glob: Glob = "{decode,resolve}-*".parse().unwrap();
//! assert!(glob.matches("resolve-dots") && !glob.matches("cri-to-uri-dots"));
//! ```

use std::fmt;
use std::str::FromStr;

use glob::Pattern;

/// The most texts that the braces of a glob may stand for.
const ALTERNATIVES: usize = 256;

/// A glob that can be matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob {
    text: String,
    /// What it stands for, without braces.
    alternatives: Vec<Pattern>,
}

/// A text that is not a glob.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a glob: {why}")]
pub struct NotAGlob {
    text: String,
    why: String,
}

impl Glob {
    /// Does it match all of this name?
    pub fn matches(&self, name: &str) -> bool {
        self.alternatives.iter().any(|pattern| pattern.matches(name))
    }
}

impl FromStr for Glob {
    type Err = NotAGlob;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = |why: &str| NotAGlob { text: text.to_owned(), why: why.to_owned() };
        let mut pending = vec![text.to_owned()];
        let mut alternatives = Vec::new();
        while let Some(text) = pending.pop() {
            match alternation(&text).map_err(wrong)? {
                Some(texts) => pending.extend(texts.into_iter().rev()),
                None => alternatives.push(pattern(&text).map_err(wrong)?),
            }
            if pending.len() + alternatives.len() > ALTERNATIVES {
                return Err(wrong(&format!("its braces stand for more than {ALTERNATIVES} texts")));
            }
        }
        Ok(Glob { text: text.to_owned(), alternatives })
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The texts that the first pair of braces stands for, each with what is around it; `None` without braces.
fn alternation(text: &str) -> Result<Option<Vec<String>>, &'static str> {
    let mut depth = 0;
    // Where the alternatives start, and the end of the last one.
    let mut cuts = Vec::new();
    let mut rest = 0;
    while let Some(length) = text[rest..].find(['[', '{', ',', '}']) {
        let at = rest + length;
        rest = at + 1;
        match (&text[at..rest], depth) {
            ("[", _) => rest = at + class(&text[at..]).ok_or("a `[` has no `]`")?,
            ("{", _) => {
                depth += 1;
                if depth == 1 {
                    cuts.push(at);
                }
            }
            (",", 1) => cuts.push(at),
            ("}", 0) => return Err("a `}` has no `{`"),
            ("}", 1) => {
                cuts.push(at);
                let around = |cut: &[usize]| [&text[..cuts[0]], &text[cut[0] + 1..cut[1]], &text[rest..]];
                return Ok(Some(cuts.windows(2).map(|cut| around(cut).concat()).collect()));
            }
            ("}", _) => depth -= 1,
            _ => {}
        }
    }
    if depth == 0 { Ok(None) } else { Err("a `{` has no `}`") }
}

/// The length of a class such as `[!a-z]`. Its first character does not end it.
fn class(text: &str) -> Option<usize> {
    let inside = text[1..].trim_start_matches(['!', '^']);
    let first = inside.chars().next()?.len_utf8();
    let end = inside[first..].find(']')?;
    Some(text.len() - inside.len() + first + end + 1)
}

/// A pattern of a text without braces.
fn pattern(text: &str) -> Result<Pattern, &'static str> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = if next == '[' { class(rest).ok_or("a `[` has no `]`")? } else { next.len_utf8() };
        let (part, behind) = rest.split_at(length);
        rest = behind;
        match next {
            // Two stars mean something else among folders.
            '*' if plain.ends_with('*') => {}
            '[' => plain.push_str(&part.replacen("[^", "[!", 1)),
            _ => plain.push_str(part),
        }
    }
    Pattern::new(&plain).map_err(|error| error.msg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn matches(glob: &str, yes: &[&str], no: &[&str]) {
        let glob: Glob = glob.parse().unwrap();
        for (names, expected) in [(yes, true), (no, false)] {
            for name in names {
                assert_eq!(glob.matches(name), expected, "{glob} {name}");
            }
        }
    }

    #[test]
    fn a_glob_matches_all_of_a_name() {
        matches("decode-*", &["decode-", "decode-a.b/c"], &["decode", "a-decode-a", "Decode-a"]);
        matches("a?c", &["abc", "aéc"], &["ac", "abbc"]);
        matches("a**b***", &["ab", "a-b-"], &["a"]);
        matches("", &[""], &["a"]);
        matches("a\\b", &["a\\b"], &["ab"]);
    }

    #[test]
    fn classes_have_ranges_and_may_be_negated() {
        matches("[a-c2]", &["a", "c", "2"], &["d", "-", "ab", ""]);
        matches("[!a-c]", &["d", "!"], &["a", ""]);
        matches("[^a-c]", &["d", "^"], &["a"]);
        matches("[]]", &["]"], &[]);
        matches("[{]x[,}]*[*]", &["{x,*", "{x}-*"], &["{x,"]);
    }

    #[test]
    fn braces_stand_for_either_of_their_texts() {
        matches("{this,that}", &["this", "that"], &["this,that", "thisthat", ""]);
        matches("a{b*,[cd]}e{f,g}", &["abefeg", "acef", "adeg"], &["aceh", "ae"]);
        matches("a{b,c{d,e}f}g", &["abg", "acdfg", "acefg"], &["abfg", "acg"]);
        matches("a{,b},c", &["a,c", "ab,c"], &["a", "ab"]);
        matches("{é,ü}ä", &["éä", "üä"], &["ä"]);
    }

    #[test]
    fn what_is_not_a_glob_is_told() {
        for (text, why) in [
            ("a[", "a `[` has no `]`"),
            ("a{[}", "a `[` has no `]`"),
            ("[]", "a `[` has no `]`"),
            ("a{b,{c}", "a `{` has no `}`"),
            ("a}{b}", "a `}` has no `{`"),
            ("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "its braces stand for more than 256 texts"),
        ] {
            let error = text.parse::<Glob>().unwrap_err();
            assert_eq!(error.to_string(), format!("`{text}` is not a glob: {why}"));
        }
    }

    #[test]
    fn many_stars_take_no_longer() {
        matches(&"*a".repeat(200), &[], &[&"ab".repeat(2000)]);
    }
}
