//! The schemes of CoAP: two of RFC 7252 (sections 6.1 and 6.2), four of RFC 8323 (sections 8.1 to 8.4).
//!
//! | scheme | transport | secured | default port | defined in |
//! |--------|-----------|---------|--------------|------------|
//! | `coap` | UDP | | 5683 | RFC 7252 |
//! | `coaps` | UDP | DTLS | 5684 | |
//! | `coap+tcp` | TCP | | 5683 | RFC 8323 |
//! | `coaps+tcp` | TCP | TLS | 5684 | |
//! | `coap+ws` | WebSockets | | 80 | |
//! | `coaps+ws` | WebSockets | TLS | 443 | |

/// The document whose steps are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Document {
    /// RFC 7252, sections 6.4 and 6.5.
    Rfc7252,
    /// RFC 8323, sections 8.6 and 8.7: the same steps with other schemes.
    Rfc8323,
}

/// What a request goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Transport {
    /// UDP, or DTLS.
    Udp,
    /// TCP, or TLS.
    Tcp,
    /// WebSockets, over TCP or TLS.
    Ws,
}

/// A scheme of CoAP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UriScheme {
    /// `coap`
    Coap,
    /// `coaps`
    Coaps,
    /// `coap+tcp`
    CoapTcp,
    /// `coaps+tcp`
    CoapsTcp,
    /// `coap+ws`
    CoapWs,
    /// `coaps+ws`
    CoapsWs,
}

impl UriScheme {
    /// The scheme of this name, in any case, if it is of this document.
    pub fn from_name(name: &str, document: Document) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        match (document, name.as_str()) {
            (Document::Rfc7252, "coap") => Some(UriScheme::Coap),
            (Document::Rfc7252, "coaps") => Some(UriScheme::Coaps),
            (Document::Rfc8323, "coap+tcp") => Some(UriScheme::CoapTcp),
            (Document::Rfc8323, "coaps+tcp") => Some(UriScheme::CoapsTcp),
            (Document::Rfc8323, "coap+ws") => Some(UriScheme::CoapWs),
            (Document::Rfc8323, "coaps+ws") => Some(UriScheme::CoapsWs),
            _ => None,
        }
    }

    /// The scheme of a request that went over a transport, and was secured by DTLS or TLS, or was not.
    pub fn of_request(transport: Transport, secure: bool) -> Self {
        match (transport, secure) {
            (Transport::Udp, false) => UriScheme::Coap,
            (Transport::Udp, true) => UriScheme::Coaps,
            (Transport::Tcp, false) => UriScheme::CoapTcp,
            (Transport::Tcp, true) => UriScheme::CoapsTcp,
            (Transport::Ws, false) => UriScheme::CoapWs,
            (Transport::Ws, true) => UriScheme::CoapsWs,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            UriScheme::Coap => "coap",
            UriScheme::Coaps => "coaps",
            UriScheme::CoapTcp => "coap+tcp",
            UriScheme::CoapsTcp => "coaps+tcp",
            UriScheme::CoapWs => "coap+ws",
            UriScheme::CoapsWs => "coaps+ws",
        }
    }

    /// The UDP or TCP port where a URI names none.
    pub fn default_port(self) -> u16 {
        match self {
            UriScheme::Coap | UriScheme::CoapTcp => 5683,
            UriScheme::Coaps | UriScheme::CoapsTcp => 5684,
            UriScheme::CoapWs => 80,
            UriScheme::CoapsWs => 443,
        }
    }
}
