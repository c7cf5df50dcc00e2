//! Parallel retrograde search: full distance tables and pattern databases.

mod error;
mod level;
mod needs;
pub mod oshidori;
pub mod pattern;
pub mod reference;
pub mod sliding;
mod table;
mod verify;

pub use error::{BuildError, Inconsistency, VerifyError};
pub use level::{Checked, LISTED_AT_MOST, Level};
pub use needs::{Needs, tabulable};
pub use table::{build, build_in_bytes, verify};
pub use verify::{verify_bytes, verify_remainders};
