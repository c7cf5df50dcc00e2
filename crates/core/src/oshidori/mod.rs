//! Oshidori (mandarin ducks): a row of stones with one gap, into which blocks of neighbouring
//! stones jump.

mod goal;
mod reduction;
mod row;
mod space;
mod stones;
mod words;

pub use goal::Goal;
pub use reduction::RowReduction;
pub use row::Row;
pub use space::{NotRanked, OshidoriSpace};
pub use stones::{MAX_KINDS, Stones, StonesError};
pub use words::Words;
