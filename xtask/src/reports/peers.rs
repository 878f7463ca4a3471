//! Implementations from elsewhere, each of one version, installed under `target/peers` for its wrapper in
//! `harness/testees`.
//!
//! Installing again what is there costs nothing: a copy of what was asked for lies beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use crivet::process::Testee;

use crate::files;

/// An implementation from elsewhere.
pub(super) struct Peer {
    /// The name of its results.
    pub(super) name: &'static str,
    /// The version that its results are of.
    version: &'static str,
    /// Does it need a nightly toolchain?
    pub(super) nightly: bool,
    /// The testee, wherever it is when it is there.
    testee: fn() -> Testee,
    install: fn() -> Result<()>,
}

/// All of them, sorted.
pub(super) const ALL: [Peer; 8] = [
    Peer {
        name: "aiocoap",
        version: "0.4.17",
        nightly: false,
        testee: || in_python("aiocoap"),
        install: || python("aiocoap"),
    },
    Peer {
        name: "coap-npm",
        version: "1.5.0",
        nightly: false,
        testee: || in_node("coap-npm"),
        install: || npm("coap-npm"),
    },
    Peer {
        name: "cri-ref",
        version: "0.0.2",
        nightly: true,
        testee: || words(&wrapper("cri-ref").join("target/release/crivet-testee-cri-ref"), &[]),
        install: cri_ref,
    },
    // An example of ours, and here all the same: not every machine has Go.
    Peer {
        name: "example-go",
        version: "1",
        nightly: false,
        testee: || words(&wrapper("go").join("testee"), &[]),
        install: go,
    },
    Peer {
        name: "iri-string",
        version: "0.7.14",
        nightly: false,
        testee: || built("iri-string"),
        install: || iri_crate("iri-string"),
    },
    Peer { name: "libcoap", version: "4.3.1", nightly: false, testee: in_debian, install: libcoap },
    Peer {
        name: "oxiri",
        version: "0.3.1",
        nightly: false,
        testee: || built("oxiri"),
        install: || iri_crate("oxiri"),
    },
    Peer {
        name: "rfc3986",
        version: "2.0.0",
        nightly: false,
        testee: || in_python("rfc3986"),
        install: || python("rfc3986"),
    },
];

impl Peer {
    /// The testee, installed and of the version that is published.
    pub(super) fn installed(&self) -> Result<Testee> {
        (self.install)()?;
        self.there()
    }

    /// The testee, if it was installed before.
    pub(super) fn at_hand(&self) -> Option<Testee> {
        self.there().ok()
    }

    fn there(&self) -> Result<Testee> {
        let testee = (self.testee)();
        let found = testee.describe()?.description.version;
        ensure!(found == self.version, "expected version {}, found {found}", self.version);
        Ok(testee)
    }
}

fn wrapper(name: &str) -> PathBuf {
    files::root().join("harness/testees").join(name)
}

/// Where this program was built to, or would have been.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| files::root().join("target"), PathBuf::from)
}

fn words(program: &Path, arguments: &[&Path]) -> Testee {
    let text = |path: &Path| path.display().to_string();
    Testee::from_words(text(program), arguments.iter().map(|argument| text(argument)))
}

fn done(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

/// Installs into a folder by what a file asks for, unless that was done before.
fn once(asked: &Path, folder: &Path, install: impl FnOnce() -> Result<()>) -> Result<()> {
    let (asked, stamp) = (fs::read(asked)?, folder.join("installed"));
    if fs::read(&stamp).is_ok_and(|before| before == asked) {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    install()?;
    fs::write(stamp, asked)?;
    Ok(())
}

fn folder(name: &str) -> PathBuf {
    target().join("peers").join(name)
}

fn in_python(name: &str) -> Testee {
    words(&folder(name).join("bin/python"), &[&wrapper(name).join("testee.py")])
}

/// A package from PyPI, in an environment of its own.
fn python(name: &str) -> Result<()> {
    let (wrapper, folder) = (wrapper(name), folder(name));
    let requirements = wrapper.join("requirements.txt");
    once(&requirements, &folder, || {
        done(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let mut pip = Command::new(folder.join("bin/python"));
        done(
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"])
                .arg(&requirements),
        )
    })
}

fn in_node(name: &str) -> Testee {
    words(Path::new("node"), &[&folder(name).join("testee.js")])
}

/// A package from npm, beside a copy of its wrapper: Node.js looks for packages there.
fn npm(name: &str) -> Result<()> {
    let (wrapper, folder) = (wrapper(name), folder(name));
    fs::create_dir_all(&folder)?;
    for file in ["package.json", "package-lock.json", "testee.js"] {
        fs::copy(wrapper.join(file), folder.join(file))?;
    }
    once(&wrapper.join("package-lock.json"), &folder, || {
        let mut npm = Command::new("npm");
        done(npm.args(["ci", "--ignore-scripts", "--silent", "--no-audit", "--no-fund"]).current_dir(&folder))
    })
}

fn in_debian() -> Testee {
    words(Path::new("python3"), &[&wrapper("libcoap").join("testee.py")])
}

/// A library of Debian, which the whole machine has or has not.
fn libcoap() -> Result<()> {
    if in_debian().describe().is_err() {
        done(Command::new("apt-get").args(["update", "-qq"]))?;
        done(Command::new("apt-get").args(["install", "-qq", "-y", "--no-install-recommends", "libcoap3"]))?;
    }
    Ok(())
}

fn built(name: &str) -> Testee {
    words(&target().join("release").join(name), &[])
}

/// A crate, in the workspace of its wrapper.
fn iri_crate(name: &str) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release", "--locked", "--bin", name, "--target-dir"]).arg(target());
    done(cargo.current_dir(wrapper("iri-crates")))
}

/// The example in Go, of which nothing is to be fetched.
fn go() -> Result<()> {
    let mut go = Command::new("go");
    done(go.args(["build", "-buildvcs=false", "-o", "testee", "."]).current_dir(wrapper("go")))
}

/// The wrapper of the crate cri-ref, which needs a nightly toolchain.
fn cri_ref() -> Result<()> {
    let folder = wrapper("cri-ref");
    // The folder's own toolchain file is to decide, not the toolchain this program was started by.
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked"]).current_dir(&folder);
    for variable in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTC", "CARGO_TARGET_DIR"] {
        cargo.env_remove(variable);
    }
    done(&mut cargo)
}
