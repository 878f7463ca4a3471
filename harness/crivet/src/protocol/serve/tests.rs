use std::io::{self, BufReader, Read, Write};
use std::sync::Mutex;

use super::{answer_line, read_line, serve};
use crate::implementation::{Answer as Given, Description, Implementation, Refusal};
use crate::operation::{Operation, OperationName};
use crate::outcome::{Decoded, Failure, FailureKind, Item, Outcome, Value};
use crate::profile::Profile;
use crate::protocol::{Answer, describe_request, request};

struct Echo;

impl Implementation for Echo {
    fn describe(&self) -> Description {
        Description {
            name: "echo".to_owned(),
            version: "1".to_owned(),
            language: "Rust".to_owned(),
            profiles: [Profile::Href13].into(),
            features: [].into(),
            operations: [OperationName::Resolve, OperationName::UriToCri].into(),
        }
    }

    fn resolve(&self, _: Profile, _: &[u8], reference: &[u8]) -> Given<Vec<u8>> {
        Ok(reference.to_vec())
    }

    fn uri_to_cri(&self, _: Profile, uri: &str) -> Given<Vec<u8>> {
        Err(Refusal::reject(uri))
    }
}

fn answers(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut output = Vec::new();
    serve(&Echo, input.as_ref(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.is_empty() || output.ends_with('\n'));
    output.lines().map(str::to_owned).collect()
}

#[test]
fn requests_have_the_form_of_the_protocol() {
    assert_eq!(describe_request(0), "{\"id\":0,\"op\":\"describe\",\"protocol\":1}\n");
    let resolve = Operation::Resolve { base: vec![0x82, 0x21], reference: vec![0x81, 0x01], relation: None };
    assert_eq!(
        request(1, Profile::Href13, &resolve),
        "{\"id\":1,\"op\":\"resolve\",\"profile\":\"href-13\",\"base\":\"8221\",\"reference\":\"8101\"}\n"
    );
    let equivalent = Operation::Equivalent { a: vec![], b: vec![0], ignore_fragment: true };
    assert_eq!(
        request(2, Profile::Href27, &equivalent),
        "{\"id\":2,\"op\":\"equivalent\",\"profile\":\"href-27\",\"a\":\"\",\"b\":\"00\",\"ignore-fragment\":true}\n"
    );
    let uri = Operation::UriToCri { uri: "a\"\n\u{e9}".to_owned() };
    assert_eq!(
        request(3, Profile::Href13, &uri),
        "{\"id\":3,\"op\":\"uri-to-cri\",\"profile\":\"href-13\",\"uri\":\"a\\\"\\né\"}\n"
    );
}

#[test]
fn requests_are_answered_in_order() {
    let resolve = Operation::Resolve { base: vec![0x82, 0x21], reference: vec![0x81, 0x01], relation: None };
    let uri = Operation::UriToCri { uri: "a\nb".to_owned() };
    let input = describe_request(0)
        + &request(7, Profile::Href13, &resolve)
        + "\r\n"
        + &request(8, Profile::Href27, &uri)
        + request(9, Profile::Href13, &Operation::Scan { sequence: vec![] }).trim_end();
    let lines = answers(input);
    let described = Answer::parse(lines[0].as_bytes()).unwrap().description().unwrap();
    assert_eq!(described.description, Echo.describe());
    assert!(described.unknown.is_empty());
    assert_eq!(
        lines[1..],
        [
            "{\"id\":7,\"ok\":{\"cri\":\"8101\"}}",
            "{\"id\":8,\"reject\":\"a\\nb\"}",
            "{\"id\":9,\"unsupported\":\"scan\"}"
        ]
    );
}

#[test]
fn what_is_no_request_is_answered_unsupported() {
    for (line, part) in [
        ("nonsense", "{\"id\":null,\"unsupported\":\"the request is not JSON"),
        ("[]", "{\"id\":null,\"unsupported\":\"the request is no object, but an array"),
        ("{\"id\":1.5,\"op\":\"resolve\"}", "{\"id\":null,"),
        ("{\"op\":\"resolve\"}", "{\"id\":null,"),
        ("{\"id\":4}", "{\"id\":4,\"unsupported\":\"the request has no `op`"),
        ("{\"id\":4,\"op\":\"dance\"}", "{\"id\":4,\"unsupported\":\"unknown operation `dance`"),
        ("{\"id\":4,\"op\":\"resolve\"}", "has no `profile`"),
        ("{\"id\":4,\"op\":\"resolve\",\"profile\":\"href-99\"}", "unknown profile `href-99`"),
        ("{\"id\":4,\"op\":\"resolve\",\"profile\":\"href-13\"}", "missing field `base`"),
        (
            "{\"id\":4,\"op\":\"decode\",\"profile\":\"href-13\",\"cri\":\"8\"}",
            "arguments of `decode` are wrong",
        ),
        ("{\"id\":4,\"op\":\"decode\",\"profile\":\"href-13\",\"cri\":\"\",\"x\":1}", "unknown field `x`"),
        ("{\"id\":4,\"op\":7}", "`op` is no text, but the number 7"),
    ] {
        let [answer] = answers(line).try_into().unwrap();
        assert!(answer.contains(part), "{answer}");
    }
    assert!(answers(b"\xff\n")[0].starts_with("{\"id\":null,"));
    assert!(answers("\n \r\n").is_empty());
}

#[test]
fn every_outcome_survives_the_way_there_and_back() {
    let value = Outcome::Value;
    for (asked, outcome) in [
        (OperationName::Decode, value(Value::Decoded(Decoded { full: true, cri: vec![0xab] }))),
        (OperationName::CriToUri, value(Value::Uri { uri: "\u{0}\u{2028}é\"".to_owned() })),
        (OperationName::UriToCri, value(Value::Cri { cri: vec![] })),
        (OperationName::Relativize, value(Value::Reference { reference: vec![1] })),
        (OperationName::Equivalent, value(Value::Equivalent { equivalent: true })),
        (OperationName::CriToIri, value(Value::Iri { iri: String::new() })),
        (OperationName::Scan, value(Value::Items { items: vec![Item::Processable] })),
        (OperationName::Scan, Outcome::Reject("no".to_owned())),
        (OperationName::Scan, Outcome::Unsupported("no".to_owned())),
    ] {
        let line = answer_line(3, &outcome).unwrap();
        assert_eq!(line.matches('\n').count(), 1);
        let answer = Answer::parse(line.as_bytes()).unwrap();
        assert_eq!(answer.id(), 3);
        assert_eq!(answer.outcome(asked), Ok(outcome));
    }
    let failure = Failure { kind: FailureKind::Crash, message: "gone".to_owned() };
    assert_eq!(answer_line(3, &Outcome::Error(failure)).unwrap_err().to_string(), "gone");
}

#[test]
fn a_line_beyond_the_limit_is_read_past_and_not_kept() {
    let mut input = BufReader::with_capacity(4, &b"abcdefgh\nab\nabcdefghi"[..]);
    let mut line = Vec::new();
    let mut next = || {
        let read = read_line(&mut input, &mut line, 5).unwrap();
        (
            match read.line {
                super::Line::Complete => String::from_utf8(line.clone()).unwrap(),
                super::Line::End => "end".to_owned(),
                super::Line::TooLong => "too long".to_owned(),
            },
            read.more,
        )
    };
    assert_eq!(next().0, "too long");
    assert_eq!(next().0, "ab");
    assert_eq!(next().0, "too long");
    assert_eq!(next().0, "end");
}

/// Gives its input in pieces, and notes in between what had been flushed by then.
struct Pieces<'a>(Vec<&'static [u8]>, &'a Mutex<Vec<usize>>, &'a Mutex<Vec<u8>>);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1.lock().unwrap().push(self.2.lock().unwrap().iter().filter(|byte| **byte == b'\n').count());
        let Some(piece) = (!self.0.is_empty()).then(|| self.0.remove(0)) else { return Ok(0) };
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

struct Shared<'a>(&'a Mutex<Vec<u8>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn answers_are_flushed_before_the_input_can_block() {
    let (counts, output) = (Mutex::new(vec![]), Mutex::new(vec![]));
    let pieces: Vec<&'static [u8]> = vec![b"{\"id\":1}\n{\"id\":2}\n{\"id\"", b":3}", b"\n", b"{\"id\":4}\n"];
    let input = BufReader::new(Pieces(pieces, &counts, &output));
    serve(&Echo, input, Shared(&output)).unwrap();
    assert_eq!(*counts.lock().unwrap(), [0, 2, 2, 3, 4]);
}
