//! Searches for a partition of a board's tiles with a great bound for random boards:
//! `cargo run --release -p tilebase-pdb-build --example partitions BOARD SIZES [TRIES]`, for
//! instance `6x4 6-6-6-5`. The goal has the blank in the first cell.
//!
//! On a random board, all placements of a few tiles are equally likely. So the mean bound of a
//! partition is the sum of the means of its tables, and no boards are drawn. Each try is simulated
//! annealing: a step exchanges two tiles of different groups, and is taken back if it lowers the
//! mean by more than chance allows, less and less. Tables of six tiles take too long for all steps.
//! So the mean of a group is first estimated from those of its tiles, pairs and triples: each adds
//! what it has beyond its parts.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::{collections::HashMap, env, error::Error, iter, result};

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use tilebase_core::{
    Monitor, joined,
    pattern::{Pattern, PatternIndex, PatternKind, colex},
    sliding::Shape,
};

type Result<T> = result::Result<T, Box<dyn Error>>;

/// The steps of a try.
const STEPS: u32 = 20_000;

/// The loss, in moves, that the first steps and the last accept with a probability of 1/e.
const LOSSES: [f64; 2] = [1.0, 0.01];

/// The greatest number of tiles whose tables the estimates are made from.
const FEW: u32 = 3;

/// The mean values of groups of tiles, which are masks with bit t for tile t.
struct Means {
    shape: Shape,
    /// The means of tables that have been built.
    of_tables: HashMap<u64, f64>,
    /// What a few tiles add to the sum of what their parts add.
    added: HashMap<u64, f64>,
}

impl Means {
    /// Returns the mean of the table of these tiles.
    fn of_table(&mut self, tiles: u64) -> Result<f64> {
        if let Some(&mean) = self.of_tables.get(&tiles) {
            return Ok(mean);
        }
        let pattern = Pattern::from_mask(self.shape, 0, tiles)?;
        let subject = PatternIndex::new(pattern, PatternKind::Plain).subject();
        let built = tilebase_pdb_build::build(&subject, None, &Monitor::silent())?;
        let metadata = built.metadata();
        let sum: u64 = (metadata.counts.iter().zip(0..))
            .map(|(count, value)| count * value)
            .sum();
        let mean = sum as f64 / metadata.entries as f64;
        self.of_tables.insert(tiles, mean);
        Ok(mean)
    }

    /// Returns what a few tiles add to the sum of what their parts add.
    fn added(&mut self, tiles: u64) -> Result<f64> {
        if let Some(&added) = self.added.get(&tiles) {
            return Ok(added);
        }
        let mut added = self.of_table(tiles)?;
        for part in parts(tiles).filter(|&part| part != tiles) {
            added -= self.added(part)?;
        }
        self.added.insert(tiles, added);
        Ok(added)
    }

    /// Returns an estimate of the mean of the table of these tiles.
    fn estimate(&mut self, tiles: u64) -> Result<f64> {
        let few = parts(tiles).filter(|part| part.count_ones() <= FEW);
        few.map(|part| self.added(part)).sum()
    }
}

/// Returns all sets of these tiles but the empty one.
fn parts(tiles: u64) -> impl Iterator<Item = u64> {
    iter::successors(Some(tiles), move |part| Some(part.wrapping_sub(1) & tiles))
        .take_while(|&part| part > 0)
}

/// Returns the best partition into groups of these sizes that so many tries find, and its mean
/// bound. Calls `better` with each that is better than all before.
///
/// # Errors
/// If there is no such partition of the board, or a table is too large.
pub(crate) fn search(
    shape: Shape,
    sizes: &[usize],
    tries: u64,
    mut better: impl FnMut(f64, &[u64]),
) -> Result<(f64, Vec<u64>)> {
    // The board has patterns if it has one of a single tile.
    Pattern::new(shape, 0, &[1])?;
    let wrong = sizes.iter().sum::<usize>() != shape.tiles() || sizes.contains(&0);
    if wrong || sizes.len() < 2 {
        let tiles = shape.tiles();
        return Err(
            format!("two or more groups of the {tiles} tiles of {shape} are needed").into(),
        );
    }
    let mut means = Means {
        shape,
        of_tables: HashMap::new(),
        added: HashMap::new(),
    };
    let mut best = (0.0, Vec::new());
    for seed in 0..tries {
        let groups = anneal(&mut means, sizes, seed)?;
        let tables = groups.iter().map(|&group| means.of_table(group));
        let mean: f64 = tables.sum::<Result<f64>>()?;
        if mean > best.0 {
            best = (mean, groups);
            better(best.0, &best.1);
        }
    }
    Ok(best)
}

/// Returns a partition with a great sum of estimates.
fn anneal(means: &mut Means, sizes: &[usize], seed: u64) -> Result<Vec<u64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut next = 1;
    let groups = sizes.iter().map(|size| {
        let first = next;
        next += size;
        colex::mask(first..next)
    });
    let mut groups: Vec<u64> = groups.collect();
    let [first, last] = LOSSES;
    for step in 0..STEPS {
        let loss = first * (last / first).powf(f64::from(step) / f64::from(STEPS));
        let [one, other] = [(); 2].map(|()| rng.random_range(0..groups.len()));
        if one == other {
            continue;
        }
        let [mine, its] = [one, other].map(|group| {
            let tiles: Vec<usize> = colex::cells(groups[group]).collect();
            1 << tiles[rng.random_range(0..tiles.len())]
        });
        let before = means.estimate(groups[one])? + means.estimate(groups[other])?;
        let exchanged = [groups[one] ^ mine ^ its, groups[other] ^ mine ^ its];
        let gain = means.estimate(exchanged[0])? + means.estimate(exchanged[1])? - before;
        if gain >= 0.0 || rng.random::<f64>() < (gain / loss).exp() {
            [groups[one], groups[other]] = exchanged;
        }
    }
    Ok(groups)
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [board, sizes, rest @ ..] = &arguments[..] else {
        return Err("a board and the sizes of groups are needed, such as 6x4 6-6-6-5".into());
    };
    let sizes = sizes.split('-').map(str::parse);
    let sizes: Vec<usize> = sizes.collect::<result::Result<_, _>>()?;
    let tries = rest.first().map_or(Ok(10), |tries| tries.parse())?;
    search(board.parse()?, &sizes, tries, |mean, groups| {
        let groups = groups.iter().map(|&tiles| joined(colex::cells(tiles), ","));
        println!("{mean:.2}  {}", joined(groups, "/"));
    })?;
    Ok(())
}
