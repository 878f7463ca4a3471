//! What differs between systems: how a child is started, seen to end, measured and killed, and names of signals.
//!
//! On Linux a child may have a supervisor: then nobody whom it starts can leave it. Elsewhere on Unix, and without a
//! supervisor, its process group is killed. Elsewhere the child itself is: its own children see their pipes close.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use super::Testee;
#[cfg(target_os = "linux")]
use super::cgroup::Group;
#[cfg(target_os = "linux")]
use super::{family, supervisor};

#[cfg(not(unix))]
pub(super) use self::other::signal;
#[cfg(unix)]
pub(super) use self::unix::signal;

#[cfg(not(unix))]
use self::other::{exited, isolate, kill};
#[cfg(unix)]
use self::unix::{exited, isolate, kill};

/// A child process, or the supervisor of one.
pub(super) struct Process {
    pub(super) child: Child,
    /// Is it the supervisor?
    #[cfg(target_os = "linux")]
    supervised: bool,
    #[cfg(target_os = "linux")]
    group: Option<Group>,
}

/// What the kernel would not give a child.
#[derive(Default)]
pub(super) struct Refused {
    pub(super) memory: bool,
    pub(super) processes: bool,
}

impl Process {
    /// Starts the command with pipes for its standard streams.
    pub(super) fn spawn(testee: &Testee) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(by) = &testee.supervisor {
            let pipes = [Stdio::piped(), Stdio::piped(), Stdio::piped()];
            let group = Group::new(&testee.limits);
            let folder = group.as_ref().map(Group::folder);
            let child = supervisor::spawn(by, folder, &testee.program, &testee.arguments, pipes)?;
            return Ok(Process { child, supervised: true, group });
        }
        let mut command = Command::new(&testee.program);
        command.args(&testee.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        isolate(&mut command);
        Ok(Process {
            child: command.spawn()?,
            #[cfg(target_os = "linux")]
            supervised: false,
            #[cfg(target_os = "linux")]
            group: None,
        })
    }

    /// Has it ended? It is left to be waited for.
    pub(super) fn exited(&mut self) -> bool {
        exited(&mut self.child)
    }

    /// Kills it, and whoever else it has started, as far as the system lets. To be called before it is waited for:
    /// until then its id cannot have gone to anybody else.
    pub(super) fn kill(&mut self) {
        #[cfg(target_os = "linux")]
        if self.supervised {
            let folder = self.group.as_ref().map(Group::folder);
            return supervisor::end(&mut self.child, folder, exited);
        }
        kill(&mut self.child);
    }

    /// Waits for it.
    pub(super) fn wait(&mut self) -> Option<ExitStatus> {
        self.child.wait().ok()
    }

    /// Who sees to it that nobody is left of it.
    pub(super) fn keeper(&self) -> &'static str {
        #[cfg(target_os = "linux")]
        if self.supervised {
            return self.group.as_ref().map_or("a supervisor", Group::about);
        }
        if cfg!(unix) { "its process group" } else { "nobody but the process itself" }
    }

    /// What the kernel would not give it, where it has a control group.
    pub(super) fn refused(&self) -> Refused {
        #[cfg(target_os = "linux")]
        if let Some(group) = &self.group {
            return Refused { memory: group.held_too_much(), processes: group.was_too_many() };
        }
        Refused::default()
    }

    /// The memory that the command and its descendants hold, in bytes, and how many they are, where the system tells.
    pub(super) fn size(&self) -> Option<(u64, usize)> {
        #[cfg(target_os = "linux")]
        {
            let process = rustix::process::Pid::from_child(&self.child);
            let mut family = family::descendants(process);
            if !self.supervised {
                family.push(process);
            }
            Some((family::memory(&family), family.len()))
        }
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// How long the command and its descendants have waited for a processor, where the system tells.
    pub(super) fn waited(&self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        {
            let process = rustix::process::Pid::from_child(&self.child);
            let mut family = family::descendants(process);
            family.push(process);
            family::waited(&family)
        }
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// The most address space the command's own process ever had, in bytes, where the system tells (`VmPeak`,
    /// proc(5)). What a program reserves counts even where it is never touched: a small device has no such room to
    /// promise.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        #[cfg(target_os = "linux")]
        let id = if self.supervised {
            u32::try_from(supervisor::testee(&self.child)?.as_raw_pid()).ok()?
        } else {
            self.child.id()
        };
        #[cfg(not(target_os = "linux"))]
        let id = self.child.id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Puts the child at the head of a process group of its own.
    pub(in super::super) fn isolate(command: &mut Command) {
        command.process_group(0);
    }

    /// Kills the child and whoever else is in its group.
    pub(in super::super) fn kill(child: &mut Child) {
        // An error means that there is nobody left to kill.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    pub(in super::super) fn exited(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
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

/// Without process groups only the child itself is killed.
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
        other::kill(&mut child);
        let status = child.wait().unwrap();
        assert!(other::exited(&mut child));
        assert_eq!(other::signal(status), None);
    }
}
