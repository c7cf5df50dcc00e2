//! Leaves out moves that only lead where others lead, as the last moves made show.
//!
//! Different sequences of moves often lead to the same board: twelve moves around a square of four
//! cells restore it, so six moves clockwise lead to the same board as six moves counterclockwise. A
//! depth-first search that stores no boards cannot notice this. But which short sequences lead to
//! the same board depends only on the cell where the blank starts, so it can be computed in
//! advance. Of all sequences from a cell to the same board, the *first* is the shortest, and among
//! the shortest the least in the order of directions. A sequence that is not the first although all
//! its proper parts are is a *duplicate operator*: a search may backtrack as soon as its last moves
//! form one. A finite automaton reads the moves and remembers how much of a duplicate operator they
//! may have begun (Taylor and Korf, *Pruning duplicate nodes in depth-first search*, 1993; here an
//! operator belongs to the cell from which it starts, so the border needs no exceptions).
//!
//! **Why a shortest solution remains.** Take the least of all shortest solutions in the order of
//! directions. No part of it is a duplicate operator: otherwise, the first sequence to the same
//! board in its place would make the solution shorter or less. This argument counts moves from the
//! start of the search, so the search of a subtree must begin in the state to which the moves to
//! its root lead.

use std::hash::{Hash, Hasher};

use bytemuck::Zeroable;
use rustc_hash::FxHashSet;
use tilebase_core::{parallel, prefetch, sliding::Shape};

use super::geometry::{BLANK_MOVES, BlankMove, PADDED, direction};

/// A state of the automaton: the moves that it allows, in a quarter of a cache line.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(16))]
pub(super) struct Transitions {
    /// Those that are allowed come first. (One instruction copies four words.)
    pub(super) list: [Transition; 4],
}

impl Transitions {
    /// Returns a state that allows no move of the blank from this cell.
    fn none(blank: usize) -> Self {
        let mut list = [Transition::default(); 4];
        list[0] = Transition(4 * blank as u32);
        Self { list }
    }

    fn allow(&mut self, transition: Transition) {
        self.list[self.count()] = transition;
    }

    /// Returns the number of moves that are allowed.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        // Two at a time, as one word of eight bytes: adding up four takes longer.
        let [a, b, c, d] = &self.list;
        let mask = 0x1_0000_0001 << Transition::ALLOWED;
        let allowed = |low: &Transition, high: &Transition| {
            let both = u64::from(low.0) | u64::from(high.0) << u32::BITS;
            (both & mask).count_ones()
        };
        (allowed(a, b) + allowed(c, d)) as usize
    }

    /// Returns the blank's cell.
    #[inline(always)]
    pub(super) fn blank(&self) -> usize {
        self.list[0].blank_move().from()
    }

    fn iter(&self) -> impl Iterator<Item = Transition> {
        self.list.into_iter().take(self.count())
    }
}

/// A move and the state it leads to, in one word: from the lowest bit the number of the
/// [`BlankMove`] (7), the blank's new cell (5), the state (19), and a bit that is set if the move
/// is allowed.
#[derive(Debug, Clone, Copy, Default, Zeroable)]
pub(super) struct Transition(u32);

impl Transition {
    /// The lowest bits of the cell and of the state.
    const CELL: u32 = BLANK_MOVES.trailing_zeros();
    const NEXT: u32 = Self::CELL + PADDED.trailing_zeros();
    /// The bit of an allowed move.
    const ALLOWED: u32 = u32::BITS - 1;

    fn new(from: usize, to: usize, next: u32) -> Self {
        debug_assert!(next < 1 << (Self::ALLOWED - Self::NEXT));
        let number = BlankMove::new(from, to).number();
        Self(number as u32 | (to as u32) << Self::CELL | next << Self::NEXT | 1 << Self::ALLOWED)
    }

    /// Returns the move of the blank.
    #[inline(always)]
    pub(super) fn blank_move(self) -> BlankMove {
        BlankMove::from_number(self.0 as usize)
    }

    /// Returns the cell that the blank enters and the tile leaves.
    #[inline(always)]
    pub(super) fn cell(self) -> usize {
        (self.0 >> Self::CELL) as usize % PADDED
    }

    /// Returns the state to which the move leads.
    #[inline(always)]
    pub(super) fn next(self) -> u32 {
        (self.0 & !(1 << Self::ALLOWED)) >> Self::NEXT
    }
}

/// A finite automaton that reads moves and allows those that do not complete a duplicate operator.
pub(super) struct PruningAutomaton {
    states: Vec<Transitions>,
}

