//! Tilebase as WebAssembly: one function from text to text.
//!
//! A [`Session`] takes questions as JSON objects, and answers with JSON objects that have the keys
//! of the program's `--json`. Tables and pattern databases are built in memory when a question
//! needs them. Nothing here depends on a browser, so that native tests cover it; `host`, which is
//! compiled for WebAssembly only, exports it.
//!
//! ```
//! let mut session = tilebase_web::Session::new(|_| ());
//! let answer = session.ask(r#"{"do":"distance","space":"3x3","state":"867254301"}"#);
//! assert!(answer.contains(r#""distance":31"#));
//! ```

#[cfg(target_family = "wasm")]
mod host;
mod question;
mod solver_cache;
#[cfg(all(target_family = "wasm", feature = "without-pthreads"))]
mod threads;

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use tilebase::{
    About, Answer, Bounds, Error, Game, Letters, Notation, Replay, Selection, Solver, State,
    programs::PlacedState, seeded,
};

use question::{BoxedError, LISTED, Question, QuestionSubject, brief, missing};
use solver_cache::SolverCache;

/// The questions that can be asked, for an error message.
const TASKS: &str = "prepare, distance, distances, solve, hint, review, shorten, check, \
    depths, chance, hardest, at, random, moves, start, link, replay or model";

/// The tools for sequences of moves.
const TOOLS: &str = "inverse, mirror, transpose, simplify or join";

/// Whether questions that only programs ask can be answered.
const WHOLE: bool = cfg!(feature = "whole");

/// Answers questions, and keeps the tables that they need.
pub struct Session {
    shelf: SolverCache,
    /// The last solution, which makes hints about its state cheaper.
    solved: Option<(QuestionSubject, Answer)>,
}

impl Session {
    /// Returns a session without tables. `report` is called with the progress of long work, as JSON
    /// objects: a level of a table (`"report":"level"` with `distance`, `reached` and `total`, in
    /// states), or the bounds of a search (`"report":"search"` with `lower` and `upper`, in moves,
    /// `generated` and `seconds`).
    pub fn new(report: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self {
            shelf: SolverCache::new(Arc::new(report)),
            solved: None,
        }
    }

    /// Answers a question, an object with the keys
    ///
    /// - `do`: `prepare`, `distance`, `distances`, `solve`, `hint`, `review`, `shorten`, `check`,
    ///   `depths`, `chance`, `hardest`, `at`, `random`, `moves`, `start` (of moves that lead to the
    ///   goal), `link`, `replay` or `model`: the name of the model that the puzzle's solutions need
    ///   and is missing, such as `5x5`, or `null`;
    /// - `space`: the puzzle's name; `goal`, if it is not the usual one; `metric`, `single` or
    ///   `multi`: what counts as one move;
    /// - `block`, `holes`, `unlike` and `turn` (`may` or `must`): the rules of a row of stones, if
    ///   they are not the usual ones;
    /// - `state`: text or an array of cells (`distance`, `solve`, `hint`, `review`, `shorten`,
    ///   `check`, `link`);
    /// - `moves`: text (`review`, `shorten`, `moves`, `start`, `link`); `tool`: `inverse`,
    ///   `mirror`, `transpose`, `simplify` or `join` (`moves`); `link`: the link of a replay
    ///   (`replay`); `better`: whether to add `mistakes` with better solutions (`review`); `count`:
    ///   whether to count the shortest solutions (`solve`, `hint`);
    /// - `stages`: the stages of a solution or a game, as [`Solver::stages`] reads them (`solve`,
    ///   `review`), and `endings`: the number of solutions of each that are followed (`solve`);
    ///   `stage`: the tiles that are in place (`random`);
    /// - `walk`: the number of random moves from the goal (`random`);
    /// - `distance` (`at`, `random`), `limit` (`hardest`, `at`), `n` (`random`), `seed` (`at`,
    ///   `random`); `limit` and `n` are at most a million; `n` states whose mean distance is
    ///   `below` a number (`chance`);
    /// - `states`: an array of states (`distances`);
    /// - `seconds`: the time after which a search ends with bounds, and on boards with the best
    ///   solution known;
    /// - `best`: whether to answer with the best solution that beams find in this time, without
    ///   tables; `width`: the width of a single beam, whose answer is the same on every machine
    ///   unless `seconds` end it.
    ///
    /// The answer is an object, or `{"error": …}`. Its keys are those of the program's `--json` if
    /// the program answers the same question; `random` has them in a list, `states`.
    pub fn ask(&mut self, question: &str) -> String {
        let answer = Question::read(question)
            .map_err(BoxedError::from)
            .and_then(|question| self.answer(&question));
        answer.unwrap_or_else(|error| unanswered(&*error))
    }

    /// Takes a model that guides beams, as the bytes of its file. Answers with its name,
    /// `{"model":"5x5"}`, or `{"error": …}`.
    pub fn give(&mut self, file: &[u8]) -> String {
        let given = self.shelf.give(file);
        given.map_or_else(|error| unanswered(&error), |shape| model(Some(shape)))
    }

