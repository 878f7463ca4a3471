//! Reading the transfer form (sections 5.1 and 5.2).
//!
//! ```cddl
//! CRI = [
//!   scheme, authority / no-authority, path / null, query / null, fragment / null    ; -13
//! ]
//! CRI = [
//!   scheme, authority / no-authority, path, query, fragment / null                  ; -27
//! ]
//! CRI-Reference = [
//!   ((scheme / null, authority / no-authority) // discard),
//!   path / null, query / [] / null, fragment / null
//! ]
//! ```
//!
//! with the rules for interchange: trailing nulls are left off, and discard stands in place of two leading
//! nulls. What starts with a scheme is read as `CRI`, everything else as `CRI-Reference`.
//!
//! Section 5.1 of -13 says that the empty array is no valid CRI reference, and section 5.2 how to read it. The
//! latter is followed, as in -27: it is `[0]`. The rules of -13 also want an empty path of a full CRI to be
//! `[]`, but its grammar allows null, and its examples leave it off; both are read.
//!
//! -27 wants trailing default values removed, which are `[]` for path and query, and 0 for a discard section
//! with nothing behind it. Its terms for well-formedness name nulls alone, and so do its steps for encoding, so
//! that such a value at the end is read.

mod authority;
mod cursor;
mod text;

use crate::authority::AuthoritySection;
use crate::cbor::reader::{Reader, Token};
use crate::constraints;
use crate::error::{Error, GrammarError};
use crate::features;
use crate::options::{Options, Revision};
use crate::reference::{CriReference, Discard};
use crate::scheme::{Scheme, SchemeName, SchemeNumber};
use crate::text::Text;
use cursor::Cursor;

/// Decodes a CRI or CRI reference and checks it in full, as a final recipient does (section 5.2.1).
///
/// # Errors
///
/// The input is not well-formed, uses a feature that is switched off, or breaks a constraint.
pub fn decode(bytes: &[u8], options: &Options) -> Result<CriReference, Error> {
    let reference = decode_well_formed(bytes, options)?;
    constraints::check(&reference, options)?;
    Ok(reference)
}

/// Decodes a CRI or CRI reference without checking the constraints, as an intermediary may (section 5.2.1).
///
/// # Errors
///
/// The input is not well-formed, or uses a feature that is switched off.
pub fn decode_well_formed(bytes: &[u8], options: &Options) -> Result<CriReference, Error> {
    let mut reader = Reader::new(bytes);
    let reference = cri_reference(&mut reader, options.revision)?;
    reader.finish()?;
    features::check(&reference, options)?;
    Ok(reference)
}

fn cri_reference(reader: &mut Reader<'_>, revision: Revision) -> Result<CriReference, Error> {
    let mut sections = Cursor::enter(reader, revision, "an array")?;
    let Some(first) = sections.peek()? else {
        // If the array is entirely empty, replace it with [0].
        return Ok(CriReference::relative(Discard::Segments(0)));
    };
    let reference = match first {
        Token::Text(_) | Token::Negative(_) => full(&mut sections)?,
        Token::Null => network_path(&mut sections)?,
        _ => relative(&mut sections)?,
    };
    sections.finish("at most a fragment behind the query")?;
    sections.check_last_not_null()?;
    Ok(reference)
}

/// `CRI`
fn full(sections: &mut Cursor<'_, '_>) -> Result<CriReference, Error> {
    let grammar = FullGrammar::of(sections.revision());
    Ok(CriReference {
        scheme: Some(scheme(sections)?),
        authority: authority_section(sections)?,
        // If scheme is present in the transfer form, set discard to true.
        discard: Discard::All,
        path: Some(grammar.path(sections)?.unwrap_or_default()),
        query: grammar.query(sections)?.filter(|parameters| !parameters.is_empty()),
        fragment: fragment(sections)?,
    })
}

/// `CRI-Reference`, with null in place of the scheme.
fn network_path(sections: &mut Cursor<'_, '_>) -> Result<CriReference, Error> {
    sections.next_null()?;
    let offset = sections.position();
    let authority = authority_section(sections)?;
    if authority.is_null() {
        return Err(Error::at_byte(GrammarError::TwoLeadingNulls, offset));
    }
    Ok(CriReference {
        scheme: None,
        authority,
        // If authority is present in the transfer form, set discard to true.
        discard: Discard::All,
        path: path(sections)?,
        query: query(sections)?,
        fragment: fragment(sections)?,
    })
}