/// The sequences of moves from one cell that are the first to their boards, as a tree: breadth
/// first, and siblings in the order of directions.
#[derive(Default)]
struct Sequences {
    /// For each sequence, the cell where the blank ends, and the sequence without its last move
    /// (for the empty sequence, itself).
    blank: Vec<u8>,
    before: Vec<u32>,
    /// For each sequence, those of one more move, by the direction from which the blank comes.
    /// [`NONE`] if there is no such move, or the longer sequence is not the first to its board.
    longer: Vec<[u32; 4]>,
}

const NONE: u32 = u32::MAX;

/// The content of each cell, in five bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Tiles<const WORDS: usize>([u128; WORDS]);

/// The number of words is left out, because it is the same for all.
impl<const WORDS: usize> Hash for Tiles<WORDS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|word| word.hash(state));
    }
}

impl<const WORDS: usize> Tiles<WORDS> {
    /// The number of bits of a cell, and of cells in a word.
    const WIDTH: usize = PADDED.trailing_zeros() as usize;
    const IN_WORD: usize = u128::BITS as usize / Self::WIDTH;

    /// Returns the tiles before the first move: each cell, including the blank's, contains its own
    /// number.
    fn in_order(shape: Shape) -> Self {
        let mut tiles = Self([0; WORDS]);
        for cell in 0..shape.cells() {
            tiles.flip(cell, cell as u128);
        }
        tiles
    }

    /// Returns the word of a cell, and the cell's lowest bit in it.
    fn place(cell: usize) -> (usize, usize) {
        if WORDS == 1 {
            return (0, cell * Self::WIDTH);
        }
        (
            cell / Self::IN_WORD % WORDS,
            cell % Self::IN_WORD * Self::WIDTH,
        )
    }

    fn flip(&mut self, cell: usize, bits: u128) {
        let (word, low) = Self::place(cell);
        self.0[word] ^= bits << low;
    }

    fn get(self, cell: usize) -> u128 {
        let (word, low) = Self::place(cell);
        self.0[word] >> low & (PADDED as u128 - 1)
    }

    /// Returns the tiles after the contents of two cells have been exchanged.
    fn swapped(mut self, one: usize, other: usize) -> Self {
        let bits = self.get(one) ^ self.get(other);
        self.flip(one, bits);
        self.flip(other, bits);
        self
    }
}

impl Sequences {
    /// Returns the sequences of at most `longest` moves from `start`.
    fn new<const WORDS: usize>(shape: Shape, start: usize, longest: usize) -> Self {
        let tiles = Tiles::<WORDS>::in_order(shape);
        let mut sequences = Self::default();
        sequences.push(start, 0);
        let mut met = FxHashSet::from_iter([tiles]);
        let mut level = vec![(0, tiles)];
        for _ in 0..longest {
            let mut next = Vec::new();
            for (at, tiles) in level {
                let blank = usize::from(sequences.blank[at as usize]);
                for cell in shape.neighbours(blank) {
                    let tiles = tiles.swapped(cell, blank);
                    if met.insert(tiles) {
                        let longer = sequences.push(cell, at);
                        sequences.longer[at as usize][direction(cell, blank)] = longer;
                        next.push((longer, tiles));
                    }
                }
            }
            level = next;
        }
        sequences
    }

    fn push(&mut self, blank: usize, before: u32) -> u32 {
        self.blank.push(blank as u8);
        self.before.push(before);
        self.longer.push([NONE; 4]);
        self.blank.len() as u32 - 1
    }

    /// Returns the blank's moves after a sequence: the cell that it enters, and the direction from
    /// which it comes.
    fn moves(&self, shape: Shape, at: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let blank = usize::from(self.blank[at]);
        let moves = shape.neighbours(blank);
        moves.map(move |cell| (cell, direction(cell, blank)))
    }

    /// Returns for each sequence the cell to which its first move leads, and the sequence without
    /// that move, among the sequences of `all` from that cell. It is [`NONE`] for the empty
    /// sequence, and if the rest is not a first sequence.
    fn rests(&self, shape: Shape, all: &[Self]) -> Vec<(u8, u32)> {
        let mut rests = vec![(0, NONE); self.blank.len()];
        for at in 0..self.blank.len() {
            for (cell, came) in self.moves(shape, at) {
                let longer = self.longer[at][came];
                if longer != NONE {
                    rests[longer as usize] = match rests[at] {
                        (_, NONE) => (cell as u8, 0),
                        (first, rest) => {
                            let rest = all[usize::from(first)].longer[rest as usize][came];
                            (first, rest)
                        }
                    };
                }
            }
        }
        rests
    }

