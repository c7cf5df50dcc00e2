//! Proving a pattern database.
//!
//! **Zero-aware.** A table v is the table of distances if and only if
//!
//! 1. the goal has 0,
//! 2. every move of a kept tile changes v by exactly one, or leads from an entry out of reach to
//!    another,
//! 3. every other entry within reach has a move to one that is nearer.
//!
//! By 1 and 2 no entry is farther than v says, and no entry within reach has the value of those out
//! of reach. By 3 a chain of moves leads down from each entry, and it can end only at the goal: no
//! entry is nearer than v says. So a single changed entry is found, at itself or at a neighbour.
//! Moves between blocks are those of [`Graph`]; the orders they lead to are computed here one by
//! one from the order of the labels.
//!
//! **Plain.** The minimum over the blank's regions is not a distance in a graph: a move may change
//! it by more than one, because the best region before the move may not be the one that the move
//! needs. So comparing entries with their neighbours does not prove it. The proof builds the
//! zero-aware table, proves it as above, and takes the minimum again.

use tilebase_core::{
    Monitor,
    format::{Encoding, TableFile, UNREACHABLE},
    parallel,
    pattern::{PatternIndex, PatternKind},
};

use super::{
    build::PatternDatabase,
    graph::{Graph, RowGroup, SetBlocks},
    manhattan::{Manhattan, SetDistances},
};
use crate::{
    BuildError, Checked, Inconsistency, Level, VerifyError, orders::Orders, verify::order_maps,
};

impl PatternDatabase {
    /// Proves that a table holds the values of a pattern database, and that its counts are the
    /// numbers of entries with each value.
    ///
    /// Reads a zero-aware table in order, and the neighbours of its entries all over it: about ten
    /// nanoseconds per entry and thread. For a plain table it builds the zero-aware one first,
    /// which takes more memory and more time.
    ///
    /// # Errors
    /// If the table is wrong (the error names one of the wrong entries), or cannot be proved.
    pub(crate) fn verify(
        self,
        table: &TableFile,
        monitor: &Monitor<'_, Level>,
        _: &Monitor<'_, Checked>,
    ) -> Result<(), VerifyError> {
        let (metadata, bytes) = (table.metadata(), table.payload());
        let (index, encoding) = (self.index(), metadata.encoding);
        if !matches!(encoding, Encoding::Nibble | Encoding::Byte) {
            return Err(Inconsistency::Encoding { found: encoding }.into());
        }
        Inconsistency::of_length(encoding.bytes(index.len()), bytes)?;
        let graph = Graph::new(&index);
        let table = BlockValues::new(&index, &graph, encoding, bytes);
        let found = match index.kind() {
            PatternKind::ZeroAware => ZeroAwareProof::new(&index, &graph, table).all(monitor)?,
            PatternKind::Plain => {
                let kind = PatternKind::ZeroAware;
                let aware = PatternDatabase { kind, ..self };
                let built = aware.build(monitor)?;
                let index = aware.index();
                let witness = BlockValues::new(&index, &graph, built.encoding, &built.payload);
                let proof = ZeroAwareProof::new(&index, &graph, witness);
                proof.all(monitor)?;
                minima(&proof, &table, monitor)?
            }
        };
        // The counts may end with values that no entry has.
        let trimmed = |counts: &[u64]| {
            let last = counts.iter().rposition(|&count| count > 0);
            counts[..last.map_or(0, |last| last + 1)].to_vec()
        };
        let [right, given] = [&found, &metadata.counts].map(|counts| trimmed(counts));
        Ok(Inconsistency::of_counts(&right, &given)?)
    }
}

/// A table whose blocks can be read as values.
struct BlockValues<'a> {
    encoding: Encoding,
    bytes: &'a [u8],
    orders: Orders,
    manhattan: Manhattan,
    /// For each chunk, the number of its first block in the table.
    first: Vec<usize>,
}

