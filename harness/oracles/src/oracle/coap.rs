//! CRI → CoAP options → CRI, and options → CRI → options (href-27, anchors `decompose-coap`, `compose-coap`).
//!
//! ```text
//! compose(decompose(c, d), d) = c;   decompose(compose(o, d), d) = o less what d says already
//! decompose(c, d) = the options of section 8.1.1, step by step
//! ```
//!
//! Premises: c is a full CRI, valid beyond dispute, with a scheme of CoAP by number, an authority without user
//! information, a host of at least one character, texts of at most 255 bytes and no text-pet-sequence, and without a
//! fragment. A fragment, another scheme, a scheme by name and a text-pet-sequence must be refused; of the rest a
//! refusal says nothing (R59, R90). Options: of lengths they can have, each of Uri-Host and Uri-Port once, UTF-8 and NFC,
//! the host a name in lower-case ASCII or an address (R60, R91, R92).

use arbitrary::Unstructured;

use crate::demand::Demanded;
use crate::demand::coap::letter;
use crate::demand::coap::letter::{
    address_and_zone, host_address, host_text, is_mapped, is_open, is_plain_host, must_be_rejected, options,
};
use crate::generate::coap::{URI_HOST, URI_PATH, URI_PORT, request_cri};
use crate::generate::{self, Request, Sections};
use crivet::cri::{Authority, Cri, Given, Host, default_port};
use crivet::operation::{CoapOption, Destination, OperationName};
use crivet::profile::Profile;

use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, KnownDifference, Oracle};
use crate::demand::subject::{Subject, answered, lacks_any, same};

const LONE_SLASH: KnownDifference = KnownDifference {
    name: "coap: lone empty segment",
    ruling: "href-27, section 8.1.1, step 7",
    what: "a path of one empty segment and an empty path are the same to CoAP",
    // [-1, [h'c0000201'], [""]]
    witness: ("83208144c00002018160", "192.0.2.1"),
};

const ZONE: KnownDifference = KnownDifference {
    name: "coap: zone",
    ruling: "href-27, section 8.1.1, step 4, and 8.1.2, step 2",
    what: "no option carries a zone; it is the destination's or none that comes back",
    // [-1, [h'fe800000000000000000000000000001', "eth0"]]
    witness: ("82208250fe8000000000000000000000000000016465746830", "192.0.2.1"),
};

const DEFAULT_PORT: KnownDifference = KnownDifference {
    name: "coap: default port",
    ruling: "href-27, section 8.1.2, step 3; R26",
    what: "a default port that was given is left off",
    // [-1, [h'c0000201', 5683]]
    witness: ("82208244c0000201191633", "192.0.2.1"),
};

const SAID_ALREADY: KnownDifference = KnownDifference {
    name: "coap: what the destination says",
    ruling: "href-27, section 8.1.1, steps 4 and 6",
    what: "a Uri-Host or Uri-Port that repeats the destination is left out",
    // Uri-Host 192.0.2.1
    witness: ("3:192.0.2.1", "192.0.2.1"),
};

/// The known differences of [`CoapFromCri`]: a CRI and the address of the destination as witnesses.
pub const KNOWN_FROM_CRI: [KnownDifference; 3] = [LONE_SLASH, ZONE, DEFAULT_PORT];

/// The known differences of [`CoapFromOptions`].
pub const KNOWN_FROM_OPTIONS: [KnownDifference; 2] = [LONE_SLASH, SAID_ALREADY];

/// The oracle that starts from a CRI.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoapFromCri;

/// The oracle that starts from options.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoapFromOptions;

const OPERATIONS: &[OperationName] = &[OperationName::CriToCoap, OperationName::CoapToCri];

impl Oracle for CoapFromCri {
    type Case = (Sections, Destination);

