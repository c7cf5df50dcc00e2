//! What every family of tables can do: say what a table takes, build it and prove it.

use tilebase_core::{Monitor, format::TableFile};

use crate::{BuildError, Checked, DistanceTable, Level, VerifyError};

/// The program and version that files name as their builder.
pub(crate) const BUILDER: &str = concat!("tilebase ", env!("CARGO_PKG_VERSION"));

/// A table that can be built and proved. Each family of tables implements it.
pub(crate) trait Tabulate {
    /// Returns what building the table takes.
    fn requirements(&self) -> Result<Requirements, BuildError>;

    /// Builds the table.
    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError>;

    /// Proves that a table gives all distances, and that its counts and lists are true.
    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError>;
}

/// The memory and the disk that building a table takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// Bytes of memory at most, the program itself left out.
    pub memory: u64,
    /// Bytes of the file.
    pub disk: u64,
}

impl Requirements {
    /// Returns what the plain builder takes for the table of this many states.
    pub(crate) fn of_bytes(states: u64) -> Self {
        Self {
            memory: states.saturating_mul(16),
            disk: states,
        }
    }
}

/// The size of the entries that a table is to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Packing {
    /// Bytes for small spaces, one or two bits a state for large ones.
    #[default]
    Compact,
    /// A byte for each state, whatever their number, wherever the family has such tables: a look-up
    /// is then one access to memory, without a walk. Pattern databases, and tables of the moves of
    /// several tiles, have none.
    Bytes,
}

/// Those who hear how a proof proceeds.
pub(crate) struct ProofMonitors<'a> {
    /// Hears of levels that are built again.
    pub(crate) levels: &'a Monitor<'a, Level>,
    /// Hears of states that are compared with their neighbours.
    pub(crate) checks: &'a Monitor<'a, Checked>,
}
