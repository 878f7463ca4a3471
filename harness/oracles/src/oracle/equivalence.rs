//! Equivalence is an equivalence relation, and agrees with what URIs say.
//!
//! ```text
//! a ~ a;   a ~ b => b ~ a;   a ~ b, b ~ c => a ~ c;   a ~ b => a ~ b without fragments
//! a = b by component => a ~ b;   a ~ b => to-uri(a) = to-uri(b) after normalisation
//! ```
//!
//! Premises: the three are full CRIs, valid beyond dispute. The comparison is component by component and strictly
//! avoids false positives (section 4); where components differ and the URI is the same, both answers stand (R25, R26,
//! R76). What is unprocessable is equal to nothing with other bytes (R38). What is disputed may be rejected, or be
//! unprocessable; the relation stays one. References are not compared (R77).

use arbitrary::Unstructured;

use crate::generate::{Sections, three_similar};
use crivet::cri::{Cri, first_difference, to_uri};
use crivet::implementation::Answer;
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::{About, Asker, Checked, Halt, Input, Inputs, Oracle};
use crate::demand::subject::Subject;
use crate::normal::same_meaning;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equivalence;

impl Oracle for Equivalence {
    type Case = (Sections, Sections, Sections);

    fn about(&self) -> About {
        About {
            name: "equivalence",
            equation: "~ is an equivalence relation; equal components are ~, and what is ~ has one URI",
            operations: &[OperationName::Equivalent],
            profiles: Family::Href.profiles(),
            not_comparable: 45,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Self::Case> {
        let [first, second, third] = three_similar(u, profile)?;
        Ok((first, second, third))
    }

    fn inputs(&self, (first, second, third): &Self::Case) -> Inputs {
        let input = |sections: &Sections| Input::Cri(sections.to_cbor());
        vec![("a", input(first)), ("b", input(second)), ("c", input(third))]
    }

    fn check(&self, (first, second, third): &Self::Case, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let all = [first, second, third].map(|sections| {
            let bytes = sections.to_cbor_in(profile);
            let subject = Subject::read(&bytes, profile);
            (bytes, subject)
        });
        let mut answers = [[[None, None, None], [None, None, None], [None, None, None]], Default::default()];
        let mut halted = None;
        for (ignoring, table) in answers.iter_mut().enumerate() {
            for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0)] {
                match asker.equivalent(&all[a].0, &all[b].0, ignoring == 1) {
                    Ok(answer) => table[a][b] = Some(answer),
                    Err(halt) => halted = Some(halt),
                }
            }
        }
        if let Some(halt) = halted {
            return Err(halt);
        }
        if all.iter().any(|(_, subject)| subject.is_beyond(asker.description())) {
            return Ok(Checked::not_comparable("a feature is used that is not claimed"));
        }
        for (ignoring, table) in answers.iter().enumerate() {
            for (a, row) in table.iter().enumerate() {
                for (b, answer) in row.iter().enumerate() {
                    let Some(answer) = answer else { continue };
                    if let Some(found) = one(&all[a], &all[b], ignoring == 1, answer, profile) {
                        return Ok(found);
                    }
                }
            }
            let holds = |a: usize, b: usize| matches!(table[a][b], Some(Ok(true)));
            let fails = |a: usize, b: usize| matches!(table[a][b], Some(Ok(false)));
            for (a, b) in [(0, 1), (1, 2), (0, 2)] {
                if (holds(a, b) && fails(b, a)) || (fails(a, b) && holds(b, a)) {
                    return Ok(Checked::differ("it is not symmetric", "the same answer both ways round"));
                }
            }
            for (a, b, c) in [(0, 1, 2), (1, 0, 2), (0, 2, 1)] {
                if holds(a, b) && holds(b, c) && fails(a, c) {
                    return Ok(Checked::differ("it is not transitive", "true for the outer two as well"));
                }
            }
        }
        for (a, b) in [(0, 0), (0, 1), (1, 2), (0, 2)] {
            if matches!((&answers[0][a][b], &answers[1][a][b]), (Some(Ok(true)), Some(Ok(false)))) {
                let kind = "leaving out the fragments makes equal CRIs different";
                return Ok(Checked::differ(kind, "true without fragments as well"));
            }
        }
        match all.iter().all(|(_, subject)| subject.is_valid()) {
            true => Ok(Checked::agree()),
            false => Ok(Checked::not_comparable("one of the three is not valid beyond dispute")),
        }
    }
}

/// Holds one answer against what the two are.
fn one(
    (a_bytes, a): &(Vec<u8>, Subject),
    (b_bytes, b): &(Vec<u8>, Subject),
    ignoring: bool,
    answer: &Answer<bool>,
    profile: Profile,
) -> Option<Checked> {
    if (a.is_invalid() || b.is_invalid()) && a_bytes != b_bytes {
        return matches!(answer, Ok(true)).then(|| {
            Checked::differ("what is unprocessable equals something else", "false, or a rejection")
        });
    }
    let (Some(a_cri), Some(b_cri)) = (&a.cri, &b.cri) else { return None };
    if !a.is_valid() || !b.is_valid() {
        return None;
    }
    let (a_cri, b_cri) = (without(a_cri, ignoring), without(b_cri, ignoring));
    let is_same = first_difference(&a_cri, &b_cri).is_none();
    match answer {
        Err(_) => Some(Checked::differ("what is valid was not compared", "an answer")),
        Ok(false) if is_same => Some(Checked::differ("equal CRIs are not equivalent", "true")),
        Ok(true) if !is_same => {
            let (Ok(a), Ok(b)) = (to_uri(&a_cri, profile), to_uri(&b_cri, profile)) else { return None };
            let component = same_meaning(&a, &b).err()?;
            let difference = super::Difference::new("CRIs of different URIs are equivalent", "false");
            Some(difference.because(component).into())
        }
        Ok(_) => None,
    }
}

fn without(cri: &Cri, fragment: bool) -> Cri {
    let mut cri = cri.clone();
    if fragment {
        cri.fragment = None;
    }
    cri
}