    fn about(&self) -> About {
        About {
            name: "coap-from-cri",
            equation: "compose(decompose(cri)) = cri, and decompose(cri) are the options of 8.1.1",
            operations: OPERATIONS,
            profiles: OperationName::CoapToCri.signature().profiles,
            known: &KNOWN_FROM_CRI,
            not_comparable: 50,
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Self::Case> {
        request_cri(u)
    }

    fn inputs(&self, (sections, destination): &Self::Case) -> Inputs {
        vec![
            ("cri", Input::Cri(sections.to_cbor_in(Profile::Href27))),
            ("destination", Input::Text(words(destination))),
        ]
    }

    fn check(&self, (sections, destination): &Self::Case, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let bytes = sections.to_cbor_in(profile);
        let subject = Subject::read(&bytes, profile);
        let answer = asker.cri_to_coap(&bytes, destination)?;
        if subject.is_beyond(asker.description()) {
            return Ok(Checked::not_comparable("a feature is used that is not claimed"));
        }
        let Some(cri) = subject.cri.as_ref().filter(|_| !subject.is_invalid()) else {
            return Ok(Checked::not_comparable("the CRI is not valid"));
        };
        if let Some(reason) = must_be_rejected(cri) {
            return Ok(match answer {
                Ok(_) => Difference::new("what must be refused was decomposed", "a rejection")
                    .because(reason)
                    .into(),
                Err(_) => Checked::agree(),
            });
        }
        if address_and_zone(destination).is_none() {
            return Ok(Checked::not_comparable("an address of the destination that is none"));
        }
        let letter = options(cri, destination);
        let (Some((scheme, expected)), true) = (letter, subject.is_valid()) else {
            return Ok(Checked::not_comparable("it is open what it is decomposed to"));
        };
        let options = match answer {
            Ok(options) => options,
            Err(_) => return Ok(Checked::differ("what is valid was not decomposed", shown(&expected))),
        };
        if let Some(number) = first_difference(&expected, &options) {
            let cause = format!("option {number}");
            return Ok(Difference::new("the options are others", shown(&expected)).because(cause).into());
        }
        let back = asker.coap_to_cri(scheme, &options, destination)?;
        if expected.iter().any(|option| option.number == URI_HOST && !is_plain_host(&option.value)) {
            return Ok(Checked::not_comparable("a host that no option may carry, or not for sure"));
        }
        let Ok(back) = back else {
            return Ok(Checked::differ("what was decomposed cannot be composed", cri.to_string()));
        };
        let Ok(back) = answered(&back, profile) else {
            return Ok(Checked::differ("what came is no CRI", cri.to_string()));
        };
        let (expected, known) = known_differences(cri, &back, destination);
        Ok(match same(&expected, &back) {
            Ok(()) => Checked::agree().with_known(known),
            Err(differs) => Difference::new("what comes back is another CRI", differs.expected)
                .because(differs.cause)
                .into(),
        })
    }
}

impl Oracle for CoapFromOptions {
    type Case = Request;

    fn about(&self) -> About {
        About {
            name: "coap-from-options",
            equation: "decompose(compose(options)) = options, less what the destination says",
            operations: OPERATIONS,
            profiles: OperationName::CoapToCri.signature().profiles,
            known: &KNOWN_FROM_OPTIONS,
            not_comparable: 50,
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Request> {
        generate::request(u)
    }

    fn inputs(&self, case: &Request) -> Inputs {
        vec![
            ("scheme", Input::Text(case.scheme.clone())),
            ("options", Input::Text(shown(&case.options))),
            ("destination", Input::Text(words(&case.destination))),
        ]
    }

    fn check(&self, case: &Request, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let answer = asker.coap_to_cri(&case.scheme, &case.options, &case.destination)?;
        if lacks_any(profile, asker.description()) {
            return Ok(Checked::not_comparable("a feature is not claimed, which it may need"));
        }
        let has_dots = case
            .options
            .iter()
            .any(|option| option.number == URI_PATH && matches!(option.value.as_slice(), b"." | b".."));
        if has_dots {
            return Ok(match answer {
                Ok(_) => {
                    Difference::new("a Uri-Path of dots was composed", "a rejection").resting_on("R60").into()
                }
                Err(_) => Checked::agree(),
            });
        }
        if let Some(reason) = is_open(case) {
            return Ok(Checked::not_comparable(reason.sentence()));
        }
        let Some((expected, known)) = less_what_is_said(case) else {
            return Ok(Checked::not_comparable("an address of the destination that is none"));
        };
        let cri = match answer {
            Ok(cri) => cri,
            Err(_) => return Ok(Checked::differ("what can be composed was refused", shown(&case.options))),
        };
        let subject = Subject::read(&cri, profile);
        if let Demanded::Reject(what) = subject.demanded {
            return Ok(Difference::new("what was composed is not valid", "a full CRI").because(what).into());
        }
        if !subject.is_full() {
            return Ok(Checked::differ("what was composed is no full CRI", "a full CRI"));
        }
        Ok(match asker.cri_to_coap(&cri, &case.destination)? {
            Ok(options) => match first_difference(&expected, &options) {
                None => Checked::agree().with_known(known),
                Some(number) => Difference::new("what comes back are other options", shown(&expected))
                    .because(format!("option {number}"))
                    .into(),
            },
            Err(_) if !subject.is_valid() => Checked::not_comparable("disputed, and rejected"),
            Err(_) => Checked::differ("what was composed cannot be decomposed", shown(&expected)),
        })
    }
}

/// What comes back in place of the CRI, and why.
fn known_differences(
    cri: &Cri,
    back: &Cri,
    destination: &Destination,
) -> (Cri, Vec<&'static KnownDifference>) {
    let [lone_slash, zone, default] = const { &KNOWN_FROM_CRI };
    let mut expected = cri.clone().comparable();
    let mut known = Vec::new();
    if matches!(expected.segments(), [only] if only.is_empty()) {
        expected.path = None;
        known.push(lone_slash);
    }
    let scheme = cri.scheme.as_ref().and_then(|scheme| crivet::cri::scheme_name(scheme, Profile::Href27));
    if let Authority::Given(given) = &mut expected.authority {
        if given.port.is_some() && given.port == scheme.and_then(default_port) {
            given.port = None;
            known.push(default);
        }
        let (address_there, there) = address_and_zone(destination).unzip();
        let there = there.flatten();
        if let Host::Address { address, zone: own } = &mut given.host
            && (own.is_some() || there.is_some())
            && (Some(*address) != address_there || own.as_deref() != there)
        {
            // The destination's zone may come, where its address is ambiguous, or none (8.1.2, step 2).
            let came = match &back.authority {
                Authority::Given(Given { host: Host::Address { zone, .. }, .. }) => zone.clone(),
                _ => None,
            };
            *own = if came.as_deref() == there { came } else { None };
            known.push(zone);
        }
    }
    (expected, known)
}

/// The options that come back.
fn less_what_is_said(request: &Request) -> Option<(Vec<CoapOption>, Vec<&'static KnownDifference>)> {
    let [lone_slash, said] = const { &KNOWN_FROM_OPTIONS };
    let mut known = Vec::new();
    let (address, zone) = address_and_zone(&request.destination)?;
    let mut expected: Vec<CoapOption> = Vec::new();
    for option in &request.options {
        match option.number {
            URI_HOST => {
                let host = std::str::from_utf8(&option.value).ok()?;
                match host_address(host) {
                    // Whether the zone of the destination goes with it is open (8.1.2, step 2), and mapped addresses are.
                    Some(found) if is_mapped(found) || is_mapped(address) || zone.is_some() => return None,
                    Some(found) if found == address => known.push(said),
                    Some(found) => expected.push(letter::option(URI_HOST, host_text(found).as_bytes())),
                    None => expected.push(option.clone()),
                }
            }
            URI_PORT => {
                let port = option.value.iter().fold(0_u64, |port, byte| port << 8 | u64::from(*byte));
                if port == u64::from(request.destination.port) {
                    known.push(said);
                } else {
                    expected.push(option.clone());
                }
            }
            _ => expected.push(option.clone()),
        }
    }
    let is_path = |option: &&CoapOption| option.number == URI_PATH;
    if expected.iter().filter(is_path).map(|option| option.value.len()).collect::<Vec<_>>() == [0] {
        expected.retain(|option| option.number != URI_PATH);
        known.push(lone_slash);
    }
    known.dedup();
    Some((expected, known))
}

/// The number of the first option that differs. Options of one number keep their order; an address may be written in
/// more than one way (R30), and a port with leading zero bytes (RFC 7252, section 3.2).
pub(super) fn first_difference(expected: &[CoapOption], came: &[CoapOption]) -> Option<u16> {
    let value = |option: &CoapOption| match std::str::from_utf8(&option.value).ok().and_then(host_address) {
        Some(address) if option.number == URI_HOST => host_text(address).into_bytes(),
        _ if option.number == URI_PORT && option.value.len() <= 2 => {
            option.value.iter().copied().skip_while(|byte| *byte == 0).collect()
        }
        _ => option.value.clone(),
    };
    let mut numbers: Vec<u16> = expected.iter().chain(came).map(|option| option.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().find(|number| {
        let of = |options: &[CoapOption]| -> Vec<Vec<u8>> {
            options.iter().filter(|option| option.number == *number).map(value).collect()
        };
        of(expected) != of(came)
    })
}

fn shown(options: &[CoapOption]) -> String {
    let shown = |option: &CoapOption| format!("{}:{}", option.number, String::from_utf8_lossy(&option.value));
    options.iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn words(destination: &Destination) -> String {
    format!("{} port {}", destination.address, destination.port)
}
