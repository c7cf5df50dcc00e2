//! Checking a table against the game.

use rayon::prelude::*;
use thiserror::Error;
use tilebase_core::{Monitor, oshidori::OshidoriSpace};

use super::{Mod3, build};
use crate::{BuildError, Level};

/// What is wrong with a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The search that the table is compared with did not come to its end.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Too short or too long.
    #[error("the table has {found} bytes, but its states need {expected}; build it anew")]
    WrongLength {
        /// Bytes needed.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// A wrong distance; the first one.
    #[error(
        "the entry of state {rank} is {found}, but must be {expected} (the distance modulo 3, or 3 for out of reach); build it anew"
    )]
    WrongEntry {
        /// The state's rank.
        rank: u64,
        /// What it should be.
        expected: u8,
        /// What it is.
        found: u8,
    },
}

/// Shows that `payload` is the `Mod3` table of a space.
///
/// That each state has a neighbour one nearer proves nothing when distances are known modulo 3 only: a ring of
/// states could each look nearer than the last. So the levels are searched again from the goals, and every
/// entry has to be what the search finds, also those of states out of reach. Takes as long as
/// [`build`], and as much memory beside the table; returns what it found, so that counts and lists can be
/// compared too.
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
