//! One case alone: nothing else in flight, and every step kept.

use super::key::{CheckResult, Key};
use super::setting::{Setting, parties};
use crate::oracle::{Asker, Checked, Comparison, Failed, Memo, Oracle, Parties, Step};
use crivet::outcome::{Failure, FailureKind};
use crivet::process::Session;
use crivet::profile::Profile;
use crivet::run::Subject;

/// Who is asker.
pub(super) struct Replayer<'a> {
    profile: Profile,
    parties: Parties<'a>,
    session: Option<Session<'static>>,
    other_session: Option<Session<'static>>,
}

/// What came of one check.
#[derive(Clone, Debug)]
pub(super) struct Examined {
    pub(super) result: CheckResult,
    pub(super) steps: Vec<Step>,
}

impl<'a> Replayer<'a> {
    pub(super) fn new(setting: &Setting<'a>, profile: Profile) -> Self {
        let session = |subject| match subject {
            Subject::InProcess(_) => None,
            Subject::Process(testee) => Some(testee.session()),
        };
        Replayer {
            profile,
            parties: parties(setting),
            session: session(setting.subject),
            other_session: setting.other.and_then(|(other, _)| session(other)),
        }
    }

    /// Checks one case.
    pub(super) fn examine<O: Oracle>(&mut self, oracle: &O, case: &O::Case) -> Examined {
        let mut memo = Memo::default();
        loop {
            let mut asker = Asker::in_batches(self.profile, self.parties, &mut memo);
            let result = oracle.check(case, &mut asker);
            let failed = asker.failed();
            let steps = asker.into_steps();
            let open = memo.places.iter_mut().filter(|(_, outcome)| outcome.is_none());
            match (result, failed) {
                (Ok(checked), _) => return Examined { result: Ok(checked), steps },
                (Err(_), Some(failed)) => return Examined { result: Err(failed), steps },
                (Err(_), None) => {}
            }
            let mut is_new = false;
            for (question, outcome) in open {
                let session = if question.other { &mut self.other_session } else { &mut self.session };
                if let Some(session) = session {
                    *outcome = Some(session.ask(question.profile, &question.operation));
                    is_new = true;
                }
            }
            if !is_new {
                // An oracle that halts for no reason of ours has nothing to say.
                return Examined { result: Ok(Checked::not_comparable("the check did not end")), steps };
            }
        }
    }
}

impl Examined {
    /// What kind of finding it is; none where the property holds.
    pub(super) fn key(&self) -> Option<Key> {
        Key::of(&self.result)
    }

    /// Why the testee could not be asker.
    pub(super) fn unavailable(&self) -> Option<String> {
        match &self.result {
            Err(Failed { failure: Failure { kind: FailureKind::Unavailable, message }, .. }) => {
                Some(message.clone())
            }
            _ => None,
        }
    }

    /// What would have been right, and what that rests on.
    pub(super) fn expected(&self) -> (String, Option<&'static str>) {
        match &self.result {
            Ok(Checked { comparison: Comparison::Differ(difference), .. }) => {
                (difference.expected.clone(), difference.rests_on)
            }
            Ok(_) => (String::new(), None),
            Err(_) => ("an answer".to_owned(), None),
        }
    }
}
