//! `cargo xtask codegen corpus` and `schemas`: see [`corpus`] and [`schemas`]. `cargo xtask codegen vectors`: the vectors
//! that are made by rule. They
//! stand beside those written by hand, in files of their own: `vectors/FAMILY/OPERATION/generated-TOPIC.yaml`.
//!
//! Each rule is a transcription of the text it stands on, and uses neither the reference implementation nor the
//! judge: the two check what comes out here. What a hand-written vector asks already is not asked again.

mod addresses;
mod cbor;
mod characters;
mod coap;
mod combinations;
mod cover;
mod corpus;
mod heads;
mod later;
mod lengths;
mod equivalence;
mod positions;
mod resolution;
mod schemas;
mod schemes;
mod sketch;
mod truncation;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Subcommand;
use crivet::corpus::Corpus;
use crivet::operation::Operation;
use crivet::profile::Profile;
use crivet::vector::Vector;
use similar::TextDiff;

use crate::files;

use sketch::Sketch;
pub(crate) use sketch::scalar;

/// Make the generated files
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The files to make [default: all of them]
    #[command(subcommand)]
    what: Option<What>,
    /// Change nothing; fail if a committed file is out of date
    #[arg(long, global = true)]
    check: bool,
}

#[derive(Subcommand)]
enum What {
    /// The files of vectors whose names start with `generated-`
    Vectors(VectorArguments),
    /// The corpus in one file, which programs embed: vectors/corpus.jsonl
    Corpus,
    /// The JSON Schemas under vectors/
    Schemas,
}

#[derive(Default, clap::Args)]
struct VectorArguments {
    /// List the hand-written vectors that ask the same, and those whose answers are written differently
    #[arg(long)]
    compare: bool,
    /// The folder to write to, in place of vectors
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
}

/// A file to be made: its path below `vectors/`, what it is about, and what is in it.
struct Topic {
    path: &'static str,
    about: &'static str,
    sketches: Vec<Sketch>,
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let check = arguments.check;
    match &arguments.what {
        Some(What::Vectors(arguments)) => vectors(arguments, check),
        Some(What::Corpus) => corpus::main(check),
        Some(What::Schemas) => schemas::main(check),
        None => {
            vectors(&VectorArguments::default(), check)?;
            corpus::main(check)?;
            schemas::main(check)
        }
    }
}

fn vectors(arguments: &VectorArguments, check: bool) -> Result<()> {
    let vectors = crate::files::root().join("vectors");
    let by_hand = Corpus::read_inventories(&vectors)?.read_with(&vector_files(&vectors, false)?)?;
    let mut asked = Asked::new(&by_hand.vectors);
    let folder = arguments.to.clone().unwrap_or_else(|| vectors.clone());
    let mut stale = false;
    let topics = topics();
    left_over(&folder, &topics)?;
    for topic in topics {
        let made = topic.sketches.len();
        let (kept, text) = asked.write(topic, &by_hand, arguments.compare)?;
        let committed = fs::read_to_string(vectors.join(kept.path)).unwrap_or_default();
        let text = later::kept(text, &committed)?;
        let Written { path, count } = kept;
        let current = publish(&folder.join(path), &text, check)?;
        println!(
            "{path}: {count} vectors, {} asked already{}",
            made - count,
            if current { "" } else { ", not current" }
        );
        stale |= !current;
    }
    ensure!(
        !stale,
        "the generated files under vectors/ are not current; `cargo xtask codegen vectors` makes them anew"
    );
    Ok(())
}

/// Does a file's name say that its vectors are generated?
fn is_generated(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("generated-"))
}

/// The files of vectors, `FAMILY/OPERATION/TOPIC.yaml`, that are generated, or that are not, sorted.
pub(crate) fn vector_files(vectors: &Path, generated: bool) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for family in folders(vectors)? {
        for operation in folders(&family)? {
            for entry in fs::read_dir(operation)? {
                let path = entry?.path();
                if path.extension().is_some_and(|ending| ending == "yaml") && is_generated(&path) == generated
                {
                    files.push(path);
                }
            }
        }
    }
    files.sort();
    Ok(files)
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    Ok(folders)
}

