//! The testee's side: an implementation that answers requests.

use std::io::{self, BufRead, BufWriter, Write};

use serde::Serialize;
use serde_json::json;

use super::breach::bytes;
use super::request::{self, Misunderstood, Request};
use super::{LINE_LIMIT, VERSION};
use crate::implementation::{Description, Implementation};
use crate::outcome::{Outcome, Value};

/// Answers requests until the input ends.
///
/// Answers come in the order of the requests, and are flushed as soon as no further complete request is at
/// hand. What cannot be done is answered `unsupported`: an operation or profile that is not known, arguments
/// that are wrong. A line from which not even an id can be read is answered with the id `null`. A panic of
/// the implementation is not caught: it ends the testee, as it would anywhere else.
///
/// Errors: those of reading and writing, and an implementation that gives no answer.
pub fn serve(
    implementation: &dyn Implementation,
    mut input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let mut output = BufWriter::new(output);
    let mut line = Vec::new();
    loop {
        let read = read_line(&mut input, &mut line, LINE_LIMIT)?;
        let answer = match read.line {
            Line::End => return output.flush(),
            Line::TooLong => {
                let reason = format!("the request is longer than {}", bytes(LINE_LIMIT));
                Some(misunderstood(&Misunderstood { id: None, reason }))
            }
            Line::Complete if line.trim_ascii().is_empty() => None,
            Line::Complete => Some(answer(implementation, &line)?),
        };
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
        }
        if !read.more {
            output.flush()?;
        }
    }
}

/// Answers requests in CBOR until the input ends; in frames where the framing has them.
///
/// As [`serve`] in all else. What is no frame is passed over, and answered with the id `null`, so that the request is
/// sent again.
///
/// Errors: those of reading and writing, an implementation that gives no answer, a sequence that is no CBOR.
#[cfg(feature = "device")]
pub fn serve_device(
    implementation: &dyn Implementation,
    framing: super::Framing,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    use super::{Framing, Messages, Piece, cbor, frame};
    let mut messages = Messages::new(framing);
    loop {
        let piece = messages.next().map_err(|_| io::Error::other("the requests are no CBOR sequence"))?;
        let Some(piece) = piece else {
            let buffered = input.fill_buf()?;
            let count = buffered.len();
            messages.push(buffered);
            input.consume(count);
            if count == 0 {
                return Ok(());
            }
            continue;
        };
        let nameless = |reason: &str| misunderstood(&Misunderstood { id: None, reason: reason.to_owned() });
        let line = match piece {
            Piece::Message(message) => match cbor::request_to_json(&message) {
                Ok(line) => answer(implementation, line.as_bytes())?,
                Err(reason) => nameless(&reason),
            },
            Piece::Noise(_) => nameless("a bad frame"),
        };
        let answer = cbor::answer_from_json(&line).ok_or_else(|| io::Error::other("no answer in CBOR"))?;
        output.write_all(&if framing == Framing::Frames { frame::frame(&answer) } else { answer })?;
        output.flush()?;
    }
}

fn answer(implementation: &dyn Implementation, line: &[u8]) -> io::Result<String> {
    match request::read(line) {
        Ok(Request::Describe { id }) => Ok(description_line(id, &implementation.describe())),
        Ok(Request::Perform { id, profile, operation }) => {
            answer_line(id, &implementation.perform(profile, &operation))
        }
        Err(why) => Ok(misunderstood(&why)),
    }
}

/// The line, with its end, that answers a request. An [`Outcome::Error`] has none: the error is its message.
pub fn answer_line(id: u64, outcome: &Outcome) -> io::Result<String> {
    // A struct keeps the id in front.
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    struct Reply<'a> {
        id: u64,
        #[serde(flatten)]
        body: Body<'a>,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Body<'a> {
        Ok(&'a Value),
        Reject(&'a str),
        Unsupported(&'a str),
    }
    let body = match outcome {
        Outcome::Value(value) => Body::Ok(value),
        Outcome::Reject(reason) => Body::Reject(reason),
        Outcome::Unsupported(reason) => Body::Unsupported(reason),
        Outcome::Error(failure) => return Err(io::Error::other(failure.message.clone())),
    };
    let mut line = serde_json::to_string(&Reply { id, body })?;
    line.push('\n');
    Ok(line)
}

fn description_line(id: u64, description: &Description) -> String {
    let Description { name, version, language, profiles, features, operations } = description;
    let ok = json!({
        "name": name,
        "version": version,
        "language": language,
        "protocol": VERSION,
        "profiles": profiles,
        "features": features,
        "operations": operations,
    });
    format!("{{\"id\":{id},\"ok\":{ok}}}\n")
}

fn misunderstood(why: &Misunderstood) -> String {
    format!("{{\"id\":{},\"unsupported\":{}}}\n", json!(why.id), json!(why.reason))
}

struct Read {
    line: Line,
    /// Is a further complete line in memory, so that going on cannot block?
    more: bool,
}

enum Line {
    Complete,
    End,
    TooLong,
}

/// Reads a line, without its end. A line beyond the limit is read to its end and not kept.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, limit: usize) -> io::Result<Read> {
    line.clear();
    let mut too_long = false;
    loop {
        let buffered = match input.fill_buf() {
            Ok(buffered) => buffered,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let kind = |too_long| if too_long { Line::TooLong } else { Line::Complete };
        if buffered.is_empty() {
            let end = line.is_empty() && !too_long;
            return Ok(Read { line: if end { Line::End } else { kind(too_long) }, more: false });
        }
        let end = buffered.iter().position(|byte| *byte == b'\n');
        let part = &buffered[..end.unwrap_or(buffered.len())];
        too_long |= line.len() + part.len() > limit;
        if too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        let more = buffered[used..].contains(&b'\n');
        input.consume(used);
        if end.is_some() {
            return Ok(Read { line: kind(too_long), more });
        }
    }
}

#[cfg(test)]
mod tests;
