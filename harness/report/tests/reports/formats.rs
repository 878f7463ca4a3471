//! Each format for machines, read by a parser of it.

use crivet_report::compare::Results;
use crivet_report::{Invocation, github, html, json, junit, lines, markdown, sarif, tap};
use serde_json::Value as Json;

use super::fixture::{BAD, corpus, held, invocation, run_of};

#[test]
fn json_reads_back() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let document: Json = serde_json::from_str(&json::run(&run, &corpus, &invocation())).unwrap();
    assert_eq!(document["results"].as_array().unwrap().len(), run.results.len());
    assert_eq!(document["summary"]["failed"], run.tally().failed);
}

#[test]
fn junit_is_xml_with_a_case_each() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let text = junit::run(&run, &corpus, &invocation());
    let document = roxmltree::Document::parse(&text).unwrap();
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    let tally = run.tally();
    assert_eq!(count("testcase"), run.results.len());
    assert_eq!(
        (count("failure"), count("error"), count("skipped")),
        (tally.failed, tally.errors, tally.skipped)
    );
    let root = document.root_element();
    assert_eq!(root.attribute("tests"), Some(run.results.len().to_string().as_str()));
}

/// What SARIF asks of the members that are written here.
pub(crate) fn sarif_validator() -> jsonschema::Validator {
    let schema: Json = serde_json::from_str(include_str!("sarif-members.json")).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

#[test]
fn sarif_follows_the_standard() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let validator = sarif_validator();
    let document: Json = serde_json::from_str(&sarif::run(&run, &corpus, &invocation())).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert_eq!(errors, Vec::<String>::new());

    let results = document["runs"][0]["results"].as_array().unwrap();
    let failures: u64 = results.iter().filter_map(|result| result["occurrenceCount"].as_u64()).sum();
    assert_eq!(failures, (run.tally().failed + run.tally().errors) as u64);
    for result in results {
        let rule = &document["runs"][0]["tool"]["driver"]["rules"]
            [usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        let place = &result["locations"][0];
        assert_eq!(place["physicalLocation"], Json::Null, "the vectors are not in the user's repository");
        assert_eq!(place["logicalLocations"][0]["name"], result["properties"]["id"]);
    }
    let annotated = Invocation { annotate: Some("my wrapper.py".to_owned()), ..invocation() };
    let document: Json = serde_json::from_str(&sarif::run(&run, &corpus, &annotated)).unwrap();
    assert!(validator.is_valid(&document));
    let place = &document["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "my%20wrapper.py");
}

#[test]
fn the_schema_check_can_fail() {
    assert!(!sarif_validator().is_valid(&serde_json::json!({"version": "2.1.0", "runs": [{}]})));
}

/// A reader of TAP 14, as much of it as tells whether a harness would take it.
#[track_caller]
pub(crate) fn tap_points(text: &str) -> Vec<(bool, bool, Option<serde_yaml::Value>)> {
    let mut lines = text.lines().peekable();
    assert_eq!(lines.next(), Some("TAP version 14"));
    let plan: usize = lines.next().unwrap().strip_prefix("1..").unwrap().parse().unwrap();
    let mut points = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            continue;
        }
        let (ok, rest) = match line.strip_prefix("not ok ") {
            Some(rest) => (false, rest),
            None => (true, line.strip_prefix("ok ").unwrap_or_else(|| panic!("no TAP: {line:?}"))),
        };
        let (number, description) = rest.split_once(" - ").unwrap();
        assert_eq!(number.parse::<usize>().unwrap(), points.len() + 1);
        // An escaped character is taken out with its backslash; a `#` that stays begins a directive.
        let plain = description.replace("\\\\", "").replace("\\#", "");
        let skip = match plain.split_once(" # ") {
            Some((_, directive)) if directive.starts_with("TODO ") => false,
            Some((_, directive)) => {
                assert!(directive.starts_with("SKIP "), "{line}");
                true
            }
            None => {
                assert!(!plain.contains('#'), "{line}");
                false
            }
        };
        let mut block = None;
        if lines.peek() == Some(&"  ---") {
            lines.next();
            let mut yaml = String::new();
            loop {
                let line = lines.next().expect("the block ends");
                if line == "  ..." {
                    break;
                }
                yaml.push_str(line.strip_prefix("  ").expect("the block is indented"));
                yaml.push('\n');
            }
            block = Some(serde_yaml::from_str(&yaml).unwrap());
        }
        points.push((ok, skip, block));
    }
    assert_eq!(plan, points.len());
    points
}

