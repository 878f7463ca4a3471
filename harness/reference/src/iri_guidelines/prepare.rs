//! Pre-processing any text (section 4): the references in it, ready to be parsed.

/// What becomes of the spaces within a text that is one reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spaces {
    /// Each is percent-encoded.
    #[default]
    Encode,
    /// They are taken out, and other whitespace with them.
    Remove,
}

/// Prepares a text. Where it may hold several references, spaces separate them, and `spaces` has no say.
///
/// Step 3, transcoding to Unicode, is done: it is a `str`. Step 4 is a question, whether numeric character
/// references are to be replaced; they are not.
pub fn prepare(text: &str, multiple: bool, spaces: Spaces) -> Vec<String> {
    // Step 1.
    let text = trimmed(text);
    // Step 2.
    if multiple {
        return split(text);
    }
    vec![match spaces {
        Spaces::Encode => text.replace(' ', "%20"),
        Spaces::Remove => text.replace(WHITESPACE, ""),
    }]
}

/// Step 1: the whitespace meant; Unicode has more. Step 2, which names none, is taken to mean the same.
const WHITESPACE: [char; 4] = [' ', '\r', '\n', '\t'];

fn trimmed(text: &str) -> &str {
    text.trim_matches(WHITESPACE)
}

/// Step 2: split on blocks of spaces. Each substring is a reference-string of its own, for step 1 to begin with.
fn split(text: &str) -> Vec<String> {
    if text.is_empty() {
        return vec![String::new()];
    }
    text.split(' ').filter(|block| !block.is_empty()).map(|reference| trimmed(reference).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one() {
        assert_eq!(prepare("\t a \n b\u{a0} ", false, Spaces::Encode), ["a%20\n%20b\u{a0}"]);
        assert_eq!(prepare("\t a \n b\u{a0} ", false, Spaces::Remove), ["ab\u{a0}"]);
        assert_eq!(prepare(" ", false, Spaces::Encode), [""]);
    }

    #[test]
    fn several() {
        for spaces in [Spaces::Encode, Spaces::Remove] {
            assert_eq!(prepare(" a   b\tc \t d\n ", true, spaces), ["a", "b\tc", "", "d"]);
            assert_eq!(prepare("", true, spaces), [""]);
        }
    }
}
