//! The words of the reports, in a sentence or two each.

use crivet::feature::Feature;

/// The words that are neither ids nor names of operations, profiles and features.
pub(super) const WORDS: [(&str, &str); 32] = [
    (
        "baseline",
        "A file of known failures, given by --expect. A run is green while it is true: a failure that is not \
      in it, and one in it that passes by now, make the run red.",
    ),
    (
        "budget",
        "What an answer to a hostile input may take, in memory and time. The bounds are wide: they are for what \
      is out of all proportion to the input, such as reserving what a length of 2^60 declares.",
    ),
    (
        "cause",
        "What failures have in common: a run groups them by how and where they go wrong, by the rule that is broken, and \
      by what their inputs share. Mend the first one, and ask again.",
    ),
    (
        "crash",
        "An error: the testee's process ended while it owed an answer, by an exit or a signal. It is charged to \
      the one vector that caused it, and the run goes on with a new process.",
    ),
    (
        "CRI",
        "A Constrained Resource Identifier: the components of a URI as CBOR, for devices too small to parse \
      strings. `[-1, [\"example\", \"com\"], [\"a\"]]` is coap://example.com/a.",
    ),
    (
        "CRI reference",
        "What is resolved against a base to give a CRI, as `../b` is resolved against a URI. It starts \
      with the number of path segments to discard: `[1, [\"b\"]]` takes one away and adds `b`.",
    ),
    (
        "discard",
        "The first section of most CRI references: how many path segments of the base go before the \
      reference's own are added; true for all of them. A discard that is not 0 drops the base's query as well.",
    ),
    (
        "disputed",
        "The text can be read in several ways. Every reading that is listed passes, and the report says which \
      one was taken; anything else is a failure. As a note: an answer other than the preferred one.",
    ),
    (
        "EDN",
        "CBOR diagnostic notation: CBOR as people write it. `[0, null, h'2f']` is an array of a number, null and a \
      byte string of one byte.",
    ),
    (
        "error",
        "A verdict: there was no answer. The kinds are crash, panic, protocol, time-out and unavailable.",
    ),
    (
        "expected",
        "A verdict: it failed or had no answer, and the baseline knows. It does not turn the run red.",
    ),
    (
        "fail",
        "A verdict: an answer that is not among those accepted. The report says what was asked, what would have \
      been right, what came, where the two part, and which sentence of the text says so.",
    ),
    (
        "feature",
        "An optional part of CRI. What uses a feature that an implementation lacks is unprocessable to it, so it \
      has to be rejected; lacking one is no reason to skip a vector.",
    ),
    (
        "trivial score",
        "What an implementation that knows nothing would pass: one that turns everything down, or gives back what \
      it is given. A score means something where it is well above.",
    ),
    ("full CRI", "A CRI that starts with a scheme, and so stands on its own, as opposed to a CRI reference."),
    (
        "gap",
        "A requirement that is not covered: no vector exercises it, or none that the reference passes, or none that \
      some faulty implementation fails.",
    ),
    (
        "late",
        "A vector that came with a later version of the corpus than the run is pinned to by --corpus-version. It is \
      run and reported, and does not turn the run red.",
    ),
    ("may", "A level of requirements: it is allowed, and nothing may rely on the contrary."),
    (
        "must",
        "As a vector's strength: an answer that is not accepted fails. As a requirement's level: every \
      implementation has to hold to it, by a MUST, by the grammar or by a normative algorithm.",
    ),
    ("panic", "An error: the implementation panicked in this process."),
    (
        "pass",
        "A verdict: the answer is one of those accepted. It can carry a note: should, disputed or remark.",
    ),
    (
        "PET",
        "Percent-encoded text: a part of a CRI that plain text cannot say, as an array of texts and byte strings. \
      `[\"a\", h'2f', \"b\"]` is the segment a%2Fb.",
    ),
    (
        "protocol",
        "An error: the testee's answer was no answer to the question, such as a line that is no JSON object, or \
      one with an id that was never asked.",
    ),
    (
        "reject",
        "An answer: the input is invalid, or has no such form. Its reason is the implementation's own, and is not \
      judged.",
    ),
    ("remark", "A note for information: nothing needs to change."),
    (
        "requirement",
        "One thing that a specification asks, in our own words, with the place where it stands. Every vector \
      names those it exercises.",
    ),
    (
        "ruling",
        "A decision on what the text leaves open: what the vectors accept where a draft is silent, wrong or at \
      odds with itself.",
    ),
    (
        "should",
        "The first accepted answer is recommended; another passes with a note, and fails a --strict run.",
    ),
    (
        "skip",
        "A verdict: not asked, because the implementation does not claim the operation or the profile. It counts \
      neither for nor against.",
    ),
    ("time-out", "An error: no answer came within the time limit, --timeout."),
    (
        "unprocessable",
        "What a CRI is to an implementation that lacks a feature it uses, or that finds it invalid: it \
      can be passed on and skipped, and compared to nothing but itself.",
    ),
    ("vector", "One question with every answer that is right, and the sentence or ruling that says so."),
];

/// What a word means; case does not matter.
pub(super) fn meaning(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, meaning)| *meaning)
}

/// What a feature is.
pub(super) fn feature(feature: Feature) -> &'static str {
    match feature {
        Feature::NoAuthority => {
            "a CRI without an authority, with null (the path starts with a slash) or true (it does \
                                 not) in its place."
        }
        Feature::SchemeName => "a scheme given by its name rather than by its number.",
        Feature::TextOrPet => "percent-encoded text, an array of texts and byte strings in place of a text.",
        Feature::Userinfo => "user information, a false and a text at the start of the authority.",
        Feature::ZoneId => "a zone identifier behind an IP address.",
    }
}
