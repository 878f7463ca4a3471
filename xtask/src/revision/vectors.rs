//! The text of a file of vectors or rulings, entry by entry: the lists in it are changed where they stand, and all else
//! stays as it was written.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};

/// A file, cut where its entries begin.
pub(crate) struct Entries {
    /// What stands before the first entry.
    pub(crate) head: String,
    /// The entries, each with all that stands before the next.
    pub(crate) entries: Vec<Entry>,
}

/// An entry: its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) id: String,
    lines: Vec<String>,
}

impl Entries {
    pub(crate) fn of(text: &str) -> Entries {
        let mut file = Entries { head: String::new(), entries: Vec::new() };
        for line in text.split_inclusive('\n') {
            match (line.strip_prefix("- id: "), file.entries.last_mut()) {
                (Some(id), _) => {
                    file.entries.push(Entry { id: id.trim_end().to_owned(), lines: vec![line.to_owned()] });
                }
                (None, Some(entry)) => entry.lines.push(line.to_owned()),
                (None, None) => file.head.push_str(line),
            }
        }
        file
    }

    pub(crate) fn text(&self) -> String {
        let entries = self.entries.iter().flat_map(|entry| &entry.lines);
        entries.fold(self.head.clone(), |text, line| text + line)
    }
}

impl Entry {
    /// The list under a key, or the single item. Empty where the entry does not have the key.
    pub(crate) fn list(&self, key: &str) -> Result<Vec<String>> {
        let Some(line) = self.line(key) else { return Ok(Vec::new()) };
        let value = self.lines[line].split_once(':').map_or("", |(_, value)| value).trim();
        if let Some(list) = value.strip_prefix('[') {
            let list = list.strip_suffix(']');
            let list = list.with_context(|| format!("{}: `{key}` is not a list on one line", self.id))?;
            return Ok(list
                .split(',')
                .map(|item| item.trim().to_owned())
                .filter(|item| !item.is_empty())
                .collect());
        }
        if value.is_empty() || value.contains([' ', '#']) {
            bail!("{}: `{key}` is not a list on one line", self.id);
        }
        Ok(vec![value.to_owned()])
    }

    /// Writes a list in its place; one that was not there stands behind the key `after`.
    pub(crate) fn set_list(&mut self, key: &str, items: &[String], after: &str) {
        let line = format!("  {key}: [{}]\n", items.join(", "));
        match (self.line(key), items.is_empty()) {
            (Some(at), false) => self.lines[at] = line,
            (Some(at), true) => drop(self.lines.remove(at)),
            (None, true) => {}
            (None, false) => {
                let at = self.line(after).map_or(self.lines.len(), |at| at + 1);
                self.lines.insert(at, line);
            }
        }
    }

    /// Puts `new` behind `old` in a list.
    pub(crate) fn insert_behind(&mut self, key: &str, old: &str, new: &str) -> Result<()> {
        let mut items = self.list(key)?;
        let at = items.iter().position(|item| item == old).map_or(items.len(), |at| at + 1);
        items.insert(at, new.to_owned());
        self.set_list(key, &items, key);
        Ok(())
    }

    /// The scheme-ids that stand first in an array of diagnostic notation: CBOR arguments.
    pub(crate) fn scheme_ids(&self) -> BTreeSet<u64> {
        let whole = self.lines.concat();
        let numbers = whole.split("[-").skip(1).filter_map(|rest| {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            rest[..digits].parse::<u64>().ok()?.checked_sub(1)
        });
        numbers.collect()
    }

    fn line(&self, key: &str) -> Option<usize> {
        let start = format!("  {key}:");
        self.lines.iter().position(|line| line.starts_with(&start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# What belongs here.\n\n- id: a\n  title: A\n  profiles: [href-13, href-27]\n  \
                        requirements: [x] \n  cri: '[-25, [\"h\"]]'\n  ruling: R1\n\n# Of b.\n- id: b\n  \
                        profiles: [href-13]\n  ruling: [R2, R3]\n";

    #[test]
    fn what_is_not_changed_stays_as_it_was_written() {
        assert_eq!(Entries::of(FILE).text(), FILE);
        let mut file = Entries::of(FILE);
        file.entries[1].insert_behind("profiles", "href-13", "href-27").unwrap();
        file.entries[1].set_list("features", &["userinfo".to_owned()], "profiles");
        let changed = "  profiles: [href-13, href-27]\n  features: [userinfo]\n  ruling: [R2, R3]\n";
        assert_eq!(file.text(), FILE.replace("  profiles: [href-13]\n  ruling: [R2, R3]\n", changed));
        file.entries[1].set_list("features", &[], "profiles");
        file.entries[1].set_list("budget", &[], "profiles");
        assert_eq!(file.text(), FILE.replace("[href-13]\n", "[href-13, href-27]\n"));
    }

    #[test]
    fn lists_and_single_items_are_read() {
        let file = Entries::of(FILE);
        let [a, b] = file.entries.as_slice() else { panic!("two entries") };
        assert_eq!(a.list("profiles").unwrap(), ["href-13", "href-27"]);
        assert_eq!(a.list("ruling").unwrap(), ["R1"]);
        assert_eq!(b.list("ruling").unwrap(), ["R2", "R3"]);
        assert_eq!(b.list("features").unwrap(), [""; 0]);
        assert_eq!((a.scheme_ids(), b.scheme_ids()), (BTreeSet::from([24]), BTreeSet::new()));
    }

    #[test]
    fn a_list_on_several_lines_is_told() {
        for text in ["- id: a\n  profiles: [href-13,\n    href-27]\n", "- id: a\n  profiles:\n  - href-13\n"]
        {
            let error = Entries::of(text).entries[0].list("profiles").unwrap_err();
            assert_eq!(error.to_string(), "a: `profiles` is not a list on one line");
        }
    }
}
