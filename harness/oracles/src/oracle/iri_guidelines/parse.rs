//! Parsing: `parse(iri)` is the IRI's components by RFC 3987, with path, query and fragment percent-encoded as
//! sections 5.3 to 5.5 have it: all that is beyond ASCII, but for private characters in a query.
//!
//! Premise: the text is an IRI reference to `fluent-uri`. Query and fragment may have their delimiters (R62).

use arbitrary::Unstructured;
use fluent_uri::IriRef;

use super::host::{self, Host};
use super::text;
use crate::oracle::{About, Asker, Checked, Difference, Halt, Input, Inputs, KnownDifference, Oracle};
use crivet::implementation::{Answer, Refusal};
use crivet::judge::same_components;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::{IriComponents, Value};
use crivet::profile::Profile;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct IriParse;

/// The known differences: those of hosts, then where the letter of the draft's steps leaves RFC 3986. Witnesses are an
/// IRI and the host that comes.
pub const KNOWN: [KnownDifference; 5] = [
    host::KNOWN[0],
    host::KNOWN[1],
    host::KNOWN[2],
    KnownDifference {
        name: "no authority without a scheme",
        ruling: "R62",
        what: "without a scheme the letter goes on to the path",
        witness: ("//h/p", ""),
    },
    KnownDifference {
        name: "brackets cut",
        ruling: "R62",
        what: "the letter ends an IP-literal at its last colon",
        witness: ("a://[::1]/", "[:"),
    },
];

impl Oracle for IriParse {
    type Case = String;

    fn about(&self) -> About {
        About {
            name: "iri-guidelines-parse",
            equation: "parse(iri) is the components of iri by RFC 3987, percent-encoded",
            operations: &[OperationName::IriParse],
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
        let answer = asker.ask(Operation::IriParse { iri: case.clone() })?;
        Ok(compare(case, &answer))
    }
}

/// Compares an answer.
pub fn compare(iri: &str, answer: &Answer<Value>) -> Checked {
    let Ok(parsed) = IriRef::parse(iri) else { return Checked::not_comparable("no IRI by RFC 3987") };
    let host = Host::of(&parsed);
    let came = match answer {
        Ok(Value::Components(came)) => came,
        Ok(_) => return Checked::differ("what came are no components", "components"),
        Err(Refusal::Unsupported(_)) => return Checked::not_comparable("answered as unsupported"),
        Err(Refusal::Reject(_)) => {
            return match (host.and_then(Host::may_be_refused), cut_at_last_colon(&parsed)) {
                (Some(known), _) => Checked::agree().with_known([known]),
                (None, Some(_)) => Checked::agree().with_known([&KNOWN[4]]),
                (None, None) => Checked::differ("an IRI was refused", "its components"),
            };
        }
    };
    let mut expected = components(&parsed);
    let by_the_letter = [
        (without_authority(&parsed), &KNOWN[3]),
        (
            cut_at_last_colon(&parsed).map(|host| IriComponents { host: Some(host), ..expected.clone() }),
            &KNOWN[4],
        ),
    ];
    for (letter, known) in by_the_letter {
        if letter.is_some_and(|letter| same_components(iri, &letter, came).is_ok()) {
            return Checked::agree().with_known([known]);
        }
    }
    let mut known = None;
    if let (Some(host), Some(came)) = (host, &came.host)
        && let Ok(difference) = host.may_become(came)
    {
        expected.host = Some(came.clone());
        known = difference;
    }
    match same_components(iri, &expected, came) {
        Ok(_) => Checked::agree().with_known(known),
        Err(difference) => Difference::new("a component is another one", difference.to_string())
            .because(component(&expected, came))
            .into(),
    }
}

/// The components by RFC 3987.
fn components(iri: &IriRef<&str>) -> IriComponents {
    let authority = iri.authority();
    IriComponents {
        scheme: iri.scheme().map(|scheme| scheme.as_str().to_owned()),
        userinfo: authority.and_then(|authority| Some(authority.userinfo()?.as_str().to_owned())),
        host: authority.map(|authority| authority.host().to_owned()),
        port: authority.and_then(|authority| Some(authority.port()?.as_str().to_owned())),
        path: Some(percent_encoded(iri.path().as_str(), |_| true)),
        query: iri.query().map(|query| percent_encoded(query.as_str(), |character| !is_private(character))),
        fragment: iri.fragment().map(|fragment| percent_encoded(fragment.as_str(), |_| true)),
    }
}

/// By the letter of 5.1: what has no scheme has a path, and no authority.
fn without_authority(iri: &IriRef<&str>) -> Option<IriComponents> {
    let authority = iri.authority().filter(|_| iri.scheme().is_none())?;
    let path = format!("//{}{}", authority.as_str(), iri.path()).replace('[', "%5B").replace(']', "%5D");
    let (userinfo, host, port) = (None, None, None);
    Some(IriComponents {
        userinfo,
        host,
        port,
        path: Some(percent_encoded(&path, |_| true)),
        ..components(iri)
    })
}

/// By the letter of 5.2.2: what is before the last colon, where all colons are of an IP-literal.
fn cut_at_last_colon(iri: &IriRef<&str>) -> Option<String> {
    let authority = iri.authority().filter(|authority| authority.port().is_none())?;
    let (host, _) = authority.host().strip_suffix(']')?.rsplit_once(':')?;
    Some(host.to_owned())
}

fn percent_encoded(text: &str, is_meant: impl Fn(char) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() || !is_meant(character) {
            encoded.push(character);
        } else {
            let octets = character.to_string().into_bytes();
            encoded.extend(octets.into_iter().map(|octet| format!("%{octet:02X}")));
        }
    }
    encoded
}

