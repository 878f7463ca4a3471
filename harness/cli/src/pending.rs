//! Files of reports and exports: written whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// A report's file, known to be writable before the run starts and put in place whole after it.
pub(crate) struct Pending {
    what: &'static str,
    file: NamedTempFile,
    path: PathBuf,
}

impl Pending {
    pub(crate) fn report(path: &Path) -> Result<Self> {
        Pending::new("report", path)
    }

    pub(crate) fn new(what: &'static str, path: &Path) -> Result<Self> {
        let unwritable = || format!("the {what} {} cannot be written", path.display());
        if path.is_dir() {
            bail!("{}: it is a folder", unwritable());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file =
            tempfile::Builder::new().prefix(".crivet-").tempfile_in(folder).with_context(unwritable)?;
        Ok(Pending { what, file, path: path.to_owned() })
    }

    pub(crate) fn write(mut self, text: &str) -> Result<()> {
        let unwritable = format!("the {} {} cannot be written", self.what, self.path.display());
        self.file.write_all(text.as_bytes()).context(unwritable.clone())?;
        let file = self.file.persist(&self.path).map_err(|error| error.error).context(unwritable.clone())?;
        #[cfg(unix)]
        {
            // A temporary file is for its owner alone; a report is like any other new file.
            use std::os::unix::fs::PermissionsExt;
            file.set_permissions(std::fs::Permissions::from_mode(0o644)).context(unwritable)?;
        }
        #[cfg(not(unix))]
        drop(file);
        Ok(())
    }
}