fn topics() -> Vec<Topic> {
    let topic = |path, about, sketches| Topic { path, about, sketches };
    vec![
        topic(
            "href/resolve/generated-shapes.yaml",
            "Reference resolution (anchor `reference-resolution`): reference shape by base shape by discard.",
            resolution::sketches(),
        ),
        topic(
            "href/resolve/generated-authorities.yaml",
            "Reference resolution: the parts of authorities, each choice with each choice for all else.",
            resolution::authorities(),
        ),
        topic(
            "href/relativize/generated-shapes.yaml",
            "Relativization (anchor `cri-references`): what base and target share by what the target changes.",
            resolution::relative::sketches(),
        ),
        topic(
            "href/cri-to-uri/generated-characters.yaml",
            "Single ASCII characters in every component, converted to a URI (anchor `cri-to-uri`).",
            characters::to_uri(),
        ),
        topic(
            "href/uri-to-cri/generated-characters.yaml",
            "Single ASCII characters, plain in every component of a URI.",
            characters::from_uri_plain(),
        ),
        topic(
            "href/uri-to-cri/generated-percent-encoding.yaml",
            "Single ASCII characters, percent-encoded in every component of a URI.",
            characters::from_uri_escaped(),
        ),
        topic(
            "href/decode/generated-combinations.yaml",
            "Full CRIs in which every two choices for their parts occur together.",
            combinations::decoded(),
        ),
        topic(
            "href/cri-to-uri/generated-combinations.yaml",
            "CRIs in which every two choices for their parts occur together, converted to URIs (anchor `cri-to-uri`).",
            combinations::to_uri(),
        ),
        topic(
            "href/uri-to-cri/generated-combinations.yaml",
            "URIs in which every two choices for their parts occur together.",
            combinations::from_uri(),
        ),
        topic(
            "href/equivalent/generated-combinations.yaml",
            "Two CRIs that differ in one part, with every choice for each other part beside it (anchor `cri-comparison`).",
            combinations::equivalent(),
        ),
        topic(
            "href/decode/generated-lengths.yaml",
            "Lengths around those at which a CBOR head grows: 23 to 24, 255 to 256, and for numbers 65535 to 65536.",
            lengths::decoded(),
        ),
        topic(
            "href/scan/generated-lengths.yaml",
            "Lengths around the last at which a CBOR head grows that a CRI can be expected to have: 65535 to 65536.",
            lengths::scanned(),
        ),
        topic(
            "href/cri-to-uri/generated-scheme-numbers.yaml",
            "Every row of the tables of scheme numbers (anchors `tab-numbers` of 13, `sec-numbers` of 27).",
            schemes::sketches(),
        ),
        topic(
            "href/cri-to-uri/generated-ipv4.yaml",
            "IPv4 addresses: every octet there is.",
            addresses::ipv4_to_uri(),
        ),
        topic(
            "href/uri-to-cri/generated-ipv4.yaml",
            "IPv4 addresses: every octet there is.",
            addresses::ipv4_from_uri(),
        ),
        topic(
            "href/cri-to-uri/generated-ipv6.yaml",
            "IPv6 addresses as text, in the form of RFC 5952, section 4.",
            addresses::to_uri(),
        ),
        topic(
            "href/uri-to-cri/generated-ipv6.yaml",
            "The text forms of IPv6 addresses: RFC 3986's grammar of RFC 4291, section 2.2.",
            addresses::from_uri(),
        ),
        topic(
            "coap/uri-to-coap/generated-ports.yaml",
            "Schemes of CoAP by hosts by ports (RFC 7252, section 6.4; RFC 8323, section 8.6).",
            coap::decomposed(),
        ),
        topic(
            "coap/coap-to-uri/generated-ports.yaml",
            "Schemes of CoAP by hosts by ports (RFC 7252, section 6.5; RFC 8323, section 8.7).",
            coap::composed(),
        ),
        topic(
            "href/decode/generated-heads.yaml",
            "Heads whose additional information is reserved or announces an indefinite length, or whose major type is another.",
            heads::sketches(),
        ),
        topic(
            "href/equivalent/generated-lengths.yaml",
            "Equivalence (anchor `comparison`): differences behind the lengths of buffers and counters.",
            equivalence::sketches(),
        ),
        topic(
            "href/decode/generated-truncation.yaml",
            "Two examples, cut off at every byte.",
            truncation::sketches(),
        ),
        topic(
            "href/decode/generated-positions.yaml",
            "Every major type and kind of simple value, in every position of a full CRI and of references.",
            positions::sketches(),
        ),
    ]
}

