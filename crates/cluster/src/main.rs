//! Builds a table by several processes, on one machine or on many. See `docs/CLUSTER.md`.

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
/// All processes are started by the same command, except for the number. Peers are authenticated
/// when they connect, but the traffic is neither encrypted nor protected: use a private network,
/// WireGuard or ssh -L.
///
/// Exit codes: 0 built; 2 invalid input or usage; 3 a peer is gone, a file is damaged, memory does
/// not suffice, or the disk failed; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "tilebase-cluster", version, max_term_width = 100)]
struct ClusterCli {
    #[command(subcommand)]
    command: ClusterCommand,
}

#[derive(Debug, Subcommand)]
enum ClusterCommand {
    /// Build the table of a board
    Build(ClusterBuildArgs),
}

/// The table, the processes and the limits of a build.
#[derive(Debug, Args)]
pub struct ClusterBuildArgs {
    /// The board: 2x6, 3x4 or larger, up to 4x4 and 2x8
    pub space: String,
    /// The goal [default: 1 2 3 … 0]
    #[arg(long, value_name = "STATE")]
    pub goal: Option<String>,
    /// File of the processes, one address per line: host:port or unix:/path [default: this process
    /// alone]
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// The number of this process: its line in the hosts file, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<usize>,
    /// The folder of the table, or of its parts if the processes have no common folder
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// Keep the search in files in this folder. The same command continues a build that was stopped
    /// or killed, with any number of processes
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
    /// Memory limit of a build with --scratch, such as 1GiB [default: half of the free memory, at
    /// most 4GiB]
    #[arg(long, value_name = "SIZE", requires = "scratch")]
    pub scratch_memory: Option<ByteSize>,
    /// Number of digits by which the board is cut into shards [default: the fewest that give every
    /// process two]
    #[arg(long, value_name = "N")]
    pub digits: Option<usize>,
    /// File of at least 32 random bytes, which only the processes know; needed if they are on
    /// several machines
    #[arg(long, value_name = "FILE")]
    pub secret: Option<PathBuf>,
    /// Give up after this many seconds without a message from the others [default: ten times the
    /// slowest level, at least 600]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub stall: Option<Duration>,
    /// Time to wait for the other processes to connect
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "60")]
    pub patience: Duration,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Print only errors
    #[arg(long, short)]
    pub quiet: bool,
}

fn main() {
    let ClusterCommand::Build(args) = ClusterCli::parse().command;
    build::run(args);
}
