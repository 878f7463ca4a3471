//! What an implementation says of itself.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::feature::Feature;
use crate::operation::OperationName;
use crate::profile::Profile;

/// What an implementation says of itself. What it does not claim is skipped, never failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The library's name.
    pub name: String,
    /// The library's version.
    #[serde(default)]
    pub version: String,
    /// The language it is written in.
    #[serde(default)]
    pub language: String,
    /// The profiles it follows.
    pub profiles: BTreeSet<Profile>,
    /// The features it has.
    #[serde(default)]
    pub features: BTreeSet<Feature>,
    /// The operations it offers.
    pub operations: Operations,
}

impl Description {
    /// Is the operation offered under the profile?
    pub fn offers(&self, profile: Profile, operation: OperationName) -> bool {
        self.profiles.contains(&profile)
            && match &self.operations {
                Operations::Alike(names) => names.contains(&operation),
                Operations::ByProfile(names) => {
                    names.get(&profile).is_some_and(|names| names.contains(&operation))
                }
            }
    }
}

/// The operations that an implementation offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Operations {
    /// The same ones under each of its profiles: in JSON an array of names.
    Alike(BTreeSet<OperationName>),
    /// Those of each profile, and none under a profile that is not here: in JSON an object of such arrays.
    ByProfile(BTreeMap<Profile, BTreeSet<OperationName>>),
}

impl Operations {
    /// Every operation that is offered under some profile.
    pub fn names(&self) -> BTreeSet<OperationName> {
        match self {
            Operations::Alike(names) => names.clone(),
            Operations::ByProfile(names) => names.values().flatten().copied().collect(),
        }
    }
}

impl<const N: usize> From<[OperationName; N]> for Operations {
    fn from(names: [OperationName; N]) -> Self {
        Operations::Alike(names.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn description(operations: &str) -> Description {
        let text = format!(r#"{{"name":"n","profiles":["href-13","href-03"],"operations":{operations}}}"#);
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_list_holds_for_each_profile_that_is_claimed() {
        let alike = description(r#"["decode"]"#);
        assert!(alike.offers(Profile::Href13, OperationName::Decode));
        assert!(alike.offers(Profile::Href03, OperationName::Decode));
        assert!(!alike.offers(Profile::Href27, OperationName::Decode));
        assert!(!alike.offers(Profile::Href13, OperationName::Resolve));
    }

    #[test]
    fn each_profile_has_its_own_operations() {
        let own = description(r#"{"href-13":["decode","resolve"],"href-27":["decode"]}"#);
        assert!(own.offers(Profile::Href13, OperationName::Resolve));
        assert!(!own.offers(Profile::Href03, OperationName::Decode));
        assert!(!own.offers(Profile::Href27, OperationName::Decode), "the profile is not claimed");
        assert_eq!(own.operations.names(), [OperationName::Decode, OperationName::Resolve].into());
        let written = serde_json::to_value(&own.operations).unwrap();
        assert_eq!(written["href-13"], serde_json::json!(["decode", "resolve"]));
    }
}
