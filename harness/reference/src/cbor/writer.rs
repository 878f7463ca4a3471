//! A writer of the few kinds of item that CRIs are made of, with heads in their shortest form.

use std::convert::Infallible;

use ciborium_ll::{Encoder, Header, simple};

/// Collects encoded items. It takes any number of bytes, so that writing cannot fail.
#[derive(Debug)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// One that has room for most CRIs.
    pub(crate) fn new() -> Self {
        Writer { bytes: Vec::with_capacity(64) }
    }

    /// What has been written.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The head of an array of so many items.
    pub(crate) fn array(&mut self, count: usize) {
        self.head(Header::Array(Some(count)));
    }

    /// A byte string.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.head(Header::Bytes(Some(bytes.len())));
        self.bytes.extend_from_slice(bytes);
    }

    /// The value false.
    pub(crate) fn r#false(&mut self) {
        self.head(Header::Simple(simple::FALSE));
    }

    /// The negative integer `-1 - argument`.
    pub(crate) fn negative(&mut self, argument: u64) {
        self.head(Header::Negative(argument));
    }

    /// The value null.
    pub(crate) fn null(&mut self) {
        self.head(Header::Simple(simple::NULL));
    }

    /// A text string.
    pub(crate) fn text(&mut self, text: &str) {
        self.head(Header::Text(Some(text.len())));
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// The value true.
    pub(crate) fn r#true(&mut self) {
        self.head(Header::Simple(simple::TRUE));
    }

    /// An unsigned integer.
    pub(crate) fn unsigned(&mut self, value: u64) {
        self.head(Header::Positive(value));
    }

    fn head(&mut self, header: Header) {
        let Ok(()) = Encoder::from(Buffer(&mut self.bytes)).push(header);
    }
}

/// Where `ciborium-ll` writes to.
struct Buffer<'a>(&'a mut Vec<u8>);

impl ciborium_io::Write for Buffer<'_> {
    type Error = Infallible;

    fn write_all(&mut self, data: &[u8]) -> Result<(), Infallible> {
        self.0.extend_from_slice(data);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
