//! The site: what the corpus and the published results hold, as pages that need no server.
//!
//! Every address is relative, so that the pages work from a folder and below any path. A vector stands at
//! `vectors/ID.html` for good, since ids are permanent.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde_json::json;

use crate::html::{STYLE, Templates};
use crate::place;
use crate::specification::{Answers, number};
use crate::summary::section;
use crivet::corpus::{Corpus, Requirement};
use crivet::describe;
use crivet::foreign;
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::vector::Vector;
use crivet::verdict::Status;

/// How many vectors of a requirement, or of a cause, are named; the search has them all.
const NAMED: usize = 8;

/// What the site is made of.
pub struct Site<'a> {
    /// The corpus.
    pub corpus: &'a Corpus,
    /// The published results, each by its implementation.
    pub implementations: &'a [Answers],
    /// The errata, as HTML of our own.
    pub errata: String,
    /// The figures of quality: a heading, and a text as it stands.
    pub quality: Vec<(String, String)>,
}

#[derive(Default, Clone, Copy)]
struct Score {
    passed: usize,
    asked: usize,
}

impl Score {
    fn add(&mut self, status: Status) {
        self.asked += usize::from(status != Status::Skip);
        self.passed += usize::from(status == Status::Pass);
    }

    fn class(self) -> &'static str {
        match self {
            Score { asked: 0, .. } => "",
            Score { passed, asked } if passed == asked => "pass",
            Score { passed, asked } if passed * 2 < asked => "fail",
            Score { .. } => "part",
        }
    }
}

impl<'a> Site<'a> {
    /// Gives every file of the site to `put`, with its path in it.
    ///
    /// # Errors
    ///
    /// The first of `put`.
    pub fn write<E>(&self, mut put: impl FnMut(&str, &str) -> Result<(), E>) -> Result<(), E> {
        let templates = Templates::new();
        let page = |template: &str, root: &str, title: &str, own: Value| {
            let frame = context! {
                title => title,
                root => root,
                specifications => self.specifications(),
                crivet => env!("CARGO_PKG_VERSION"),
                corpus => crivet_vectors::VERSION,
                ..own
            };
            templates.render(template, frame)
        };
        put("style.css", STYLE)?;
        put("search.js", include_str!("templates/site-search.js"))?;
        put("index.js", &self.index())?;
        put("search.html", &page("site-search.html", "", "Search", context! {}))?;
        put("index.html", &page("site-index.html", "", "Implementations", self.front()))?;
        put("rulings.html", &page("site-rulings.html", "", "Rulings", self.rulings()))?;
        let errata = context! { html => Value::from_safe_string(self.errata.clone()) };
        put("errata.html", &page("site-text.html", "", "Errata", errata))?;
        let heading = Value::from_safe_string("<h1>Quality</h1>".to_owned());
        let quality = context! { html => heading, parts => self.quality.clone() };
        put("quality.html", &page("site-text.html", "", "Quality", quality))?;
        let used = self.vectors_by_requirement();
        for name in self.specifications() {
            let own = self.specification(&name, &used);
            put(&format!("specifications/{name}.html"), &page("site-specification.html", "../", &name, own))?;
        }
        for answers in self.implementations {
            let (own, total) = self.implementation(answers);
            let name = &answers.name;
            let path = |ending: &str| format!("implementations/{name}.{ending}");
            put(&path("html"), &page("site-implementation.html", "../", name, own))?;
            put(&path("svg"), &badge(total))?;
            let result = json!({
                "implementation": name, "passed": total.passed, "asked": total.asked,
                "corpus": crivet_vectors::VERSION,
            });
            put(&path("json"), &foreign::json(&result))?;
        }
        for vector in &self.corpus.vectors {
            let own = self.vector(vector);
            put(&format!("vectors/{}.html", vector.id), &page("site-vector.html", "../", &vector.id, own))?;
        }
        Ok(())
    }

