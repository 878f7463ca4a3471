//! A control group for each testee, where one can be had: Linux with cgroups(7) of version 2, alone, in a group that
//! belongs to the caller (`systemd-run --user --scope -p Delegate=yes`, root, most containers).
//!
//! The kernel then keeps the testee's family together, kills all of it at once, however fast it forks, and, where the
//! group has the controllers, bounds its memory and the number of its processes. All of it is attempted, and nothing
//! needed: without a group the supervisor alone sees to the family.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::Limits;

/// The group in which this program makes others.
static HOME: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let home = own()?;
    sweep(&home);
    // Where a group holds processes it can give its groups no controllers. Alone, this program steps aside.
    let moved = home.join(format!("crivet-{}", std::process::id()));
    if !enable(&home) && is_alone(&home) && fs::create_dir(&moved).is_ok() {
        let _ = join(&moved);
        enable(&home);
    }
    Some(home)
});

/// How long the end of a group may take.
const END: Duration = Duration::from_millis(800);

/// The group of one testee. It is removed when this goes.
pub(super) struct Group {
    folder: PathBuf,
    /// Has it limits of memory and processes?
    is_bounded: bool,
}

impl Group {
    /// A new group, where there can be one.
    pub(super) fn new(limits: &Limits) -> Option<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(1);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Group::below(HOME.as_deref()?, &format!("crivet-{}-{count}", std::process::id()), limits)
    }

    fn below(home: &Path, name: &str, limits: &Limits) -> Option<Self> {
        let folder = home.join(name);
        fs::create_dir(&folder).ok()?;
        // From here on it is removed again.
        let mut group = Group { folder, is_bounded: false };
        // Who cannot be killed together gains nothing by being together.
        if !group.folder.join("cgroup.kill").exists() || !is_writable(&group.folder.join("cgroup.procs")) {
            return None;
        }
        let memory = limits.memory.map_or("max".to_owned(), |limit| limit.to_string());
        let processes = limits.processes.map_or("max".to_owned(), |limit| limit.to_string());
        group.is_bounded = group.set("memory.max", &memory) & group.set("pids.max", &processes);
        // Nobody is left half.
        group.set("memory.oom.group", "1");
        group.set("memory.swap.max", "0");
        Some(group)
    }

    /// What it is, for a trace.
    pub(super) fn about(&self) -> &'static str {
        if self.is_bounded {
            "a supervisor, and a control group that bounds memory and processes"
        } else {
            "a supervisor, and a control group without controllers"
        }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Has the kernel killed somebody since the group held more memory than it may?
    pub(super) fn held_too_much(&self) -> bool {
        self.counts("memory.events", "oom_kill ")
    }

    /// Was a process not started since there were as many as there may be?
    pub(super) fn was_too_many(&self) -> bool {
        self.counts("pids.events", "max ")
    }

    fn counts(&self, file: &str, event: &str) -> bool {
        let events = fs::read_to_string(self.folder.join(file)).unwrap_or_default();
        events.lines().any(|line| line.strip_prefix(event).is_some_and(|count| count != "0"))
    }

    fn set(&self, file: &str, value: &str) -> bool {
        // It must be there: in another file system it would be made.
        self.folder.join(file).exists() && fs::write(self.folder.join(file), value).is_ok()
    }
}

/// Kills everybody in a group at once.
pub(super) fn kill(folder: &Path) {
    // It may have gone.
    let _ = fs::File::options()
        .write(true)
        .open(folder.join("cgroup.kill"))
        .and_then(|mut file| io::Write::write_all(&mut file, b"1"));
}

/// Removes a group, whose last processes may be about to go.
pub(super) fn remove(folder: &Path) {
    let deadline = Instant::now() + END;
    // A testee may have made groups below.
    for below in fs::read_dir(folder).into_iter().flatten().flatten() {
        if below.path().is_dir() {
            remove(&below.path());
        }
    }
    while fs::remove_dir(folder).is_err_and(|error| error.kind() != io::ErrorKind::NotFound)
        && Instant::now() < deadline
    {
        thread::sleep(Duration::from_millis(2));
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        kill(&self.folder);
        remove(&self.folder);
    }
}

/// Puts this process into a group, and what it starts from then on.
pub(super) fn join(folder: &Path) -> io::Result<()> {
    let mut file = fs::File::options().write(true).open(folder.join("cgroup.procs"))?;
    io::Write::write_all(&mut file, b"0")
}

/// The group of this process.
pub(super) fn own() -> Option<PathBuf> {
    group(&fs::read_to_string("/proc/self/cgroup").ok()?, &fs::read_to_string("/proc/self/mountinfo").ok()?)
}

