//! Textbook searches, side by side.
//!
//! A puzzle is a [`StateSpace`]: states, successors in a defined order, which states are goals, a
//! lower bound. Over it run the searches that every textbook has, each in a file that explains it:
//!
//! | search | path | memory |
//! | --- | --- | --- |
//! | [`breadth_first`] | shortest | every state generated |
//! | [`bidirectional`] | shortest | about the square root of that |
//! | [`depth_first`] | any | every state generated; on trees only a path |
//! | [`a_star`] | shortest | every state generated, fewer the better the bound |
//! | [`ida_star`] | shortest | a path |
//!
//! Each returns an [`Outcome`]: the path and [`Stats`] that count states generated and expanded, the
//! largest frontier and the most states held. Each is bounded by [`Limits`], in memory above all, and
//! ends with a [`SearchError`] that has the counts so far: no search makes a machine swap.
//!
//! The spaces: [`Sliding`] boards, [`Oshidori`] rows, [`Maze`]s and the [`SudokuTree`] of a [`Sudoku`].
//!
//! The searches are written out here although crates have them (`pathfinding` is one, and the tests
//! compare with it), because their tables of visited states are hidden inside: neither the number of
//! states in the table when the goal enters it, which is what the classic programs print, nor a bound
//! on memory can be had from outside.

mod a_star;
mod bidirectional;
mod breadth_first;
mod depth_first;
mod ida_star;
mod maze;
mod oshidori;
mod ranked;
mod run;
mod sliding;
mod space;
mod sudoku;
mod text;
mod traced;
mod visited;

pub use a_star::a_star;
pub use bidirectional::bidirectional;
pub use breadth_first::breadth_first;
pub use depth_first::depth_first;
pub use ida_star::ida_star;
pub use maze::{GenerateError, MAX_MAZE_CELLS, Maze, MazeError};
pub use oshidori::{Oshidori, PackedRow, RowTooLong};
pub use ranked::Ranked;
pub use run::{Limits, Outcome, SearchError, Stats};
pub use sliding::{PackedBoard, Sliding};
pub use space::StateSpace;
pub use sudoku::{
    Conflict, FillOrder, MAX_SUDOKU_SIZE, Solutions, Sudoku, SudokuError, SudokuTree, Unit, Verdict,
};
pub use traced::Traced;
