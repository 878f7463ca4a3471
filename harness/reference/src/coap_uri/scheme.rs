//! The two schemes of RFC 7252, sections 6.1 and 6.2.

/// A scheme that RFC 7252 defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UriScheme {
    /// `coap`: over UDP.
    Coap,
    /// `coaps`: over DTLS.
    Coaps,
}

impl UriScheme {
    /// The scheme of this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "coap" => Some(UriScheme::Coap),
            "coaps" => Some(UriScheme::Coaps),
            _ => None,
        }
    }

    /// The scheme of a request that was secured by DTLS, or was not.
    pub fn of_request(secure: bool) -> Self {
        if secure { UriScheme::Coaps } else { UriScheme::Coap }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            UriScheme::Coap => "coap",
            UriScheme::Coaps => "coaps",
        }
    }

    /// The UDP port where a URI names none.
    pub fn default_port(self) -> u16 {
        match self {
            UriScheme::Coap => 5683,
            UriScheme::Coaps => 5684,
        }
    }
}
