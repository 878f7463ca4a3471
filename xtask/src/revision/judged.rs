//! What a profile says of the CRIs in a vector: whether the judge takes them the same in two revisions, and which
//! features they use in the one alone.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use crivet::corpus::Corpus;
use crivet::cri::{self, Cri};
use crivet::feature::Feature;
use crivet::operation::{Argument, Operation};
use crivet::outcome::{Decoded, Value};
use crivet::profile::{Profile, Rules};
use crivet::vector::{Expected, Vector};

use crate::files;

/// By vector, what differs.
#[derive(Default)]
pub(super) struct Judged {
    otherwise: BTreeSet<String>,
    gained: BTreeMap<String, BTreeSet<Feature>>,
}

impl Judged {
    /// Nothing differs as long as the new revision has no profile.
    pub(super) fn new(from: Profile, new: Option<Profile>) -> Result<Judged> {
        let mut judged = Judged::default();
        let Some(new) = new else { return Ok(judged) };
        for vector in Corpus::read(&[files::root().join("vectors")])?.vectors {
            let cris = cris(&vector);
            if !alike(&vector, &cris, from, new) {
                judged.otherwise.insert(vector.id.clone());
            }
            let features = |profile| -> BTreeSet<Feature> {
                cris.iter().flat_map(|reading| reading.cri.features(profile)).collect()
            };
            let gained: BTreeSet<Feature> = features(new).difference(&features(from)).copied().collect();
            if !gained.is_empty() {
                judged.gained.insert(vector.id, gained);
            }
        }
        Ok(judged)
    }

    /// Does the judge take the CRIs of the vector the same in both revisions?
    pub(super) fn alike(&self, id: &str) -> bool {
        !self.otherwise.contains(id)
    }

    /// The features of the vector that the new revision names and the old one does not.
    pub(super) fn features_gained(&self, id: &str) -> impl Iterator<Item = String> {
        self.gained.get(id).into_iter().flatten().map(|feature| feature.name().to_owned())
    }
}

/// The CRIs of the question and of the answers that are accepted.
fn cris(vector: &Vector) -> Vec<cri::Reading> {
    let arguments = vector.operation.arguments().into_iter().filter_map(|(_, argument)| match argument {
        Argument::Cbor(bytes) => Some(bytes),
        _ => None,
    });
    let answers = vector.expect.iter().filter_map(|accepted| match &accepted.outcome {
        Expected::Value(
            Value::Cri { cri } | Value::Reference { reference: cri } | Value::Decoded(Decoded { cri, .. }),
        ) => Some(cri.clone()),
        _ => None,
    });
    let items = arguments.chain(answers).flat_map(|bytes| match vector.operation {
        Operation::Scan { .. } => {
            cri::split_array(&bytes).unwrap_or_default().into_iter().map(<[u8]>::to_vec).collect()
        }
        _ => vec![bytes],
    });
    items.filter_map(|bytes| cri::read(&bytes).ok()).collect()
}

fn alike(vector: &Vector, cris: &[cri::Reading], from: Profile, new: Profile) -> bool {
    let each = |profile: Profile| -> Vec<_> {
        let view = |reading: &cri::Reading| {
            (
                cri::violations(&reading.cri, reading.form, profile),
                cri::write(&reading.cri, profile),
                cri::to_uri(&reading.cri, profile).ok(),
            )
        };
        cris.iter().map(view).collect()
    };
    let disputed = |profile: Profile| -> Vec<Cri> {
        let Operation::Resolve { .. } = vector.operation else { return Vec::new() };
        let [base, reference, ..] = cris else { return Vec::new() };
        cri::disputed_resolutions(&base.cri, &reference.cri, profile)
    };
    let shown = |profile: Profile| rules_shown(vector, cris, profile.rules());
    each(from) == each(new) && disputed(from) == disputed(new) && shown(from) == shown(new)
}

/// The rules that the question or an answer shows and that are in no view of a single CRI: an empty array at the end, which
/// is a default in references as well (R80), and a colon in the user information of a URI.
fn rules_shown(vector: &Vector, cris: &[cri::Reading], rules: &Rules) -> (bool, bool) {
    let ends_empty = |reading: &cri::Reading| {
        let Cri { path, query, fragment, .. } = &reading.cri;
        fragment.is_none() && query.as_ref().or(path.as_ref()).is_some_and(Vec::is_empty)
    };
    let has_colon = |argument: &Argument| {
        let Argument::Text(text) = argument else { return false };
        let authority =
            text.split_once("//").map_or("", |(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(""));
        authority.rsplit_once('@').is_some_and(|(userinfo, _)| userinfo.contains(':'))
    };
    let mut arguments = vector.operation.arguments().into_iter().map(|(_, argument)| argument);
    (
        rules.empty_is_default && cris.iter().any(ends_empty),
        rules.colon_in_userinfo && arguments.any(|argument| has_colon(&argument)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Is a vector with these arguments taken the same in -13 and -27?
    #[track_caller]
    fn check(arguments: &str, expected: bool) {
        let yaml = format!(
            "- id: a\n  title: A\n  profiles: [href-13]\n  requirements: [href13-5.3-4]\n{arguments}\n"
        );
        let corpus = Corpus::parse("a.yaml", &yaml).unwrap();
        let vector = &corpus.vectors[0];
        assert_eq!(alike(vector, &cris(vector), Profile::Href13, Profile::Href27), expected, "{arguments}");
    }

    #[test]
    fn what_the_rules_decide_is_not_taken_the_same() {
        let decode = |cri: &str| format!("  op: decode\n  cri: '{cri}'\n  expect: reject");
        check(&decode(r#"[-1, ["h"], ["a"], ["q"]]"#), true);
        check(&decode(r#"[-1, ["h"], ["a"], null, "f"]"#), false);
        check(&decode(r#"[1, ["a"], []]"#), false);
        check(&decode("[0]"), false);
        check(&decode(r#"[-1, ["h", 5683]]"#), false);
        check(&decode(r#"[-9, ["h"]]"#), false);
        check(&decode(r#"[-1, [false, "u:v", "h"]]"#), false);
        let from_uri = |uri: &str| format!("  op: uri-to-cri\n  uri: '{uri}'\n  expect: reject");
        check(&from_uri("coap://u@h/a:b"), true);
        check(&from_uri("coap://u:v@h"), false);
        let scan = |items: &str| format!("  op: scan\n  sequence: '{items}'\n  expect: [processable]");
        check(&scan(r#"[[-1, ["h"], ["a"]]]"#), true);
        check(&scan(r#"[[-1, ["h"], [], null, "f"]]"#), false);
        check(
            "  op: resolve\n  base: '[-1, [\"h\"], [\"a\"], [\"q\"]]'\n  reference: '[]'\n  expect: reject",
            false,
        );
    }
}
