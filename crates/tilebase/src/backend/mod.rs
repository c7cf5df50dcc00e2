//! Sources of distances: tables of every state, and searches.
//!
//! Each source is a file here that implements [`Backend`]; the families of puzzles choose among
//! them, as [`policy`](crate::policy) says.

mod anytime;
#[cfg(feature = "graphs")]
mod graph_beams;
#[cfg(feature = "graphs")]
mod graph_search;
pub(crate) mod multi;
mod partial_goal_search;
pub(crate) mod patterns;
#[cfg_attr(not(feature = "rows"), path = "no_rows.rs")]
pub(crate) mod row_search;
mod search;
mod table;
mod traits;

use tilebase_pdb_build::BuildError;

pub(crate) use anytime::AnytimeSearch;
#[cfg(feature = "graphs")]
pub(crate) use graph_search::{GraphBackend, graph_number};
pub(crate) use partial_goal_search::{PartialGoalBackend, bounds};
pub(crate) use search::ExactSearch;
pub(crate) use table::ByTable;
pub use table::FEW;
pub(crate) use traits::{Backend, TableBackend};

use crate::values::{Result, ensure};

/// Returns an error where searches are not compiled in. What follows a call is then left out, too.
#[inline(always)]
pub(crate) fn ensure_searches() -> Result<()> {
    ensure(cfg!(feature = "searches"), || {
        BuildError::NO_SEARCHES.into()
    })
}