    /// Returns for each sequence whether a duplicate operator begins with it, so that the automaton
    /// has to remember it. Operators have at most `longest` moves, like the sequences. The empty
    /// sequence is always needed.
    fn needed(&self, shape: Shape, longest: usize, all: &[Self], rests: &[(u8, u32)]) -> Vec<bool> {
        let mut needed = vec![false; self.blank.len()];
        needed[0] = true;
        let mut depth = vec![0; self.blank.len()];
        for at in 0..self.blank.len() {
            if at > 0 {
                depth[at] = depth[self.before[at] as usize] + 1;
            }
            if depth[at] == longest {
                break;
            }
            for (_, came) in self.moves(shape, at) {
                let without = match rests[at] {
                    // Every single move is the first to its board.
                    (_, NONE) => 0,
                    (first, rest) => all[usize::from(first)].longer[rest as usize][came],
                };
                // If a sequence is a duplicate even without its first move, that move need not be
                // remembered.
                if self.longer[at][came] == NONE && without != NONE {
                    let mut beginning = at;
                    while !needed[beginning] {
                        needed[beginning] = true;
                        beginning = self.before[beginning] as usize;
                    }
                }
            }
        }
        needed
    }
}

impl PruningAutomaton {
    /// Returns the automaton for duplicate operators of at most `longest` moves, at least two.
    /// Those of two moves are a move and its reverse. 5x5 boards have 1,820 states for eight moves,
    /// 52,605 for twelve, and 260,322 for fourteen, for which building takes a second of processor
    /// time and 200 MB. Of boards of up to 32 cells, 5x6 has the most for fourteen: 404,797, three
    /// seconds and 600 MB.
    pub(super) fn new(shape: Shape, longest: usize) -> Self {
        let made = Self::unless_stopped(shape, longest, &|| false);
        made.expect("nothing stops it")
    }

    /// As [`new`](Self::new); returns `None` soon after `stopped` returns true.
    pub(super) fn unless_stopped(
        shape: Shape,
        longest: usize,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let cells = 0..shape.cells();
        let all = parallel::map(cells.clone(), |start| {
            if stopped() {
                None
            } else if shape.cells() <= Tiles::<1>::IN_WORD {
                Some(Sequences::new::<1>(shape, start, longest))
            } else {
                Some(Sequences::new::<2>(shape, start, longest))
            }
        });
        let all: Vec<Sequences> = all.into_iter().collect::<Option<_>>()?;
        let ends = parallel::map(&all, |sequences| {
            let rests = sequences.rests(shape, &all);
            let needed = sequences.needed(shape, longest, &all, &rests);
            (rests, needed)
        });
        let (rests, needed): (Vec<_>, Vec<_>) = ends.into_iter().unzip();

        // The state of each sequence: its own, or that of its longest suffix that has one. The
        // empty sequences are numbered first.
        let mut count = shape.cells() as u32;
        let mut states: Vec<Vec<u32>> = Vec::new();
        for (start, needed) in cells.clone().zip(&needed) {
            let number = |(at, &needed): (usize, &bool)| match (at, needed) {
                (0, _) => start as u32,
                (_, true) => {
                    count += 1;
                    count - 1
                }
                (_, false) => NONE,
            };
            states.push(needed.iter().enumerate().map(number).collect());
        }
        let state = |start: usize, at: u32| {
            let (mut start, mut at) = (start, at as usize);
            while states[start][at] == NONE {
                let (first, rest) = rests[start][at];
                (start, at) = (first.into(), rest as usize);
            }
            states[start][at]
        };
        let mut table = vec![Transitions::default(); count as usize];
        for (start, sequences) in cells.zip(&all) {
            for (at, &own) in states[start]
                .iter()
                .enumerate()
                .filter(|&(_, &own)| own != NONE)
            {
                let blank = usize::from(sequences.blank[at]);
                let mut transitions = Transitions::none(blank);
                for (cell, came) in sequences.moves(shape, at) {
                    let longer = sequences.longer[at][came];
                    if longer != NONE {
                        let next = state(start, longer);
                        transitions.allow(Transition::new(blank, cell, next));
                    }
                }
                table[own as usize] = transitions;
            }
        }
        Some(Self { states: table })
    }

    /// Returns the state before the first move. The empty sequences are numbered first.
    pub(super) fn start(&self, blank: usize) -> u32 {
        blank as u32
    }

    /// Returns the moves that a state allows.
    #[inline(always)]
    pub(super) fn transitions(&self, state: u32) -> &Transitions {
        &self.states[state as usize]
    }

    /// Prefetches the moves of a state.
    #[inline(always)]
    pub(super) fn prefetch(&self, state: u32) {
        prefetch(&self.states, state as usize);
    }

    /// Returns the first `moves` moves of a trail from a state, up to one that is not allowed.
    pub(super) fn transitions_along(
        &self,
        state: u32,
        trail: u64,
        moves: u32,
    ) -> impl Iterator<Item = Transition> {
        let mut state = state;
        (0..moves).map_while(move |place| {
            let came = (trail >> (2 * place) & 3) as usize;
            let transition = self
                .transitions(state)
                .iter()
                .find(|step| step.blank_move().came() == came)?;
            state = transition.next();
            Some(transition)
        })
    }

