//! Parallel retrograde search: full distance tables and pattern databases.

mod level;
pub mod reference;

pub use level::{BuildError, LISTED_AT_MOST, Level};
