//! Full tables of boards where several tiles slide in one move: three bits per row class.
//!
//! # The idea
//! A state is an edge between its row class and its column class (see
//! [`LineSpace`](tilebase_core::sliding::LineSpace)), and its distance follows from the distances D
//! of the two in that graph. So it is enough to search the row classes: a step leads along a row to
//! any column, for nothing, and from there along the column to any other row, and makes D greater
//! by two. The search has two starts: the goal's row class with D = 0, and the row classes of the
//! other states in the goal's column with D = 1.
//!
//! A row class has the numbering of the states of one cell, so the words, the windows and the
//! chunks of [`sliding`](super) serve as they are. What differs:
//! 1. **Wide boards.** The wider the board, the fewer classes. Windows are as wide as the board,
//!    and may move both runs of words and bits in words.
//! 2. **Three planes** hold the classes reached by D modulo 3. Level d reads the plane of d and
//!    writes that of d + 2; what else is in the first (d − 3, d − 6, …) finds nothing new. A fourth
//!    plane holds those of odd D.
//! 3. **Columns apart.** What comes into a chunk is gathered column by column. New are the classes
//!    that come by any and are in no plane. A state of a new class is at d + 2 if its class came by
//!    its column, else at d + 3: counting bits counts states.
//!
//! The file holds D modulo 3 and modulo 2, thus modulo 6: classes that share a column differ by two
//! at most, and three bits say which is nearer.

mod layout;
mod level;
mod search;
mod sizes;
pub(crate) mod table;
