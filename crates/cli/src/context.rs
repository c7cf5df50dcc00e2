//! What every command is given: where tables are, and how to answer.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use tilebase_core::Puzzle;

use crate::{
    args::{Common, Limits, Metric, OneState, Question},
    engine::Residence,
    failure::Failure,
    state::{Goal, State},
    store::Store,
};

/// The common options, put to use.
pub struct Context {
    pub store: Store,
    pub json: bool,
    pub quiet: bool,
    pub stats: bool,
    pub heuristic: Option<String>,
    /// Tiles of the pattern databases, or a file that names them.
    pub partition: Option<String>,
    /// Bytes that pattern databases may take.
    pub memory: Option<u64>,
}

/// A puzzle with a goal.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub space: Puzzle,
    pub goal: Goal,
}

impl Context {
    pub fn new(common: &Common) -> Result<Self, Failure> {
        if let Some(threads) = common.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads.get())
                .build_global()
                .map_err(|error| {
                    Failure::input(format!("cannot start {threads} threads: {error}"))
                })?;
        }
        if common.metric == Metric::Multi {
            return Err(Failure::input(
                "--metric multi is not supported: all distances here count single tiles (--metric single)",
            ));
        }
        Ok(Self {
            store: Store {
                folder: common.data.clone().unwrap_or_else(default_folder),
                may_build: !common.no_build,
                quiet: common.quiet,
            },
            json: common.json,
            quiet: common.quiet,
            stats: common.stats,
            heuristic: common.heuristic.clone(),
            partition: common.partition.clone(),
            memory: common.memory,
        })
    }

    /// Prints an answer, whole.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        match text.ends_with('\n') || text.is_empty() {
            true => self.print_part(text),
            false => self.print_part(&format!("{text}\n")),
        }
    }

    /// Prints a part of an answer, so that it can be read at once.
    pub fn print_part(&self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// Says something about the work on standard error, unless it shall be quiet.
    pub fn note(&self, text: &str) {
        note(self.quiet, text);
    }
}

/// As [`Context::note`], where only that is known.
pub fn note(quiet: bool, text: &str) {
    if !quiet {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// A clone of the project keeps its tables in `data`; elsewhere they go where the user's data goes.
fn default_folder() -> PathBuf {
    let here = Path::new("data");
    let home = || Some(Path::new(&std::env::var_os("HOME")?).join(".local/share"));
    let shared = || {
        std::env::var_os("XDG_DATA_HOME")
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
    };
    if here.is_dir() {
        return here.to_owned();
    }
    shared()
        .or_else(home)
        .map_or_else(|| here.to_owned(), |folder| folder.join("tilebase"))
}

/// The puzzle a name and the width of a block mean.
pub fn space(name: &str, block: usize) -> Result<Puzzle, Failure> {
    Ok(match name.parse()? {
        Puzzle::Oshidori(puzzle) => Puzzle::Oshidori(puzzle.with_block(block)?),
        Puzzle::Sliding(_) if block != 2 => {
            return Err(Failure::input(format!(
                "--block is for rows of stones, not for the board {name}"
            )));
        }
        board => board,
    })
}

impl Question {
    /// The puzzle and goal that the arguments name.
    pub fn asked(&self) -> Result<Asked, Failure> {
        let space = space(&self.space, self.block)?;
        let goal = Goal::parse(space, self.goal.as_deref())
            .map_err(|error| Failure::input(format!("--goal: {error}")))?;
        Ok(Asked { space, goal })
    }
}

/// What a command is to answer for.
pub enum States {
    One(State),
    /// One a line from standard input.
    Stream,
}

impl States {
    /// Copying pattern databases to memory pays for many states, not for one.
    pub fn residence(&self) -> Residence {
        match self {
            Self::One(_) => Residence::Mapped,
            Self::Stream => Residence::Memory,
        }
    }
}

impl OneState {
    /// Refuses a stream where one search is saved in one file.
    pub fn one_for(&self, limits: &Limits) -> Result<(), Failure> {
        match (&self.state[..], &limits.resume) {
            ([word], Some(_)) if word == "-" => Err(Failure::input(
                "--resume is for one state, not for a stream of them",
            )),
            _ => Ok(()),
        }
    }

    pub fn states(&self, space: Puzzle) -> Result<States, Failure> {
        match (&self.state[..], space) {
            ([word], _) if word == "-" => Ok(States::Stream),
            ([], Puzzle::Oshidori(puzzle)) => Ok(States::One(State::Row(
                tilebase_core::oshidori::Row::start(puzzle),
            ))),
            (words, _) => Ok(States::One(State::parse(space, &words.join(" "))?)),
        }
    }
}
