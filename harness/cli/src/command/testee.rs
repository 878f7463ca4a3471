//! `crivet testee`: a built-in implementation behind the testee protocol.

use std::io;

use anyhow::{Context, Result, bail};
use crivet::feature::Feature;
use crivet_reference::options::Features;
use crivet_reference::testee::Reference;

use super::subject::built_in;
use crate::GREEN;
use crate::args::{Builtin, TesteeArguments};

pub(crate) fn main(arguments: TesteeArguments) -> Result<u8> {
    let (stdin, stdout) = (io::stdin().lock(), io::stdout().lock());
    if arguments.name != Builtin::Reference {
        if !arguments.without.is_empty() {
            bail!("--without is for the reference alone");
        }
        let faulty = built_in(&arguments.name)?;
        crivet::protocol::serve(&*faulty, stdin, stdout).context("the protocol's streams broke off")?;
        return Ok(GREEN);
    }
    let has = |feature| !arguments.without.contains(&feature);
    let reference = Reference::with_features(Features {
        no_authority: has(Feature::NoAuthority),
        text_or_pet: has(Feature::TextOrPet),
        scheme_name: has(Feature::SchemeName),
        userinfo: has(Feature::Userinfo),
        zone_id: has(Feature::ZoneId),
    });
    crivet::protocol::serve(&reference, stdin, stdout).context("the protocol's streams broke off")?;
    Ok(GREEN)
}
