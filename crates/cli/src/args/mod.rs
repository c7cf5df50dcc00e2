//! The arguments.

mod bench;
mod help;
mod moves;
mod records;
pub mod shared;
pub mod values;

use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::{ArgMatches, Args, ColorChoice, Parser, Subcommand};
use tilebase::{Notation, sliding::Metric};

use crate::commands::textbook::args::Textbook;
pub use bench::{BenchArgs, Benchmark, LastIteration};
pub use help::{command, command_names, completed, manual, meaningless};
pub use moves::{AppliedSequence, MoveTool, MovesArgs, Sequence, SolvingSequence};
pub use records::{CheckArgs, StateRecord};
pub use shared::{
    DomainOption, Exports, Format, HeuristicOptions, Improving, LimitOptions, OneState,
    QuestionArgs, StatesWritten, TargetArgs,
};
use values::{bytes, decimal, notation, number, seconds};

/// Optimal answers to sliding-tile and oshidori puzzles.
///
/// Tables of every position give the distance to the goal, the best moves and the hardest positions
/// at once. Boards of up to 32 cells that are too large for tables are solved optimally by IDA*
/// with pattern databases; those of more than 25 cells only if a --heuristic is named. For larger
/// boards, beams find a solution and searches prove a bound.
///
/// Puzzles: ROWSxCOLUMNS (3x3, 2x5, 4x4, …; also 8-puzzle, 9-puzzle, 15-puzzle, 24-puzzle),
/// oshidori-bw-N, oshidori-bw-NxM, oshidori-kinds-K, oshidori-kinds-KxM, oshidori-kinds-2,2,3,
/// torus-RxC, cylinder-RxC, and any graph by --cells.
///
/// States: the cells in reading order, separated by spaces, commas or slashes, with or without
/// brackets, the blank as 0, *, _ or .; or one word if every cell is one character; or the JSON
/// that this program prints. `-` reads states from standard input, --file from a file.
///
/// Exit codes: 0 answered; 1 the state cannot reach the goal; 2 invalid input or usage; 3 a table
/// is missing or damaged, memory does not suffice, or the disk failed; 130 interrupted.
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
    /// The folder of the tables [default: TILEBASE_DATA, else ./data if it contains tables, else
    /// the user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(long, global = true, value_name = "N", value_parser = number::<NonZeroUsize>)]
    pub threads: Option<NonZeroUsize>,
    /// Print only answers and errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Use colours: auto means only on a terminal
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
#[command(next_help_heading = "Options of several commands")]
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
    /// Also print the nodes expanded and generated, the thresholds and the time
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
    /// Print the least number of moves to the goal
    Distance(DistanceArgs),
    /// Print an optimal sequence of moves
    Solve(SolveArgs),
    /// List every legal move, best first, with the distance after it, or with bounds where a search
    /// does not prove it in 1.6 seconds
    Hint(HintArgs),
    /// Print the greatest distance and every state at that distance
    Hardest(HardestArgs),
    /// Print the number of states at each distance
    Depths(DepthsArgs),
    /// Print random solvable states
    Random(RandomArgs),
    /// Grade a game move by move: which moves were optimal, which were wasted
    Review(ReviewArgs),
    /// Shorten a game, from the same start to the same end
    Shorten(ShortenArgs),
    /// Say whether a state can reach the goal, and why
    Check(CheckArgs),
    /// Transform a sequence of moves: invert, mirror, transpose, simplify, join; or play it
    Moves(MovesArgs),
    #[command(flatten)]
    Textbook(Textbook),
    /// Build tables and pattern databases
    Build(BuildArgs),
    /// List the tables, with their files and sizes
    List(ListArgs),
    /// Check table files completely: their checksums and every distance
    Verify(VerifyArgs),
    /// Delete tables, and the files that interrupted builds left behind
    Remove(RemoveArgs),
    /// Join the parts of a table that several machines built
    Merge(MergeArgs),
    /// Estimate the memory, disk space and time that tables of boards take, after a short
    /// calibration
    Estimate(EstimateArgs),
    /// Measure the key figures on this machine
    Bench(BenchArgs),
    /// Print the least number of moves by kinds of stones, or bounds, how they are proven, and at
    /// what cost
    OshidoriReport(OshidoriReportArgs),
    /// Print a script that completes commands in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual: one page to standard output, or a page for each command to a folder
    Man {
        /// Write tilebase.1, tilebase-build.1 and so on into this folder
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct DistanceArgs {
    #[command(flatten)]
    pub state: OneState,
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Also print the percentage of the puzzle's states that are nearer to the goal
    #[arg(long)]
    pub hardness: bool,
    /// Draw the nodes of each threshold of the search to this file; - is standard output
    #[arg(long, value_name = "FILE", value_parser = values::written_file())]
    pub svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct HintArgs {
    #[command(flatten)]
    pub state: OneState,
    #[command(flatten)]
    pub improving: Improving,
    #[command(flatten)]
    pub exports: Exports,
    /// How to write moves; moves of rows are always the left cells of the stones that jump
    /// [default: tiles; letters where tiles are alike]
    #[arg(long, value_name = "STYLE", value_parser = notation())]
    pub moves: Option<Notation>,
}

/// A game that was played.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The state at the start, as one argument; or a slidysim replay link
    pub state: Option<String>,
    /// The moves: tiles, or letters U D L R with numbers such as R3, words or arrows; in rows the
    /// left cells of the stones, on open lines with the cell they land on, such as 1-7; - reads
    /// them from standard input
    #[arg(value_name = "MOVES", allow_negative_numbers = true)]
    pub made: Vec<String>,
    /// How to write moves, and whether directions that are read are those of tiles or of the blank
    /// [default: tiles; letters where tiles are alike]
    #[arg(long, value_name = "STYLE", value_parser = notation())]
    pub moves: Option<Notation>,
}

#[derive(Debug, Args)]
pub struct ShortenArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    /// Stop after this many seconds and print the shortest game found [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
}

