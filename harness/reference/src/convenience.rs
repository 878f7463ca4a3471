//! The operations as methods, with the default [`Options`]: -27 and all its features.

use std::str::FromStr;

use crate::comparison::{self, Fragments};
use crate::cri::Cri;
use crate::error::Error;
use crate::options::Options;
use crate::reference::CriReference;
use crate::{constraints, decode, encode, from_uri, iri, relativize, resolve, to_uri};

impl CriReference {
    /// Decodes a CRI or CRI reference; see [`decode::decode`].
    ///
    /// # Errors
    ///
    /// The input is not well-formed, or not valid.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        decode::decode(bytes, &Options::default())
    }

    /// Encodes it in the form for interchange; see [`encode::encode`].
    pub fn encode(&self) -> Vec<u8> {
        encode::encode(self, &Options::default())
    }

    /// Converts a URI reference; see [`from_uri::from_uri`].
    ///
    /// # Errors
    ///
    /// The text is no URI reference, or has no CRI form.
    pub fn from_uri(uri: &str) -> Result<Self, Error> {
        from_uri::from_uri(uri, &Options::default())
    }

    /// Converts it to a URI reference; see [`to_uri::to_uri`].
    ///
    /// # Errors
    ///
    /// There is none that means the same.
    pub fn to_uri(&self) -> Result<String, Error> {
        to_uri::to_uri(self, &Options::default())
    }

    /// Converts an IRI reference; see [`iri::from_iri`].
    ///
    /// # Errors
    ///
    /// The text is no IRI reference, or has no CRI form.
    pub fn from_iri(iri: &str) -> Result<Self, Error> {
        iri::from_iri(iri, &Options::default())
    }

    /// Converts it to an IRI reference; see [`iri::to_iri`].
    ///
    /// # Errors
    ///
    /// There is none that means the same.
    pub fn to_iri(&self) -> Result<String, Error> {
        iri::to_iri(self, &Options::default())
    }

    /// Checks the constraints; see [`constraints::check`].
    ///
    /// # Errors
    ///
    /// The first constraint that is not met.
    pub fn check(&self) -> Result<(), Error> {
        constraints::check(self, &Options::default())
    }
}

impl Cri {
    /// Decodes a full CRI; see [`decode::decode`].
    ///
    /// # Errors
    ///
    /// The input is not well-formed, not valid, or a relative reference.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        CriReference::decode(bytes)?.try_into()
    }

    /// Encodes it in the form for interchange; see [`encode::encode`].
    pub fn encode(&self) -> Vec<u8> {
        CriReference::from(self.clone()).encode()
    }

    /// Converts a URI; see [`from_uri::from_uri`].
    ///
    /// # Errors
    ///
    /// The text is no URI, has no CRI form, or is a relative reference.
    pub fn from_uri(uri: &str) -> Result<Self, Error> {
        CriReference::from_uri(uri)?.try_into()
    }

    /// Converts it to a URI; see [`to_uri::to_uri`].
    ///
    /// # Errors
    ///
    /// There is none, as the scheme number is not registered, say.
    pub fn to_uri(&self) -> Result<String, Error> {
        CriReference::from(self.clone()).to_uri()
    }

    /// Converts an IRI; see [`iri::from_iri`].
    ///
    /// # Errors
    ///
    /// The text is no IRI, has no CRI form, or is a relative reference.
    pub fn from_iri(iri: &str) -> Result<Self, Error> {
        CriReference::from_iri(iri)?.try_into()
    }

    /// Converts it to an IRI; see [`iri::to_iri`].
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn to_iri(&self) -> Result<String, Error> {
        CriReference::from(self.clone()).to_iri()
    }

    /// Checks the constraints; see [`constraints::check`].
    ///
    /// # Errors
    ///
    /// The first constraint that is not met.
    pub fn check(&self) -> Result<(), Error> {
        CriReference::from(self.clone()).check()
    }

    /// Resolves a reference against this CRI; see [`resolve::resolve`].
    #[must_use]
    pub fn resolve(&self, reference: &CriReference) -> Cri {
        resolve::resolve(self, reference)
    }

    /// The shortest reference that leads from this CRI to the target; see [`relativize::relativize`].
    #[must_use]
    pub fn relativize(&self, target: &Cri) -> CriReference {
        relativize::relativize(self, target, &Options::default())
    }

    /// Is it equivalent to another, component by component? See [`comparison::are_equivalent`].
    pub fn is_equivalent(&self, other: &Cri, fragments: Fragments) -> bool {
        comparison::are_equivalent(&self.clone().into(), &other.clone().into(), fragments)
    }
}

impl FromStr for CriReference {
    type Err = Error;

    /// From a URI reference.
    fn from_str(uri: &str) -> Result<Self, Error> {
        CriReference::from_uri(uri)
    }
}

impl FromStr for Cri {
    type Err = Error;

    /// From a URI.
    fn from_str(uri: &str) -> Result<Self, Error> {
        Cri::from_uri(uri)
    }
}
