//! One position of an oshidori row.
//!
//! A row is stored as its *order*, the stones from left to right, and the set of cells without
//! stones. In a row with one gap a move exchanges the gap with a block `x` of stones somewhere
//! else:
//!
//! ```text
//! A x B | C   ↔   A | B x C
//! ```
//!
//! The block keeps its order or, if the rules say so, is turned round. The stones `B` that it jumps
//! over shift in the order by its width.

use std::{fmt, iter};

use super::{MAX_KINDS, Mates, Stones, Turn, stones::MAX_STONES};
use crate::parse::{self, StateError, joined};

/// A set of cells: bit c for cell c.
type Cells = u128;

/// A position: stones of the kinds 1, 2, …, as many of each as the puzzle has, and cells without
/// stones: *holes*.
///
/// ```
/// use tilebase_core::oshidori::{Jump, Stones, Row};
/// let stones: Stones = "oshidori-bw-3".parse()?;
/// let mut row = Row::parse(stones, "BWBWBW__")?;
/// assert_eq!(row, Row::start(stones));
/// row.jump(row.numbered(1)); // the second and third stones
/// assert_eq!(row.pretty(), "B__WBWWB");
/// assert_eq!(row.to_string(), "1 0 0 2 1 2 2 1");
/// assert!(row.moves().map(|jump| jump.from).eq([3, 4, 5, 6]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    puzzle: Stones,
    holes: Cells,
    order: [u8; MAX_STONES],
}

/// One move: a block of neighbouring stones jumps into as many neighbouring holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The leftmost cell of the block.
    pub from: usize,
    /// The leftmost cell where it lands: the gap, if there is only one.
    pub to: usize,
    /// Whether the block is turned round.
    pub turned: bool,
}

impl Jump {
    /// Returns the move that takes this one back.
    pub fn back(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
            turned: self.turned,
        }
    }
}

/// Returns the `width` cells from `cell` on.
#[inline]
fn block(cell: usize, width: usize) -> Cells {
    ((1 << width) - 1) << cell
}

/// Returns the leftmost cells of the runs of `width` cells in a set, overlapping ones included.
#[inline]
fn runs(cells: Cells, width: usize) -> Cells {
    (1..width).fold(cells, |runs, place| runs & (cells >> place))
}

/// Returns the cells of a set in ascending order.
#[inline]
fn each(mut cells: Cells) -> impl Iterator<Item = usize> + use<> {
    iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as usize);
        cells &= cells.wrapping_sub(1);
        cell
    })
}

impl Row {
    /// Returns the usual start: `1 2 … K` repeated as long as stones of a kind are left, the holes
    /// on the right.
    pub fn start(puzzle: Stones) -> Self {
        let rounds = 0..puzzle.counts().max().unwrap_or_default();
        let stones = rounds.flat_map(|round| {
            let kinds = (1..).zip(puzzle.counts());
            kinds.filter_map(move |(kind, count)| (round < count).then_some(kind))
        });
        Self::from_stones(puzzle, puzzle.holes_at(puzzle.stones()), stones)
    }

    /// Returns the usual goal: the stones of each kind together, kinds ascending, the holes on the
    /// right.
    pub fn goal(puzzle: Stones) -> Self {
        Self::ordered(puzzle, puzzle.holes_at(puzzle.stones()))
    }

    /// Returns the stones in ascending order, with these holes.
    pub(super) fn ordered(puzzle: Stones, holes: Cells) -> Self {
        let kinds = (1..).zip(puzzle.counts());
        let stones = kinds.flat_map(|(kind, count)| iter::repeat_n(kind, count));
        Self::from_stones(puzzle, holes, stones)
    }

    /// Builds a row from holes and stones, from left to right, that are known to be the puzzle's.
    #[inline]
    pub(super) fn from_stones(
        puzzle: Stones,
        holes: Cells,
        stones: impl IntoIterator<Item = u8>,
    ) -> Self {
        let mut order = [0; MAX_STONES];
        for (slot, stone) in order.iter_mut().zip(stones) {
            *slot = stone;
        }
        Self::from_parts(puzzle, holes, order)
    }

    /// Builds a row from holes and an order that are known to be the puzzle's, with zeros after the
    /// stones.
    #[inline]
    pub(super) fn from_parts(puzzle: Stones, holes: Cells, order: [u8; MAX_STONES]) -> Self {
        debug_assert_eq!(holes.count_ones() as usize, puzzle.holes());
        Self {
            puzzle,
            holes,
            order,
        }
    }