    /// The inventories that have requirements, by name.
    fn specifications(&self) -> Vec<String> {
        let own = |one: &Requirement| one.inventory().to_owned();
        let mut names: Vec<String> = self.corpus.requirements.values().map(own).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// What the search reads: a script, since a page from a folder may load nothing else.
    fn index(&self) -> String {
        let line = |vector: &Vector| {
            let rests_on = vector.requirements.iter().chain(&vector.rulings).map(String::as_str);
            json!([
                vector.id,
                vector.title,
                vector.operation.name().name(),
                rests_on.collect::<Vec<_>>().join(" ")
            ])
        };
        let lines: Vec<_> = self.corpus.vectors.iter().map(line).collect();
        format!("const VECTORS = {};\n", foreign::inert_json(&json!(lines).to_string()))
    }

    /// What an implementation was given for a vector, by profile.
    fn given(answers: &Answers, vector: &Vector) -> Vec<(Profile, Status)> {
        let given = vector
            .profiles
            .iter()
            .filter_map(|profile| answers.given(*profile, &vector.id).map(|given| (*profile, given.status)));
        given.collect()
    }

    fn front(&self) -> Value {
        let scores: Vec<BTreeMap<OperationName, Score>> =
            self.implementations.iter().map(|answers| self.scores(answers)).collect();
        let rows: Vec<Value> = OperationName::ALL
            .into_iter()
            .filter(|name| scores.iter().any(|one| one.contains_key(name)))
            .map(|name| {
                let cells: Vec<Value> = scores
                    .iter()
                    .map(|one| {
                        let score = one.get(&name).copied().unwrap_or_default();
                        context! { passed => score.passed, asked => score.asked, class => score.class() }
                    })
                    .collect();
                context! { name => name.name(), cells => cells }
            })
            .collect();
        let names: Vec<String> = self.implementations.iter().map(|one| one.name.clone()).collect();
        context! { implementations => names, rows => rows, vectors => self.corpus.vectors.len() }
    }

    fn scores(&self, answers: &Answers) -> BTreeMap<OperationName, Score> {
        let mut scores: BTreeMap<OperationName, Score> = BTreeMap::new();
        for vector in &self.corpus.vectors {
            for (_, status) in Self::given(answers, vector).into_iter().filter(|one| one.1 != Status::Skip) {
                scores.entry(vector.operation.name()).or_default().add(status);
            }
        }
        scores
    }

    /// The page of an implementation, and its score in all. Published results have verdicts and no answers, so that
    /// failures stand by their subject: the file that the vectors are in.
    fn implementation(&self, answers: &Answers) -> (Value, Score) {
        let mut causes: BTreeMap<(OperationName, &str), Vec<&str>> = BTreeMap::new();
        for vector in &self.corpus.vectors {
            let bad = |status| matches!(status, Status::Fail | Status::Error | Status::Expected);
            if Self::given(answers, vector).into_iter().any(|(_, status)| bad(status)) {
                causes.entry((vector.operation.name(), subject(vector))).or_default().push(&vector.id);
            }
        }
        let scores = self.scores(answers);
        let mut total = Score::default();
        let operations: Vec<Value> = scores
            .into_iter()
            .map(|(name, score)| {
                total.passed += score.passed;
                total.asked += score.asked;
                let mut own: Vec<_> =
                    causes.iter().filter(|((operation, _), _)| *operation == name).collect();
                own.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
                let cause = |((_, subject), ids): (&(OperationName, &str), &Vec<&str>)| {
                    context! {
                        subject => subject.replace('-', " "), count => ids.len(), ids => owned(ids, NAMED),
                        more => ids.len().saturating_sub(NAMED),
                    }
                };
                let own: Vec<Value> = own.into_iter().map(cause).collect();
                context! { name => name.name(), passed => score.passed, asked => score.asked, causes => own }
            })
            .collect();
        let own = context! {
            name => answers.name.as_str(), passed => total.passed, asked => total.asked, operations => operations,
        };
        (own, total)
    }

    fn rulings(&self) -> Value {
        let mut rulings: Vec<_> = self.corpus.rulings.values().collect();
        rulings.sort_by_key(|one| number(&one.id));
        let rulings: Vec<Value> = rulings
            .into_iter()
            .map(|one| {
                let profiles: Vec<_> = one.profiles.iter().map(|profile| profile.name()).collect();
                context! {
                    id => one.id.as_str(), slug => one.slug.as_str(), profiles => profiles.join(", "),
                    question => one.question.trim(), ruling => one.ruling.trim(),
                }
            })
            .collect();
        context! { rulings => rulings }
    }

    fn vectors_by_requirement(&self) -> BTreeMap<&'a str, Vec<&'a str>> {
        let mut used: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for vector in &self.corpus.vectors {
            for id in &vector.requirements {
                used.entry(id).or_default().push(&vector.id);
            }
        }
        used
    }

    fn specification(&self, name: &str, used: &BTreeMap<&str, Vec<&str>>) -> Value {
        let own = self.corpus.requirements.values().filter(|one| one.inventory() == name);
        let mut requirements: Vec<&Requirement> = own.collect();
        requirements.sort_by_key(|one| &one.source);
        let address =
            requirements.iter().find_map(|one| one.profile()).map(|one| place::document(one.document()));
        let sections: Vec<Value> = requirements
            .chunk_by(|one, two| one.section() == two.section())
            .map(|chunk| {
                let items: Vec<Value> = chunk
                    .iter()
                    .map(|one| {
                        let ids = used.get(one.id.as_str()).map(Vec::as_slice).unwrap_or_default();
                        context! {
                            id => one.id.as_str(), level => one.level.name(), text => one.text.as_str(),
                            untestable => one.untestable.as_deref(), count => ids.len(), ids => owned(ids, 3),
                        }
                    })
                    .collect();
                context! {
                    name => section(chunk[0].section()),
                    address => place::of(chunk[0]).map(|place| place.address()),
                    requirements => items,
                }
            })
            .collect();
        context! { name => name, requirements => requirements.len(), sections => sections, address => address }
    }

    fn vector(&self, vector: &Vector) -> Value {
        let mut values: Vec<(&'static str, String)> = describe::arguments(&vector.operation)
            .into_iter()
            .map(|(name, shown)| (name, clipped(shown.text)))
            .collect();
        values.extend(vector.expect.iter().enumerate().map(|(index, accepted)| {
            (if index == 0 { "accepted" } else { "or" }, clipped(describe::accepted(accepted).text))
        }));
        let requirements = vector.requirements.iter().filter_map(|id| self.corpus.requirements.get(id));
        let requirements: Vec<Value> = requirements
            .map(|one| {
                context! {
                    id => one.id.as_str(), text => one.text.as_str(), page => one.inventory(),
                    place => place::of(one).map(|place| (place.to_string(), place.address())),
                }
            })
            .collect();
        let rulings = vector.rulings.iter().filter_map(|id| self.corpus.rulings.get(id));
        let rulings: Vec<Value> =
            rulings.map(|one| context! { id => one.id.as_str(), name => one.name() }).collect();
        let answers: Vec<Value> = self
            .implementations
            .iter()
            .filter(|answers| !Self::given(answers, vector).is_empty())
            .map(|answers| {
                let status = |profile: &Profile| {
                    answers.given(*profile, &vector.id).map_or("–", |given| given.status.name())
                };
                context! { name => answers.name.as_str(), statuses => vector.profiles.iter().map(status).map(str::to_owned).collect::<Vec<_>>() }
            })
            .collect();
        let profiles: Vec<&str> = vector.profiles.iter().map(|profile| profile.name()).collect();
        context! {
            id => vector.id.as_str(), title_text => vector.title.as_str(), operation => vector.operation.name().name(),
            profiles => profiles.join(", "), profile_list => owned(&profiles, profiles.len()), strength => vector.strength.name(),
            values => values, note => vector.note.as_deref().map(str::trim), requirements => requirements,
            rulings => rulings, answers => answers, source => vector.source.to_string(),
        }
    }
}

/// The first of them.
fn owned(texts: &[&str], most: usize) -> Vec<String> {
    texts.iter().take(most).map(|text| (*text).to_owned()).collect()
}

/// What the vector's file is about, as it is called.
fn subject(vector: &Vector) -> &str {
    let file = vector.source.file.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.strip_prefix("generated-").unwrap_or(stem)
}

fn clipped(text: String) -> String {
    match text.char_indices().nth(2_000) {
        Some((index, _)) => format!("{}…", &text[..index]),
        None => text,
    }
}

/// A badge: how much of what was asked passes.
fn badge(Score { passed, asked }: Score) -> String {
    let text = format!("{passed}/{asked}");
    let colour = if passed == asked {
        "#14662f"
    } else if passed * 10 >= asked * 9 {
        "#7a5c00"
    } else {
        "#b1201b"
    };
    let width = 12 + 7 * text.len();
    let whole = 48 + width;
    let middle = 48 + width / 2;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"20\" role=\"img\" aria-label=\"crivet: {text}\">\
         <title>crivet: {text}</title><rect width=\"{whole}\" height=\"20\" rx=\"3\" fill=\"{colour}\"/>\
         <rect width=\"48\" height=\"20\" rx=\"3\" fill=\"#3d444d\"/>\
         <g fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\
         <text x=\"24\" y=\"14\">crivet</text><text x=\"{middle}\" y=\"14\">{text}</text></g></svg>\n"
    )
}
