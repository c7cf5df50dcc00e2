//! Full tables of boards where several tiles slide in one move: three bits per row class.
//!
//! # The idea
//! A state is an edge between its row class and its column class (see
//! [`RowClassSpace`](tilebase_core::sliding::RowClassSpace)), and its distance follows from the
//! distances D of the two in that graph. So it is enough to search the row classes. A step leads
//! along a row to any column, at no cost, and from there along the column to any other row, and
//! increases D by two. The search has two starts: the goal's row class with D = 0, and the row
//! classes of the other states in the goal's column with D = 1.
//!
//! Row classes are numbered like the states of one cell, so the words, the windows and the chunks
//! of [`sliding`](super) and the levels (`level` beside this folder) are used as they are. The
//! differences:
//! 1. **Wide boards.** The wider the board, the fewer classes. Windows are as wide as the board,
//!    and may move runs of words as well as bits in words.
//! 2. **Three planes** hold the classes reached by D modulo 3. Level d reads the plane of d and
//!    writes that of d + 2. The other classes in the plane of d (those of d − 3, d − 6, …) find
//!    nothing new. A fourth plane holds the classes of odd D.
//! 3. **Columns apart.** The classes that come into a chunk are gathered column by column. The new
//!    ones come by some column and are in no plane. A state of a new class is at d + 2 if its class
//!    came by its column, and otherwise at d + 3, so counting bits counts states.
//!
//! The file holds D modulo 3 and modulo 2, and thus modulo 6. Classes that share a column differ by
//! at most two, so three bits show which is nearer.

mod layout;
mod level;
pub(super) mod search;
