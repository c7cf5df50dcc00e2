//! Checks a table against the game.

use rayon::prelude::*;
use thiserror::Error;
use tilebase_core::{Monitor, oshidori::OshidoriSpace};

use super::{Mod3, build};
use crate::{BuildError, Level};

/// Why a table is not shown to be right.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The search that the table is compared with did not finish.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The table is too short or too long.
    #[error("the table has {found} bytes, but its states need {expected}; build it anew")]
    WrongLength {
        /// The bytes that the states need.
        expected: usize,
        /// The bytes of the table.
        found: usize,
    },
    /// An entry is wrong. This is the first one.
    #[error(
        "the entry of state {rank} is {found}, but must be {expected} (the distance modulo 3, or 3 for out of reach); build it anew"
    )]
    WrongEntry {
        /// The state's rank.
        rank: u64,
        /// The right entry.
        expected: u8,
        /// The entry in the table.
        found: u8,
    },
}

/// Proves that `payload` is the `Mod3` table of a space.
///
/// A local check cannot prove distances that are known modulo 3 only: in a ring of states each could look
/// nearer than the last. So this searches the levels again from the goals and compares every entry, also
/// those of states out of reach. It takes as long as [`build`], and as much memory in addition to the table.
/// Returns the table it built, so that counts and lists can be compared too.
///
/// # Errors
/// If an entry is wrong, the length is, or the monitor asks to stop.
pub fn verify_mod3(
    space: &OshidoriSpace,
    payload: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<Mod3, VerifyError> {
    let table = build(space, monitor)?;
    let expected = table.payload();
    if payload.len() != expected.len() {
        return Err(VerifyError::WrongLength {
            expected: expected.len(),
            found: payload.len(),
        });
    }
    let pairs = payload.par_iter().zip(expected).enumerate();
    let Some((byte, (&found, &expected))) =
        pairs.find_first(|(_, (found, expected))| found != expected)
    else {
        return Ok(table);
    };
    let entry = (found ^ expected).trailing_zeros() / 2;
    Err(VerifyError::WrongEntry {
        rank: 4 * byte as u64 + u64::from(entry),
        expected: expected >> (2 * entry) & 3,
        found: found >> (2 * entry) & 3,
    })
}