#[derive(Debug, Args)]
pub struct ReviewArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub improving: Improving,
    /// Grade the game by these stages, written as for `solve --stages`
    #[arg(
        long,
        value_name = "STAGES",
        value_parser = values::stages(),
        hide_possible_values = true,
        conflicts_with_all = ["svg", "stage"]
    )]
    pub stages: Option<String>,
    /// Draw the distance during the game to this file; - is standard output
    #[arg(long, value_name = "FILE", value_parser = values::written_file())]
    pub svg: Option<PathBuf>,
    /// Grade every game in this file, one per line: the state, a colon and the moves, or a slidysim
    /// link; # begins a comment; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["state", "stages", "svg"])]
    pub file: Option<PathBuf>,
    /// Also print a better line for each run of moves that were not optimal
    #[arg(long, conflicts_with_all = ["stages", "svg"])]
    pub better: bool,
    /// With --file: print comma-separated values
    #[arg(long, requires = "file", conflicts_with_all = ["json", "better", "state"])]
    pub csv: bool,
    /// With --file: grade every game in both metrics; in the multi-tile metric, successive moves in
    /// one direction are one move
    #[arg(long, requires = "file", conflicts_with_all = ["metric", "state"])]
    pub both_metrics: bool,
}

#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The puzzles [default: the tables that README and tour use]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
    #[command(flatten)]
    pub target: TargetArgs,
    /// Build tables again that exist already
    #[arg(long)]
    pub force: bool,
    /// Build with files in this folder, for boards and stages that do not fit into memory, such as
    /// 3x5. The same command continues a build that was stopped or killed
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["heuristic", "partition", "memory"]
    )]
    pub scratch: Option<PathBuf>,
    /// Memory limit of a build with --scratch, such as 1GiB [default: half of the free memory, at
    /// most 4GiB]
    #[arg(long, value_name = "SIZE", value_parser = bytes, requires = "scratch")]
    pub scratch_memory: Option<u64>,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folder of the parts, files that end in .tilepart
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct EstimateArgs {
    /// The boards [default: all up to 4x4, 3x5 and 2x8]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
    /// What counts as one move: single or multi
    #[arg(
        long,
        value_name = "METRIC",
        value_parser = values::metric(),
        default_value_t = Metric::Single,
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub metric: Metric,
    /// Instead, print the greatest distance of each of these stages, written as for `solve
    /// --stages`. Their sum is an upper bound on the distance of any board
    #[arg(
        long,
        value_name = "STAGES",
        value_parser = values::stages(),
        hide_possible_values = true,
        conflicts_with = "machines"
    )]
    pub stages: Option<String>,
    /// Number of machines in a cluster, which builds tables of single moves [default: 8]
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>)]
    pub machines: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// The puzzles [default: every table that is built]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The puzzles [default: every table that is built]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
}

