//! A revision of a draft of four sentences.

use super::*;
use crate::requirements;

const BEFORE: &str =
    "\n# Place {#place}\n\nOne is one. Two is two.\n\n# Other {#other}\n\nThree is three. Four is four.\n";
/// Three has moved, and four is said in other words.
const AFTER: &str =
    "\n# Place {#place}\n\nOne is one. Two is two. Three is three.\n\n# Other {#other}\n\nIt is four.\n";

fn fingerprint(text: &str) -> String {
    let sentences = requirements::of(&format!("{BEFORE}{AFTER}"));
    sentences.into_iter().find(|sentence| sentence.text == text).unwrap().fingerprint
}

fn names() -> Names {
    Names { from: Profile::Href27, new: "href-31".to_owned(), same: Vec::new(), take_back: false }
}

fn data(vectors: &str) -> Data {
    let entry = |name: &str, anchor: &str, sentence: &str| {
        let fingerprint = fingerprint(sentence);
        format!(
            "- {{id: href27-{name}, anchor: {anchor}, level: must, fingerprint: '{fingerprint}', text: \"It is {name}.\"}}\n"
        )
    };
    let inventory = "# What draft-ietf-core-href-27 asks.\n\n".to_owned()
        + &entry("one", "place", "One is one.")
        + &entry("two", "place", "Two is two.")
        + &entry("three", "other", "Three is three.")
        + &entry("four", "other", "Four is four.");
    let rulings = "- id: R1\n  profiles: [href-13, href-27]\n- id: R2\n  profiles: [href-27]\n";
    let texts = [
        ("requirements/href-27.yaml", inventory.as_str()),
        ("rulings.yaml", rulings),
        ("href/decode/a.yaml", vectors),
    ];
    let texts = texts.map(|(path, text)| (path.to_owned(), text.to_owned()));
    Data { texts: texts.into(), changed: BTreeSet::new() }
}

fn vector(id: &str, requirements: &str, ruling: &str) -> String {
    format!("- id: {id}\n  profiles: [href-27]\n  requirements: [{requirements}]\n{ruling}  op: decode\n\n")
}

fn carried(data: &mut Data) -> Done {
    data.carry_over(&names(), &requirements::of(AFTER), None).unwrap()
}

fn left(done: &Done) -> String {
    done.list_of_left()
}

#[test]
fn what_stands_is_carried_over_and_the_rest_is_told() {
    let vectors = vector("a", "href27-one, href27-three", "")
        + &vector("b", "href27-one, href27-four", "")
        + &vector("c", "href27-two", "  ruling: R1\n")
        + &vector("d", "href27-two", "  ruling: [R2]\n")
        + &vector("e", "href27-four", "  ruling: R2\n");
    let mut data = data(&vectors);
    let done = carried(&mut data);
    assert_eq!(done.widened, ["a", "c"]);
    assert_eq!(
        left(&done),
        "b: requirement href27-four\nd: ruling R2\ne: requirement href27-four, ruling R2\n"
    );
    let widened = vectors
        .replace(
            "[href-27]\n  requirements: [href27-one, href27-three]",
            "[href-27, href-31]\n  requirements: [href27-one, href27-three, href31-one, href31-three]",
        )
        .replace(
            "[href-27]\n  requirements: [href27-two]\n  ruling: R1",
            "[href-27, href-31]\n  requirements: [href27-two, href31-two]\n  ruling: R1",
        );
    assert_eq!(data.texts["href/decode/a.yaml"], widened);
    assert_eq!(
        data.texts["rulings.yaml"],
        "- id: R1\n  profiles: [href-13, href-27, href-31]\n- id: R2\n  profiles: [href-27]\n"
    );
    let inventory = &data.texts["requirements/href-31.yaml"];
    assert!(
        inventory.starts_with("# What draft-ietf-core-href-31 asks.\n\n- {id: href31-one, anchor: place,")
    );
    assert!(inventory.contains("\n- {id: href31-three, anchor: place,"), "it has moved");
    let four = fingerprint("Four is four.");
    assert!(
        inventory.contains(&format!("\n# Not in the source: {four}\n# - {{id: href31-four, anchor: other,"))
    );
}

