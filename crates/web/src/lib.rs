//! Tilebase as WebAssembly: one function from text to text.
//!
//! A [`Session`] answers questions that are JSON objects with JSON objects, those that the program
//! prints with `--json`. Tables and pattern databases are built in memory when a question needs
//! them. Nothing here knows of a browser, so that all of it is tested natively; `host` (compiled
//! for WebAssembly alone) exports it.
//!
//! ```
//! let mut session = tilebase_web::Session::new(|_| ());
//! let answer = session.ask(r#"{"do":"distance","space":"3x3","state":"867254301"}"#);
//! assert!(answer.contains(r#""distance":31"#));
//! ```

#[cfg(target_family = "wasm")]
mod host;
mod question;
mod shelf;
#[cfg(all(target_family = "wasm", feature = "without-pthreads"))]
mod threads;

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use tilebase::{Answer, AnySolver, Error, Notation, Position, State, seeded, sliding::Metric};

use question::{Question, Subject};
use shelf::Shelf;

/// The states that a list has unless a question asks for more or fewer.
const LISTED: usize = 1000;

/// What can be asked.
const TASKS: &str = "prepare, distance, solve, hint, review, check, depths, hardest, at or random";

/// Why there is no answer: the question or the library says it.
type Failure = Box<dyn std::error::Error>;

/// Answers questions, and keeps the tables that they need.
pub struct Session {
    shelf: Shelf,
    /// The last solution: hints of its state cost less.
    solved: Option<(Subject, Answer<State>)>,
}

impl Session {
    /// Returns a session without tables. `report` is told how far long work has come, as JSON
    /// objects: a level of a table (`"report":"level"` with `distance`, `reached` and `total`, in
    /// states), or what a search has proven (`"report":"search"` with `lower` and `upper`, in
    /// moves, and `generated`).
    pub fn new(report: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self {
            shelf: Shelf::new(Arc::new(report)),
            solved: None,
        }
    }

    /// Answers a question, an object with the keys
    ///
    /// - `do`: `prepare`, `distance`, `solve`, `hint`, `review`, `check`, `depths`, `hardest`, `at`
    ///   or `random`;
    /// - `space`: the puzzle's name; `goal`, if it is not the usual one; `metric`, `single` or
    ///   `multi`: what counts as one move;
    /// - `state`: text or an array of cells (`distance`, `solve`, `hint`, `review`, `check`);
    /// - `moves`: text (`review`); `count`: whether to count the shortest solutions (`solve`,
    ///   `hint`);
    /// - `distance` (`at`, `random`), `limit` (`hardest`, `at`), `n` and `seed` (`at`, `random`);
    /// - `seconds`: the time after which a search of a row ends with bounds.
    ///
    /// The answer is the object of the program's `--json`, or `{"error": …}`.
    pub fn ask(&mut self, question: &str) -> String {
        let answer = serde_json::from_str(question)
            .map_err(|error| format!("the question: {error}").into())
            .and_then(|question| self.answer(question));
        answer
            .unwrap_or_else(|error| json!({ "error": error.to_string() }))
            .to_string()
    }

    fn answer(&mut self, question: Question) -> Result<Value, Failure> {
        let subject = question.subject()?;
        let solver = self.shelf.solver(&subject)?;
        Ok(match question.task.as_str() {
            "prepare" => prepare(solver)?,
            "distance" => value(&solver.distance(&question.state()?)?),
            "solve" => {
                let state = question.state()?;
                let answer = solver.solve(&state)?;
                let written = value(&answer);
                self.solved = Some((subject, answer));
                counted(solver, written, question.count.then_some(&state))?
            }
            "hint" => {
                let state = question.state()?;
                let cells = solver.state(&state)?;
                let hints = match &self.solved {
                    Some((of, answer)) if *of == subject && answer.state == cells => {
                        solver.hints_after(answer)?
                    }
                    _ => solver.hints(cells)?,
                };
                counted(solver, value(&hints), question.count.then_some(&state))?
            }
            "review" => {
                let (state, moves) = (question.state()?, question.moves()?);
                value(&solver.review(&state, moves, Notation::Tile)?)
            }
            "check" => value(&solver.check(&question.state()?)?),
            "depths" => value(&solver.depths()?),
            "hardest" => {
                let states = solver.hardest(question.limit.unwrap_or(LISTED))?;
                level(solver, None, &states)?
            }
            "at" => {
                let (distance, limit) = (question.distance()?, question.limit.unwrap_or(LISTED));
                let states = match question.seed {
                    None => solver.at(distance, limit)?,
                    Some(seed) => solver.distinct_at(distance, limit, &mut seeded(seed))?,
                };
                level(solver, Some(distance), &states)?
            }
            "random" => random(solver, &question)?,
            other => {
                return Err(format!("the question: nothing is called `{other}`: {TASKS}").into());
            }
        })
    }
}

/// Opens what answers, and says what that is.
fn prepare(solver: &AnySolver) -> Result<Value, Error> {
    solver.prepare()?;
    let mut answer = about(solver);
    match solver.depths() {
        Ok(depths) => {
            answer["method"] = json!("table");
            answer["states"] = json!(depths.states);
            answer["eccentricity"] = json!(depths.eccentricity);
            answer["counts"] = json!(depths.counts);
        }
        Err(Error::NoTable { .. } | Error::NotTabulable { .. }) => {
            answer["method"] = json!("search");
        }
        Err(error) => return Err(error),
    }
    Ok(answer)
}

/// Returns an answer that says what it is about.
fn about(solver: &AnySolver) -> Value {
    let mut answer = json!({ "space": solver.puzzle().to_string() });
    let metric = solver.metric_asked();
    if metric != Metric::Single {
        answer["metric"] = json!(metric.to_string());
    }
    answer
}

/// Adds the number of shortest solutions to an answer, if it is asked for and there is one.
fn counted(
    solver: &AnySolver,
    mut answer: Value,
    of: Option<&question::Cells>,
) -> Result<Value, Error> {
    if let Some(state) = of.filter(|_| answer["distance"].is_u64()) {
        let count = solver.solutions(state, 0)?.count;
        // JavaScript's numbers are exact up to 2⁵³; so many is as good as more.
        answer["optimal_solutions"] = json!(u64::try_from(count).unwrap_or(u64::MAX));
    }
    Ok(answer)
}

/// States at a distance, or at the greatest one.
fn level(solver: &AnySolver, distance: Option<u32>, states: &[State]) -> Result<Value, Error> {
    let depths = solver.depths()?;
    let distance = distance.unwrap_or(depths.eccentricity);
    let states: Vec<Vec<u8>> = states.iter().map(Position::cells).collect();
    let mut answer = about(solver);
    answer["distance"] = json!(distance);
    answer["count"] = json!(depths.counts.get(distance as usize).unwrap_or(&0));
    answer["states"] = json!(states);
    Ok(answer)
}

fn random(solver: &AnySolver, question: &Question) -> Result<Value, Error> {
    let mut rng = seeded(question.seed.unwrap_or_default());
    let n = question.n.unwrap_or(1);
    let distance = question.distance;
    let states = match distance {
        None => solver.random(n, &mut rng),
        Some(distance) => solver.random_at(distance, n, &mut rng)?,
    };
    let object = |state: &State| {
        let mut object = about(solver);
        object["state"] = json!(state.cells());
        if let Some(distance) = distance {
            object["distance"] = json!(distance);
        }
        object
    };
    Ok(json!({ "states": states.iter().map(object).collect::<Vec<_>>() }))
}

/// Writes an answer. The library's answers have text keys and numbers alone, which JSON can always
/// write.
fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or(Value::Null)
}
