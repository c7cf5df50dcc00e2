//! The puzzles that are open, with their tables.

use std::{sync::Arc, time::Duration};

use serde::Serialize;
use tilebase::{
    Event, Library, ModelError, Models, PairModel, Puzzle, Solver,
    sliding::{Metric, Shape},
};

use crate::question::{BoxedError, QuestionSubject};

type ReportCallback = Arc<dyn Fn(&str) + Send + Sync>;

/// The most bytes that the pattern databases of a board take together: enough for those of the
/// 15-puzzle that are built in half a second and solve a random board in some hundredths.
const PATTERNS: u64 = 16 << 20;

/// The most bytes that beams take: enough for a hundred thousand boards of a 24-puzzle, with the
/// paths to them.
const BEAMS: u64 = 128 << 20;

/// The boards that have models, the smallest first.
const MODELS: [&str; 6] = ["4x4", "5x5", "3x10", "2x15", "6x6", "7x7"];

/// The last square of boards larger than all models, which is solved with a model.
const LEFT_AT_LAST: &str = "5x5";

/// A puzzle with more states than this has large tables, of which only those of one puzzle and
/// metric are kept: a browser's tab has little memory, and they are built again in a second.
const LARGE: u64 = 20_000_000;

/// The number of combinations of puzzle, metric, goal and time that are kept open.
const SOLVERS: usize = 32;

/// The puzzle and the metric of tables.
type Tables = (Puzzle, Metric);

/// Puzzles by metric, each with a library of its own, so that one can be closed.
pub(crate) struct SolverCache {
    report: ReportCallback,
    models: Arc<Models>,
    libraries: Vec<(Tables, Library)>,
    solvers: Vec<(QuestionSubject, Solver)>,
}

impl SolverCache {
    pub(crate) fn new(report: ReportCallback) -> Self {
        Self {
            report,
            models: Arc::default(),
            libraries: Vec::new(),
            solvers: Vec::new(),
        }
    }

    /// Adds a model for beams. Returns the shape of its boards.
    pub(crate) fn add_model(&mut self, file: &[u8]) -> Result<Shape, ModelError> {
        let model = PairModel::from_bytes(file)?;
        let shape = model.shape();
        self.models = Arc::new(self.models.with(model));
        for (_, library) in &mut self.libraries {
            *library = library.clone().with_models(Arc::clone(&self.models));
        }
        // They take the model when they are opened again. Tables stay.
        self.solvers.clear();
        Ok(shape)
    }

    /// Returns the boards of the missing model that solutions of a puzzle need. For boards larger
    /// than all models, it is the model of the last square.
    pub(crate) fn missing_model(&self, puzzle: Puzzle) -> Option<&'static str> {
        let Puzzle::Sliding(shape) = puzzle else {
            return None;
        };
        let fits = |model: &&str| model.parse().is_ok_and(|model| shape.fits_into(model));
        let model = MODELS.into_iter().find(fits).unwrap_or(LEFT_AT_LAST);
        let is_there = model.parse().is_ok_and(|model| self.models.serve(model));
        (!is_there).then_some(model)
    }

    /// Returns the solver of a subject. It builds tables only when it is asked.
    pub(crate) fn solver(&mut self, subject: &QuestionSubject) -> Result<&Solver, BoxedError> {
        let found = self.solvers.iter().position(|(its, _)| its == subject);
        let place = match found {
            Some(place) => place,
            None => {
                let solver = self.open(subject)?;
                if self.solvers.len() == SOLVERS {
                    self.solvers.remove(0);
                }
                self.solvers.push((subject.clone(), solver));
                self.solvers.len() - 1
            }
        };
        Ok(&self.solvers[place].1)
    }

    fn open(&mut self, subject: &QuestionSubject) -> Result<Solver, BoxedError> {
        let puzzle = subject.puzzle;
        let tables = (puzzle, subject.metric);
        if is_large(puzzle) {
            let stays = |other: Tables| other == tables || !is_large(other.0);
            self.libraries.retain(|&(other, _)| stays(other));
            self.solvers
                .retain(|(_, solver)| stays((solver.puzzle(), solver.metric())));
        }
        // A time that is too long for a clock is not a limit.
        let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let mut solver = self
            .library(tables)
            .solver(puzzle)
            .with_metric(subject.metric)?
            .with_width(subject.width)
            .with_memory(if subject.wants_proof() { PATTERNS } else { BEAMS })
            .with_time(subject.seconds.map(time));
        if subject.best {
            solver = solver.with_best_known();
        }
        Ok(solver.with_goal(subject.goal.as_deref())?)
    }

    fn library(&mut self, tables: Tables) -> Library {
        let known = self.libraries.iter().find(|(its, _)| *its == tables);
        if let Some((_, library)) = known {
            return library.clone();
        }
        let report = Arc::clone(&self.report);
        let library = Library::in_memory().with_callback(move |event| {
            if let Some(text) = describe(event) {
                report(&text);
            }
        });
        let library = library.with_models(Arc::clone(&self.models));
        self.libraries.push((tables, library.clone()));
        library
    }
}

fn is_large(puzzle: Puzzle) -> bool {
    // Puzzles with so many states that no browser holds a table of theirs are searched.
    let states = puzzle.states();
    states.is_some_and(|states| states > LARGE && u32::try_from(states).is_ok())
}

/// A report on long work, as JSON has it.
#[derive(Serialize)]
#[serde(tag = "report", rename_all = "lowercase")]
enum Report {
    Level {
        distance: u32,
        reached: u64,
        total: u64,
    },
    Search {
        lower: u32,
        upper: Option<u32>,
        generated: u64,
        seconds: f64,
    },
}

fn describe(event: &Event<'_>) -> Option<String> {
    let report = match event {
        Event::Level { level, .. } => Report::Level {
            distance: level.depth,
            reached: level.reached,
            total: level.total,
        },
        Event::Searching(search) => Report::Search {
            lower: search.bounds.lower,
            upper: search.bounds.upper,
            generated: search.generated,
            seconds: search.seconds,
        },
        _ => return None,
    };
    serde_json::to_string(&report).ok()
}