/// `CRI-Reference`, with discard.
fn relative(sections: &mut Cursor<'_, '_>) -> Result<CriReference, Error> {
    Ok(CriReference {
        // If discard is present in the transfer form, set scheme and authority to null.
        scheme: None,
        authority: AuthoritySection::RootBased,
        discard: discard(sections)?,
        path: path(sections)?,
        query: query(sections)?,
        fragment: fragment(sections)?,
    })
}

/// `scheme = scheme-name / scheme-id`
fn scheme(sections: &mut Cursor<'_, '_>) -> Result<Scheme, Error> {
    const EXPECTED: &str = "a scheme: a negative integer, or a name in lower case";
    let offset = sections.position();
    match sections.next(EXPECTED)? {
        Token::Negative(argument) => Ok(Scheme::Number(SchemeNumber::from_argument(argument))),
        Token::Text(name) => SchemeName::new(name)
            .map(Scheme::Name)
            .ok_or_else(|| cursor::unexpected(EXPECTED, "another text", offset)),
        token => Err(cursor::unexpected(EXPECTED, token.description(), offset)),
    }
}

/// `authority / no-authority`
fn authority_section(sections: &mut Cursor<'_, '_>) -> Result<AuthoritySection, Error> {
    match sections.peek()? {
        None => Ok(AuthoritySection::RootBased),
        Some(Token::Null) => {
            sections.next_null()?;
            Ok(AuthoritySection::RootBased)
        }
        Some(Token::True) => {
            sections.next("true")?;
            Ok(AuthoritySection::Rootless)
        }
        Some(_) => authority::authority(sections).map(AuthoritySection::Authority),
    }
}

/// `discard = DISCARD-ALL / 0..127`
fn discard(sections: &mut Cursor<'_, '_>) -> Result<Discard, Error> {
    const EXPECTED: &str = "a scheme, null, or discard: true or a number";
    let offset = sections.position();
    match sections.next(EXPECTED)? {
        Token::True => Ok(Discard::All),
        Token::Unsigned(found) => usize::try_from(found).ok().and_then(Discard::segments).ok_or_else(|| {
            Error::at_byte(GrammarError::TooLarge { max: Discard::MAX.into(), found }, offset)
        }),
        token => Err(cursor::unexpected(EXPECTED, token.description(), offset)),
    }
}

/// `path = [*text-or-pet]`, or null
fn path(sections: &mut Cursor<'_, '_>) -> Result<Option<Vec<Text>>, Error> {
    sections.next_unless_null(|sections| text::texts(sections, "a path: an array of texts"))
}

/// `query = [*text-or-pet]`, or null
fn query(sections: &mut Cursor<'_, '_>) -> Result<Option<Vec<Text>>, Error> {
    sections.next_unless_null(|sections| text::texts(sections, "a query: an array of texts"))
}

/// `fragment = text-or-pet`, or null
fn fragment(sections: &mut Cursor<'_, '_>) -> Result<Option<Text>, Error> {
    sections.next_unless_null(|sections| text::text_or_pet(sections, "a fragment: a text"))
}

/// How a full CRI says that its path or query is empty, with something behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FullGrammar {
    /// `path / null, query / null`, with `query = [+text-or-pet]`: an empty query is null.
    Null,
    /// `path, query`, with `query = [*text-or-pet]`: both are `[]`.
    EmptyArray,
}

impl FullGrammar {
    fn of(revision: Revision) -> Self {
        match revision {
            Revision::Href13 => FullGrammar::Null,
            Revision::Href27 => FullGrammar::EmptyArray,
        }
    }

    fn path(self, sections: &mut Cursor<'_, '_>) -> Result<Option<Vec<Text>>, Error> {
        self.check_not_null(sections, "a path: an array of texts")?;
        path(sections)
    }

    fn query(self, sections: &mut Cursor<'_, '_>) -> Result<Option<Vec<Text>>, Error> {
        self.check_not_null(sections, "a query: an array of texts")?;
        let offset = sections.position();
        let query = query(sections)?;
        if self == FullGrammar::Null && query.as_ref().is_some_and(Vec::is_empty) {
            return Err(cursor::unexpected("a query of one parameter or more", "an empty array", offset));
        }
        Ok(query)
    }

    fn check_not_null(self, sections: &Cursor<'_, '_>, expected: &'static str) -> Result<(), Error> {
        match sections.peek()? {
            Some(token @ Token::Null) if self == FullGrammar::EmptyArray => {
                Err(cursor::unexpected(expected, token.description(), sections.position()))
            }
            _ => Ok(()),
        }
    }
}
