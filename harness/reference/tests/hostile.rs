//! Hostile input: refused or handled in memory and time that the input's length bounds (section 9).

use crivet_reference::coap::{CoapOption, Destination, Variant, coap_to_cri};
use crivet_reference::{Cri, CriReference, Features, Options, scan};

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

#[test]
fn many_combining_characters() {
    // One that composes in front of many that do not: the whole is not in Normalization Form C.
    let uri = format!("a:e%CC%81{}", "%CC%B5".repeat(100_000));
    let cri = Cri::from_uri(&uri).unwrap();
    assert_eq!(cri.to_uri().as_ref(), Ok(&uri));
    assert_eq!(Cri::decode(&cri.encode()), Ok(cri));
}

#[test]
fn any_coap_option() {
    let destination = Destination::from_text("192.0.2.1", 5683).unwrap();
    for number in 0..=300 {
        for value in [&b""[..], b"%", b"[", b"[]", b"]", b"%f", &[0xff; 3], &[0xf5; 2000], &[0x81; 1023]] {
            if let Ok(option) = CoapOption::read(number, value) {
                let cri = coap_to_cri(Variant::Coap, &[option], &destination, Features::ALL);
                assert!(cri.is_err() || CriReference::from(cri.unwrap()).check().is_ok(), "{number}");
            }
        }
    }
}
