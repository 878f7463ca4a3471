use super::{Sentence, of};

const SOURCE: &str = r#"---
title: A draft
--- middle

# First Things {#first}

A *sentence* with `code` (see {{Section 3.1 of RFC9999@-x}}). Another
one <!-- not
this --> over two lines, e.g. this. And "`.`" or ".." end none.

{:#own}
This stands under an anchor.

1. {:#item} An item of {{other}}.

   * Below it.

## The `small` Section

~~~~ cddl
a = [b,   ; a comment = no rule
  c]
c = text
~~~~
{: #figure title="A figure"}

| x | y |
|---|---|
{: #table
title="A table"}

Later, [text](#LINK).[^note]

[^note]: Nothing of
    this.
"#;

fn under(anchor: &str) -> Vec<String> {
    of(SOURCE).into_iter().filter(|s| s.anchors.iter().any(|one| one == anchor)).map(|s| s.text).collect()
}

#[test]
fn sentences_are_found_under_their_anchors() {
    assert_eq!(
        under("first")[..3],
        [
            "A sentence with code (see Section 3.1).",
            "Another one over two lines, e.g. this.",
            "And \".\" or \"..\" end none."
        ]
    );
    assert_eq!(under("own"), ["This stands under an anchor."]);
    assert_eq!(under("item"), ["An item of .", "Below it."]);
    assert_eq!(under("figure"), ["a = [b, c]", "c = text"]);
    assert_eq!(under("table"), ["| x | y | |---|---|"]);
    assert_eq!(under("the-small-section").last().unwrap(), "Later, [text].");
    assert!(!of(SOURCE).iter().any(|sentence| sentence.text.contains("Nothing")));
}

#[test]
fn markup_and_white_space_leave_the_fingerprint_alone() {
    let fingerprint = |text: &str| {
        let sentences = of(&format!("--- middle\n\n# T\n\n{text}\n"));
        let [Sentence { fingerprint, .. }] = sentences.as_slice() else { panic!("{sentences:?}") };
        fingerprint.clone()
    };
    let plain = fingerprint("The slash (\"/\") of Section 3 is — as such — left.");
    assert_eq!(
        fingerprint("The *slash* (\"`/`\") of\n{{Section 3 of RFC9999@-x}} is -- as such -- left."),
        plain
    );
    assert_ne!(fingerprint("The slash (\"/\") of Section 3 is — as such — right."), plain);
}
