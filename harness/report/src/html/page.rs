//! The frame of every page: one file, its own style and script, and a policy that lets nothing else in.

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, HtmlEscape, Value, context, escape_formatter};
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter};
use sha2::{Digest, Sha256};

use crivet::foreign;

pub(crate) const STYLE: &str = include_str!("../templates/style.css");
const SHARED: &str = include_str!("../templates/shared.js");

/// The templates, by name.
const TEMPLATES: [(&str, &str); 16] = [
    ("campaign.html", include_str!("../templates/campaign.html")),
    ("compare.html", include_str!("../templates/compare.html")),
    ("costs.html", include_str!("../templates/costs.html")),
    ("page.html", include_str!("../templates/page.html")),
    ("parts.html", include_str!("../templates/parts.html")),
    ("run.html", include_str!("../templates/run.html")),
    ("mutation-score.html", include_str!("../templates/mutation-score.html")),
    ("specification.html", include_str!("../templates/specification.html")),
    ("site.html", include_str!("../templates/site.html")),
    ("site-implementation.html", include_str!("../templates/site-implementation.html")),
    ("site-index.html", include_str!("../templates/site-index.html")),
    ("site-rulings.html", include_str!("../templates/site-rulings.html")),
    ("site-search.html", include_str!("../templates/site-search.html")),
    ("site-specification.html", include_str!("../templates/site-specification.html")),
    ("site-text.html", include_str!("../templates/site-text.html")),
    ("site-vector.html", include_str!("../templates/site-vector.html")),
];

/// The scripts, by name; each comes behind what they share.
const SCRIPTS: [(&str, &str); 5] = [
    ("campaign.js", include_str!("../templates/campaign.js")),
    ("compare.js", include_str!("../templates/compare.js")),
    ("run.js", include_str!("../templates/run.js")),
    ("mutation-score.js", include_str!("../templates/mutation-score.js")),
    ("specification.js", include_str!("../templates/specification.js")),
];

/// What a page is made of.
pub(crate) struct Page<'a, D> {
    /// The name of its template.
    pub(crate) template: &'static str,
    /// The name of its script.
    pub(crate) script: &'static str,
    /// The title of the document.
    pub(crate) title: &'a str,
    /// What the script makes its list of.
    pub(crate) data: &'a D,
    /// What the template shows.
    pub(crate) context: Value,
}

/// The page as a document.
pub(crate) fn write<D: Serialize>(page: &Page<'_, D>) -> String {
    let script = SCRIPTS.iter().find(|(name, _)| *name == page.script).map_or("", |(_, script)| script);
    let script = format!("\"use strict\";\n{SHARED}\n{script}");
    let own = context! {
        title => page.title,
        style_hash => hash(STYLE),
        script_hash => hash(&script),
        style => Value::from_safe_string(STYLE.to_owned()),
        script => Value::from_safe_string(script),
        data => Value::from_safe_string(embedded(page.data)),
        ..page.context.clone()
    };
    Templates::new().render(page.template, own)
}

/// The templates of this program, read.
pub(crate) struct Templates(Environment<'static>);

impl Templates {
    pub(crate) fn new() -> Self {
        match environment() {
            Ok(environment) => Templates(environment),
            Err(error) => unreachable!("a template of this program: {error:#}"),
        }
    }

    /// The document that a template makes of what it shows.
    pub(crate) fn render(&self, name: &str, context: Value) -> String {
        match self.0.get_template(name).and_then(|template| template.render(context)) {
            Ok(document) => document,
            // The templates are part of this program, and every page of theirs is in the tests.
            Err(error) => unreachable!("a template of this program: {error:#}"),
        }
    }
}

fn environment() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    environment.set_syntax(syntax.build()?);
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => escape_formatter(out, state, &Value::from(foreign::lines(text))),
        _ => escape_formatter(out, state, value),
    });
    environment.add_filter("ticks", ticks);
    for (name, template) in TEMPLATES {
        environment.add_template(name, template)?;
    }
    Ok(environment)
}

/// Our own words, in which backticks make code.
fn ticks(text: &str) -> Value {
    let escaped = HtmlEscape(&foreign::lines(text)).to_string();
    let parts: Vec<&str> = escaped.split('`').collect();
    let mut html = String::new();
    for (index, part) in parts.iter().enumerate() {
        match (index % 2, index + 1 < parts.len()) {
            (0, _) => html.push_str(part),
            (_, true) => html.extend(["<code>", part, "</code>"]),
            (_, false) => html.extend(["`", part]),
        }
    }
    Value::from_safe_string(html)
}

/// A source of the page's policy: the one text it lets through.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// JSON that can stand in a script element: no character in it means anything to HTML, and what the script shows of it
/// is inert.
fn embedded(data: &impl Serialize) -> String {
    let mut json = Vec::new();
    // Writing to memory cannot fail, and the data has names for members alone.
    let _ = data.serialize(&mut Serializer::with_formatter(&mut json, Inert));
    String::from_utf8_lossy(&json).replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Strings as the page shows them.
struct Inert;

impl Formatter for Inert {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        writer.write_all(foreign::line(text).replace('\\', "\\\\").as_bytes())
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        let control = match escape {
            CharEscape::AsciiControl(byte) => char::from(byte),
            CharEscape::Backspace => '\u{8}',
            CharEscape::FormFeed => '\u{c}',
            CharEscape::CarriageReturn => '\r',
            CharEscape::Tab => '\t',
            other => return CompactFormatter.write_char_escape(writer, other),
        };
        self.write_string_fragment(writer, control.encode_utf8(&mut [0; 4]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_make_code_of_escaped_text() {
        let html = |text: &str| ticks(text).to_string();
        assert_eq!(html("a `<b>` c"), "a <code>&lt;b&gt;</code> c");
        assert_eq!(html("a `b"), "a `b");
        assert_eq!(html("<i>"), "&lt;i&gt;");
    }

    #[test]
    fn no_data_ends_its_script_element() {
        let hostile = ["</script><script>alert(1)</script>", "<!-- <script>", "]]>&amp;\u{2028}\u{0}"];
        let text = embedded(&hostile);
        assert!(!text.contains(['<', '>', '&']), "{text}");
        let inert = hostile.map(foreign::lines);
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), inert);
    }
}