#[test]
fn tap_is_tap_14() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let points = tap_points(&tap::run(&run, &corpus, &invocation()));
    let tally = run.tally();
    assert_eq!(points.len(), run.results.len());
    assert_eq!(points.iter().filter(|(ok, ..)| !ok).count(), tally.failed + tally.errors);
    assert_eq!(points.iter().filter(|(_, skip, _)| *skip).count(), tally.skipped);
    for (_, _, block) in points.iter().filter(|(ok, ..)| !ok) {
        let block = block.as_ref().unwrap();
        assert!(block["message"].is_string() && block["repeat"].is_string() && block["line"].is_u64());
    }
    let hostile = points.iter().find_map(|(_, _, block)| {
        let came = block.as_ref()?.get("came")?.get(0)?.get("value")?.as_str()?;
        came.contains("throw 1").then(|| came.to_owned())
    });
    assert_eq!(hostile.unwrap(), format!("{:?}", super::fixture::HOSTILE));
}

#[test]
fn an_interrupted_run_bails_out() {
    let corpus = corpus();
    let mut run = run_of(&BAD, &corpus);
    run.results.truncate(3);
    let text = tap::run(&run, &corpus, &invocation());
    assert!(text.starts_with("TAP version 14\n1..7\n"), "{text}");
    assert!(text.ends_with("Bail out! Interrupted after 3 of 7\n"), "{text}");
}

/// The level, the properties and the message of an annotation.
pub(crate) type Command<'a> = (&'a str, Vec<(&'a str, String)>, String);

/// What GitHub's runner makes of a line, or nothing where it is no command.
pub(crate) fn command(line: &str) -> Option<Command<'_>> {
    let (head, message) = line.strip_prefix("::")?.split_once("::")?;
    let unescaped = |text: &str| {
        text.replace("%3A", ":")
            .replace("%2C", ",")
            .replace("%0D", "\r")
            .replace("%0A", "\n")
            .replace("%25", "%")
    };
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    let properties = properties
        .split(',')
        .filter_map(|property| property.split_once('='))
        .map(|(key, value)| (key, unescaped(value)))
        .collect();
    Some((name, properties, unescaped(message)))
}

#[test]
fn github_sees_its_own_commands_and_no_others() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let invocation = Invocation { annotate: Some("my, wrapper.py".to_owned()), ..invocation() };
    let text = github::run(&run, &corpus, &invocation);
    let commands: Vec<_> = text.split(['\n', '\r']).filter(|line| !line.is_empty()).map(command).collect();
    let commands: Vec<_> = commands.into_iter().map(|command| command.expect("every line is one")).collect();
    let of = |level: &str| commands.iter().filter(|(name, ..)| *name == level).count();
    assert_eq!(of("error"), 10.min(1 + crivet::cause::groups(&run).len()));
    assert!(commands.iter().all(|(name, ..)| ["error", "warning", "notice"].contains(name)), "{text}");
    // The whole run comes first, and every place is the one that was named.
    let (_, properties, message) = &commands[0];
    assert_eq!(properties[1], ("title", format!("crivet {}", run.description.name)));
    assert!(message.starts_with("fail: ") && message.contains("mend this one first"), "{message}");
    let files = commands.iter().flat_map(|(_, properties, _)| properties).filter(|(key, _)| *key == "file");
    assert!(files.map(|(_, file)| file.as_str()).all(|file| file == "my, wrapper.py"), "{text}");
    assert!(text.matches("file=").count() > 1);
    let without = Invocation { annotate: None, ..invocation };
    assert!(!github::run(&run, &corpus, &without).contains("file="));
}

#[test]
fn markdown_keeps_what_is_hostile_in_its_place() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let text = markdown::run(&run, &corpus, &invocation());
    // Outside fenced blocks no tag but its own, and no table row with cells of others' making.
    let mut fence: Option<String> = None;
    for line in text.lines() {
        match &fence {
            Some(open) if line == open => fence = None,
            Some(_) => {}
            None if line.starts_with("```") => fence = Some(line.trim_end_matches("text").to_owned()),
            None => {
                let own = ["<details>", "</details>", "<summary>", "</summary>", "<code>", "</code>"];
                let rest = own.iter().fold(line.to_owned(), |line, tag| line.replace(tag, ""));
                assert!(!rest.replace("\\<", "").contains('<'), "{line}");
                if line.starts_with('|') {
                    assert_eq!(line.matches('|').count(), 8, "{line}");
                }
            }
        }
    }
    assert_eq!(fence, None);
    let causes = crivet::cause::groups(&run).len().min(10);
    assert_eq!(text.matches("<details>").count(), causes + run.tally().failed + run.tally().errors);
    assert!(text.contains("crivet run --impl-cmd"), "{text}");
}

#[test]
fn lines_are_sorted_and_one_a_case() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let text = lines::run(&run);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), run.results.len());
    assert!(lines.is_sorted());
}

