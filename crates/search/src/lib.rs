#![doc = include_str!("../README.md")]
//!
//! # The searches
//!
//! A puzzle is a [`StateSpace`]: states, successors in a defined order, a test for goals, and a
//! lower bound. The searches of every textbook run on any such space, each in a file that explains
//! it:
//!
//! | search | path | memory |
//! | --- | --- | --- |
//! | [`breadth_first`] | shortest | every state generated |
//! | [`bidirectional`] | shortest | every state generated, often far fewer than from one end |
//! | [`depth_first`] | any | every state generated; on trees a path and its branches |
//! | [`a_star`] | shortest | every state generated, fewer with a better bound |
//! | [`greedy`] | any, mostly found soon | every state generated |
//! | [`ida_star`] | shortest | a path and its branches |
//! | [`beam`] | any, mostly a short one | as many states of each layer as it is wide |
//!
//! With the lower bound 0 ([`Tested`]), A\* is uniform-cost search and IDA\* iterative deepening.
//!
//! Each returns a [`SearchOutcome`]: the path, and [`SearchStats`] that count the states generated
//! and expanded, the largest frontier and the most states held. [`SearchLimits`] bound the memory
//! and the expansions of a search. One that reaches a bound ends with a [`SearchError`], which has
//! the counts until then, before the machine swaps.
//!
//! [`Guided`] beams, A\* and IDA\* call a function of many states at once, such as a network, in
//! place of the lower bound, and end at known [`Endings`].
//!
//! The spaces are [`Sliding`] boards, [`Oshidori`] rows, [`Maze`]s and the [`SudokuTree`] of a
//! [`Sudoku`]; [`Ranked`] makes one from any [`RankedSpace`](tilebase_core::RankedSpace), and
//! [`Traced`] records the states that a search expands.
//!
//! Other crates have these searches, too (the tests compare with `pathfinding`), but hide their
//! tables of visited states: a caller can neither bound the memory nor read the number of states in
//! the table when the goal enters it, which is the number that the classic programs print.

mod a_star;
mod beam;
mod bidirectional;
mod breadth_first;
mod depth_first;
mod guided;
mod ida_star;
mod maze;
mod oshidori;
mod ranked;
mod run;
mod sliding;
mod space;
mod sudoku;
mod tested;
mod traced;
mod visited;

pub use a_star::{a_star, greedy};
pub use beam::beam;
pub use bidirectional::bidirectional;
pub use breadth_first::breadth_first;
pub use depth_first::depth_first;
pub use guided::{Endings, Guided};
pub use ida_star::ida_star;
pub use maze::{GenerateError, MAX_MAZE_CELLS, Maze, MazeError};
pub use oshidori::{Oshidori, PackedRow, RowTooLong};
pub use ranked::Ranked;
pub use run::{SearchError, SearchLimits, SearchOutcome, SearchStats};
pub use sliding::{PackedBoard, Sliding};
pub use space::{GoalTest, StateSpace};
pub use sudoku::{
    Conflict, FillOrder, MAX_SUDOKU_SIZE, Sudoku, SudokuError, SudokuSolutions, SudokuTree,
    SudokuUnit, SudokuVerdict,
};
pub use tested::{OtherBound, Tested};
pub use traced::Traced;
