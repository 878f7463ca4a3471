//! What is one cause, and which comes first.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::corpus::Corpus;
use crate::implementation::{Answer, Description, Implementation, Refusal};
use crate::outcome::Decoded;
use crate::profile::Profile;
use crate::run::{Options, Run, Subject, run};
use crate::select::Filter;

/// Rejects whatever has a port, and all else is right; accepts what ends too early.
struct NoPorts;

const H: &[u8] = &[0x82, 0x20, 0x81, 0x61, b'h'];

fn read(cri: &[u8]) -> Result<Vec<u8>, Refusal> {
    match cri {
        [.., 0x18 | 0x19, _] | [.., 0x19, _, _] => Err(Refusal::reject("no ports here")),
        _ if cri.len() < H.len() => Ok(H.to_vec()),
        _ => Ok(cri.to_vec()),
    }
}

impl Implementation for NoPorts {
    fn describe(&self) -> Description {
        let text =
            r#"{"name":"no ports","profiles":["href-13"],"operations":["decode","resolve","cri-to-uri"]}"#;
        serde_json::from_str(text).unwrap()
    }

    fn decode(&self, _: Profile, cri: &[u8]) -> Answer<Decoded> {
        Ok(Decoded { full: true, cri: read(cri)? })
    }

    fn resolve(&self, _: Profile, base: &[u8], _: &[u8]) -> Answer<Vec<u8>> {
        read(base)
    }

    fn cri_to_uri(&self, _: Profile, cri: &[u8]) -> Answer<String> {
        read(cri).map(|_| "coap://h".to_owned())
    }
}

const VECTORS: &str = r#"
- {id: decode-port-high, title: t, profiles: [href-13], requirements: [href13-5.1-port], op: decode, cri: '[-1, ["h", 60000]]', expect: '[-1, ["h", 60000]]'}
- {id: decode-port-low, title: t, profiles: [href-13], requirements: [href13-5.1-port], op: decode, cri: '[-1, ["h", 200]]', expect: '[-1, ["h", 200]]'}
- {id: decode-name, title: t, profiles: [href-13], op: decode, cri: '[-1, ["h"]]', expect: '[-1, ["h"]]'}
- {id: resolve-port, title: t, profiles: [href-13], requirements: [href13-5.1-port], op: resolve, base: '[-1, ["h", 200]]', reference: '[0]', expect: '[-1, ["h", 200]]'}
- {id: resolve-port-high, title: t, profiles: [href-13], requirements: [href13-5.1-port], op: resolve, base: '[-1, ["h", 60000]]', reference: '[0]', expect: '[-1, ["h", 60000]]'}
- {id: uri-port-high, title: t, profiles: [href-13], op: cri-to-uri, cri: '[-1, ["h", 60000]]', expect: 'coap://h:60000'}
- {id: uri-port, title: t, profiles: [href-13], op: cri-to-uri, cri: '[-1, ["h", 200]]', expect: 'coap://h:200'}
"#;

/// What these have in common with the others is not to join them, so they are about another topic.
const CUT: &str = r#"
- {id: decode-cut, title: t, profiles: [href-13], op: decode, cri: 'hex:8320', expect: reject}
- {id: decode-cut-more, title: t, profiles: [href-13], op: decode, cri: 'hex:83', expect: reject}
"#;

fn asked(corpus: &Corpus) -> Run<'_> {
    let options = Options { jobs: 1, strict: false, cancel: &AtomicBool::new(false) };
    let cases = Filter::default().select(corpus);
    run(Subject::InProcess(&NoPorts), NoPorts.describe(), &cases, &options, &|_| {}).unwrap()
}

#[test]
fn a_fault_of_reading_is_one_cause_wherever_it_shows() {
    let mut corpus = Corpus::parse("vectors/href/decode/port.yaml", VECTORS).unwrap();
    corpus.vectors.extend(Corpus::parse("vectors/href/decode/truncated.yaml", CUT).unwrap().vectors);
    let run = asked(&corpus);
    let groups = groups(&run);
    let told: Vec<(&str, &str, usize)> = groups
        .iter()
        .map(|group| {
            let exemplar = run.results[group.exemplar].case.vector.id.as_str();
            (group.key.as_str(), exemplar, group.cases.len())
        })
        .collect();
    assert_eq!(
        told,
        [
            ("accepts what is invalid, expected more bytes", "decode-cut-more", 2),
            ("decode: rejects what is valid", "decode-port-low", 6),
        ]
    );
    assert_eq!(groups[1].rests_on.as_deref(), Some("href13-5.1-port"));
    assert_eq!(groups[1].operations.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [2, 2, 2]);
}

#[test]
fn a_run_without_failures_has_no_cause() {
    let corpus = Corpus::parse("t.yaml", VECTORS.lines().nth(3).unwrap_or_default()).unwrap();
    assert_eq!(groups(&asked(&corpus)), []);
}
