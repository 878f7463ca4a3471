//! What libFuzzer found, made small and grouped: a thousand files read as five findings.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use crivet::implementation::Implementation;
use crivet::run::Subject;
use crivet_fuzz::fuzz::Setting;
use crivet_testee_reference::Reference;

use super::state::{Found, State};
use crate::fuzz::targets::Target;

/// How many simpler inputs are tried for one.
const TRIES: u32 = 2000;

/// Examines every file that the targets left, but for those that are in the state already.
pub(crate) fn all(targets: &[Target], state: &mut State, folder: &Path) -> Result<()> {
    for target in targets {
        let artifacts = folder.join("artifacts").join(target.name());
        let Ok(entries) = fs::read_dir(&artifacts) else { continue };
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let artifact = format!("artifacts/{}/{name}", target.name());
            if state.found.values().any(|found| found.artifact.as_deref() == Some(artifact.as_str())) {
                continue;
            }
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            let (what, repeat) = examined(target, &name, &bytes)?;
            let found = state.found.entry(what.clone()).or_insert_with(|| Found {
                what,
                repeat,
                artifact: Some(artifact),
                count: 0,
            });
            found.count += 1;
        }
    }
    Ok(())
}

/// What does not hold, and the command that checks the smallest case again.
fn examined(target: &Target, file: &str, bytes: &[u8]) -> Result<(String, String)> {
    let name = target.name();
    let Some((profile, case)) = target.oracle.case_of_input(bytes) else {
        return Ok((format!("{name}: {file}: no case"), String::new()));
    };
    // What took too long or too much would do so here; it is left as it is.
    let kind = file.split('-').next().unwrap_or_default();
    if matches!(kind, "timeout" | "oom" | "slow") {
        let words = ["crivet", "fuzz", "--oracle", name, "--profile", profile.name(), "--replay", &case];
        return Ok((format!("{name} ({profile}): {kind}"), shlex::try_join(words).unwrap_or_default()));
    }
    let reference = Reference::new();
    let description = reference.describe();
    let setting = Setting { subject: Subject::InProcess(&reference), description: &description, other: None };
    let minimal = target.oracle.minimal(&setting, profile, TRIES, &case)?;
    let (what, case) = match minimal {
        Some(finding) => (finding.title(), finding.case),
        None => (format!("{name} ({profile}): {file}: does not show again"), case),
    };
    let words = ["crivet", "fuzz", "--oracle", name, "--profile", profile.name(), "--replay", &case];
    Ok((what, shlex::try_join(words).unwrap_or_default()))
}
