//! Files that are written: the one way out for reports, exports and baselines.
//!
//! What is a regular file, or will be one, is written whole or not at all: beside its place, and put there at the end,
//! behind links, with the mode it had, or the one that the umask gives. What is something else (a device, a pipe) is
//! never replaced; it is written to.
//!
//! A command that writes several files, and reads some, says so to [`outputs`] before it does anything: two into one
//! file, and one over what is read, are refused.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

/// How long a pipe with a name is waited for that nobody reads.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most links that are followed, as many as Linux follows.
const LINKS: usize = 40;

/// The most files and folders that are looked at below an input.
const ENTRIES: usize = 20_000;

/// A file that cannot be written, and why.
#[derive(Debug, thiserror::Error)]
#[error("the {what} {} cannot be written", path.display())]
pub struct OutputError {
    what: &'static str,
    path: PathBuf,
    #[source]
    reason: io::Error,
}

/// A file to be written, as it was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The thing in it: `report`.
    pub what: &'static str,
    /// Where it goes; `None` for standard output.
    pub path: Option<&'a Path>,
    /// Does the file that is there stay until a new one takes its place? A report does not: after a run that
    /// could not be done the old one would read as its own.
    pub stays: bool,
}

/// A file or folder that is read, and so never written.
#[derive(Clone, Debug)]
pub struct Input {
    /// The thing in it: `baseline`.
    pub what: &'static str,
    /// Where it is.
    pub path: PathBuf,
}

/// A file that can be written, as far as can be told before.
#[derive(Debug)]
pub struct Output {
    what: &'static str,
    path: PathBuf,
    place: Place,
}

/// The place behind a path.
#[derive(Debug)]
enum Place {
    /// A regular file, or nothing yet; `old` is the file that is there.
    File { target: PathBuf, old: Option<Metadata>, in_place: bool },
    /// A device, or what else is no file.
    Stream { target: PathBuf, pipe: bool },
    /// Where standard output goes.
    Standard,
}

/// Which file it is, by whatever name.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Node(u64, u64),
    Path(PathBuf),
}

