//! The abstract form of a CRI or CRI reference (section 5.2), and what can be done with it.

use minicbor::data::Int;

use crate::cbor::{self, Item};
use crate::text::Text;
use crate::{Error, refuse};

/// A CRI or CRI reference. What is `None` is not set; in a full CRI there is a path, and the query is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cri {
    pub scheme: Option<Scheme>,
    /// Not set, the path is rooted.
    pub authority: Option<Authority>,
    pub discard: Discard,
    pub path: Option<Vec<Text>>,
    pub query: Option<Vec<Text>>,
    pub fragment: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scheme {
    Number(Int),
    Name(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Authority {
    /// There is none, and the path is rootless.
    Rootless,
    HostPort(HostPort),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPort {
    pub userinfo: Option<Text>,
    pub host: Host,
    pub port: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    Name(Vec<Text>),
    V4([u8; 4]),
    V6([u8; 16], Option<String>),
}

/// How many segments of the base's path go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discard {
    All,
    Segments(u8),
}

impl Cri {
    /// Reads and checks the interchange form.
    pub fn from_cbor(data: &[u8]) -> Result<Cri, Error> {
        let Item::Array(items) = cbor::decode(data)? else { return refuse("expected an array") };
        if items.last() == Some(&Item::Null) {
            return refuse("a trailing null");
        }
        let mut items = items.into_iter();
        let first = items.next().unwrap_or(Item::Int(0_u8.into()));
        let discard = match &first {
            Item::Bool(true) => Some(Discard::All),
            Item::Int(int) => match i128::from(*int) {
                count @ 0..=127 => Some(Discard::Segments(count as u8)),
                128.. => return refuse("a discard above 127"),
                _ => None,
            },
            _ => None,
        };
        let (scheme, authority) = match (discard, first) {
            (Some(_), _) => (None, None),
            (None, first) => {
                let scheme = match first {
                    Item::Null => None,
                    Item::Int(number) => Some(Scheme::Number(number)),
                    Item::Text(name) if is_scheme_name(&name) => Some(Scheme::Name(name)),
                    _ => return refuse("expected a scheme, null or discard"),
                };
                (scheme, items.next().map_or(Ok(None), Authority::from_item)?)
            }
        };
        if discard.is_none() && scheme.is_none() && authority.is_none() {
            return refuse("two leading nulls, where there is discard");
        }
        let mut section = || items.next().filter(|item| *item != Item::Null);
        let (path, query, fragment) = (section(), section(), section());
        if items.next().is_some() {
            return refuse("too many sections");
        }
        let cri = Cri {
            discard: discard.unwrap_or(Discard::All),
            path: path.map(texts).transpose()?.or(scheme.is_some().then(Vec::new)),
            query: query.map(texts).transpose()?,
            fragment: fragment.map(Text::from_item).transpose()?,
            scheme,
            authority,
        };
        if cri.is_full() && cri.query.as_ref().is_some_and(Vec::is_empty) {
            return refuse("an empty query in what starts with a scheme");
        }
        cri.checked()
    }

    /// Writes the interchange form, without the sections that it leaves off.
    pub fn to_cbor(&self) -> Vec<u8> {
        let mut sections = match (&self.scheme, &self.authority, self.discard) {
            (None, None, Discard::All) => vec![Item::Bool(true)],
            (None, None, Discard::Segments(count)) => vec![Item::Int(count.into())],
            (scheme, authority, _) => vec![
                match scheme {
                    None => Item::Null,
                    Some(Scheme::Number(number)) => Item::Int(*number),
                    Some(Scheme::Name(name)) => Item::Text(name.clone()),
                },
                authority.as_ref().map_or(Item::Null, Authority::to_item),
            ],
        };
        let array = |texts: &Vec<Text>| Item::Array(texts.iter().map(Text::to_item).collect());
        let more = self.query.is_some() || self.fragment.is_some();
        let path = self.path.as_ref().filter(|path| !self.is_full() || more || !path.is_empty());
        sections.push(path.map_or(Item::Null, array));
        sections.push(self.query.as_ref().map_or(Item::Null, array));
        sections.push(self.fragment.as_ref().map_or(Item::Null, Text::to_item));
        while sections.last() == Some(&Item::Null) {
            sections.pop();
        }
        cbor::encode(&Item::Array(sections))
    }

    /// Does it start with a scheme?
    pub fn is_full(&self) -> bool {
        self.scheme.is_some()
    }

    /// Resolves a reference against this base: the steps of section 5.3.
    pub fn resolve(&self, reference: &Cri) -> Result<Cri, Error> {
        if !self.is_full() {
            return refuse("a base starts with a scheme");
        }
        if reference.is_full() {
            return Ok(reference.clone());
        }
        let mut cri = self.clone();
        let mut path = cri.path.take().unwrap_or_default();
        // Step 3.
        match reference.discard {
            Discard::All => {
                path.clear();
                (cri.query, cri.fragment) = (None, None);
                if cri.authority == Some(Authority::Rootless) {
                    cri.authority = None;
                }
            }
            Discard::Segments(0) => {}
            Discard::Segments(count) => {
                path.truncate(path.len().saturating_sub(count.into()));
                (cri.query, cri.fragment) = (None, None);
            }
        }
        // Step 4.
        if let Some(more) = &reference.path {
            path.extend_from_slice(more);
            (cri.query, cri.fragment) = (None, None);
        }
        cri.path = Some(path);
        // Step 5. The fragment goes before the reference's own one comes.
        if reference.authority.is_some() {
            cri.authority.clone_from(&reference.authority);
        }
        if let Some(query) = &reference.query {
            cri.query = Some(query.clone()).filter(|query| !query.is_empty());
            cri.fragment = None;
        }
        if reference.fragment.is_some() {
            cri.fragment.clone_from(&reference.fragment);
        }
        cri.checked()
    }

    /// Compares component by component (section 4).
    pub fn is_equivalent(&self, other: &Cri, ignore_fragment: bool) -> Result<bool, Error> {
        if !(self.is_full() && other.is_full()) {
            return refuse("references have to be resolved before they are compared");
        }
        let part =
            |cri: &Cri| Cri { fragment: cri.fragment.clone().filter(|_| !ignore_fragment), ..cri.clone() };
        Ok(part(self) == part(other))
    }

    /// The constraints that hold for a valid CRI beyond its structure (sections 2 and 2.1).
    pub(crate) fn checked(self) -> Result<Cri, Error> {
        if let Some(Authority::HostPort(HostPort { host: Host::Name(labels), .. })) = &self.authority
            && labels.iter().any(|label| label.contains('.'))
        {
            return refuse("a dot inside a label");
        }
        let path = self.path.as_deref().unwrap_or_default();
        if path.iter().any(|segment| segment.is(".") || segment.is("..")) {
            return refuse("a dot segment");
        }
        let starts_empty = path.first().is_some_and(|segment| segment.is(""));
        match &self.authority {
            None if self.is_full() && starts_empty && path.len() > 1 => {
                refuse("an empty first segment without authority")
            }
            Some(Authority::Rootless) if self.is_full() && (path.is_empty() || starts_empty) => {
                refuse("a rootless path without a first segment")
            }
            _ => Ok(self),
        }
    }
}

impl Authority {
    /// authority = [?userinfo, host, ?port]
    fn from_item(item: Item) -> Result<Option<Authority>, Error> {
        let mut items = match item {
            Item::Null => return Ok(None),
            Item::Bool(true) => return Ok(Some(Authority::Rootless)),
            Item::Array(items) => items,
            _ => return refuse("expected an authority"),
        };
        let mut userinfo = None;
        if items.first() == Some(&Item::Bool(false)) {
            if items.len() < 2 {
                return refuse("the user information is missing");
            }
            userinfo = Some(Text::from_item(items.remove(1))?);
            items.remove(0);
        }
        let port = match items.last() {
            Some(&Item::Int(port)) => {
                items.pop();
                Some(u16::try_from(port).map_err(|_| Error("a port outside 0 to 65535"))?)
            }
            _ => None,
        };
        let mut items = items.into_iter().peekable();
        let host = match items.next_if(|item| matches!(item, Item::Bytes(_))) {
            Some(Item::Bytes(address)) => {
                let host = match (<[u8; 4]>::try_from(&*address), <[u8; 16]>::try_from(&*address)) {
                    (Ok(address), _) => Host::V4(address),
                    (_, Ok(address)) => match items.next_if(|item| matches!(item, Item::Text(_))) {
                        Some(Item::Text(zone)) => Host::V6(address, Some(zone)),
                        _ => Host::V6(address, None),
                    },
                    _ => return refuse("an address that has neither 4 nor 16 bytes"),
                };
                if items.next().is_some() {
                    return refuse("an item behind the address");
                }
                host
            }
            _ => Host::Name(items.map(Text::from_item).collect::<Result<_, _>>()?),
        };
        Ok(Some(Authority::HostPort(HostPort { userinfo, host, port })))
    }

    fn to_item(&self) -> Item {
        let Authority::HostPort(HostPort { userinfo, host, port }) = self else { return Item::Bool(true) };
        let mut items = Vec::new();
        if let Some(userinfo) = userinfo {
            items.extend([Item::Bool(false), userinfo.to_item()]);
        }
        match host {
            Host::Name(labels) => items.extend(labels.iter().map(Text::to_item)),
            Host::V4(address) => items.push(Item::Bytes(address.to_vec())),
            Host::V6(address, zone) => {
                items.push(Item::Bytes(address.to_vec()));
                items.extend(zone.clone().map(Item::Text));
            }
        }
        items.extend(port.map(|port| Item::Int(port.into())));
        Item::Array(items)
    }
}

fn texts(item: Item) -> Result<Vec<Text>, Error> {
    match item {
        Item::Array(items) => items.into_iter().map(Text::from_item).collect(),
        _ => refuse("expected an array of texts"),
    }
}

/// Is it a scheme's name, in lower case?
pub(crate) fn is_scheme_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "+-.".contains(c))
}
