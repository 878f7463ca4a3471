//! Every report is valid whatever comes, and nothing in it acts: all of Unicode, and what is hostile to some format, stands
//! in titles, ids, notes, readings, paths, reasons, names and versions, and each format is read by a parser of it.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Mutex;
use std::time::SystemTime;

use crivet::baseline::{Baseline, Date, Universe};
use crivet::corpus::Corpus;
use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::profile::Profile;
use crivet::run::{Run, Tally};
use crivet_report::compare::{Comparison, Layout, Results};
use crivet_report::styled::Styled;
use crivet_report::{
    Invocation, explain, foreign, github, html, json, junit, lines, markdown, sarif, show, tap, text,
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value as Json;

use super::chromium::{self, Chromium};
use super::fixture::{corpus, invocation, run_by};
use super::formats::{command, sarif_validator, tap_points};

/// How many characters stand in one place: no more than a value may have that is shown whole.
const LONG: usize = 256;
/// How many vectors a report has.
const VECTORS: usize = 128;
/// How many texts are made of what is hostile, and from what they are drawn.
const DRAWN: usize = 512;
const SEED: u64 = 19;

/// What means something to a terminal, a runner, or a format.
const HOSTILE: [&str; 46] = [
    "::error::x",
    "\n::error::x",
    "\n  ::add-mask::e",
    "\r::stop-commands::x",
    "\u{85}::set-output name=a::b",
    "\u{2028}::warning::x",
    "\u{a0}::debug::x",
    "##[group]x",
    "\n##[error]x",
    " ###[add-mask]e",
    "#",
    "##",
    "[",
    "\u{1b}[31m",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]8;;http://h\u{1b}\\",
    "\u{9b}31m",
    "\u{9d}0;t\u{9c}",
    "\u{8}\u{8}",
    "\r",
    "\n",
    "\n\n",
    "\t",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\u{feff}",
    "\u{fffe}",
    "\u{10ffff}",
    "]]>",
    "</script><img src=x onerror=alert(1)>",
    "<!--",
    "&amp;",
    "\"",
    "'",
    "`",
    "``` ",
    "~~~\n",
    "|",
    "\\",
    "%0A",
    "@user",
    "![x](http://h/x)",
    "https://h.example/",
    "www.example.com",
    "# TODO ...\n---\n1. - + =",
];

/// A generator of numbers that gives the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }
}

/// All of Unicode in order, then what is drawn.
fn texts() -> Vec<String> {
    let all: Vec<char> = ('\0'..=char::MAX).collect();
    let mut texts: Vec<String> = all.chunks(LONG).map(|chunk| chunk.iter().collect()).collect();
    let mut dice = Dice(SEED);
    for _ in 0..DRAWN {
        let mut text = String::new();
        while text.chars().count() < LONG / 4 {
            match dice.roll(4) {
                0 => text.push(all[dice.roll(all.len())]),
                1 => text.push(all[dice.roll(0x100)]),
                _ => text.push_str(HOSTILE[dice.roll(HOSTILE.len())]),
            }
        }
        texts.push(text);
    }
    texts.push(String::new());
    texts
}

/// Rejects what it should not, and says why.
struct Wordy {
    name: String,
    reasons: Mutex<VecDeque<String>>,
}