impl<'a> BlockValues<'a> {
    fn new(index: &PatternIndex, graph: &Graph, encoding: Encoding, bytes: &'a [u8]) -> Self {
        let orders = Orders::new(index.pattern().size());
        let mut next = 0;
        let first = graph.chunks.iter().map(|chunk| {
            let blocks = chunk.blocks(index.kind());
            next += blocks;
            next - blocks
        });
        Self {
            encoding,
            bytes,
            orders,
            manhattan: Manhattan::new(index.pattern(), orders),
            first: first.collect(),
        }
    }

    /// Reads the values of a block, given the distances on its set of cells.
    fn read(&self, block: usize, distances: &SetDistances, values: &mut [u8]) {
        let first = block * values.len();
        if self.encoding == Encoding::Byte {
            values.copy_from_slice(&self.bytes[first..first + values.len()]);
            return;
        }
        let bits = self.orders.bits;
        for (word, values) in values.chunks_exact_mut(bits).enumerate() {
            let (base, last) = self.manhattan.word(distances, word);
            for (order, (value, last)) in values.iter_mut().zip(last).enumerate() {
                let entry = first + word * bits + order;
                let nibble = self.encoding.read(self.bytes, entry as u64);
                *value = 2 * nibble + base + last;
            }
        }
    }

    fn entry(&self, block: usize, order: usize) -> u64 {
        (block * self.orders.count + order) as u64
    }
}

/// The proof of a zero-aware table.
struct ZeroAwareProof<'a> {
    table: BlockValues<'a>,
    graph: &'a Graph,
    goal: u64,
    /// For each side, each block's set of cells and number in the table.
    places: [Vec<(u64, u32)>; 2],
    /// The number of tiles, and [`order_maps`] of them.
    size: usize,
    maps: Vec<Vec<u16>>,
}

/// A thread's working memory: a block's values, a neighbour's, and which orders have a nearer one.
struct ProofWorkspace {
    values: Vec<u8>,
    neighbours: Vec<u8>,
    nearer: Vec<bool>,
    distances: SetDistances,
    counts: Vec<u64>,
}

impl<'a> ZeroAwareProof<'a> {
    fn new(index: &PatternIndex, graph: &'a Graph, table: BlockValues<'a>) -> Self {
        let pattern = index.pattern();
        let size = pattern.size();
        let mut places = [Vec::new(), Vec::new()];
        let mut number = 0;
        for row in graph.chunks.iter().flat_map(|chunk| &chunk.rows) {
            for _ in 0..row.regions {
                places[usize::from(row.side)].push((row.cells, number));
                number += 1;
            }
        }
        let cells = pattern.goal_mask();
        let goal = index.block(cells, pattern.home());
        Self {
            graph,
            goal: table.entry(goal as usize, 0),
            places,
            size,
            maps: order_maps(size),
            table,
        }
    }

    fn workspace(&self) -> ProofWorkspace {
        let orders = self.table.orders.count;
        ProofWorkspace {
            values: vec![0; orders],
            neighbours: vec![0; orders],
            nearer: vec![false; orders],
            distances: self.table.manhattan.distances(),
            counts: vec![0; 256],
        }
    }

