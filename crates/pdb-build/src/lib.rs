//! Parallel retrograde search: full distance tables and pattern databases.

mod level;
pub mod oshidori;
pub mod pattern;
pub mod reference;
pub mod sliding;

pub use level::{BuildError, LISTED_AT_MOST, Level};
