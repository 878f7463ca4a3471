//! A relative sequence (href-03, href-02) leads back to where it was made from.
//!
//! ```text
//! resolve(b, relativize(b, t)) = t
//! ```
//!
//! Premises, by the [`demand`](crate::demand): b and t are absolute sequences, valid beyond dispute; there is no way to
//! what is none. The sequence that came is resolved twice, by the judge's own steps and by the implementation.

use arbitrary::Unstructured;

use crate::demand::Demand;
use crate::oracle::agree::AnyOperation;
use crate::oracle::round_trip_cri::cause;
use crate::oracle::{About, Asker, Checked, Difference, Halt, Inputs, Oracle};
use crivet::judge::compare;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::Profile;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlyRelativize;

impl Oracle for EarlyRelativize {
    type Case = AnyOperation;

    fn about(&self) -> About {
        About {
            name: "early-relativize",
            equation: "resolve(b, relativize(b, t)) = t, in href-03 and href-02",
            operations: &[OperationName::Relativize, OperationName::Resolve],
            profiles: &[Profile::Href03, Profile::Href02],
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<AnyOperation> {
        AnyOperation::draw(OperationName::Relativize, profile, u)
    }

    fn inputs(&self, case: &AnyOperation) -> Inputs {
        case.inputs()
    }

    fn check(&self, AnyOperation(operation): &AnyOperation, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let Operation::Relativize { base, target } = operation else {
            return Ok(Checked::not_comparable("a stored case of another operation"));
        };
        let profile = asker.profile();
        let demand = Demand::of(operation, profile, &|_| false);
        let reference = match (demand, asker.relativize(base, target)?) {
            (Demand::Accept, Err(_)) => {
                return Ok(Checked::differ("what is valid was not made relative", "a reference"));
            }
            (Demand::Reject, Ok(_)) => {
                return Ok(Checked::differ("there is a reference to or from what is none", "a rejection"));
            }
            (Demand::Reject, Err(_)) => return Ok(Checked::agree()),
            (Demand::AcceptOrReject | Demand::Open, _) => {
                return Ok(Checked::not_comparable("not valid beyond dispute"));
            }
            (Demand::Accept, Ok(reference)) => reference,
        };
        let itself = Value::Reference { reference: target.clone() };
        let came = Value::Reference { reference: reference.clone() };
        if let Err(differs) = compare(operation, profile, &itself, &came) {
            return Ok(Difference::new("the reference leads elsewhere", "the target")
                .because(cause(&differs))
                .into());
        }
        let question =
            Operation::Resolve { base: base.clone(), reference: reference.clone(), relation: None };
        Ok(match asker.resolve(base, &reference)? {
            Err(_) if Demand::of(&question, profile, &|_| false) == Demand::Accept => {
                Checked::differ("its own reference was rejected", "the target")
            }
            Err(_) => Checked::not_comparable("disputed, and rejected"),
            Ok(cri) => {
                let expected = Value::Cri { cri: target.clone() };
                match compare(&question, profile, &expected, &Value::Cri { cri }) {
                    Ok(_) => Checked::agree(),
                    Err(differs) => Difference::new("its own reference leads elsewhere", "the target")
                        .because(cause(&differs))
                        .into(),
                }
            }
        })
    }
}
