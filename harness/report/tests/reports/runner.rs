//! What the runner of GitHub's actions obeys.

/// The names of commands that are registered.
const COMMANDS: [&str; 16] = [
    "internal-set-repo-path",
    "set-env",
    "set-output",
    "save-state",
    "add-path",
    "add-mask",
    "add-matcher",
    "remove-matcher",
    "warning",
    "error",
    "notice",
    "debug",
    "group",
    "endgroup",
    "echo",
    "stop-commands",
];

/// The command that the runner takes a line for. It trims white space. What then begins with `::` has its
/// information up to the next `::`; else `##[` anywhere has it up to the next `]`. The information begins with a name
/// that ends at a space, and a name that is registered makes a command.
pub(crate) fn obeyed(line: &str) -> Option<String> {
    let line = line.trim();
    let information = match line.strip_prefix("::") {
        Some(rest) => rest.split_once("::").map(|(information, _)| information),
        None => line
            .split_once("##[")
            .and_then(|(_, rest)| rest.split_once(']'))
            .map(|(information, _)| information),
    }?;
    let name = information.split(' ').next()?.to_lowercase();
    COMMANDS.contains(&name.as_str()).then_some(name)
}
