//! Comparing what `uri-to-cri` and `iri-to-cri` answer: by the URI that it stands for.
//!
//! The method of conversion is free (href-13, anchor `cri-and-uri`), so any valid CRI that denotes the same
//! URI will do. What was created must be fit to be created, and the canonical form is recommended.

use super::cri::{answered, form_notes, vectors_own};
use super::port::default_kept;
use crate::cri::{
    Authority, Cri, Grade, Host, Scheme, Text, default_port, first_difference, is_registered_name,
    scheme_name, to_uri, violations,
};
use crate::profile::Profile;
use crate::verdict::{Difference, Note};

/// Does what came denote the same URI (reference) as what is expected?
///
/// `uri` is the URI or IRI that it was made of, where that is known.
pub(super) fn compare(
    uri: Option<&str>,
    expected: &[u8],
    came: &[u8],
    profile: Profile,
) -> Result<Vec<Note>, Difference> {
    let expected = vectors_own("expected CRI", expected)?.cri.comparable();
    let answer = answered(came, &[], profile)?;
    let form = form_notes(&answer, came, profile);
    let original = answer.cri.clone().comparable();
    let Some(difference) = first_difference(&expected, &original) else {
        return Ok(form);
    };
    let worst = violations(&answer.cri, answer.form, profile).into_iter().next();
    if let Some(worst) = worst.filter(|worst| worst.grade > Grade::Remark) {
        return Err(Difference::Invalid(worst.to_string()));
    }
    let mut notes = Vec::new();
    let (expected, came) = same_choices(uri, expected, original, profile, &mut notes)?;
    if expected != came {
        let texts = (to_uri(&expected, profile), to_uri(&came, profile));
        match texts {
            (Ok(expected), Ok(came)) if expected == came => {
                notes.push(Note::should(format!("the same URI, not the canonical form: {difference}")));
            }
            _ => return Err(Difference::Component(first_difference(&expected, &came).unwrap_or(difference))),
        }
    }
    notes.extend(form);
    Ok(notes)
}

/// Takes back, with a note each, the choices of what came that leave the URI the same.
fn same_choices(
    uri: Option<&str>,
    mut expected: Cri,
    mut came: Cri,
    profile: Profile,
    notes: &mut Vec<Note>,
) -> Result<(Cri, Cri), Difference> {
    let name = |scheme: &Option<Scheme>| {
        scheme.as_ref().and_then(|scheme| scheme_name(scheme, profile)).map(str::to_owned)
    };
    let scheme = name(&expected.scheme);
    if expected.scheme != came.scheme && scheme.is_some() && scheme == name(&came.scheme) {
        notes.push(Note::should(match came.scheme {
            Some(Scheme::Name(_)) => "the same URI, not the canonical form: the scheme has a number",
            _ => "the same URI, not the canonical form: the scheme is given by its number",
        }));
        came.scheme.clone_from(&expected.scheme);
    }
    if let (Some(Scheme::Name(name)), Some(number @ Scheme::Number(_))) = (&expected.scheme, &came.scheme)
        && !is_registered_name(name, profile)
        && scheme_name(number, profile).is_none()
    {
        notes.push(Note::disputed(
            "the number of the scheme is in no table: it is taken for a newer one (R32)",
        ));
        came.scheme.clone_from(&expected.scheme);
    }
    let default = scheme.as_deref().and_then(default_port);
    let elided = elide_port(&mut expected, default);
    let has_port = |cri: &Cri| matches!(&cri.authority, Authority::Given(given) if given.port.is_some());
    if elide_port(&mut came, default) && !elided && !has_port(&expected) {
        notes.push(match uri {
            Some(uri) => default_kept(uri, scheme.as_deref().unwrap_or_default(), profile)?,
            None => Note::should("the same URI, not the canonical form: the default port is left off"),
        });
    }
    if is_hostless(&expected) && is_hostless(&came) && expected.authority != came.authority {
        let labels =
            "an empty host is written without a label, or as an empty one; the other way was expected";
        if let (Authority::Given(expected), Authority::Given(came)) =
            (&expected.authority, &mut came.authority)
        {
            came.host.clone_from(&expected.host);
        }
        notes.push(Note::disputed(labels));
    }
    // R24: the schemes of HTTP and CoAP.
    let of_either = |name: &str| name.starts_with("coap") || name.starts_with("http");
    let slashed = scheme.as_deref().is_some_and(|name| default_port(name).is_some() && of_either(name));
    if slashed && is_bare(&expected) && is_bare(&came) && expected.path != came.path {
        notes.push(Note::disputed(
            "an empty path and a lone slash are the same to this scheme; CRIs tell them apart",
        ));
        came.path.clone_from(&expected.path);
    }
    Ok((expected, came))
}

/// Removes the port if it is the scheme's default; true if it did.
fn elide_port(cri: &mut Cri, default: Option<u64>) -> bool {
    match &mut cri.authority {
        Authority::Given(given) if given.port.is_some() && given.port == default => {
            given.port = None;
            true
        }
        _ => false,
    }
}

/// Is there an authority whose host is empty?
fn is_hostless(cri: &Cri) -> bool {
    let Authority::Given(given) = &cri.authority else {
        return false;
    };
    matches!(&given.host, Host::Name(labels) if labels.is_empty() || (labels.len() == 1 && labels.iter().all(Text::is_empty)))
}

/// Is there an authority, and a path that is empty or a lone empty segment?
fn is_bare(cri: &Cri) -> bool {
    let segments = cri.segments();
    matches!(cri.authority, Authority::Given(_)) && segments.len() <= 1 && segments.iter().all(Text::is_empty)
}
