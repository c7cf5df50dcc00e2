//! Tables of rows of stones.

use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, TableFile, UNREACHABLE_MOD3},
    oshidori::{Goal, NotRanked, OshidoriSpace, Row, Stones},
};

use super::{build, memory_needed, verify_mod3};
use crate::{
    BuildError, Checked, Inconsistency, Level, Requirements, VerifyError, reference,
    table::{Parts, Storage, Tabulate},
    verify::{self, verify_remainders},
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
    pub(crate) fn new(stones: Stones, goal: &str, storage: Storage) -> Result<Self, BuildError> {
        let parsed = match goal {
            "default" => Ok(Goal::default(stones)),
            goal => Goal::parse(stones, goal),
        };
        let parsed = parsed.map_err(|problem| BuildError::Goal {
            goal: goal.to_owned(),
            problem,
        })?;
        let space = OshidoriSpace::new(stones, parsed)?;
        let encoding = if storage == Storage::Bytes || space.len() <= BYTE_STATES {
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

    fn build(&self, monitor: &Monitor<'_, Level>) -> Result<Parts, BuildError> {
        let space = &self.space;
        match self.encoding {
            Encoding::Byte => Parts::of_bytes(reference::build(space, monitor)?),
            encoding => {
                let parts = build(space, monitor)?.into_parts();
                Ok(Parts::new(encoding, space.len(), parts))
            }
        }
    }

    fn verify(
        &self,
        table: &TableFile,
        monitor: &Monitor<'_, Level>,
        _looking: &Monitor<'_, Checked>,
    ) -> Result<(), VerifyError> {
        let (space, metadata, payload) = (&self.space, table.metadata(), table.payload());
        if metadata.encoding == Encoding::Byte {
            return verify::byte_table(space, table, monitor);
        }
        let right = verify_mod3(space, payload, monitor)?;
        Inconsistency::of_counts(&right.counts, &metadata.counts)?;
        Inconsistency::of_lists(&right.listed, &verify::lists(table)?)?;
        if space.len() > ONE_BY_ONE {
            return Ok(());
        }
        let remainder = |rank: u64, _: &Row| {
            let entry = Encoding::Mod3.read(payload, rank);
            (entry != UNREACHABLE_MOD3).then_some(entry.into())
        };
        verify_remainders(space, 3, remainder, monitor)
    }
}
