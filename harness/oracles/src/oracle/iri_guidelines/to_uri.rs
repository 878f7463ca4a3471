//! Producing a URI: `to-uri(iri)` is the IRI with what is beyond ASCII percent-encoded (RFC 3987, section 3.1), but
//! for a host, which may go through IDNA; and to produce a URI from a URI changes nothing.
//!
//! Premise: the text is an IRI reference to `fluent-uri`, which has IDNA nowhere.

use arbitrary::Unstructured;
use fluent_uri::{IriRef, UriRef};

use super::host::{self, Host};
use super::text;
use crate::oracle::{
    About, Asker, Checked, Comparison, Difference, Halt, Input, Inputs, KnownDifference, Oracle,
};
use crate::rfc3986::Components;
use crivet::implementation::{Answer, Refusal};
use crivet::judge::same_uri_of_iri;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::Profile;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct IriToUri;

/// The known differences: those of hosts.
pub const KNOWN: [KnownDifference; 3] = host::KNOWN;

impl Oracle for IriToUri {
    type Case = String;

    fn about(&self) -> About {
        About {
            name: "iri-guidelines-to-uri",
            equation: "to-uri(iri) is RFC 3987's URI of iri, but for the host; to-uri(to-uri(iri)) is to-uri(iri)",
            operations: &[OperationName::IriToUri],
            profiles: &[Profile::IriGuidelines01],
            known: &KNOWN,
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
        text::iri_reference(u)
    }

    fn inputs(&self, case: &String) -> Inputs {
        vec![("iri", Input::Text(case.clone()))]
    }

    fn check(&self, case: &String, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let answer = asker.ask(Operation::IriToUri { iri: case.clone() })?;
        let checked = compare(case, &answer);
        let (Ok(Value::Uri { uri }), Comparison::Agree) = (&answer, &checked.comparison) else {
            return Ok(checked);
        };
        Ok(match asker.ask(Operation::IriToUri { iri: uri.clone() })? {
            Ok(Value::Uri { uri: again }) if again == *uri => checked,
            Err(_) if uri.contains('%') || uri.contains("xn--") => checked,
            Ok(_) => Checked::differ("a URI is changed", uri),
            Err(_) => Checked::differ("the URI produced is refused", uri),
        })
    }
}

/// Compares an answer.
pub fn compare(iri: &str, answer: &Answer<Value>) -> Checked {
    let Ok(parsed) = IriRef::parse(iri) else { return Checked::not_comparable("no IRI by RFC 3987") };
    let host = Host::of(&parsed);
    let expected = parsed.to_uri_ref();
    let came = match answer {
        Ok(Value::Uri { uri }) => uri,
        Ok(_) => return Checked::differ("what came is no URI", expected.as_str()),
        Err(Refusal::Unsupported(_)) => return Checked::not_comparable("answered as unsupported"),
        Err(Refusal::Reject(_)) => {
            return match host.and_then(Host::may_be_refused) {
                Some(known) => Checked::agree().with_known([known]),
                None => Checked::differ("an IRI was refused", expected.as_str()),
            };
        }
    };
    if same_uri_of_iri(iri, expected.as_str(), came).is_ok() {
        return Checked::agree();
    }
    let Ok(uri) = UriRef::parse(came.as_str()) else {
        return Checked::differ("what came is no URI reference", expected.as_str());
    };
    // With the host that came in the place of the one expected, there is no difference.
    let mut settled = expected.as_str().to_owned();
    let mut known = None;
    if let (Some(host), Some(before), Some(now)) = (host, expected.authority(), uri.authority())
        && let Ok(Some(difference)) = host.may_become(now.host())
    {
        let start = "//".len() + expected.scheme().map_or(0, |scheme| scheme.as_str().len() + 1);
        let start = start + before.userinfo().map_or(0, |userinfo| userinfo.as_str().len() + 1);
        settled.replace_range(start..start + before.host().len(), now.host());
        known = Some(difference);
    }
    if same_uri_of_iri(iri, &settled, came).is_ok() {
        return Checked::agree().with_known(known);
    }
    Difference::new("another URI", expected.as_str()).because(component(&settled, came)).into()
}

/// The component in which two URI references differ.
fn component(one: &str, other: &str) -> &'static str {
    let (one, other) = (Components::parse(one), Components::parse(other));
    if one.scheme != other.scheme {
        "scheme"
    } else if one.authority != other.authority {
        "authority"
    } else if one.path != other.path {
        "path"
    } else if one.query != other.query {
        "query"
    } else {
        "fragment"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(uri: &str) -> Answer<Value> {
        Ok(Value::Uri { uri: uri.to_owned() })
    }

    #[track_caller]
    fn agrees(iri: &str, answer: &Answer<Value>, known: &[&str]) {
        assert_eq!(compare(iri, answer).shown(), Ok(known.to_vec()), "{iri}");
    }

    #[track_caller]
    fn differs(iri: &str, answer: &Answer<Value>, cause: &str) {
        assert_eq!(compare(iri, answer).shown(), Err(cause.to_owned()), "{iri}");
    }

    #[test]
    fn every_known_difference_shows_on_its_witness() {
        for known in &KNOWN {
            let (iri, host) = known.witness;
            let answer = match host {
                "" => Err(Refusal::reject("no")),
                host => uri(&format!("a://{host}/")),
            };
            agrees(iri, &answer, &[known.name]);
        }
    }

    #[test]
    fn what_is_right_agrees() {
        agrees("", &uri(""), &[]);
        agrees("/\u{e9}?\u{e000}#\u{e9}", &uri("/%C3%A9?%EE%80%80#%C3%A9"), &[]);
        agrees("/\u{e9}", &uri("/%c3%a9"), &[]);
        agrees("a://\u{e9}@\u{e9}:1/", &uri("a://%C3%A9@%C3%A9:1/"), &[]);
        agrees("a://\u{e9}@\u{e9}:1/", &uri("a://%C3%A9@xn--9ca:1/"), &["IDNA"]);
        agrees("//H", &uri("//h"), &["IDNA"]);
    }

    #[test]
    fn what_is_wrong_differs() {
        differs("a:b", &Err(Refusal::reject("no")), "");
        differs("a://h/%c3", &uri("a://h/%C3"), "path");
        differs("?\u{e9}", &uri("?%E9"), "query");
        differs("#\u{e9}", &uri("#%E9"), "fragment");
        differs("a://\u{e9}:1/", &uri("a://xn--9ca/"), "authority");
        differs("a://[::1]", &uri("a://[0::1]"), "authority");
        differs("a:", &uri("b:"), "scheme");
        differs("/\u{e9}", &uri("/\u{e9}"), "");
        differs("a://\u{e9}/\u{e9}", &uri("a://xn--9ca/%E9"), "path");
    }
}
