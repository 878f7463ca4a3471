//! Preparing: what comes is one of what the readings of section 4 make of the text (R63, R121); and a reference that
//! is prepared stays the same when it is prepared again.
//!
//! The readings are those of [`demand`](crate::demand). No text has a numeric character reference (R120).

use crate::demand::iri::readings;
use arbitrary::Unstructured;

use super::text;
use crate::generate::choice::chance;
use crate::oracle::{About, Asker, Checked, Comparison, Halt, Input, Inputs, Oracle};
use crivet::implementation::{Answer, Refusal};
use crivet::operation::{Operation, OperationName, Spaces};
use crivet::outcome::Value;
use crivet::profile::Profile;

/// The oracle. A case is a text, whether it may hold several references, and whether spaces are removed.
#[derive(Clone, Copy, Debug, Default)]
pub struct IriPrepare;

impl Oracle for IriPrepare {
    type Case = (String, bool, bool);

    fn about(&self) -> About {
        About {
            name: "iri-guidelines-prepare",
            equation: "prepare(text) is what a reading of section 4 makes of it, and prepared again is the same",
            operations: &[OperationName::IriPreprocess],
            profiles: &[Profile::IriGuidelines01],
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<(String, bool, bool)> {
        Ok((text::spaced(u)?, chance(u, 128)?, chance(u, 128)?))
    }

    fn inputs(&self, (text, multiple, remove): &(String, bool, bool)) -> Inputs {
        let spaces = if *remove { "remove" } else { "encode" };
        vec![
            ("text", Input::Text(text.clone())),
            ("multiple", Input::Text(multiple.to_string())),
            ("spaces", Input::Text(spaces.to_owned())),
        ]
    }

    fn check(
        &self,
        (text, multiple, remove): &(String, bool, bool),
        asker: &mut Asker<'_>,
    ) -> Result<Checked, Halt> {
        let prepare = |text: &str, multiple| Operation::IriPreprocess {
            text: text.to_owned(),
            multiple,
            spaces: if *remove { Spaces::Remove } else { Spaces::Encode },
        };
        let answer = asker.ask(prepare(text, *multiple))?;
        let checked = compare(text, *multiple, *remove, &answer);
        let (Ok(Value::References { references }), Comparison::Agree) = (&answer, &checked.comparison) else {
            return Ok(checked);
        };
        let [reference] = references.as_slice() else { return Ok(checked) };
        Ok(match asker.ask(prepare(reference, false))? {
            Ok(Value::References { references: again }) if again == *references => checked,
            Ok(Value::References { references: again }) if reference.is_empty() && again.is_empty() => {
                checked
            }
            // By one reading a substring still has what another preparation takes off.
            _ if *multiple => checked,
            _ => Checked::differ("prepared again it is another reference", format!("{reference:?}")),
        })
    }
}

/// Compares an answer.
pub fn compare(text: &str, multiple: bool, remove: bool, answer: &Answer<Value>) -> Checked {
    let accepted = readings(text, multiple, remove);
    match answer {
        Ok(Value::References { references }) if accepted.contains(references) => Checked::agree(),
        Err(Refusal::Unsupported(_)) => Checked::not_comparable("answered as unsupported"),
        Ok(_) => Checked::differ("no reading gives this", format!("one of {accepted:?}")),
        Err(Refusal::Reject(_)) => Checked::differ("a text was refused", format!("one of {accepted:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, multiple: bool, remove: bool, came: &[&str], agrees: bool) {
        let references = came.iter().map(ToString::to_string).collect();
        let checked = compare(text, multiple, remove, &Ok(Value::References { references }));
        assert_eq!(checked.comparison == Comparison::Agree, agrees, "{text:?}: {came:?}");
    }

    #[test]
    fn readings_agree() {
        check("\t a\u{a0} b ", false, false, &["a\u{a0}%20b"], true);
        check("a \t\u{a0}b", false, true, &["a\u{a0}b"], true);
        check("a \t\u{a0}b", false, true, &["a\t\u{a0}b"], true);
        check("a \t\u{a0}b", false, true, &["ab"], true);
        check("a \t b\n c", true, false, &["a", "", "b", "c"], true);
        check("a \t b\n c", true, false, &["a", "b", "c"], true);
        check("a \t b\n c", true, false, &["a", "\t", "b\n", "c"], true);
        check(" ", false, false, &[], true);
        check("", true, false, &[""], true);
    }

    #[test]
    fn nothing_else_does() {
        check("\u{a0}a", false, false, &["a"], false);
        check("a  b", false, false, &["a%20b"], false);
        check("a b", false, false, &["a+b"], false);
        check("a b", false, true, &["a%20b"], false);
        check("a\tb", true, false, &["a", "b"], false);
        check("a  b", true, false, &["a", "", "b"], false);
        check("a b", true, true, &["ab"], false);
        check("a", true, false, &[], false);
        let refused = compare("a", false, false, &Err(Refusal::reject("no")));
        assert!(matches!(refused.comparison, Comparison::Differ(_)));
    }
}
