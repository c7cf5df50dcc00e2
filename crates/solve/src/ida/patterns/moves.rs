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

use std::collections::HashSet;

use tilebase_core::sliding::{Board, Shape};

use super::tables::direction;

/// What may be done in a state of the automaton, half a cache line.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Choices {
    /// The blank's cell.
    pub(super) blank: u8,
    pub(super) count: u8,
    /// The cells that the blank may go to.
    pub(super) cell: [u8; 4],
    /// The directions it then comes from.
    pub(super) came: [u8; 4],
    /// The states.
    pub(super) next: [u16; 4],
}

/// The automaton.
pub(super) struct Moves {
    states: Vec<Choices>,
}

/// A first sequence of moves.
struct Sequence {
    /// Where the blank starts, and the board that the moves lead to.
    start: usize,
    board: Board,
    /// The sequence without its last move, and without its first; both itself if it is empty.
    before: usize,
    rest: usize,
    /// The sequences of one move more, by the direction that the blank then comes from.
    longer: [Option<usize>; 4],
    /// Whether one of an idle sequence's beginnings, which the automaton has to remember.
    needed: bool,
}

impl Moves {
    /// The automaton for idle sequences of at most `longest` moves. Those of two moves are just a move and
    /// its reverse.
    pub(super) fn new(shape: Shape, longest: usize) -> Self {
        let mut sequences: Vec<_> = (0..shape.cells())
            .map(|cell| Sequence {
                start: cell,
                board: Board::ordered(shape, cell),
                before: cell,
                rest: cell,
                longer: [None; 4],
                needed: true,
            })
            .collect();
        let mut seen: HashSet<(usize, Board)> = (sequences.iter())
            .map(|empty| (empty.start, empty.board))
            .collect();
        let mut level = 0..sequences.len();
        for _ in 0..longest {
            let end = sequences.len();
            for at in level {
                let (start, board, rest) = {
                    let sequence = &sequences[at];
                    (sequence.start, sequence.board, sequence.rest)
                };
                for cell in shape.neighbours(board.blank()) {
                    let came = direction(cell, board.blank());
                    let rest = if rest == at {
                        cell
                    } else if let Some(rest) = sequences[rest].longer[came] {
                        rest
                    } else {
                        continue;
                    };
                    let mut board = board;
                    board.slide(cell);
                    if seen.insert((start, board)) {
                        sequences[at].longer[came] = Some(sequences.len());
                        sequences.push(Sequence {
                            start,
                            board,
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
            let blank = sequence.board.blank();
            let mut choices = Choices {
                blank: blank as u8,
                ..Choices::default()
            };
            for cell in shape.neighbours(blank) {
                let came = direction(cell, blank);
                if let Some(longer) = sequence.longer[came] {
                    let place = usize::from(choices.count);
                    choices.cell[place] = cell as u8;
                    choices.came[place] = came as u8;
                    choices.next[place] = state[longer];
                    choices.count += 1;
                }
            }
            choices
        });
        Self { states: states.collect() }
    }

    /// The state before the first move.
    pub(super) fn start(&self, blank: usize) -> u16 {
        blank as u16
    }

    /// The cell that the blank goes to if it then comes from direction `came`, and the state.
    pub(super) fn step(&self, state: u16, came: u8) -> Option<(usize, u16)> {
        let choices = self.choices(state);
        let place = choices.came[..usize::from(choices.count)]
            .iter()
            .position(|&direction| direction == came);
        place.map(|place| (choices.cell[place].into(), choices.next[place]))
    }

    /// What may be done in a state.
    #[inline(always)]
    pub(super) fn choices(&self, state: u16) -> &Choices {
        &self.states[usize::from(state)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn sizes() {
        for (r,c) in [(4,4),(5,5)] {
            for l in 2..=12 {
                let t = std::time::Instant::now();
                let m = Moves::new(Shape::new(r,c).unwrap(), l);
                // growth
                let n = m.states.len();
                let mut v = vec![1.0f64; n];
                let mut g = 0.0;
                for _ in 0..200 {
                    let w: Vec<f64> = m.states.iter().map(|s| (0..s.count as usize).map(|i| v[s.next[i] as usize]).sum()).collect();
                    let s: f64 = w.iter().sum::<f64>() / n as f64;
                    g = s; v = w.iter().map(|x| x/s).collect();
                }
                eprintln!("{r}x{c} {l} states {n} growth {g:.4} {:?}", t.elapsed());
            }
        }
    }
}
