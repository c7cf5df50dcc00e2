//! Proving a table right without trusting its builder.

use rayon::prelude::*;
use thiserror::Error;
use tilebase_core::{Monitor, RankedSpace};

use crate::{BuildError, Level, VerifyError, reference::UNREACHABLE};

/// A distance that cannot be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the distances contradict each other at rank {rank}: {problem}")]
pub struct Inconsistency {
    /// The state where it shows.
    pub rank: u64,
    /// What is wrong there.
    pub problem: String,
}

/// Proves that one byte a state gives the distance from the goals.
///
/// It does if and only if exactly the goals have 0, every other state that is reached has a neighbour
/// one nearer, no neighbour differs by more than one, and no state out of reach lies beside one within.
/// The second condition makes each value at least the distance of some way to a goal; the third makes it
/// at most that. So looking at each state with its neighbours once is enough, in any order.
///
/// # Errors
/// The first contradiction found, or that the monitor asked to stop.
pub fn verify_bytes<S: RankedSpace>(
    space: &S,
    bytes: &[u8],
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let goals = space.goals();
    for_each_rank(space, monitor, |rank| {
        wrong_at(space, bytes, rank, goals.binary_search(&rank).is_ok())
    })
}

/// Shows that remainders of distances fit together, state by state, by nothing but ranks and moves.
///
/// `remainder` gives a state's distance modulo `modulus` (3 or more), or `None` for out of reach. Goals
/// must have 0, every other state within reach a neighbour one nearer, and no state out of reach a
/// neighbour within. This alone does not prove the table: around a ring of states each could look nearer
/// than the last. It does together with the levels built again from the goals; and it shares no code with
/// the builders that build them.
///
/// # Errors
/// The first contradiction found, or that the monitor asked to stop.
pub fn verify_remainders<S: RankedSpace>(
    space: &S,
    modulus: u32,
    remainder: impl Fn(u64, &S::State) -> Option<u32> + Sync,
    monitor: &Monitor<'_, Level>,
) -> Result<(), VerifyError> {
    let goals = space.goals();
    for_each_rank(space, monitor, |rank| {
        let state = space.unrank(rank);
        let here = remainder(rank, &state);
        if goals.binary_search(&rank).is_ok() {
            return (here != Some(0)).then(|| format!("the goal has {here:?} instead of 0"));
        }
        let nearer = here.map(|here| (here + modulus - 1) % modulus);
        let (mut found, mut beside) = (false, None);
        space.neighbours(&state, |next| {
            let there = remainder(space.rank(&next), &next);
            found |= there.is_some() && there == nearer;
            if here.is_some() != there.is_some() {
                beside = Some(there);
            }
        });
        match beside {
            Some(_) => Some("one of two neighbours is out of reach, the other is not".to_owned()),
            None if found || here.is_none() => None,
            None => Some(format!(
                "no neighbour is nearer than {here:?} modulo {modulus}"
            )),
        }
    })
}

/// States that one task looks at.
const BLOCK: u64 = 4096;

/// Looks for what is wrong at each rank, on all threads.
fn for_each_rank<S: RankedSpace>(
    space: &S,
    monitor: &Monitor<'_, Level>,
    problem: impl Fn(u64) -> Option<String> + Sync,
) -> Result<(), VerifyError> {
    let blocks = space.len().div_ceil(BLOCK) as usize;
    (0..blocks).into_par_iter().try_for_each(|block| {
        if monitor.stopped() {
            return Err(BuildError::Interrupted.into());
        }
        let first = block as u64 * BLOCK;
        for rank in first..space.len().min(first + BLOCK) {
            if let Some(problem) = problem(rank) {
                return Err(Inconsistency { rank, problem }.into());
            }
        }
        Ok(())
    })
}

fn wrong_at<S: RankedSpace>(space: &S, bytes: &[u8], rank: u64, is_goal: bool) -> Option<String> {
    let here = bytes[rank as usize];
    if (here == 0) != is_goal {
        return Some(match is_goal {
            true => format!("the goal has distance {here}"),
            false => "distance 0, but no goal".to_owned(),
        });
    }
    let (mut nearer, mut apart) = (false, None);
    space.neighbours(&space.unrank(rank), |next| {
        let there = bytes[space.rank(&next) as usize];
        nearer |= there < here;
        let split = (here == UNREACHABLE) != (there == UNREACHABLE);
        if split || here.abs_diff(there) > 1 {
            apart = Some(there);
        }
    });
    match (here, apart) {
        (_, Some(there)) => Some(format!(
            "distance {here} beside a state of distance {there}"
        )),
        (0 | UNREACHABLE, None) => None,
        (_, None) if nearer => None,
        _ => Some(format!("distance {here}, but no neighbour is nearer")),
    }
}
