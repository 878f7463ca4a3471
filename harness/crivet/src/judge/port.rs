//! The default port in what is made of a URI: one that the URI has may be kept or not, by the revision; one that it has
//! not is never added (C7 of href-13 and href-27, C6 of href-03; R26).

use crate::cri::{ComponentDifference, default_port};
use crate::profile::Profile;
use crate::verdict::{Difference, Note};

/// May the CRI of this URI say the default port of its scheme? With a note, if it need not.
pub(super) fn default_kept(uri: &str, scheme: &str, profile: Profile) -> Result<Note, Difference> {
    // Whoever does not know the scheme cannot know the port.
    let is_known = scheme.starts_with("coap") || scheme.starts_with("http");
    if !says_port(uri) || is_known && profile.rules().default_port_is_barred {
        return Err(Difference::Component(ComponentDifference {
            place: "authority, port".to_owned(),
            expected: "none".to_owned(),
            came: default_port(scheme).map_or_else(|| "one".to_owned(), |port| port.to_string()),
        }));
    }
    Ok(Note::should("the same URI, not the canonical form: the default port is left off"))
}

/// Is there a colon behind the host of the authority?
fn says_port(uri: &str) -> bool {
    let authority =
        uri.split_once("//").map_or("", |(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or_default());
    authority
        .rsplit('@')
        .next()
        .and_then(|rest| rest.rsplit(']').next())
        .is_some_and(|rest| rest.contains(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_uri_says_a_port() {
        for uri in ["a://h:1", "a://h:", "//h:1/", "a://u:p@h:1", "a://[::1]:1", "a://[::1]:1#:", "//@:1"] {
            assert!(says_port(uri), "{uri}");
        }
        for uri in ["a:b", "a://h", "a://u:p@h", "a://[::1]", "a://h/:", "a://h?:1", "a://h#:1", "//h", "a:1"]
        {
            assert!(!says_port(uri), "{uri}");
        }
    }
}
