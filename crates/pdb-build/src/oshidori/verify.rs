//! Checks a table against the game.

use tilebase_core::{Monitor, RankedSpace, format::Encoding, oshidori::OshidoriSpace};

use super::build;
use crate::{Inconsistency, Level, VerifyError, verify};

/// Proves that `payload`, `counts` and `listed` are the `Mod3` table of a space.
///
/// A local check cannot prove distances that are known modulo 3 only: in a ring of states each
/// could look nearer than the last. So this searches the levels again from the goals and compares
/// every entry, also those of states out of reach. It takes as long as [`build`], and as much
/// memory in addition to the table.
///
/// # Errors
/// If an entry is wrong, or the length, a count or a list is; or if the monitor asks to stop.
pub fn verify_mod3(
    space: &OshidoriSpace,
    payload: &[u8],
    counts: &[u64],
    listed: &[(u32, Vec<u64>)],
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    Inconsistency::of_length(Encoding::Mod3.bytes(space.len()), payload)?;
    let right = build(space, monitor)?;
    verify::same_table(&right, payload, counts, listed, monitor, verify::wrong_mod3)
}
