//! The testee protocol: how an implementation in another process is asked, and answers.
//!
//! JSON Lines over standard input and output: UTF-8, one object a line; for devices the same in CBOR, see [`Framing`].
//! A request carries an `id`, its
//! answer repeats it; requests may be sent ahead of answers, and answers may come in any order.
//!
//! ```text
//! > {"id":0,"op":"describe","protocol":1}
//! < {"id":0,"ok":{"name":"mycri","version":"0.3","language":"C","protocol":1,"profiles":["href-13"],"features":["userinfo"],"operations":["resolve"]}}
//! > {"id":2,"op":"resolve","profile":"href-13","base":"8221816161","reference":"8101"}
//! < {"id":2,"ok":{"cri":"8221816161"}}
//! < {"id":3,"reject":"port out of range"}
//! < {"id":4,"unsupported":"no zone-id"}
//! ```
//!
//! An answer has its `id` and exactly one of `ok`, `reject` and `unsupported`. In `ok` stand the members
//! of the operation, no others: `full` and `cri` for `decode`, `uri` for `cri-to-uri`, and so on, see
//! [`Value`](crate::outcome::Value). Bytes are lower-case hex. `describe` can be asked more than once: the
//! harness does, to learn that everything before it has been answered. End of input means: exit.
//!
//! Both sides are here, free of processes: what the harness writes ([`describe_request`], [`request()`]) and
//! reads ([`Answer`]), and what a testee does ([`serve()`]). Every breach is a [`Breach`], which says what was
//! expected and what came.

pub use self::answer::{Answer, Cost};
pub use self::breach::Breach;
pub use self::description::{Bounds, Described, DescriptionError, Unknown};
pub use self::framing::Framing;
#[cfg(feature = "device")]
pub(crate) use self::framing::{Messages, Piece};
pub use self::request::{describe_request, request};
#[cfg(feature = "device")]
pub use self::serve::serve_device;
pub use self::serve::{answer_line, serve};

mod answer;
mod breach;
#[cfg(feature = "device")]
pub(crate) mod cbor;
mod description;
#[cfg(feature = "device")]
mod frame;
mod framing;
mod json;
mod request;
mod serve;

/// The version of the protocol that is spoken here.
pub const VERSION: u64 = 1;

/// The longest line, in bytes and without its end, that is read unless a limit says otherwise: 16 MiB.
pub const LINE_LIMIT: usize = 16 << 20;