#[test]
fn reports_are_the_same_each_time() {
    let corpus = corpus();
    let (one, two) = (run_of(&BAD, &corpus), run_of(&BAD, &corpus));
    let invocation = invocation();
    let all = |run| {
        [
            github::run(run, &corpus, &invocation),
            json::run(run, &corpus, &invocation),
            junit::run(run, &corpus, &invocation),
            markdown::run(run, &corpus, &invocation),
            sarif::run(run, &corpus, &invocation),
            tap::run(run, &corpus, &invocation),
            html::run(run, &corpus, &invocation),
        ]
    };
    assert_eq!(all(&one), all(&two));
}

/// A run of which every vector passes, and which is red for another reason.
#[track_caller]
fn red_as_a_whole(change: impl FnOnce(&mut crivet::run::Run<'_>), name: &str, bails: bool) {
    let (corpus, invocation) = (corpus(), invocation());
    let mut run = run_of(&BAD, &corpus);
    run.results.retain(|judged| judged.verdict.status == crivet::verdict::Status::Pass);
    run.selected = run.results.len();
    assert!(run.green() && run.selected > 0);
    let document: Json = serde_json::from_str(&sarif::run(&run, &corpus, &invocation)).unwrap();
    assert_eq!(document["runs"][0]["invocations"][0]["executionSuccessful"], true);

    change(&mut run);
    assert!(!run.green());
    let text = junit::run(&run, &corpus, &invocation);
    let document = roxmltree::Document::parse(&text).unwrap();
    let error = document.descendants().find(|node| node.has_tag_name("error")).unwrap();
    assert_eq!(error.attribute("type"), Some(name));
    assert_eq!(document.root_element().attribute("errors"), Some("1"), "{text}");
    let text = tap::run(&run, &corpus, &invocation);
    assert_eq!(text.contains("Bail out!"), bails);
    let failed = text.lines().filter(|line| line.starts_with("not ok")).count();
    assert_eq!(failed, usize::from(!bails), "{text}");
    let document: Json = serde_json::from_str(&sarif::run(&run, &corpus, &invocation)).unwrap();
    assert_eq!(sarif_validator().iter_errors(&document).count(), 0);
    assert_eq!(document["runs"][0]["invocations"][0]["executionSuccessful"], false);
    let document: Json = serde_json::from_str(&json::run(&run, &corpus, &invocation)).unwrap();
    assert_eq!((&document["green"], &document["faults"][0]["name"]), (&Json::Bool(false), &Json::from(name)));
    assert!(github::run(&run, &corpus, &invocation).contains("::error title=crivet::"));
    for text in [markdown::run(&run, &corpus, &invocation), html::run(&run, &corpus, &invocation)] {
        assert!(text.contains("fail: ") || text.contains("incomplete: "), "{text}");
    }
}

#[test]
fn a_run_that_is_red_as_a_whole_is_red_in_every_format() {
    red_as_a_whole(|run| run.unattributed = 2, "unattributed-failure", false);
    red_as_a_whole(|run| run.selected += 1, "incomplete", true);
}

#[test]
fn a_baseline_is_in_every_format() {
    let (corpus, invocation) = (corpus(), invocation());
    let run = held(&corpus);
    assert_eq!(run.tally().expected, 2);
    let findings = 2;

    let results = Results::parse(&json::run(&run, &corpus, &invocation)).unwrap();
    assert_eq!(results.summary.expected, 2);
    assert!(results.baseline.unwrap().findings.iter().any(|finding| finding.deviation == "unexpected-pass"));

    let points = tap_points(&tap::run(&run, &corpus, &invocation));
    assert_eq!(points.len(), run.results.len() + findings);
    assert_eq!(
        points.iter().filter(|(ok, ..)| !ok).count(),
        run.tally().failed + run.tally().expected + findings
    );

    let document: Json = serde_json::from_str(&sarif::run(&run, &corpus, &invocation)).unwrap();
    assert_eq!(sarif_validator().iter_errors(&document).count(), 0);
    assert_eq!(document["runs"][0]["invocations"][0]["executionSuccessful"], false);
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.iter().filter(|result| result["suppressions"].is_array()).count(), 2);
    let places: Vec<_> = results
        .iter()
        .filter(|result| result["ruleId"].as_str().unwrap().starts_with("baseline-"))
        .map(|result| result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64())
        .collect();
    assert_eq!(places, [Some(3), Some(4)]);

    let text = github::run(&run, &corpus, &invocation);
    assert!(
        text.contains("::error file=known.txt,line=3,title=baseline%3A unexpected-pass uri-plain"),
        "{text}"
    );
    let text = markdown::run(&run, &corpus, &invocation);
    assert!(text.contains("### The baseline does not hold") && text.contains("| expected |"), "{text}");
    let text = html::run(&run, &corpus, &invocation);
    assert!(text.contains("<strong>stale</strong> <code>no-such-vector</code>"), "{text}");
}
