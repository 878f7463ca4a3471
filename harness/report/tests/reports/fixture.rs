//! A small corpus, and implementations of every kind: one that is bad at everything, and one better by half.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use crivet::baseline::{Baseline, Date, Universe};
use crivet::corpus::Corpus;
use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::outcome::Decoded;
use crivet::profile::Profile;
use crivet::run::{Options, Run, Subject, run};
use crivet::select::{Case, Filter};
use crivet_report::campaign::{Counted, Found, Guided, Night};
use crivet_report::compare::Results;
use crivet_report::coverage::Coverage;
use crivet_report::mutation_score::{Fault, Fuzzed, MutationScore};
use crivet_report::picture::{Campaign, Speed};
use crivet_report::specification::Answers;
use crivet_report::{Invocation, json, lines};

use super::bomb;

/// What an answer holds to break out of wherever a report puts it.
pub(crate) const HOSTILE: &str = "coap://h</script><script>throw 1</script>\u{202e}|`` ``` %0A\n::error::owned\r\n]]>&lt;\u{0}\u{7}\u{1b}[31m";

/// An implementation of this fixture.
pub(crate) struct Made {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// Does it answer right what it can?
    pub(crate) good: bool,
}

/// Fails, panics, and answers with what is hostile.
pub(crate) const BAD: Made = Made { name: "bad <b>&", version: "1.0", good: false };
/// The same, better in part.
pub(crate) const BETTER: Made = Made { name: "bad <b>&", version: "1.1", good: true };

impl Implementation for Made {
    fn describe(&self) -> Description {
        let mut description: Description = serde_json::from_str(
            r#"{"name": "", "language": "Rust", "profiles": ["href-13"], "features": ["no-authority", "userinfo"],
                "operations": ["decode", "cri-to-uri", "resolve"]}"#,
        )
        .unwrap();
        description.name = self.name.to_owned();
        description.version = self.version.to_owned();
        description
    }

    fn decode(&self, _: Profile, cri: &[u8]) -> Answer<Decoded> {
        match cri {
            [0x80] if self.good => Err(Refusal::reject("nothing in it")),
            [0x80] => Ok(Decoded { full: false, cri: vec![0x81, 0x00] }),
            _ if self.good => Err(Refusal::reject("no array")),
            _ => Ok(Decoded { full: true, cri: cri.to_vec() }),
        }
    }

    fn cri_to_uri(&self, _: Profile, cri: &[u8]) -> Answer<String> {
        // Right before, wrong after: something has to break.
        match (cri.ends_with(b"hostile"), self.good) {
            (true, _) => Ok(HOSTILE.to_owned()),
            (false, true) => Err(Refusal::reject("a path is too much")),
            (false, false) => Ok("coap://example.com/a".to_owned()),
        }
    }

    fn resolve(&self, _: Profile, base: &[u8], _: &[u8]) -> Answer<Vec<u8>> {
        let right = "84218263666f6f19126782627061627468816161";
        if base.ends_with(b"panic") {
            bomb::explode();
        }
        Ok(if self.good { hex::decode(right).unwrap() } else { base.to_vec() })
    }
}

pub(crate) fn corpus() -> Corpus {
    Corpus::read(&[PathBuf::from("tests/reports/corpus")]).unwrap()
}

pub(crate) fn invocation() -> Invocation {
    Invocation {
        command: Some("./testee --flag 'a b'".to_owned()),
        builtin: None,
        vectors: vec!["tests/reports/corpus".to_owned()],
        timeout: Duration::from_secs(10),
        strict: false,
        details: 10,
        notes: true,
        annotate: None,
    }
}

pub(crate) fn run_of<'a>(implementation: &dyn Implementation, corpus: &'a Corpus) -> Run<'a> {
    run_by(2, implementation, corpus)
}

pub(crate) fn run_by<'a>(jobs: usize, implementation: &dyn Implementation, corpus: &'a Corpus) -> Run<'a> {
    let cases = Filter { profiles: vec![Profile::Href13], ..Filter::default() }.select(corpus).unwrap();
    let options = Options { jobs, strict: false, cancel: &AtomicBool::new(false) };
    let subject = Subject::InProcess(implementation);
    let mut run = run(subject, implementation.describe(), &cases, &options, &|_| {}).unwrap();
    run.remarks.push("a remark with </script>, 100% and\na second line".to_owned());
    run
}

