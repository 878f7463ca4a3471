//! The destination transport address of a request.

use std::net::IpAddr;

use crate::authority::Host;

/// Where a request goes to, or came in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Destination {
    /// The IP address.
    pub addr: IpAddr,
    /// The zone identifier of the address, by the name of the interface.
    pub zone: Option<String>,
    /// The port.
    pub port: u16,
}

impl Destination {
    /// A destination without a zone identifier.
    pub fn new(addr: IpAddr, port: u16) -> Self {
        Destination { addr, zone: None, port }
    }

    /// A destination whose address is written as RFC 4007, section 11, has it: `fe80::1%eth0`.
    ///
    /// None where the text is no such address.
    pub fn from_text(address: &str, port: u16) -> Option<Self> {
        let (addr, zone) = match address.split_once('%') {
            Some((addr, zone)) => (addr, Some(zone)),
            None => (address, None),
        };
        if zone == Some("") {
            return None;
        }
        Some(Destination { addr: addr.parse().ok()?, zone: zone.map(str::to_owned), port })
    }

    /// Does the host-ip stand for this address? The zone identifiers match as well: both are absent, or name the
    /// same interface.
    pub(super) fn is_host(&self, addr: IpAddr, zone: Option<&str>) -> bool {
        self.addr == addr && self.zone.as_deref() == zone
    }

    /// The address as a host-ip, with its zone identifier.
    pub(super) fn host(&self) -> Host {
        Host::Ip { addr: self.addr, zone: self.zone.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let zone = |address| Destination::from_text(address, 1).map(|destination| destination.zone);
        assert_eq!(zone("192.0.2.1"), Some(None));
        assert_eq!(zone("2001:db8::1"), Some(None));
        assert_eq!(zone("fe80::1%eth0"), Some(Some("eth0".to_owned())));
        for address in ["", "fe80::1%", "[::1]", "example.com", "192.0.2.1:1"] {
            assert_eq!(zone(address), None, "{address}");
        }
    }
}
