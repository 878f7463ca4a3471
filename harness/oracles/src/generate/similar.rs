//! CRIs that differ little: for comparison, and for finding the way from one to the other.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use arbitrary::{Result, Unstructured};

use super::choice::{chance, pick};
use super::cri::cri_in;
use super::sections::{Sections, Start};
use super::text::{Component, text_or_pet};
use crivet::cri::{Authority, Given, Host, Part, Scheme, Text};
use crivet::profile::Profile;

/// Three full CRIs that are the same, or differ from one another in one or two components at most.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn three_similar(u: &mut Unstructured<'_>, profile: Profile) -> Result<[Sections; 3]> {
    let first = cri_in(u, profile)?;
    let second = changed(u, &first)?;
    let third = match pick(u, &[(2, 0), (3, 1), (3, 2)])? {
        0 => first.clone(),
        1 => changed(u, &first)?,
        _ => changed(u, &second)?,
    };
    Ok([first, second, third])
}

/// A base and a target that have much in common: mostly the scheme, often the authority, and some of the path.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn similar_target(u: &mut Unstructured<'_>, profile: Profile) -> Result<(Sections, Sections)> {
    let base = cri_in(u, profile)?;
    if chance(u, 16)? {
        return Ok((base, cri_in(u, profile)?));
    }
    let other = cri_in(u, profile)?;
    let mut target = base.clone();
    if chance(u, 24)? {
        target.start = other.start.clone();
    } else if chance(u, 40)?
        && let (Start::Full(_, authority), Start::Full(_, others)) = (&mut target.start, &other.start)
    {
        authority.clone_from(others);
    }
    let mut path = base.segments().to_vec();
    path.truncate(
        path.len().saturating_sub(*pick(u, &[(6, 0_usize), (8, 1), (4, 2), (2, 3), (1, 127), (1, 128)])?),
    );
    let added = *pick(u, &[(6, 1_usize), (4, 0), (3, 2), (1, 8)])?;
    if added == 0
        && let Some(last) = path.last_mut()
        && chance(u, 48)?
    {
        *last = change_text(u, last.clone(), Component::Segment)?;
    }
    path.extend(other.segments().iter().take(added).cloned());
    target.path = Some(path);
    match pick(u, &[(6, 0), (4, 1), (4, 2)])? {
        0 => {}
        1 => target.query = other.query,
        _ => target.query = None,
    }
    match pick(u, &[(6, 0), (4, 1), (4, 2)])? {
        0 => {}
        1 => target.fragment = other.fragment,
        _ => target.fragment = None,
    }
    Ok((base, target))
}

/// The same CRI with one component changed, or not.
fn changed(u: &mut Unstructured<'_>, sections: &Sections) -> Result<Sections> {
    let mut sections = sections.clone();
    match pick(u, &[(4, 0), (3, 1), (4, 2), (6, 3), (5, 4), (5, 5), (3, 6)])? {
        0 => {}
        1 => change_scheme(&mut sections),
        2 => change_authority(u, &mut sections)?,
        3 => change_texts(u, sections.path.get_or_insert_default(), Component::Segment)?,
        4 => change_query(u, &mut sections)?,
        5 => change_fragment(u, &mut sections)?,
        // An absent path and an empty one are the same in a full CRI.
        _ => {
            sections.path = match sections.path.take() {
                Some(path) if path.is_empty() => None,
                None => Some(Vec::new()),
                path => path,
            };
        }
    }
    Ok(sections)
}

fn change_scheme(sections: &mut Sections) {
    if let Start::Full(scheme, _) = &mut sections.start {
        *scheme = match scheme {
            Scheme::Number(0) => Scheme::Name("coap".to_owned()),
            Scheme::Number(1) => Scheme::Number(0),
            Scheme::Number(number) => Scheme::Number(number.saturating_sub(1)),
            Scheme::Name(name) if name == "coap" => Scheme::Number(0),
            Scheme::Name(name) => Scheme::Name(format!("{name}a")),
        };
    }
}