    /// Returns the state to which these moves lead, or `None` if one is not allowed.
    pub(super) fn after(&self, state: u32, trail: u64, moves: u32) -> Option<u32> {
        let mut transitions = self.transitions_along(state, trail, moves);
        (0..moves).try_fold(state, |_, _| Some(transitions.next()?.next()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tilebase_core::sliding::Board;

    use super::{super::node::TRAIL, *};

    const SHAPES: [&str; 8] = ["2x2", "2x3", "3x3", "5x2", "4x4", "5x5", "16x2", "6x5"];

    /// Returns the boards to which sequences of `count` moves lead, with the state after each.
    fn after(moves: &PruningAutomaton, start: Board, count: usize) -> Vec<(Board, u32)> {
        let mut boards = vec![(start, moves.start(start.blank()))];
        for _ in 0..count {
            boards = (boards.iter())
                .flat_map(|(board, state)| {
                    moves.transitions(*state).iter().map(|transition| {
                        let mut board = *board;
                        assert_eq!(transition.blank_move().from(), board.blank());
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
        // Twelve moves around a square change nothing, so two sequences lead halfway round.
        assert_eq!(after(&all, start, 5).len(), after(&pruned, start, 5).len());
        let (every, one) = (after(&all, start, 6), after(&pruned, start, 6));
        let different: HashSet<Board> = every.iter().map(|(board, _)| *board).collect();
        assert!(every.len() > one.len());
        assert_eq!(one.len(), different.len());
    }

    #[test]
    fn no_automaton_is_made_once_stopped() {
        let shape = "3x3".parse().unwrap();
        assert!(PruningAutomaton::unless_stopped(shape, 8, &|| true).is_none());
    }

    #[test]
    fn a_trail_leads_along_the_moves_it_was_made_of() {
        let shape = "3x4".parse().unwrap();
        let moves = PruningAutomaton::new(shape, 8);
        let (mut state, mut trail, mut path) = (moves.start(3), 0, Vec::new());
        for move_ in 0..TRAIL {
            let transitions: Vec<_> = moves.transitions(state).iter().collect();
            let transition = transitions[move_ as usize % transitions.len()];
            trail |= (transition.blank_move().came() as u64) << (2 * move_);
            state = transition.next();
            path.push(transition.cell());
        }
        let along: Vec<_> = moves
            .transitions_along(moves.start(3), trail, TRAIL)
            .map(Transition::cell)
            .collect();
        assert_eq!(along, path);
    }

    /// A search could turn back where all sequences that the automaton allows end soon. That would
    /// save little: too few sequences get there.
    #[test]
    fn few_sequences_lead_nowhere() {
        for (shape, longest) in [("4x4", 8), ("5x5", 12)] {
            let shape: Shape = shape.parse().unwrap();
            let moves = PruningAutomaton::new(shape, longest);
            let mut dying = vec![false; moves.states.len()];
            let dies = |dying: &[bool], state: &Transitions| {
                state.iter().all(|step| dying[step.next() as usize])
            };
            loop {
                let more: Vec<usize> = (0..dying.len())
                    .filter(|&at| !dying[at] && dies(&dying, &moves.states[at]))
                    .collect();
                if more.is_empty() {
                    break;
                }
                more.into_iter().for_each(|at| dying[at] = true);
            }
            assert!(
                dying.contains(&true),
                "{shape}: corners, in which all moves are pruned"
            );

            // The share of all sequences of this many moves that are in each state.
            let mut shares = vec![0.0; dying.len()];
            shares[moves.start(0) as usize] = 1.0;
            for _ in 0..40 {
                let mut next = vec![0.0; dying.len()];
                for (state, share) in moves.states.iter().zip(&shares) {
                    state
                        .iter()
                        .for_each(|step| next[step.next() as usize] += share);
                }
                let sum: f64 = next.iter().sum();
                shares = next.into_iter().map(|share| share / sum).collect();
            }
            let ends = shares.iter().zip(&dying).filter(|(_, dying)| **dying);
            let share: f64 = ends.map(|(share, _)| share).sum();
            assert!(share < 0.01, "{shape}: {share}");
        }
    }

    #[test]
    #[ignore = "takes seconds, and minutes without optimisation"]
    fn the_states_of_all_boards_fit_into_their_bits() {
        for (shape, states) in [("4x8", 353_903), ("5x6", 404_797), ("6x5", 404_094)] {
            let moves = PruningAutomaton::new(shape.parse().unwrap(), 14);
            assert_eq!(moves.states.len(), states);
            assert!(states < 1 << (Transition::ALLOWED - Transition::NEXT));
        }
    }
}
