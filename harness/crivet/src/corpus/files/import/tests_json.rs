//! `tests.json`: a base, and a list of tests.

use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::row::{Row, Rows};
use super::{ImportError, Imported, ROW_LIMIT};

/// The file. Members that are not known are passed over.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct File<'a> {
    #[serde(borrow)]
    base_uri: Option<&'a RawValue>,
    base_cri: String,
    /// As they are written, so that each one's line can be told.
    #[serde(borrow)]
    test_vectors: Vec<&'a RawValue>,
}

/// One test.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Test {
    uri: Option<String>,
    cri: Option<String>,
    uri_from_cri: Option<String>,
    resolved_cri: Option<String>,
    resolved_uri: Option<String>,
    description: Option<String>,
    /// Why it is invalid, or whether.
    invalid: Option<Json>,
}

pub(super) fn read(name: &str, text: &str) -> Result<Imported, ImportError> {
    let file: File<'_> = serde_json::from_str(text).map_err(|error| ImportError {
        line: error.line().max(1),
        message: format!("no tests.json: {error}"),
    })?;
    if file.test_vectors.len() > ROW_LIMIT {
        return Err(ImportError { line: 1, message: format!("more than {ROW_LIMIT} tests") });
    }
    let mut rows = Rows::new(name);
    let mut lines = Lines { text, offset: 0, line: 1 };
    let line = file.base_uri.map_or(1, |raw| lines.of(raw));
    let base_uri: Option<String> = match file.base_uri.map(|raw| serde_json::from_str(raw.get())) {
        None => None,
        Some(Ok(uri)) => uri,
        Some(Err(_)) => {
            return Err(ImportError { line, message: "`base-uri` is not a text".to_owned() });
        }
    };
    let cri = bytes(&mut rows, line, "base-cri", Some(&file.base_cri));
    rows.base(&Row {
        line,
        from_uri: true,
        cri,
        uri_from_cri: base_uri.clone(),
        uri: base_uri,
        ..Row::default()
    })?;
    lines = Lines { text, offset: 0, line: 1 };
    for (index, raw) in file.test_vectors.iter().enumerate() {
        let line = lines.of(raw);
        match serde_json::from_str::<Test>(raw.get()) {
            Ok(test) => {
                let row = row(&mut rows, index + 1, line, test);
                rows.add(&row);
            }
            Err(error) => {
                // The line it gives is that within the test.
                let error = error.to_string();
                let what = error.split(" at line ").next().unwrap_or_default();
                rows.remark(line, format!("no test, and not asked: {what}"));
            }
        }
    }
    Ok(rows.finish())
}

fn row(rows: &mut Rows, number: usize, line: usize, test: Test) -> Row {
    let invalid = !matches!(test.invalid, None | Some(Json::Null | Json::Bool(false)));
    let why = test.invalid.as_ref().and_then(Json::as_str).map(ToOwned::to_owned);
    let note: Vec<String> = test.description.into_iter().chain(why).collect();
    Row {
        number,
        line,
        uri: test.uri,
        from_uri: true,
        cri: bytes(rows, line, "cri", test.cri.as_deref()),
        uri_from_cri: test.uri_from_cri,
        resolved_cri: bytes(rows, line, "resolved-cri", test.resolved_cri.as_deref()),
        resolved_uri: test.resolved_uri,
        note: (!note.is_empty()).then(|| note.join(": ")),
        invalid,
        ..Row::default()
    }
}

/// Hex, as the format has it; what starts with a bracket is notation.
fn bytes(rows: &mut Rows, line: usize, name: &str, text: Option<&str>) -> Option<Vec<u8>> {
    let text = text?;
    match text.trim_start().starts_with('[') {
        true => rows.bytes(line, name, text, ""),
        false => rows.bytes(line, name, "", text),
    }
}

/// Lines of places in a text that are asked for in their order.
struct Lines<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line where a part of the text starts.
    fn of(&mut self, part: &RawValue) -> usize {
        // The part was borrowed from the text, so the difference of their addresses is its place.
        let offset = (part.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        if let Some(between) = self.text.get(self.offset..offset) {
            self.line += between.bytes().filter(|byte| *byte == b'\n').count();
            self.offset = offset;
        }
        self.line
    }
}
