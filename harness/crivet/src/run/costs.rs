//! What answers cost, where the testee says so, held against how long the requests are.

use std::collections::BTreeMap;

use super::{Fault, Judged};
use crate::operation::OperationName;
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::protocol::Cost;

/// What an answer cost, and the length of its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costed {
    /// How long the request is, in bytes, in the framing of the testee.
    pub request: usize,
    /// What the answer cost.
    pub cost: Cost,
}

impl Costed {
    /// The cycles; where there are none the nanoseconds.
    pub fn amount(&self) -> Option<u64> {
        self.cost.cycles.or(self.cost.nanoseconds)
    }
}

/// What answers may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ceilings {
    /// The most bytes of the stack.
    pub stack: Option<u64>,
    /// The greatest growth, see [`Growth::steepest`].
    pub growth: Option<f64>,
}

/// How the cost of an operation grows with the length of its request.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth<'r> {
    /// The profile.
    pub profile: Profile,
    /// The operation.
    pub operation: OperationName,
    /// Answers with a value by the length of their requests: from one power of two to the next.
    pub spans: Vec<Span<'r>>,
}

/// Requests of about the same length.
#[derive(Clone, Debug, PartialEq)]
pub struct Span<'r> {
    /// The least length, in bytes: a power of two, and less than its double.
    pub from: usize,
    /// Length of the request, cost of the answer, and id of the vector, the dearest last.
    pub answers: Vec<(usize, u64, &'r str)>,
}

impl<'r> Span<'r> {
    /// The length, cost and vector of the dearest.
    pub fn dearest(&self) -> Option<(usize, u64, &'r str)> {
        self.answers.last().copied()
    }

    /// The cost in the middle.
    pub fn median(&self) -> u64 {
        self.answers.get(self.answers.len() / 2).map_or(0, |(_, cost, _)| *cost)
    }
}

/// Two vectors that differ in their length, and how the cost grows from one to the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Steepest<'r> {
    /// The shorter.
    pub from: &'r str,
    /// The longer.
    pub to: &'r str,
    /// By which power of the length the cost grows: 1 where it is linear, less where each answer takes something that
    /// does not depend on the length.
    pub exponent: f64,
}

/// How many times as long the longer of two vectors has to be.
const TIMES: usize = 4;

impl<'r> Growth<'r> {
    /// Where the cost grows most, among vectors whose ids differ in their numbers alone: those ask the same at another
    /// length, and others say nothing of growth. None where no such vectors are far enough apart.
    pub fn steepest(&self) -> Option<Steepest<'r>> {
        let mut families: BTreeMap<String, Vec<(usize, u64, &'r str)>> = BTreeMap::new();
        for &(length, cost, id) in self.spans.iter().flat_map(|span| &span.answers) {
            let family = id.split('-').map(|word| if word.parse::<u64>().is_ok() { "#" } else { word });
            families.entry(family.collect::<Vec<_>>().join("-")).or_default().push((length, cost, id));
        }
        let steep = families.values().filter_map(|family| {
            let (short, from_cost, from) = *family.iter().min()?;
            let (long, to_cost, to) = *family.iter().max()?;
            let slope =
                (to_cost.max(1) as f64 / from_cost.max(1) as f64).ln() / (long as f64 / short as f64).ln();
            (long >= TIMES * short).then_some(Steepest { from, to, exponent: slope })
        });
        steep.max_by(|one, other| one.exponent.total_cmp(&other.exponent))
    }
}

