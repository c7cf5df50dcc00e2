//! Checks a table against the game.

use tilebase_core::parallel::prelude::*;
use tilebase_core::{Monitor, RankedSpace, format::Encoding, oshidori::OshidoriSpace};

use super::{Mod3, build};
use crate::{Inconsistency, Level, VerifyError};

/// Proves that `payload` is the `Mod3` table of a space.
///
/// A local check cannot prove distances that are known modulo 3 only: in a ring of states each
/// could look nearer than the last. So this searches the levels again from the goals and compares
/// every entry, also those of states out of reach. It takes as long as [`build`], and as much
/// memory in addition to the table. Returns the table it built, so that counts and lists can be
/// compared too.
///
/// # Errors
/// If an entry is wrong, the length is, or the monitor asks to stop.
pub fn verify_mod3(
    space: &OshidoriSpace,
    payload: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<Mod3, VerifyError> {
    Inconsistency::of_length(Encoding::Mod3.bytes(space.len()), payload)?;
    let table = build(space, monitor)?;
    let expected = table.payload();
    let pairs = payload.par_iter().zip(expected).enumerate();
    let Some((byte, (&found, &expected))) =
        pairs.find_first(|(_, (found, expected))| found != expected)
    else {
        return Ok(table);
    };
    let entry = (found ^ expected).trailing_zeros() / 2;
    let value = |byte: u8| u32::from(byte >> (2 * entry) & 3);
    Err(Inconsistency::Value {
        rank: 4 * byte as u64 + u64::from(entry),
        expected: value(expected),
        found: value(found),
    }
    .into())
}
