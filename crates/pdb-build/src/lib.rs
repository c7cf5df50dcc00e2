//! Parallel retrograde search: full distance tables and pattern databases.

pub mod colours;
mod error;
mod level;
pub mod oshidori;
pub mod pattern;
pub mod reference;
mod requirements;
pub mod sliding;
mod table;
mod verify;

pub use error::{BuildError, Inconsistency, VerifyError};
pub use level::{Checked, LISTED_AT_MOST, Level};
pub use requirements::{Requirements, tabulable};
pub use table::{build, build_in_bytes, verify};
pub use verify::{verify_bytes, verify_remainders};
