//! CBOR items as a tree, to put defects into: what a CRI is made of, and what it is not.

/// An item. The number beside a value says how many bytes longer than needed its head is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Unsigned(u64, u8),
    Negative(u64, u8),
    Bytes(Vec<u8>, u8),
    Text(String, u8),
    Array(Vec<Item>, u8),
    Tag(u64, Box<Item>),
    /// Whatever is encoded so.
    Raw(Vec<u8>),
    /// The item with an indefinite length; a string in chunks that end at these places.
    Indefinite(Box<Item>, usize),
}

impl Item {
    pub(super) fn null() -> Self {
        Item::Raw(vec![0xf6])
    }

    pub(super) fn yes() -> Self {
        Item::Raw(vec![0xf5])
    }

    /// Reads what [`Sections::to_cbor`](super::Sections::to_cbor) wrote.
    pub(super) fn read(bytes: &[u8]) -> Self {
        Reader(bytes).item()
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out;
        match self {
            Item::Unsigned(value, longer) => Item::long_head(0, *value, *longer),
            Item::Negative(value, longer) => Item::long_head(1, *value, *longer),
            Item::Bytes(bytes, longer) => {
                out = Item::long_head(2, bytes.len() as u64, *longer);
                out.extend_from_slice(bytes);
                out
            }
            Item::Text(text, longer) => {
                out = Item::long_head(3, text.len() as u64, *longer);
                out.extend_from_slice(text.as_bytes());
                out
            }
            Item::Array(items, longer) => {
                out = Item::long_head(4, items.len() as u64, *longer);
                items.iter().for_each(|item| out.extend(item.write()));
                out
            }
            Item::Tag(tag, item) => {
                out = Item::head(6, *tag);
                out.extend(item.write());
                out
            }
            Item::Raw(bytes) => bytes.clone(),
            Item::Indefinite(item, chunk) => {
                out = vec![item.major() << 5 | 31];
                match item.as_ref() {
                    Item::Bytes(bytes, _) => {
                        bytes
                            .chunks(*chunk)
                            .for_each(|chunk| out.extend(Item::Bytes(chunk.to_vec(), 0).write()));
                    }
                    Item::Text(text, _) => {
                        // A chunk holds whole characters.
                        let characters: Vec<char> = text.chars().collect();
                        for chunk in characters.chunks(*chunk) {
                            out.extend(Item::Text(chunk.iter().collect(), 0).write());
                        }
                    }
                    Item::Array(items, _) => items.iter().for_each(|item| out.extend(item.write())),
                    _ => {}
                }
                out.push(0xff);
                out
            }
        }
    }

    /// The head of a data item in its shortest form.
    pub(super) fn head(major: u8, argument: u64) -> Vec<u8> {
        Item::long_head(major, argument, 0)
    }

    /// A head, so many steps longer than needed as there are.
    fn long_head(major: u8, argument: u64, longer: u8) -> Vec<u8> {
        let shortest = match argument {
            0..=23 => 0,
            24..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xffff_ffff => 3,
            _ => 4,
        };
        let step = (shortest + longer).min(4);
        let bytes = argument.to_be_bytes();
        let mut out = match step {
            0 => return vec![major << 5 | bytes[7]],
            step => vec![major << 5 | (23 + step)],
        };
        out.extend_from_slice(&bytes[8 - (1 << (step - 1))..]);
        out
    }

    pub(super) fn major(&self) -> u8 {
        match self {
            Item::Unsigned(..) => 0,
            Item::Negative(..) => 1,
            Item::Bytes(..) => 2,
            Item::Text(..) => 3,
            Item::Array(..) => 4,
            Item::Tag(..) => 6,
            Item::Raw(bytes) => bytes.first().map_or(7, |first| first >> 5),
            Item::Indefinite(item, _) => item.major(),
        }
    }

    pub(super) fn is_array(&self) -> bool {
        matches!(self, Item::Array(..))
    }

    pub(super) fn is_string(&self) -> bool {
        matches!(self, Item::Bytes(..) | Item::Text(..))
    }

    pub(super) fn has_argument(&self) -> bool {
        self.major() < 5
    }

    pub(super) fn lengthen(&mut self, detail: u8) {
        let argument = match self {
            Item::Unsigned(value, _) | Item::Negative(value, _) => *value,
            Item::Bytes(bytes, _) => bytes.len() as u64,
            Item::Text(text, _) => text.len() as u64,
            Item::Array(items, _) => items.len() as u64,
            _ => return,
        };
        let room = match argument {
            0..=23 => 4,
            24..=0xff => 3,
            0x100..=0xffff => 2,
            _ => 1,
        };
        if let Item::Unsigned(_, longer)
        | Item::Negative(_, longer)
        | Item::Bytes(_, longer)
        | Item::Text(_, longer)
        | Item::Array(_, longer) = self
        {
            *longer = 1 + detail % room;
        }
    }

