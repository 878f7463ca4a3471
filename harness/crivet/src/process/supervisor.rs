//! The process between crivet and a testee, which leaves nobody behind: Linux alone.
//!
//! A process group ends with who stays in it, and `setsid`, the job control of a shell and every daemon leave it.
//! So crivet starts itself once more for each child. That process is a *subreaper*, prctl(2): whatever the testee
//! starts stays below it, however often it forks, and can be found, measured and killed. It ends all of them when
//! the testee has ended, and when crivet has, in whatever way; then it ends as the testee did.
//!
//! Two limits remain. Who asks another service to start a program (`systemd-run`, `at`, a container engine) has not
//! started it. And where the supervisor is killed, crivet adopts what was below it, if it may: see
//! [`adopt_orphans`]; where both are killed at once, nobody does.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process,
    set_child_subreaper, setrlimit, wait, waitpid,
};

use super::{cgroup, family};

/// How often a supervisor looks whether crivet is still there.
const LOOK: Duration = Duration::from_millis(100);

/// How long the end of a family may take: longer than that takes only who cannot be killed, because it waits for a
/// device, say.
const END: Duration = Duration::from_millis(800);

/// What a supervisor says instead of a first answer; the number of the system's error follows.
const NOT_STARTED: &str = "crivet: the testee could not be started: ";

/// The program of every supervisor: this one, even where its file has been replaced meanwhile.
const SELF: &str = "/proc/self/exe";

/// The supervisors that live, where crivet is to adopt orphans.
static LIVING: Mutex<Option<Vec<Pid>>> = Mutex::new(None);

/// Has this process adopt whoever is left by a supervisor that was killed, and kill it. For programs that have no
/// children but testees: any other child would be killed as well.
pub fn adopt_orphans() {
    if set_child_subreaper(Some(getpid())).is_ok() {
        LIVING.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default();
    }
}

/// Starts a supervisor, which starts the command.
pub(super) fn spawn(
    by: &[String],
    group: Option<&Path>,
    program: &str,
    arguments: &[String],
    pipes: [Stdio; 3],
) -> io::Result<Child> {
    let [stdin, stdout, stderr] = pipes;
    let mut command = Command::new(SELF);
    command.arg0("crivet").args(by).arg(std::process::id().to_string());
    command.arg(group.unwrap_or(Path::new(""))).arg(program).args(arguments);
    command.stdin(stdin).stdout(stdout).stderr(stderr).process_group(0);
    let mut living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    if let Some(living) = &mut *living {
        living.push(Pid::from_child(&child));
    }
    Ok(child)
}

/// The system's error, where a line says that the command could not be started.
pub(super) fn not_started(line: &[u8]) -> Option<io::Error> {
    let error = std::str::from_utf8(line).ok()?.strip_prefix(NOT_STARTED)?;
    Some(io::Error::from_raw_os_error(error.parse().ok()?))
}

/// The command's own process: the first that the supervisor started.
pub(super) fn testee(supervisor: &Child) -> Option<Pid> {
    family::children(Pid::from_child(supervisor)).first().copied()
}

/// Has a supervisor and everybody below it end. To be called before it is waited for.
pub(super) fn end(supervisor: &mut Child, group: Option<&Path>, exited: impl Fn(&mut Child) -> bool) {
    let pid = Pid::from_child(supervisor);
    let mut pause = Duration::from_micros(200);
    let deadline = Instant::now() + END;
    while !exited(supervisor) && Instant::now() < deadline {
        // It may have been stopped by the testee.
        let _ = kill_process(pid, Signal::CONT);
        group.into_iter().for_each(cgroup::kill);
        family::kill(&family::descendants(pid));
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(20));
    }
    if !exited(supervisor) {
        family::kill(&[pid]);
    }
    end_orphans(pid);
}

/// Kills the children of this process that are no supervisors: those that an ended one has left.
fn end_orphans(ended: Pid) {
    // Nobody is started meanwhile.
    let mut living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(living) = &mut *living else { return };
    let deadline = Instant::now() + END;
    loop {
        let mut orphans = family::children(getpid());
        orphans.retain(|child| *child != ended && !living.contains(child));
        if orphans.is_empty() || Instant::now() > deadline {
            break;
        }
        for orphan in orphans {
            family::kill(&family::descendants(orphan));
            family::kill(&[orphan]);
            let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
        }
        thread::sleep(Duration::from_millis(1));
    }
    living.retain(|pid| *pid != ended);
}

