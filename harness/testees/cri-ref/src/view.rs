//! Views of the crate's types whose texts display as CBOR.
//!
//! The crate has no encoder. Its resolved CRIs are put together at the time of asking, of parts whose types
//! are hidden and can only be displayed, which the crate's own do as a URI component: text and
//! percent-encoded bytes are then past telling apart. But resolution works on anything that implements the
//! crate's traits. So it is given views that hand everything through and display each text as its CBOR
//! encoding in hexadecimal: what comes out is what the crate resolved, without loss.

use std::fmt;

use cri_ref::accessor::{Cri, CriBase, CriRef, Discard};
use cri_ref::native_cbor::{Host, NativeCBORCri, NativeCBORCriRef, Pet, Scheme};
use cri_ref::traits::{self, Authority, HostRef, TextOrPet};

use crate::encode::Writer;

const fn set(characters: &[u8]) -> u128 {
    let mut set = 0;
    let mut i = 0;
    while i < characters.len() {
        set |= 1 << characters[i];
        i += 1;
    }
    set
}

// The crate tells texts apart by the characters that stay as they are, and keeps these constants to itself.
const HOST: u128 = set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=");
const PATH: u128 = HOST | set(b":@");
const FRAGMENT: u128 = PATH | set(b"/?");
const QUERY: u128 = FRAGMENT & !set(b"&");

/// A text that displays as its CBOR encoding in hexadecimal.
pub struct Item<'a, const UNESCAPED: u128>(&'a Pet<UNESCAPED>);

impl<const UNESCAPED: u128> TextOrPet<UNESCAPED> for Item<'_, UNESCAPED> {
    type UriEncoded<'b>
        = &'b Self
    where
        Self: 'b;

    fn to_uri_component(&self) -> Self::UriEncoded<'_> {
        self
    }
}

impl<const UNESCAPED: u128> fmt::Display for Item<'_, UNESCAPED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::default();
        match self.0 {
            Pet::JustText(text) => writer.text(text),
            // Pairs of text and bytes, in which the crate leaves empty what is not there.
            Pet::Alternating(pairs) => {
                let pairs = || pairs.iter();
                let texts = pairs().filter(|(text, _)| !text.is_empty()).count();
                writer.array(texts + pairs().filter(|(_, bytes)| !bytes.is_empty()).count());
                for (text, bytes) in pairs() {
                    if !text.is_empty() {
                        writer.text(text);
                    }
                    if !bytes.is_empty() {
                        writer.bytes(bytes);
                    }
                }
            }
        }
        writer.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A host whose labels are such texts.
pub struct HostView<'a>(&'a Host);

/// The labels of a host.
#[derive(Clone)]
pub struct Labels<'a>(&'a [Pet<HOST>]);

impl<'a> IntoIterator for Labels<'a> {
    type Item = Item<'a, HOST>;
    type IntoIter = std::iter::Map<std::slice::Iter<'a, Pet<HOST>>, fn(&'a Pet<HOST>) -> Item<'a, HOST>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(Item)
    }
}

impl traits::Host for HostView<'_> {
    type HostItem<'b>
        = Item<'b, HOST>
    where
        Self: 'b;
    type HostIter<'b>
        = Labels<'b>
    where
        Self: 'b;

    fn as_ref(&self) -> HostRef<'_, Self::HostItem<'_>, Self::HostIter<'_>> {
        match traits::Host::as_ref(&self.0) {
            HostRef::IPv4(address) => HostRef::IPv4(address),
            HostRef::IPv6 { address, zone } => HostRef::IPv6 { address, zone },
            HostRef::Hostname(labels) => HostRef::Hostname(Labels(labels)),
        }
    }
}

type Map<'a, Items, const UNESCAPED: u128> =
    std::iter::Map<Items, fn(&'a Pet<UNESCAPED>) -> Item<'a, UNESCAPED>>;

/// A full CRI.
pub struct BaseView<'a> {
    cri: &'a NativeCBORCri,
    has_fragment: bool,
}

impl<'a> BaseView<'a> {
    pub fn new(cri: &'a NativeCBORCri) -> Self {
        BaseView { cri, has_fragment: true }
    }

    /// The CRI as it is compared when fragments are left out.
    pub fn without_fragment(cri: &'a NativeCBORCri) -> Self {
        BaseView { cri, has_fragment: false }
    }
}

/// A CRI reference.
pub struct ReferenceView<'a>(pub &'a NativeCBORCriRef);

macro_rules! hand_through {
    ($view:ident, $viewed:ty, |$self:ident| $inner:expr, fragment if $has_fragment:expr) => {
        impl CriBase for $view<'_> {
            type Scheme<'b>
                = &'b Scheme
            where
                Self: 'b;
            type Host<'b>
                = HostView<'b>
            where
                Self: 'b;
            type PathItem<'b>
                = Item<'b, PATH>
            where
                Self: 'b;
            type QueryItem<'b>
                = Item<'b, QUERY>
            where
                Self: 'b;
            type FragmentItem<'b>
                = Item<'b, FRAGMENT>
            where
                Self: 'b;
            type UserInfoItem<'b>
                = Item<'b, HOST>
            where
                Self: 'b;
            type PathIter<'b>
                = Map<'b, <$viewed as CriBase>::PathIter<'b>, PATH>
            where
                Self: 'b;
            type QueryIter<'b>
                = Map<'b, <$viewed as CriBase>::QueryIter<'b>, QUERY>
            where
                Self: 'b;

            fn path(&$self) -> Self::PathIter<'_> {
                $inner.path().map(Item)
            }

            fn query(&$self) -> Self::QueryIter<'_> {
                $inner.query().map(Item)
            }

            fn fragment(&$self) -> Option<Self::FragmentItem<'_>> {
                $inner.fragment().filter(|_| $has_fragment).map(Item)
            }

            fn userinfo(&$self) -> Option<Self::UserInfoItem<'_>> {
                $inner.userinfo().map(Item)
            }

            fn host(&$self) -> Self::Host<'_> {
                HostView($inner.host())
            }

            fn port(&$self) -> Option<u16> {
                $inner.port()
            }
        }
    };
}

hand_through!(BaseView, NativeCBORCri, |self| self.cri, fragment if self.has_fragment);
hand_through!(ReferenceView, NativeCBORCriRef, |self| self.0, fragment if true);

impl Cri for BaseView<'_> {
    fn scheme(&self) -> Self::Scheme<'_> {
        self.cri.scheme()
    }

    fn authority(&self) -> Authority {
        self.cri.authority()
    }
}

impl CriRef for ReferenceView<'_> {
    fn discard(&self) -> Discard {
        self.0.discard()
    }

    fn scheme(&self) -> Option<Self::Scheme<'_>> {
        self.0.scheme()
    }

    fn authority(&self) -> Option<Authority> {
        self.0.authority()
    }
}
