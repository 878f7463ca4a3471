//! Alternatives in a source, each behind a switch, so that one program holds all of them.
//!
//! A span of the source becomes
//!
//! ```text
//! (match crate::fault::active(&[17, 18]) { 17 => { ALTERNATIVE } 18 => { ALTERNATIVE } _ => { SPAN } })
//! ```
//!
//! The build script does so with the faults and the variants of the catalogues, and `cargo_mutants` with what cargo-mutants changes.

use std::ops::Range;

/// A span of a text, and what can stand there instead.
pub(crate) struct Site {
    /// The bytes of the span.
    pub(crate) span: Range<usize>,
    /// The alternatives, each with the number that switches it on.
    pub(crate) alternatives: Vec<(usize, String)>,
}

/// The lines of the result that hold an alternative.
pub(crate) struct Arm {
    /// Its lines, from one.
    pub(crate) lines: Range<usize>,
    /// Its number; none for the span as it was.
    pub(crate) number: Option<usize>,
    /// The place of its site in the list of sites.
    pub(crate) site: usize,
}

/// The text with a switch at every site that has an alternative. Sites are in the order of the text and do not overlap;
/// `active` is, for a site, the call that gives the number that is on.
pub(crate) fn switched(text: &str, sites: &[Site], active: &dyn Fn(&Site) -> String) -> (String, Vec<Arm>) {
    let (mut result, mut arms, mut done) = (String::new(), Vec::new(), 0);
    for (site, here) in sites.iter().enumerate() {
        let Site { span, alternatives } = here;
        if alternatives.is_empty() {
            continue;
        }
        let original = &text[span.clone()];
        // A statement stands on its own; an expression may be part of another.
        let is_statement = original.trim_end().ends_with([';', '}']);
        result.push_str(&text[done..span.start]);
        result.push_str(if is_statement { "" } else { "(" });
        result.push_str(&format!("match {} {{\n", active(here)));
        let numbered = alternatives.iter().map(|(number, text)| (Some(*number), text.as_str()));
        for (number, alternative) in numbered.chain([(None, original)]) {
            let first = result.matches('\n').count() + 1;
            let pattern = number.map_or("_".to_owned(), |number| number.to_string());
            result.push_str(&format!("{pattern} => {{ {alternative}\n}}\n"));
            arms.push(Arm { lines: first..result.matches('\n').count() + 1, number, site });
        }
        result.push_str(if is_statement { "} " } else { "})" });
        done = span.end;
    }
    result.push_str(&text[done..]);
    (result, arms)
}
