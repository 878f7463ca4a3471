//! The oracles that hold two implementations against each other: the reference agrees with itself, most inputs allow a
//! conclusion, and each way to be wrong shows, whichever of the two it is that is wrong.

use arbitrary::Unstructured;
use crivet::implementation::Implementation;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::{Item, Outcome, Value};
use crivet::profile::Profile;
use crivet_fuzz::generate::seeded;
use crivet_fuzz::oracle::agree::Agree;
use crivet_fuzz::oracle::{Asker, Comparison, Oracle, Parties, Tally};

use crate::altered::{Altered, Fault};
use crate::{BYTES, right};

/// How many seeded inputs each oracle is given under each profile.
const INPUTS: u64 = 1500;

/// What comes of holding two against each other, and the kinds of differences.
fn tally(
    agree: Agree,
    profile: Profile,
    one: &dyn Implementation,
    other: &dyn Implementation,
) -> (Tally, Vec<String>) {
    let (description, other_description) = (one.describe(), other.describe());
    let parties = Parties {
        implementation: Some(one),
        other: Some(other),
        description: &description,
        other_description: Some(&other_description),
    };
    let (mut tally, mut kinds) = (Tally::default(), Vec::new());
    for seed in 0..INPUTS {
        let case = agree.case(profile, &mut Unstructured::new(&seeded(seed, BYTES))).unwrap();
        let checked = agree.check(&case, &mut Asker::at_once(profile, parties)).unwrap();
        tally.count(&checked);
        if let Comparison::Differ(difference) = &checked.comparison {
            kinds.push(difference.kind.to_owned());
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    (tally, kinds)
}

/// Each oracle, under each of its profiles.
fn each(check: impl Fn(Agree, Profile)) {
    for agree in Agree::all() {
        for &profile in agree.about().profiles {
            check(agree, profile);
        }
    }
}

#[test]
fn the_reference_agrees_with_itself_by_another_name() {
    each(|agree, profile| {
        let right = right();
        let same = Altered { inner: &right, fault: |_, _, _, outcome| outcome };
        let (tally, kinds) = tally(agree, profile, &right, &same);
        assert_eq!(kinds, Vec::<String>::new(), "{} under {profile}", agree.about().name);
        assert_eq!(tally.not_compared(), 0, "{} under {profile}", agree.about().name);
    });
}

/// Where one of the two rejects everything, what allows no conclusion is what is disputed: no more than the oracle
/// says.
#[test]
fn most_inputs_allow_a_conclusion() {
    each(|agree, profile| {
        let right = right();
        let refusing = Altered { inner: &right, fault: |_, _, _, _| Outcome::Reject("falsified".to_owned()) };
        for (one, other) in [(&right as &dyn Implementation, &refusing as _), (&refusing as _, &right as _)] {
            let (tally, kinds) = tally(agree, profile, one, other);
            let about = agree.about();
            println!(
                "{} under {profile}: {} of {INPUTS} not comparable, {kinds:?}",
                about.name,
                tally.not_compared()
            );
            // Nothing of what the reference takes is invalid.
            assert_eq!(kinds, ["one rejects what is valid"], "{} under {profile}", about.name);
            assert!(
                tally.not_compared() * 100 <= INPUTS * u64::from(about.not_comparable),
                "{} under {profile}: {:#?}",
                about.name,
                tally.not_comparable
            );
        }
    });
}

/// Another value of the same shape.
const OTHER_VALUE: Fault = |_, _, _, outcome| match outcome {
    Outcome::Value(value) => Outcome::Value(match value {
        Value::Decoded(mut decoded) => {
            decoded.full = !decoded.full;
            Value::Decoded(decoded)
        }
        Value::Uri { uri } => Value::Uri { uri: uri + "x" },
        Value::Iri { iri } => Value::Iri { iri: iri + "x" },
        Value::Cri { .. } => Value::Cri { cri: vec![0x61] },
        Value::Reference { .. } => Value::Reference { reference: vec![0x61] },
        Value::Equivalent { equivalent } => Value::Equivalent { equivalent: !equivalent },
        Value::Items { items } => Value::Items {
            items: items
                .into_iter()
                .map(|item| match item {
                    Item::Processable => Item::Unprocessable,
                    Item::Unprocessable => Item::Processable,
                })
                .collect(),
        },
        Value::Options { mut options } => {
            options.pop();
            Value::Options { options }
        }
        Value::WellFormed { well_formed } => Value::WellFormed { well_formed: !well_formed },
        Value::Absolute { absolute } => Value::Absolute { absolute: !absolute },
        Value::Relative { relative } => Value::Relative { relative: !relative },
        Value::References { references } => {
            Value::References { references: [references, vec!["x".to_owned()]].concat() }
        }
        Value::Components(mut components) => {
            components.path = Some(components.path.unwrap_or_default() + "x");
            Value::Components(components)
        }
    }),
    other => other,
};

#[test]
fn another_value_shows() {
    // What is changed is not always a CRI any more.
    const KINDS: [&str; 2] = ["two different answers", "one answers what no reading gives"];
    each(|agree, profile| {
        let right = right();
        let wrong = Altered { inner: &right, fault: OTHER_VALUE };
        for (one, other) in [(&right as &dyn Implementation, &wrong as _), (&wrong as _, &right as _)] {
            let (_, kinds) = tally(agree, profile, one, other);
            assert!(
                kinds.iter().any(|kind| KINDS.contains(&kind.as_str())),
                "{} under {profile}: {kinds:?}",
                agree.about().name
            );
        }
    });
}

/// In place of a refusal, the answer to another question.
const NEVER_REFUSES: Fault = |inner, profile, operation, outcome| match outcome {
    Outcome::Reject(_) => {
        let agree = Agree::on(operation.name());
        let answers = (0..100).map(|seed| {
            let case = agree.case(profile, &mut Unstructured::new(&seeded(seed, BYTES))).unwrap();
            inner.perform(profile, &case.0)
        });
        answers.into_iter().find(|answer| matches!(answer, Outcome::Value(_))).unwrap()
    }
    other => other,
};

#[test]
fn taking_what_is_invalid_shows() {
    // Preparing refuses nothing, and what parsing or comparing or looking at an order refuses is open, but for one answer.
    let none = [
        OperationName::IriPreprocess,
        OperationName::IriParse,
        OperationName::IriToUri,
        OperationName::Equivalent,
        OperationName::WellFormed,
        OperationName::Absolute,
        OperationName::Relative,
    ];
    each(|agree, profile| {
        let right = right();
        let wrong = Altered { inner: &right, fault: NEVER_REFUSES };
        let (_, kinds) = tally(agree, profile, &wrong, &right);
        // Nothing of what the reference refuses is valid.
        let about = agree.about();
        assert!(
            !kinds.iter().any(|kind| kind == "one rejects what is valid"),
            "{} under {profile}",
            about.name
        );
        if none.contains(&about.operations[0]) {
            return;
        }
        assert!(
            kinds.iter().any(|kind| kind == "one takes what is invalid"),
            "{} under {profile}: {kinds:?}",
            agree.about().name
        );
    });
}

#[test]
fn what_no_reading_gives_shows() {
    let yes: Fault = |_, _, operation, outcome| match operation {
        Operation::Equivalent { .. } => Outcome::Value(Value::Equivalent { equivalent: true }),
        Operation::WellFormed { .. } => Outcome::Value(Value::WellFormed { well_formed: true }),
        Operation::Absolute { .. } => Outcome::Value(Value::Absolute { absolute: true }),
        Operation::Relative { .. } => Outcome::Value(Value::Relative { relative: true }),
        _ => outcome,
    };
    for name in [
        OperationName::Equivalent,
        OperationName::WellFormed,
        OperationName::Absolute,
        OperationName::Relative,
    ] {
        let agree = Agree::on(name);
        for &profile in agree.about().profiles {
            let right = right();
            let (_, kinds) = tally(agree, profile, &Altered { inner: &right, fault: yes }, &right);
            assert!(
                kinds.iter().any(|kind| kind == "one answers what no reading gives"),
                "{} under {profile}: {kinds:?}",
                agree.about().name
            );
        }
    }
}

#[test]
fn not_supporting_what_is_claimed_shows() {
    let fault: Fault = |_, _, _, _| Outcome::Unsupported("falsified".to_owned());
    each(|agree, profile| {
        let right = right();
        let (_, kinds) = tally(agree, profile, &Altered { inner: &right, fault }, &right);
        assert_eq!(kinds, ["one does not support what it claims"], "{} under {profile}", agree.about().name);
    });
}
