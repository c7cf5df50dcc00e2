//! What each question asks for, and its answer as JSON.

use serde::Serialize;
use tilebase::{About, Bounds, Error, Game, Notation, Selection, Solver, State, seeded};
#[cfg(feature = "whole")]
use tilebase::{Letters, Replay, programs::PlacedState};

use crate::{
    Session, object,
    question::{BoxedError, LISTED, Question, brief, missing},
    text,
};

/// Answers a question.
type TaskFn = fn(&mut Session, &Question) -> Result<String, BoxedError>;

/// The tasks by name. Those that only programs have are not in the page's module.
const TASKS: &[(&str, TaskFn)] = &[
    ("prepare", prepare),
    ("distance", distance),
    ("distances", distances),
    ("solve", solve),
    ("hint", hint),
    ("review", review),
    #[cfg(feature = "whole")]
    ("shorten", shorten),
    ("check", check),
    ("depths", depths),
    #[cfg(feature = "whole")]
    ("chance", chance),
    ("hardest", hardest),
    ("at", at),
    ("random", random),
    #[cfg(feature = "whole")]
    ("moves", moves),
    #[cfg(feature = "whole")]
    ("start", start),
    #[cfg(feature = "whole")]
    ("link", link),
    #[cfg(feature = "whole")]
    ("replay", replay),
    ("model", model),
];

/// Returns what answers a question: its key `do` names it.
pub(crate) fn task(question: &Question) -> Result<TaskFn, String> {
    let name = question.needed("do")?;
    let found = TASKS.iter().find(|(known, _)| *known == name);
    found.map(|(_, task)| *task).ok_or_else(|| {
        let known: Vec<&str> = TASKS.iter().map(|(known, _)| *known).collect();
        let (last, others) = known.split_last().unwrap_or((&"", &[]));
        let (name, others) = (brief(name), others.join(", "));
        format!("the question: there is no task `{name}`: {others} or {last}")
    })
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
fn prepare(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let subject = question.subject()?;
    let solver = session.cache.solver(&subject)?;
    solver.prepare()?;
    match subject.wants_proof().then(|| solver.depths()).transpose() {
        // Published counts are not those of a table.
        Ok(Some(known)) if known.source.is_none() => Ok(text(&Prepared {
            known,
            method: "table",
        })),
        Ok(_) | Err(Error::NoTable(_) | Error::NotTabulable(_)) => Ok(text(&Prepared {
            known: About::from(solver),
            method: "search",
        })),
        Err(error) => Err(error.into()),
    }
}

fn distance(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    Ok(text(&solver.distance(&question.state(solver)?)?))
}

#[derive(Serialize)]
struct DistanceList {
    #[serde(flatten)]
    about: About,
    distances: Vec<Option<u32>>,
}

/// Answers with the distance of each state: `null` if the goal is out of reach or a search ended
/// with bounds.
fn distances(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    Ok(text(&DistanceList {
        about: About::from(solver),
        distances: solver.distances(&question.states(solver)?)?,
    }))
}

/// Answers with a solution, and remembers it for a hint about the same state.
fn solve(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let subject = question.subject()?;
    let solver = session.cache.solver(&subject)?;
    let state = question.state(solver)?;
    if let Some((stages, endings)) = question.stages("count")? {
        let stages = solver.stages(stages)?;
        return Ok(text(&solver.solve_stages(&state, &stages, endings)?));
    }
    let answer = solver.solve(&state)?;
    let written = counted(solver, question, &answer, answer.bounds, &state)?;
    session.solved = Some((subject, answer));
    Ok(written)
}

fn hint(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let subject = question.subject()?;
    let solver = session.cache.solver(&subject)?;
    let state = question.state(solver)?;
    let hints = match &session.solved {
        Some((of, answer)) if *of == subject && answer.state == state => {
            solver.hints_after(answer)?
        }
        _ => solver.hints(&state)?,
    };
    counted(solver, question, &hints, hints.bounds, &state)
}

/// An answer, and the number of shortest solutions, if it is requested.
#[derive(Serialize)]
struct Counted<'a, A> {
    #[serde(flatten)]
    answer: &'a A,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<u128>,
}

