//! Tiles in their own line that block each other.
//!
//! Two tiles that are both in the row they belong to, but in the wrong order, cannot both stay in
//! it: one must step out and come back, 2 moves that the Manhattan distance does not count. In a
//! row with several such tiles, the ones that stay must be in order already, so the fewest that
//! must leave are all but a longest increasing subsequence of homes. Counting *pairs* in conflict,
//! as is often done, is too much: for three tiles in reversed order (three pairs), two steps aside
//! are enough.
//!
//! Rows and columns add up, because a tile leaves its row by a vertical move and its column by a
//! horizontal one. The bound is also consistent: a move changes no order within the line it goes
//! along, and the lines across it gain or lose one tile, which matters (by 2) only in the tile's
//! home line, where the Manhattan distance changes by 1 in the other direction.
//!
//! O. Hansson, A. Mayer, M. Yung: Criticizing solutions to relaxed models yields powerful
//! admissible heuristics. Information Sciences 63 (1992).

use std::sync::LazyLock;

use tilebase_core::sliding::{CELLS_LIMIT, Shape, TileDistances, cells_of_tiles};

use super::{
    Heuristic, HeuristicName, UnitBound,
    unit_bound::{AwayFromHome, Rises, RoomyCells, UnitSlide},
};

/// The Manhattan distance, and 2 for each tile that must leave its row or column to let others
/// pass.
///
/// ```
/// use tilebase_core::sliding::{Board, Shape};
/// use tilebase_solve::heuristic::{Heuristic, LinearConflict};
/// let shape: Shape = "3x3".parse()?;
/// // 5, 4, 3 stand reversed in their row: 4 moves by Manhattan, and two must step aside.
/// let board = Board::parse(shape, "0 1 2 5 4 3 6 7 8")?;
/// assert_eq!(LinearConflict::new(shape, &shape.ordered_cells(0)).estimate(&board), 4 + 2 * 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct LinearConflict {
    shape: Shape,
    manhattan: TileDistances,
    /// The home of each tile.
    homes: [u8; CELLS_LIMIT],
}

/// The most cells of a row or a column.
const LONGEST_LINE: usize = CELLS_LIMIT / 2;

impl LinearConflict {
    /// Returns the heuristic for boards of any size, of which `goal` is the goal.
    ///
    /// ```
    /// use tilebase_core::sliding::Shape;
    /// use tilebase_solve::heuristic::{Heuristic, LinearConflict};
    /// let shape: Shape = "16x16".parse()?;
    /// let goal = shape.ordered_cells(255);
    /// let mut cells = goal.clone();
    /// cells.swap(0, 1);
    /// cells.swap(16, 17);
    /// assert_eq!(LinearConflict::new(shape, &goal).of_cells(&cells), 4 + 2 * 2);
    /// # Ok::<(), tilebase_core::sliding::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// If `goal` is not an arrangement of the board.
    pub fn new(shape: Shape, goal: &[u8]) -> Self {
        Self {
            shape,
            manhattan: TileDistances::new(shape, goal),
            homes: cells_of_tiles(goal),
        }
    }

    /// Returns the tiles of a line that belong there, as the places of their homes, in the order in
    /// which they stand. Rows are followed by columns.
    fn line<'a>(&'a self, board: &'a [u8], line: usize) -> impl Iterator<Item = u8> + 'a {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (first, step, length) = match line.checked_sub(rows) {
            None => (line * cols, 1, cols),
            Some(col) => (col, cols, rows),
        };
        let cells = (first..).step_by(step).take(length);
        cells.filter_map(move |cell| {
            let home = usize::from(self.homes[usize::from(board[cell])]);
            let place = (home.checked_sub(first)).filter(|far| far.is_multiple_of(step))? / step;
            (board[cell] != 0 && place < length).then_some(place as u8)
        })
    }
}

/// Returns how many of some tiles in their line must leave it: all but a longest increasing run of
/// their homes.
fn leaving(homes: impl Iterator<Item = u8>) -> u8 {
    // longest[i]: the longest run that ends with the i-th tile.
    let (mut places, mut longest) = ([0u8; LONGEST_LINE], [0u8; LONGEST_LINE]);
    let (mut count, mut most) = (0, 0);
    for place in homes {
        let before = places[..count].iter().zip(&longest);
        let before = before.filter(|(earlier, _)| **earlier < place);
        let before = before.map(|(_, &longest)| longest).max();
        (places[count], longest[count]) = (place, 1 + before.unwrap_or(0));
        most = most.max(longest[count]);
        count += 1;
    }
    count as u8 - most
}

impl Heuristic for LinearConflict {
    fn name(&self) -> String {
        HeuristicName::LinearConflict.to_string()
    }

