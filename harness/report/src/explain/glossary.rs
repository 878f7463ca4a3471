//! The words of the reports, in a sentence or two each.

use crivet::feature::Feature;

/// The words that are neither ids nor names of operations, profiles and features.
pub(super) const WORDS: [(&str, &str); 32] = [
    (
        "baseline",
        "A file of known failures, given by --expect. A run fails on a failure that is not in the file, and on one \
      in the file that passes now.",
    ),
    (
        "budget",
        "The memory and time that an answer to a hostile input may take. The limits are generous: they catch only a \
      cost out of all proportion to the input, such as reserving the memory that a length of 2^60 declares.",
    ),
    (
        "cause",
        "The common ground of failures: a run groups failures by how and where they go wrong, by the rule that they \
      break, and by the traits that their inputs share. Fix the first cause, and run again.",
    ),
    (
        "crash",
        "An error: the testee's process ended while it owed an answer, by an exit or a signal. The error belongs to \
      the one vector that caused it, and the run goes on with a new process.",
    ),
    (
        "CRI",
        "A Constrained Resource Identifier: the components of a URI as CBOR, for devices too small to parse \
      strings. `[-1, [\"example\", \"com\"], [\"a\"]]` is coap://example.com/a.",
    ),
    (
        "CRI reference",
        "A reference that is resolved against a base to give a CRI, as `../b` is resolved against a URI. It starts \
      with the number of path segments to discard: `[1, [\"b\"]]` removes one and adds `b`.",
    ),
    (
        "discard",
        "The first section of most CRI references: the number of path segments of the base to remove before the \
      reference's own are added; true removes all of them. A discard that is not 0 drops the base's query \
      and fragment as well.",
    ),
    (
        "disputed",
        "The text can be read in several ways. Every reading that is listed passes, and the report says which \
      one was taken; anything else is a failure. As a note: an answer other than the preferred one.",
    ),
    (
        "EDN",
        "CBOR diagnostic notation, a text form of CBOR for people. `[0, null, h'2f']` is an array of a number, null \
      and a byte string of one byte.",
    ),
    (
        "error",
        "A verdict: there was no answer. The kinds are crash, panic, protocol, time-out and unavailable.",
    ),
    (
        "expected",
        "A verdict: the vector failed or had no answer, and the baseline lists it. It does not fail the run.",
    ),
    (
        "fail",
        "A verdict: the answer is not among those accepted. The report shows the question, the accepted answers, \
      the answer that came, the first difference, and the sentence of the text behind it.",
    ),
    (
        "feature",
        "An optional part of CRI. To an implementation without a feature, an input that uses it is unprocessable, \
      so it has to be rejected. A missing feature is not a reason to skip a vector.",
    ),
    (
        "trivial score",
        "The number of vectors that a trivial implementation passes: one that rejects everything, or one that \
      answers with its input. A score means something only if it is well above.",
    ),
    (
        "full CRI",
        "A CRI that starts with a scheme, and so is complete without a base, unlike a CRI reference.",
    ),
    (
        "gap",
        "A requirement that is not covered: no vector exercises it, or the reference passes none of its vectors, or \
      no faulty implementation fails one of them.",
    ),
    (
        "late",
        "A vector of a later version of the corpus than --corpus-version names. It is run and reported, and does \
      not fail the run.",
    ),
    ("may", "A level of requirements: it is allowed, and nothing may rely on the contrary."),
    (
        "must",
        "As a vector's strength: an answer that is not accepted fails. As a requirement's level: every \
      implementation has to meet it, because of a MUST, the grammar or a normative algorithm.",
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
        "An error: the testee's line was not an answer to the question, for example because it was not a JSON \
      object, or because its id was never asked.",
    ),
    (
        "reject",
        "An answer: the input is invalid, or cannot be converted to the form asked for. The reason is the \
      implementation's own, and is not judged.",
    ),
    ("remark", "A note for information: nothing needs to change."),
    (
        "requirement",
        "One thing that a specification asks, in our own words, with its place in the text. Every vector names the \
      requirements that it exercises.",
    ),
    ("ruling", "The answers that the vectors accept where a draft is silent, wrong or contradictory."),
    (
        "should",
        "The first accepted answer is recommended; another one passes with a note, and fails a --strict run.",
    ),
    (
        "skip",
        "A verdict: the vector was not asked, because the implementation does not claim the operation or the \
      profile. It counts neither for nor against.",
    ),
    ("time-out", "An error: no answer came within the time limit, --timeout."),
    (
        "unprocessable",
        "A CRI that an implementation finds invalid, or that uses a feature it lacks. It can be passed on and \
      skipped, but compared only with itself.",
    ),
    ("vector", "One question with every right answer, and the sentence or ruling behind it."),
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
