//! What was found: files of libFuzzer's, or a case as `crivet fuzz` prints it.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use crivet::profile::Profile;
use crivet_fuzz::fuzz::AnyOracle;

/// The most bytes an artifact has: many times what a target is given.
const LIMIT: u64 = 1 << 20;

/// What was found.
#[derive(clap::Args)]
pub(super) struct Found {
    /// Artifacts that libFuzzer wrote: artifacts/TARGET/crash-…
    #[arg(value_name = "ARTIFACT", required_unless_present = "case")]
    artifacts: Vec<PathBuf>,
    /// The target of the artifacts, if their folder does not have its name
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
    /// The oracle of a finding of `crivet fuzz`
    #[arg(long, value_name = "NAME", requires = "case")]
    oracle: Option<String>,
    /// Its profile
    #[arg(long, requires = "case")]
    profile: Option<Profile>,
    /// Its case, the JSON behind `--replay`
    #[arg(long, value_name = "JSON", alias = "replay", requires_all = ["oracle", "profile"], conflicts_with = "artifacts")]
    case: Option<String>,
}

/// An input of an oracle.
pub(super) struct Case<'a> {
    /// What messages call it.
    pub(super) name: String,
    pub(super) oracle: &'a dyn AnyOracle,
    pub(super) profile: Profile,
    /// As JSON.
    pub(super) case: String,
}

impl Found {
    pub(super) fn cases<'a>(&self, oracles: &'a [Box<dyn AnyOracle>]) -> Result<Vec<Case<'a>>> {
        if let (Some(name), Some(profile), Some(case)) = (&self.oracle, self.profile, &self.case) {
            let oracle = named(oracles, name)?;
            return Ok(vec![Case { name: name.clone(), oracle, profile, case: case.clone() }]);
        }
        self.artifacts.iter().map(|path| self.artifact(path, oracles)).collect()
    }

    fn artifact<'a>(&self, path: &Path, oracles: &'a [Box<dyn AnyOracle>]) -> Result<Case<'a>> {
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        let target = self.target.as_deref().or(folder).with_context(|| {
            format!("{}: no folder says which target it is of; --target does", path.display())
        })?;
        let oracle = named(oracles, target).with_context(|| path.display().to_string())?;
        let bytes = read(path).with_context(|| path.display().to_string())?;
        let Some((profile, case)) = oracle.case_of_input(&bytes) else {
            bail!("{}: no input of {target}", path.display());
        };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Case { name, oracle, profile, case })
    }
}

/// The oracle of that name: a target is named after its oracle.
fn named<'a>(oracles: &'a [Box<dyn AnyOracle>], name: &str) -> Result<&'a dyn AnyOracle> {
    match oracles.iter().find(|oracle| oracle.facts().name == name) {
        Some(oracle) => Ok(&**oracle),
        None => bail!("no oracle is named {name}; `crivet fuzz --list-oracles` lists them"),
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LIMIT + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= LIMIT, "more than {LIMIT} bytes; is this an artifact?");
    Ok(bytes)
}
