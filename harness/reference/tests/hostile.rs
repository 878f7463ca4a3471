//! Hostile input: refused or handled in memory and time that the input's length bounds (section 9).

use crivet_reference::{Cri, CriReference, Options, scan};

#[test]
fn lengths_that_are_only_declared() {
    for major in [0x5b_u8, 0x7b, 0x9b, 0xbb] {
        let head = [&[major][..], &[0xff; 8]].concat();
        let inner = [&[0x83, 0x20][..], &head].concat();
        assert!(CriReference::decode(&head).is_err());
        assert!(CriReference::decode(&inner).is_err());
        assert!(scan::scan(&inner, &Options::default()).is_err());
    }
}

#[test]
fn deep_nesting() {
    let deep = [vec![0x81; 200_000], vec![0x00]].concat();
    assert!(CriReference::decode(&deep).is_err());
    let tagged = [vec![0xc1; 200_000], vec![0x00]].concat();
    assert!(CriReference::decode(&tagged).is_err());
    let sequence = [&[0x83, 0x81, 0x00][..], &deep, &[0x81, 0xf5]].concat();
    let items = scan::scan(&sequence, &Options::default()).unwrap();
    assert_eq!(items.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn many_segments() {
    let base = Cri::from_uri(&format!("coap://h{}", "/a".repeat(50_000))).unwrap();
    let target = Cri::from_uri(&format!("coap://h{}?q", "/a".repeat(50_000))).unwrap();
    let reference = base.relativize(&target);
    assert_eq!(reference.to_string(), r#"[0, null, ["q"]]"#);
    assert_eq!(base.resolve(&reference), target);
    assert_eq!(Cri::decode(&target.encode()), Ok(target));
}

#[test]
fn many_dot_segments() {
    let uri = format!("coap://h{}{}", "/a".repeat(50_000), "/..".repeat(50_000));
    assert_eq!(Cri::from_uri(&uri).unwrap().to_string(), r#"[-1, ["h"], [""]]"#);
}

#[test]
fn every_cut_of_a_cri() {
    let bytes = Cri::from_uri("foo://u@example.com:1/a%3Ab/c?d&e#f").unwrap().encode();
    assert!(CriReference::decode(&bytes).is_ok());
    for end in 0..bytes.len() {
        assert!(CriReference::decode(&bytes[..end]).is_err(), "{end}");
    }
}
