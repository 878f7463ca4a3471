//! CRIs to URIs (section 6.1), and back.

use std::net::{Ipv4Addr, Ipv6Addr};

use percent_encoding::{
    AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode_byte, utf8_percent_encode,
};
use unicode_normalization::is_nfc;

use crate::cri::{Authority, Cri, Discard, Host, HostPort, Scheme, is_scheme_name};
use crate::text::{Part, Text};
use crate::{Error, refuse, schemes};

/// What is escaped wherever it stands; each component escapes less than `HOST`.
const HOST: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=');
const SEGMENT: &AsciiSet = &HOST.remove(b':').remove(b'@');
const FRAGMENT: &AsciiSet = &SEGMENT.remove(b'/').remove(b'?');
/// An ampersand parts parameters.
const PARAMETER: &AsciiSet = &FRAGMENT.add(b'&');
/// All but the unreserved characters.
const ZONE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The URI or URI reference of a CRI or CRI reference.
pub fn to_uri(cri: &Cri) -> Result<String, Error> {
    let mut uri = String::new();
    if let Some(scheme) = &cri.scheme {
        let name = match scheme {
            Scheme::Name(name) => name,
            Scheme::Number(number) => {
                schemes::name((*number).into()).ok_or(Error("a scheme number that nobody has registered"))?
            }
        };
        uri += name;
        uri += ":";
    }
    if let Some(Authority::HostPort(HostPort { userinfo, host, port })) = &cri.authority {
        uri += "//";
        if let Some(userinfo) = userinfo {
            uri += &escape(userinfo, HOST);
            uri += "@";
        }
        match host {
            Host::Name(labels) => {
                uri += &labels.iter().map(|label| escape(label, HOST)).collect::<Vec<_>>().join(".");
            }
            Host::V4(address) => uri += &Ipv4Addr::from(*address).to_string(),
            Host::V6(address, zone) => {
                uri += &format!("[{}", Ipv6Addr::from(*address));
                if let Some(zone) = zone {
                    uri += "%25";
                    uri.extend(utf8_percent_encode(zone, ZONE));
                }
                uri += "]";
            }
        }
        if let Some(port) = port {
            uri += &format!(":{port}");
        }
    }
    uri += &path_text(cri)?;
    if let Some(query) = cri.query.as_ref().filter(|query| !query.is_empty()) {
        uri += "?";
        uri += &query.iter().map(|parameter| escape(parameter, PARAMETER)).collect::<Vec<_>>().join("&");
    }
    if let Some(fragment) = &cri.fragment {
        uri += "#";
        uri += &escape(fragment, FRAGMENT);
    }
    Ok(uri)
}

/// The path; an error where what it gives would be read as something else (section 6.1 and RFC 3986).
fn path_text(cri: &Cri) -> Result<String, Error> {
    let path = cri.path.as_deref().unwrap_or_default();
    let joined = path.iter().map(|segment| escape(segment, SEGMENT)).collect::<Vec<_>>().join("/");
    let rooted = if path.is_empty() { String::new() } else { format!("/{joined}") };
    let starts_empty = path.first().is_some_and(|segment| segment.is(""));
    match (&cri.authority, cri.discard) {
        (Some(Authority::Rootless), _) if cri.is_full() => Ok(joined),
        (Some(Authority::Rootless), _) => refuse("a rootless path without a scheme reads as a relative one"),
        (Some(Authority::HostPort(_)), _) => Ok(rooted),
        (None, _) if cri.is_full() => Ok(rooted),
        (None, Discard::All) if path.is_empty() || starts_empty && path.len() > 1 => {
            refuse("the empty path and one that starts with two slashes read as something else")
        }
        (None, Discard::All) => Ok(rooted),
        (None, Discard::Segments(0))
            if cri.path.is_some() || cri.query.as_ref().is_some_and(Vec::is_empty) =>
        {
            refuse("no URI reference appends to the path or unsets the query of its base")
        }
        (None, Discard::Segments(0)) => Ok(String::new()),
        (None, Discard::Segments(_)) if path.is_empty() => {
            refuse("no URI reference drops segments and adds none")
        }
        // A first segment that is empty or has a colon would read as a rooted path or a scheme.
        (None, Discard::Segments(1)) if starts_empty || path[0].contains(':') => Ok(format!("./{joined}")),
        (None, Discard::Segments(count)) => Ok("../".repeat(usize::from(count) - 1) + &joined),
    }
}

