//! The arguments of the textbook searches, sudokus and mazes.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use tilebase::Notation;

use crate::args::{
    shared::OneState,
    values::{bytes, decimal, heuristic, notation, number, written_file},
};

/// The commands of this folder.
#[derive(Debug, Subcommand)]
pub enum Textbook {
    /// Compare the textbook searches and the table on one state
    Compare(CompareArgs),
    /// Solve a sudoku, 4x4 to 25x25
    Sudoku(SudokuArgs),
    /// Find a path through a maze, or make a maze
    Maze(MazeArgs),
}

/// Examples of each command, the commands apart by empty lines.
pub const EXAMPLES: &str = include_str!("examples.txt");

/// Common options that mean nothing to a command.
pub const MEANINGLESS: &[(&str, &[&str])] = &[
    ("sudoku", &["data", "threads"]),
    ("maze", &["data", "threads"]),
];

#[derive(Debug, Args)]
#[command(mut_arg("file", |file| file.hide(true)))]
#[command(mut_arg("state", |state| {
    state.help("The state; oshidori without a state means the usual start")
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
    /// Also print the moves that each method finds
    #[arg(long)]
    pub path: bool,
    /// How to write moves; moves of rows are always the left cells of the stones that jump
    #[arg(long, value_name = "STYLE", value_parser = notation(), default_value = "tiles")]
    pub moves: Notation,
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
            Self::Astar => "A*",
            Self::Ida => "IDA*",
            Self::Table => "table",
        }
    }
}

#[derive(Debug, Args)]
pub struct SudokuArgs {
    /// The puzzle: a grid or one line, `.` or `0` for an empty cell; - is standard input
    pub file: PathBuf,
    /// The search algorithm
    #[arg(long, value_enum, default_value = "mrv")]
    pub algorithm: SudokuAlgorithm,
    /// Also count the solutions
    #[arg(long)]
    pub count: bool,
    /// Count no more solutions than this, or than two if that is more
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<u64>)]
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
    /// The maze: `#` for walls, spaces for open cells, `S` for the start, `G` for the goal; - is
    /// standard input
    #[arg(required_unless_present = "generate")]
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
        conflicts_with_all = ["file", "algorithm"]
    )]
    pub generate: Option<(usize, usize)>,
    /// Seed of the random numbers: the same seed gives the same maze
    #[arg(long, value_name = "S", conflicts_with = "file", value_parser = number::<u64>)]
    pub seed: Option<u64>,
    /// Open each dead end with this probability, which makes loops
    #[arg(
        long,
        value_name = "P",
        conflicts_with = "file",
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
