//! Parallel retrograde search: full distance tables and pattern databases.

mod level;

pub use level::{BuildError, Level};