fn escape(text: &Text, set: &'static AsciiSet) -> String {
    let mut escaped = String::new();
    for part in &text.0 {
        match part {
            Part::Text(text) => escaped.extend(utf8_percent_encode(text, set)),
            Part::Bytes(bytes) => escaped.extend(bytes.iter().map(|&byte| percent_encode_byte(byte))),
        }
    }
    escaped
}

/// The CRI or CRI reference of a URI or URI reference, with dot segments and needless escapes normalised away.
pub fn from_uri(uri: &str) -> Result<Cri, Error> {
    let (rest, fragment) = cut(uri, '#');
    let (rest, query) = cut(rest, '?');
    let (scheme, rest) = match rest.find([':', '/']) {
        Some(at) if at > 0 && rest[at..].starts_with(':') => {
            (Some(rest[..at].to_ascii_lowercase()), &rest[at + 1..])
        }
        _ => (None, rest),
    };
    if scheme.as_ref().is_some_and(|name| !is_scheme_name(name)) {
        return refuse("no scheme name in front of the colon");
    }
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let default = scheme.as_deref().and_then(schemes::default_port);
            (Some(host_port(authority, default)?), path)
        }
        None => (None, rest),
    };
    let mut cri = Cri {
        authority,
        discard: Discard::All,
        path: None,
        query: query.map(|text| text.split('&').map(|one| unescape(one, PARAMETER)).collect()).transpose()?,
        fragment: fragment.map(|text| unescape(text, FRAGMENT)).transpose()?,
        scheme: scheme.map(|name| match schemes::number(&name).map(minicbor::data::Int::try_from) {
            Some(Ok(number)) => Scheme::Number(number),
            _ => Scheme::Name(name),
        }),
    };
    let without_dots = without_leading_dots(path);
    let path = if cri.is_full() && cri.authority.is_none() { without_dots } else { path };
    if let Some(rooted) = path.strip_prefix('/') {
        cri.path = Some(segments(rooted, false)?.0);
    } else if path.is_empty() {
        cri.path = cri.is_full().then(Vec::new);
        if !cri.is_full() && cri.authority.is_none() {
            cri.discard = Discard::Segments(0);
        }
    } else if cri.is_full() {
        cri.authority = Some(Authority::Rootless);
        cri.path = Some(segments(path, true)?.0);
    } else {
        if path.split('/').next().is_some_and(|first| first.contains(':')) {
            return refuse("a colon in the first segment of a relative path");
        }
        let (segments, steps_up) = segments(path, false)?;
        cri.path = Some(segments);
        cri.discard = match u8::try_from(steps_up + 1) {
            Ok(count @ ..=127) => Discard::Segments(count),
            _ => return refuse("more than 127 segments up"),
        };
    }
    cri.checked()
}

fn cut(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, behind)| (before, Some(behind)))
}

/// At the front of a rootless path dot segments go together with their slashes.
fn without_leading_dots(mut path: &str) -> &str {
    loop {
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        let dots = percent_decode_str(first).collect::<Vec<u8>>();
        if dots != b"." && dots != b".." {
            return path;
        }
        path = rest;
    }
}

/// The segments without dot segments, and how many steps up are left (RFC 3986, section 5.2.4).
fn segments(path: &str, rootless: bool) -> Result<(Vec<Text>, usize), Error> {
    let (mut segments, mut steps_up, mut ends_in_dots) = (Vec::new(), 0, false);
    for segment in path.split('/') {
        // What dot segments take along has to be a URI's, too, and `%2e` is a dot.
        let segment = unescape(segment, SEGMENT)?;
        let up = segment.is("..");
        ends_in_dots = up || segment.is(".");
        if up && segments.pop().is_none() {
            steps_up += 1;
        }
        if up && rootless && segments.is_empty() {
            return refuse("the first segment of a rootless path is taken away");
        }
        if !ends_in_dots {
            segments.push(segment);
        }
    }
    // Behind a dot segment at the end stays its slash.
    segments.extend(ends_in_dots.then(|| Text::plain("")));
    Ok((segments, steps_up))
}