/// The files of one command, in the order given; `None` for standard output. Nothing is written yet, but old files that
/// do not stay are gone, whether this succeeds or not, unless they are an input.
pub fn outputs(wanted: &[Wanted<'_>], inputs: &[Input]) -> Result<Vec<Option<Output>>, OutputError> {
    let mut places: Vec<io::Result<Option<Output>>> = Vec::new();
    let mut identities: Vec<Option<Identity>> = Vec::new();
    for one in wanted {
        let place = one.path.map_or(Ok(None), |path| Output::new(one.what, path).map(Some));
        identities.push(match &place {
            Ok(Some(output)) => output.identity(),
            Ok(None) => standard(),
            Err(_) => None,
        });
        places.push(place);
    }
    let read_as = |identity: &Option<Identity>| {
        let identity = identity.as_ref()?;
        inputs.iter().find(|input| holds(&input.path, identity, &mut ENTRIES.clone())).map(|input| input.what)
    };
    let mut outputs = Vec::new();
    let mut first = None;
    for (index, (one, place)) in wanted.iter().zip(places).enumerate() {
        let identity = &identities[index];
        let known = identity.is_some();
        let output = place.and_then(|output| {
            let alone = output.as_ref().is_none_or(|output| !output.repeatable());
            let reason = match read_as(identity) {
                Some(what) => format!("it is read, as the {what}"),
                None if known && alone && identities[..index].contains(identity) => {
                    "another output goes there".to_owned()
                }
                None => {
                    let kept = |(other, place): (&Wanted<'_>, _)| other.stays && known && place == identity;
                    let kept = wanted.iter().zip(&identities).any(kept);
                    return output.map(|output| output.tried(kept)).transpose();
                }
            };
            Err(io::Error::new(ErrorKind::InvalidInput, reason))
        });
        match output {
            Ok(output) => outputs.push(output.filter(|output| !matches!(output.place, Place::Standard))),
            Err(reason) => {
                let path = one.path.unwrap_or(Path::new("-")).to_owned();
                first.get_or_insert(OutputError { what: one.what, path, reason });
            }
        }
    }
    first.map_or(Ok(outputs), Err)
}

/// Writes one file, whole or not at all; what stands there stays until then.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), OutputError> {
    let error = |reason| OutputError { what: "file", path: path.to_owned(), reason };
    Output::new("file", path).map_err(error)?.write(text)
}

/// Are both the same file, by whatever names?
pub fn same(one: &Path, two: &Path) -> bool {
    let identity = |path| Output::new("", path).ok()?.identity();
    identity(one).is_some_and(|one| identity(two) == Some(one))
}

impl Output {
    /// The place behind the path; nothing is opened or changed.
    fn new(what: &'static str, path: &Path) -> io::Result<Self> {
        Ok(Output { what, path: path.to_owned(), place: place(path)? })
    }

    fn identity(&self) -> Option<Identity> {
        match &self.place {
            Place::File { target, old: None, .. } => Some(Identity::Path(target.clone())),
            Place::File { target, .. } | Place::Stream { target, .. } => identity(target),
            Place::Standard => standard(),
        }
    }

    /// May several outputs go there, as to the null device?
    fn repeatable(&self) -> bool {
        matches!(self.place, Place::Stream { pipe: false, .. })
    }

    /// It can be written, as far as can be told before; the text of an earlier run is gone, unless it is kept.
    fn tried(mut self, kept: bool) -> io::Result<Self> {
        match &mut self.place {
            Place::File { target, old, in_place } => {
                if old.is_some() {
                    // Its mode may forbid what the folder's allows.
                    OpenOptions::new().write(true).open(&*target)?;
                    if !kept {
                        *in_place = *in_place || fs::remove_file(&*target).is_err();
                    }
                }
                if !*in_place {
                    beside(target)?;
                } else if !kept {
                    File::create(target)?;
                }
            }
            // To open a pipe is to wait for its reader.
            Place::Stream { pipe: true, .. } | Place::Standard => {}
            Place::Stream { target, pipe: false } => drop(OpenOptions::new().append(true).open(target)?),
        }
        Ok(self)
    }

    /// Writes it.
    pub fn write(self, text: impl AsRef<[u8]>) -> Result<(), OutputError> {
        let text = text.as_ref();
        let result = match &self.place {
            Place::File { target, in_place: true, .. } => overwrite(target, text),
            Place::File { target, old, in_place: false } => replace(target, old.as_ref(), text),
            Place::Stream { target, pipe } => stream(target, *pipe, text),
            Place::Standard => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(text).and_then(|()| stdout.flush())
            }
        };
        result.map_err(|reason| OutputError { what: self.what, path: self.path, reason })
    }
}

/// Follows links to the place that a path means.
fn place(path: &Path) -> io::Result<Place> {
    let folder = || io::Error::new(ErrorKind::IsADirectory, "it is a folder");
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(folder());
    }
    let mut next = path.to_owned();
    for _ in 0..LINKS {
        let parent = next.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new(".")).canonicalize()?;
        let target = parent.join(next.file_name().ok_or_else(folder)?);
        // A link of the system to what is open: it has no place that another file could take.
        let open = parent.starts_with("/proc") && parent.ends_with("fd");
        let metadata = match fs::symlink_metadata(&target) {
            Ok(metadata) if metadata.is_symlink() && !open => {
                next = parent.join(fs::read_link(&target)?);
                continue;
            }
            Ok(_) => fs::metadata(&target)?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Place::File { target, old: None, in_place: false });
            }
            Err(error) => return Err(error),
        };
        if metadata.is_dir() {
            return Err(folder());
        }
        if is_stdout(&metadata) {
            return Ok(Place::Standard);
        }
        if open || !metadata.is_file() {
            let pipe = is_pipe(&metadata);
            return Ok(Place::Stream { target, pipe });
        }
        let in_place = has_other_names(&metadata) || beside(&target).is_err();
        return Ok(Place::File { target, old: Some(metadata), in_place });
    }
    Err(io::Error::other("it is a link that leads to no end"))
}

