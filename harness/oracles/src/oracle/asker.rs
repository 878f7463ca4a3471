//! Asking on an oracle's behalf.
//!
//! In this process a question is answered at once. Over a pipe that would mean one question in flight; so there the
//! answers are kept by place (the first question of the check, the second, …), a question without an answer is put
//! down and the check halted, and the engine asks the open questions of many checks at a time before it runs them
//! again.

use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::{CoapOption, Destination, Operation};
use crivet::outcome::{Decoded, Failure, FailureKind, Item, Outcome, Value};
use crivet::profile::Profile;
use crivet::run::caught;

/// The check ends here: an answer is outstanding, or the implementation failed and there will be none. Only for
/// passing on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt(());

/// Who is asked, where that is in this process.
#[derive(Clone, Copy)]
pub struct Parties<'a> {
    /// The implementation under test; `None` where it is asked over a pipe.
    pub implementation: Option<&'a dyn Implementation>,
    /// The one it is held against, if there is one here.
    pub other: Option<&'a dyn Implementation>,
    /// What the implementation under test says of itself.
    pub description: &'a Description,
    /// What the other says of itself.
    pub other_description: Option<&'a Description>,
}

/// A question as it is put down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Is it for the implementation that the one under test is held against?
    pub other: bool,
    /// The profile it is asked under.
    pub profile: Profile,
    /// What is asked.
    pub operation: Operation,
}

/// The questions of one check so far, in order, with the answers that there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memo {
    /// Each question, and its outcome once it has come.
    pub places: Vec<(Question, Option<Outcome>)>,
}

/// A question and its outcome, as a finding shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The question.
    pub question: Question,
    /// What came.
    pub outcome: Outcome,
}

/// A question that an implementation failed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The question.
    pub question: Question,
    /// How it failed.
    pub failure: Failure,
}

/// What an oracle asks through.
pub struct Asker<'a> {
    profile: Profile,
    parties: Parties<'a>,
    memo: Option<&'a mut Memo>,
    place: usize,
    trace: Option<Vec<Step>>,
    failed: Option<Box<Failed>>,
}

impl<'a> Asker<'a> {
    /// For one check in this process, that keeps nothing: the fast way.
    pub fn at_once(profile: Profile, parties: Parties<'a>) -> Self {
        Asker { profile, parties, memo: None, place: 0, trace: None, failed: None }
    }

    /// For one check in this process, that keeps its steps.
    pub fn traced(profile: Profile, parties: Parties<'a>) -> Self {
        Asker { trace: Some(Vec::new()), ..Self::at_once(profile, parties) }
    }

    /// For one run of a check, some parties of which are asked between the runs.
    pub fn in_batches(profile: Profile, parties: Parties<'a>, memo: &'a mut Memo) -> Self {
        Asker { memo: Some(memo), ..Self::at_once(profile, parties) }
    }

