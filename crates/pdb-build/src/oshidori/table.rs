//! Tables of rows of stones.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, TableFile},
    oshidori::{Goal, NotRanked, OshidoriSpace, Stones},
};

use super::{build, memory_needed};
use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError, dense,
    tabulate::{ProofMonitors, Tabulate},
    verify::{entries_beside_neighbours, same_as_built},
};

/// The most states of a row of stones that are tabulated: two bits each, a few gibibytes.
pub(crate) const MOST_ROWS: u64 = 12_000_000_000;

/// Rows of up to this many states get a byte for each distance, and are built by the plain builder.
const BYTE_STATES: u64 = 100_000;

/// Proofs of tables of up to this many states also compare each state with its neighbours, which
/// takes minutes. Proofs of larger ones rely on the levels alone.
const ONE_BY_ONE: u64 = 1 << 28;

/// The table of a row.
pub(crate) struct RowTable {
    stones: Stones,
    space: OshidoriSpace,
    encoding: Encoding,
}

impl RowTable {
    /// Returns the table of a row, given the goal as the table's subject writes it.
    pub(crate) fn new(
        stones: Stones,
        goal: &str,
        encoding: Option<Encoding>,
    ) -> Result<Self, BuildError> {
        let parsed = match goal {
            "default" => Ok(Goal::default(stones)),
            goal => Goal::parse(stones, goal),
        };
        let parsed = parsed.map_err(|problem| BuildError::Goal {
            goal: goal.to_owned(),
            problem,
        })?;
        let space = OshidoriSpace::new(stones, parsed)?;
        let encoding = match encoding {
            Some(encoding @ (Encoding::Byte | Encoding::Mod3)) => encoding,
            _ if space.len() <= BYTE_STATES => Encoding::Byte,
            _ => Encoding::Mod3,
        };
        Ok(Self {
            stones,
            space,
            encoding,
        })
    }
}

impl Tabulate for RowTable {
    fn requirements(&self) -> Result<Requirements, BuildError> {
        let (states, encoding) = (self.space.len(), self.encoding);
        if states > MOST_ROWS {
            return Err(NotRanked::TooManyRows(self.stones).into());
        }
        Ok(Requirements {
            memory: match encoding {
                Encoding::Byte => dense::memory_needed(states, encoding),
                _ => memory_needed(&self.space),
            },
            disk: encoding.bytes(states),
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        let space = &self.space;
        match self.encoding {
            Encoding::Byte => dense::build(space, Encoding::Byte, self.stones, monitor),
            _ => build(space, monitor),
        }
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        same_as_built(self, table, monitors)?;
        if self.space.len() > ONE_BY_ONE {
            return Ok(());
        }
        let states = (&self.space, 0..self.space.len());
        entries_beside_neighbours(states, self.encoding, table.payload(), monitors.checks)
    }
}
