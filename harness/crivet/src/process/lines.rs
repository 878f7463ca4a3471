//! Lines out of chunks of bytes, bounded in length.

/// Bytes that have come and not been taken as lines.
#[derive(Debug)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// Where the next line starts.
    start: usize,
    /// Up to where there is no line end.
    searched: usize,
    limit: usize,
}

/// A line grew past the limit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl Lines {
    pub(super) fn new(limit: usize) -> Self {
        Lines { bytes: Vec::new(), start: 0, searched: 0, limit }
    }

    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(chunk);
    }

    /// The next complete line, without its end.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, TooLong> {
        let end = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n');
        let end = end.map(|end| self.searched + end);
        self.searched = end.unwrap_or(self.bytes.len());
        if self.searched - self.start > self.limit {
            return Err(TooLong);
        }
        Ok(end.map(|end| {
            let line = self.bytes[self.start..end].to_vec();
            self.start = end + 1;
            self.searched = self.start;
            line
        }))
    }

    /// What has come after the last complete line.
    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, TooLong};

    #[test]
    fn lines_come_out_whole_however_they_came_in() {
        for size in 1..12 {
            let mut lines = Lines::new(4);
            let mut found = Vec::new();
            for chunk in b"abcd\n\nef\ng".chunks(size) {
                lines.push(chunk);
                while let Some(line) = lines.next().unwrap() {
                    found.push(String::from_utf8(line).unwrap());
                }
            }
            assert_eq!(found, ["abcd", "", "ef"]);
            assert_eq!(lines.rest(), b"g");
        }
    }

    #[test]
    fn the_limit_holds_with_and_without_a_line_end() {
        for input in ["abcde\n", "abcde"] {
            let mut lines = Lines::new(4);
            lines.push(input.as_bytes());
            assert_eq!(lines.next(), Err(TooLong));
        }
    }
}
