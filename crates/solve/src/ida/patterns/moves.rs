//! Which moves are worth making, by the moves made last.
//!
//! Different moves often lead to the same board: twice three times round a square of four cells, one way
//! or the other, for one. A walk that keeps no boards cannot notice. But which short sequences of moves
//! come to the same depends only on the cell that the blank starts from, so it is found out beforehand:
//! of all sequences from a cell to the same board the *first* is the shortest, and of the shortest the
//! one least in the order of directions. A sequence that is not the first, while all parts of it are, is
//! *idle*: a walk may turn back as soon as its last moves are one. What is left is a finite automaton that
//! reads moves and remembers how far an idle sequence may have got (Taylor and Korf, *Pruning duplicate
//! nodes in depth-first search*, 1993; here a sequence counts for the cell it starts from, so the border
//! needs no exceptions).
//!
//! **Why a shortest solution is left.** Of all shortest solutions take the least in the order of directions.
//! No part of it is idle: with the first sequence that comes to the same in its place the solution would
//! be shorter or less. That holds for the moves from the start of the search on, so a walk of a subtree
//! has to begin in the state that the moves to it lead to.

use rustc_hash::FxHashSet;
use tilebase_core::sliding::Shape;

use super::tables::PADDED;

/// What may be done in a state of the automaton, half a cache line.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Choices {
    /// The moves, the first `count` of them. (Four words are copied in one instruction.)
    pub(super) steps: [Step; 4],
    pub(super) count: u32,
    /// The blank's cell.
    pub(super) blank: u32,
}

/// A move of the blank from one cell to one beside it, as a number: its old cell, and the direction it comes
/// from then.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hop(usize);

/// Numbers of hops are less.
pub(super) const HOPS: usize = 4 * PADDED;

impl Hop {
    pub(super) fn new(from: usize, to: usize) -> Self {
        Self(4 * from + direction(to, from))
    }

    #[inline(always)]
    pub(super) fn number(self) -> usize {
        self.0
    }
}

/// The direction from a cell to one beside it: up, left, right, down.
fn direction(from: usize, to: usize) -> usize {
    match (to < from, from.abs_diff(to)) {
        (true, 1) => 1,
        (true, _) => 0,
        (false, 1) => 2,
        (false, _) => 3,
    }
}

/// A hop and where it leads, in one word: the hop's number, the blank's new cell, and in the upper half the
/// state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Step(u32);

impl Step {
    fn new(hop: Hop, cell: usize, next: u16) -> Self {
        Self(hop.number() as u32 | (cell as u32) << 8 | u32::from(next) << 16)
    }

    /// The hop.
    #[inline(always)]
    pub(super) fn hop(self) -> Hop {
        Hop(self.0 as usize % HOPS)
    }

    /// The direction that the blank comes from then.
    #[inline(always)]
    pub(super) fn came(self) -> u8 {
        (self.0 & 3) as u8
    }

    /// The cell that the blank comes from, where the tile goes to.
    #[inline(always)]
    pub(super) fn blank(self) -> usize {
        self.hop().0 / 4
    }

    /// The cell that the blank goes to, where the tile comes from.
    #[inline(always)]
    pub(super) fn cell(self) -> usize {
        (self.0 >> 8) as usize % PADDED
    }

    /// The state that the move leads to.
    #[inline(always)]
    pub(super) fn next(self) -> u16 {
        (self.0 >> 16) as u16
    }
}

/// The automaton.
pub(super) struct Moves {
    states: Vec<Choices>,
}

/// A first sequence of moves.
struct Sequence {
    /// Where the blank starts.
    start: usize,
    /// Where the blank is in the end, and the tiles, five bits for each cell.
    blank: usize,
    tiles: u128,
    /// The sequence without its last move, and without its first; both itself if it is empty.
    before: usize,
    rest: usize,
    /// The sequences of one move more, by the direction that the blank then comes from.
    longer: [Option<usize>; 4],
    /// Whether an idle sequence begins like this, so that the automaton has to remember it.
    needed: bool,
}

impl Moves {
    /// The automaton for idle sequences of at most `longest` moves. Those of two moves are just a move and
    /// its reverse. 5x5 boards have most states: 1,820 for eight moves, 52,605 for twelve.
    pub(super) fn new(shape: Shape, longest: usize) -> Self {
        let mut sequences: Vec<_> = (0..shape.cells())
            .map(|cell| Sequence {
                start: cell,
                blank: cell,
                tiles: (0..shape.cells())
                    .filter(|&other| other != cell)
                    .map(|other| (other as u128 + 1) << (5 * other))
                    .sum(),
                before: cell,
                rest: cell,
                longer: [None; 4],
                needed: true,
            })
            .collect();
        // The boards that have been met, for each cell that the blank starts from.
        let mut met: Vec<FxHashSet<u128>> = (sequences.iter())
            .map(|empty| FxHashSet::from_iter([empty.tiles]))
            .collect();
        let mut level = 0..sequences.len();
        for _ in 0..longest {
            let end = sequences.len();
            for at in level {
                let &Sequence {
                    start,
                    blank,
                    tiles,
                    rest,
                    ..
                } = &sequences[at];
                for cell in shape.neighbours(blank) {
                    let came = direction(cell, blank);
                    // What is idle without the first move is idle with it.
                    let rest = if rest == at {
                        Some(cell)
                    } else {
                        sequences[rest].longer[came]
                    };
                    let Some(rest) = rest else {
                        continue;
                    };
                    let tile = tiles >> (5 * cell) & 31;
                    let tiles = tiles ^ tile << (5 * cell) ^ tile << (5 * blank);
                    if met[start].insert(tiles) {
                        sequences[at].longer[came] = Some(sequences.len());
                        sequences.push(Sequence {
                            start,
                            blank: cell,
                            tiles,
                            before: at,
                            rest,
                            longer: [None; 4],
                            needed: false,
                        });
                    } else {
                        let mut beginning = at;
                        while !sequences[beginning].needed {
                            sequences[beginning].needed = true;
                            beginning = sequences[beginning].before;
                        }
                    }
                }
            }
            level = end..sequences.len();
        }
        Self::number(shape, &sequences)
    }