fn host_port(text: &str, default_port: Option<u16>) -> Result<Authority, Error> {
    let (userinfo, text) = match text.rsplit_once('@') {
        Some((userinfo, text)) => (Some(unescape(userinfo, HOST)?), text),
        None => (None, text),
    };
    let end = match text.strip_prefix('[') {
        Some(rest) => rest.find(']').ok_or(Error("an open bracket"))? + 2,
        None => text.find(':').unwrap_or(text.len()),
    };
    let (host, port) = text.split_at(end);
    let port = match port.strip_prefix(':') {
        None if port.is_empty() => None,
        None => return refuse("something behind the bracket"),
        // C6: no empty port, no needless zeros.
        Some(port) => match port.parse::<u16>() {
            Ok(number) if number.to_string() == port => Some(number),
            _ => return refuse("no port from 0 to 65535"),
        },
    };
    let host = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(address) => {
            let (address, zone) = address.split_once("%25").map_or((address, None), |(a, z)| (a, Some(z)));
            let plain = |zone: &str| utf8_percent_encode(zone, ZONE).to_string() == zone;
            if zone.is_some_and(|zone| zone.is_empty() || !plain(zone)) {
                return refuse("no zone identifier");
            }
            let address: Ipv6Addr = address.parse().map_err(|_| Error("no IPv6 address"))?;
            Host::V6(address.octets(), zone.map(ToOwned::to_owned))
        }
        None => match host.parse::<Ipv4Addr>() {
            Ok(address) => Host::V4(address.octets()),
            // A dot is unreserved: escaped or not, it separates labels.
            Err(_) => Host::Name(
                host.replace("%2e", ".")
                    .replace("%2E", ".")
                    .split('.')
                    .map(label)
                    .collect::<Result<_, _>>()?,
            ),
        },
    };
    Ok(Authority::HostPort(HostPort {
        userinfo,
        host,
        port: port.filter(|port| Some(*port) != default_port),
    }))
}

fn label(text: &str) -> Result<Text, Error> {
    let mut label = unescape(text, HOST)?;
    for part in &mut label.0 {
        if let Part::Text(text) = part {
            // Only ASCII case is without meaning in a URI; C5 wants the rest in lower case, too.
            text.make_ascii_lowercase();
            if *text != text.to_lowercase() {
                return refuse("a name with upper case outside ASCII");
            }
        }
    }
    Ok(label)
}

/// A text of a URI. What is escaped and would not have to be (other than an unreserved character) is told from the
/// same character in plain, and kept as bytes; everything else becomes text, as long as it is UTF-8.
fn unescape(text: &str, set: &'static AsciiSet) -> Result<Text, Error> {
    let is_plain = |c: char, set| utf8_percent_encode(c.encode_utf8(&mut [0; 4]), set).to_string().len() == 1;
    let mut parts = Text(Vec::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first != '%' {
            if !is_plain(first, set) {
                return refuse("a character that has to be escaped");
            }
            parts.push(first);
            rest = &rest[1..];
            continue;
        }
        let mut bytes = Vec::new();
        while let Some(behind) = rest.strip_prefix('%') {
            let digits = behind.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
            let digits = digits.ok_or(Error("a stray percent sign"))?;
            bytes.extend(u8::from_str_radix(digits, 16));
            rest = &behind[2..];
        }
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                match is_plain(c, set) && !is_plain(c, ZONE) {
                    true => parts.push_byte(c as u8),
                    false => parts.push(c),
                }
            }
            chunk.invalid().iter().for_each(|&byte| parts.push_byte(byte));
        }
    }
    if parts.0.is_empty() {
        return Ok(Text::plain(""));
    }
    match parts.0.iter().all(|part| !matches!(part, Part::Text(text) if !is_nfc(text))) {
        true => Ok(parts),
        false => refuse("a text that is not in Normalization Form C"),
    }
}
