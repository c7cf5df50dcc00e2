//! Goals that leave cells open, or in which tiles are alike.
//!
//! Such a goal sorts the tiles into *kinds*. Tiles of a kind are alike: wherever the goal has one
//! of them, any of them will do. All tiles that the goal does not name are one more kind,
//! [`ANY_TILE`]. If the goal does not name the blank either, it may be at any open cell, and each
//! of them gives one goal.

use super::{Placement, Shape, shape::CELLS_LIMIT, solvable_cells};
use crate::{
    StateError,
    parse::{self, joined},
};

/// The kind of the tiles that a goal does not name, and the mark of the cells that it leaves open.
pub const ANY_TILE: u8 = u8::MAX;

/// A goal that leaves cells open, or in which tiles are alike.
///
/// ```
/// use tilebase_core::sliding::PartialGoal;
/// let row = PartialGoal::parse("3x3".parse()?, "1 2 3 x x x x x x")?;
/// assert!(row.is_met(&row.kinds(&[1, 2, 3, 8, 7, 0, 4, 5, 6])));
/// let pairs = PartialGoal::parse("3x3".parse()?, "AABBCCDD0")?;
/// assert!(pairs.is_met(&[1, 1, 2, 2, 3, 3, 4, 4, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PartialGoal {
    shape: Shape,
    /// The kind of each cell of the goal: 0 for the blank, 1, 2, … in the order of their first
    /// cells, [`ANY_TILE`] for an open one.
    cells: Vec<u8>,
    /// The number by which states name the tiles of each kind, from kind 1 on.
    labels: Vec<u8>,
}

impl PartialGoal {
    /// Returns the goal with these numbers in its cells, 0 for the blank and `None` for a cell that
    /// is open.
    ///
    /// # Errors
    /// If there are more or fewer cells than the board has, if the blank occurs more than once or
    /// has no cell left, or if a number is not that of a tile although no number is repeated.
    pub fn new(shape: Shape, goal: &[Option<u8>]) -> Result<Self, StateError> {
        StateError::unless_as_many(shape.cells(), goal.len())?;
        let made = Self::numbered(shape, goal);
        let blanks = number_of(0, &made.cells);
        if blanks > 1 || blanks == 0 && !made.cells.contains(&ANY_TILE) {
            return Err(StateError::wrong_number(0, blanks, 1));
        }
        let max = shape.tiles() as u64;
        let beyond = |cell: &Option<u8>| cell.is_some_and(|label| u64::from(label) > max);
        match goal.iter().position(beyond).filter(|_| !made.has_equal()) {
            None => Ok(made),
            Some(place) => {
                let value = goal[place].unwrap_or_default();
                Err(StateError::too_large(value, max, place))
            }
        }
    }

    /// Numbers the kinds by their first cells.
    fn numbered(shape: Shape, goal: &[Option<u8>]) -> Self {
        let mut labels = Vec::new();
        let cells = goal.iter().map(|&cell| match cell {
            None => ANY_TILE,
            Some(0) => 0,
            Some(label) => {
                let known = labels.iter().position(|&known| known == label);
                if known.is_none() {
                    labels.push(label);
                }
                known.unwrap_or(labels.len() - 1) as u8 + 1
            }
        });
        Self {
            shape,
            cells: cells.collect(),
            labels,
        }
    }

    /// Returns the goal with these kinds in its cells, as [`cells`](Self::cells) returns them.
    ///
    /// # Errors
    /// As [`new`](Self::new); and if the kinds are not numbered by their first cells.
    pub fn from_kinds(shape: Shape, kinds: &[u8]) -> Result<Self, StateError> {
        let goal: Vec<Option<u8>> = kinds
            .iter()
            .map(|&kind| (kind != ANY_TILE).then_some(kind))
            .collect();
        let made = Self::new(shape, &goal)?;
        match made.cells.iter().zip(kinds).position(|(a, b)| a != b) {
            None => Ok(made),
            Some(place) => Err(StateError::too_large(
                kinds[place],
                made.cells[place],
                place,
            )),
        }
    }

    /// Reads a goal, which is written like a state with `x` for open cells. Equal numbers, or equal
    /// letters other than X, stand for tiles that are alike; A is 1, B is 2 and so on.
    ///
    /// # Errors
    /// As [`new`](Self::new); and if a cell is none of these, or letters and numbers are mixed.
    pub fn parse(shape: Shape, text: &str) -> Result<Self, StateError> {
        Self::new(shape, &read(shape, text)?)
    }

    /// Returns the shape of the board.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the kinds of the goal's cells: 0 for the blank, 1, 2, … by their first cells, and
    /// [`ANY_TILE`] for open ones.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the number by which states name the tiles of a kind, 0 for the blank and `None` for
    /// tiles that the goal does not name.
    fn label(&self, kind: u8) -> Option<u8> {
        match kind {
            0 => Some(0),
            ANY_TILE => None,
            kind => Some(self.labels[usize::from(kind) - 1]),
        }
    }

    /// Returns the number of kinds that the goal names.
    pub fn named(&self) -> usize {
        self.labels.len()
    }

