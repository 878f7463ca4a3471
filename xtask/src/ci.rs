//! `cargo xtask ci`: what has to pass before a change lands, a step at a time.
//!
//! A step is a name and commands of bash, as a person would type them at the top of the repository. The first one that
//! fails ends it all.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::builder::PossibleValuesParser;

use crate::files;

/// Run the steps that gate a change, or with `--nightly` the slow ones as well
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The steps to run, in this order [default: all that gate a change]
    #[arg(value_name = "STEP", value_parser = PossibleValuesParser::new(all().map(|step| step.name)))]
    steps: Vec<String>,
    /// After the steps that gate a change, run those of the night
    #[arg(long, conflicts_with = "steps")]
    nightly: bool,
    /// List the steps, and run nothing
    #[arg(long)]
    list: bool,
}

struct Step {
    name: &'static str,
    about: &'static str,
    commands: &'static [&'static str],
}

/// Stands before each command. `need COMMAND PACKAGE` installs what is missing, from Debian's packages.
const PRELUDE: &str = r#"set -euo pipefail
need() {
    command -v "$1" >/dev/null || debian "$2"
}
debian() {
    echo "installing $1"
    (apt-get update && apt-get install -y --no-install-recommends "$1") >/dev/null
}
"#;

const STEPS: &[Step] = &[
    Step {
        name: "format",
        about: "every package is formatted",
        commands: &[
            "cargo fmt --all --check",
            "cd fuzz && cargo fmt --check",
            "cargo fmt --check --manifest-path harness/testees/iri-crates/Cargo.toml",
            "(cd harness/testees/cri-ref && cargo fmt --check 2>/dev/null) || \
             cargo fmt --check --manifest-path harness/testees/cri-ref/Cargo.toml",
        ],
    },
    Step {
        name: "locks",
        about: "the lock files of packages built apart are current: the results leave out an implementation that does not build",
        commands: &["for package in fuzz harness/testees/cri-ref harness/testees/iri-crates; do \
             cargo metadata --locked --format-version 1 --manifest-path $package/Cargo.toml >/dev/null; done"],
    },
    Step {
        name: "clippy",
        about: "clippy has no complaints",
        commands: &["cargo clippy --workspace --all-targets --all-features --locked -- -D warnings"],
    },
    Step {
        name: "tools",
        about: "install the programs that the tests of the reports and the examples need",
        commands: &[
            "need chromium chromium || echo 'no chromium: the tests in a browser are left out'",
            "need bwrap bubblewrap || echo 'no bubblewrap: the test of the sandbox is left out'",
            "need python3 python3",
            "need node nodejs",
            "need cc gcc",
            "need make make",
            "need go golang-go",
            "python3 -c 'import ensurepip' 2>/dev/null || debian python3-venv",
        ],
    },
    Step {
        name: "test",
        about: "the tests: the command of the README",
        commands: &["cargo test --workspace --locked"],
    },
    Step {
        name: "run",
        about: "the main job: the command of the README",
        commands: &["cargo run --release --locked -- run"],
    },
    Step {
        name: "lint",
        about: "the vectors have no errors, and none is a draft",
        commands: &["cargo run --release --locked --quiet -- lint --release vectors"],
    },
    Step {
        name: "generated",
        about: "the generated vectors, the compiled corpus and the schemas are current",
        commands: &["cargo xtask codegen --check"],
    },
    Step {
        name: "score",
        about: "every fault is noticed, every requirement is covered",
        commands: &[
            "cargo xtask mutants score --gate reports/mutants/score.txt --write-killers target/killers.txt",
            "cargo run --release --locked --quiet -- coverage --killers target/killers.txt \
             --report counts=target/coverage.txt",
            "diff reports/coverage.txt target/coverage.txt",
        ],
    },
    Step {
        name: "variants",
        about: "permitted variants cause no false alarm: the false-alarm score is zero",
        commands: &["cargo xtask mutants variants"],
    },
    Step {
        name: "testees",
        about: "the example testees pass, the one in C except for its known failures",
        commands: &[
            "make -s -C harness/testees/c",
            "cargo run --release --locked --quiet -- run --profile href-13 \
             --impl-cmd 'python3 harness/testees/python/testee.py'",
            "cargo run --release --locked --quiet -- run --profile href-13 \
             --impl-cmd 'node harness/testees/javascript/testee.js'",
            "cargo run --release --locked --quiet -- run --profile href-13 \
             --impl-cmd harness/testees/c/testee --expect harness/testees/c/known-failures.txt",
            "cd harness/testees/go && gofmt -l . | diff /dev/null - && go vet . && go build -buildvcs=false -o testee .",
            "cargo run --release --locked --quiet -- run --profile href-13 --impl-cmd harness/testees/go/testee",
        ],
    },
    Step {
        name: "bundle",
        about: "three short harnesses on the exported corpus give the same verdicts as `crivet run` on the examples",
        commands: &[
            "make -s -C harness/testees/c && cd harness/testees/go && go build -buildvcs=false -o testee .",
            "cargo run --release --locked --quiet -- export target/bundle.json",
            r#"judged() {
    cargo run --release --locked --quiet -- run --profile href-13 --impl-cmd "$2" --report lines=target/lines.txt >/dev/null || [ $? = 1 ]
    cut -d' ' -f1-3 target/lines.txt | grep -v ' skip$' | sort >target/judged.txt
    for harness in 'python3 harness/testees/bundle/harness.py' 'node harness/testees/bundle/harness.mjs' \
            'perl harness/testees/bundle/harness.pl'; do
        $harness target/bundle.json $2 | sort >target/followed.txt
        diff target/judged.txt target/followed.txt
        echo "$1, $harness: $(wc -l <target/followed.txt) verdicts agree"
    done
}
judged python 'python3 harness/testees/python/testee.py'
judged javascript 'node harness/testees/javascript/testee.js'
judged c harness/testees/c/testee
judged go harness/testees/go/testee"#,
            r#"[ "$(wc -l <harness/testees/bundle/harness.py)" -le 40 ] && [ "$(wc -l <harness/testees/bundle/harness.mjs)" -le 40 ] && \
             [ "$(wc -l <harness/testees/bundle/harness.pl)" -le 40 ]"#,
        ],
    },
    Step {
        name: "device",
        about: "the example as firmware in QEMU gets the same verdicts as its source on this computer",
        commands: &[
            "if need arm-none-eabi-gcc gcc-arm-none-eabi && need qemu-system-arm qemu-system-arm && \
             { [ -d /usr/lib/arm-none-eabi/newlib ] || \
             apt-get install -y --no-install-recommends libnewlib-arm-none-eabi >/dev/null; }; then \
             make -s -C harness/testees/c qemu-test && git diff --exit-code harness/testees/c/size.txt; else \
             echo 'no compiler for ARM or no QEMU: the example on a device is left out'; fi",
        ],
    },
    // The whole workspace is named wherever a part of it is tested again: for a part alone Cargo would choose fewer
    // features, and build the library once more.
    Step {
        name: "trials",
        about: "the example in Rust: each vector is a test of cargo test, can be listed, and runs alone, as with cargo-nextest",
        commands: &[
            r#"[ "$(cargo test --workspace --locked --quiet --test cri -- --list --format terse | grep -c ': test$')" -gt 4000 ]"#,
            "cargo test --workspace --locked --quiet --test cri -- --exact href-13::resolve-query-unsets-fragment \
             | grep ' 1 passed; 0 failed'",
            "if cargo nextest --version >/dev/null 2>&1; then cargo nextest run --workspace --locked --cargo-quiet \
             --test cri href-13::cri-to-uri-example- 2>&1 | tail -n 1; fi",
        ],
    },
    Step {
        name: "deny",
        about: "licences, bans and sources of the dependencies, by cargo-deny; a test checks licences and sources without it",
        commands: &["if cargo deny --version >/dev/null 2>&1; then \
             cargo deny --log-level error --offline check licenses bans sources; \
             else echo 'no cargo-deny: its checks are left out'; fi"],
    },
    Step {
        name: "install",
        about: "the installed package is one program with the corpus inside",
        commands: &[r#"CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}" \
             cargo test --workspace --locked --quiet --test action -- --ignored"#],
    },
    Step {
        name: "wheel",
        about: "a wheel with the program inside, installed into a fresh virtual environment, tests the example in Python",
        commands: &[
            "rm -rf target/wheel && python3 -m venv target/wheel/build && python3 -m venv target/wheel/fresh",
            "target/wheel/build/bin/pip install --quiet 'maturin>=1.9,<2'",
            // In the same folder as cargo: what is built already is not built again.
            "target/wheel/build/bin/maturin build --release --locked --quiet --out target/wheel",
            "target/wheel/fresh/bin/pip install --quiet --no-index target/wheel/crivet-*.whl",
            r#"root=$PWD; cd /; PATH="$root/target/wheel/fresh/bin:$PATH" crivet run --profile href-13 \
             --impl-cmd "python3 $root/harness/testees/python/testee.py""#,
            "ls -l target/wheel/*.whl target/wheel/fresh/bin/crivet",
        ],
    },
    Step {
        name: "doc",
        about: "the documentation builds without a warning",
        commands: &["RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --all-features --locked"],
    },
    Step {
        name: "results",
        about: "the published results are current",
        commands: &[
            "if cargo +nightly --version >/dev/null 2>&1; then cargo xtask reports --check --installable; else \
             echo 'no nightly toolchain: the peer cri-ref is left out'; \
             cargo xtask reports --check --installable --stable; fi",
            "cargo xtask documents --check",
        ],
    },
    Step {
        name: "fuzz",
        about: "every fuzz target compiles, and every oracle runs for a moment from the seeds and a fixed seed",
        commands: &[
            "cd fuzz && cargo clippy --bins --all-features --locked --release --quiet -- -D warnings",
            "cargo xtask fuzz smoke --seconds 30",
        ],
    },
    Step {
        name: "package",
        about: "the published packages build by themselves",
        commands: &[
            // Cargo would take what an earlier run has packaged, and built, as the same version for what is here. The
            // last step, for what it leaves has to be built anew.
            r#"rm -rf "${CARGO_HOME:-$HOME/.cargo}"/registry/{cache,src}/*/crivet-* "${CARGO_TARGET_DIR:-target}"/debug/.fingerprint/crivet-*"#,
            "cargo package --workspace --exclude crivet-mutants --exclude xtask --exclude mycri --locked --allow-dirty \
             --quiet",
            r#"[ "$(cargo package -p crivet-vectors --list --allow-dirty --quiet | grep -c '\.yaml$')" -eq "$(git ls-files 'vectors/*.yaml' | wc -l)" ]"#,
        ],
    },
];