    /// The profile under which everything is asked, but by [`Asker::ask_in`].
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// What the implementation says of itself.
    pub fn description(&self) -> &'a Description {
        self.parties.description
    }

    /// What the implementation that it is held against says of itself.
    pub fn other_description(&self) -> Option<&'a Description> {
        self.parties.other_description
    }

    /// How many questions were put.
    pub fn asked(&self) -> usize {
        self.place
    }

    /// The failure that halted the check, if it was one.
    pub fn failed(&mut self) -> Option<Failed> {
        self.failed.take().map(|failed| *failed)
    }

    /// The steps, where they are kept.
    pub fn into_steps(self) -> Vec<Step> {
        match self.memo {
            Some(memo) => memo
                .places
                .iter()
                .filter_map(|(question, outcome)| {
                    Some(Step { question: question.clone(), outcome: outcome.clone()? })
                })
                .collect(),
            None => self.trace.unwrap_or_default(),
        }
    }

    /// Asks the implementation anything.
    pub fn ask(&mut self, operation: Operation) -> Result<Answer<Value>, Halt> {
        self.ask_in(self.profile, operation)
    }

    /// Asks the implementation anything under another profile, one of [`About::beside`](super::About::beside).
    pub fn ask_in(&mut self, profile: Profile, operation: Operation) -> Result<Answer<Value>, Halt> {
        self.put(Question { other: false, profile, operation })
    }

    /// Asks the implementation that the one under test is held against.
    pub fn ask_other(&mut self, operation: Operation) -> Result<Answer<Value>, Halt> {
        self.put(Question { other: true, profile: self.profile, operation })
    }

    fn put(&mut self, question: Question) -> Result<Answer<Value>, Halt> {
        let place = self.place;
        self.place += 1;
        if let Some(memo) = self.memo.as_deref_mut()
            && let Some((asked, outcome)) = memo.places.get(place)
        {
            debug_assert_eq!(*asked, question, "a check that is run again asks the same");
            let outcome = outcome.clone().ok_or(Halt(()))?;
            return self.settle(question, outcome);
        }
        let party = if question.other { self.parties.other } else { self.parties.implementation };
        let outcome = party.map(|party| {
            caught(|| party.perform(question.profile, &question.operation)).unwrap_or_else(Outcome::Error)
        });
        if let Some(memo) = self.memo.as_deref_mut() {
            memo.places.push((question.clone(), outcome.clone()));
        }
        match outcome {
            Some(outcome) => self.settle(question, outcome),
            None if self.memo.is_some() => Err(Halt(())),
            None => {
                let message = "nobody is there to be asked".to_owned();
                self.settle(question, Outcome::Error(Failure { kind: FailureKind::Unavailable, message }))
            }
        }
    }

    fn settle(&mut self, question: Question, outcome: Outcome) -> Result<Answer<Value>, Halt> {
        if let Some(trace) = &mut self.trace {
            trace.push(Step { question: question.clone(), outcome: outcome.clone() });
        }
        match outcome {
            Outcome::Value(value) => Ok(Ok(value)),
            Outcome::Reject(reason) => Ok(Err(Refusal::Reject(reason))),
            Outcome::Unsupported(reason) => Ok(Err(Refusal::Unsupported(reason))),
            Outcome::Error(failure) => Err(self.fail(question, failure)),
        }
    }

    fn fail(&mut self, question: Question, failure: Failure) -> Halt {
        self.failed.get_or_insert_with(|| Box::new(Failed { question, failure }));
        Halt(())
    }

    /// Asks the implementation for a value of a certain shape.
    fn of_shape<T>(
        &mut self,
        question: impl Fn() -> Operation,
        shape: impl FnOnce(Value) -> Option<T>,
    ) -> Result<Answer<T>, Halt> {
        match self.ask(question())? {
            Err(refusal) => Ok(Err(refusal)),
            Ok(value) => match shape(value) {
                Some(value) => Ok(Ok(value)),
                None => {
                    let message = "the answer has the shape of another operation's".to_owned();
                    let failure = Failure { kind: FailureKind::Protocol, message };
                    let profile = self.profile;
                    Err(self.fail(Question { other: false, profile, operation: question() }, failure))
                }
            },
        }
    }

    /// Checks a CRI or CRI reference as its final recipient would.
    pub fn decode(&mut self, cri: &[u8]) -> Result<Answer<Decoded>, Halt> {
        self.of_shape(
            || Operation::Decode { cri: cri.to_vec() },
            |value| if let Value::Decoded(decoded) = value { Some(decoded) } else { None },
        )
    }

    /// Converts a CRI (reference) to a URI (reference).
    pub fn cri_to_uri(&mut self, cri: &[u8]) -> Result<Answer<String>, Halt> {
        self.of_shape(
            || Operation::CriToUri { cri: cri.to_vec() },
            |value| if let Value::Uri { uri } = value { Some(uri) } else { None },
        )
    }

    /// Converts a URI (reference) to a CRI (reference).
    pub fn uri_to_cri(&mut self, uri: &str) -> Result<Answer<Vec<u8>>, Halt> {
        self.of_shape(
            || Operation::UriToCri { uri: uri.to_owned() },
            |value| if let Value::Cri { cri } = value { Some(cri) } else { None },
        )
    }

    /// Resolves a CRI reference against a base CRI.
    pub fn resolve(&mut self, base: &[u8], reference: &[u8]) -> Result<Answer<Vec<u8>>, Halt> {
        self.of_shape(
            || Operation::Resolve { base: base.to_vec(), reference: reference.to_vec(), relation: None },
            |value| if let Value::Cri { cri } = value { Some(cri) } else { None },
        )
    }

    /// Finds a reference that resolves to `target` against `base`.
    pub fn relativize(&mut self, base: &[u8], target: &[u8]) -> Result<Answer<Vec<u8>>, Halt> {
        self.of_shape(
            || Operation::Relativize { base: base.to_vec(), target: target.to_vec() },
            |value| if let Value::Reference { reference } = value { Some(reference) } else { None },
        )
    }

    /// Compares two CRIs component by component.
    pub fn equivalent(&mut self, a: &[u8], b: &[u8], ignore_fragment: bool) -> Result<Answer<bool>, Halt> {
        self.of_shape(
            || Operation::Equivalent { a: a.to_vec(), b: b.to_vec(), ignore_fragment },
            |value| if let Value::Equivalent { equivalent } = value { Some(equivalent) } else { None },
        )
    }

    /// Converts a CRI (reference) to an IRI (reference).
    pub fn cri_to_iri(&mut self, cri: &[u8]) -> Result<Answer<String>, Halt> {
        self.of_shape(
            || Operation::CriToIri { cri: cri.to_vec() },
            |value| if let Value::Iri { iri } = value { Some(iri) } else { None },
        )
    }

    /// Converts an IRI (reference) to a CRI (reference).
    pub fn iri_to_cri(&mut self, iri: &str) -> Result<Answer<Vec<u8>>, Halt> {
        self.of_shape(
            || Operation::IriToCri { iri: iri.to_owned() },
            |value| if let Value::Cri { cri } = value { Some(cri) } else { None },
        )
    }

    /// Says of each item of a CBOR array whether it is a CRI (reference) it can work with.
    pub fn scan(&mut self, sequence: &[u8]) -> Result<Answer<Vec<Item>>, Halt> {
        self.of_shape(
            || Operation::Scan { sequence: sequence.to_vec() },
            |value| if let Value::Items { items } = value { Some(items) } else { None },
        )
    }

    /// Turns a CRI into the options of a CoAP request to a destination.
    pub fn cri_to_coap(
        &mut self,
        cri: &[u8],
        destination: &Destination,
    ) -> Result<Answer<Vec<CoapOption>>, Halt> {
        self.of_shape(
            || Operation::CriToCoap { cri: cri.to_vec(), destination: destination.clone(), to_proxy: None },
            |value| if let Value::Options { options } = value { Some(options) } else { None },
        )
    }

    /// Finds the CRI that a CoAP request was for.
    pub fn coap_to_cri(
        &mut self,
        scheme: &str,
        options: &[CoapOption],
        destination: &Destination,
    ) -> Result<Answer<Vec<u8>>, Halt> {
        self.of_shape(
            || Operation::CoapToCri {
                scheme: scheme.to_owned(),
                options: options.to_vec(),
                destination: destination.clone(),
            },
            |value| if let Value::Cri { cri } = value { Some(cri) } else { None },
        )
    }
}
