//! Tables of rows of stones.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, TableFile},
    oshidori::{Goal, NotRanked, OshidoriSpace, Stones},
};

use super::{build, memory_needed, verify_mod3};
use crate::{
    BuildError, DistanceTable, Level, Requirements, VerifyError, reference,
    tabulate::{Packing, ProofMonitors, Tabulate},
    verify,
};

/// The most states of a row of stones that are tabulated: two bits each, a few gibibytes.
pub(crate) const MOST_ROWS: u64 = 12_000_000_000;

/// Rows up to this many states get a byte for each distance, and the plain builder.
const BYTE_STATES: u64 = 100_000;

/// Tables of rows of up to this many states are also looked at state by state, in minutes; larger
/// ones rest on the levels alone.
const ONE_BY_ONE: u64 = 1 << 28;

/// The table of a row.
pub(crate) struct RowTable {
    stones: Stones,
    space: OshidoriSpace,
    encoding: Encoding,
}

impl RowTable {
    /// Takes the goal as the table's subject writes it.
    pub(crate) fn new(stones: Stones, goal: &str, packing: Packing) -> Result<Self, BuildError> {
        let parsed = match goal {
            "default" => Ok(Goal::default(stones)),
            goal => Goal::parse(stones, goal),
        };
        let parsed = parsed.map_err(|problem| BuildError::Goal {
            goal: goal.to_owned(),
            problem,
        })?;
        let space = OshidoriSpace::new(stones, parsed)?;
        let encoding = if packing == Packing::Bytes || space.len() <= BYTE_STATES {
            Encoding::Byte
        } else {
            Encoding::Mod3
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
        let states = self.space.len();
        if states > MOST_ROWS {
            return Err(NotRanked::TooManyRows(self.stones).into());
        }
        Ok(match self.encoding {
            Encoding::Byte => Requirements::of_bytes(states),
            encoding => Requirements {
                memory: memory_needed(&self.space),
                disk: encoding.bytes(states),
            },
        })
    }

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<DistanceTable, BuildError> {
        let space = &self.space;
        match self.encoding {
            Encoding::Byte => DistanceTable::of_bytes(reference::build(space, monitor)?),
            _ => build(space, monitor),
        }
    }

    fn verify(&self, table: &TableFile, monitors: &ProofMonitors<'_>) -> Result<(), VerifyError> {
        let (space, metadata, payload) = (&self.space, table.metadata(), table.payload());
        if metadata.encoding == Encoding::Byte {
            return verify::byte_table(space, table, monitors.levels);
        }
        let lists = verify::lists(table)?;
        verify_mod3(space, payload, &metadata.counts, &lists, monitors.levels)?;
        if space.len() > ONE_BY_ONE {
            return Ok(());
        }
        verify::mod3_beside_neighbours(space, 0..space.len(), payload, monitors.levels)
    }
}