    fn answer(&mut self, question: &Question) -> Result<String, BoxedError> {
        let task = question.needed("do")?;
        match task {
            "moves" if WHOLE => {
                let (tool, moves) = (question.needed("tool")?, question.needed("moves")?);
                let unknown = || {
                    let tool = brief(tool);
                    format!("the question: there is no tool `{tool}`: {TOOLS}")
                };
                let moves: Letters = moves.parse()?;
                return Ok(text(&moves.changed(tool).ok_or_else(unknown)?));
            }
            "replay" if WHOLE => {
                let replay: Replay = question.needed("link")?.parse()?;
                return Ok(text(&ReplayedGame {
                    space: replay.start.puzzle().to_string(),
                    state: replay.start.cells(),
                    moves: replay.moves.to_string(),
                    times: &replay.times,
                }));
            }
            _ => {}
        }
        let unknown = || format!("the question: there is no task `{}`: {TASKS}", brief(task));
        // Before anything else is asked for.
        if !TASKS.split([',', ' ']).any(|name| name == task) {
            return Err(unknown().into());
        }
        let subject = question.subject()?;
        if task == "model" {
            return Ok(model(self.shelf.missing_model(subject.puzzle)));
        }
        let solver = self.shelf.solver(&subject)?;
        Ok(match task {
            "prepare" => prepare(solver, subject.wants_proof())?,
            "distances" => distances(solver, question)?,
            "distance" => text(&solver.distance(&question.state(solver)?)?),
            "solve" => {
                let state = question.state(solver)?;
                if let Some((stages, endings)) = question.stages("count")? {
                    let stages = solver.stages(stages)?;
                    return Ok(text(&solver.solve_stages(&state, &stages, endings)?));
                }
                let answer = solver.solve(&state)?;
                let count = question.flag("count")? && is_known(answer.bounds);
                let written = counted(solver, &answer, count.then_some(&answer.state))?;
                self.solved = Some((subject, answer));
                written
            }
            "hint" => {
                let state = question.state(solver)?;
                let hints = match &self.solved {
                    Some((of, answer)) if *of == subject && answer.state == state => {
                        solver.hints_after(answer)?
                    }
                    _ => solver.hints(&state)?,
                };
                let count = question.flag("count")? && is_known(hints.bounds);
                counted(solver, &hints, count.then_some(&state))?
            }
            "review" => graded(solver, question)?,
            "shorten" | "start" | "link" if WHOLE => about_game(solver, task, question)?,
            "check" => text(&solver.check(&question.state(solver)?)?),
            "depths" => text(&solver.depths()?),
            "chance" if WHOLE => chance(solver, question)?,
            "hardest" => {
                let states = solver.hardest(limit(question)?)?;
                level(solver, None, &states)?
            }
            "at" => {
                let distance = question.number("distance")?;
                let distance = distance.ok_or_else(|| missing("distance"))?;
                let limit = limit(question)?;
                let states = match question.number("seed")? {
                    None => solver.at(distance, limit)?,
                    Some(seed) => {
                        solver
                            .draw(limit, Selection::Distinct(distance), &mut seeded(seed))?
                            .states
                    }
                };
                level(solver, Some(distance), &states)?
            }
            "random" => random(solver, question)?,
            _ => return Err(unknown().into()),
        })
    }
}

/// Answers with the chance that the mean distance of random states is low.
fn chance(solver: &Solver, question: &Question) -> Result<String, BoxedError> {
    let below = question.decimal("below")?;
    let below = below.ok_or_else(|| missing("below"))?;
    let n = question.number("n")?.unwrap_or(1);
    Ok(text(&solver.depths()?.chance_of_mean(n, below)?))
}

/// Returns the most states of a list.
fn limit(question: &Question) -> Result<usize, String> {
    Ok(question.number("limit")?.unwrap_or(LISTED))
}

/// Returns the game asked about.
fn played(solver: &Solver, question: &Question) -> Result<Game, BoxedError> {
    let state = question.state(solver)?;
    Ok(solver.game(&state, question.needed("moves")?, Notation::Tile)?)
}

/// Grades a game.
fn graded(solver: &Solver, question: &Question) -> Result<String, BoxedError> {
    let game = played(solver, question)?;
    let Some((stages, _)) = question.stages("better")? else {
        let better = question.flag("better")?;
        return Ok(text(&solver.grade(&game, better)?));
    };
    let stages = solver.stages(stages)?;
    Ok(text(&solver.review_stages(&game, &stages)?))
}

/// Answers another question about a game.
fn about_game(solver: &Solver, task: &str, question: &Question) -> Result<String, BoxedError> {
    Ok(match task {
        "start" => {
            let moves = question.needed("moves")?.parse()?;
            let start = solver.start_of(&moves, Notation::Tile)?;
            text(&PlacedState {
                about: About::from(solver),
                state: start.cells(),
            })
        }
        "shorten" => text(&solver.shorten(&played(solver, question)?)?),
        _ => object("link", Replay::new(&played(solver, question)?)?.link()),
    })
}