/// What takes long, and breaks seldom: once a night (`.github/workflows/nightly.yml`).
const NIGHTLY: &[Step] = &[
    Step {
        name: "cluster",
        about: "the script builds the programs for a fuzzing cluster",
        commands: &["CRIVET_TARGETS='cddl pet resolution-commutes' \
             cargo test --workspace --locked --quiet --test oss_fuzz -- --ignored"],
    },
    Step {
        name: "advisories",
        about: "known vulnerabilities of the dependencies, by the advisories of the day",
        commands: &[
            "cargo deny --version >/dev/null 2>&1 || cargo install --locked --quiet cargo-deny",
            "cargo deny check",
        ],
    },
    Step {
        name: "calls",
        about: "faults of system calls, injected one at a time: no file is left half written, and none is lost without a message",
        commands: &["need strace strace", "cargo test --locked -p crivet-cli --test files -- --ignored"],
    },
];

fn all() -> impl Iterator<Item = &'static Step> + Clone {
    STEPS.iter().chain(NIGHTLY)
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    if arguments.list {
        for Step { name, about, .. } in STEPS {
            println!("{name:10} {about}");
        }
        for Step { name, about, .. } in NIGHTLY {
            println!("{name:10} nightly: {about}");
        }
        return Ok(());
    }
    let named = |name: &String| all().find(|step| step.name == name);
    let chosen: Vec<&Step> = match arguments.steps.as_slice() {
        [] if arguments.nightly => all().collect(),
        [] => STEPS.iter().collect(),
        names => names.iter().filter_map(named).collect(),
    };
    for step in chosen {
        run(step)?;
    }
    println!("\nall steps passed");
    Ok(())
}

