//! The arguments of the textbook searches, sudokus and mazes.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use tilebase::Notation;

use crate::args::{
    shared::{Exports, OneState},
    values::{bytes, decimal, heuristic, notation, number, written_file},
};

/// The commands of this folder.
#[derive(Debug, Subcommand)]
pub enum Textbook {
    /// Compare the textbook searches and the table on one state
    Compare(Box<CompareArgs>),
    /// Solve a sudoku, 4x4 to 25x25
    Sudoku(SudokuArgs),
    /// Find a path through a maze, or make a maze
    Maze(MazeArgs),
}

/// Examples of each command, the commands apart by empty lines.
pub const EXAMPLES: &str = include_str!("examples.txt");

/// Common options that mean nothing to a command.
pub const MEANINGLESS: &[(&str, &[&str])] = &[("sudoku", &["threads"]), ("maze", &["threads"])];

#[derive(Debug, Args)]
#[command(mut_arg("file", |file| file.hide(true)))]
#[command(mut_arg("svg", |svg| {
    svg.help("Draw the numbers of states expanded to this file; - is standard output")
}))]
#[command(mut_arg("state", |state| {
    state.help("The state [default for oshidori: the usual start]")
}))]
pub struct CompareArgs {
    #[command(flatten)]
    pub state: OneState,
    /// The methods to compare
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "METHOD,…",
        default_value = "bfs,bidirectional,dfs,astar,ida,table"
    )]
    pub methods: Vec<ComparedMethod>,
    /// Also run IDA* with this heuristic, named as for `solve`: manhattan, linear-conflict,
    /// pdb:5-5-5, …; may be given several times
    #[arg(
        id = "heuristics",
        long = "heuristic",
        value_name = "NAME",
        value_parser = heuristic(),
        hide_possible_values = true
    )]
    pub heuristic: Vec<String>,
    /// Memory limit for each search, such as 512M or 2G; never more than half of the free memory
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "1G")]
    pub memory: u64,
    /// Limit on the states that each method expands
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = number::<u64>)]
    pub nodes: u64,
    /// Boards: the order in which successors are generated, the directions U D L R of tiles or,
    /// with --moves blank, of the blank. Depth-first search goes on with the last [default: DRLU;
    /// of the blank ULRD]
    #[arg(long, value_name = "UDLR")]
    pub order: Option<String>,
    /// When textbook searches test whether a state is the goal; the goal is then not counted as
    /// expanded [default: breadth-first at generation, others at expansion, the goal counted]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub goal_test: Option<TestTime>,
    /// Also print the moves that each method finds
    #[arg(long, conflicts_with = "csv")]
    pub path: bool,
    /// With --path or --order: how to write moves; moves of rows are always the left cells of the
    /// stones that jump [default: tiles; letters where tiles are alike]
    #[arg(long, value_name = "STYLE", value_parser = notation())]
    pub moves: Option<Notation>,
    #[command(flatten)]
    pub exports: Exports,
}

/// When a search tests a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TestTime {
    /// When it is generated; A* may then find a path that is not shortest
    Generation,
    /// When it is taken out to be expanded
    Expansion,
}

/// A way to find a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ComparedMethod {
    /// Breadth-first search
    Bfs,
    /// Breadth-first search from both ends
    Bidirectional,
    /// Depth-first search
    Dfs,
    /// Uniform-cost search: A* with the bound 0
    UniformCost,
    /// Iterative deepening: IDA* with the bound 0
    IterativeDeepening,
    /// Greedy best-first search with the bound of A*
    Greedy,
    /// A* with the number of misplaced tiles (boards)
    Misplaced,
    /// A* with Manhattan distance (boards), or blocks that cover the wrong cells (rows)
    Astar,
    /// IDA* with the same bound
    Ida,
    /// The method of `distance`: the table, or the best search if there is none
    Table,
}