    fn of_cells(&self, board: &[u8]) -> u32 {
        let lines = 0..self.shape.rows() + self.shape.cols();
        let leaving = lines.map(|line| u32::from(leaving(self.line(board, line))));
        self.manhattan.sum(board) + 2 * leaving.sum::<u32>()
    }

    fn unit_bound(&self) -> Option<UnitBound<'_>> {
        Some(UnitBound::LinearConflict(self))
    }
}

/// Says whether the bound rises. A slide changes at most one line: a tile that slides along its
/// line passes no other, and of the lines that it leaves and enters at most one is its own. With
/// it, as many must leave that line as without it, or one more, which changes the bound by 2.
pub(crate) struct ConflictRises {
    away: AwayFromHome,
    /// The rows, and the columns.
    axes: [Axis; 2],
}

/// The lines in one direction.
struct Axis {
    /// The number of cells of a line.
    length: usize,
    /// From one line to the next, and from one cell of a line to the next.
    steps: [usize; 2],
    /// The line of each cell and the place in it, and those of the home of each tile. The blank has
    /// no line.
    lines: Box<[[u8; 2]; CELLS_LIMIT]>,
    homes: Box<[[u8; 2]; CELLS_LIMIT]>,
    leaving: &'static [u8; 1 << (BITS * SHORT)],
}

/// The most cells of a line whose tiles fit into a key, and the bits for each of them: 0, or 1 more
/// than the place of its home.
const SHORT: usize = 4;
const BITS: usize = 3;

/// How many of the tiles of a short line must leave it, by their key.
static LEAVING: LazyLock<[u8; 1 << (BITS * SHORT)]> = LazyLock::new(|| {
    std::array::from_fn(|key| {
        let digits = (0..SHORT).map(|place| (key >> (BITS * place)) as u8 % (1 << BITS));
        leaving(digits.filter_map(|digit| digit.checked_sub(1)))
    })
});

impl ConflictRises {
    /// Returns `None` if distances are not those of tiles on this board.
    pub(crate) fn new(heuristic: &LinearConflict) -> Option<Self> {
        let shape = heuristic.shape;
        let axis = |is_col: bool| {
            let line = |cell: usize| {
                let line = [shape.row(cell) as u8, shape.col(cell) as u8];
                if is_col { [line[1], line[0]] } else { line }
            };
            let mut homes = Box::new(heuristic.homes.map(|home| line(home.into())));
            homes[0][0] = u8::MAX;
            Axis {
                length: if is_col { shape.rows() } else { shape.cols() },
                steps: if is_col { [1, shape.cols()] } else { [shape.cols(), 1] },
                lines: Box::new(std::array::from_fn(line)),
                homes,
                leaving: &LEAVING,
            }
        };
        Some(Self {
            away: AwayFromHome::new(shape, &heuristic.manhattan)?,
            axes: [false, true].map(axis),
        })
    }
}

impl Axis {
    /// Returns whether with `tile` at the place `at` of its line `line`, one more must leave the
    /// line than without it.
    #[inline]
    fn blocks(&self, cells: &RoomyCells, line: u8, at: u8, tile: u8) -> bool {
        let cell = |place| usize::from(line) * self.steps[0] + place * self.steps[1];
        let home = |place: usize| {
            let [of, home] = self.homes[usize::from(cells[cell(place) % CELLS_LIMIT])];
            (of == line && place != usize::from(at)).then_some(home)
        };
        let own = self.homes[usize::from(tile)][1];
        if self.length <= SHORT {
            let digit = |place| home(place).map_or(0, |home| usize::from(home) + 1);
            let others = (0..self.length).map(|place| digit(place) << (BITS * place));
            let others: usize = others.sum();
            let all = others | ((usize::from(own) + 1) << (BITS * usize::from(at)));
            self.leaving[all % self.leaving.len()] != self.leaving[others % self.leaving.len()]
        } else {
            let with = |place| home(place).or((place == usize::from(at)).then_some(own));
            let all = (0..self.length).filter_map(with);
            leaving(all) != leaving((0..self.length).filter_map(home))
        }
    }
}

impl Rises for ConflictRises {
    type State = ();

    fn start(&self, _: &[u8]) {}

    #[inline(always)]
    fn rises(&self, state: &mut (), cells: &RoomyCells, tile: u8, slide: &UnitSlide) -> bool {
        let axis = &self.axes[slide.axis()];
        let line = axis.homes[usize::from(tile)][0];
        let ([from, at], [to, _]) = (
            axis.lines[usize::from(slide.from)],
            axis.lines[usize::from(slide.to)],
        );
        let is_blocked = (line == from || line == to) && axis.blocks(cells, line, at, tile);
        self.away.rises(state, cells, tile, slide) ^ is_blocked
    }
}
