//! Where a program failed, as the end of its standard error tells: the place of a panic, the frame of an exception.

/// The place: of a Python traceback the last file and line, as that is where it was raised; of all others the first.
/// With the file's name alone, for where a program lies differs from machine to machine.
pub(super) fn place(stderr: &str) -> Option<String> {
    let raised = stderr.lines().rev().find_map(|line| {
        let (file, rest) = line.trim().strip_prefix("File \"")?.split_once("\", line ")?;
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Some(format!("{}:{number}", name(file)))
    });
    if let Some(raised) = raised {
        let last = stderr.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        let exception = last.split(':').next().unwrap_or_default().trim();
        let is_name = exception.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
        return Some(format!("{} at {raised}", if is_name { exception } else { "failed" }));
    }
    let found =
        stderr.lines().find_map(|line| Some((line, line.split(separates).find_map(file_and_line)?)))?;
    let (line, found) = found;
    Some(format!("{} at {found}", if line.contains("panicked at") { "panicked" } else { "failed" }))
}

fn separates(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '"' | '\'' | '`' | '<' | '>' | ',')
}

/// `src/main.rs:12:5` as `main.rs:12:5`: a name, an extension of letters, a line and perhaps a column.
fn file_and_line(word: &str) -> Option<String> {
    let (path, numbers) = word.trim_end_matches(':').split_once(':')?;
    let (stem, extension) = name(path).rsplit_once('.')?;
    let is_line = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_file = !stem.is_empty()
        && (1..=5).contains(&extension.len())
        && extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && extension.chars().all(|c| c.is_ascii_alphanumeric() || c == '+');
    let mut numbers = numbers.splitn(3, ':');
    let (line, column) = (numbers.next()?, numbers.next());
    if !is_file || !is_line(line) {
        return None;
    }
    let column = column.filter(|column| is_line(column)).map(|column| format!(":{column}"));
    Some(format!("{}:{line}{}", name(path), column.unwrap_or_default()))
}

fn name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_many_languages() {
        for (stderr, expected) in [
            ("thread 'main' (7) panicked at src/a/b.rs:3:9:\nindex 7", "panicked at b.rs:3:9"),
            ("thread 'main' panicked at 'no 7', b.rs:3:9\nnote: x", "panicked at b.rs:3:9"),
            (
                "Traceback (most recent call last):\n  File \"/x/a.py\", line 7, in <module>\n    f()\n  File \"/x/b.py\", line 12, in f\n    g(1)\nValueError: not 13: x",
                "ValueError at b.py:12",
            ),
            (
                "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/x/main.go:12 +0x1d\nmain.main()\n\t/x/main.go:99",
                "failed at main.go:12",
            ),
            (
                "/x/a.js:12\n    throw new Error('x');\n\nError: x\n    at f (/x/a.js:12:9)",
                "failed at a.js:12",
            ),
            (
                "Exception in thread \"main\" java.lang.RuntimeException: x\n\tat a.b.C.f(C.java:12)\n\tat a.b.D.g(D.java:3)",
                "failed at C.java:12",
            ),
            (
                "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\n    #0 0x5 in f /x/a.c:12:5\n    #1 0x6 in main /x/a.c:30",
                "failed at a.c:12:5",
            ),
            ("t: a.c:12: f: Assertion `x > 7' failed.", "failed at a.c:12"),
            ("a.cpp:7:3: runtime error: signed integer overflow", "failed at a.cpp:7:3"),
        ] {
            assert_eq!(place(stderr).as_deref(), Some(expected), "{stderr}");
        }
        for stderr in
            ["", "Segmentation fault", "at 12:30", "bad coap://example.com:5683/x", "host a.example:80"]
        {
            assert_eq!(place(stderr), None, "{stderr}");
        }
    }
}