impl ComparedMethod {
    /// Returns the name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Bfs => "breadth-first",
            Self::Bidirectional => "bidirectional",
            Self::Dfs => "depth-first",
            Self::UniformCost => "uniform-cost",
            Self::IterativeDeepening => "iterative deepening",
            Self::Greedy => "greedy best-first",
            Self::Astar | Self::Misplaced => "A*",
            Self::Ida => "IDA*",
            Self::Table => "table",
        }
    }
}

#[derive(Debug, Args)]
pub struct SudokuArgs {
    /// A file, or the cells of a grid; - is standard input. A file has one grid, or one in each
    /// line, or several under headings such as `Grid 01` or apart by empty lines; `.`, `0` or `*`
    /// is an empty cell
    #[arg(required_unless_present = "file", value_name = "FILE")]
    pub puzzle: Option<PathBuf>,
    /// Solve each grid in this file
    #[arg(long, value_name = "FILE", conflicts_with = "puzzle")]
    pub file: Option<PathBuf>,
    /// The search algorithm
    #[arg(long, value_enum, default_value = "mrv")]
    pub algorithm: SudokuAlgorithm,
    /// Also count the solutions
    #[arg(long)]
    pub count: bool,
    /// Stop counting at this many solutions, but not before two
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<u64>)]
    #[arg(requires = "count")]
    pub limit: u64,
    /// Rows and columns of a box [default: 2x3 for 6x6, 3x4 for 12x12, …]
    #[arg(long, value_name = "RxC", value_parser = rows_and_columns)]
    pub boxes: Option<(usize, usize)>,
    /// Memory limit, such as 512M or 2G; never more than half of the free memory
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "1G")]
    pub memory: u64,
}

/// How a sudoku is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SudokuAlgorithm {
    /// Breadth-first, the first empty cell
    Bfs,
    /// Depth-first, the first empty cell
    Dfs,
    /// Depth-first, the cell with the fewest numbers left (minimum remaining values)
    Mrv,
}

#[derive(Debug, Args)]
pub struct MazeArgs {
    /// A file of mazes, apart by empty lines: `#` or `%` for walls, spaces, `.` or `_` for open
    /// cells, `S`, `A` or `P` for the start, `G`, `B` or `E` for the goal, with `%` and `P` also
    /// `.`; - is standard input
    #[arg(required_unless_present_any = ["generate", "file"], value_name = "FILE")]
    pub maze: Option<PathBuf>,
    /// Solve each maze in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["maze", "generate"])]
    pub file: Option<PathBuf>,
    /// The search algorithm
    #[arg(long, value_enum, default_value = "bfs")]
    pub algorithm: MazeAlgorithm,
    /// Draw the maze and the path to this file; - is standard output
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    pub svg: Option<PathBuf>,
    /// Make a maze of this many rows and columns of characters, both odd
    #[arg(
        long,
        value_name = "RxC",
        value_parser = rows_and_columns,
        conflicts_with_all = ["maze", "algorithm"]
    )]
    pub generate: Option<(usize, usize)>,
    /// Draw all mazes without loops with equal probability, instead of those with long corridors
    #[arg(long, requires = "generate", conflicts_with_all = ["maze", "file", "algorithm"])]
    pub uniform: bool,
    /// Seed of the random numbers: the same seed gives the same maze
    #[arg(
        long,
        value_name = "S",
        conflicts_with_all = ["maze", "file"],
        value_parser = number::<u64>
    )]
    pub seed: Option<u64>,
    /// Open each dead end with this probability, which makes loops
    #[arg(
        long,
        value_name = "P",
        conflicts_with_all = ["maze", "file"],
        default_value_t = 0.0,
        value_parser = decimal
    )]
    pub braid: f64,
}

/// How a maze is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MazeAlgorithm {
    /// Breadth-first
    Bfs,
    /// Depth-first
    Dfs,
    /// A* with Manhattan distance
    Astar,
}

/// Reads `21x41`.
fn rows_and_columns(text: &str) -> Result<(usize, usize), String> {
    text.split_once(['x', 'X'])
        .and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)))
        .ok_or_else(|| "write rows and columns as 21x41".to_owned())
}
