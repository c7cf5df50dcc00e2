//! One position of an oshidori row.
//!
//! A row is stored as its *word*, the stones from left to right with the gap left out, and the
//! number of stones to the left of the gap. In these terms a move exchanges the gap with a block
//! `x` of stones somewhere else:
//!
//! ```text
//! A x B | C   ↔   A | B x C
//! ```
//!
//! The block keeps its order, and the stones `B` that it jumps over shift by its width.

use std::fmt;

use super::{MAX_KINDS, Stones};
use crate::parse::{self, StateError};

/// The largest number of stones in a row.
pub(super) const MAX_STONES: usize = 2 * MAX_KINDS;

/// A position: stones of the kinds 1, 2, …, as many of each as the puzzle has, and one gap.
///
/// ```
/// use tilebase_core::oshidori::{Stones, Row};
/// let stones = Stones::black_and_white(3)?;
/// let mut row = Row::parse(stones, "BWBWBW__")?;
/// assert_eq!(row, Row::start(stones));
/// row.jump(1); // the second and third stones jump into the gap
/// assert_eq!(row.pretty(), "B__WBWWB");
/// assert_eq!(row.to_string(), "1 0 0 2 1 2 2 1");
/// assert_eq!(row.moves().collect::<Vec<_>>(), [3, 4, 5, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    puzzle: Stones,
    gap: u8,
    word: [u8; MAX_STONES],
}

impl Row {
    /// Returns the usual start: `1 2 … K` repeated, the gap on the right.
    pub fn start(puzzle: Stones) -> Self {
        Self::from_fn(puzzle, puzzle.stones(), |place| place % puzzle.kinds() + 1)
    }

    /// Returns the usual goal: the stones of each kind together, kinds ascending, the gap on the
    /// right.
    pub fn goal(puzzle: Stones) -> Self {
        Self::ordered(puzzle, puzzle.stones())
    }

    /// Returns the stones in ascending order with the gap after the first `gap` of them.
    pub(super) fn ordered(puzzle: Stones, gap: usize) -> Self {
        Self::from_fn(puzzle, gap, |place| place / puzzle.each() + 1)
    }

    fn from_fn(puzzle: Stones, gap: usize, stone: impl Fn(usize) -> usize) -> Self {
        let mut word = [0; MAX_STONES];
        for (place, slot) in word[..puzzle.stones()].iter_mut().enumerate() {
            *slot = stone(place) as u8;
        }
        Self::from_parts(puzzle, gap, word)
    }

    /// Builds a row from a word that is known to have the puzzle's stones and zeros after them.
    #[inline]
    pub(super) fn from_parts(puzzle: Stones, gap: usize, word: [u8; MAX_STONES]) -> Self {
        debug_assert!(gap <= puzzle.stones());
        Self {
            puzzle,
            gap: gap as u8,
            word,
        }
    }

    /// Returns the row with these stones, given from left to right without the gap, and with `gap`
    /// of them to the left of the gap.
    ///
    /// # Errors
    /// If a stone is unknown, or there are too many or too few of a kind.
    ///
    /// # Panics
    /// If `gap` is more than the number of stones.
    pub fn from_word(puzzle: Stones, word: &[u8], gap: usize) -> Result<Self, StateError> {
        assert!(gap <= puzzle.stones(), "no gap after {gap} stones");
        let mut cells = word.to_vec();
        let at = gap.min(cells.len());
        cells.splice(at..at, std::iter::repeat_n(0, puzzle.block()));
        Self::from_cells(puzzle, &cells)
    }

    /// Returns the row with these cells, given from left to right with those of the gap as 0.
    ///
    /// # Errors
    /// If the row has another number of cells, a stone is unknown, there are too many or too few of
    /// a kind, or the gap is not in one piece.
    pub fn from_cells(puzzle: Stones, cells: &[u8]) -> Result<Self, StateError> {
        let expected = puzzle.cells();
        if cells.len() != expected {
            return Err(StateError::WrongCount {
                expected,
                found: cells.len(),
            });
        }
        let mut times = [0usize; MAX_KINDS + 1];
        for (place, &stone) in cells.iter().enumerate() {
            if usize::from(stone) > puzzle.kinds() {
                return Err(StateError::OutOfRange {
                    value: stone.into(),
                    max: puzzle.kinds() as u64,
                    position: place + 1,
                });
            }
            times[usize::from(stone)] += 1;
        }
        let wanted = |stone: usize| match stone {
            0 => puzzle.block(),
            _ => puzzle.each(),
        };
        // People learn more from the stone that appears too often than from the one that is
        // missing.
        let wrong = (0..=puzzle.kinds())
            .find(|&stone| times[stone] > wanted(stone))
            .or_else(|| (0..=puzzle.kinds()).find(|&stone| times[stone] < wanted(stone)));
        if let Some(stone) = wrong {
            let what = match (stone, puzzle.letters()) {
                (0, _) => "the empty cell".to_owned(),
                (_, true) => format!("stone {}", letter(stone as u8)),
                (_, false) => format!("stone {stone}"),
            };
            return Err(StateError::WrongNumber {
                what,
                found: times[stone],
                expected: wanted(stone),
            });
        }
        let gap = cells
            .iter()
            .position(|&stone| stone == 0)
            .expect("counted above");
        if cells[gap..gap + puzzle.block()] != [0u8; 3][..puzzle.block()] {
            return Err(StateError::SplitGap {
                width: puzzle.block(),
                cells: (1..)
                    .zip(cells)
                    .filter(|&(_, &stone)| stone == 0)
                    .map(|(at, _)| at)
                    .collect(),
            });
        }
        Ok(Self::from_checked_cells(puzzle, cells))
    }

