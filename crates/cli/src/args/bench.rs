//! The arguments of `bench`.

use std::{num::NonZeroUsize, ops::RangeInclusive, path::PathBuf};

use clap::{Args, ValueEnum};
use tilebase::sliding::Metric;

use super::{
    shared::HeuristicOptions,
    values::{self, number},
};

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// What to measure; or a file of boards: per line a number, cells, and the length if it is
    /// known [default: tables and lookup, and korf100 if its pattern databases are built]
    #[arg(value_name = "NAME|FILE", value_parser = values::one_of::<Benchmark>())]
    pub name: Option<String>,
    /// With anytime: the file of boards; - is standard input
    pub file: Option<PathBuf>,
    /// With anytime: the widths of the beams
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        default_value = "100,1000,10000",
        value_parser = values::at_least_one
    )]
    pub widths: Vec<usize>,
    /// With anytime: seed for the choice between boards with equal estimates
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        value_parser = number::<u64>
    )]
    pub seed: u64,
    /// Print comma-separated values with the keys of --json; of a published set or a file of
    /// boards, one line per instance
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Only these instances of a set, such as 1-20,40 [default: all; with
    /// korf-felner50 40,25,38,32]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = values::numbers)]
    pub instances: Vec<RangeInclusive<u32>>,
    /// The size of the boards in a file [default: the square that they fill]
    #[arg(long, value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub space: Option<String>,
    /// The goal of the boards in a file [default: blank-first, 0 1 2 …; with anytime blank-last]
    #[arg(long, value_name = "STATE")]
    pub goal: Option<String>,
    /// Try every move of 15- and 24-puzzles except undoing the last, as publications do, even if
    /// other moves lead to the same boards
    #[arg(long)]
    pub whole_tree: bool,
    /// With --whole-tree: whether the last iteration ends with the first solution, as most
    /// publications have it, or goes on to its end, so that the order of moves makes no difference
    #[arg(
        long,
        value_enum,
        value_name = "UNTIL",
        default_value_t,
        hide_default_value = true
    )]
    pub last_iteration: LastIteration,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    /// What counts as one move on a board: single or multi
    #[arg(
        long,
        value_name = "METRIC",
        value_parser = values::metric(),
        default_value_t = Metric::Single,
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub metric: Metric,
    /// Keep solved instances in this file, and the unfinished search beside it, and continue from
    /// there. Instances are solved one after another
    #[arg(
        long,
        value_name = "FILE",
        value_parser = values::written_file(),
        conflicts_with = "repeat"
    )]
    pub resume: Option<PathBuf>,
    /// Measure N times and print the median [default: 5; with korf-felner50 1]
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>)]
    pub repeat: Option<NonZeroUsize>,
}

/// How far the last iteration goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum LastIteration {
    /// Until the first solution
    #[default]
    First,
    /// To its end
    Whole,
}

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Benchmark {
    /// Search full tables in memory, and build them with their files
    Tables,
    /// Look up distances in the tables of 3x3 and 3x4, and of 2x7 if it exists
    Lookup,
    /// Build pattern databases in memory
    Patterns,
    /// Korf's 100 random 15-puzzles
    #[value(name = "korf100")]
    Korf100,
    /// Korf and Felner's 50 random 24-puzzles
    #[value(name = "korf-felner50")]
    KorfFelner50,
    /// 1,000 random 15-puzzles
    #[value(name = "random15")]
    Random15,
    /// Beams of the --widths on the boards of a FILE: the lengths of the solutions, and how many
    /// are as short as the lengths in the file
    Anytime,
}
