//! The options of a CoAP request for a sequence (href-02, section 4.3), for a proxy as well.
//!
//! ```text
//! cri-to-coap(c, to-proxy) = the options that say host, port, path and query of c, and to a proxy the scheme
//! ```
//!
//! Premises, by the [`demand`](crate::demand): an absolute sequence of coap or coaps, of lengths that options can have,
//! neither host nor port being the destination's, which may be left out (R148). What is no sequence, or a relative one, has
//! no options.

use std::net::IpAddr;

use arbitrary::Unstructured;

use crate::demand::Demand;
use crate::generate::coap::{PROXY_SCHEME, URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use crate::oracle::agree::AnyOperation;
use crate::oracle::round_trip_cri::cause;
use crate::oracle::{About, Asker, Checked, Difference, Halt, Inputs, Oracle};
use crivet::cri::early::{Opt, read};
use crivet::judge::compare;
use crivet::operation::{CoapOption, Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::Profile;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlyCoap;

impl Oracle for EarlyCoap {
    type Case = AnyOperation;

    fn about(&self) -> About {
        About {
            name: "early-coap",
            equation: "cri-to-coap(c) are the options of c, and to a proxy its scheme as well, in href-02",
            operations: &[OperationName::CriToCoap],
            profiles: &[Profile::Href02],
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<AnyOperation> {
        AnyOperation::draw(OperationName::CriToCoap, profile, u)
    }

    fn inputs(&self, case: &AnyOperation) -> Inputs {
        case.inputs()
    }

    fn check(&self, AnyOperation(operation): &AnyOperation, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let Operation::CriToCoap { cri, to_proxy, .. } = operation else {
            return Ok(Checked::not_comparable("a stored case of another operation"));
        };
        let profile = asker.profile();
        let demand = Demand::of(operation, profile, &|_| false);
        let expected =
            read(cri, profile).map(|(sequence, _)| options(&sequence.options, *to_proxy == Some(true)));
        let answer = asker.ask(operation.clone())?;
        Ok(match (demand, answer, expected) {
            (Demand::Reject, Err(_), _) => Checked::agree(),
            (Demand::Reject, Ok(_), _) => {
                Checked::differ("what has no options was given some", "a rejection")
            }
            (Demand::Accept, Err(_), _) => Checked::differ("what has options was rejected", "options"),
            (Demand::Accept, Ok(came), Ok(options)) => {
                match compare(operation, profile, &Value::Options { options }, &came) {
                    Ok(_) => Checked::agree(),
                    Err(differs) => Difference::new("the options are others", "those of the sequence")
                        .because(cause(&differs))
                        .into(),
                }
            }
            _ => Checked::not_comparable("not valid beyond dispute, or an option may be left out"),
        })
    }
}

fn options(sequence: &[Opt], to_proxy: bool) -> Vec<CoapOption> {
    let mut options = Vec::new();
    let mut push = |number: u16, value: Vec<u8>| options.push(CoapOption { number, value });
    for option in sequence {
        match option {
            Opt::HostName(name) => push(URI_HOST, name.clone().into_bytes()),
            Opt::HostIp(address) => push(URI_HOST, host(address).into_bytes()),
            Opt::Port(port) => {
                push(URI_PORT, port.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect());
            }
            Opt::Path(segment) => push(URI_PATH, segment.clone().into_bytes()),
            Opt::Query(parameter) => push(URI_QUERY, parameter.clone().into_bytes()),
            Opt::Scheme(_) | Opt::PathType(_) | Opt::Fragment(_) => {}
        }
    }
    if let (true, Some(Opt::Scheme(scheme))) = (to_proxy, sequence.first()) {
        push(PROXY_SCHEME, scheme.clone().into_bytes());
    }
    options
}

fn host(address: &[u8]) -> String {
    let four = <[u8; 4]>::try_from(address).map(IpAddr::from);
    match four.or_else(|_| <[u8; 16]>::try_from(address).map(IpAddr::from)) {
        Ok(IpAddr::V4(address)) => address.to_string(),
        Ok(IpAddr::V6(address)) => format!("[{address}]"),
        Err(_) => String::new(),
    }
}
