//! The arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Optimal answers to sliding-tile and oshidori puzzles.
///
/// Tables of every position answer at once how far the goal is, which way, and which positions are
/// hardest; puzzles too large for tables are solved optimally by IDA* with pattern databases.
///
/// Puzzles: ROWSxCOLUMNS (3x3, 2x5, 4x4, …; also 8-puzzle, 9-puzzle, 15-puzzle, 24-puzzle),
/// oshidori-bw-N, oshidori-kinds-K, oshidori-kinds-KxM.
///
/// States: cells in reading order, separated by spaces, commas or slashes, the blank as 0, *, _ or .;
/// or one word where every cell is one character. `-` reads one state a line from standard input.
///
/// Exit codes: 0 answered; 1 the state cannot reach the goal; 2 bad input or usage; 3 a table is missing
/// or damaged, or the disk failed; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "tilebase", version, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Answer with one JSON object a line
    #[arg(long, global = true)]
    pub json: bool,
    /// Where tables are kept [default: ./data where that is a folder, else the user's data folder]
    #[arg(long, global = true, value_name = "DIR", env = "TILEBASE_DATA")]
    pub data: Option<PathBuf>,
    /// Threads to work on [default: as many as there are processors]
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Say nothing but answers and errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Never build a missing table; fail instead
    #[arg(long, global = true)]
    pub no_build: bool,
    /// Search by IDA* with this heuristic instead of looking up a table: manhattan, linear-conflict,
    /// walking-distance, pdb:7-8, …
    #[arg(long, global = true, value_name = "NAME")]
    pub heuristic: Option<String>,
    /// Also give nodes expanded and generated, thresholds and seconds
    #[arg(long, global = true)]
    pub stats: bool,
    /// What counts as a move: a single tile sliding by one cell is the metric of all tables
    #[arg(
        long,
        global = true,
        value_enum,
        default_value = "single",
        hide_default_value = true
    )]
    pub metric: Metric,
}

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Metric {
    /// One tile by one cell.
    Single,
    /// Any number of tiles in one line by one cell.
    Multi,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build tables and pattern databases
    Build(Build),
    /// What is built, where, how large
    List,
    /// Check files fully: checksums, and the distances against each other
    Verify(Verify),
    /// The least number of moves to the goal
    Distance(OneState),
    /// One optimal sequence of moves
    Solve(Solve),
    /// Every legal move with the distance after it, best first
    Hint(OneState),
    /// The greatest distance and every state at it
    Hardest(Hardest),
    /// The number of states at each distance
    Depths(Depths),
    /// Random solvable states
    Random(Random),
    /// Whether a state can reach the goal, and why
    Check(OneState),
    /// A script that completes commands in a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// The manual page, for `man -l -`
    Man,
}

/// Which puzzle, and what is to be reached.
#[derive(Debug, Args)]
pub struct Question {
    /// The puzzle: 3x3, 2x5, oshidori-kinds-6, …
    pub space: String,
    /// The goal: another arrangement; for oshidori also any or any-gap [default: 1 2 3 … 0; the stones
    /// in order, the gap last]
    #[arg(long, value_name = "STATE")]
    pub goal: Option<String>,
    /// Oshidori: stones that jump at a time
    #[arg(long, value_name = "N", default_value_t = 2, hide_default_value = true)]
    pub block: usize,
}

/// A puzzle and a state of it.
#[derive(Debug, Args)]
pub struct OneState {
    #[command(flatten)]
    pub question: Question,
    /// The state; - for one a line from standard input; for oshidori, none means the usual start
    #[arg(allow_hyphen_values = true)]
    pub state: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Build {
    /// The puzzles [default: the set that the guide uses]
    pub spaces: Vec<String>,
    /// Build the tables for this goal
    #[arg(long, value_name = "STATE")]
    pub goal: Option<String>,
    /// Oshidori: stones that jump at a time
    #[arg(long, value_name = "N", default_value_t = 2, hide_default_value = true)]
    pub block: usize,
    /// Build again what is there
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct Verify {
    /// The puzzles [default: every table that is built]
    pub spaces: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub state: OneState,
    /// Also count the optimal sequences
    #[arg(long)]
    pub count: bool,
    /// List all optimal sequences
    #[arg(long)]
    pub all: bool,
    /// At most this many sequences
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub limit: usize,
}

#[derive(Debug, Args)]
pub struct Hardest {
    #[command(flatten)]
    pub question: Question,
    /// The states at this distance instead
    #[arg(long, value_name = "D")]
    pub distance: Option<u32>,
    /// At most this many states
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// One state a line
    #[arg(long, value_enum, default_value = "grid", hide_default_value = true)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct Depths {
    #[command(flatten)]
    pub question: Question,
    /// As comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// Draw a histogram into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Random {
    #[command(flatten)]
    pub question: Question,
    /// Only states at this distance, uniformly among them
    #[arg(long, value_name = "D")]
    pub distance: Option<u32>,
    /// How many states
    #[arg(short, value_name = "N", default_value_t = 1)]
    pub n: usize,
    /// Start of the random numbers: the same seed gives the same states
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// How states are written
    #[arg(long, value_enum, default_value = "grid")]
    pub format: Format,
    /// A graded set: distances in this many levels
    #[arg(long, value_name = "N", requires = "per_level")]
    pub levels: Option<u32>,
    /// A graded set: puzzles for each level
    #[arg(long, value_name = "N", requires = "levels")]
    pub per_level: Option<usize>,
    /// A graded set as comma-separated values
    #[arg(long, requires = "levels")]
    pub csv: bool,
}

/// How states are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// As a board
    Grid,
    /// Numbers in one line
    Line,
    /// Rows of numbers, the blank as *: the input of programming contests
    Contest,
}
