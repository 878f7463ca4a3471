//! Simpler inputs: what a finding is shrunk by.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::sections::{Sections, Start};
use crivet::cri::{Authority, Discard, Given, Host, Part, Scheme, Text};

/// Something that can be made simpler.
pub trait Simpler: Sized {
    /// Values that are a step simpler, the boldest step first; none of them equals the value, and no chain of steps
    /// is without end.
    fn simpler(&self) -> Vec<Self>;
}

/// The values that come of putting simpler ones in the place of one part.
pub fn with<P: Simpler, T>(part: &P, whole: impl Fn(P) -> T) -> impl Iterator<Item = T> {
    part.simpler().into_iter().map(whole)
}

impl Simpler for bool {
    fn simpler(&self) -> Vec<Self> {
        if *self { vec![false] } else { Vec::new() }
    }
}

macro_rules! simpler_numbers {
    ($($number:ty)*) => {$(
        impl Simpler for $number {
            /// Zero, half, one less.
            fn simpler(&self) -> Vec<Self> {
                let mut simpler = vec![0, self / 2, self.saturating_sub(1)];
                simpler.dedup();
                simpler.retain(|number| number != self);
                simpler
            }
        }
    )*};
}

simpler_numbers!(u8 u16 u32 u64 usize);

impl Simpler for char {
    /// The letter `a`, except for what is a letter of a to z already.
    fn simpler(&self) -> Vec<Self> {
        match self {
            'a' => Vec::new(),
            _ => vec!['a'],
        }
    }
}

/// A list with more elements than this is long: what is tried of it is bounded, until it is short.
const LONG: usize = 16;

impl Simpler for String {
    /// Without parts; a short one also with plainer characters.
    fn simpler(&self) -> Vec<Self> {
        let characters: Vec<char> = self.chars().collect();
        let text = |characters: Vec<char>| characters.into_iter().collect();
        if characters.len() <= LONG {
            return characters.simpler().into_iter().map(text).collect();
        }
        without_parts(&characters, characters.len() / LONG).into_iter().map(text).collect()
    }
}

impl<T: Simpler + Clone> Simpler for Vec<T> {
    /// Without all, without a half, without one; then with one element simpler. Of a long list's elements the boldest
    /// step alone is tried: a path of 128 segments of 300 characters would make gigabytes otherwise.
    fn simpler(&self) -> Vec<Self> {
        let mut simpler = without_parts(self, 1);
        let steps = if self.len() > LONG { 1 } else { usize::MAX };
        for (index, element) in self.iter().enumerate() {
            let put = |element| {
                let mut whole = self.clone();
                whole[index] = element;
                whole
            };
            simpler.extend(with(element, put).take(steps));
        }
        simpler
    }
}

/// A list without all, without a half, without a quarter, until so few are left out at a time.
fn without_parts<T: Clone>(list: &[T], least: usize) -> Vec<Vec<T>> {
    let mut simpler = Vec::new();
    let mut without = list.len();
    while without >= least.max(1) {
        for start in (0..list.len()).step_by(without) {
            let end = (start + without).min(list.len());
            simpler.push([&list[..start], &list[end..]].concat());
        }
        without /= 2;
    }
    simpler
}

impl<T: Simpler> Simpler for Option<T> {
    fn simpler(&self) -> Vec<Self> {
        match self {
            None => Vec::new(),
            Some(value) => std::iter::once(None).chain(with(value, Some)).collect(),
        }
    }
}

/// Both of two made simpler in the same step: what two have in common cannot go from one alone.
pub fn both<A: Simpler, B: Simpler>(a: &A, b: &B) -> impl Iterator<Item = (A, B)> {
    a.simpler().into_iter().zip(b.simpler())
}

impl<A: Simpler + Clone, B: Simpler + Clone> Simpler for (A, B) {
    /// One of the two, or both.
    fn simpler(&self) -> Vec<Self> {
        let (a, b) = self;
        with(a, |a| (a, b.clone())).chain(with(b, |b| (a.clone(), b))).chain(both(a, b)).collect()
    }
}

impl<A: Simpler + Clone, B: Simpler + Clone, C: Simpler + Clone> Simpler for (A, B, C) {
    fn simpler(&self) -> Vec<Self> {
        let (a, b, c) = self;
        with(a, |a| (a, b.clone(), c.clone()))
            .chain(with(b, |b| (a.clone(), b, c.clone())))
            .chain(with(c, |c| (a.clone(), b.clone(), c)))
            .collect()
    }
}

