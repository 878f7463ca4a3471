//! The variants of CoAP, each with a scheme of its own (-27, anchor `scheme-map`).

use crate::scheme::{Scheme, SchemeNumber, default_port};

/// A variant of CoAP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// `coap`: over UDP.
    Coap,
    /// `coaps`: over DTLS.
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

impl Variant {
    /// Every variant, in the order of the draft.
    pub const ALL: [Variant; 6] = [
        Variant::Coap,
        Variant::Coaps,
        Variant::CoapTcp,
        Variant::CoapsTcp,
        Variant::CoapWs,
        Variant::CoapsWs,
    ];

    /// The variant whose scheme has this name, in lower case.
    pub fn from_scheme_name(name: &str) -> Option<Self> {
        Variant::ALL.into_iter().find(|variant| variant.scheme_name() == name)
    }

    /// The variant of a scheme-id. A scheme-name stands for none, whatever the name is.
    pub fn from_scheme(scheme: &Scheme) -> Option<Self> {
        Variant::ALL.into_iter().find(|variant| variant.scheme() == *scheme)
    }

    /// The name of the scheme.
    pub fn scheme_name(self) -> &'static str {
        match self {
            Variant::Coap => "coap",
            Variant::Coaps => "coaps",
            Variant::CoapTcp => "coap+tcp",
            Variant::CoapsTcp => "coaps+tcp",
            Variant::CoapWs => "coap+ws",
            Variant::CoapsWs => "coaps+ws",
        }
    }

    /// The scheme number.
    pub fn scheme_number(self) -> u32 {
        match self {
            Variant::Coap => 0,
            Variant::Coaps => 1,
            Variant::CoapTcp => 6,
            Variant::CoapsTcp => 7,
            Variant::CoapWs => 24,
            Variant::CoapsWs => 25,
        }
    }

    /// The scheme-id.
    pub fn scheme(self) -> Scheme {
        Scheme::Number(SchemeNumber::from_argument(self.scheme_number().into()))
    }

    /// The default port of the scheme.
    pub fn default_port(self) -> Option<u16> {
        default_port(self.scheme_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Revision;

    #[test]
    fn agree_with_the_registry() {
        for variant in Variant::ALL {
            assert_eq!(variant.scheme().name(Revision::Href27), Some(variant.scheme_name()));
            assert_eq!(Variant::from_scheme_name(variant.scheme_name()), Some(variant));
            assert_eq!(Variant::from_scheme(&variant.scheme()), Some(variant));
            assert!(variant.default_port().is_some());
        }
        assert_eq!(Variant::from_scheme_name("http"), None);
    }
}