    /// Makes states of the sequences that are needed.
    fn number(shape: Shape, sequences: &[Sequence]) -> Self {
        let mut state = vec![0; sequences.len()];
        let mut count = 0;
        for (at, sequence) in sequences.iter().enumerate() {
            state[at] = if sequence.needed {
                count += 1;
                count - 1
            } else {
                state[sequence.rest]
            };
        }
        let needed = sequences.iter().filter(|sequence| sequence.needed);
        let states = needed.map(|sequence| {
            let blank = sequence.blank;
            let mut choices = Choices {
                blank: blank as u32,
                ..Choices::default()
            };
            for cell in shape.neighbours(blank) {
                let came = direction(cell, blank);
                if let Some(longer) = sequence.longer[came] {
                    choices.steps[choices.count as usize] =
                        Step::new(Hop::new(blank, cell), cell, state[longer]);
                    choices.count += 1;
                }
            }
            choices
        });
        Self {
            states: states.collect(),
        }
    }

    /// The state before the first move: the empty sequences are numbered first.
    pub(super) fn start(&self, blank: usize) -> u16 {
        blank as u16
    }

    /// What may be done in a state.
    #[inline(always)]
    pub(super) fn choices(&self, state: u16) -> &Choices {
        &self.states[usize::from(state)]
    }

    /// The moves that a trail of so many leads along from a state, last in its bits the last.
    pub(super) fn along(&self, state: u16, trail: u64, moves: u32) -> impl Iterator<Item = Step> {
        let mut state = state;
        (0..moves).map_while(move |place| {
            let came = (trail >> (2 * place) & 3) as u8;
            let step = *self.steps(state).iter().find(|step| step.came() == came)?;
            state = step.next();
            Some(step)
        })
    }

    /// The moves of a state.
    fn steps(&self, state: u16) -> &[Step] {
        let choices = self.choices(state);
        &choices.steps[..choices.count as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tilebase_core::sliding::Board;

    use super::{super::node::TRAIL, *};

    const SHAPES: [&str; 6] = ["2x2", "2x3", "3x3", "5x2", "4x4", "5x5"];

    /// The boards that sequences of so many moves lead to, with the state after each.
    fn after(moves: &Moves, start: Board, count: usize) -> Vec<(Board, u16)> {
        let mut boards = vec![(start, moves.start(start.blank()))];
        for _ in 0..count {
            boards = (boards.iter())
                .flat_map(|(board, state)| {
                    moves.steps(*state).iter().map(|step| {
                        let mut board = *board;
                        assert_eq!(step.blank(), board.blank());
                        board.slide(step.cell());
                        (board, step.next())
                    })
                })
                .collect();
        }
        boards
    }

    #[test]
    fn every_board_is_still_reached_as_soon_as_it_can_be() {
        for shape in SHAPES {
            let shape: Shape = shape.parse().unwrap();
            for longest in [2, 6, 8] {
                let moves = Moves::new(shape, longest);
                for home in 0..shape.cells() {
                    let start = Board::ordered(shape, home);
                    let mut met = HashSet::from([start]);
                    let mut frontier = vec![start];
                    for _ in 1..=11 {
                        let mut reached = Vec::new();
                        for board in &frontier {
                            for cell in shape.neighbours(board.blank()) {
                                let mut next = *board;
                                next.slide(cell);
                                if met.insert(next) {
                                    reached.push(next);
                                }
                            }
                        }
                        frontier = reached;
                    }
                    let last: HashSet<Board> = after(&moves, start, 11)
                        .into_iter()
                        .map(|(board, _)| board)
                        .collect();
                    assert!(
                        frontier.iter().all(|board| last.contains(board)),
                        "{shape} {home}"
                    );
                }
            }
        }
    }

    #[test]
    fn idle_sequences_are_left_out_and_only_they() {
        let shape = "4x4".parse().unwrap();
        let start = Board::ordered(shape, 5);
        let (all, worthwhile) = (Moves::new(shape, 2), Moves::new(shape, 8));
        for count in 0..=8 {
            let boards = after(&worthwhile, start, count);
            let different: HashSet<&Board> = boards.iter().map(|(board, _)| board).collect();
            assert_eq!(
                boards.len(),
                different.len(),
                "{count} moves to each board once"
            );
        }
        // Twelve moves around a square change nothing, so halfway round there are two ways.
        assert_eq!(
            after(&all, start, 5).len(),
            after(&worthwhile, start, 5).len()
        );
        let (every, one) = (after(&all, start, 6), after(&worthwhile, start, 6));
        let different: HashSet<Board> = every.iter().map(|(board, _)| *board).collect();
        assert!(every.len() > one.len());
        assert_eq!(one.len(), different.len());
    }

    #[test]
    fn a_trail_leads_along_the_moves_it_was_made_of() {
        let shape = "3x4".parse().unwrap();
        let moves = Moves::new(shape, 8);
        let (mut state, mut trail, mut path) = (moves.start(3), 0, Vec::new());
        for move_ in 0..TRAIL {
            let steps = moves.steps(state);
            let step = steps[move_ as usize % steps.len()];
            trail |= u64::from(step.came()) << (2 * move_);
            state = step.next();
            path.push(step.cell());
        }
        let along: Vec<_> = moves
            .along(moves.start(3), trail, TRAIL)
            .map(Step::cell)
            .collect();
        assert_eq!(along, path);
    }
}