    /// Returns whether the goal leaves the blank's cell open.
    pub(crate) fn has_open_blank(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// Returns the number of tiles of a kind.
    pub(crate) fn tiles_of(&self, kind: u8) -> usize {
        number_of(kind, &self.cells) - usize::from(kind == ANY_TILE && self.has_open_blank())
    }

    /// Returns the kinds of the tiles, in order, each with its number of tiles.
    pub(crate) fn kinds_of_tiles(&self) -> impl Iterator<Item = (u8, usize)> {
        let kinds =
            (1..=self.labels.len() as u8).chain((self.labels.len() < 255).then_some(ANY_TILE));
        kinds
            .map(|kind| (kind, self.tiles_of(kind)))
            .filter(|&(_, tiles)| tiles > 0)
    }

    /// Returns whether some tiles that the goal names are alike, so that states repeat numbers.
    pub fn has_equal(&self) -> bool {
        (1..=self.labels.len() as u8).any(|kind| self.tiles_of(kind) > 1)
    }

    /// Returns the cells of the goal if it is an ordinary one: all tiles differ, and at most one
    /// cell is open, which can then hold only one tile or the blank.
    pub fn whole(&self) -> Option<Vec<u8>> {
        (number_of(ANY_TILE, &self.cells) <= 1 && !self.has_equal()).then(|| self.some_goal())
    }

    /// Returns whether a state, given by its kinds, meets the goal.
    #[inline]
    pub fn is_met(&self, kinds: &[u8]) -> bool {
        let cells = self.cells.iter().zip(kinds);
        cells
            .into_iter()
            .all(|(&goal, &kind)| goal == ANY_TILE || goal == kind)
    }

    /// Returns the kind of the tile with each number, and 0 for the blank.
    pub fn kind_of_labels(&self) -> [u8; CELLS_LIMIT] {
        let mut kind = [ANY_TILE; CELLS_LIMIT];
        kind[0] = 0;
        for (&label, of) in self.labels.iter().zip(1..=u8::MAX) {
            kind[usize::from(label)] = of;
        }
        kind
    }

    /// Returns the kinds of a state's cells.
    pub fn kinds(&self, cells: &[u8]) -> Vec<u8> {
        let kind = self.kind_of_labels();
        cells.iter().map(|&cell| kind[usize::from(cell)]).collect()
    }

    /// Replaces the kinds of a state's cells by numbers: that of the kind, or the remaining numbers
    /// in ascending order for the tiles that the goal does not name.
    pub fn fill(&self, kinds: &mut [u8]) {
        let mut left = (1..=u8::MAX).filter(|label| !self.labels.contains(label));
        for cell in kinds {
            *cell = match *cell {
                0 => 0,
                kind => match self.labels.get(usize::from(kind) - 1) {
                    Some(&label) => label,
                    None => left.next().unwrap_or_default(),
                },
            };
        }
    }

    /// Returns the kinds of the goals' cells: one goal, or one for each cell where the blank may
    /// be.
    pub fn goals(&self) -> impl Iterator<Item = Vec<u8>> {
        let named = (!self.has_open_blank()).then(|| self.cells.clone());
        let open = (0..self.cells.len())
            .filter(|&cell| self.has_open_blank() && self.cells[cell] == ANY_TILE);
        named.into_iter().chain(open.map(|blank| {
            let mut cells = self.cells.clone();
            cells[blank] = 0;
            cells
        }))
    }

    /// Returns a state that meets the goal, with the blank at the last open cell.
    pub fn some_goal(&self) -> Vec<u8> {
        let mut cells = self.goals().last().expect("the blank has a cell");
        self.fill(&mut cells);
        cells
    }

    /// Returns whether a state, given by its kinds, can reach the goal. It always can if two tiles
    /// are alike, because exchanging them changes the parity; otherwise its parity must be that of
    /// a goal.
    pub fn is_solvable(&self, kinds: &[u8]) -> bool {
        self.has_alike()
            || self
                .goals()
                .any(|goal| solvable_cells(self.shape, kinds, &goal))
    }

    /// Returns whether two tiles are alike.
    pub fn has_alike(&self) -> bool {
        self.kinds_of_tiles().any(|(_, tiles)| tiles > 1)
    }

    /// Returns the goal that names only some of the kinds (kind 0 is the blank), and leaves all
    /// other cells open. Its states name tiles by their kinds in this goal.
    ///
    /// # Panics
    /// If no cell is left for the blank.
    pub fn keeping(&self, kept: impl Fn(u8) -> bool) -> Self {
        let goal: Vec<Option<u8>> = self
            .cells
            .iter()
            .map(|&kind| (kind != ANY_TILE && kept(kind)).then_some(kind))
            .collect();
        let made = Self::numbered(self.shape, &goal);
        let blank = |kind: &u8| matches!(*kind, 0 | ANY_TILE);
        assert!(made.cells.iter().any(blank), "the blank has a cell");
        made
    }

    /// Returns the goal on the board turned, mirrored or transposed by a placement, and that
    /// placement. Goals that a placement maps onto each other all have the same result, except for
    /// the numbers by which states name the tiles of each kind, which it keeps.
    ///
    /// ```
    /// use tilebase_core::sliding::PartialGoal;
    /// let column = PartialGoal::parse("3x3".parse()?, "x x 3 x x 6 x x x")?;
    /// assert_eq!(column.canonical().0.to_string(), "3 6 x x x x x x x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical(&self) -> (Self, Placement) {
        let placed = |placement: Placement| {
            let mut goal = vec![None; self.cells.len()];
            for (cell, &kind) in self.cells.iter().enumerate() {
                goal[placement.cell(cell)] = self.label(kind);
            }
            (Self::numbered(placement.image(), &goal), placement)
        };
        let first = Placement::all(self.shape)
            .map(placed)
            .min_by(|(a, _), (b, _)| (a.shape.rows(), &a.cells).cmp(&(b.shape.rows(), &b.cells)));
        first.expect("there are eight placements")
    }

