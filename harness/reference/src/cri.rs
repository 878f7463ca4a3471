//! The full CRI: a CRI reference that has a scheme.

use crate::authority::AuthoritySection;
use crate::error::{Component, Error, GrammarError};
use crate::reference::{CriReference, Discard};
use crate::scheme::Scheme;
use crate::text::Text;

/// A full CRI (section 5.1.4: an absolute CRI reference).
///
/// ```cddl
/// CRI = [scheme, authority / no-authority, path / null, query / null, fragment / null]
/// ```
///
/// Of a full CRI an unset and an empty path are the same thing, and so are an unset and an empty query.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cri {
    /// The scheme.
    pub scheme: Scheme,
    /// The authority, or which kind of path there is instead.
    pub authority: AuthoritySection,
    /// The segments of the path.
    pub path: Vec<Text>,
    /// The parameters of the query: None where it is absent, otherwise at least one.
    pub query: Option<Vec<Text>>,
    /// The fragment.
    pub fragment: Option<Text>,
}

impl Cri {
    /// A CRI without path, query and fragment.
    pub fn new(scheme: Scheme, authority: AuthoritySection) -> Self {
        Cri { scheme, authority, path: Vec::new(), query: None, fragment: None }
    }

    /// The same with a path.
    pub fn with_path<S: Into<Text>>(self, segments: impl IntoIterator<Item = S>) -> Self {
        Cri { path: segments.into_iter().map(Into::into).collect(), ..self }
    }

    /// The same with a query; without one, where there is no parameter.
    pub fn with_query<S: Into<Text>>(self, parameters: impl IntoIterator<Item = S>) -> Self {
        let parameters: Vec<Text> = parameters.into_iter().map(Into::into).collect();
        Cri { query: non_empty(Some(parameters)), ..self }
    }

    /// The same with a fragment.
    pub fn with_fragment(self, fragment: impl Into<Text>) -> Self {
        Cri { fragment: Some(fragment.into()), ..self }
    }
}

impl From<Cri> for CriReference {
    fn from(cri: Cri) -> Self {
        CriReference {
            scheme: Some(cri.scheme),
            authority: cri.authority,
            discard: Discard::All,
            path: Some(cri.path),
            query: cri.query,
            fragment: cri.fragment,
        }
    }
}

impl TryFrom<CriReference> for Cri {
    type Error = Error;

    /// # Errors
    ///
    /// [`GrammarError::NotFull`] where there is no scheme.
    fn try_from(reference: CriReference) -> Result<Self, Error> {
        let not_full = || Error::in_component(GrammarError::NotFull, Component::Scheme);
        Ok(Cri {
            scheme: reference.scheme.ok_or_else(not_full)?,
            authority: reference.authority,
            path: reference.path.unwrap_or_default(),
            query: non_empty(reference.query),
            fragment: reference.fragment,
        })
    }
}

fn non_empty(query: Option<Vec<Text>>) -> Option<Vec<Text>> {
    query.filter(|parameters| !parameters.is_empty())
}
