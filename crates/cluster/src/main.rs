//! Builds a table on several machines together. See `docs/CLUSTER.md`.

mod build;
mod exchange;
mod failure;
mod hello;
mod hosts;
mod wire;

use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand};
use tilebase::units::{ByteSize, parse_seconds};

/// Builds tables of sliding boards by several processes, on one machine or on many.
///
/// Each process is started by the same command except for its number. The peers are authenticated
/// when they connect; what follows is neither encrypted nor protected: use a private network,
/// WireGuard or ssh -L.
///
/// Exit codes: 0 built; 2 bad input or usage; 3 a peer is gone, a file is damaged, or the disk
/// failed; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "tilebase-cluster", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the table of a board
    Build(Build),
}

/// Which table, by whom, and how.
#[derive(Debug, Args)]
pub struct Build {
    /// The board: 2x6, 3x4 or larger, up to 4x4 and 2x8
    pub space: String,
    /// The goal [default: 1 2 3 … 0]
    #[arg(long, value_name = "STATE")]
    pub goal: Option<String>,
    /// The processes: an address per line, host:port or unix:/path [default: this one alone]
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// Which line of the hosts file this process is, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<usize>,
    /// Where the table goes; the parts of it, where the processes have no common folder
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// Keep the search in files of this folder: the same command goes on with a build that was
    /// stopped or killed, and any other number of processes does
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
    /// Memory for the shards that are worked on, such as 4GiB, with --scratch [default: half of
    /// what is free, up to 4 GiB]
    #[arg(long, value_name = "SIZE", requires = "scratch")]
    pub scratch_memory: Option<ByteSize>,
    /// By how many digits the board is cut into shards [default: as few as give every process two]
    #[arg(long, value_name = "N")]
    pub digits: Option<usize>,
    /// A file of 32 random bytes or more that all processes have and nobody else: needed where they
    /// are on several machines
    #[arg(long, value_name = "FILE")]
    pub secret: Option<PathBuf>,
    /// Give up when nothing is heard of the others for so long [default: ten times the slowest
    /// level, ten minutes at the least]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub stall: Option<Duration>,
    /// How long to wait for the others to come
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "60")]
    pub patience: Duration,
    /// Threads to work on [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Say nothing but errors
    #[arg(long, short)]
    pub quiet: bool,
}

fn main() {
    let Command::Build(args) = Cli::parse().command;
    build::run(&args);
}
