//! `crivet testee`: a built-in implementation behind the testee protocol.

use std::io;

use anyhow::{Context, Result};
use crivet::feature::Feature;
use crivet::protocol::{Framing, serve, serve_device};
use crivet_testee_reference::{Features, Reference};

use crate::GREEN;
use crate::args::{Builtin, TesteeArguments};

pub(crate) fn main(arguments: TesteeArguments) -> Result<u8> {
    let (stdin, stdout) = (io::stdin().lock(), io::stdout().lock());
    let Builtin::Reference = arguments.name;
    let has = |feature| !arguments.without.contains(&feature);
    let reference = Reference::with_features(Features {
        no_authority: has(Feature::NoAuthority),
        text_or_pet: has(Feature::TextOrPet),
        scheme_name: has(Feature::SchemeName),
        userinfo: has(Feature::Userinfo),
        zone_id: has(Feature::ZoneId),
    });
    match arguments.protocol {
        Framing::Json => serve(&reference, stdin, stdout),
        framing => serve_device(&reference, framing, stdin, stdout),
    }
    .context("the protocol's streams broke off")?;
    Ok(GREEN)
}
