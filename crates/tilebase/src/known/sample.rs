//! Counts of states by distance for puzzles that are too large for a table.

use tilebase_core::sliding::Metric;
use tilebase_solve::instances;

/// Published counts of the 15-puzzle; the file names their sources.
const OF_THE_15_PUZZLE: &str = include_str!("../../data/15-puzzle-counts.txt");

/// The number of states at each distance: of all states, or of a random sample.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelCounts {
    /// `counts[d]` states are `d` moves from the goal.
    pub counts: Vec<u64>,
    /// Whether the states are a sample.
    pub sampled: bool,
}

/// Returns the number of states at a distance.
pub fn at(counts: &[u64], distance: u32) -> u64 {
    let count = counts.get(distance as usize);
    count.copied().unwrap_or_default()
}

impl LevelCounts {
    /// Returns the number of states.
    pub fn states(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of states at a distance.
    pub fn at(&self, distance: u32) -> u64 {
        at(&self.counts, distance)
    }

    /// Returns the least distance that more than this fraction of the states do not exceed.
    pub fn quantile(&self, share: f64) -> u32 {
        let wanted = self.states() as f64 * share;
        let mut below = 0;
        let farther = self.counts.iter().take_while(|&&count| {
            below += count;
            below as f64 <= wanted
        });
        farther.count() as u32
    }
}

/// Returns where the counts of the 15-puzzle are published.
pub fn source(metric: Metric) -> &'static str {
    match metric {
        Metric::Single => "OEIS A089484",
        Metric::Multi => "OEIS A389728",
    }
}

/// Returns the counts of the 15-puzzle, for goals whose blank is in a corner.
pub fn of_the_15_puzzle(metric: Metric) -> LevelCounts {
    let name = metric.to_string();
    let parts = OF_THE_15_PUZZLE
        .lines()
        .filter(|line| !line.starts_with('#'));
    let parts = parts.skip_while(|line| *line != name).skip(1);
    let lines = parts.take_while(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let words = lines.flat_map(str::split_whitespace);
    let counts = words.map(|count| count.parse().expect("a file of counts"));
    LevelCounts {
        counts: counts.collect(),
        sampled: false,
    }
}

/// Returns the counts of the 50 random states of the 24-puzzle whose distances are published.
pub fn of_the_24_puzzle() -> LevelCounts {
    let shape = "5x5".parse().expect("a board");
    let set = instances::parse(shape, instances::KORF_FELNER_50).expect("a set of instances");
    let mut counts = vec![0; 1 + set.iter().map(|one| one.length as usize).max().unwrap_or(0)];
    for instance in &set {
        counts[instance.length as usize] += 1;
    }
    LevelCounts {
        counts,
        sampled: true,
    }
}
