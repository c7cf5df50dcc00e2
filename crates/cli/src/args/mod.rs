//! The arguments.

mod help;
pub mod shared;
pub mod values;

use std::{ops::RangeInclusive, path::PathBuf, time::Duration};

use clap::{ArgMatches, Args, ColorChoice, Parser, Subcommand, ValueEnum};
use tilebase::sliding::Metric;

use crate::commands::textbook::args::Textbook;
pub use help::{command, manual, meaningless};
pub use shared::{
    Format, HeuristicOptions, Improving, Limits, MoveStyle, OneState, Question, RowRules, Target,
};
use values::{bytes, seconds};

/// Optimal answers to sliding-tile and oshidori puzzles.
///
/// Tables of every position answer at once how far the goal is, which move leads to it, and which
/// positions are hardest; puzzles too large for tables are solved optimally by IDA* with pattern
/// databases.
///
/// Puzzles: ROWSxCOLUMNS (3x3, 2x5, 4x4, …; also 8-puzzle, 9-puzzle, 15-puzzle, 24-puzzle),
/// oshidori-bw-N, oshidori-bw-NxM, oshidori-kinds-K, oshidori-kinds-KxM, oshidori-kinds-2,2,3.
///
/// States: cells in reading order, separated by spaces, commas, slashes and the like, in brackets
/// or not, the blank as 0, *, _ or .; or one word if every cell is one character; or our own
/// JSON. `-` reads many from standard input, --file from a file.
///
/// Exit codes: 0 answered; 1 the state cannot reach the goal; 2 bad input or usage; 3 a table is
/// missing or damaged, or the disk failed; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "tilebase", version, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub several: Several,
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Answer with one JSON object per line
    #[arg(long, global = true)]
    pub json: bool,
    /// Where tables are kept [default: TILEBASE_DATA, else ./data if that holds tables, else the
    /// user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Threads to work on [default: as many as there are processors]
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Say nothing but answers and errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Colours in what people read: auto has them on terminals
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub color: ColorChoice,
}

/// Options of several commands, which [`help`] lists: written after the command, or before it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Before or after the commands that take them")]
pub struct Several {
    /// Never build a missing table; fail instead
    #[arg(long)]
    pub no_build: bool,
    /// Search by IDA* with this heuristic instead of looking up a table: manhattan,
    /// linear-conflict, walking-distance, pdb:7-8, … for boards, covering for rows of stones
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::heuristic(),
        hide_possible_values = true
    )]
    pub heuristic: Option<String>,
    /// Also give nodes expanded and generated, thresholds and seconds
    #[arg(long)]
    pub stats: bool,
}

