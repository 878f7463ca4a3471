//! Bytes, sequences, CRIs that differ little, and requests.

use std::collections::BTreeMap;

use arbitrary::Unstructured;

use crate::generate::coap::{URI_HOST, URI_PATH, URI_PORT, URI_QUERY, request_cri};
use crate::generate::sequence::array_of;
use crate::generate::{raw, request, resolutions, scanned, seeded, similar_target, three_similar};
use crivet::cri::{first_difference, read, split_array};
use crivet::profile::Profile;

const INPUTS: u64 = 10_000;
const PROFILE: Profile = Profile::Href27;

fn made<T>(seed: u64, make: impl Fn(&mut Unstructured<'_>) -> arbitrary::Result<T>) -> T {
    make(&mut Unstructured::new(&seeded(seed, 256))).unwrap()
}

#[track_caller]
fn check_share(what: &str, count: u64, percent: std::ops::RangeInclusive<u64>) {
    let share = count * 100 / INPUTS;
    println!("{what}: {count} of {INPUTS}");
    assert!(percent.contains(&share), "{what}: {share} in 100");
}

#[test]
fn raw_bytes_are_cris_at_times() {
    let cris = (0..INPUTS).filter(|seed| read(&made(*seed, raw)).is_ok()).count();
    let arrays =
        (0..INPUTS).filter(|seed| made(*seed, raw).first().is_some_and(|first| first >> 5 == 4)).count();
    check_share("read as CRIs", cris as u64, 1..=20);
    check_share("start as arrays", arrays as u64, 60..=95);
}

#[test]
fn scanned_items_are_of_all_kinds() {
    let (mut items, mut cris, mut several) = (0, 0, 0);
    for seed in 0..INPUTS {
        let scanned = made(seed, |u| scanned(u, PROFILE));
        let array = array_of(&scanned);
        assert_eq!(split_array(&array).unwrap(), scanned, "{}", hex::encode(&array));
        items += scanned.len() as u64;
        cris += scanned.iter().filter(|item| read(item).is_ok()).count() as u64;
        several += u64::from(scanned.len() > 1);
    }
    check_share("sequences of two items or more", several, 75..=100);
    let share = cris * 100 / items;
    assert!((35..=75).contains(&share), "{share} in 100 items read as CRIs");
}

#[test]
fn three_near_ones_are_the_same_or_nearly_so() {
    let mut places: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..INPUTS {
        let [first, second, _] = made(seed, |u| three_similar(u, PROFILE));
        let of = |cbor: Vec<u8>| read(&cbor).ok().map(|reading| reading.cri);
        if let (Some(first), Some(second)) = (of(first.to_cbor_in(PROFILE)), of(second.to_cbor_in(PROFILE))) {
            let place = first_difference(&first, &second).map_or("none".to_owned(), |found| found.place);
            *places.entry(place.split(',').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }
    println!("{places:#?}");
    for (place, percent) in [
        ("none", 10..=45),
        ("scheme", 3..=20),
        ("authority", 5..=30),
        ("path", 10..=40),
        ("query", 5..=30),
        ("fragment", 5..=30),
    ] {
        check_share(place, places.get(place).copied().unwrap_or_default(), percent);
    }
}

#[test]
fn targets_are_near_their_base() {
    let (mut scheme, mut common, mut authority) = (0, 0, 0);
    for seed in 0..INPUTS {
        let (base, target) = made(seed, |u| similar_target(u, PROFILE));
        authority += u64::from(base.start == target.start);
        let shared = base.segments().iter().zip(target.segments()).take_while(|(a, b)| a == b).count();
        common += u64::from(shared > 0);
        scheme += u64::from(base == target);
    }
    check_share("the same scheme and authority", authority, 60..=90);
    check_share("segments in common", common, 35..=80);
    check_share("the same", scheme, 1..=15);
}

#[test]
fn references_come_again() {
    let again = (0..INPUTS).filter(|seed| {
        let (_, references) = made(*seed, |u| resolutions(u, PROFILE));
        assert!(references.len() >= 2);
        references[1..].contains(&references[0])
    });
    check_share("a reference twice", again.count() as u64, 10..=60);
}

#[test]
fn requests_have_every_option() {
    let mut counts: BTreeMap<u16, u64> = BTreeMap::new();
    let (mut schemes, mut cris) = (BTreeMap::new(), 0);
    for seed in 0..INPUTS {
        let request = made(seed, request);
        let mut numbers: Vec<u16> = request.options.iter().map(|option| option.number).collect();
        numbers.dedup();
        numbers.iter().for_each(|number| *counts.entry(*number).or_default() += 1);
        *schemes.entry(request.scheme).or_insert(0_u64) += 1;
        let (sections, _) = made(seed, request_cri);
        let reading = read(&sections.to_cbor_in(PROFILE));
        cris +=
            u64::from(reading.is_ok_and(|reading| reading.cri.is_full() && reading.cri.fragment.is_none()));
    }
    println!("{counts:#?} {schemes:#?}");
    for (number, percent) in
        [(URI_HOST, 40..=60), (URI_PORT, 25..=50), (URI_PATH, 50..=90), (URI_QUERY, 50..=90)]
    {
        check_share("option", counts[&number], percent);
    }
    assert_eq!(schemes.len(), 6);
    check_share("full CRIs without fragment", cris, 85..=100);
}