/// The folder of a group, by what proc(5) tells of the process and of the mounts.
fn group(groups: &str, mounts: &str) -> Option<PathBuf> {
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    mounts.lines().find_map(|line| {
        let (mount, kind) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (root, point) = (fields.next()?, fields.next()?);
        let below = Path::new(path).strip_prefix(root).ok()?;
        // One that lies outside what is mounted begins with `..`.
        let inside = !below.starts_with("..");
        (kind.starts_with("cgroup2 ") && inside).then(|| Path::new(point).join(below))
    })
}

/// Removes the empty groups of programs that were killed.
fn sweep(home: &Path) {
    for group in fs::read_dir(home).into_iter().flatten().flatten() {
        let name = group.file_name();
        let Some(owner) = name.to_str().and_then(|name| name.strip_prefix("crivet-")) else { continue };
        let owner = owner.split('-').next().unwrap_or_default();
        if owner.parse::<u32>().is_ok() && !Path::new("/proc").join(owner).exists() {
            // One that is not empty stays.
            let _ = fs::remove_dir(group.path());
        }
    }
}

/// Gives the groups below this one what they are to be bounded by. False where that cannot be.
fn enable(home: &Path) -> bool {
    let file = home.join("cgroup.subtree_control");
    let has = || {
        let enabled = fs::read_to_string(&file).unwrap_or_default();
        ["memory", "pids"].iter().all(|name| enabled.split_whitespace().any(|one| one == *name))
    };
    has() || {
        let _ = fs::write(&file, "+memory +pids");
        has()
    }
}

fn is_alone(home: &Path) -> bool {
    fs::read_to_string(home.join("cgroup.procs"))
        .is_ok_and(|processes| processes.trim() == std::process::id().to_string())
}

fn is_writable(file: &Path) -> bool {
    fs::File::options().write(true).open(file).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_is_found_by_the_mounts() {
        let folder =
            |groups: &str, mounts: &str| group(groups, mounts).map(|path| path.display().to_string());
        let mount = |root: &str| {
            format!(
                "30 1 0:2 / /proc rw - proc proc rw\n31 1 0:26 {root} /sys/fs/cgroup rw - cgroup2 cgroup2 rw"
            )
        };
        assert_eq!(folder("0::/user.slice/a b\n", &mount("/")).unwrap(), "/sys/fs/cgroup/user.slice/a b");
        assert_eq!(folder("4:memory:/x\n0::/\n", &mount("/")).unwrap(), "/sys/fs/cgroup/");
        assert_eq!(folder("0::/docker/1/a\n", &mount("/docker/1")).unwrap(), "/sys/fs/cgroup/a");
        // It lies outside, there is version 1 alone, nothing is mounted.
        assert_eq!(folder("0::/../x\n", &mount("/")), None);
        assert_eq!(folder("0::/other\n", &mount("/docker/1")), None);
        assert_eq!(folder("4:memory:/x\n", &mount("/")), None);
        assert_eq!(folder("0::/\n", "31 1 0:26 / /sys/fs/cgroup rw - cgroup cgroup rw,memory"), None);
    }

    /// A folder that is no group, or may not be written, is no reason to fail.
    #[test]
    fn without_groups_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Group::below(folder.path(), "testee", &Limits::default()).is_none());
        assert!(Group::below(&folder.path().join("nowhere"), "testee", &Limits::default()).is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_program_left_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let alive = format!("crivet-{}-1", std::process::id());
        for name in ["crivet-4294967295-1", "crivet-4294967295", &alive, "crivet-x", "other"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        sweep(folder.path());
        let mut left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [alive.as_str(), "crivet-x", "other"]);
    }

    /// Where there are groups, one is bounded as far as it has controllers, and leaves nothing behind.
    #[test]
    fn a_group_has_its_limits() {
        let Some(group) = Group::new(&Limits::default()) else {
            eprintln!("left out: there are no control groups that belong to this user");
            return;
        };
        let folder = group.folder().to_owned();
        let limit = |file: &str| fs::read_to_string(folder.join(file)).ok();
        assert_eq!(group.is_bounded, limit("memory.max").is_some() && limit("pids.max").is_some());
        assert!(limit("memory.max").is_none_or(|limit| limit.trim() == (4_u64 << 30).to_string()));
        assert!(limit("pids.max").is_none_or(|limit| limit.trim() == "2048"));
        assert!(!group.held_too_much() && !group.was_too_many());
        drop(group);
        assert!(!folder.exists());
    }
}
