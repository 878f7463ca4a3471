//! Reading authorities (section 5.1).
//!
//! ```cddl
//! authority = [?userinfo, host, ?port]
//! userinfo  = (false, text-or-pet .feature "userinfo")
//! host      = (host-ip // host-name)
//! host-name = (*text-or-pet)
//! host-ip   = (bytes .size 4 // (bytes .size 16, ?zone-id))        ; -13
//! host-ip   = (bytes .size (4/16), ?zone-id)                       ; -27
//! zone-id   = text
//! port      = 0..65535
//! ```

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::cursor::{Cursor, unexpected};
use super::text::text_or_pet;
use crate::authority::{Authority, Host};
use crate::cbor::reader::Token;
use crate::error::{Error, GrammarError};
use crate::options::Revision;
use crate::text::Text;

/// `authority`
pub(super) fn authority(sections: &mut Cursor<'_, '_>) -> Result<Authority, Error> {
    let mut items = sections.enter_next("an authority: an array, null or true")?;
    let authority =
        Authority { userinfo: userinfo(&mut items)?, host: host(&mut items)?, port: port(&mut items)? };
    items.finish("the end of the authority")?;
    Ok(authority)
}

fn userinfo(items: &mut Cursor<'_, '_>) -> Result<Option<Text>, Error> {
    if items.peek()? != Some(Token::False) {
        return Ok(None);
    }
    items.next("false")?;
    text_or_pet(items, "a userinfo: a text").map(Some)
}

fn host(items: &mut Cursor<'_, '_>) -> Result<Host, Error> {
    match items.peek()? {
        Some(Token::Bytes(bytes)) => host_ip(items, bytes),
        _ => host_name(items),
    }
}

fn host_ip(items: &mut Cursor<'_, '_>, bytes: &[u8]) -> Result<Host, Error> {
    const EXPECTED: &str = "an IP address of 4 or 16 bytes";
    let offset = items.position();
    items.next(EXPECTED)?;
    let addr = if let Ok(octets) = <[u8; 4]>::try_from(bytes) {
        IpAddr::V4(Ipv4Addr::from(octets))
    } else if let Ok(octets) = <[u8; 16]>::try_from(bytes) {
        IpAddr::V6(Ipv6Addr::from(octets))
    } else {
        return Err(unexpected(EXPECTED, "another number of bytes", offset));
    };
    Ok(Host::Ip { addr, zone: zone_id(items, addr)? })
}

/// In -13 a zone identifier can stand behind 16 bytes only. There the text behind 4 is left for what follows to
/// refuse.
fn zone_id(items: &mut Cursor<'_, '_>, addr: IpAddr) -> Result<Option<String>, Error> {
    if addr.is_ipv4() && items.revision() == Revision::Href13 {
        return Ok(None);
    }
    let Some(Token::Text(zone)) = items.peek()? else {
        return Ok(None);
    };
    items.next("a zone identifier")?;
    Ok(Some(zone.to_owned()))
}

fn host_name(items: &mut Cursor<'_, '_>) -> Result<Host, Error> {
    let mut labels = Vec::new();
    while matches!(items.peek()?, Some(Token::Text(_) | Token::Array(_))) {
        labels.push(text_or_pet(items, "a label: a text")?);
    }
    Ok(Host::Labels(labels))
}

fn port(items: &mut Cursor<'_, '_>) -> Result<Option<u16>, Error> {
    const EXPECTED: &str = "a label, a port or the end of the authority";
    if items.peek()?.is_none() {
        return Ok(None);
    }
    let offset = items.position();
    match items.next(EXPECTED)? {
        Token::Unsigned(found) => match u16::try_from(found) {
            Ok(port) => Ok(Some(port)),
            Err(_) => Err(Error::at_byte(GrammarError::TooLarge { max: u16::MAX.into(), found }, offset)),
        },
        token => Err(unexpected(EXPECTED, token.description(), offset)),
    }
}