fn is_private(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
}

fn component(expected: &IriComponents, came: &IriComponents) -> &'static str {
    let pairs = expected.named().into_iter().zip(came.named());
    pairs.into_iter().find(|((_, expected), (_, came))| expected != came).map_or("", |((name, _), _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Comparison;

    fn with(iri: &str, change: impl FnOnce(&mut IriComponents)) -> Answer<Value> {
        let mut components = components(&IriRef::parse(iri).expect("an IRI"));
        change(&mut components);
        Ok(Value::Components(components))
    }

    fn refused() -> Answer<Value> {
        Err(Refusal::reject("no"))
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
            let answer = match known.name {
                "host refused" => refused(),
                "no authority without a scheme" => with(iri, |components| {
                    (components.host, components.path) = (None, Some(iri.to_owned()));
                }),
                _ => with(iri, |components| components.host = Some(host.to_owned())),
            };
            agrees(iri, &answer, &[known.name]);
        }
    }

    #[test]
    fn what_is_right_agrees() {
        for iri in ["", "//h", "a://u@h:1/\u{e9}?\u{e9}\u{e000}#\u{e9}", "a://[::1]:/", "%c3%A9"] {
            agrees(iri, &with(iri, |_| ()), &[]);
        }
        agrees("?\u{e9}", &with("?\u{e9}", |all| all.query = Some("?%c3%a9".to_owned())), &[]);
        agrees("//[::1]", &refused(), &["brackets cut"]);
    }

    #[test]
    fn what_is_wrong_differs() {
        let to = |text: &str| Some(text.to_owned());
        differs("a:b", &refused(), "");
        differs("a://192.0.2.1", &refused(), "");
        differs("a:\u{e9}", &with("a:\u{e9}", |all| all.path = to("\u{e9}")), "path");
        differs("a:?\u{e000}", &with("a:?\u{e000}", |all| all.query = to("%EE%80%80")), "query");
        differs("a:#", &with("a:#", |all| all.fragment = None), "fragment");
        differs("a://h:", &with("a://h:", |all| all.port = None), "port");
        differs("a://\u{e9}", &with("a://\u{e9}", |all| all.host = to("b/c")), "host");
        differs("a://[::1]", &with("a://[::1]", |all| all.host = to("[0::1]")), "host");
        differs("a://@h", &with("a://@h", |all| all.userinfo = None), "userinfo");
        differs("A:", &with("A:", |all| all.scheme = to("a")), "scheme");
        assert!(matches!(compare("a b", &refused()).comparison, Comparison::NotComparable(_)));
    }
}
