//! The arguments of `moves`.

use clap::{Args, Subcommand};
use tilebase::Notation;

use super::{
    shared::TargetArgs,
    values::{notation, puzzle},
};

#[derive(Debug, Args)]
pub struct MovesArgs {
    #[command(subcommand)]
    pub tool: MoveTool,
}

/// A sequence of moves without a board.
#[derive(Debug, Args)]
pub struct Sequence {
    /// The moves: letters U D L R with numbers such as R3, words or arrows, in one argument or
    /// several; a slidysim link; or - for those on standard input
    #[arg(required = true, value_name = "MOVES", allow_negative_numbers = true)]
    pub made: Vec<String>,
    /// How to write moves, and whether directions that are read are those of tiles or of the blank
    #[arg(long, value_name = "STYLE", value_parser = notation(), default_value = "letters")]
    pub moves: Notation,
}

/// What `moves` does. Sequences are letters U D L R with numbers such as R3, words or arrows.
#[derive(Debug, Subcommand)]
pub enum MoveTool {
    /// Print the board after these moves, from the goal or from a state
    Apply(AppliedSequence),
    /// Print the moves that undo these
    Inverse(Sequence),
    /// Exchange left and right
    Mirror(Sequence),
    /// Exchange rows and columns
    Transpose(Sequence),
    /// Remove moves that are undone at once
    Simplify(Sequence),
    /// Join several sequences
    Join(Sequence),
    /// Print a slidysim link that replays these moves from the board that they solve
    Link(SolvingSequence),
    /// Print the board that these moves solve
    Start(SolvingSequence),
}

/// Moves that end at the goal.
#[derive(Debug, Args)]
pub struct SolvingSequence {
    /// The puzzle: 3x3, 2x5, torus-3x3, oshidori-kinds-6, …
    #[arg(value_parser = puzzle(), hide_possible_values = true)]
    pub space: String,
    #[command(flatten)]
    pub target: TargetArgs,
    #[command(flatten)]
    pub sequence: Sequence,
}

/// Moves, and the state from which they are made.
#[derive(Debug, Args)]
pub struct AppliedSequence {
    /// The puzzle: 3x3, 2x5, torus-3x3, oshidori-kinds-6, …
    #[arg(value_parser = puzzle(), hide_possible_values = true)]
    pub space: String,
    #[command(flatten)]
    pub target: TargetArgs,
    /// The moves, as one argument, written as for `review`; - reads them from standard input
    #[arg(value_name = "MOVES", allow_negative_numbers = true)]
    pub made: String,
    /// The state from which they are made [default: the goal]
    pub state: Vec<String>,
    /// Whether directions that are read are those of tiles or of the blank
    #[arg(long, value_name = "STYLE", value_parser = notation(), default_value = "letters")]
    pub moves: Notation,
}