    /// Checks the rows of every chunk, which is given with its number, and returns the numbers of
    /// entries with each value that the workspaces have, without those out of reach.
    fn count(
        &self,
        check: impl Fn(usize, &RowGroup, &mut ProofWorkspace) -> Result<(), VerifyError> + Sync,
    ) -> Result<Vec<u64>, VerifyError> {
        let chunks = self.graph.chunks.iter().enumerate();
        let counts = parallel::try_map(chunks, |(number, chunk)| {
            let mut workspace = self.workspace();
            check(number, chunk, &mut workspace).map(|()| workspace.counts)
        });
        let mut sums = vec![0; UNREACHABLE.into()];
        for counts in counts? {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        Ok(sums)
    }

    /// Checks every entry and returns the number of entries with each value.
    fn all(&self, monitor: &Monitor<'_, Level>) -> Result<Vec<u64>, VerifyError> {
        self.count(|number, chunk, workspace| {
            for row in &chunk.rows {
                BuildError::check_stop(monitor)?;
                let first = self.table.first[number] + row.before as usize;
                for (block, at) in row.on_side().zip(first..) {
                    self.block(chunk, row, block, at, workspace)?;
                }
            }
            Ok(())
        })
    }

    /// Checks the entries of a block, number `at` of the table.
    fn block(
        &self,
        chunk: &RowGroup,
        row: &SetBlocks,
        block: usize,
        at: usize,
        workspace: &mut ProofWorkspace,
    ) -> Result<(), Inconsistency> {
        let (side, manhattan) = (usize::from(row.side), &self.table.manhattan);
        manhattan.fill(row.cells, &mut workspace.distances);
        self.table
            .read(at, &workspace.distances, &mut workspace.values);
        workspace.nearer.fill(false);
        for (neighbour, rotation) in chunk.sides[side].moves(block) {
            let (cells, to) = self.places[1 - side][neighbour];
            manhattan.fill(cells, &mut workspace.distances);
            self.table
                .read(to as usize, &workspace.distances, &mut workspace.neighbours);
            let ends = workspace.values.iter().zip(&mut workspace.nearer);
            // An order comes from the one to which the label's move back leads.
            let size = self.size;
            let origins = &self.maps[rotation % size * size + rotation / size];
            for (order, ((&value, nearer), &origin)) in ends.zip(origins).enumerate() {
                let neighbour = workspace.neighbours[usize::from(origin)];
                let reached = value != UNREACHABLE && neighbour != UNREACHABLE;
                let right =
                    if reached { value.abs_diff(neighbour) == 1 } else { value == neighbour };
                if !right {
                    return Err(Inconsistency::Neighbour {
                        rank: self.table.entry(at, order),
                        found: value.into(),
                        neighbour: neighbour.into(),
                    });
                }
                *nearer |= neighbour < value;
            }
        }
        let values = workspace.values.iter().zip(&workspace.nearer);
        for (order, (&value, &nearer)) in values.enumerate() {
            let entry = self.table.entry(at, order);
            if entry == self.goal {
                if value != 0 {
                    return Err(Inconsistency::value(entry, 0u32, value));
                }
            } else if !nearer && value != UNREACHABLE {
                return Err(Inconsistency::NoneNearer {
                    rank: entry,
                    found: value.into(),
                });
            }
            workspace.counts[usize::from(value)] += 1;
        }
        Ok(())
    }
}

/// Checks that a plain table holds the minima of a proved zero-aware one, and counts its values.
fn minima(
    proof: &ZeroAwareProof<'_>,
    plain: &BlockValues<'_>,
    monitor: &Monitor<'_, Level>,
) -> Result<Vec<u64>, VerifyError> {
    proof.count(|number, chunk, workspace| {
        let mut least = workspace.values.clone();
        for (row, set) in chunk.rows.iter().zip(plain.first[number]..) {
            BuildError::check_stop(monitor)?;
            plain.manhattan.fill(row.cells, &mut workspace.distances);
            plain.read(set, &workspace.distances, &mut workspace.values);
            least.fill(UNREACHABLE);
            let first = proof.table.first[number] + row.before as usize;
            for block in first..first + row.regions as usize {
                let neighbours = &mut workspace.neighbours;
                proof.table.read(block, &workspace.distances, neighbours);
                for (least, &value) in least.iter_mut().zip(&*neighbours) {
                    *least = value.min(*least);
                }
            }
            let values = workspace.values.iter().zip(&least);
            for (order, (&found, &expected)) in values.enumerate() {
                if found != expected {
                    let entry = plain.entry(set, order);
                    return Err(Inconsistency::value(entry, expected, found).into());
                }
                workspace.counts[usize::from(found)] += 1;
            }
        }
        Ok(())
    })
}
