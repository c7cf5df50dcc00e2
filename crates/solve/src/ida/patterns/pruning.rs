//! Moves that only lead where others lead, left out by the moves made last.
//!
//! Different sequences of moves often lead to the same board: twelve moves around a square of four cells
//! restore it, so six moves one way do what six the other way do. A depth-first search that stores no
//! boards cannot notice. But which short sequences lead to the same board depends only on the cell where
//! the blank starts, so it is computed beforehand. Of all sequences from a cell to the same board, the
//! *first* is the shortest, and among the shortest the least in the order of directions. A sequence that is
//! not the first, while all its proper parts are, is a *duplicate operator*: a search may turn back as
//! soon as its last moves are one. The rest is a finite automaton that reads moves and remembers how much
//! of a duplicate operator they may have begun (Taylor and Korf, *Pruning duplicate nodes in depth-first
//! search*, 1993; here an operator is bound to the cell it starts from, so the border needs no exceptions).
//!
//! **Why a shortest solution remains.** Take the least of all shortest solutions in the order of directions.
//! No part of it is a duplicate operator: with the first sequence to the same board in its place the
//! solution would be shorter or less. This argument counts moves from the start of the search, so the
//! search of a subtree must begin in the state to which the moves so far lead.

use rustc_hash::FxHashSet;
use tilebase_core::sliding::Shape;

use super::geometry::{BlankMove, PADDED, direction};

/// A state of the automaton: the moves that it allows, in half a cache line.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Transitions {
    /// The first `count` are valid. (Four words are copied in one instruction.)
    pub(super) list: [Transition; 4],
    pub(super) count: u32,
    /// The blank's cell.
    pub(super) blank: u32,
}

impl Transitions {
    fn iter(&self) -> impl Iterator<Item = Transition> {
        self.list[..self.count as usize].iter().copied()
    }
}

/// A move and the state it leads to, in one word: the number of the [`BlankMove`], then the blank's new cell,
/// and in the upper half the state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Transition(u32);

impl Transition {
    fn new(from: usize, to: usize, next: u16) -> Self {
        let number = BlankMove::new(from, to).number();
        Self(number as u32 | (to as u32) << 8 | u32::from(next) << 16)
    }

    /// Returns the move of the blank.
    #[inline(always)]
    pub(super) fn blank_move(self) -> BlankMove {
        BlankMove::from_number(self.0 as usize)
    }

    /// Returns the direction that the blank comes from.
    #[inline(always)]
    pub(super) fn came(self) -> u8 {
        (self.0 & 3) as u8
    }

    /// Returns the cell that the blank leaves, to which the tile goes.
    #[inline(always)]
    pub(super) fn blank(self) -> usize {
        self.blank_move().from()
    }

    /// Returns the cell that the blank enters, from which the tile comes.
    #[inline(always)]
    pub(super) fn cell(self) -> usize {
        (self.0 >> 8) as usize % PADDED
    }

    /// Returns the state that the move leads to.
    #[inline(always)]
    pub(super) fn next(self) -> u16 {
        (self.0 >> 16) as u16
    }
}

/// A finite automaton that reads moves and allows those that complete no duplicate operator.
pub(super) struct PruningAutomaton {
    states: Vec<Transitions>,
}

/// A sequence of moves that is the first to its board.
struct Sequence {
    /// Where the blank starts.
    start: usize,
    /// Where the blank ends, and the tiles then, five bits for each cell.
    blank: usize,
    tiles: u128,
    /// The sequence without its last move, and without its first; both itself if it is empty.
    before: usize,
    rest: usize,
    /// The sequences of one more move, by the direction that the blank comes from.
    longer: [Option<usize>; 4],
    /// Whether a duplicate operator begins like this, so that the automaton has to remember it.
    needed: bool,
}

impl PruningAutomaton {
    /// Returns the automaton for duplicate operators of at most `longest` moves. Those of two moves are a
    /// move and its reverse. 5x5 boards have most states: 1,820 for eight moves, 52,605 for twelve.
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
                    // A sequence that is not the first without its first move is not with it.
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