impl Several {
    /// Takes what was written after the command, which comes first.
    pub fn update(&mut self, given: &ArgMatches) {
        let is_set = |option| matches!(given.try_get_one(option), Ok(Some(true)));
        self.no_build |= is_set("no_build");
        self.stats |= is_set("stats");
        if let Ok(Some(name)) = given.try_get_one::<String>("heuristic") {
            self.heuristic = Some(name.clone());
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build tables and pattern databases
    Build(Build),
    /// Join the parts of a table that machines built apart
    Merge(Merge),
    /// What is built, where, how large
    List,
    /// Delete tables, and what interrupted builds left
    Remove(Remove),
    /// Check files fully: checksums, and the distances against each other
    Verify(Verify),
    /// Memory, disk and time that tables of boards take, from a short calibration on this machine
    Estimate(Estimate),
    /// The least number of moves to the goal
    Distance(Distance),
    /// One optimal sequence of moves
    Solve(Solve),
    /// Every legal move with the distance after it, best first
    Hint(Hint),
    /// A game graded move by move: what was optimal, what was wasted
    Review(Review),
    /// A game made shorter between its two ends
    Shorten(Shorten),
    /// The greatest distance and every state at it
    Hardest(Hardest),
    /// The number of states at each distance
    Depths(Depths),
    /// Random solvable states
    Random(Random),
    /// Whether a state can reach the goal, and why
    Check(OneState),
    /// A sequence of moves turned into another: its inverse, its mirror image, without detours
    Moves(Moves),
    /// The table of oshidori kinds: least moves or bounds, how proven, what it cost
    OshidoriReport(OshidoriReport),
    #[command(flatten)]
    Textbook(Textbook),
    /// The key figures on this machine
    Bench(Bench),
    /// A script that completes commands in a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// The manual: a page on standard output, or a page for each command in a folder
    Man {
        /// Write tilebase.1, tilebase-build.1 and so on into this folder
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct Distance {
    #[command(flatten)]
    pub state: OneState,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    #[command(flatten)]
    pub limits: Limits,
    /// Search boards, and try every move but back, as publications count them
    #[arg(long)]
    pub whole_tree: bool,
    /// Also say how hard the state is among all of the puzzle, as a percentage
    #[arg(long)]
    pub hardness: bool,
    /// Draw what each threshold of the search took into this file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Hint {
    #[command(flatten)]
    pub state: OneState,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    #[command(flatten)]
    pub improving: Improving,
    /// How moves are written; rows always have the left cells of the stones that jump
    #[arg(long, value_enum, value_name = "STYLE", default_value = "tiles")]
    pub moves: MoveStyle,
}

/// A game that was played.
#[derive(Debug, Args)]
pub struct Game {
    /// The state at the start, as one argument; or a slidysim link that replays the game
    pub state: Option<String>,
    /// The moves made: tiles, or letters U D L R with numbers such as R3; in rows the left cells of
    /// the stones, on open lines with where they land, as 1-7; - reads them from standard input
    #[arg(value_name = "MOVES")]
    pub made: Vec<String>,
    /// How moves are written, and whose directions the letters are that are read
    #[arg(long, value_enum, value_name = "STYLE", default_value = "tiles")]
    pub moves: MoveStyle,
}

#[derive(Debug, Args)]
pub struct Shorten {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub game: Game,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    /// Answer with the shortest game known when so many seconds have passed [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
}

#[derive(Debug, Args)]
pub struct Review {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub game: Game,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    #[command(flatten)]
    pub improving: Improving,
    /// Grade the game by its stages, as `solve --stages` reads them
    #[arg(long, value_name = "STAGES", conflicts_with_all = ["svg", "stage"])]
    pub stages: Option<String>,
    /// Draw the distance over the game into this file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Grade every game in this file, one per line: the state, a colon and the moves, or a slidysim
    /// link; # begins a comment; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["state", "stages", "svg"])]
    pub file: Option<PathBuf>,
    /// A better line for each run of moves that were not optimal
    #[arg(long, conflicts_with_all = ["stages", "svg"])]
    pub better: bool,
    /// With --file: as comma-separated values
    #[arg(long, requires = "file", conflicts_with_all = ["json", "better"])]
    pub csv: bool,
    /// With --file: every game in both metrics; moves that follow each other in one direction
    /// count as one if a line of tiles does
    #[arg(long, requires = "file", conflicts_with = "metric")]
    pub both_metrics: bool,
}

#[derive(Debug, Args)]
pub struct Moves {
    #[command(subcommand)]
    pub tool: MoveTool,
}

/// A sequence of moves as letters.
#[derive(Debug, Args)]
pub struct Sequence {
    /// The moves: letters U D L R with numbers such as R3, in one word or several; or a slidysim
    /// link
    #[arg(required = true, value_name = "MOVES")]
    pub made: Vec<String>,
}

/// What `moves` does. Sequences are letters U D L R with numbers such as R3.
#[derive(Debug, Subcommand)]
pub enum MoveTool {
    /// The moves that take these back
    Inverse(Sequence),
    /// The same with left and right exchanged
    Mirror(Sequence),
    /// The same with rows and columns exchanged
    Transpose(Sequence),
    /// The same without moves that are taken back at once
    Simplify(Sequence),
    /// One sequence of several
    Join(Sequence),
    /// A slidysim link that replays these moves, from the board that they solve
    Link(SolvingSequence),
    /// The board that these moves solve
    Start(SolvingSequence),
}

/// Moves that end at the goal.
#[derive(Debug, Args)]
pub struct SolvingSequence {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub sequence: Sequence,
    /// Whose directions the letters are: of tiles (letters), or of the blank
    #[arg(long, value_enum, value_name = "STYLE", default_value = "letters")]
    pub moves: MoveStyle,
}

#[derive(Debug, Args)]
pub struct Build {
    /// The puzzles [default: the set that the guide uses]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
    #[command(flatten)]
    pub target: Target,
    /// Build again what is there
    #[arg(long)]
    pub force: bool,
    /// Keep the search in files of this folder: for boards and stages that memory does not hold,
    /// 3x5 among them. The same command goes on with a build that was stopped or killed
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "metric", "block", "holes", "unlike", "turn", "heuristic", "partition", "memory"
        ]
    )]
    pub scratch: Option<PathBuf>,
    /// Most memory that a build with --scratch takes, such as 1GiB [default: half of what is free,
    /// up to 4GiB]
    #[arg(long, value_name = "SIZE", value_parser = bytes, requires = "scratch")]
    pub scratch_memory: Option<u64>,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// Where the parts are, files that end in .tilepart
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct Estimate {
    /// The boards [default: every one up to 4x4, 3x5 and 2x8]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
    /// What counts as one move: single or multi
    #[arg(long, value_name = "METRIC", default_value_t = Metric::Single, hide_default_value = true)]
    pub metric: Metric,
    /// Instead, an upper bound on the distance of any board: the greatest distances of these
    /// stages, as `solve --stages` reads them, and their sum
    #[arg(long, value_name = "STAGES", conflicts_with = "machines")]
    pub stages: Option<String>,
    /// How many machines a cluster has
    #[arg(long, value_name = "N", default_value = "8")]
    pub machines: std::num::NonZeroUsize,
}

#[derive(Debug, Args)]
pub struct Verify {
    /// The puzzles [default: every table that is built]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Remove {
    /// The puzzles [default: every table that is built]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
    /// Only what interrupted builds left
    #[arg(long)]
    pub leftovers: bool,
}

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub state: OneState,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    #[command(flatten)]
    pub limits: Limits,
    /// Solve stage after stage, each optimally from where the one before ended: tiles and ranges,
    /// stages separated by slashes, such as 1-4/5,9,13/rest; or rows, rows-columns or grids
    #[arg(
        long,
        value_name = "STAGES",
        conflicts_with_all = ["anytime", "count", "all", "stats", "resume", "whole_tree", "stage"]
    )]
    pub stages: Option<String>,
    /// Follow so many optimal endings of each stage, and give the best total of all [16 without a
    /// number]
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "16",
        require_equals = true,
        value_parser = values::at_least_one,
        requires = "stages"
    )]
    pub best: Option<usize>,
    /// Print each better solution as it is found, one per line
    #[arg(long, conflicts_with_all = ["count", "all", "stats", "svg", "format"])]
    pub anytime: bool,
    /// Search boards, and try every move but back, as publications count them
    #[arg(long)]
    pub whole_tree: bool,
    /// Also count the optimal sequences
    #[arg(long, conflicts_with_all = ["bounds", "time", "resume", "width"])]
    pub count: bool,
    /// List all optimal sequences
    #[arg(long, conflicts_with_all = ["bounds", "time", "resume", "width"])]
    pub all: bool,
    /// At most this many sequences
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub limit: usize,
    /// How moves are written; rows always have the left cells of the stones that jump
    #[arg(long, value_enum, value_name = "STYLE", default_value = "tiles")]
    pub moves: MoveStyle,
    /// Draw the solution into this file: a board whose tiles slide, rows with their jumps; - is
    /// standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// How the states of the solution are written: line is one per line, and nothing else
    #[arg(long, value_enum, default_value = "grid")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct Hardest {
    #[command(flatten)]
    pub question: Question,
    /// The states at this distance instead
    #[arg(long, value_name = "D")]
    pub distance: Option<u32>,
    /// At most this many states [default: 1000]
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// An optimal sequence of moves for each of them
    #[arg(long)]
    pub solve: bool,
    /// How moves are written; rows always have the left cells of the stones that jump
    #[arg(long, value_enum, value_name = "STYLE", default_value = "tiles")]
    pub moves: MoveStyle,
    /// How states are written; all but grids, and --json, as they are found
    #[arg(long, value_enum, default_value = "grid")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct Depths {
    #[command(flatten)]
    pub question: Question,
    /// As comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// Draw a histogram into this file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Draw it on a logarithmic scale, on which few states are seen too
    #[arg(long, requires = "svg")]
    pub log: bool,
    /// Instead, the chance that the mean distance of so many random states is less than --below
    #[arg(
        long,
        value_name = "N",
        requires = "below",
        conflicts_with_all = ["csv", "svg"]
    )]
    pub mean_of: Option<u32>,
    /// With --mean-of: the moves that the mean is compared with
    #[arg(long, value_name = "MOVES", requires = "mean_of")]
    pub below: Option<f64>,
}