/// Known failures of [`BAD`]: two as they are, one that passes after all, and one of no vector.
const BASELINE: &str = "\
resolve-panics error:panic the base is taken badly
decode-text fail a text is taken for </script>
uri-plain fail better since
no-such-vector fail stale
";

/// A run of [`BAD`], held against its baseline.
pub(crate) fn held(corpus: &Corpus) -> Run<'_> {
    let mut run = run_of(&BAD, corpus);
    let baseline = Baseline::parse("known.txt", BASELINE).unwrap();
    run.expect(&baseline, &Universe::new(&[corpus]), Date::at(SystemTime::UNIX_EPOCH));
    run
}

/// The JSON report of an implementation, read back.
pub(crate) fn results(implementation: &dyn Implementation, corpus: &Corpus) -> Results {
    Results::parse(&json::run(&run_of(implementation, corpus), corpus, &invocation())).unwrap()
}

/// The coverage by [`BETTER`], as if it were right, with one vector that a faulty one fails; the cases; and the
/// answers of both.
pub(crate) fn covered(corpus: &Corpus) -> (Coverage, Vec<Case<'_>>, Vec<Answers>) {
    let cases = Filter { profiles: vec![Profile::Href13], ..Filter::default() }.select(corpus).unwrap();
    let killers = BTreeSet::from([(Profile::Href13, "decode-text".to_owned())]);
    let coverage = Coverage::of(corpus, &run_of(&BETTER, corpus), Some(&killers));
    let lines = lines::run(&run_of(&BETTER, corpus));
    let answers = vec![
        Answers::of("bad <b>&", &run_of(&BAD, corpus)),
        Answers::parse(Some("better"), &lines).unwrap(),
        Answers::parse(Some("elsewhere"), "href-27 another pass\n").unwrap(),
    ];
    (coverage, cases, answers)
}

/// A measurement with a fault of each kind.
pub(crate) fn mutation_score() -> MutationScore {
    let fault = |id: &str, kills: usize| Fault {
        id: id.to_owned(),
        wrong: "A </script><script>throw 1</script> is left out.".to_owned(),
        profiles: vec!["href-13".to_owned()],
        operations: vec!["decode".to_owned()],
        kills,
        by: vec!["href-13 decode-text".to_owned(); kills.min(1)],
        equivalent: None,
        missed: Vec::new(),
    };
    MutationScore {
        profiles: vec!["href-13".to_owned()],
        scores: vec![("decode".to_owned(), vec![(2, 3)])],
        fuzzed: Some(Fuzzed {
            budget: "2 s each".to_owned(),
            alone: vec![("decode".to_owned(), vec![(1, 3)])],
            both: vec![("decode".to_owned(), vec![(3, 3)])],
        }),
        cases: 7,
        trivial_scores: vec![("reject-all".to_owned(), 3)],
        faults: vec![
            fault("noticed", 9),
            Fault { equivalent: Some("Nobody <b>sees</b> it.".to_owned()), ..fault("none", 0) },
            Fault { missed: vec!["href-13 decode".to_owned()], ..fault("missed", 0) },
        ],
        nothing: 2,
        effort: (vec![1, 2], 3),
        campaign: Some(
            Campaign::parse("target,seconds,coverage,corpus\ndecode,0,1,1\ndecode,60,20,5\n").unwrap(),
        ),
        speed: Some(Speed::parse("operation,bytes,nanoseconds\ndecode,10,100\ndecode,1000,9000\n").unwrap()),
    }
}

/// A campaign with a finding.
pub(crate) fn night() -> Night {
    Night {
        summary: "2 h of `crivet fuzz`, <b>no</b> more.".to_owned(),
        findings: vec![Found {
            what: "pet (href-13): </script><script>throw 1</script>".to_owned(),
            count: 3,
            repeat: "crivet fuzz --replay '<b>'".to_owned(),
            artifact: Some("artifacts/pet/crash-1".to_owned()),
        }],
        targets: vec![Guided {
            name: "pet".to_owned(),
            minutes: "60.0".to_owned(),
            executions: 1_000_000,
            coverage: 4126,
            features: 12_914,
            corpus: 1800,
        }],
        oracles: vec![Counted {
            oracle: "pet".to_owned(),
            profile: "href-13".to_owned(),
            cases: 10,
            agree: 7,
            differ: 1,
            not_comparable: 2,
            known: "4 K1".to_owned(),
        }],
        coverage: Some(Campaign::parse("target,seconds,coverage,corpus\npet,0,1,1\npet,60,20,5\n").unwrap()),
    }
}
