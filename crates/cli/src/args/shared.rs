//! Arguments that several commands share.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ValueEnum};
use tilebase::{Notation, sliding::Metric};

use super::values::{self, bytes, notation, number, seconds};

/// The headings of options in help, after those that most people use.
const RULES: &str = "Rules of oshidori";
const BOARDS: &str = "Boards";
const GRAPHS: &str = "Graphs";
const SEARCHING: &str = "Searching";

/// Options for the bound that guides a search.
#[derive(Debug, Args)]
pub struct HeuristicOptions {
    /// Search with pattern databases of these tiles: groups separated by slashes, tiles by commas;
    /// or a file with one group per line
    #[arg(long, help_heading = SEARCHING, value_name = "TILES", hide_short_help = true)]
    pub partition: Option<String>,
    /// Memory limit for building a table, and for all tables of a search together, such as 300M or
    /// 2GiB [default: the free memory for a table; 512M or 1G for those of a search, by the board]
    #[arg(
        long,
        help_heading = SEARCHING,
        value_name = "SIZE",
        value_parser = bytes,
        hide_short_help = true
    )]
    pub memory: Option<u64>,
}

/// The rules of a row of stones.
#[derive(Debug, Clone, Default, Args)]
pub struct RowRulesArgs {
    /// Number of stones that jump together
    #[arg(
        long,
        value_name = "N",
        value_parser = number::<u8>,
        help_heading = RULES,
        hide_short_help = true
    )]
    pub block: Option<u8>,
    /// Number of empty cells; if there are more than --block, they need not be together
    /// [default: as many as --block]
    #[arg(
        long,
        value_name = "N",
        value_parser = number::<u8>,
        help_heading = RULES,
        hide_short_help = true
    )]
    pub holes: Option<u8>,
    /// Only blocks with unlike stones may jump
    #[arg(long, help_heading = RULES, hide_short_help = true)]
    pub unlike: bool,
    /// Blocks may, or must, be reversed when they jump
    #[arg(
        long,
        value_name = "WHEN",
        value_parser = ["may", "must"],
        help_heading = RULES,
        hide_short_help = true
    )]
    pub turn: Option<String>,
}

/// The goal, the metric and the rules.
#[derive(Debug, Clone, Default, Args)]
pub struct TargetArgs {
    /// The goal: any arrangement, or a name. On boards, x stands for any tile, and equal numbers or
    /// letters for equal tiles. [names: blank-last, blank-first (0 1 2 …), spiral (1 2 3 / 8 0 4 /
    /// 7 6 5), columns, snake, blank-at:CELL (cells from 0); oshidori: together, any-gap, any]
    /// [default: blank-last, 1 2 3 … 0; the stones in order, the empty cells last]
    #[arg(
        long,
        value_name = "STATE",
        value_parser = values::goal(),
        hide_possible_values = true
    )]
    pub goal: Option<String>,
    /// The goal names only these tiles, such as 1-4 or 1-4,5,9; `random` draws boards in which they
    /// are in place
    #[arg(
        long,
        value_name = "TILES",
        help_heading = BOARDS,
        hide_short_help = true
    )]
    pub stage: Option<String>,
    /// What counts as one move on a board: single (a tile) or multi (one or more tiles in a line);
    /// players call them stm and mtm
    #[arg(
        long,
        value_name = "METRIC",
        value_parser = values::metric(),
        default_value_t = Metric::Single,
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub metric: Metric,
    #[command(flatten)]
    pub rules: RowRulesArgs,
    /// Cells are given column by column, in states and in goals
    #[arg(long, help_heading = BOARDS, hide_short_help = true)]
    pub transpose: bool,
    /// A graph in place of the puzzle, from this file: a drawing (. a cell, # none, | and - walls
    /// between cells), or the pairs of cells that are neighbours, one per line, from 0
    #[arg(long, value_name = "FILE", help_heading = GRAPHS, hide_short_help = true)]
    pub cells: Option<PathBuf>,
    /// Number of blanks, 1 or 2, which are alike
    #[arg(
        long,
        value_name = "N",
        value_parser = number::<usize>,
        help_heading = GRAPHS,
        hide_short_help = true
    )]
    pub blanks: Option<usize>,
}

/// A puzzle and its goal.
#[derive(Debug, Args)]
pub struct QuestionArgs {
    /// The puzzle: 3x3, 2x5, torus-3x3, oshidori-kinds-6, …; left out with --cells
    #[arg(value_parser = values::puzzle(), hide_possible_values = true)]
    pub space: String,
    #[command(flatten)]
    pub target: TargetArgs,
}