    /// Takes cells that are known to be a row, for instance those of another row: as
    /// [`from_cells`](Self::from_cells), in a few nanoseconds. Cells that are not a row give one
    /// that has no meaning.
    #[inline]
    pub fn from_checked_cells(puzzle: Stones, cells: &[u8]) -> Self {
        let mut word = [0; MAX_STONES];
        let stones = cells.iter().filter(|&&stone| stone != 0);
        for (slot, &stone) in word.iter_mut().zip(stones) {
            *slot = stone;
        }
        let gap = cells.iter().position(|&stone| stone == 0);
        Self::from_parts(puzzle, gap.unwrap_or_default().min(puzzle.stones()), word)
    }

    /// Reads a row from text: its cells from left to right, separated as on
    /// [boards](crate::sliding::Board::parse), or as one word if every cell is one character.
    /// Stones are numbers, or `B` and `W` in puzzles that have those; each cell of the gap is `0`,
    /// `*`, `_` or `.`.
    ///
    /// # Errors
    /// The same as for [`from_cells`](Self::from_cells), and if a cell is neither a stone nor
    /// empty.
    pub fn parse(puzzle: Stones, text: &str) -> Result<Self, StateError> {
        let tokens = parse::tokens(text, puzzle.cells())?;
        if tokens.len() != puzzle.cells() {
            return Err(StateError::WrongCount {
                expected: puzzle.cells(),
                found: tokens.len(),
            });
        }
        let mut cells = Vec::with_capacity(tokens.len());
        for (token, position) in tokens.into_iter().zip(1..) {
            cells.push(match (token, puzzle.letters()) {
                ("B" | "b" | "黒", true) => 1,
                ("W" | "w" | "白", true) => 2,
                (_, true) if !parse::is_blank(token) && token.parse::<u64>().is_err() => {
                    return Err(StateError::UnknownStone {
                        token: token.chars().take(20).collect(),
                        position,
                    });
                }
                _ => parse::number(token, position, puzzle.kinds() as u8)?,
            });
        }
        Self::from_cells(puzzle, &cells)
    }

    /// Returns the puzzle's stones.
    #[inline]
    pub fn puzzle(&self) -> Stones {
        self.puzzle
    }

    /// Returns the stones from left to right with the gap left out.
    #[inline]
    pub fn word(&self) -> &[u8] {
        &self.word[..self.puzzle.stones()]
    }

    /// Returns the number of stones to the left of the gap, which is also the gap's leftmost cell.
    #[inline]
    pub fn gap(&self) -> usize {
        self.gap.into()
    }

    /// Returns the kinds in the cells from left to right, 0 in the gap.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = u8> {
        let (left, right) = self.word().split_at(self.gap());
        let gap = std::iter::repeat_n(&0, self.puzzle.block());
        left.iter().chain(gap).chain(right).copied()
    }

    /// Returns the leftmost cells of the blocks that can jump into the gap, ascending.
    #[inline]
    pub fn moves(&self) -> impl Iterator<Item = usize> + use<> {
        let (gap, block, stones) = (self.gap(), self.puzzle.block(), self.puzzle.stones());
        let left = 0..(gap + 1).saturating_sub(block);
        let right = gap + block..stones + 1;
        left.chain(right)
    }

    /// Makes the block whose leftmost cell is `cell` jump into the gap. A jump from the cell where
    /// the gap was before takes the move back.
    ///
    /// # Panics
    /// If there is no block of stones at `cell`: see [`moves`](Self::moves).
    #[inline]
    pub fn jump(&mut self, cell: usize) {
        let (gap, block) = (self.gap(), self.puzzle.block());
        assert!(
            cell <= self.puzzle.stones() && cell.abs_diff(gap) >= block,
            "no block of {block} stones at cell {cell}"
        );
        if cell < gap {
            self.word[cell..gap].rotate_left(block);
        } else {
            self.word[gap..cell].rotate_right(block);
        }
        self.gap = cell as u8;
    }

    /// Returns the row for people: `BWBWBW__`, or numbers separated by spaces with `_` for each
    /// cell of the gap. [`parse`](Self::parse) reads it.
    pub fn pretty(&self) -> String {
        let cells = self
            .cells()
            .map(|stone| match (stone, self.puzzle.letters()) {
                (0, _) => "_".to_owned(),
                (_, true) => letter(stone).to_owned(),
                (_, false) => stone.to_string(),
            });
        let separator = if self.puzzle.letters() { "" } else { " " };
        cells.collect::<Vec<_>>().join(separator)
    }
}

fn letter(stone: u8) -> &'static str {
    if stone == 1 { "B" } else { "W" }
}

/// Writes numbers separated by spaces, 0 for each cell of the gap; black is 1, white is 2.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, stone) in self.cells().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{stone}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({}: {self})", self.puzzle)
    }
}
