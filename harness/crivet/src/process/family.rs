//! The descendants of a process, as proc(5) tells them: Linux alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// The most processes of one family that are looked at: who has more is ended in several rounds.
const MOST: usize = 4096;

/// The children of a process, those of its first thread in the order in which it got them; none where it has gone.
pub(super) fn children(process: Pid) -> Vec<Pid> {
    // Not every kernel is made with these files.
    static FILES: LazyLock<bool> = LazyLock::new(|| Path::new("/proc/thread-self/children").exists());
    if !*FILES {
        return by_parent().remove(&process.as_raw_pid()).unwrap_or_default();
    }
    let threads =
        fs::read_dir(format!("/proc/{}/task", process.as_raw_pid())).into_iter().flatten().flatten();
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    children.flat_map(|text| text.split_ascii_whitespace().filter_map(pid).collect::<Vec<_>>()).collect()
}

/// Every process of the system by the one that has it: the fourth field of `stat`.
fn by_parent() -> BTreeMap<i32, Vec<Pid>> {
    let mut families: BTreeMap<i32, Vec<Pid>> = BTreeMap::new();
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(child) = process.file_name().to_str().and_then(pid) else { continue };
        // The name, in brackets, may hold anything.
        let stat = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        let parent = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)?.parse().ok());
        if let Some(parent) = parent {
            families.entry(parent).or_default().push(child);
        }
    }
    families
}

fn pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// The children of a process, their children, and so on.
pub(super) fn descendants(root: Pid) -> Vec<Pid> {
    let mut family = children(root);
    let mut known: BTreeSet<i32> = family.iter().map(|member| member.as_raw_pid()).collect();
    let mut looked = 0;
    while looked < family.len().min(MOST) {
        let further = children(family[looked]);
        family.extend(further.into_iter().filter(|member| known.insert(member.as_raw_pid())));
        looked += 1;
    }
    family
}

/// Kills all of them. Who was born meanwhile is left: ask again until nobody is.
pub(super) fn kill(family: &[Pid]) {
    for member in family {
        // An error means that it has gone.
        let _ = kill_process(*member, Signal::KILL);
    }
}

/// How much memory they hold, in bytes (`statm`, proc(5)).
pub(super) fn memory(family: &[Pid]) -> u64 {
    let resident = |member: &Pid| {
        let statm = fs::read_to_string(format!("/proc/{}/statm", member.as_raw_pid())).ok()?;
        statm.split(' ').nth(1)?.parse::<u64>().ok()
    };
    // Who has gone meanwhile holds nothing.
    family.iter().filter_map(resident).sum::<u64>() * rustix::param::page_size() as u64
}

/// How long their threads have waited for a processor, all together: the second number of `schedstat`, in nanoseconds.
/// None where the kernel does not keep it.
pub(super) fn waited(family: &[Pid]) -> Option<Duration> {
    let wait = |task: &Path| {
        let schedstat = fs::read_to_string(task.join("schedstat")).ok()?;
        schedstat.split(' ').nth(1)?.parse().ok().map(Duration::from_nanos)
    };
    wait(Path::new("/proc/self"))?;
    let tasks = |member: &Pid| fs::read_dir(format!("/proc/{}/task", member.as_raw_pid()));
    let tasks = family.iter().filter_map(|member| tasks(member).ok()).flatten().flatten();
    // Who has gone meanwhile waits for nothing.
    Some(tasks.filter_map(|task| wait(&task.path())).sum())
}