#[derive(Debug, Args)]
pub struct RemoveArgs {
    /// The puzzles [default: every table that is built]
    #[arg(value_name = "SPACE", value_parser = values::puzzle(), hide_possible_values = true)]
    pub spaces: Vec<String>,
    /// Delete only the files that interrupted builds left behind
    #[arg(long)]
    pub leftovers: bool,
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub state: OneState,
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Solve in stages, each optimally from the end of the one before: tiles and ranges, stages
    /// separated by slashes, such as 1-4/5,9,13/rest; or rows, rows-columns or grids
    #[arg(
        long,
        value_name = "STAGES",
        value_parser = values::stages(),
        hide_possible_values = true,
        conflicts_with_all = [
            "anytime", "bounds", "count", "all", "stats", "resume", "whole_tree", "stage"
        ]
    )]
    pub stages: Option<String>,
    /// Follow up to N optimal endings of each stage and print the best total [without N: 16]
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "16",
        require_equals = true,
        value_parser = values::at_least_one,
        requires = "stages",
        conflicts_with_all = ["anytime", "count", "all", "resume", "whole_tree", "stage"]
    )]
    pub best: Option<usize>,
    /// Print each better solution or bound as it is found, one per line
    #[arg(long, conflicts_with_all = ["count", "all", "stats", "svg", "format"])]
    pub anytime: bool,
    /// Also count the optimal sequences
    #[arg(long, conflicts_with_all = ["bounds", "time", "resume", "width", "seed"])]
    pub count: bool,
    /// List all optimal sequences
    #[arg(long, conflicts_with_all = ["bounds", "time", "resume", "width", "seed"])]
    pub all: bool,
    /// List at most this many sequences
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<usize>)]
    #[arg(requires = "all", conflicts_with = "stages")]
    pub limit: usize,
    /// How to write moves; moves of rows are always the left cells of the stones that jump
    /// [default: tiles; letters where tiles are alike]
    #[arg(long, value_name = "STYLE", value_parser = notation())]
    pub moves: Option<Notation>,
    /// Draw the solution to this file, as a board with sliding tiles or a row with jumps; - is
    /// standard output
    #[arg(long, value_name = "FILE", value_parser = values::written_file())]
    pub svg: Option<PathBuf>,
    /// With --svg: draw the states of the solution, side by side, for print
    #[arg(long, requires = "svg")]
    pub strip: bool,
    /// How to write the states of the solution; all but grid print them, or the moves, and nothing
    /// else [default: grid, if there are at most 20 moves]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    #[command(flatten)]
    pub domain: DomainOption,
}

#[derive(Debug, Args)]
pub struct HardestArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Print the states at this distance instead
    #[arg(long, value_name = "D", value_parser = number::<u32>)]
    pub distance: Option<u32>,
    /// Print at most this many states [default: 1000]
    #[arg(long, value_name = "N", value_parser = number::<usize>)]
    pub limit: Option<usize>,
    /// Also print an optimal sequence of moves for each state
    #[arg(long, conflicts_with = "svg")]
    pub solve: bool,
    #[command(flatten)]
    pub written: StatesWritten,
}

#[derive(Debug, Args)]
#[command(mut_arg("svg", |svg| svg.help("Draw a histogram to this file; - is standard output")))]
pub struct DepthsArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub exports: Exports,
    /// Use a logarithmic scale, which shows small numbers of states, too
    #[arg(long, requires = "svg", conflicts_with = "mean_of")]
    pub log: bool,
    /// Instead, print the chance that the mean distance of N random states is less than --below
    #[arg(
        long,
        value_name = "N",
        requires = "below",
        conflicts_with_all = ["csv", "svg"],
        value_parser = number::<u32>
    )]
    pub mean_of: Option<u32>,
    /// With --mean-of: the number of moves to compare the mean with
    #[arg(
        long,
        value_name = "MOVES",
        requires = "mean_of",
        conflicts_with_all = ["csv", "svg"],
        value_parser = decimal
    )]
    pub below: Option<f64>,
}

#[derive(Debug, Args)]
pub struct RandomArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    /// Only states at this distance, drawn uniformly; if they are rare and there is no table, drawn
    /// by walks from the goal, and a note says so
    #[arg(long, value_name = "D", value_parser = number::<u32>)]
    pub distance: Option<u32>,
    /// Make this many random moves from the goal, never straight back. The distance is at most that
    /// number
    #[arg(
        long,
        value_name = "MOVES",
        conflicts_with_all = ["distance", "levels"],
        value_parser = number::<u32>
    )]
    pub walk: Option<u32>,
    /// Number of states
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = number::<usize>)]
    pub n: usize,
    /// Seed of the random numbers: the same seed gives the same states
    #[arg(long, value_name = "S", value_parser = number::<u64>)]
    pub seed: Option<u64>,
    /// Only states with exactly one shortest solution
    #[arg(long)]
    pub unique: bool,
    /// Only boards whose opposite cells hold tiles that are opposite each other in the goal
    #[arg(long)]
    pub symmetric: bool,
    /// Print a graded set with this many levels of difficulty
    #[arg(long, value_name = "N", requires = "per_level", value_parser = number::<u32>)]
    #[arg(conflicts_with_all = ["n", "distance", "unique", "symmetric", "svg", "format"])]
    pub levels: Option<u32>,
    /// Graded set: puzzles per level
    #[arg(long, value_name = "N", requires = "levels", value_parser = number::<usize>)]
    #[arg(conflicts_with_all = ["n", "distance", "walk", "unique", "symmetric", "svg", "format"])]
    pub per_level: Option<usize>,
    #[command(flatten)]
    pub written: StatesWritten,
}

#[derive(Debug, Args)]
#[command(mut_arg("svg", |svg| {
    svg.help("Draw the moves against the kinds to this file; - is standard output")
}))]
pub struct OshidoriReportArgs {
    /// The greatest number of kinds; the table begins with 3
    #[arg(long, value_name = "K", default_value_t = 19, value_parser = values::kinds)]
    pub up_to: u8,
    /// Time limit per number of kinds; after it, bounds are printed
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub time: Duration,
    #[command(flatten)]
    pub exports: Exports,
}
