//! Every answer depends on its question alone.
//!
//! ```text
//! the answers to q1, …, qn, one after the other  =  the answers to qn, …, q1, all at once
//! ```
//!
//! An implementation that keeps something from one question to the next (a buffer that is not cleared, a result under too
//! short a key, a base that was changed) answers otherwise in another order. So each question is put alone, waiting for
//! its answer; then all of them at once, in the other order. Questions of one case are like each other, since what is
//! kept is kept for something alike. `resolve-pure` does the same with many references to one base (R45).
//!
//! Premises: none; a refusal has to be one again. Answers are compared by meaning, refusals without their reasons. Of an
//! input that the drafts leave open, no sentence says that the answer is the same every time: there it is a
//! recommendation.

use arbitrary::Unstructured;

use super::agree::{AnyOperation, alike};
use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::demand::Demand;
use crate::generate::Simpler;
use crate::generate::choice::{chance, pick};
use crivet::implementation::Answer;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::Profile;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pure;

/// Of a longer question, what is like it is not made: there are too many ways.
const SHORT: usize = 96;

impl Oracle for Pure {
    /// The questions.
    type Case = Vec<AnyOperation>;

    fn about(&self) -> About {
        About {
            name: "pure",
            equation: "an answer is the same in whatever order, alone or in a batch, the questions are asked",
            any: &OperationName::ALL,
            profiles: &Profile::ALL,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Vec<AnyOperation>> {
        let offered = |name: &OperationName| name.signature().profiles.contains(&profile);
        let names: Vec<OperationName> = OperationName::ALL.into_iter().filter(offered).collect();
        let mut questions: Vec<AnyOperation> = Vec::new();
        for _ in 0..*pick(u, &[(8, 2_usize), (6, 3), (2, 5)])? {
            let near = match questions.last() {
                Some(last) if chance(u, 128)? => like(last, u)?,
                _ => None,
            };
            questions.push(match (near, names.as_slice()) {
                (Some(near), _) => near,
                (None, names) => {
                    let name = names.get(usize::from(u.arbitrary::<u8>()?) % names.len().max(1));
                    AnyOperation::draw(*name.ok_or(arbitrary::Error::EmptyChoose)?, profile, u)?
                }
            });
        }
        Ok(questions)
    }

    fn inputs(&self, case: &Vec<AnyOperation>) -> Inputs {
        let asked = |one: &AnyOperation| {
            let name = ("question", Input::Text(one.0.name().to_string()));
            std::iter::once(name).chain(one.inputs()).collect::<Vec<_>>()
        };
        case.iter().flat_map(asked).collect()
    }

    fn check(&self, case: &Vec<AnyOperation>, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let offered = |question: &&AnyOperation| asker.description().offers(profile, question.0.name());
        let questions: Vec<&Operation> = case.iter().filter(offered).map(|question| &question.0).collect();
        if questions.is_empty() {
            return Ok(Checked::not_comparable("nothing of it is offered"));
        }
        let mut alone = Vec::new();
        for &question in &questions {
            alone.push(asker.ask(question.clone())?);
        }
        let together: Vec<_> = questions.iter().rev().map(|&question| asker.ask(question.clone())).collect();
        for ((question, first), again) in questions.iter().zip(&alone).zip(together.into_iter().rev()) {
            if are_same(question, profile, first, &again?) {
                continue;
            }
            let difference =
                Difference::new("asked again, it answers otherwise", "the answer that came first")
                    .because(question.name().name());
            return Ok(match Demand::of(question, profile, &|_| true) {
                Demand::Accept | Demand::Reject => difference,
                Demand::AcceptOrReject | Demand::Open => difference.recommended(),
            }
            .into());
        }
        Ok(Checked::agree())
    }
}

/// The same question with something less.
fn like(question: &AnyOperation, u: &mut Unstructured<'_>) -> arbitrary::Result<Option<AnyOperation>> {
    let at = usize::from(u.arbitrary::<u8>()?);
    let length = |input: &Input| match input {
        Input::Cri(bytes) => bytes.len(),
        Input::Text(text) => text.len(),
    };
    if question.inputs().iter().map(|(_, input)| length(input)).sum::<usize>() > SHORT {
        return Ok(None);
    }
    let mut near = question.simpler();
    Ok(if near.is_empty() { None } else { Some(near.swap_remove(at % near.len())) })
}

fn are_same(question: &Operation, profile: Profile, one: &Answer<Value>, other: &Answer<Value>) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => one == other || alike(question, profile, one, other).is_ok(),
        (Err(_), Err(_)) => true,
        _ => false,
    }
}
