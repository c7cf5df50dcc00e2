//! Arguments of states as records: problems of planners, and lines of JSON with all that is known.

use clap::{Args, ValueEnum};

use super::{DomainOption, Format, OneState};

/// What is written of a state for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StateRecord {
    /// A problem in PDDL
    Pddl,
    /// A problem in SAS+
    Sas,
    /// An object of JSON with the distance, all optimal moves and a solution
    Jsonl,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub state: OneState,
    /// Write the state for other programs instead
    #[arg(long, value_enum, conflicts_with = "json")]
    pub format: Option<StateRecord>,
    #[command(flatten)]
    pub domain: DomainOption,
}

impl Format {
    /// Returns the record that is meant, if one is.
    pub fn record(self) -> Option<StateRecord> {
        match self {
            Self::Grid | Self::Line | Self::Contest | Self::Slashes | Self::Moves => None,
            Self::Pddl => Some(StateRecord::Pddl),
            Self::Sas => Some(StateRecord::Sas),
            Self::Jsonl => Some(StateRecord::Jsonl),
        }
    }
}
