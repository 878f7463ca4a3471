//! URIs of CoAP and CoAP options, there and back (RFC 7252, section 6; RFC 8323, section 8), and the same by way of CRIs.
//!
//! ```text
//! compose(decompose(uri))      is the normal form of uri             (coap-uri-normal)
//! decompose(compose(options))  is options                            (coap-options-kept)
//! options of the CRI of uri    are the options of uri                (cri-coap-as-uri)
//! URI of the CRI of options    is the URI of options                 (coap-cri-as-uri)
//! ```
//!
//! The right-hand sides are made here: the normal form by `fluent-uri`, whatever else by a transcription of section 6
//! of its own ([`demand::coap_uri`](crate::demand::coap_uri)). Inputs that a ruling calls disputed are not comparable.

use std::collections::BTreeSet;

use arbitrary::Unstructured;

use super::coap::first_difference;
use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, KnownDifference, Oracle};
use crate::demand::coap::is_refused_before;
use crate::demand::coap_uri::{
    Place, compose, decompose, is_composed, is_outside_cris, less_host, may_lack_host, may_leave_out_host,
    normal_form, reduced, way_of,
};
use crate::demand::convertible::may_be_rejected;
use crate::demand::{Demand, Demanded, Reason};
use crate::generate::coap::by_uri::{self, UriRequest};
use crate::generate::coap::{URI_HOST, URI_PATH, URI_PORT};
use crate::normal::normal;
use crivet::cri::{Scheme, read};
use crivet::implementation::{Answer, Refusal};
use crivet::judge::same_text;
use crivet::operation::{CoapOption, Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::Profile;

#[cfg(test)]
mod tests;

/// A URI, and the address and port of the destination.
type UriCase = (String, (String, u16));

/// Composing writes a character that needs no escape without one, though RFC 3986 takes an escaped delimiter for
/// another URI.
pub const ESCAPED_DELIMITER: KnownDifference = KnownDifference {
    name: "escaped delimiter",
    ruling: "RFC 7252, section 6.4: percent-encoding is resolved completely",
    what: "a delimiter that is percent-encoded and need not be is the same option as the delimiter itself",
    witness: ("coap://h/a%3Bb", "coap://h/a;b"),
};

/// A lone empty segment is gone.
pub const LONE_EMPTY_SEGMENT: KnownDifference = KnownDifference {
    name: "lone empty segment",
    ruling: "R108",
    what: "an empty Uri-Path alone makes the same URI as none",
    witness: ("coap://h/", "coap://h/"),
};

/// A CRI has no slash where there is no Uri-Path.
pub const NO_LONE_SLASH: KnownDifference = KnownDifference {
    name: "no lone slash",
    ruling: "href-27, anchor uri-to-cri: item 7 of RFC 7252, section 6.5, does not apply to CRIs",
    what: "without Uri-Path the CRI has no path, and its URI no slash",
    witness: ("coap://h", "coap://h/"),
};

/// The first equation: URI to options to URI.
#[derive(Clone, Copy, Debug, Default)]
pub struct UriNormal;

impl Oracle for UriNormal {
    type Case = UriCase;

    fn about(&self) -> About {
        About {
            name: "coap-uri-normal",
            equation: "compose(decompose(uri)) is the normal form of uri",
            operations: &[OperationName::UriToCoap, OperationName::CoapToUri],
            profiles: &[Profile::Rfc7252, Profile::Rfc8323],
            known: &[ESCAPED_DELIMITER],
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<UriCase> {
        Ok((by_uri::uri(u, profile)?, by_uri::destination(u)?))
    }

    fn inputs(&self, case: &UriCase) -> Inputs {
        uri_inputs(case)
    }

    fn check(&self, (uri, place): &UriCase, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let place = Place::of(place);
        let options =
            options(asker.ask(Operation::UriToCoap { uri: uri.clone(), destination: place.destination() })?);
        let options = match (options, decompose(uri, &place, asker.profile())) {
            (Err(Refusal::Unsupported(_)), _) => return Ok(Checked::not_comparable("unsupported")),
            (_, Demanded::AcceptOrReject(_)) => return Ok(Checked::not_comparable("it may be rejected")),
            (_, Demanded::Open(why)) => return Ok(Checked::not_comparable(why.sentence())),
            (Err(_), Demanded::Reject(_)) => return Ok(Checked::agree()),
            (Ok(_), Demanded::Reject(_)) => {
                return Ok(Checked::differ("what is no coap URI is taken apart", "a rejection"));
            }
            (Err(_), Demanded::Accept(right)) => {
                return Ok(Checked::differ("a coap URI is rejected", shown(&right)));
            }
            (Ok(came), Demanded::Accept(right))
                if may_leave_out_host(uri)
                    && sorted(&came) != right
                    && sorted(&came) == less_host(&right) =>
            {
                return Ok(Checked::not_comparable(Reason::HostOfHandshake.sentence()));
            }
            (Ok(came), Demanded::Accept(right)) if sorted(&came) != right => {
                return Ok(Difference::new("other options", shown(&right))
                    .because(numbers_that_differ(&came, &right))
                    .into());
            }
            (Ok(came), Demanded::Accept(_)) => came,
        };
        let Some(way) = way_of(uri) else { return Ok(Checked::not_comparable("no scheme of CoAP")) };
        let may_be_rejected = may_lack_host(way, &options);
        let back = asker.ask(Operation::CoapToUri {
            secure: way.is_secure(),
            transport: way.transport(),
            options,
            destination: place.destination(),
        })?;
        let Some((normal, is_known)) = normal_form(uri) else {
            return Ok(Checked::not_comparable("the host decodes to what no host may hold (R112)"));
        };
        let known = is_known.then_some(&ESCAPED_DELIMITER);
        Ok(match text(back) {
            Ok(came) if is_composed(&came, &normal) => Checked::agree(),
            Err(_) if may_be_rejected => Checked::not_comparable(Reason::HostOfHandshake.sentence()),
            _ => Checked::differ("composing does not give the normal form", normal),
        }
        .with_known(known))
    }
}

/// The second equation: options to URI to options.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionsKept;

impl Oracle for OptionsKept {
    type Case = UriRequest;

    fn about(&self) -> About {
        About {
            name: "coap-options-kept",
            equation: "decompose(compose(options)) is options, less what the destination says",
            operations: &[OperationName::UriToCoap, OperationName::CoapToUri],
            profiles: &[Profile::Rfc7252, Profile::Rfc8323],
            known: &[LONE_EMPTY_SEGMENT],
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<UriRequest> {
        by_uri::request(u, profile)
    }

    fn inputs(&self, case: &UriRequest) -> Inputs {
        options_inputs(case)
    }

    fn check(&self, (way, list, place): &UriRequest, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let (place, list) = (Place::of(place), listed(list));
        let uri = text(asker.ask(Operation::CoapToUri {
            secure: way.is_secure(),
            transport: way.transport(),
            options: list.clone(),
            destination: place.destination(),
        })?);
        let uri = match (uri, compose(*way, &list, &place)) {
            (Err(Refusal::Unsupported(_)), _) => return Ok(Checked::not_comparable("unsupported")),
            (_, Demanded::AcceptOrReject(_)) => return Ok(Checked::not_comparable("it may be rejected")),
            (_, Demanded::Open(why)) => return Ok(Checked::not_comparable(why.sentence())),
            (Err(_), Demanded::Reject(_)) => return Ok(Checked::agree()),
            (Ok(_), Demanded::Reject(_)) => {
                return Ok(Checked::differ("options without a URI are put together", "a rejection"));
            }
            (Err(_), Demanded::Accept(_)) if is_refused_before(&list) => {
                return Ok(Checked::not_comparable("a critical option is not recognised (R100)"));
            }
            (Err(_), Demanded::Accept(_)) if may_lack_host(*way, &list) => {
                return Ok(Checked::not_comparable(Reason::HostOfHandshake.sentence()));
            }
            (Err(_), Demanded::Accept(right)) => {
                return Ok(Checked::differ("options are rejected", right));
            }
            (Ok(came), Demanded::Accept(right)) if !is_composed(&came, &right) => {
                return Ok(Checked::differ("another URI", right));
            }
            (Ok(came), Demanded::Accept(_)) => came,
        };
        let may_leave_out_host = may_leave_out_host(&uri);
        let way_back = decompose(&uri, &place, asker.profile());
        let back = options(asker.ask(Operation::UriToCoap { uri, destination: place.destination() })?);
        let (right, is_known) = reduced(&list, &place);
        let known = is_known.then_some(&LONE_EMPTY_SEGMENT);
        Ok(match back {
            Ok(came) if sorted(&came) == right => Checked::agree(),
            Ok(came) if may_leave_out_host && sorted(&came) == less_host(&right) => Checked::agree(),
            _ => match way_back {
                Demanded::Open(why) => Checked::not_comparable(why.sentence()),
                _ => Checked::differ("taken apart again, it gives other options", shown(&right)),
            },
        }
        .with_known(known))
    }
}

/// The third equation: URI to CRI to options.
#[derive(Clone, Copy, Debug, Default)]
pub struct CriCoapAsUri;

impl Oracle for CriCoapAsUri {
    type Case = UriCase;

    fn about(&self) -> About {
        About {
            name: "cri-coap-as-uri",
            equation: "the options of the CRI of uri are the options of uri",
            operations: &[OperationName::UriToCri, OperationName::CriToCoap],
            profiles: OperationName::CoapToCri.signature().profiles,
            not_comparable: 75,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<UriCase> {
        Ok((by_uri::uri(u, profile)?, by_uri::destination(u)?))
    }

    fn inputs(&self, case: &UriCase) -> Inputs {
        uri_inputs(case)
    }

    fn check(&self, (uri, place): &UriCase, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let place = Place::of(place);
        let cri = asker.uri_to_cri(uri)?;
        let scheme = cri.as_ref().ok().and_then(|cri| read(cri).ok()?.cri.scheme);
        let came = match cri {
            Ok(cri) => asker.cri_to_coap(&cri, &place.destination())?,
            Err(refusal) => Err(refusal),
        };
        // What the CRI of the URI may do without is no premise of its options.
        let refusable = may_be_rejected(uri, asker.profile());
        Ok(match (came, decompose(uri, &place, asker.profile())) {
            (Err(Refusal::Unsupported(_)), _) => Checked::not_comparable("unsupported"),
            (_, Demanded::AcceptOrReject(_)) => Checked::not_comparable("it may be rejected"),
            (_, Demanded::Open(why)) => Checked::not_comparable(why.sentence()),
            (Err(_), Demanded::Reject(_)) => Checked::agree(),
            (Ok(came), Demanded::Accept(right)) if first_difference(&right, &came).is_none() => {
                Checked::agree()
            }
            (Ok(_), Demanded::Accept(_)) if refusable == Some(Reason::UpperCaseHost) => {
                Checked::not_comparable(Reason::UpperCaseHost.sentence())
            }
            (Ok(came), Demanded::Accept(right)) => {
                Difference::new("other options by way of the CRI", shown(&right))
                    .because(numbers_that_differ(&came, &right))
                    .into()
            }
            (Ok(_), Demanded::Reject(_)) if normal(uri).is_none() => {
                Checked::not_comparable("no URI, and converted (R161)")
            }
            (Ok(came), Demanded::Reject(_))
                if came.contains(&CoapOption { number: URI_HOST, value: vec![] }) =>
            {
                Checked::not_comparable("an empty host, to the letter (R59)")
            }
            (Ok(_), Demanded::Reject(_)) => {
                Checked::differ("the CRI of what is no coap URI has options", "a rejection")
            }
            // What is percent-encoded in a CRI has no options, and what has no CRI has none either.
            (Err(_), Demanded::Accept(_)) if uri.contains('%') => {
                Checked::not_comparable("percent-encoded in the CRI")
            }
            (Err(_), Demanded::Accept(_)) if matches!(scheme, Some(Scheme::Name(_))) => {
                Checked::not_comparable("a scheme by its name, which has no options (R25)")
            }
            (Err(_), Demanded::Accept(right)) => match refusable {
                Some(reason) => Checked::not_comparable(reason.sentence()),
                None => Checked::differ("a coap URI has no options by way of its CRI", shown(&right)),
            },
        })
    }
}

/// The fourth equation: options to CRI to URI.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoapCriAsUri;

impl Oracle for CoapCriAsUri {
    type Case = UriRequest;

    fn about(&self) -> About {
        About {
            name: "coap-cri-as-uri",
            equation: "the URI of the CRI of options is the URI of options, but for a lone slash",
            operations: &[OperationName::CoapToCri, OperationName::CriToUri],
            profiles: OperationName::CoapToCri.signature().profiles,
            known: &[NO_LONE_SLASH],
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<UriRequest> {
        by_uri::request(u, profile)
    }

    fn inputs(&self, case: &UriRequest) -> Inputs {
        options_inputs(case)
    }

    fn check(&self, (way, list, place): &UriRequest, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let (place, list) = (Place::of(place), listed(list));
        // What says a scheme or a whole CRI by itself (href-27, section 8.2), RFC 7252 does not know.
        if list.iter().any(|option| matches!(option.number, 35 | 39 | 235 | 239)) {
            return Ok(Checked::not_comparable("an option for proxies"));
        }
        let scheme = way.scheme();
        let lacks = |feature: &_| !asker.description().features.contains(feature);
        let asked = Operation::CoapToCri {
            scheme: scheme.to_owned(),
            options: list.clone(),
            destination: place.destination(),
        };
        let demand = Demand::of(&asked, asker.profile(), &lacks);
        let came = match asker.coap_to_cri(scheme, &list, &place.destination())? {
            Ok(cri) => asker.cri_to_uri(&cri)?,
            Err(refusal) => Err(refusal),
        };
        let has_path = list.iter().any(|option| option.number == URI_PATH);
        Ok(match (came, compose(*way, &list, &place)) {
            (Err(Refusal::Unsupported(_)), _) => Checked::not_comparable("unsupported"),
            (_, Demanded::AcceptOrReject(_)) => Checked::not_comparable("it may be rejected"),
            (_, Demanded::Open(why)) => Checked::not_comparable(why.sentence()),
            (Err(_), Demanded::Reject(_)) => Checked::agree(),
            (Ok(came), Demanded::Accept(right)) if has_path && same_text(&right, &came).is_ok() => {
                Checked::agree()
            }
            (Ok(came), Demanded::Accept(right))
                if !has_path && same_text(&without_slash(&right), &came).is_ok() =>
            {
                Checked::agree().with_known([&NO_LONE_SLASH])
            }
            (_, Demanded::Accept(_)) if is_outside_cris(&list) => {
                Checked::not_comparable("no CRI has such a text")
            }
            (Ok(_), Demanded::Reject(_)) => {
                Checked::differ("options without a URI have a CRI with one", "a rejection")
            }
            (Ok(_), Demanded::Accept(right)) => Checked::differ("another URI by way of the CRI", right),
            (Err(_), Demanded::Accept(_)) if demand != Demand::Accept => {
                Checked::not_comparable("the CRI may be rejected")
            }
            (Err(_), Demanded::Accept(right)) => Checked::differ("no URI by way of the CRI", right),
        })
    }
}

/// The URI without the slash that stands for no path at all.
fn without_slash(uri: &str) -> String {
    let authority = uri.find("://").map_or(0, |at| at + 3);
    match uri[authority..].split_once('/') {
        Some((host, rest)) => format!("{}{host}{rest}", &uri[..authority]),
        None => uri.to_owned(),
    }
}

fn options(answer: Answer<Value>) -> Answer<Vec<CoapOption>> {
    match answer? {
        Value::Options { options } => Ok(options),
        _ => Err(Refusal::unsupported("the answer is of another shape")),
    }
}

fn text(answer: Answer<Value>) -> Answer<String> {
    match answer? {
        Value::Uri { uri } => Ok(uri),
        _ => Err(Refusal::unsupported("the answer is of another shape")),
    }
}

fn listed(list: &[(u16, Vec<u8>)]) -> Vec<CoapOption> {
    list.iter().map(|(number, value)| CoapOption { number: *number, value: value.clone() }).collect()
}

/// In the order of numbers. Of a Uri-Port, leading zero bytes mean nothing.
fn sorted(options: &[CoapOption]) -> Vec<CoapOption> {
    let mut sorted = options.to_vec();
    sorted.sort_by_key(|option| option.number);
    for option in &mut sorted {
        if option.number == URI_PORT && option.value.len() <= 2 {
            option.value = option.value.iter().copied().skip_while(|byte| *byte == 0).collect();
        }
    }
    sorted
}

fn numbers_that_differ(came: &[CoapOption], right: &[CoapOption]) -> String {
    let of = |options: &[CoapOption], number: u16| -> Vec<CoapOption> {
        options.iter().filter(|option| option.number == number).cloned().collect()
    };
    let (came, right) = (sorted(came), sorted(right));
    let numbers: BTreeSet<u16> = came.iter().chain(&right).map(|option| option.number).collect();
    let differ = numbers.into_iter().filter(|number| of(&came, *number) != of(&right, *number));
    differ.map(|number| format!("option {number}")).collect::<Vec<_>>().join(", ")
}

fn shown(options: &[CoapOption]) -> String {
    let shown = |option: &CoapOption| format!("{} h'{}'", option.number, hex::encode(&option.value));
    options.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn uri_inputs((uri, (address, port)): &UriCase) -> Inputs {
    vec![("uri", Input::Text(format!("{uri:?}"))), ("destination", Input::Text(format!("{address} {port}")))]
}

fn options_inputs((way, list, (address, port)): &UriRequest) -> Inputs {
    vec![
        ("scheme", Input::Text(way.scheme().to_owned())),
        ("options", Input::Text(shown(&listed(list)))),
        ("destination", Input::Text(format!("{address} {port}"))),
    ]
}
