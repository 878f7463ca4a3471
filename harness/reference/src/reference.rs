//! The abstract form of a CRI reference (section 5.2): six sections.
//!
//! ```text
//! scheme, authority, discard, path, query, fragment
//! ```
//!
//! A section can be unset, discard apart. Where scheme or authority are set, discard is true. A value is
//! *well-formed* (section 5.1.4) by its type; whether it meets the constraints is for
//! [`constraints`](crate::constraints) to say.

use crate::authority::{Authority, AuthoritySection};
use crate::scheme::Scheme;
use crate::text::Text;

/// A CRI reference in abstract form: full, or relative.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CriReference {
    /// The scheme; set in a full CRI only.
    pub scheme: Option<Scheme>,
    /// The authority.
    pub authority: AuthoritySection,
    /// What goes of the base's path; [`Discard::All`] where scheme or authority are set.
    pub discard: Discard,
    /// The path. In a relative reference, unset and empty are two different things.
    pub path: Option<Vec<Text>>,
    /// The query. In a relative reference, an empty one unsets the base's.
    pub query: Option<Vec<Text>>,
    /// The fragment.
    pub fragment: Option<Text>,
}

/// The discard section (section 5.1.1).
///
/// ```cddl
/// discard     = DISCARD-ALL / 0..127
/// DISCARD-ALL = true
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Discard {
    /// True: the whole path goes.
    All,
    /// So many segments go from the end of the path: at most [`Discard::MAX`].
    Segments(u8),
}

impl Discard {
    /// The most segments that can be named.
    pub const MAX: u8 = 127;

    /// A number of segments, where it can be expressed.
    pub fn segments(count: usize) -> Option<Self> {
        u8::try_from(count).ok().filter(|count| *count <= Discard::MAX).map(Discard::Segments)
    }
}

impl CriReference {
    /// A relative reference that starts with this discard section, and has nothing else set.
    pub fn relative(discard: Discard) -> Self {
        CriReference {
            scheme: None,
            authority: AuthoritySection::RootBased,
            discard,
            path: None,
            query: None,
            fragment: None,
        }
    }

    /// A network-path reference: an authority without a scheme.
    pub fn network_path(authority: Authority) -> Self {
        CriReference {
            authority: AuthoritySection::Authority(authority),
            ..CriReference::relative(Discard::All)
        }
    }

    /// The same with a path.
    pub fn with_path<S: Into<Text>>(self, segments: impl IntoIterator<Item = S>) -> Self {
        CriReference { path: Some(segments.into_iter().map(Into::into).collect()), ..self }
    }

    /// The same with a query.
    pub fn with_query<S: Into<Text>>(self, parameters: impl IntoIterator<Item = S>) -> Self {
        CriReference { query: Some(parameters.into_iter().map(Into::into).collect()), ..self }
    }

    /// The same with a fragment.
    pub fn with_fragment(self, fragment: impl Into<Text>) -> Self {
        CriReference { fragment: Some(fragment.into()), ..self }
    }

    /// Is it a full CRI (section 5.1.4: absolute)?
    pub fn is_full(&self) -> bool {
        self.scheme.is_some()
    }

    /// Does it start with a discard section?
    pub fn starts_with_discard(&self) -> bool {
        self.scheme.is_none() && self.authority.is_null()
    }

    /// The segments of the path; none where it is unset.
    pub fn segments(&self) -> &[Text] {
        self.path.as_deref().unwrap_or_default()
    }

    /// The parameters of the query; none where it is unset.
    pub fn parameters(&self) -> &[Text] {
        self.query.as_deref().unwrap_or_default()
    }
}
