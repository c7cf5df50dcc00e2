//! Beam search: finds short solutions, not always shortest ones.
//!
//! All positions of a level are expanded by one move, and of the next level only those are kept
//! that an estimate puts nearest to the goal. A position is kept only once, so the beam does not go
//! in circles. A solution is an upper bound on the distance; it proves no lower bound.

use std::collections::HashSet;

use tilebase_core::parallel::prelude::*;

use super::{cell_set::CellSet, kernel::with_kernel, pair::Pair, position::Position};

/// A position that may be kept, in the order of preference.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    guess: u32,
    fingerprint: u64,
    parent: u32,
    cell: u8,
}

/// Returns a solution of fewer than `below` moves, or `None` if a beam of `width` positions finds
/// none or `stop` returns true.
pub(super) fn beam(
    pair: &Pair,
    width: usize,
    below: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u8>> {
    with_kernel!(pair, beam_as(pair, width, below, stop))
}

fn beam_as<P: Position>(
    pair: &Pair,
    width: usize,
    below: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u8>> {
    let start = P::new(pair);
    if start.is_goal() {
        return (below > 0).then(Vec::new);
    }
    // The parent and the move of each position, level by level.
    let mut history: Vec<Vec<(u32, u8)>> = Vec::new();
    let mut kept = HashSet::from([start.fingerprint()]);
    let mut level = vec![(start, P::CellSet::NONE)];
    for made in 1..below {
        let children = |(parent, (position, banned)): (usize, &(P, P::CellSet))| {
            if stop() {
                return Vec::new();
            }
            let mut position = position.clone();
            let (gap, mark) = (position.gap(), position.mark());
            let mut found = Vec::new();
            for &(mut moves) in position.moves(u32::MAX, *banned).as_ref() {
                while !moves.is_empty() {
                    position.jump(moves.first());
                    if made + position.bound() < below {
                        found.push(Candidate {
                            guess: position.guess(),
                            fingerprint: position.fingerprint(),
                            parent: parent as u32,
                            cell: moves.first() as u8,
                        });
                    }
                    position.take_back(gap, mark);
                    moves = moves.rest();
                }
            }
            found
        };
        let mut next: Vec<Candidate> = level
            .par_iter()
            .enumerate()
            .flat_map_iter(children)
            .collect();
        next.par_sort_unstable();
        next.dedup_by_key(|candidate| candidate.fingerprint);
        let mut fresh = 0;
        next.retain(|candidate| {
            let keep = fresh < width && kept.insert(candidate.fingerprint);
            fresh += usize::from(keep);
            keep
        });
        history.push(next.iter().map(|c| (c.parent, c.cell)).collect());
        level = next
            .par_iter()
            .map(|candidate| {
                let mut position = level[candidate.parent as usize].0.clone();
                let gap = position.gap();
                position.jump(candidate.cell.into());
                (position, P::CellSet::block(gap, 1))
            })
            .collect();
        if level.is_empty() {
            return None;
        }
        if let Some(solved) = level.iter().position(|(position, _)| position.is_goal()) {
            let mut at = solved as u32;
            let mut moves: Vec<u8> = history
                .iter()
                .rev()
                .map(|level| {
                    let (parent, cell) = level[at as usize];
                    at = parent;
                    cell
                })
                .collect();
            moves.reverse();
            return Some(moves);
        }
    }
    None
}
