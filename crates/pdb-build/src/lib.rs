//! Builders of full distance tables and pattern databases, by parallel breadth-first search from
//! the goal.

mod colours;
mod dense;
mod error;
mod found;
mod level;
mod mask;
mod on_disk;
mod orders;
#[cfg_attr(
    not(feature = "rows"),
    allow(dead_code, reason = "nothing asks for its tables")
)]
mod oshidori;
pub mod parts;
mod pattern;
pub mod reference;
mod scratch;
pub mod sliding;
mod sparse;
mod table;
mod tabulate;
mod verify;

pub use error::{BuildError, Inconsistency, MessageError, VerifyError};
pub use found::{FoundOnDisk, Segment};
pub use level::{Checked, LISTED_AT_MOST, Level};
pub use on_disk::DiskBuild;
pub use scratch::ScratchOptions;
pub use table::{build, build_in, tabulable, verify};
use tabulate::DistanceTable;
pub use tabulate::Requirements;