    /// Makes a state of each sequence that is needed.
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
            let mut transitions = Transitions {
                blank: blank as u32,
                ..Transitions::default()
            };
            for cell in shape.neighbours(blank) {
                let came = direction(cell, blank);
                if let Some(longer) = sequence.longer[came] {
                    transitions.list[transitions.count as usize] =
                        Transition::new(blank, cell, state[longer]);
                    transitions.count += 1;
                }
            }
            transitions
        });
        Self {
            states: states.collect(),
        }
    }

    /// Returns the state before the first move: the empty sequences are numbered first.
    pub(super) fn start(&self, blank: usize) -> u16 {
        blank as u16
    }

    /// Returns the moves that a state allows.
    #[inline(always)]
    pub(super) fn transitions(&self, state: u16) -> &Transitions {
        &self.states[usize::from(state)]
    }

    /// Returns the first `moves` moves that a trail records, from a state.
    pub(super) fn along(
        &self,
        state: u16,
        trail: u64,
        moves: u32,
    ) -> impl Iterator<Item = Transition> {
        let mut state = state;
        (0..moves).map_while(move |place| {
            let came = (trail >> (2 * place) & 3) as u8;
            let transition = self
                .transitions(state)
                .iter()
                .find(|step| step.came() == came)?;
            state = transition.next();
            Some(transition)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tilebase_core::sliding::Board;

    use super::{super::node::TRAIL, *};

    const SHAPES: [&str; 6] = ["2x2", "2x3", "3x3", "5x2", "4x4", "5x5"];

    /// Returns the boards that sequences of `count` moves lead to, with the state after each.
    fn after(moves: &PruningAutomaton, start: Board, count: usize) -> Vec<(Board, u16)> {
        let mut boards = vec![(start, moves.start(start.blank()))];
        for _ in 0..count {
            boards = (boards.iter())
                .flat_map(|(board, state)| {
                    moves.transitions(*state).iter().map(|transition| {
                        let mut board = *board;
                        assert_eq!(transition.blank(), board.blank());
                        board.slide(transition.cell());
                        (board, transition.next())
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
                let moves = PruningAutomaton::new(shape, longest);
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
    fn duplicate_operators_are_left_out_and_only_they() {
        let shape = "4x4".parse().unwrap();
        let start = Board::ordered(shape, 5);
        let (all, pruned) = (
            PruningAutomaton::new(shape, 2),
            PruningAutomaton::new(shape, 8),
        );
        for count in 0..=8 {
            let boards = after(&pruned, start, count);
            let different: HashSet<&Board> = boards.iter().map(|(board, _)| board).collect();
            assert_eq!(
                boards.len(),
                different.len(),
                "{count} moves to each board once"
            );
        }
        // Twelve moves around a square change nothing, so halfway round there are two ways.
        assert_eq!(after(&all, start, 5).len(), after(&pruned, start, 5).len());
        let (every, one) = (after(&all, start, 6), after(&pruned, start, 6));
        let different: HashSet<Board> = every.iter().map(|(board, _)| *board).collect();
        assert!(every.len() > one.len());
        assert_eq!(one.len(), different.len());
    }

    #[test]
    fn a_trail_leads_along_the_moves_it_was_made_of() {
        let shape = "3x4".parse().unwrap();
        let moves = PruningAutomaton::new(shape, 8);
        let (mut state, mut trail, mut path) = (moves.start(3), 0, Vec::new());
        for move_ in 0..TRAIL {
            let transitions: Vec<_> = moves.transitions(state).iter().collect();
            let transition = transitions[move_ as usize % transitions.len()];
            trail |= u64::from(transition.came()) << (2 * move_);
            state = transition.next();
            path.push(transition.cell());
        }
        let along: Vec<_> = moves
            .along(moves.start(3), trail, TRAIL)
            .map(Transition::cell)
            .collect();
        assert_eq!(along, path);
    }
}