fn change_authority(u: &mut Unstructured<'_>, sections: &mut Sections) -> Result<()> {
    let kind = *pick(u, &[(3, 0), (3, 1), (3, 2), (1, 3)])?;
    let Start::Full(_, authority) = &mut sections.start else { return Ok(()) };
    let Authority::Given(Given { userinfo, host, port }) = authority else {
        *authority = match authority {
            Authority::Null => Authority::True,
            _ => Authority::Null,
        };
        return Ok(());
    };
    match kind {
        0 => {
            *port = match *port {
                None => Some(4711),
                Some(4711) => None,
                Some(port) => Some(port ^ 1),
            }
        }
        1 => match host {
            Host::Name(labels) => change_texts(u, labels, Component::Label)?,
            Host::Address { address, .. } => {
                *address = match address {
                    IpAddr::V4(address) => Ipv4Addr::from_bits(address.to_bits() ^ 1).into(),
                    IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() ^ 1).into(),
                }
            }
        },
        2 => {
            *userinfo = match userinfo.take() {
                None => Some(Text::Plain(String::new())),
                Some(text) if text.is_empty() => None,
                Some(text) => Some(change_text(u, text, Component::Userinfo)?),
            }
        }
        _ => *authority = Authority::Null,
    }
    Ok(())
}

fn change_query(u: &mut Unstructured<'_>, sections: &mut Sections) -> Result<()> {
    match &mut sections.query {
        Some(query) if !query.is_empty() && !chance(u, 64)? => change_texts(u, query, Component::Parameter)?,
        // No query and the empty query are not the same.
        Some(_) => sections.query = None,
        None => sections.query = Some(vec![Text::Plain(String::new())]),
    }
    Ok(())
}

fn change_fragment(u: &mut Unstructured<'_>, sections: &mut Sections) -> Result<()> {
    sections.fragment = match sections.fragment.take() {
        None => Some(Text::Plain(String::new())),
        Some(text) if text.is_empty() => None,
        Some(text) if chance(u, 128)? => Some(change_text(u, text, Component::Fragment)?),
        Some(_) => None,
    };
    Ok(())
}

fn change_texts(u: &mut Unstructured<'_>, texts: &mut Vec<Text>, component: Component) -> Result<()> {
    let place = usize::from(u.arbitrary::<u8>()?).checked_rem(texts.len()).unwrap_or_default();
    match pick(u, &[(5, 0), (2, 1), (2, 2), (2, 3), (2, 4)])? {
        0 => {
            if let Some(text) = texts.get_mut(place) {
                *text = change_text(u, text.clone(), component)?;
            }
        }
        1 => texts.insert(place, Text::Plain(String::new())),
        2 => {
            if !texts.is_empty() {
                texts.remove(place);
            }
        }
        3 => texts.push(Text::Plain(String::new())),
        _ => {
            if place > 0 {
                texts.swap(place, place - 1);
            }
        }
    }
    Ok(())
}

/// A text that looks or sounds like another: in the other case, as bytes, with an end, with a part more or less, or
/// quite another.
fn change_text(u: &mut Unstructured<'_>, text: Text, component: Component) -> Result<Text> {
    Ok(match (text, pick(u, &[(3, 0), (3, 1), (3, 2), (2, 3), (2, 4)])?) {
        (Text::Plain(text), 0) => Text::Plain(format!("{text}a")),
        (Text::Plain(text), 1) => Text::Plain(match text.chars().all(char::is_lowercase) {
            true => text.to_uppercase(),
            false => text.to_lowercase(),
        }),
        (Text::Plain(text), 2) => match text.split_once([':', '/', '?', '%', ' ', '&', '@']) {
            Some((before, after)) => {
                let byte = text.as_bytes().get(before.len()).copied().unwrap_or(b':');
                let parts =
                    [Part::Text(before.to_owned()), Part::Bytes(vec![byte]), Part::Text(after.to_owned())];
                let blank = |part: &Part| matches!(part, Part::Text(text) if text.is_empty());
                Text::Sequence(parts.into_iter().filter(|part| !blank(part)).collect())
            }
            None => Text::Plain(format!("{text}%61")),
        },
        (Text::Sequence(parts), 0) => {
            // The bytes as text, where they are text.
            let text = parts.iter().map(|part| match part {
                Part::Text(text) => text.clone(),
                Part::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            });
            Text::Plain(text.collect())
        }
        (Text::Sequence(mut parts), 1) => {
            if let Some(Part::Bytes(bytes)) = parts.iter_mut().find(|part| matches!(part, Part::Bytes(_))) {
                bytes.push(b':');
            }
            Text::Sequence(parts)
        }
        (Text::Plain(text), 4) if !text.is_empty() => {
            Text::Sequence(vec![Part::Text(text), Part::Bytes(b"/".to_vec())])
        }
        (Text::Sequence(mut parts), 4) => {
            match (parts.pop(), parts.as_slice()) {
                (_, [Part::Text(text)]) => return Ok(Text::Plain(text.clone())),
                (Some(part), []) => parts.extend([part, Part::Text("a".to_owned())]),
                _ => {}
            }
            Text::Sequence(parts)
        }
        _ => text_or_pet(u, component)?,
    })
}
