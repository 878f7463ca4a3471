//! What differs between systems: process groups, a look at a child's end and at its memory, names of signals.

#[cfg(unix)]
pub(super) use self::unix::{exited, isolate, kill, memory, peak_memory, signal};

#[cfg(not(unix))]
pub(super) use self::other::{exited, isolate, kill, memory, peak_memory, signal};

#[cfg(unix)]
mod unix {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Puts the child at the head of a process group of its own.
    pub(in super::super) fn isolate(command: &mut Command) {
        command.process_group(0);
    }

    /// Kills the child and whoever else is in its group. To be called before the child is waited for: until
    /// then its id cannot have gone to anybody else.
    pub(in super::super) fn kill(child: &mut Child) {
        // An error means that there is nobody left to kill.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// Has the child ended? It is left to be waited for.
    pub(in super::super) fn exited(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }

    /// The most processes of one testee whose memory is looked at.
    const FAMILY: usize = 1024;

    /// The memory that the process and its descendants hold, in bytes, where the system tells (`statm` and
    /// `task/PID/children`, proc(5)).
    pub(in super::super) fn memory(child: &Child) -> Option<u64> {
        let mut family = vec![child.id().to_string()];
        let mut held = resident(&family[0])?;
        let mut looked = 0;
        while looked < family.len().min(FAMILY) {
            let process = &family[looked];
            let path = format!("/proc/{process}/task/{process}/children");
            // Who has gone meanwhile holds nothing and has nobody.
            let children = std::fs::read_to_string(path).unwrap_or_default();
            for child in children.split_whitespace() {
                held += resident(child).unwrap_or_default();
                family.push(child.to_owned());
            }
            looked += 1;
        }
        Some(held)
    }

    fn resident(process: &str) -> Option<u64> {
        let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
        let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
    }

    /// The most address space the process ever had, in bytes, where the system tells (`VmPeak`, proc(5)). What a
    /// program reserves counts even where it is never touched: a small device has no such room to promise.
    pub(in super::super) fn peak_memory(child: &Child) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }

    /// The signal that ended a process: its number, with its name where that is the same everywhere.
    pub(in super::super) fn signal(status: ExitStatus) -> Option<String> {
        let number = status.signal()?;
        let name = Signal::from_named_raw(number).and_then(|signal| {
            let names = [
                (Signal::HUP, "SIGHUP"),
                (Signal::INT, "SIGINT"),
                (Signal::QUIT, "SIGQUIT"),
                (Signal::ILL, "SIGILL"),
                (Signal::TRAP, "SIGTRAP"),
                (Signal::ABORT, "SIGABRT"),
                (Signal::BUS, "SIGBUS"),
                (Signal::FPE, "SIGFPE"),
                (Signal::KILL, "SIGKILL"),
                (Signal::SEGV, "SIGSEGV"),
                (Signal::PIPE, "SIGPIPE"),
                (Signal::ALARM, "SIGALRM"),
                (Signal::TERM, "SIGTERM"),
                (Signal::XCPU, "SIGXCPU"),
                (Signal::SYS, "SIGSYS"),
            ];
            names.into_iter().find(|(known, _)| *known == signal).map(|(_, name)| name)
        });
        Some(name.map_or(format!("signal {number}"), |name| format!("signal {number} ({name})")))
    }
}

/// Without process groups only the child itself is killed: its own children see their pipes close.
///
/// It is made for tests, too, so that what no test runs on is type-checked.
#[cfg(any(test, not(unix)))]
mod other {
    use std::process::{Child, Command, ExitStatus};

    pub(in super::super) fn isolate(_: &mut Command) {}

    pub(in super::super) fn kill(child: &mut Child) {
        // An error means that it has ended.
        let _ = child.kill();
    }

    pub(in super::super) fn exited(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub(in super::super) fn memory(_: &Child) -> Option<u64> {
        None
    }

    pub(in super::super) fn peak_memory(_: &Child) -> Option<u64> {
        None
    }

    pub(in super::super) fn signal(_: ExitStatus) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::other;

    /// Where there are no process groups a child is started, ended and seen to end all the same.
    #[test]
    fn without_process_groups() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--list", "--exact", "nothing"]).stdout(Stdio::null());
        other::isolate(&mut command);
        let mut child = command.spawn().unwrap();
        assert_eq!((other::memory(&child), other::peak_memory(&child)), (None, None));
        other::kill(&mut child);
        let status = child.wait().unwrap();
        assert!(other::exited(&mut child));
        assert_eq!(other::signal(status), None);
    }
}