/// Is a supervisor: with the arguments behind those that [`Testee::supervised`](super::Testee::supervised) names.
///
/// It starts a command with its own standard streams, waits for it, and never leaves anybody behind. The status is
/// that of the command; a signal that ended it ends this process too.
pub fn supervise(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let crivet = arguments.next().and_then(|pid| pid.to_str()?.parse().ok()).and_then(Pid::from_raw);
    let (Some(crivet), Some(group), Some(program)) = (crivet, arguments.next(), arguments.next()) else {
        return ExitCode::from(2);
    };
    let group = Some(PathBuf::from(group)).filter(|group| group.is_absolute());
    // Who kills processes by their name means crivet, and this one has to end the others.
    let _ = rustix::thread::set_name(c"testee-keeper");
    // Where there are no subreapers, the process group has to do.
    let _ = set_child_subreaper(Some(getpid()));
    let watched = group.clone();
    thread::spawn(move || {
        while getppid() == Some(crivet) {
            thread::sleep(LOOK);
        }
        // Once the testee has gone the main thread sees to the others.
        let deadline = Instant::now() + END;
        while Instant::now() < deadline {
            watched.iter().for_each(|group| cgroup::kill(group));
            family::kill(&family::descendants(getpid()));
            thread::sleep(Duration::from_millis(5));
        }
        std::process::exit(1)
    });
    // What is started belongs to the group of who starts it: there is no moment in which it does not.
    let outside = group.as_ref().and_then(|group| cgroup::own().filter(|_| cgroup::join(group).is_ok()));
    let started = Command::new(program).args(arguments).process_group(0).spawn();
    if let Some(outside) = outside {
        let _ = cgroup::join(&outside);
    }
    let child = match started {
        Ok(child) => child,
        Err(error) => {
            // Where nobody listens there is nobody to tell.
            let _ = writeln!(io::stdout(), "{NOT_STARTED}{}", error.raw_os_error().unwrap_or_default());
            return ExitCode::from(127);
        }
    };
    give_away_streams();
    let status = wait_for(Pid::from_child(&child));
    group.iter().for_each(|group| cgroup::kill(group));
    clear();
    if getppid() != Some(crivet) {
        // Nobody else is left to do it.
        group.iter().for_each(|group| cgroup::remove(group));
    }
    imitate(status)
}

/// The testee alone has the streams: who reads from it sees when it closes them.
fn give_away_streams() {
    let Ok(null) = File::options().read(true).write(true).open("/dev/null") else { return };
    let _ = rustix::stdio::dup2_stdin(&null);
    let _ = rustix::stdio::dup2_stdout(&null);
    let _ = rustix::stdio::dup2_stderr(&null);
}

fn wait_for(testee: Pid) -> Option<WaitStatus> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if ended == testee => return Some(status),
            // Another one, which the testee had left.
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return None,
        }
    }
}

/// Kills everybody below this process, and waits for them.
fn clear() {
    let deadline = Instant::now() + END;
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            // Nobody is left.
            Err(_) => return,
            Ok(None) if Instant::now() > deadline => return,
            Ok(None) => {
                family::kill(&family::descendants(getpid()));
                thread::sleep(Duration::from_micros(500));
            }
        }
    }
}

/// Ends as the testee did.
fn imitate(status: Option<WaitStatus>) -> ExitCode {
    let Some(status) = status else { return ExitCode::FAILURE };
    let Some(number) = status.terminating_signal() else {
        return ExitCode::from(status.exit_status().and_then(|code| u8::try_from(code).ok()).unwrap_or(1));
    };
    // One core of the testee is enough.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    if let Some(signal) = Signal::from_named_raw(number) {
        // Rust's own handler takes the first of some signals, and lets the next one through.
        for _ in 0..3 {
            let _ = kill_process(getpid(), signal);
            thread::sleep(Duration::from_millis(1));
        }
    }
    ExitCode::from(u8::try_from(128 + number).unwrap_or(1))
}