/// The growth of each operation of each profile whose answers say what they cost.
pub fn growths<'r>(results: &'r [Judged<'_>]) -> Vec<Growth<'r>> {
    let mut spans: BTreeMap<(Profile, OperationName), BTreeMap<usize, Span<'r>>> = BTreeMap::new();
    for judged in results {
        let (Some(Outcome::Value(_)), Some(costed)) = (&judged.outcome, &judged.costed) else { continue };
        let Some(amount) = costed.amount() else { continue };
        let from = 1 << costed.request.max(1).ilog2();
        let key = (judged.case.profile, judged.case.vector.operation.name());
        let span = spans.entry(key).or_default().entry(from);
        let span = span.or_insert_with(|| Span { from, answers: Vec::new() });
        span.answers.push((costed.request, amount, &judged.case.vector.id));
    }
    let growth = |((profile, operation), spans): (_, BTreeMap<usize, Span<'r>>)| {
        let mut spans: Vec<_> = spans.into_values().collect();
        spans.iter_mut().for_each(|span| span.answers.sort_by_key(|(_, cost, id)| (*cost, *id)));
        Growth { profile, operation, spans }
    };
    spans.into_iter().map(growth).collect()
}

/// The deepest stack, and the vector whose answer took it.
pub fn deepest<'r>(results: &'r [Judged<'_>]) -> Option<(u64, &'r str)> {
    let stacks = results
        .iter()
        .filter_map(|judged| Some((judged.costed.as_ref()?.cost.stack?, judged.case.vector.id.as_str())));
    // Of equals the first.
    stacks.reduce(|most, one| if one.0 > most.0 { one } else { most })
}

/// What costs more than it may. Where nothing is known, that is a fault too: no limit is kept by silence.
pub(super) fn faults(ceilings: Ceilings, results: &[Judged<'_>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |name, message| faults.push(Fault { name, message });
    if let Some(most) = ceilings.stack {
        match deepest(results) {
            None => fault("stack", "no answer says how much of the stack it took".to_owned()),
            Some((stack, id)) if stack > most => {
                fault("stack", format!("{id} took {stack} bytes of the stack, and {most} are allowed"));
            }
            Some(_) => {}
        }
    }
    if let Some(most) = ceilings.growth {
        let growths = growths(results);
        let steepest = || growths.iter().filter_map(|growth| Some((growth, growth.steepest()?)));
        if steepest().next().is_none() {
            let message = "no operation has answers that say what they cost, for requests of enough lengths";
            fault("cost-growth", message.to_owned());
        }
        for (growth, Steepest { from, to, exponent }) in steepest().filter(|(_, steep)| steep.exponent > most)
        {
            let (profile, operation) = (growth.profile, growth.operation);
            let what = format!(
                "the cost of {operation} ({profile}) grows with the power {exponent:.2} of the length"
            );
            fault("cost-growth", format!("{what} from {from} to {to}, and {most} is allowed"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::{Growth, Span};
    use crate::operation::OperationName;
    use crate::profile::Profile;

    fn exponent(cost: fn(usize) -> u64, vectors: &[(usize, &'static str)]) -> Option<f64> {
        let answers = vectors.iter().map(|(length, id)| (*length, cost(*length), *id)).collect();
        let spans = vec![Span { from: 1, answers }];
        let growth = Growth { profile: Profile::Href13, operation: OperationName::Resolve, spans };
        growth.steepest().map(|steepest| steepest.exponent)
    }

    #[test]
    fn the_exponent_tells_linear_from_quadratic() {
        let vectors = [(30, "resolve-length-24-same"), (280, "resolve-length-256-same"), (40, "resolve-a")];
        let near = |found: Option<f64>, wanted: f64| (found.unwrap() - wanted).abs() < 0.01;
        assert!(near(exponent(|n| 7 * n as u64, &vectors), 1.0));
        assert!(near(exponent(|n| (n * n) as u64, &vectors), 2.0));
        assert!(exponent(|n| 5000 + n as u64, &vectors).unwrap() < 0.1);
    }

    /// A short vector of one kind and a long one of another say nothing.
    #[test]
    fn vectors_of_several_kinds_are_not_compared() {
        assert_eq!(exponent(|n| (n * n) as u64, &[(30, "resolve-short"), (280, "resolve-long-1")]), None);
        assert_eq!(exponent(|n| (n * n) as u64, &[(30, "resolve-1"), (40, "resolve-2")]), None);
    }
}
