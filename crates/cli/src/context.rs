//! The context of every command: the tables, the options and the output.

use std::{
    env,
    io::Write,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use serde::Serialize;
use tilebase::{
    Build, CellGraph, Error, Groups, Library, Puzzle, Solver, data_folder,
    oshidori::Turn,
    programs::{BYTES_OF_A_THREAD, MOST_THREADS, available_memory, puzzle_by_rules},
    units::ByteSize,
};

use crate::{
    Failure, Outcome, Result,
    args::{
        Cli, Format, HeuristicOptions, Improving, LimitOptions, OneState, QuestionArgs, TargetArgs,
        values::name,
    },
    commands::states::transposed_goal,
    input, interrupt, json, meant,
    progress::ProgressDisplay,
};

/// The tables and settings that the common options name.
pub struct Context {
    pub library: Library,
    pub folder: PathBuf,
    pub json: bool,
    /// Whether answers have the statistics of searches.
    pub stats: bool,
    /// The heuristic of searches, if it is named.
    pub heuristic: Option<String>,
    pub progress: Arc<ProgressDisplay>,
}

impl Context {
    pub fn new(cli: &Cli) -> Result<Self> {
        let (common, several) = (&cli.common, &cli.several);
        start_threads(common.threads)?;
        let folder = common.data.clone().unwrap_or_else(default_folder);
        let progress = Arc::new(ProgressDisplay::new(common.quiet));
        let display = Arc::clone(&progress);
        let missing = if several.no_build { Build::Never } else { Build::default() };
        Ok(Self {
            library: Library::in_folder(&folder)
                .with_builds(missing)
                .with_callback(move |event| display.report(event))
                .with_stop(interrupt::flag()),
            folder,
            json: common.json,
            stats: several.stats,
            heuristic: several.heuristic.clone(),
            progress,
        })
    }

    /// Runs work of the library that may take long. It shows progress, and stops on Ctrl-C. After
    /// that, no more work begins.
    pub fn work<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T> {
        interrupt::check()?;
        let under_way = interrupt::Stoppable::begin();
        let result = work();
        drop(under_way);
        self.progress.clear();
        Ok(result?)
    }

    /// Returns the solver of the question that the arguments name.
    pub fn solver(&self, question: &QuestionArgs, search: SearchArgs<'_>) -> Result<Solver> {
        self.solver_of(&question.space, &question.target, search)
    }

    /// Returns the solver of a puzzle, with the goal, metric, rules and stage of the arguments. It
    /// has opened nothing yet.
    pub fn solver_of(
        &self,
        space: &str,
        target: &TargetArgs,
        search: SearchArgs<'_>,
    ) -> Result<Solver> {
        let rules = &target.rules;
        let turn = rules.turn.as_deref().and_then(Turn::named);
        let found = match &target.cells {
            Some(file) => Some(graph_in(file, space)?),
            None => input::file_of_puzzle(space)
                .map(input::puzzle_of)
                .transpose()?,
        };
        let space = found.as_deref().unwrap_or(space);
        let puzzle = puzzle_by_rules(space, rules.block, rules.holes, rules.unlike, turn)?;
        let puzzle = match (puzzle, target.blanks) {
            (puzzle, None) => puzzle,
            (Puzzle::Graph(graph), Some(blanks)) => graph
                .with_blanks(blanks)
                .map_err(|error| Failure::input(error.to_string()))?
                .into(),
            (puzzle, Some(_)) => Err(Error::Option {
                option: "the number of blanks",
                only: "graphs",
                puzzle,
            })?,
        };
        let solver = self.library.solver(puzzle);
        let goal = target.goal.as_deref().map(input::goal).transpose()?;
        let mut solver = solver
            .with_goal(goal.as_deref())?
            .with_metric(target.metric)?;
        if target.transpose {
            solver = transposed_goal(solver, goal.as_deref())?;
        }
        if let Some(tiles) = &target.stage {
            solver = solver.with_stage(tiles)?;
        }
        let (heuristic, improving, limits) = match search {
            SearchArgs::None => (None, None, None),
            SearchArgs::Heuristic(heuristic) => (Some(heuristic), None, None),
            SearchArgs::Improving(improving) => (Some(&improving.heuristic), Some(improving), None),
            SearchArgs::Limits(limits) => {
                let improving = &limits.improving;
                (Some(&improving.heuristic), Some(improving), Some(limits))
            }
        };
        if let Some(options) = heuristic {
            let groups = options.partition.as_deref().map(groups).transpose()?;
            solver = solver
                .with_partition(groups)
                .with_memory_limit(options.memory);
            if let Some(name) = &self.heuristic {
                solver = solver.with_heuristic(name);
            }
        }
        if let Some(options) = improving {
            solver = solver.with_time(options.time).with_width(options.width);
            solver = solver.with_seed(options.seed);
        }
        if let Some(options) = limits {
            solver = solver.with_whole_tree(options.whole_tree);
            if options.bounds {
                solver = solver.with_bounds();
            }
            if let Some(file) = &options.resume {
                solver = solver.with_saved_search(file);
            }
        }
        Ok(solver)
    }

    /// Prints an answer, whole.
    pub fn print(&self, text: &str) -> Result<()> {
        if text.ends_with('\n') || text.is_empty() {
            self.print_part(text)
        } else {
            self.print_part(&format!("{text}\n"))
        }
    }

    /// Prints an answer: as an object with `--json`, else as text for people.
    pub fn answer(
        &self,
        object: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<Outcome> {
        self.print(&if self.json { json::text(object) } else { text() })?;
        Ok(Outcome::Done)
    }

    /// Returns the format of states in text, which is of no account beside `--json`: then a note
    /// says so, or an error, if the format is one for programs, too.
    pub fn format(&self, given: Option<Format>) -> Result<Format> {
        let Some(format) = given.filter(|_| self.json) else {
            return Ok(given.unwrap_or(Format::Grid));
        };
        let format_name = name(format);
        if format.record().is_some() {
            return Err(Failure::input(format!(
                "--json and --format {format_name} are two forms of the answer: choose one"
            )));
        }
        self.note(&format!(
            "--format {format_name} is about text: with --json, states are lists of cells"
        ));
        Ok(Format::Grid)
    }

    /// Prints a part of an answer, so that it can be read at once.
    pub fn print_part(&self, text: &str) -> Result<()> {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// Prints a note about the work on standard error, unless the user asked for quiet.
    pub fn note(&self, text: &str) {
        self.progress.note(text);
    }
}

/// Returns the folder of the tables: the one that `TILEBASE_DATA` names, or else `data` in the
/// working folder if it has tables, or else the folder of the user's data.
fn default_folder() -> PathBuf {
    if let Some(folder) = env::var_os("TILEBASE_DATA").filter(|folder| !folder.is_empty()) {
        return folder.into();
    }
    let here = Path::new("data");
    let tables = Library::in_folder(here).tables();
    if tables.is_ok_and(|tables| !tables.is_empty()) {
        here.to_owned()
    } else {
        data_folder()
    }
}

/// Starts the threads that share the work: as many as are asked for, by the option or by the
/// variable of all programs that use rayon, or as there are processors.
fn start_threads(requested: Option<NonZeroUsize>) -> Result<()> {
    let variable = || env::var("RAYON_NUM_THREADS").ok()?.parse().ok();
    let requested = requested.or_else(variable).map(NonZeroUsize::get);
    let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = requested.map_or_else(processors, |requested| requested.min(MOST_THREADS));
    // Without this check a thread that has started may be refused memory, which ends the process.
    let needed = threads as u64 * BYTES_OF_A_THREAD;
    let pool = match available_memory() {
        Some(available) if available < needed => Err(format!(
            "{threads} take {}, but only {} is available",
            ByteSize(needed),
            ByteSize(available)
        )),
        _ => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .map_err(|error| error.to_string()),
    };
    pool.map_err(|error| {
        Failure::Table(format!(
            "cannot start threads: {error}: raise this process's limits, or ask for fewer with \
            --threads"
        ))
    })
}

/// The options of a command for its searches. Each includes those before it.
#[derive(Clone, Copy)]
pub enum SearchArgs<'a> {
    None,
    Heuristic(&'a HeuristicOptions),
    Improving(&'a Improving),
    Limits(&'a LimitOptions),
}

/// Returns the name of the graph in a file, for which this word stands in place of a puzzle.
fn graph_in(file: &Path, word: &str) -> Result<String> {
    if word != meant::GRAPH {
        return Err(Failure::input(format!(
            "`{word}` is one word too many: with --cells, no puzzle is named"
        )));
    }
    let graph = CellGraph::read(&input::text(file)?);
    let graph = graph.map_err(|error| Failure::input(format!("{}: {error}", input::name(file))))?;
    Ok(graph.to_string())
}

/// Reads groups of tiles, or the file that has them.
fn groups(given: &str) -> Result<Groups> {
    let file = Path::new(given);
    let text = if file.exists() { input::text(file)? } else { given.to_owned() };
    Ok(text.parse()?)
}

impl OneState {
    /// Returns the file of the states, if a command answers for many; `-` is standard input.
    pub fn stream(&self) -> Option<&Path> {
        match (&self.file, &self.pairs, &self.state[..]) {
            (Some(file), ..) | (None, Some(file), _) => Some(file),
            (None, None, [word]) if word == "-" => Some(Path::new(word)),
            (None, None, []) => input::file_of_puzzle(&self.question.space),
            _ => None,
        }
    }

    /// Refuses many states for an option or a command.
    pub fn refuse_stream(&self, what: &str) -> Result<()> {
        match self.stream() {
            Some(_) => Err(Failure::input(format!(
                "{what} is for one state, not for a stream of them"
            ))),
            None => Ok(()),
        }
    }
}
