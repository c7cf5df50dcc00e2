//! Beam search: finds short solutions, not always shortest ones.
//!
//! All positions of a level are expanded by one move, and only those positions of the next level
//! are kept that an estimate puts nearest to the goal. A position is kept only once, so the beam
//! does not go in circles. A solution is an upper bound on the distance; it proves no lower bound.

use std::collections::HashSet;

use tilebase_core::parallel;

use super::{pair::Pair, position::Position};

/// The number of positions that one task works on.
const TOGETHER: usize = 64;

/// A position that may be kept, in the order of preference.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RowCandidate {
    guess: u32,
    fingerprint: u64,
    parent: u32,
    number: u32,
}

/// [`beam`] for one kind of position.
pub(super) type BeamSearch = fn(
    pair: &Pair,
    width: usize,
    below: u32,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u32>>;

/// Returns a solution of fewer than `below` moves, or `None` if a beam of `width` positions finds
/// none or `stopped` returns true.
pub(super) fn beam<P: Position>(
    pair: &Pair,
    width: usize,
    below: u32,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u32>> {
    let start = P::new(pair);
    if start.is_goal() {
        return (below > 0).then(Vec::new);
    }
    let mut beam = RowBeam {
        below,
        stopped,
        history: Vec::new(),
        kept: HashSet::from([start.fingerprint()]),
        level: vec![(start, None)],
    };
    for made in 1..below {
        let next = beam.candidates(made);
        let next = best_new(next, width, &mut beam.kept);
        beam.move_on(next);
        if beam.level.is_empty() {
            return None;
        }
        let mut positions = beam.level.iter();
        if let Some(solved) = positions.position(|(position, _)| position.is_goal()) {
            return Some(moves_to(solved as u32, &beam.history));
        }
    }
    None
}

/// A beam search in progress.
struct RowBeam<'a, P: Position> {
    below: u32,
    stopped: &'a (dyn Fn() -> bool + Sync),
    /// The parent and the move of each position, level by level.
    history: Vec<Vec<(u32, u32)>>,
    /// The fingerprints of all positions kept so far.
    kept: HashSet<u64>,
    /// The positions of the last level, each with the mark of the one before.
    level: Vec<(P, Option<P::Mark>)>,
}

impl<P: Position> RowBeam<'_, P> {
    /// Returns all positions to which the next move leads. `made` is its number.
    fn candidates(&self, made: u32) -> Vec<RowCandidate> {
        let children = |found: &mut Vec<RowCandidate>, parent: usize| {
            let (position, before) = &self.level[parent];
            let mut position = position.clone();
            let mark = position.mark();
            for (_, number) in position.moves(u32::MAX, [before.as_ref(), None], true) {
                position.jump(number);
                if made + position.bound() < self.below {
                    found.push(RowCandidate {
                        guess: position.guess(),
                        fingerprint: position.fingerprint(),
                        parent: parent as u32,
                        number,
                    });
                }
                position.take_back(&mark);
            }
        };
        let level = self.level.len();
        let parts = parallel::map((0..level).step_by(TOGETHER), |first| {
            let mut found = Vec::new();
            let part = first..level.min(first + TOGETHER);
            let part = part.take_while(|_| !(self.stopped)());
            part.for_each(|parent| children(&mut found, parent));
            found
        });
        parts.into_iter().flatten().collect()
    }

    /// Moves on to the next level.
    fn move_on(&mut self, next: Vec<RowCandidate>) {
        let moved = |candidate: &RowCandidate| {
            let mut position = self.level[candidate.parent as usize].0.clone();
            let mark = position.mark();
            position.jump(candidate.number);
            (position, Some(mark))
        };
        let parts = parallel::map(next.chunks(TOGETHER), |part| {
            part.iter().map(moved).collect::<Vec<_>>()
        });
        self.level = parts.into_iter().flatten().collect();
        let moves = next.iter();
        (self.history).push(moves.map(|made| (made.parent, made.number)).collect());
    }
}

/// Returns the best of these positions that are new, at most `width` of them.
fn best_new(
    mut next: Vec<RowCandidate>,
    width: usize,
    kept: &mut HashSet<u64>,
) -> Vec<RowCandidate> {
    parallel::sort(&mut next);
    next.dedup_by_key(|candidate| candidate.fingerprint);
    let mut fresh = 0;
    next.retain(|candidate| {
        let is_kept = fresh < width && kept.insert(candidate.fingerprint);
        fresh += usize::from(is_kept);
        is_kept
    });
    next
}

/// Returns the moves to a position of the last level.
fn moves_to(mut position: u32, history: &[Vec<(u32, u32)>]) -> Vec<u32> {
    let mut moves = Vec::new();
    for level in history.iter().rev() {
        let (parent, number) = level[position as usize];
        position = parent;
        moves.push(number);
    }
    moves.reverse();
    moves
}
