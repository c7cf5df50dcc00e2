//! The numbering of the painted classes.

use super::{
    Arrangements, Colouring,
    arrangements::Run,
    packed::{self, Transposition},
};
use crate::{
    RankedSpace,
    pattern::colex,
    sliding::{Board, Shape},
};

/// The lines of a class: rows or columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Row classes: moves along the blank's row lead from each state of a class to the others.
    Rows,
    /// Column classes: the same along the blank's column.
    Columns,
}

impl Side {
    /// Both values.
    pub const BOTH: [Self; 2] = [Self::Rows, Self::Columns];

    /// Returns the other value.
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::Rows => Self::Columns,
            Self::Columns => Self::Rows,
        }
    }
}

/// A class of painted states: they differ only in the blank's place in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Class {
    /// The lines of the class.
    pub side: Side,
    /// The number of the blank's line, from 0.
    pub line: u8,
    /// The tiles' colours less 1, line by line without the blank, two bits each and the first
    /// lowest.
    pub colours: u32,
}

/// The painted classes of a goal.
///
/// Row classes come first, by the blank's row and then by the rank of their colours
/// ([`Arrangements`]). Then come column classes in the same order, with the tiles column by column.
/// Classes that share a painted state are neighbours.
///
/// ```
/// use tilebase_core::{RankedSpace, colours::{Colouring, ColourSpace, Side}, sliding::Board};
/// let shape = "4x4".parse()?;
/// let space = ColourSpace::new(Colouring::parse(shape, 0, "0443/4433/2233/2211")?);
/// assert_eq!(space.len(), 8 * 9_459_450);
/// let goal = Board::ordered(shape, 0);
/// let classes = Side::BOTH.map(|side| space.rank(&space.class(&goal, side)));
/// assert_eq!(space.goals(), classes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ColourSpace {
    colouring: Colouring,
    arrangements: Arrangements,
    /// The transpositions of boards written by rows into boards written by columns, and back.
    transpositions: [Transposition; 2],
}

/// Classes with consecutive ranks and the same line of the blank.
pub struct Classes<'a> {
    first: u64,
    side: Side,
    line: u8,
    run: Run<'a>,
}

impl Classes<'_> {
    /// Returns the class of a rank; `None` if it is not one of these.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Option<Class> {
        let number = rank.checked_sub(self.first)?;
        (number < u64::from(self.run.len)).then(|| Class {
            side: self.side,
            line: self.line,
            colours: self.run.colours(number as u32),
        })
    }
}

impl ColourSpace {
    /// Returns the painted classes of a goal with these colours.
    pub fn new(colouring: Colouring) -> Self {
        let shape = colouring.shape();
        Self {
            arrangements: Arrangements::new(colouring.tiles()),
            transpositions: [shape, shape.transposed()].map(Transposition::new),
            colouring,
        }
    }

    /// Returns the colours of the tiles.
    pub fn colouring(&self) -> &Colouring {
        &self.colouring
    }

    /// Returns the numbering of the orders of the colours.
    pub fn arrangements(&self) -> &Arrangements {
        &self.arrangements
    }

    /// Returns the transposition of boards written along `side` into boards written along the
    /// other.
    #[inline(always)]
    pub fn transposition(&self, side: Side) -> &Transposition {
        &self.transpositions[side as usize]
    }

    /// Returns the shape of boards written along `side`.
    #[inline(always)]
    fn shape_along(&self, side: Side) -> Shape {
        match side {
            Side::Rows => self.colouring.shape(),
            Side::Columns => self.colouring.shape().transposed(),
        }
    }

    /// Returns the rank of the first class of a line.
    #[inline(always)]
    pub fn first(&self, side: Side, line: usize) -> u64 {
        let before = match side {
            Side::Rows => 0,
            Side::Columns => self.colouring.shape().rows(),
        };
        (before + line) as u64 * u64::from(self.arrangements.len())
    }

    /// Returns the row class or the column class of a board.
    ///
    /// # Panics
    /// If the board does not have the goal's shape.
    pub fn class(&self, board: &Board, side: Side) -> Class {
        self.class_of_word(self.colouring.paint(board), board.blank(), side)
    }

