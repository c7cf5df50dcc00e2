//! Parallel retrograde search: full distance tables and pattern databases.

pub mod colours;
mod dense;
mod distance_table;
mod error;
mod level;
mod mask;
mod orders;
pub mod oshidori;
pub mod parts;
pub mod pattern;
pub mod reference;
pub mod sliding;
mod sparse;
mod table;
mod tabulate;
mod verify;

pub use distance_table::DistanceTable;
pub use error::{BuildError, Inconsistency, MessageError, VerifyError};
pub use level::{Checked, LISTED_AT_MOST, Level};
pub use table::{build, build_packed, tabulable, verify};
pub use tabulate::{Packing, Requirements};