/// A new file in the same folder, with the mode that the umask gives; gone when it is dropped.
fn beside(target: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    let mode = {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(mode);
    builder.prefix(".crivet-").tempfile_in(target.parent().unwrap_or(Path::new(".")))
}

/// Puts a whole file in place.
fn replace(target: &Path, old: Option<&Metadata>, text: &[u8]) -> io::Result<()> {
    let mut file = beside(target)?;
    file.write_all(text)?;
    if let Some(old) = old {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let new = file.as_file().metadata()?;
            if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                // Only the superuser can; for others the file is their own.
                let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
            }
        }
        file.as_file().set_permissions(old.permissions())?;
    }
    // Some file systems say only now that there is no room.
    file.as_file().sync_all()?;
    match file.persist(target) {
        Ok(_) => Ok(()),
        // A file that is mounted by itself cannot be replaced.
        Err(_) if target.exists() => overwrite(target, text),
        Err(error) => Err(error.error),
    }
}

fn overwrite(target: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = File::create(target)?;
    file.write_all(text)?;
    file.sync_all()
}

/// Writes to what is no file. A reader that has seen enough is no error.
fn stream(target: &Path, pipe: bool, text: &[u8]) -> io::Result<()> {
    let mut stream = if pipe { opened(target)? } else { OpenOptions::new().append(true).open(target)? };
    match stream.write_all(text).and_then(|()| stream.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// A pipe, once it is read.
fn opened(target: &Path) -> io::Result<File> {
    let (sender, receiver) = mpsc::channel();
    let path = target.to_owned();
    std::thread::spawn(move || sender.send(OpenOptions::new().write(true).open(path)));
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let seconds = PATIENCE.as_secs();
        Err(io::Error::new(ErrorKind::TimedOut, format!("it is a pipe that nobody read for {seconds} s")))
    })
}

/// Is it the file, or a vector file below the folder?
fn holds(path: &Path, identity: &Identity, entries: &mut usize) -> bool {
    let Ok(metadata) = fs::metadata(path) else { return false };
    if !metadata.is_dir() {
        return self::identity(path).as_ref() == Some(identity);
    }
    let Ok(folder) = fs::read_dir(path) else { return false };
    for entry in folder.flatten() {
        if *entries == 0 {
            return false;
        }
        *entries -= 1;
        let path = entry.path();
        let read = path
            .extension()
            .is_some_and(|ending| ["yaml", "yml", "txt"].map(AsRef::as_ref).contains(&ending));
        if (read || path.is_dir()) && holds(&path, identity, entries) {
            return true;
        }
    }
    false
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(path).ok()?;
    Some(Identity::Node(metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.canonicalize().ok().map(Identity::Path)
}

#[cfg(unix)]
fn identity_of(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity::Node(metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity_of(_: &Metadata) -> Option<Identity> {
    None
}

/// What standard output is.
#[cfg(unix)]
fn stdout() -> io::Result<Metadata> {
    use std::os::fd::AsFd;
    File::from(io::stdout().as_fd().try_clone_to_owned()?).metadata()
}

#[cfg(not(unix))]
fn stdout() -> io::Result<Metadata> {
    Err(ErrorKind::Unsupported.into())
}

fn standard() -> Option<Identity> {
    identity_of(&stdout().ok()?)
}

/// Is it where standard output goes? A device that is no terminal is one for each who opens it.
fn is_stdout(metadata: &Metadata) -> bool {
    let identity = identity_of(metadata);
    let shared = metadata.is_file() || is_pipe(metadata) || io::stdout().is_terminal();
    shared && identity.is_some() && identity == standard()
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Does it have other names, which would keep the old text?
#[cfg(unix)]
fn has_other_names(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.nlink() > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}
