//! The arguments of `moves`.

use clap::{Args, Subcommand};
use tilebase::Notation;

use super::{shared::QuestionArgs, values::notation};

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
    /// Remove moves that cancel each other
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
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub sequence: Sequence,
}

/// Moves, and the state from which they are made.
#[derive(Debug, Args)]
pub struct AppliedSequence {
    #[command(flatten)]
    pub question: QuestionArgs,
    /// The moves, as one argument, written as for `review`; - reads them from standard input
    #[arg(value_name = "MOVES", allow_negative_numbers = true)]
    pub made: String,
    /// The state from which they are made [default: the goal]
    pub state: Vec<String>,
    /// Whether directions that are read are those of tiles or of the blank
    #[arg(long, value_name = "STYLE", value_parser = notation(), default_value = "letters")]
    pub moves: Notation,
}
