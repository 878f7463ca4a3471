//! `tests.csv`: one row a test, the base first.

use std::collections::BTreeSet;

use csv::{ReaderBuilder, StringRecord};

use super::row::{Row, Rows};
use super::{ImportError, Imported, ROW_LIMIT};
use crate::feature::Feature;

/// The columns, and what else the last of them is called in the wild.
const COLUMNS: [&str; 10] = [
    "type",
    "uri",
    "cri",
    "red",
    "resolved_uri",
    "resolved_cri",
    "cri_hex",
    "resolved_cri_hex",
    "comment",
    "features_needed",
];
const MISSPELT: &str = "features_neeeded";

/// Where each column stands.
struct Header([Option<usize>; COLUMNS.len()]);

pub(super) fn read(name: &str, text: &str) -> Result<Imported, ImportError> {
    let mut reader =
        ReaderBuilder::new().delimiter(b';').quote(b'|').flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| broken(1, &error))?.clone();
    let columns = header.len();
    let header = Header::new(&header)?;
    let mut rows = Rows::new(name);
    let mut first = true;
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|error| {
            broken(error.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1)), &error)
        })?;
        let line = record.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1));
        if index >= ROW_LIMIT {
            return Err(ImportError { line, message: format!("more than {ROW_LIMIT} rows") });
        }
        if record.len() > columns {
            rows.remark(
                line,
                format!("{} cells under {columns} columns; the row is not asked", record.len()),
            );
            continue;
        }
        let kind = header.cell(&record, "type");
        if first && kind != "base" {
            let message = format!("the first row is of type `base`, and here of `{kind}`");
            return Err(ImportError { line, message });
        }
        let row = row(&mut rows, &header, &record, line);
        match kind {
            "base" if first => rows.base(&row)?,
            "rt" | "red" | "only-cri-ref" => rows.add(&row),
            _ => rows.remark(line, format!("unknown type `{kind}`; the row is not asked")),
        }
        first = false;
    }
    match first {
        true => Err(ImportError { line: 1, message: "no rows".to_owned() }),
        false => Ok(rows.finish()),
    }
}

fn row(rows: &mut Rows, header: &Header, record: &StringRecord, line: usize) -> Row {
    let cell = |name| header.cell(record, name);
    let given = |name| Some(cell(name)).filter(|text| !text.is_empty()).map(ToOwned::to_owned);
    let kind = cell("type");
    // The empty text is a URI reference; only a row that need not have a URI says by it that it has none.
    let uri = if kind == "only-cri-ref" { given("uri") } else { Some(cell("uri").to_owned()) };
    let uri_from_cri =
        if kind == "red" { Some(cell("red").to_owned()) } else { given("red").or(uri.clone()) };
    Row {
        number: line,
        line,
        from_uri: kind != "only-cri-ref",
        cri: rows.bytes(line, "cri", cell("cri"), cell("cri_hex")),
        uri_from_cri,
        resolved_cri: rows.bytes(line, "resolved_cri", cell("resolved_cri"), cell("resolved_cri_hex")),
        resolved_uri: given("resolved_uri"),
        features: features(rows, line, cell("features_needed")),
        note: given("comment"),
        invalid: false,
        uri,
    }
}

fn features(rows: &mut Rows, line: usize, names: &str) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for name in names.split(|c: char| c == ',' || c.is_whitespace()).filter(|name| !name.is_empty()) {
        match name.replace('_', "-").parse() {
            Ok(feature) => {
                features.insert(feature);
            }
            Err(error) => rows.remark(line, format!("{error}; the row is asked as if it were not named")),
        }
    }
    features
}

impl Header {
    fn new(record: &StringRecord) -> Result<Header, ImportError> {
        let header = Header(COLUMNS.map(|name| {
            record.iter().position(|found| {
                // A byte-order mark is no part of the first name.
                let found = found.trim_start_matches('\u{feff}').trim();
                found == name || name == "features_needed" && found == MISSPELT
            })
        }));
        match ["type", "uri", "cri"].into_iter().find(|name| header.place(name).is_none()) {
            Some(name) => {
                let message =
                    format!("no column `{name}`; expected a first line such as {}", COLUMNS.join(";"));
                Err(ImportError { line: 1, message })
            }
            None => Ok(header),
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        COLUMNS.iter().position(|column| *column == name).and_then(|index| self.0[index])
    }

    /// What stands in a column; nothing where the row ends before it.
    fn cell<'a>(&self, record: &'a StringRecord, name: &str) -> &'a str {
        self.place(name).and_then(|place| record.get(place)).unwrap_or_default()
    }
}

fn broken(line: usize, error: &csv::Error) -> ImportError {
    ImportError { line, message: format!("no CSV: {error}") }
}