#[test]
fn a_second_run_changes_nothing_and_a_mended_inventory_carries_more() {
    let vectors = vector("b", "href27-one, href27-four", "") + &vector("e", "href27-four", "  ruling: R2\n");
    let mut data = data(&vectors);
    carried(&mut data);
    let once = data.clone();
    data.changed.clear();
    carried(&mut data);
    assert!(data.changed.is_empty(), "{:?}", data.changed);

    let mend = |words: &str| {
        let mut data = once.clone();
        let entry = format!(
            "- {{id: href31-9-four, anchor: other, level: must, fingerprint: '{}', text: \"{words}\"}}\n",
            fingerprint("It is four.")
        );
        data.texts.get_mut("requirements/href-31.yaml").unwrap().push_str(&entry);
        let done = carried(&mut data);
        (done.widened.clone(), left(&done))
    };
    // The same words under another name: it asks the same, and so R2 holds too.
    assert_eq!(mend("It is four."), (vec!["b".to_owned(), "e".to_owned()], String::new()));
    let (widened, left) = mend("It is at least four.");
    assert_eq!(widened, [""; 0]);
    assert_eq!(left, "b: requirement href27-four\ne: requirement href27-four, ruling R2\n");
}

#[test]
fn what_no_longer_holds_is_taken_back_only_when_asked_for() {
    let mut data = data(&vector("a", "href27-one", ""));
    let before = data.texts["href/decode/a.yaml"].clone();
    carried(&mut data);
    let inventory = data.texts.get_mut("requirements/href-31.yaml").unwrap();
    *inventory = inventory.replace("It is one.", "It is one or more.");
    let done = carried(&mut data);
    assert_eq!(
        (done.hold, done.doubtful.len(), left(&done)),
        (1, 1, "a (named): requirement href27-one\n".into())
    );
    let names = Names { take_back: true, ..names() };
    let done = data.carry_over(&names, &requirements::of(AFTER), None).unwrap();
    assert_eq!((done.taken_back, done.hold), (1, 0));
    assert_eq!(data.texts["href/decode/a.yaml"], before);
}

#[test]
fn a_requirement_that_was_renamed_is_cited_by_its_new_name() {
    let mut data = data(&vector("a", "href27-one", ""));
    carried(&mut data);
    let inventory = data.texts.get_mut("requirements/href-31.yaml").unwrap();
    *inventory = inventory.replace("href31-one", "href31-9-one");
    carried(&mut data);
    assert!(data.texts["href/decode/a.yaml"].contains("requirements: [href27-one, href31-9-one]\n"));
}

#[test]
fn a_person_can_say_that_a_requirement_is_the_same_to_the_vectors() {
    let mut data = data(&vector("e", "href27-four", ""));
    carried(&mut data);
    let entry = format!(
        "- {{id: href31-4, anchor: other, level: must, fingerprint: '{}', text: \"It is at least four.\"}}\n",
        fingerprint("It is four.")
    );
    data.texts.get_mut("requirements/href-31.yaml").unwrap().push_str(&entry);
    let mut say = |old: &str| {
        let same = vec![(old.to_owned(), "href31-4".to_owned())];
        data.carry_over(&Names { same, ..names() }, &requirements::of(AFTER), None)
    };
    assert_eq!(say("href27-five").unwrap_err().to_string(), "href27-five is not in the inventory of href-27");
    assert_eq!(say("href27-four").unwrap().widened, ["e"]);
}

#[test]
fn a_ruling_holds_where_a_person_says_so() {
    let mut data =
        data(&(vector("d", "href27-two", "  ruling: R2\n") + &vector("e", "href27-four", "  ruling: R2\n")));
    let rulings = data.texts.get_mut("rulings.yaml").unwrap();
    *rulings = rulings.replace("profiles: [href-27]", "profiles: [href-27, href-31]");
    let done = carried(&mut data);
    assert_eq!(done.widened, ["d"]);
    assert_eq!(left(&done), "e: requirement href27-four\n");
}

#[test]
fn a_scheme_id_that_stands_for_another_scheme_keeps_its_vectors() {
    let with =
        |id: i64| vector(&format!("v{id}"), "href27-one", "") + &format!("  cri: '[-{id}, [\"h\"]]'\n");
    let mut data = data(&(with(1) + &with(25) + &with(26)));
    for (path, table) in [("href-27", "-1,coap\n-25,coap+ws\n"), ("href-31", "-1,coap\n-26,coap+ws\n")] {
        data.texts.insert(format!("schemes/{path}.csv"), table.to_owned());
    }
    let done = carried(&mut data);
    assert_eq!(done.widened, ["v1"]);
    assert_eq!(left(&done), "v25: scheme-id -25\nv26: scheme-id -26\n");
}

#[test]
fn a_source_of_something_else_is_refused() {
    let error =
        data("").carry_over(&names(), &requirements::of("\n# A\n\nNothing of it.\n"), None).unwrap_err();
    assert!(error.to_string().starts_with("only 0 of 4 requirements stand in the source"), "{error}");
}