impl Implementation for Wordy {
    fn describe(&self) -> Description {
        let mut description: Description =
            serde_json::from_str(r#"{"name": "", "profiles": ["href-13"], "operations": ["cri-to-uri"]}"#)
                .unwrap();
        description.name.clone_from(&self.name);
        description.version.clone_from(&self.name);
        description.language.clone_from(&self.name);
        description
    }

    fn cri_to_uri(&self, _: Profile, _: &[u8]) -> Answer<String> {
        Err(Refusal::reject(self.reasons.lock().unwrap().pop_front().unwrap()))
    }
}

/// A corpus whose vectors have these texts everywhere.
fn corpus_of(texts: &[String]) -> Corpus {
    let mut corpus = corpus();
    let like = corpus.vectors.iter().find(|vector| vector.id == "uri-plain").unwrap().clone();
    corpus.vectors = texts
        .iter()
        .map(|text| {
            let mut vector = like.clone();
            for place in [&mut vector.id, &mut vector.title, &mut vector.source.file] {
                place.clone_from(text);
            }
            vector.note = Some(text.clone());
            vector.expect[0].reading = Some(text.clone());
            vector
        })
        .collect();
    for requirement in corpus.requirements.values_mut() {
        requirement.text.clone_from(&texts[0]);
    }
    corpus
}

/// Holds each batch of texts against a test.
fn each(test: impl Fn(&[String], &Run<'_>, &Corpus, &Invocation)) {
    every(1, test);
}

/// The same of every so many batches of Unicode, the first among them, and of all that was drawn.
fn every(step: usize, test: impl Fn(&[String], &Run<'_>, &Corpus, &Invocation)) {
    let texts = texts();
    let batches: Vec<&[String]> = texts.chunks(VECTORS).collect();
    let drawn = batches.len() - DRAWN / VECTORS;
    let wanted = |index: usize| index.is_multiple_of(step) || index >= drawn;
    for texts in batches.iter().enumerate().filter(|(index, _)| wanted(*index)).map(|(_, texts)| *texts) {
        let corpus = corpus_of(texts);
        let testee = Wordy { name: texts[0].clone(), reasons: Mutex::new(texts.iter().cloned().collect()) };
        let mut run = run_by(1, &testee, &corpus);
        run.remarks.push(texts[0].clone());
        let annotate = Some(texts[0].clone());
        let invocation = Invocation { details: texts.len(), annotate, ..invocation() };
        test(texts, &run, &corpus, &invocation);
    }
}

/// The names of commands that GitHub's runner has registered.
const COMMANDS: [&str; 16] = [
    "internal-set-repo-path",
    "set-env",
    "set-output",
    "save-state",
    "add-path",
    "add-mask",
    "add-matcher",
    "remove-matcher",
    "warning",
    "error",
    "notice",
    "debug",
    "group",
    "endgroup",
    "echo",
    "stop-commands",
];

/// The command that GitHub's runner takes a line for. It trims white space. What then begins with `::` has its
/// information up to the next `::`; else `##[` anywhere has it up to the next `]`. The information begins with a name
/// that ends at a space, and a name that is registered makes a command.
fn obeyed(line: &str) -> Option<String> {
    let line = line.trim();
    let information = match line.strip_prefix("::") {
        Some(rest) => rest.split_once("::").map(|(information, _)| information),
        None => line
            .split_once("##[")
            .and_then(|(_, rest)| rest.split_once(']'))
            .map(|(information, _)| information),
    }?;
    let name = information.split(' ').next()?.to_lowercase();
    COMMANDS.contains(&name.as_str()).then_some(name)
}

/// No line is a command, and no character acts.
#[track_caller]
fn inert(text: &str) {
    for line in text.split(['\n', '\r']) {
        assert_eq!(obeyed(line), None, "{line:?}");
        let acting = line.chars().find(|c| foreign::acts(*c));
        assert_eq!(acting, None, "{line:?}");
    }
}

/// The same of text with styles: no other escape sequence is there.
#[track_caller]
fn styled(text: &Styled) {
    inert(&text.plain());
    let ansi = text.ansi();
    assert!(ansi.split(['\n', '\r']).all(|line| obeyed(line).is_none()));
    for (index, part) in ansi.split('\x1b').enumerate() {
        let (style, rest) = if index == 0 { ("[", part) } else { part.split_once('m').unwrap() };
        assert!(
            style.strip_prefix('[').unwrap().chars().all(|c| c.is_ascii_digit() || c == ';'),
            "{style:?}"
        );
        assert!(rest.chars().all(|c| c == '\n' || !foreign::acts(c)), "{rest:?}");
    }
}

#[test]
fn the_rule_for_commands_is_the_runners() {
    for line in [
        "::error::x",
        "  ::error file=a::x",
        "\t::ADD-MASK::x",
        "\u{a0}::debug::",
        "a ##[group]b",
        "##[error x=y]",
    ] {
        assert!(obeyed(line).is_some(), "{line}");
    }
    for line in ["a ::error::x", "::error", "::unknown::x", "##[error", ":error::", "#[error]"] {
        assert_eq!(obeyed(line), None, "{line}");
    }
}

#[test]
fn text() {
    each(|texts, run, corpus, invocation| {
        for width in [None, Some(60)] {
            let text = text::run(run, corpus, invocation, width);
            styled(&text);
            if width.is_none() {
                let plain = text.plain();
                let titles = texts.iter().filter(|text| plain.contains(&foreign::line(text))).count();
                // A text of several lines stands on several.
                let whole = texts.iter().filter(|text| !text.contains('\n')).count();
                assert!(titles >= whole, "{titles} of {whole}");
            }
        }
        let short = Invocation { details: 0, notes: true, ..invocation.clone() };
        styled(&text::run(run, corpus, &short, Some(60)));
        inert(&lines::run(run));
        assert_eq!(lines::run(run).lines().count(), texts.len());
    });
}

#[test]
fn what_is_shown_explained_and_compared() {
    every(4, |texts, run, corpus, invocation| {
        for id in texts.iter().step_by(16) {
            styled(&show::entry(corpus, id, Some(60)).unwrap());
            styled(&explain::word(corpus, id, None).unwrap());
            inert(&json::vector(&corpus.vectors[0], Profile::Href13));
        }
        let results = Results::parse(&json::run(run, corpus, invocation)).unwrap();
        let mut other = results.clone();
        other.implementation.name.push('x');
        other.results.iter_mut().step_by(2).for_each(|entry| entry.outcome = None);
        for inputs in [[("a", &results), (texts[0].as_str(), &other)], [("a", &results), ("b", &results)]] {
            let comparison = Comparison::new(&inputs, false);
            styled(&comparison.text(Layout { width: Some(60), details: 10 }));
            styled(&comparison.text(Layout { width: None, details: 10 }));
            inert(&comparison.markdown(Layout { width: None, details: 10 }));
            inert(&comparison.html());
        }
    });
}

#[test]
fn json_has_every_text_as_it_was() {
    each(|texts, run, corpus, invocation| {
        let text = json::run(run, corpus, invocation);
        inert(&text);
        let document: Json = serde_json::from_str(&text).unwrap();
        assert_eq!(document["implementation"]["name"], texts[0]);
        for (result, text) in document["results"].as_array().unwrap().iter().zip(texts) {
            assert_eq!(
                (&result["id"], &result["outcome"]["reject"]),
                (&text.as_str().into(), &text.as_str().into())
            );
        }
    });
}

#[test]
fn junit_is_well_formed() {
    each(|texts, run, corpus, invocation| {
        let text = junit::run(run, corpus, invocation);
        inert(&text);
        let document = roxmltree::Document::parse(&text).unwrap();
        let cases: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
        assert_eq!(cases.len(), texts.len());
        for (case, text) in cases.iter().zip(texts) {
            let inert = foreign::line(text);
            assert_eq!((case.attribute("name"), case.attribute("file")), (Some(&*inert), Some(&*inert)));
            let failure = case.children().find(|child| child.has_tag_name("failure")).unwrap();
            assert!(failure.attribute("message").unwrap().contains(&inert) || text.is_empty(), "{inert}");
            assert!(failure.text().unwrap().contains("crivet run"));
        }
    });
}

#[test]
fn tap_has_blocks_of_yaml() {
    each(|texts, run, corpus, invocation| {
        let text = tap::run(run, corpus, invocation);
        inert(&text);
        let points = tap_points(&text);
        assert_eq!(points.len(), texts.len());
        for ((ok, _, block), text) in points.iter().zip(texts) {
            let block = block.as_ref().unwrap();
            assert!(!ok);
            assert_eq!(block["file"].as_str().unwrap_or_default(), text);
            let came = block["came"][0]["value"].as_str().unwrap().strip_prefix("reject").unwrap();
            // Of many lines some are left out.
            if text.lines().count() <= 6 {
                assert_eq!(came.strip_prefix(": ").unwrap_or_default(), text);
            }
        }
    });
}

#[test]
fn sarif_follows_its_schema() {
    let validator = sarif_validator();
    each(|texts, run, corpus, invocation| {
        let text = sarif::run(run, corpus, invocation);
        inert(&text);
        let document: Json = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
        let results = document["runs"][0]["results"].as_array().unwrap();
        let count = |result: &Json| result["occurrenceCount"].as_u64().unwrap();
        assert_eq!(results.iter().map(count).sum::<u64>(), texts.len() as u64);
        for related in results.iter().flat_map(|result| result["relatedLocations"].as_array().unwrap()) {
            let name = related["logicalLocations"][0]["name"].as_str().unwrap();
            assert!(texts.iter().any(|text| text == name), "{name}");
        }
    });
}

#[test]
fn github_obeys_its_own_commands_alone() {
    each(|texts, run, corpus, invocation| {
        let text = github::run(run, corpus, invocation);
        assert!(text.chars().all(|c| c == '\n' || !foreign::acts(c)), "{text}");
        let commands: Vec<_> = text.lines().map(|line| command(line).unwrap()).collect();
        // The whole, one a cause, and the remarks.
        let causes = crivet::cause::groups(run).len().min(9);
        assert_eq!(commands.len(), 1 + causes + run.remarks.len());
        for (name, _, message) in &commands[1..=causes] {
            assert_eq!(*name, "error");
            assert!(texts.iter().any(|text| message.contains(&foreign::lines(text))), "{message}");
        }
        text.lines().for_each(|line| assert!(obeyed(line).is_some() && !line.contains("##["), "{line}"));
    });
}

#[test]
fn what_a_baseline_says_is_inert_as_well() {
    every(8, |texts, run, corpus, invocation| {
        // A baseline has a line an entry, and no control characters.
        let said = |text: &String| text.chars().filter(|c| !c.is_control() && *c != '#').collect::<String>();
        let entries =
            texts.iter().enumerate().map(|(index, text)| format!("none-{index} fail x{}\n", said(text)));
        let Ok(baseline) = Baseline::parse(&texts[0], &entries.collect::<String>()) else {
            panic!("{texts:?}");
        };
        let mut run = run.clone();
        run.expect(&baseline, &Universe::new(&[corpus]), Date::at(SystemTime::UNIX_EPOCH));
        assert!(run.comparison.as_ref().unwrap().findings.len() >= texts.len());
        styled(&text::run(&run, corpus, invocation, None));
        inert(&html::run(&run, corpus, invocation));
        let (xml, tap) = (junit::run(&run, corpus, invocation), tap::run(&run, corpus, invocation));
        assert!(roxmltree::Document::parse(&xml).is_ok());
        assert!(tap_points(&tap).len() >= 2 * texts.len());
        for text in [xml, tap, sarif::run(&run, corpus, invocation), markdown::run(&run, corpus, invocation)]
        {
            inert(&text);
        }
        assert!(github::run(&run, corpus, invocation).lines().all(|line| command(line).is_some()));
    });
}

/// What GitHub makes of Markdown, as far as it is in the standard and its tables and lists of tasks.
fn events(text: &str) -> Vec<(Event<'_>, Range<usize>)> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH;
    Parser::new_ext(text, options).into_offset_iter().collect()
}

#[test]
fn markdown_has_no_markup_but_its_own() {
    each(|_, run, corpus, invocation| {
        let text = markdown::run(run, corpus, invocation);
        inert(&text);
        let own = ["<details>", "</details>", "<summary>", "</summary>", "<code>", "</code>"];
        let (mut code, mut folded, mut blocks, mut cells) = (false, 0, 0, 0);
        for (event, range) in events(&text) {
            match event {
                Event::Html(html) | Event::InlineHtml(html) => {
                    let mut rest = html.to_string();
                    folded += rest.matches("<details>").count();
                    own.iter().for_each(|tag| rest = rest.replace(tag, ""));
                    assert!(!rest.contains(['<', '>']), "{html}");
                }
                Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::Strikethrough | Tag::Emphasis) => {
                    panic!("markup of others' making in\n{text}")
                }
                Event::Start(Tag::CodeBlock(_)) => (code, blocks) = (true, blocks + 1),
                Event::End(TagEnd::CodeBlock) => code = false,
                Event::Start(Tag::TableCell) => cells += 1,
                Event::Text(part) if !code => {
                    // In code nobody is called.
                    assert!(!part.contains('@'), "{part}");
                    // A backslash before it keeps an address from being a link.
                    let raw = &text[range];
                    assert!(!raw.contains("www.") && !raw.trim_start_matches("://").contains("://"), "{raw}");
                }
                Event::InlineMath(_)
                | Event::DisplayMath(_)
                | Event::FootnoteReference(_)
                | Event::TaskListMarker(_) => panic!("markup of others' making in\n{text}"),
                _ => {}
            }
        }
        // As many as GitHub takes.
        assert!(folded == blocks && folded > 0 && text.len() < 1 << 20, "{folded} {blocks} {}", text.len());
        // A head, an operation, and the sum, of seven columns.
        assert_eq!(cells, 21);
    });
}

#[test]
fn html_is_inert() {
    each(|_, run, corpus, invocation| inert(&html::run(run, corpus, invocation)));
}

#[test]
fn html_in_a_browser_shows_what_came() {
    let Some(program) = chromium::program() else {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "no Chromium here: a test is skipped");
        return;
    };
    let mut browser = Chromium::start(&program);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let texts = texts();
    let drawn = texts.len() - DRAWN..;
    for texts in [&texts[..VECTORS], &texts[drawn]] {
        let corpus = corpus_of(texts);
        let testee = Wordy { name: texts[0].clone(), reasons: Mutex::new(texts.iter().cloned().collect()) };
        std::fs::write(&path, html::run(&run_by(1, &testee, &corpus), &corpus, &invocation())).unwrap();
        browser.open(&path, "");
        browser
            .value("while (!document.getElementById('more').hidden) document.getElementById('more').click()");
        let shown =
            browser.value("[...document.querySelectorAll('#list .title')].map((one) => one.textContent)");
        let shown: Vec<String> = serde_json::from_value(shown).unwrap();
        let inert: Vec<String> = texts.iter().map(|text| foreign::line(text).replace("\\n", "\n")).collect();
        let flat = |texts: &[String]| texts.iter().map(|text| text.replace("\\n", "\n")).collect::<Vec<_>>();
        assert_eq!(flat(&shown), inert);
        assert_eq!(browser.value("document.querySelectorAll('img, b, main script').length"), 0);
        assert_eq!(browser.value("document.querySelectorAll('script').length"), 2);
        assert_eq!(browser.complaints(), Vec::<String>::new());
    }
}

#[test]
fn nothing_was_left_out() {
    let count: usize = texts().iter().map(|text| text.chars().count()).sum();
    assert!(count > 0x11_0000 - 0x800);
    each(|texts, run, _, _| assert_eq!(run.tally(), Tally { failed: texts.len(), ..Tally::default() }));
}