#[derive(Debug, Args)]
pub struct Random {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    /// Only states at this distance: uniformly among them, or, if they are rare and there is no
    /// table, by walks from the goal, which says so
    #[arg(long, value_name = "D")]
    pub distance: Option<u32>,
    /// States so many random moves from the goal, none of which takes back the one before: their
    /// distance is at most that
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["distance", "levels"])]
    pub walk: Option<u32>,
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
    /// How moves are written; rows always have the left cells of the stones that jump
    #[arg(long, value_enum, value_name = "STYLE", default_value = "tiles")]
    pub moves: MoveStyle,
}

#[derive(Debug, Args)]
pub struct OshidoriReport {
    /// From 3 kinds to so many, 62 at most
    #[arg(
        long,
        value_name = "K",
        default_value_t = 19,
        value_parser = clap::value_parser!(u8).range(3..=62)
    )]
    pub up_to: u8,
    /// Bounds will do for a number of kinds after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub time: Duration,
    /// As comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Draw moves against kinds into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Bench {
    /// What to measure; or a file of boards: per line a number, cells, and the length if it is
    /// known [default: tables and lookup, and korf100 if its pattern databases are built]
    #[arg(value_name = "NAME|FILE", value_parser = values::one_of::<Benchmark>())]
    pub name: Option<String>,
    /// After anytime: the file of boards; - is standard input
    pub file: Option<PathBuf>,
    /// Anytime: the widths of the beams
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        default_value = "100,1000,10000",
        value_parser = values::at_least_one
    )]
    pub widths: Vec<usize>,
    /// Anytime: decide otherwise between boards that a beam estimates alike
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub seed: u64,
    /// As comma-separated values, with the keys that --json has: a line for each instance of a set
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Of a set of instances only these numbers, such as 1-20,40 [default: all; of korf-felner50
    /// 40,25,38,32]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = values::numbers)]
    pub instances: Vec<RangeInclusive<u32>>,
    /// The boards in a file [default: the square that they fill]
    #[arg(long, value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub space: Option<String>,
    /// The goal of the boards in a file [default: blank-first, 0 1 2 …; of anytime blank-last]
    #[arg(long, value_name = "STATE")]
    pub goal: Option<String>,
    /// Try every move of 15- and 24-puzzles except the one back, also those that lead only to
    /// boards that others lead to, and so count boards as publications do
    #[arg(long)]
    pub whole_tree: bool,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    /// What counts as one move on boards: single or multi
    #[arg(long, value_name = "METRIC", default_value_t = Metric::Single, hide_default_value = true)]
    pub metric: Metric,
    /// Keep solved instances in this file, and the unfinished search beside it, and continue from
    /// there. Instances are solved one after another
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Measure so often and give the median [default: 5; of korf-felner50 1]
    #[arg(long, value_name = "N")]
    pub repeat: Option<std::num::NonZeroUsize>,
}

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Benchmark {
    /// Searching full tables in memory, and building them with their files
    Tables,
    /// Distances from the tables of 3x3 and 3x4, and of 2x7 if it is built
    Lookup,
    /// Building pattern databases in memory
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
    /// The boards of a FILE, by beams of the --widths: how long the solutions are, and how many are
    /// as short as the lengths in the file
    Anytime,
}
