//! Tables of graphs.

use tilebase_core::{
    RankedSpace,
    format::Encoding,
    graph::{CellGraph, GraphSpace},
};

use crate::{
    BuildError, Result,
    table_builder::{PlannedTable, TableBuilder, bytes_or_remainders},
};

/// The most arrangements of a graph that are tabulated: all of 13 cells, in 4 GiB.
pub(crate) const MOST_ARRANGEMENTS: u64 = 6_227_020_800;

/// Tables of up to this many states are stored in bytes, so that a look-up needs no walk.
const BYTE_STATES: u64 = 1 << 24;

/// Returns the table of a graph, for the goal with the blanks at these cells.
///
/// # Errors
/// If the blanks are not as many as the graph has, or the arrangements too many.
pub(crate) fn graph_table(
    graph: CellGraph,
    homes: &[u8],
    encoding: Option<Encoding>,
) -> Result<PlannedTable<GraphSpace>> {
    let space = GraphSpace::new(graph, homes);
    let space = space.filter(|space| space.len() <= MOST_ARRANGEMENTS);
    let space = space.ok_or_else(|| BuildError::TooManyStates(graph.to_string()))?;
    let encoding = bytes_or_remainders(encoding, space.len(), BYTE_STATES);
    Ok(PlannedTable { space, encoding })
}

impl TableBuilder for GraphSpace {
    const HAS_REMAINDERS: bool = true;

    fn name(&self) -> String {
        self.graph().to_string()
    }
}
