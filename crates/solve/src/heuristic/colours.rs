//! Lower bounds from colour tables, for the multi-tile metric.

use tilebase_core::{
    colours::{Class, ColourSpace, Colouring, Side},
    format::{DamagedPage, Encoding, Payload},
    sliding::{Board, Shape},
};

use super::{Heuristic, HeuristicName};
use crate::table::{ByState, Table, TableError};

/// The most colourings whose bounds are used together.
pub const MOST_VIEWS: usize = 2;

/// One or two colourings of a goal with their tables; the bound is the greatest of theirs.
///
/// See [`tilebase_core::colours`] for what a bound is. A board's is one more than the lesser of the
/// bounds of its two classes, since every solution begins with a move in one of them.
pub struct ColourBounds<D> {
    pub(crate) tables: Vec<Table<ByState<ColourSpace, D>>>,
    pub(crate) views: Vec<View>,
}

/// A colouring, and where its classes are found.
pub(crate) struct View {
    pub(crate) colouring: Colouring,
    pub(crate) table: usize,
    /// Whether the table is that of the transposed colouring: its column classes are the row
    /// classes here.
    pub(crate) transposed: bool,
}

impl View {
    /// Returns the side of the table that has the classes of a side here.
    pub(crate) fn side(&self, side: Side) -> Side {
        if self.transposed { side.other() } else { side }
    }
}

impl<D: Payload> ColourBounds<D> {
    /// Returns the bound from colourings of one goal. `open` returns the payload of each table that
    /// they need; colourings that are each other's transpose share one.
    ///
    /// # Errors
    /// As `open`.
    ///
    /// # Panics
    /// If there is no colouring or more than [`MOST_VIEWS`], if their goals differ, or if a payload
    /// has the wrong length.
    pub fn new<E>(
        colourings: Vec<Colouring>,
        mut open: impl FnMut(&Colouring) -> Result<D, E>,
    ) -> Result<Self, E> {
        let goal = |colouring: &Colouring| (colouring.shape(), colouring.home());
        assert!((1..=MOST_VIEWS).contains(&colourings.len()), "one or two");
        assert!(
            colourings
                .iter()
                .all(|view| goal(view) == goal(&colourings[0])),
            "the colourings must be of one goal"
        );
        let mut tables = Vec::new();
        for colouring in Self::needed(&colourings) {
            let space = ColourSpace::new(colouring.clone());
            tables.push(Table::new(ByState::new(
                space,
                Encoding::Mod3,
                open(colouring)?,
            )));
        }
        let place = |colouring: &Colouring| {
            let of =
                |table: &Table<ByState<ColourSpace, D>>| table.space().colouring() == colouring;
            tables.iter().position(of)
        };
        let view = |colouring: Colouring| {
            let own = place(&colouring);
            let turned = || colouring.transposed().and_then(|turned| place(&turned));
            View {
                table: own.or_else(turned).expect("each view has a table"),
                transposed: own.is_none(),
                colouring,
            }
        };
        let views = colourings.into_iter().map(view).collect();
        Ok(Self { tables, views })
    }

    /// Returns those of some colourings whose tables serve all: not those that are the transpose of
    /// one before them.
    pub fn needed(colourings: &[Colouring]) -> impl Iterator<Item = &Colouring> {
        let serves = |one: &Colouring, other: &Colouring| {
            one == other || one.transposed().as_ref() == Some(other)
        };
        let places = colourings.iter().enumerate();
        places.filter_map(move |(place, colouring)| {
            let mut before = colourings[..place].iter();
            (!before.any(|one| serves(one, colouring))).then_some(colouring)
        })
    }

    /// Returns the shape of the boards.
    pub fn shape(&self) -> Shape {
        self.views[0].colouring.shape()
    }

    /// Returns the blank's cell in the goal.
    pub fn home(&self) -> usize {
        self.views[0].colouring.home()
    }

    /// Returns the bound of a board's class in a view: the least number of moves along alternate
    /// sides to a class of the goal.
    pub(crate) fn bound(&self, view: &View, board: &Board, side: Side) -> Result<u32, TableError> {
        let table = &self.tables[view.table];
        let word = view.colouring.paint(board);
        let class = Class {
            side: view.side(side),
            ..table.space().class_of_word(word, board.blank(), side)
        };
        let distance = table.distance(&class)?;
        Ok(distance.unwrap_or_default())
    }

    /// Returns the greatest bound of a board's class.
    fn greatest(&self, board: &Board, side: Side) -> Result<u32, TableError> {
        let mut bounds = self.views.iter().map(|view| self.bound(view, board, side));
        bounds.try_fold(0, |greatest, bound| Ok(greatest.max(bound?)))
    }
}

impl<D: Payload + Send + Sync> Heuristic for ColourBounds<D> {
    fn name(&self) -> String {
        HeuristicName::Colours(None).to_string()
    }

    /// The bound is 0 if a damaged page is read.
    fn of_cells(&self, cells: &[u8]) -> u32 {
        let board = Board::from_checked_cells(self.shape(), cells);
        if board == Board::ordered(self.shape(), self.home()) {
            return 0;
        }
        let bounds = Side::BOTH.map(|side| self.greatest(&board, side).unwrap_or_default());
        1 + bounds[0].min(bounds[1])
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        let mut tables = self.tables.iter();
        tables.try_for_each(|table| table.bytes().damage())
    }
}