    pub(super) fn make_indefinite(&mut self, detail: u8) {
        let item = std::mem::replace(self, Item::null());
        *self = Item::Indefinite(Box::new(item), 1 + usize::from(detail % 4));
    }

    /// The elements of this array.
    pub(super) fn elements(&mut self) -> Option<&mut Vec<Item>> {
        match self {
            Item::Array(items, _) => Some(items),
            _ => None,
        }
    }

    /// One of the items that are of a kind, this one and all within it in their order, counted around.
    pub(super) fn nth(&mut self, site: usize, kind: fn(&Item) -> bool) -> Option<&mut Item> {
        let count = self.count(kind);
        let mut left = site.checked_rem(count)?;
        self.find(&mut left, kind)
    }

    /// As [`nth`](Item::nth), but for the whole.
    pub(super) fn nth_within(&mut self, site: usize, kind: fn(&Item) -> bool) -> Option<&mut Item> {
        let count = self.count(kind).checked_sub(usize::from(kind(self)))?;
        let mut left = site.checked_rem(count)?;
        self.elements()?.iter_mut().find_map(|item| item.find(&mut left, kind))
    }

    /// A section of the outer array.
    pub(super) fn nth_section(&mut self, site: usize) -> Option<&mut Item> {
        let items = self.elements()?;
        let place = site.checked_rem(items.len())?;
        items.get_mut(place)
    }

    /// The elements of a path or query.
    pub(super) fn nth_array_section(&mut self, site: usize) -> Option<&mut Vec<Item>> {
        let skipped = self.sections_in_front();
        let mut arrays: Vec<&mut Vec<Item>> =
            self.elements()?.iter_mut().skip(skipped).take(2).filter_map(Item::elements).collect();
        let place = site.checked_rem(arrays.len())?;
        Some(arrays.swap_remove(place))
    }

    /// A text-or-pet that is no label of a host, whose first item might be taken for an address.
    pub(super) fn nth_text_or_pet(&mut self, site: usize) -> Option<&mut Item> {
        let skipped = self.sections_in_front();
        let mut places: Vec<&mut Item> = Vec::new();
        for (index, section) in self.elements()?.iter_mut().skip(skipped).enumerate() {
            match (index, section) {
                (0 | 1, Item::Array(items, _)) => places.extend(items),
                (2, fragment) => places.push(fragment),
                _ => {}
            }
        }
        let place = site.checked_rem(places.len())?;
        Some(places.swap_remove(place))
    }

    /// The path, where it is written.
    pub(super) fn path_section(&mut self, sections: &super::Sections) -> Option<&mut Item> {
        sections.path.as_ref()?;
        let skipped = self.sections_in_front();
        self.elements()?.get_mut(skipped)
    }

    /// How many sections stand in front of the path.
    fn sections_in_front(&self) -> usize {
        match self {
            Item::Array(items, _) => match items.first() {
                Some(Item::Unsigned(..)) => 1,
                Some(first) if *first == Item::yes() => 1,
                _ => 2,
            },
            _ => 0,
        }
    }

    /// The elements of the authority.
    pub(super) fn authority(&mut self) -> Option<&mut Vec<Item>> {
        if self.sections_in_front() != 2 {
            return None;
        }
        self.elements()?.get_mut(1)?.elements()
    }

    /// The port.
    pub(super) fn port(&mut self) -> Option<&mut Item> {
        self.authority()?.last_mut().filter(|item| matches!(item, Item::Unsigned(..)))
    }

    fn count(&self, kind: fn(&Item) -> bool) -> usize {
        let within = match self {
            Item::Array(items, _) => items.iter().map(|item| item.count(kind)).sum(),
            _ => 0,
        };
        within + usize::from(kind(self))
    }

    fn find(&mut self, left: &mut usize, kind: fn(&Item) -> bool) -> Option<&mut Item> {
        if kind(self) {
            if *left == 0 {
                return Some(self);
            }
            *left -= 1;
        }
        match self {
            Item::Array(items, _) => items.iter_mut().find_map(|item| item.find(left, kind)),
            _ => None,
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn item(&mut self) -> Item {
        let first = self.take(1).first().copied().unwrap_or(0xf6);
        let argument = match first & 0x1f {
            info @ 0..=23 => u64::from(info),
            info => {
                self.take(1 << (info - 24).min(3)).iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
            }
        };
        let length = usize::try_from(argument).unwrap_or(usize::MAX);
        match first >> 5 {
            0 => Item::Unsigned(argument, 0),
            1 => Item::Negative(argument, 0),
            2 => Item::Bytes(self.take(length).to_vec(), 0),
            3 => Item::Text(String::from_utf8_lossy(self.take(length)).into_owned(), 0),
            4 => Item::Array((0..length).map(|_| self.item()).collect(), 0),
            _ => Item::Raw(vec![first]),
        }
    }

    fn take(&mut self, length: usize) -> &[u8] {
        let (taken, left) = self.0.split_at(length.min(self.0.len()));
        self.0 = left;
        taken
    }
}
