//! What people read on a terminal, at the widths that terminals have: nothing is longer than the line, as far as it can
//! be broken.

use crivet::corpus::Corpus;
use crivet_report::compare::{Comparison, Layout};
use crivet_report::specification::View;
use crivet_report::styled::Styled;
use crivet_report::{explain, show, text};

use super::fixture::{BAD, BETTER, Made, corpus, covered, held, invocation, results, run_of};

#[track_caller]
fn fits(name: &str, text: &Styled, width: usize) {
    for line in text.plain().lines() {
        // A word that is longer than the line cannot be broken, and neither can the quoted words of a command.
        let longest = line.split(' ').map(|word| word.chars().count()).max().unwrap_or_default();
        // What is made inert grows behind the break.
        let command = line.contains("crivet run ") || line.contains("\\u{");
        assert!(
            line.chars().count() <= width || longest + 22 > width || command,
            "{name} at {width}: {} characters: {line}",
            line.chars().count()
        );
    }
}

#[test]
fn everything_fits() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let known = held(&corpus);
    let other = Made { name: "other", ..BETTER };
    let (one, two, three) = (results(&BAD, &corpus), results(&BETTER, &corpus), results(&other, &corpus));
    let changes = Comparison::new(&[("before", &one), ("after", &two)], false);
    let matrix = Comparison::new(&[("a", &one), ("b", &two), ("c", &three)], false);
    let (coverage, cases, answers) = covered(&corpus);
    let view = View::new(&corpus, &cases, &coverage, &answers);
    for width in [60, 80, 120] {
        fits("run", &text::run(&run, &corpus, &invocation(), Some(width)), width);
        fits("run with a baseline", &text::run(&known, &corpus, &invocation(), Some(width)), width);
        fits("coverage", &view.text(Some(width)), width);
        let layout = || Layout { width: Some(width), details: 10 };
        fits("changes", &changes.text(layout()), width);
        fits("matrix", &matrix.text(layout()), width);
    }
}

#[test]
fn everything_of_the_corpus_fits() {
    let corpus = Corpus::embedded().unwrap();
    let requirements = corpus.requirements.keys().map(String::as_str);
    let rulings = corpus.rulings.keys().map(String::as_str);
    let vectors = corpus.vectors.iter().map(|vector| vector.id.as_str()).step_by(97);
    let ids: Vec<&str> = requirements.chain(rulings).step_by(11).chain(vectors).collect();
    for width in [60, 80, 120] {
        for id in ids.iter().copied() {
            fits(id, &show::entry(&corpus, id, Some(width)).unwrap(), width);
        }
        for word in explain::terms() {
            fits(word, &explain::word(&corpus, word, Some(width)).unwrap(), width);
        }
    }
}

/// A requirement of hundreds of vectors names some, counts them all, and says how to list them.
#[test]
fn many_vectors_are_counted() {
    let corpus = Corpus::embedded().unwrap();
    let text = show::entry(&corpus, "href13-5.1-path", Some(80)).unwrap().plain();
    assert!(text.lines().count() < 30, "{text}");
    assert!(text.contains(" in all") && text.contains("crivet list --requirement href13-5.1-path"), "{text}");
}
