//! Short solutions of sliding-tile boards at any time.
//!
//! The goal is `1 2 3 … 0` throughout: callers turn the board and rename its tiles. A path is the
//! list of the cells to which the blank moves.

mod beam;
mod model;
#[cfg(feature = "train")]
pub mod train;

pub use beam::{Beam, Guide, Layer, ToTarget};
pub use model::{ModelError, MoveValues, PairModel};