/// The game of a link.
#[derive(Serialize)]
struct ReplayedGame<'a> {
    space: String,
    state: &'a [u8],
    moves: String,
    times: &'a [u64],
}

/// An answer, and the number of shortest solutions, if it is asked for.
#[derive(Serialize)]
struct Counted<'a, A> {
    #[serde(flatten)]
    answer: &'a A,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<u128>,
}

/// Returns whether the distance is known, or that there is none: then solutions can be counted.
fn is_known(bounds: Option<Bounds>) -> bool {
    bounds.is_none_or(|bounds| bounds.exact().is_some())
}

/// Writes an answer, and counts the shortest solutions of a state.
fn counted(
    solver: &Solver,
    answer: &impl Serialize,
    state: Option<&State>,
) -> Result<String, Error> {
    let count = state.map(|state| solver.solutions(state, 0)).transpose()?;
    // JavaScript's numbers are exact up to 2⁵³; larger ones lose their last digits.
    let optimal_solutions = count.map(|all| all.count);
    Ok(text(&Counted {
        answer,
        optimal_solutions,
    }))
}

/// What answers, and what is known of it: the counts of a table, or the puzzle of a search.
#[derive(Serialize)]
struct Prepared<K> {
    #[serde(flatten)]
    known: K,
    method: &'static str,
}

/// Opens the table or the search that answers, and describes it. No table is built if the best
/// solution of beams is enough.
fn prepare(solver: &Solver, proves: bool) -> Result<String, Error> {
    solver.prepare()?;
    match proves.then(|| solver.depths()).transpose() {
        // Published counts are not those of a table.
        Ok(Some(known)) if known.source.is_none() => Ok(text(&Prepared {
            known,
            method: "table",
        })),
        Ok(_) | Err(Error::NoTable(_) | Error::NotTabulable(_)) => Ok(text(&Prepared {
            known: About::from(solver),
            method: "search",
        })),
        Err(error) => Err(error),
    }
}

#[derive(Serialize)]
struct DistanceList {
    #[serde(flatten)]
    about: About,
    distances: Vec<Option<u32>>,
}

/// Answers with the distance of each state: `null` if the goal is out of reach or a search ended
/// with bounds.
fn distances(solver: &Solver, question: &Question) -> Result<String, BoxedError> {
    Ok(text(&DistanceList {
        about: About::from(solver),
        distances: solver.distances(&question.states(solver)?)?,
    }))
}

#[derive(Serialize)]
struct LevelAnswer {
    #[serde(flatten)]
    about: About,
    distance: u32,
    count: u64,
    states: Vec<Vec<u8>>,
    /// The number of states listed, if they are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<u64>,
}

/// Answers with states at a distance, or at the greatest one.
fn level(solver: &Solver, distance: Option<u32>, states: &[State]) -> Result<String, Error> {
    let depths = solver.depths()?;
    let distance = distance.unwrap_or(depths.eccentricity);
    let (count, listed) = (depths.at(distance), states.len() as u64);
    Ok(text(&LevelAnswer {
        about: About::from(solver),
        distance,
        count,
        states: states.iter().map(|state| state.cells().to_vec()).collect(),
        listed: (listed < count).then_some(listed),
    }))
}

#[derive(Serialize)]
struct RandomAnswer {
    states: Vec<RandomEntry>,
}

#[derive(Serialize)]
struct RandomEntry {
    #[serde(flatten)]
    about: About,
    state: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    walk: Option<u32>,
    seed: u64,
    uniform: bool,
}

fn random(solver: &Solver, question: &Question) -> Result<String, BoxedError> {
    let seed = question.number("seed")?.unwrap_or_default();
    let (distance, walk) = (question.number("distance")?, question.number("walk")?);
    let among = Selection::of(distance, walk, question.text("stage")?)?;
    let found = solver.draw(question.number("n")?.unwrap_or(1), among, &mut seeded(seed))?;
    let drawn = |state: &State| RandomEntry {
        about: About::from(solver),
        state: state.cells().to_vec(),
        distance,
        walk,
        seed,
        uniform: found.uniform,
    };
    Ok(text(&RandomAnswer {
        states: found.states.iter().map(drawn).collect(),
    }))
}

/// Returns the answer about a model, which is named after its boards.
fn model(boards: Option<impl ToString>) -> String {
    object("model", boards.map(|boards| boards.to_string()))
}

/// Returns the answer to a question that has none.
fn unanswered(error: &dyn std::error::Error) -> String {
    object("error", error.to_string())
}

/// Writes an object with one key.
fn object(key: &str, value: impl Serialize) -> String {
    text(&BTreeMap::from([(key, value)]))
}

/// Writes an answer as JSON, which can write all answers: their keys are text.
fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}