    /// Returns the row with these stones, given from left to right without the holes, and with
    /// `gap` of them to the left of all holes.
    ///
    /// # Errors
    /// If a stone is unknown, or there are too many or too few of a kind.
    ///
    /// # Panics
    /// If `gap` is more than the number of stones.
    pub fn from_stone_order(puzzle: Stones, order: &[u8], gap: usize) -> Result<Self, StateError> {
        assert!(gap <= puzzle.stones(), "no gap after {gap} stones");
        let mut cells = order.to_vec();
        let at = gap.min(cells.len());
        cells.splice(at..at, iter::repeat_n(0, puzzle.holes()));
        Self::from_cells(puzzle, &cells)
    }

    /// Returns the row with these cells, given from left to right with 0 for each hole.
    ///
    /// # Errors
    /// If the row has another number of cells, a stone is unknown, there are too many or too few of
    /// a kind, or the holes lie apart although the row is not an open line.
    pub fn from_cells(puzzle: Stones, cells: &[u8]) -> Result<Self, StateError> {
        StateError::unless_as_many(puzzle.cells(), cells.len())?;
        let mut times = [0usize; MAX_KINDS + 1];
        for (place, &stone) in cells.iter().enumerate() {
            if usize::from(stone) > puzzle.kinds() {
                return Err(StateError::too_large(stone, puzzle.kinds() as u64, place));
            }
            times[usize::from(stone)] += 1;
        }
        let wanted: Vec<usize> = iter::once(puzzle.holes()).chain(puzzle.counts()).collect();
        // A stone that appears too often explains more than one that is missing.
        let wrong = (0..=puzzle.kinds())
            .find(|&stone| times[stone] > wanted[stone])
            .or_else(|| (0..=puzzle.kinds()).find(|&stone| times[stone] < wanted[stone]));
        if let Some(stone) = wrong {
            let what = match (stone, puzzle.letters()) {
                (0, _) => "the empty cell".to_owned(),
                (_, true) => format!("stone {}", letter(stone as u8)),
                (_, false) => format!("stone {stone}"),
            };
            return Err(StateError::WrongNumber {
                what,
                found: times[stone],
                expected: wanted[stone],
            });
        }
        let row = Self::from_checked_cells(puzzle, cells);
        if !puzzle.rules().is_open() && runs(row.holes, puzzle.block()) == 0 {
            return Err(StateError::SplitGap {
                width: puzzle.block(),
                cells: each(row.holes).map(|cell| cell + 1).collect(),
            });
        }
        Ok(row)
    }

    /// Returns the row with cells that are known to be valid, for instance those of another row, in
    /// a few nanoseconds: [`from_cells`](Self::from_cells) without the check. If the cells are not
    /// a row, the result is meaningless.
    #[inline]
    pub fn from_checked_cells(puzzle: Stones, cells: &[u8]) -> Self {
        let (mut order, mut holes, mut stones) = ([0; MAX_STONES], 0, 0);
        for (cell, &stone) in cells.iter().enumerate().take(puzzle.cells()) {
            if stone == 0 {
                holes |= 1 << cell;
            } else if let Some(slot) = order.get_mut(stones) {
                *slot = stone;
                stones += 1;
            }
        }
        Self {
            puzzle,
            holes,
            order,
        }
    }

    /// Reads a row from text: its cells from left to right, separated as on
    /// [boards](crate::sliding::Board::parse), or as one word if every cell is one character.
    /// Stones are numbers, or `B` and `W` in puzzles that have those; each hole is `0`, `*`,
    /// `_` or `.`.
    ///
    /// # Errors
    /// If a cell is neither a stone nor empty, or the cells are not a row of the puzzle.
    pub fn parse(puzzle: Stones, text: &str) -> Result<Self, StateError> {
        let mut cells = Vec::with_capacity(puzzle.cells());
        for (place, token) in parse::tokens(text, puzzle.cells())?.into_iter().enumerate() {
            cells.push(match (token, puzzle.letters()) {
                ("B" | "b" | "黒", true) => 1,
                ("W" | "w" | "白", true) => 2,
                (_, true) if !parse::is_blank(token) && !parse::is_number(token) => {
                    return Err(StateError::UnknownStone {
                        token: parse::shortened(token),
                        position: place + 1,
                    });
                }
                _ => parse::number(token, place, puzzle.kinds() as u8)?,
            });
        }
        Self::from_cells(puzzle, &cells)
    }

    /// Returns the puzzle's stones.
    #[inline]
    pub fn puzzle(&self) -> Stones {
        self.puzzle
    }

    /// Returns the stones from left to right with the holes left out.
    #[inline]
    pub fn stone_order(&self) -> &[u8] {
        &self.order[..self.puzzle.stones()]
    }

    /// Returns the cells without stones: bit c is set for cell c.
    #[inline]
    pub fn holes(&self) -> u128 {
        self.holes
    }

