//! Oshidori (mandarin ducks): a row of stones and holes, into which blocks of neighbouring stones
//! jump.

mod goal;
mod reduction;
mod row;
mod rules;
mod space;
mod stone_orders;
mod stones;

pub use goal::Goal;
pub use reduction::RowReduction;
pub use row::{Jump, Row};
pub use rules::{Mates, Rules, Turn};
pub use space::{NotRanked, OshidoriSpace};
pub use stone_orders::StoneOrders;
pub(crate) use stones::MAX_KINDS;
pub use stones::{MAX_CELLS, Stones, StonesError};