    /// Returns the class of a painted board, given as the word that [`Colouring::paint`] returns
    /// and the blank's cell.
    pub fn class_of_word(&self, word: u32, blank: usize, side: Side) -> Class {
        let shape = self.colouring.shape();
        let (row, col) = (shape.row(blank), shape.col(blank));
        let (word, line, place) = match side {
            Side::Rows => (word.into(), row, blank),
            Side::Columns => {
                let word = self.transposition(Side::Rows).apply(word.into());
                (word, col, col * shape.rows() + row)
            }
        };
        Class {
            side,
            line: line as u8,
            colours: packed::remove(word, place as u32) as u32,
        }
    }

    /// Returns the classes around a rank whose orders belong to the same
    /// [`run`](Arrangements::run).
    ///
    /// # Panics
    /// If `rank` is not less than [`len`](RankedSpace::len).
    pub fn classes(&self, rank: u64) -> Classes<'_> {
        let orders = u64::from(self.arrangements.len());
        let rows = self.colouring.shape().rows() as u64;
        let (line, order) = (rank / orders, (rank % orders) as u32);
        let (side, line) = match line.checked_sub(rows) {
            None => (Side::Rows, line),
            Some(column) => (Side::Columns, column),
        };
        let run = self.arrangements.run(order);
        Classes {
            first: rank - u64::from(order - run.first),
            side,
            line: line as u8,
            run,
        }
    }

    /// Calls `visit` with each class that shares a painted state with this one, and with its rank.
    #[inline(always)]
    pub fn each_neighbour(&self, class: &Class, mut visit: impl FnMut(Class, u64)) {
        let shape = self.shape_along(class.side);
        let line = usize::from(class.line);
        let (other, transposition) = (class.side.other(), self.transposition(class.side));
        for place in 0..shape.cols() {
            let cell = line * shape.cols() + place;
            let word = packed::insert(class.colours.into(), cell as u32);
            let cell = place * shape.rows() + line;
            let colours = packed::remove(transposition.apply(word), cell as u32) as u32;
            let rank = self.first(other, place) + u64::from(self.arrangements.rank(colours));
            let neighbour = Class {
                side: other,
                line: place as u8,
                colours,
            };
            visit(neighbour, rank);
        }
    }
}

impl RankedSpace for ColourSpace {
    type State = Class;

    fn len(&self) -> u64 {
        let shape = self.colouring.shape();
        (shape.rows() + shape.cols()) as u64 * u64::from(self.arrangements.len())
    }

    #[inline]
    fn rank(&self, class: &Class) -> u64 {
        self.first(class.side, class.line.into()) + u64::from(self.arrangements.rank(class.colours))
    }

    fn unrank(&self, rank: u64) -> Class {
        let class = self.classes(rank).get(rank);
        class.expect("the classes around a rank include its own")
    }

    fn neighbours(&self, class: &Class, mut visit: impl FnMut(Class)) {
        self.each_neighbour(class, |next, _| visit(next));
    }

    #[inline(always)]
    fn ranked_neighbours(&self, class: &Class, _: u64, visit: impl FnMut(Class, u64)) {
        self.each_neighbour(class, visit);
    }

    #[inline(always)]
    fn neighbours_of_word(&self, first: u64, bits: u64, mut visit: impl FnMut(u64)) {
        let mut about: Option<Classes<'_>> = None;
        for bit in colex::cells(bits) {
            let rank = first + bit as u64;
            let class = match about.as_ref().and_then(|about| about.get(rank)) {
                Some(class) => class,
                None => {
                    let classes = about.insert(self.classes(rank)).get(rank);
                    classes.expect("the classes around a rank include its own")
                }
            };
            self.each_neighbour(&class, |_, neighbour| visit(neighbour));
        }
    }

    fn goals(&self) -> Vec<u64> {
        let goal = Board::ordered(self.colouring.shape(), self.colouring.home());
        let classes = Side::BOTH.map(|side| self.rank(&self.class(&goal, side)));
        classes.to_vec()
    }
}