    /// Returns the leftmost hole. In a row with one gap this is also the number of stones to the
    /// left of the gap.
    #[inline]
    pub fn gap(&self) -> usize {
        self.holes.trailing_zeros() as usize
    }

    /// Returns the kinds in the cells from left to right, 0 in holes.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = u8> {
        let mut stones = self.stone_order().iter();
        let stone = move |cell| match self.holes >> cell & 1 {
            0 => stones.next().copied().unwrap_or_default(),
            _ => 0,
        };
        (0..self.puzzle.cells()).map(stone)
    }

    /// Returns the moves by ascending cell of the block, then by the cell where it lands. A block
    /// that may be turned round is listed in both orders, unless both read the same.
    #[inline]
    pub fn moves(&self) -> impl Iterator<Item = Jump> + use<> {
        let row = *self;
        let (rules, width) = (self.puzzle.rules(), self.puzzle.block());
        let stones = !self.holes & self.puzzle.all_cells();
        let landings = runs(self.holes, width);
        each(runs(stones, width)).flat_map(move |from| {
            let turns: &[bool] = match (rules.turn, rules.mates) {
                (Turn::Never, Mates::Any) => &[false],
                (turn, mates) => {
                    let stones = &row.order[row.before(from)..][..width];
                    let alike = stones.iter().all(|&stone| stone == stones[0]);
                    match turn {
                        _ if alike && mates == Mates::Unlike => &[],
                        Turn::Never => &[false],
                        Turn::Must => &[true],
                        Turn::May if stones.iter().eq(stones.iter().rev()) => &[false],
                        Turn::May => &[false, true],
                    }
                }
            };
            let jump = move |to| turns.iter().map(move |&turned| Jump { from, to, turned });
            each(landings).flat_map(jump)
        })
    }

    /// Returns the number of a move: the cell that the block leaves. If that does not determine the
    /// move (on an open line, or if blocks may be turned round), the next eight bits are the cell
    /// where it lands, and the bit after them is 1 if it is turned round.
    #[inline]
    pub fn number(&self, Jump { from, to, turned }: Jump) -> u32 {
        let rest = if self.puzzle.rules().names_moves_by_cell() {
            0
        } else {
            to << 8 | usize::from(turned) << 16
        };
        (from | rest) as u32
    }

    /// Returns the move of a [`number`](Self::number), whether or not the rules allow it.
    #[inline]
    pub fn numbered(&self, number: u32) -> Jump {
        let (rules, number) = (self.puzzle.rules(), number as usize);
        if rules.names_moves_by_cell() {
            Jump {
                from: number,
                to: self.gap(),
                turned: rules.turn == Turn::Must,
            }
        } else {
            Jump {
                from: number & 0xFF,
                to: number >> 8 & 0xFF,
                turned: number >> 16 == 1,
            }
        }
    }

    /// Returns the number of stones to the left of a cell.
    #[inline]
    fn before(&self, cell: usize) -> usize {
        cell - (self.holes & block(0, cell)).count_ones() as usize
    }

    /// Makes a move. [`Jump::back`] takes it back.
    ///
    /// # Panics
    /// If a cell of the block has no stone, or a cell where it lands is not a hole: see
    /// [`moves`](Self::moves). Whether the rules allow these stones to jump is not checked.
    #[inline]
    pub fn jump(&mut self, Jump { from, to, turned }: Jump) {
        let width = self.puzzle.block();
        let cells = self.puzzle.cells();
        assert!(
            from + width <= cells
                && to + width <= cells
                && self.holes & block(from, width) == 0
                && !self.holes & block(to, width) == 0,
            "no block of {width} stones at cell {from} can jump to cell {to}"
        );
        let (first, end) = (self.before(from), self.before(to));
        let landed = if from < to {
            self.order[first..end].rotate_left(width);
            end - width
        } else {
            self.order[end..first + width].rotate_right(width);
            end
        };
        if turned {
            self.order[landed..landed + width].reverse();
        }
        self.holes ^= block(from, width) | block(to, width);
    }

    /// Returns the row in readable form: `BWBWBW__`, or numbers separated by spaces with `_` for
    /// each hole. [`parse`](Self::parse) reads it.
    pub fn pretty(&self) -> String {
        let cells = self
            .cells()
            .map(|stone| match (stone, self.puzzle.letters()) {
                (0, _) => "_".to_owned(),
                (_, true) => letter(stone).to_owned(),
                (_, false) => stone.to_string(),
            });
        let separator = if self.puzzle.letters() { "" } else { " " };
        joined(cells, separator)
    }
}

fn letter(stone: u8) -> &'static str {
    if stone == 1 { "B" } else { "W" }
}

/// Writes numbers separated by spaces, 0 for each hole; black is 1, white is 2.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(self.cells(), " "))
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({}: {self})", self.puzzle)
    }
}