    /// Returns a lower bound on the number of moves of one tile from a state, given by its kinds,
    /// to the goal: for each kind and each line between two rows or two columns, the number of
    /// tiles that must cross it. For kinds of one tile that is the Manhattan distance.
    pub fn crossings(&self, kinds: &[u8]) -> u32 {
        let shape = self.shape;
        // The number of tiles of each kind that are missing on the near side of the line.
        let mut missing = [0i16; CELLS_LIMIT];
        let mut crossed = 0;
        let rows = (0..shape.rows()).map(|row| shape.cell(row, 0)..shape.cell(row + 1, 0));
        let rows = rows.map(|cells| cells.step_by(1));
        let cols = (0..shape.cols()).map(|col| (col..shape.cells()).step_by(shape.cols()));
        for line in rows.chain(cols) {
            for cell in line {
                missing[usize::from(self.cells[cell])] += 1;
                missing[usize::from(kinds[cell])] -= 1;
            }
            let named = &missing[1..=self.labels.len().min(usize::from(ANY_TILE) - 1)];
            let named = named.iter().map(|by| u32::from(by.unsigned_abs()));
            crossed += named.sum::<u32>();
        }
        crossed
    }

    /// Reads a state: numbers or letters, and `x` for any tiles that the goal does not name.
    ///
    /// # Errors
    /// If a cell is none of these, or the tiles are not those of the goal.
    pub fn parse_cells(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        let read = read(self.shape, text)?;
        let given = |label: &u8| read.contains(&Some(*label));
        let mut left = (1..=u8::MAX).filter(|label| !self.labels.contains(label) && !given(label));
        for (cell, read) in cells.iter_mut().zip(&read) {
            *cell = read.unwrap_or_else(|| left.next().unwrap_or_default());
        }
        let checked = self.check_cells(cells);
        if text.contains(|c: char| ('1'..='9').contains(&c)) {
            return checked;
        }
        checked.map_err(StateError::in_letters)
    }

    /// Checks that these cells are a state: that there are as many tiles of each kind as in the
    /// goal and, if the goal does not repeat numbers, that each number occurs once.
    ///
    /// # Errors
    /// If some are missing or too many.
    pub fn check_cells(&self, cells: &[u8]) -> Result<(), StateError> {
        if !self.has_equal() {
            return self.shape.check_cells(cells);
        }
        StateError::unless_as_many(self.shape.cells(), cells.len())?;
        let kinds = self.kinds(cells);
        let named = self.kinds_of_tiles().filter(|&(kind, _)| kind != ANY_TILE);
        for (kind, expected) in std::iter::once((0, 1)).chain(named) {
            let found = number_of(kind, &kinds);
            if found != expected {
                let tile = self.label(kind).unwrap_or_default();
                return Err(StateError::wrong_number(tile, found, expected));
            }
        }
        Ok(())
    }
}

/// Writes the goal as [`PartialGoal::parse`] reads it.
impl std::fmt::Display for PartialGoal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let label = |&kind: &u8| match self.label(kind) {
            Some(label) => label.to_string(),
            None => "x".to_owned(),
        };
        f.write_str(&joined(self.cells.iter().map(label), " "))
    }
}

fn number_of(kind: u8, kinds: &[u8]) -> usize {
    kinds.iter().filter(|&&other| other == kind).count()
}

/// Reads as many cells as a board has: numbers, or letters for numbers; `None` for `x`.
fn read(shape: Shape, text: &str) -> Result<Vec<Option<u8>>, StateError> {
    let tokens = parse::tokens(text, shape.cells())?;
    let has_numbers = tokens
        .iter()
        .any(|token| token.starts_with(|c: char| ('1'..='9').contains(&c)));
    let cells = tokens.iter().enumerate().map(|(place, token)| {
        let letter = match token.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_uppercase()),
            _ => None,
        };
        match letter {
            Some(b'X') => Ok(None),
            Some(letter) if !has_numbers => Ok(Some(letter - b'A' + 1)),
            _ => parse::number(token, place, u8::MAX).map(Some),
        }
    });
    cells.collect()
}
