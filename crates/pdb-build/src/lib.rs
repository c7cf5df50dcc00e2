//! Parallel retrograde search: full distance tables and pattern databases.

mod level;
mod needs;
pub mod oshidori;
pub mod pattern;
pub mod reference;
pub mod sliding;
mod table;
mod verify;

pub use level::{BuildError, Checked, LISTED_AT_MOST, Level};
pub use needs::{Needs, tabulable};
pub use table::{VerifyError, build, verify};
pub use verify::{Inconsistency, verify_bytes, verify_remainders};