/// What has been asked, of which profile, and by which vector.
struct Asked(HashMap<(Profile, Operation), Vector>);

struct Written {
    path: &'static str,
    count: usize,
}

impl Asked {
    fn new(vectors: &[Vector]) -> Asked {
        let mut asked = Asked(HashMap::new());
        // A sequence asks something else than its last step alone.
        vectors.iter().filter(|vector| !vector.is_sequence()).for_each(|vector| asked.add(vector));
        asked
    }

    fn add(&mut self, vector: &Vector) {
        for &profile in &vector.profiles {
            self.0.entry((profile, vector.operation.clone())).or_insert_with(|| vector.clone());
        }
    }

    /// The file of a topic, with nothing in it that has been asked.
    fn write(&mut self, topic: Topic, inventories: &Corpus, compare: bool) -> Result<(Written, String)> {
        // Read back, each vector says what it asks; errors show here, before anything is written.
        let whole: String = topic.sketches.iter().map(Sketch::yaml).collect();
        let read = inventories.parse_with(topic.path, &whole)?.vectors;
        ensure!(read.len() == topic.sketches.len(), "{}: a vector went missing", topic.path);
        let mut text = format!(
            "# Generated by `cargo xtask codegen vectors`, from rules that use no implementation; never changed by hand.\n\
             # {}\n",
            topic.about
        );
        let mut count = 0;
        for (mut sketch, vector) in topic.sketches.into_iter().zip(&read) {
            let earlier = |profile: Profile| self.0.get(&(profile, vector.operation.clone()));
            if compare {
                sketch
                    .profiles
                    .iter()
                    .filter_map(|&profile| earlier(profile))
                    .for_each(|other| tell(vector, other));
            }
            sketch.profiles.retain(|&profile| earlier(profile).is_none());
            self.add(vector);
            if !sketch.profiles.is_empty() {
                count += 1;
                text.push('\n');
                text.push_str(&sketch.yaml());
            }
        }
        Ok((Written { path: topic.path, count }, text))
    }
}

/// Says that a question has been asked by another vector, and whether the answers are written the same.
fn tell(vector: &Vector, other: &Vector) {
    let answers = |vector: &Vector| {
        let mut answers: Vec<_> =
            vector.expect.iter().map(|accepted| format!("{:?}", accepted.outcome)).collect();
        answers.sort();
        answers
    };
    let same = answers(vector) == answers(other) && vector.strength == other.strength;
    println!(
        "{} is asked by {}, answers {}",
        vector.id,
        other.id,
        if same { "the same" } else { "OTHERWISE" }
    );
}

/// Refuses a file named as generated that nothing makes: its vectors would never be current.
fn left_over(vectors: &Path, topics: &[Topic]) -> Result<()> {
    if vectors.exists() {
        for file in vector_files(vectors, true)? {
            let made = topics.iter().any(|topic| file == vectors.join(topic.path));
            ensure!(made, "{} is not a generated file", file.display());
        }
    }
    Ok(())
}

/// Writes a file whole, or compares it with the committed one. False if that one is not current.
fn publish(path: &Path, text: &str, check: bool) -> Result<bool> {
    if check {
        let committed = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        if committed != text {
            let difference =
                TextDiff::from_lines(committed.as_str(), text).unified_diff().context_radius(0).to_string();
            difference
                .lines()
                .take(20)
                .for_each(|line| println!("{}", line.chars().take(120).collect::<String>()));
        }
        return Ok(committed == text);
    }
    files::write(path, text)?;
    Ok(true)
}
