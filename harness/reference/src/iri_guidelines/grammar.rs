//! The characters that a component may have, in an IRI (RFC 3987, section 2.2) and in a URI.
//!
//! ```abnf
//! iunreserved    = unreserved / ucschar
//! iuserinfo      = *( iunreserved / pct-encoded / sub-delims / ":" )
//! ireg-name      = *( iunreserved / pct-encoded / sub-delims )
//! ipchar         = iunreserved / pct-encoded / sub-delims / ":" / "@"
//! iquery         = *( ipchar / iprivate / "/" / "?" )
//! ```
//!
//! A percent sign is none of them: it stands only where it begins a triplet.

use crate::iri::chars::{is_iprivate, is_ucschar};
use crate::uri::grammar;

/// A character of an ireg-name.
pub(super) fn is_ireg_name(character: char) -> bool {
    is_reg_name(character) || is_ucschar(character)
}

/// A character of the path of an IRI.
pub(super) fn is_ipath(character: char) -> bool {
    is_path(character) || is_ucschar(character)
}

/// A character of an iquery.
pub(super) fn is_iquery(character: char) -> bool {
    is_query(character) || is_ucschar(character) || is_iprivate(character)
}

/// A character of a userinfo in a URI.
pub(super) fn is_userinfo(character: char) -> bool {
    is_ascii(character, grammar::is_userinfo)
}

/// A character of a reg-name in a URI.
pub(super) fn is_reg_name(character: char) -> bool {
    is_ascii(character, grammar::is_reg_name)
}

/// A character of a path in a URI.
pub(super) fn is_path(character: char) -> bool {
    is_ascii(character, |byte| grammar::is_pchar(byte) || byte == b'/')
}

/// A character of a query in a URI.
pub(super) fn is_query(character: char) -> bool {
    is_ascii(character, grammar::is_query)
}

/// A character of a fragment in a URI.
pub(super) fn is_fragment(character: char) -> bool {
    is_ascii(character, grammar::is_fragment)
}

fn is_ascii(character: char, is: fn(u8) -> bool) -> bool {
    u8::try_from(character).is_ok_and(|byte| byte.is_ascii() && is(byte))
}
