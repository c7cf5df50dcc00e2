//! Parallel retrograde search: full distance tables and pattern databases.

pub mod colours;
mod dense;
mod distance_table;
mod error;
mod found;
mod level;
mod mask;
mod on_disk;
mod orders;
pub mod oshidori;
pub mod parts;
pub mod pattern;
pub mod reference;
mod scratch;
pub mod sliding;
mod sparse;
mod table;
mod tabulate;
mod verify;

pub use distance_table::DistanceTable;
pub use error::{BuildError, Inconsistency, MessageError, VerifyError};
pub use found::{FoundOnDisk, Segment};
pub use level::{Checked, LISTED_AT_MOST, Level};
pub use on_disk::DiskBuild;
pub use scratch::ScratchOptions;
pub use table::{build, build_packed, tabulable, verify};
pub use tabulate::{Packing, Requirements};