impl Simpler for Sections {
    fn simpler(&self) -> Vec<Self> {
        let of = |start: Start| Sections { start, ..self.clone() };
        let mut simpler: Vec<Self> = self.start.simpler().into_iter().map(of).collect();
        simpler.extend(with(&self.path, |path| Sections { path, ..self.clone() }));
        simpler.extend(with(&self.query, |query| Sections { query, ..self.clone() }));
        simpler.extend(with(&self.fragment, |fragment| Sections { fragment, ..self.clone() }));
        simpler
    }
}

impl Simpler for Start {
    /// Within its kind: what a CRI starts with says what it is.
    fn simpler(&self) -> Vec<Self> {
        match self {
            Start::Full(scheme, authority) => with(scheme, |scheme| Start::Full(scheme, authority.clone()))
                .chain(with(authority, |authority| Start::Full(scheme.clone(), authority)))
                .collect(),
            Start::Authority(authority) => with(authority, Start::Authority)
                .filter(|start| *start != Start::Authority(Authority::Null))
                .collect(),
            Start::Discard(discard) => with(discard, Start::Discard).collect(),
        }
    }
}

impl Simpler for Discard {
    fn simpler(&self) -> Vec<Self> {
        match self {
            Discard::All => vec![Discard::Count(0), Discard::Count(1)],
            Discard::Count(count) => with(count, Discard::Count).collect(),
        }
    }
}

impl Simpler for Scheme {
    fn simpler(&self) -> Vec<Self> {
        match self {
            Scheme::Number(0) => Vec::new(),
            Scheme::Number(_) => vec![Scheme::Number(0)],
            Scheme::Name(name) if name == "a" => vec![Scheme::Number(0)],
            Scheme::Name(_) => vec![Scheme::Number(0), Scheme::Name("a".to_owned())],
        }
    }
}

impl Simpler for Authority {
    fn simpler(&self) -> Vec<Self> {
        let Authority::Given(Given { userinfo, host, port }) = self else {
            return match self {
                Authority::True => vec![Authority::Null],
                _ => Vec::new(),
            };
        };
        let present = |userinfo: Option<Text>, host: Host, port: Option<u64>| {
            Authority::Given(Given { userinfo, host, port })
        };
        std::iter::once(Authority::Null)
            .chain(with(userinfo, |userinfo| present(userinfo, host.clone(), *port)))
            .chain(with(port, |port| present(userinfo.clone(), host.clone(), port)))
            .chain(with(host, |host| present(userinfo.clone(), host, *port)))
            .collect()
    }
}

impl Simpler for Host {
    fn simpler(&self) -> Vec<Self> {
        let plain = Host::Name(vec![Text::Plain("a".to_owned())]);
        match self {
            Host::Address { address, zone } => {
                let unspecified: IpAddr = match address {
                    IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
                    IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
                };
                let with_address = |address: IpAddr, zone: Option<String>| Host::Address { address, zone };
                let zero = (*address != unspecified).then(|| with_address(unspecified, zone.clone()));
                std::iter::once(plain)
                    .chain(zero)
                    .chain(with(zone, |zone| with_address(*address, zone)))
                    .collect()
            }
            Host::Name(labels) => with(labels, Host::Name).collect(),
        }
    }
}

impl Simpler for Text {
    fn simpler(&self) -> Vec<Self> {
        match self {
            Text::Plain(text) => with(text, Text::Plain).collect(),
            Text::Sequence(parts) => {
                let text: String = self.texts().concat();
                std::iter::once(Text::Plain(text)).chain(with(parts, Text::Sequence)).collect()
            }
        }
    }
}

impl Simpler for Part {
    fn simpler(&self) -> Vec<Self> {
        match self {
            Part::Text(text) => with(text, Part::Text).collect(),
            Part::Bytes(bytes) => with(bytes, Part::Bytes).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every step leads somewhere simpler, and every chain of steps ends.
    #[track_caller]
    fn ends(mut value: Vec<String>, bound: usize) {
        for _ in 0..bound {
            let simpler = value.simpler();
            assert!(simpler.iter().all(|other| *other != value), "a step that changes nothing: {value:?}");
            // The last step is the smallest one.
            match simpler.into_iter().next_back() {
                Some(next) => value = next,
                None => return,
            }
        }
        panic!("no end after {bound} steps: {value:?}");
    }

    #[test]
    fn chains_of_steps_end() {
        ends(vec!["xyz".to_owned(), String::new(), "a".to_owned()], 50);
        ends(vec!["x".repeat(40)], 200);
    }

    #[test]
    fn what_is_tried_is_bounded() {
        let large = vec!["x".repeat(300); 128];
        let simpler = large.simpler();
        assert!(simpler.len() < 500, "{}", simpler.len());
        assert!("x".repeat(300).simpler().len() < 64);
        assert_eq!("ab".to_owned().simpler(), ["", "b", "a", "aa"]);
    }
}