/// Writes an answer about a state, and counts the shortest solutions if that is requested. It can
/// be done if the distance is known, or that there is none.
fn counted(
    solver: &Solver,
    question: &Question,
    answer: &impl Serialize,
    bounds: Option<Bounds>,
    state: &State,
) -> Result<String, BoxedError> {
    let is_known = bounds.is_none_or(|bounds| bounds.exact().is_some());
    // JavaScript's numbers are exact up to 2⁵³; larger ones lose their last digits.
    let optimal_solutions = if question.flag("count")? && is_known {
        Some(solver.solutions(state, 0)?.count)
    } else {
        None
    };
    Ok(text(&Counted {
        answer,
        optimal_solutions,
    }))
}

/// Grades a game.
fn review(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    let game = played(solver, question)?;
    let Some((stages, _)) = question.stages("better")? else {
        let better = question.flag("better")?;
        return Ok(text(&solver.grade(&game, better)?));
    };
    let stages = solver.stages(stages)?;
    Ok(text(&solver.review_stages(&game, &stages)?))
}

/// Returns the game that a question is about.
fn played(solver: &Solver, question: &Question) -> Result<Game, BoxedError> {
    let state = question.state(solver)?;
    Ok(solver.game(&state, question.needed("moves")?, Notation::Tile)?)
}

#[cfg(feature = "whole")]
fn shorten(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    Ok(text(&solver.shorten(&played(solver, question)?)?))
}

fn check(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    Ok(text(&solver.check(&question.state(solver)?)?))
}

fn depths(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    Ok(text(&session.solver(question)?.depths()?))
}

/// Answers with the chance that the mean distance of random states is low.
#[cfg(feature = "whole")]
fn chance(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    let below = question.decimal("below")?;
    let below = below.ok_or_else(|| missing("below"))?;
    let n = question.number("n")?.unwrap_or(1);
    Ok(text(&solver.depths()?.chance_of_mean(n, below)?))
}

fn hardest(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    let states = solver.hardest(limit(question)?)?;
    level(solver, None, &states)
}

/// Answers with states at a distance: the first, or with a seed random ones.
fn at(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    let distance = question.number("distance")?;
    let distance = distance.ok_or_else(|| missing("distance"))?;
    let limit = limit(question)?;
    let states = match question.number("seed")? {
        None => solver.at(distance, limit)?,
        Some(seed) => {
            let among = Selection::Distinct(distance);
            solver.draw(limit, among, &mut seeded(seed))?.states
        }
    };
    level(solver, Some(distance), &states)
}

/// Returns the most states of a list.
fn limit(question: &Question) -> Result<usize, String> {
    Ok(question.number("limit")?.unwrap_or(LISTED))
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
fn level(solver: &Solver, distance: Option<u32>, states: &[State]) -> Result<String, BoxedError> {
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

fn random(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
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

/// The tools for sequences of moves.
#[cfg(feature = "whole")]
const TOOLS: &str = "inverse, mirror, transpose, simplify or join";

/// Answers with what a tool makes of moves.
#[cfg(feature = "whole")]
fn moves(_: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let (tool, moves) = (question.needed("tool")?, question.needed("moves")?);
    let moves: Letters = moves.parse()?;
    let changed = moves.changed(tool).ok_or_else(|| {
        let tool = brief(tool);
        format!("the question: there is no tool `{tool}`: {TOOLS}")
    })?;
    Ok(text(&changed))
}

/// Answers with the state from which moves lead to the goal.
#[cfg(feature = "whole")]
fn start(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    let moves = question.needed("moves")?.parse()?;
    Ok(text(&PlacedState {
        about: About::from(solver),
        state: solver.start_of(&moves, Notation::Tile)?.cells(),
    }))
}

#[cfg(feature = "whole")]
fn link(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let solver = session.solver(question)?;
    let game = played(solver, question)?;
    Ok(object("link", Replay::new(&game)?.link()))
}

/// The game of a link.
#[cfg(feature = "whole")]
#[derive(Serialize)]
struct ReplayedGame<'a> {
    space: String,
    state: &'a [u8],
    moves: String,
    times: &'a [u64],
}

#[cfg(feature = "whole")]
fn replay(_: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let replay: Replay = question.needed("link")?.parse()?;
    Ok(text(&ReplayedGame {
        space: replay.start.puzzle().to_string(),
        state: replay.start.cells(),
        moves: replay.moves.to_string(),
        times: &replay.times,
    }))
}

/// Answers with the model that solutions of the puzzle need, if it is missing.
fn model(session: &mut Session, question: &Question) -> Result<String, BoxedError> {
    let puzzle = question.subject()?.puzzle;
    Ok(object("model", session.cache.missing_model(puzzle)))
}