fn run(Step { name, about, commands }: &Step) -> Result<()> {
    println!("\n== {name}: {about}");
    let start = Instant::now();
    for command in *commands {
        println!("$ {command}");
        let status = Command::new("bash")
            .args(["-c", &format!("{PRELUDE}{command}")])
            .current_dir(files::root())
            .stdin(Stdio::null())
            // `cargo xtask` sets it for what it starts, and a folder's own choice of a toolchain would not count.
            .env_remove("RUSTUP_TOOLCHAIN")
            .status()
            .context("bash")?;
        if !status.success() {
            bail!("the step `{name}` failed after {} s, {status}: {command}", start.elapsed().as_secs());
        }
    }
    println!("-- {name}: {} s", start.elapsed().as_secs());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_stops_at_the_command_that_fails() {
        let step = Step { name: "made-up", about: "fails", commands: &["true | false | true", "exit 3"] };
        let error = run(&step).map_err(|error| error.to_string());
        assert!(error.is_err_and(|error| error.ends_with(": true | false | true")));
        run(&Step { name: "made-up", about: "passes", commands: &["true"] }).unwrap();
    }

    #[test]
    fn each_step_has_its_own_name() {
        for (place, step) in all().enumerate() {
            assert!(all().take(place).all(|other| other.name != step.name), "{}", step.name);
        }
    }
}