/// A puzzle and a state of it.
#[derive(Debug, Args)]
pub struct OneState {
    #[command(flatten)]
    pub question: QuestionArgs,
    /// The state; - reads states from standard input [default for oshidori: the usual start]
    pub state: Vec<String>,
    /// Answer for each state in this file, in any of the usual forms: one per line, boards over
    /// several lines, with sizes, numbers or headings before them; # begins a comment. A file may
    /// also stand in place of the puzzle
    #[arg(long, value_name = "FILE", conflicts_with = "state")]
    pub file: Option<PathBuf>,
    /// Answer for each pair of a state and its goal in this file
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["state", "file", "goal"],
        hide_short_help = true
    )]
    pub pairs: Option<PathBuf>,
    /// The numbers given are the cell of the blank, the cell of tile 1, and so on, from 0
    #[arg(long, help_heading = BOARDS, hide_short_help = true)]
    pub cells_of_tiles: bool,
    /// Compare the answer with the number that stands after each state; exit code 1 if one differs
    #[arg(long, hide_short_help = true)]
    pub expect: bool,
}

/// Options of a search for the shortest solution.
#[derive(Debug, Args)]
pub struct LimitOptions {
    #[command(flatten)]
    pub improving: Improving,
    /// If a search is needed: print the bounds that can be proven in one second, or in the --time
    #[arg(long, help_heading = SEARCHING, hide_short_help = true)]
    pub bounds: bool,
    /// Save an unfinished search in this file, and continue it if the file exists
    #[arg(
        long,
        help_heading = SEARCHING,
        value_name = "FILE",
        value_parser = values::written_file(),
        conflicts_with = "width",
        hide_short_help = true
    )]
    pub resume: Option<PathBuf>,
    /// Search with IDA* and try every move except undoing the last, as publications do
    #[arg(long, help_heading = BOARDS, hide_short_help = true)]
    pub whole_tree: bool,
}

/// Options of a search whose solutions improve until they are proven to be shortest.
#[derive(Debug, Args)]
pub struct Improving {
    #[command(flatten)]
    pub heuristic: HeuristicOptions,
    /// Stop after this many seconds and print the best solution and the bounds proven; only small
    /// tables are built [default: no limit; 1 on boards of more than 25 cells, 5 for a game on
    /// smaller ones of more than 16]
    #[arg(long, help_heading = SEARCHING, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print what a single beam of this width finds, which is the same on every machine unless
    /// --time ends the beam
    #[arg(
        long,
        value_name = "N",
        value_parser = values::at_least_one,
        help_heading = BOARDS,
        hide_short_help = true
    )]
    pub width: Option<usize>,
    /// If beams search: seed for the choice between boards to which a beam gives equal estimates
    #[arg(
        long,
        value_name = "N",
        value_parser = number::<u64>,
        help_heading = BOARDS,
        hide_short_help = true
    )]
    pub seed: Option<u64>,
}

/// Other forms of an answer.
#[derive(Debug, Args)]
pub struct Exports {
    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Draw the states, side by side, to this file; - is standard output
    #[arg(long, value_name = "FILE", value_parser = values::written_file())]
    pub svg: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, Args)]
pub struct DomainOption {
    /// Print the PDDL domain of the puzzle instead, for the problems of --format pddl
    #[arg(long, conflicts_with = "json")]
    pub domain: bool,
}

/// Forms of an answer that has many states.
#[derive(Debug, Args)]
pub struct StatesWritten {
    /// How to write states [default: grid, with which `hardest` waits until it has them all]
    #[arg(long, value_enum, conflicts_with_all = ["csv", "svg"])]
    pub format: Option<Format>,
    #[command(flatten)]
    pub exports: Exports,
    /// How to write the moves of solutions or of --format moves; moves of rows are always the left
    /// cells of the stones that jump [default: tiles; letters where tiles are alike]
    #[arg(long, value_name = "STYLE", value_parser = notation())]
    pub moves: Option<Notation>,
    #[command(flatten)]
    pub domain: DomainOption,
}

/// How states are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// As a board
    Grid,
    /// Numbers in one line
    Line,
    /// Rows of numbers with * for the blank, the input format of programming contests
    Contest,
    /// Numbers in one line with slashes between rows, as slidysim writes them
    Slashes,
    /// Moves in one line: of `solve` the solution, elsewhere those that lead from the goal to the
    /// state
    Moves,
    /// A problem of planners in PDDL, whose comment has the length of a shortest plan
    Pddl,
    /// A problem in SAS+, as planners read it after translation
    Sas,
    /// An object of JSON a line: the distance, all optimal moves, a solution, the state as text
    Jsonl,
}
