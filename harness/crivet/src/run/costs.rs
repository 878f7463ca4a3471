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
    /// The greatest growth, see [`Growth::exponent`].
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

/// From which length on growth is looked at, in bytes: below it what each answer takes outweighs what each byte does.
const FROM: usize = 128;

impl Growth<'_> {
    /// By which power of the length the cost grows, 1 where it is linear: the slope, in logarithms, through the dearest
    /// answer to requests of each doubling of the length from 128 bytes on. None where there are fewer than three.
    pub fn exponent(&self) -> Option<f64> {
        let points: Vec<(f64, f64)> = self
            .spans
            .iter()
            .filter(|span| span.from >= FROM)
            .filter_map(Span::dearest)
            .map(|(length, cost, _)| ((length as f64).ln(), (cost.max(1) as f64).ln()))
            .collect();
        if points.len() < 3 {
            return None;
        }
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let above: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
        let below: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
        Some(above / below)
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
        if growths.iter().all(|growth| growth.exponent().is_none()) {
            let message = "no operation has answers that say what they cost, for requests of enough lengths";
            fault("cost-growth", message.to_owned());
        }
        for growth in &growths {
            if let Some(exponent) = growth.exponent().filter(|exponent| *exponent > most) {
                let (profile, operation) = (growth.profile, growth.operation);
                fault(
                    "cost-growth",
                    format!(
                        "the cost of {operation} ({profile}) grows with the power {exponent:.2} of the length, \
                         and {most} is allowed"
                    ),
                );
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::{Growth, Span};
    use crate::operation::OperationName;
    use crate::profile::Profile;

    fn exponent(cost: fn(usize) -> u64, lengths: &[usize]) -> Option<f64> {
        let span = |&from: &usize| Span { from, answers: vec![(from, cost(from), "a")] };
        let spans = lengths.iter().map(span).collect();
        Growth { profile: Profile::Href13, operation: OperationName::Resolve, spans }.exponent()
    }

    #[test]
    fn the_exponent_tells_linear_from_quadratic() {
        let lengths = [16, 128, 256, 512, 1024, 2048];
        let near = |found: Option<f64>, wanted: f64| (found.unwrap() - wanted).abs() < 0.01;
        assert!(near(exponent(|n| 7 * n as u64, &lengths), 1.0));
        assert!(near(exponent(|n| (n * n) as u64, &lengths), 2.0));
        assert!(exponent(|n| 5000 + n as u64, &lengths).unwrap() < 0.5);
        assert_eq!(exponent(|n| n as u64, &[16, 32, 64, 128, 256]), None);
    }
}
