//! Comparison in -03 (section 4): component by component.

use super::error::SequenceError;
use super::options::{CriOption, Draft, OptionName};
use super::well_formed::decode_absolute;
use crate::comparison::Fragments;

/// Are the CRIs the same, option by option?
///
/// # Errors
///
/// One of them is not well-formed, or relative: references are resolved before they are compared (section 5).
pub fn equivalent(a: &[u8], b: &[u8], fragments: Fragments) -> Result<bool, SequenceError> {
    let compared = |bytes: &[u8]| -> Result<Vec<CriOption>, SequenceError> {
        let mut sequence = decode_absolute(bytes, Draft::Href03)?;
        if fragments == Fragments::Ignored {
            sequence.retain(|option| option.name() != OptionName::Fragment);
        }
        Ok(sequence)
    };
    Ok(compared(a)? == compared(b)?)
}
