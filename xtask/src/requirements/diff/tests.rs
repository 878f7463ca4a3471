use crivet::corpus::{Corpus, Requirements};

use super::super::sentences::Sentence;
use super::{Difference, Texts};

fn inventory(text: &str) -> Requirements {
    Corpus::parse_requirements("t.yaml", text).unwrap()
}

#[test]
fn requirements_are_matched_by_sentence_and_then_by_name() {
    let old = inventory(
        "- {id: a1-2-same, anchor: x, level: must, text: t, fingerprint: '0000000000aa'}
- {id: a1-2-moved, anchor: x, level: must, text: t, fingerprint: '0000000000ab'}
- {id: a1-2-changed, anchor: x, level: must, text: t, fingerprint: ['0000000000ac', '0000000000ad']}
- {id: a1-2-elsewhere, anchor: x, level: must, text: t, fingerprint: '0000000000ae'}
- {id: a1-2-gone, anchor: x, level: must, text: old, fingerprint: '0000000000af'}
",
    );
    let new = inventory(
        "- {id: a2-2-same, anchor: x, level: must, text: t, fingerprint: '0000000000aa'}
- {id: a2-3-moved, anchor: y, level: must, text: t, fingerprint: '0000000000ab'}
- {id: a2-2-changed, anchor: x, level: must, text: t, fingerprint: ['0000000000ac', '0000000000ba']}
- {id: a2-3-elsewhere, anchor: y, level: must, text: t, fingerprint: '0000000000bb'}
- {id: a2-3-fresh, anchor: y, level: must, text: new, fingerprint: '0000000000bc'}
",
    );
    let sentence = |fingerprint: &str, text: &str| Sentence {
        fingerprint: fingerprint.to_owned(),
        anchors: Vec::new(),
        text: text.to_owned(),
    };
    let (before, after) = ([sentence("0000000000ad", "Before.")], [sentence("0000000000ba", "After.")]);
    assert_eq!(
        Difference::between(&old, &new).display(&Texts::new(&before, &after)).to_string(),
        "# Unchanged: 1
a1-2-same = a2-2-same

# Moved: 1
a1-2-moved (x) -> a2-3-moved (y)

# Changed: 2
a1-2-changed (x) -> a2-2-changed (x)
  - Before.
  + After.
a1-2-elsewhere (x) -> a2-3-elsewhere (y)

# Gone: 1
a1-2-gone (x): old

# New: 1
a2-3-fresh (y): new
"
    );
}
