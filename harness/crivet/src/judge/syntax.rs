//! Is a text a URI reference, or an IRI reference, at all?
//!
//! By the grammars of RFC 3986, appendix A, with the zones of RFC 6874, and of RFC 3987, section 2.2. How a URI is
//! converted is free (href-13, anchor `cri-and-uri`), and of what is none nothing is said (R161).

/// The two grammars: they differ in the characters beyond ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// RFC 3986.
    Uri,
    /// RFC 3987.
    Iri,
}

/// Is it a reference, absolute or relative?
pub(super) fn is_reference(text: &str, syntax: Syntax) -> bool {
    // In the terms of RFC 3986, appendix B.
    let (text, fragment) = split(text, '#');
    let (text, query) = split(text, '?');
    let (scheme, text) = match text.split_once(':') {
        Some((scheme, rest)) if !scheme.contains('/') => (Some(scheme), rest),
        _ => (None, text),
    };
    let (authority, path) = match text.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(authority), path)
        }
        None => (None, text),
    };
    let in_path = |character| is_pchar(character, syntax) || character == '/';
    let in_fragment = |character| in_path(character) || character == '?';
    let in_query = |character| in_fragment(character) || syntax == Syntax::Iri && is_private(character);
    scheme.is_none_or(is_scheme)
        && authority.is_none_or(|authority| is_authority(authority, syntax))
        && is_made_of(path, in_path)
        && query.is_none_or(|query| is_made_of(query, in_query))
        && fragment.is_none_or(|fragment| is_made_of(fragment, in_fragment))
}

fn split(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.split_once(delimiter).map_or((text, None), |(before, behind)| (before, Some(behind)))
}

/// Is it the name of a scheme?
pub(super) fn is_scheme(scheme: &str) -> bool {
    let may_follow = |character: char| character.is_ascii_alphanumeric() || "+-.".contains(character);
    scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.chars().all(may_follow)
}

fn is_authority(authority: &str, syntax: Syntax) -> bool {
    let (userinfo, rest) = authority.split_once('@').unwrap_or(("", authority));
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (rest, ""),
    };
    let in_name = |character| is_regular(character, syntax);
    let is_host = match host.strip_prefix('[') {
        Some(literal) => literal.strip_suffix(']').is_some_and(is_ip_literal),
        None => is_made_of(host, in_name),
    };
    is_made_of(userinfo, |character| in_name(character) || character == ':')
        && is_host
        && port.bytes().all(|digit| digit.is_ascii_digit())
}

/// The address in brackets, perhaps with a zone, or one of a later version.
fn is_ip_literal(literal: &str) -> bool {
    if let Some(later) = literal.strip_prefix(['v', 'V']) {
        return later.split_once('.').is_some_and(|(version, address)| {
            let in_address = |character: char| is_regular(character, Syntax::Uri) || character == ':';
            !version.is_empty()
                && version.bytes().all(|digit| digit.is_ascii_hexdigit())
                && !address.is_empty()
                && address.chars().all(in_address)
        });
    }
    let (address, zone) =
        literal.split_once("%25").map_or((literal, None), |(address, zone)| (address, Some(zone)));
    address.parse::<std::net::Ipv6Addr>().is_ok()
        && zone.is_none_or(|zone| !zone.is_empty() && is_made_of(zone, is_unreserved))
}

/// Triplets, and characters that may stand as they are?
fn is_made_of(text: &str, may_stand: impl Fn(char) -> bool) -> bool {
    let mut pieces = text.split('%');
    let plain = |piece: &str| piece.chars().all(&may_stand);
    let is_triplet = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    pieces.next().is_none_or(plain)
        && pieces.all(|piece| {
            piece.split_at_checked(2).is_some_and(|(digits, rest)| is_triplet(digits) && plain(rest))
        })
}

fn is_pchar(character: char, syntax: Syntax) -> bool {
    is_regular(character, syntax) || matches!(character, ':' | '@')
}

/// Unreserved, or one of the sub-delims.
fn is_regular(character: char, syntax: Syntax) -> bool {
    is_unreserved(character)
        || "!$&'()*+,;=".contains(character)
        || syntax == Syntax::Iri && is_ucschar(character)
}

fn is_unreserved(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~".contains(character)
}

fn is_ucschar(character: char) -> bool {
    match u32::from(character) {
        0xa0..=0xd7ff | 0xf900..=0xfdcf | 0xfdf0..=0xffef => true,
        code @ 0x10000..=0xeffff => code & 0xfffe != 0xfffe && !(0xe0000..0xe1000).contains(&code),
        _ => false,
    }
}

fn is_private(character: char) -> bool {
    match u32::from(character) {
        0xe000..=0xf8ff => true,
        code @ 0xf0000..=0x10_ffff => code & 0xfffe != 0xfffe,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references() {
        for text in [
            "",
            "a",
            "a:",
            "A+-.1:b",
            "//h",
            "//",
            "///",
            "a://u:p@h:/",
            "//h:65536",
            "?",
            "#",
            "?#",
            "a?b:c/d?e",
            "./a:b",
            "a/b:c",
            "//[::1]:1",
            "//[1:2:3:4:5:6:7::]",
            "//[::ffff:1.2.3.4]",
            "//[v1F.a:b]",
            "//[fe80::1%25eth0]",
            "//[fe80::1%25%2F]",
            "//%FF.b@%41",
            "/%c3%A9",
            "//",
            "/.//",
            "a:b//c",
            "#/?",
        ] {
            assert!(is_reference(text, Syntax::Uri), "{text}");
            assert!(is_reference(text, Syntax::Iri), "{text}");
        }
        for text in [
            " ",
            ":",
            ":a",
            "1a:b",
            "a_b:c",
            "é:b",
            "a%62:c",
            "%",
            "%4",
            "%4G",
            "%%41",
            "%é1",
            "a\"b",
            "a\\b",
            "a`b",
            "a^b",
            "{",
            "|",
            "<",
            ">",
            "[",
            "]",
            "a#b#c",
            "\n",
            "\u{7f}",
            "\u{85}",
            "//a@b@c",
            "//a[",
            "//[::1",
            "//::1",
            "//[::1]x",
            "//[]",
            "//[g::]",
            "//[192.0.2.1]",
            "//[::01.2.3.4]",
            "//[v.a]",
            "//[v1.]",
            "//[vg.a]",
            "//[fe80::1%eth0]",
            "//[fe80::1%25]",
            "//[fe80::1%25a!b]",
            "//h:8a",
            "//h:+1",
            "//h:%38",
            "//h:80:81",
            "//[v1.a]b",
            "\u{fdd0}",
            "\u{fffd}",
            "//h:\u{661}",
            "\u{1fffe}",
            "\u{e0001}",
        ] {
            assert!(!is_reference(text, Syntax::Uri), "{text}");
            assert!(!is_reference(text, Syntax::Iri), "{text}");
        }
        for text in ["é", "//é", "//é@h", "?é", "#é", "\u{10000}", "\u{200e}", "?\u{e000}", "?\u{f0000}"]
        {
            assert!(!is_reference(text, Syntax::Uri), "{text}");
            assert!(is_reference(text, Syntax::Iri), "{text}");
        }
        for text in ["/\u{e000}", "#\u{e000}", "//\u{e000}", "?\u{fffff}"] {
            assert!(!is_reference(text, Syntax::Iri), "{text}");
        }
    }
}
