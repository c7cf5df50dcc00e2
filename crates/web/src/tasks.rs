//! What each question asks for, and its answer as JSON.

use serde::Serialize;
use tilebase::{
    About, Answer, Bounds, Error, Game, Notation, ReadAs, Reading, Selection, Solver, State, seeded,
};
#[cfg(feature = "whole")]
use tilebase::{Letters, Replay, programs::PlacedState};

use crate::{
    Session, object,
    question::{BoxedError, LISTED, Question, brief, missing},
    text,
};

/// All tasks. The page's module has not those that only programs have.
const TASKS: [&str; 19] = [
    "prepare",
    "read",
    "distance",
    "distances",
    "solve",
    "hint",
    "review",
    "shorten",
    "check",
    "depths",
    "chance",
    "hardest",
    "at",
    "random",
    "moves",
    "start",
    "link",
    "replay",
    "model",
];

/// An answer as JSON.
type Answered = Result<String, BoxedError>;

/// Answers a question: its key `do` names the task.
pub(crate) fn answer(session: &mut Session, question: &Question) -> Answered {
    let task = question.needed("do")?;
    match task {
        #[cfg(feature = "whole")]
        "moves" => return moves(question),
        #[cfg(feature = "whole")]
        "replay" => return replay(question),
        "read" => return read(session, question),
        // Before anything else is asked for.
        _ if !TASKS.contains(&task) => return Err(unknown(task)),
        _ => {}
    }
    let subject = question.subject()?;
    if task == "model" {
        return Ok(object("model", session.cache.missing_model(subject.puzzle)));
    }
    let solver = session.cache.solver(&subject)?;
    match task {
        "prepare" => prepare(solver, subject.wants_proof()),
        "distance" => Ok(text(&solver.distance(&question.state(solver)?)?)),
        "distances" => distances(solver, question),
        "solve" => {
            let (text, solved) = solve(solver, question)?;
            if let Some(answer) = solved {
                session.solved = Some((subject, answer));
            }
            Ok(text)
        }
        "hint" => {
            let solved = session.solved.as_ref().filter(|(of, _)| *of == subject);
            hint(solver, question, solved.map(|(_, answer)| answer))
        }
        "review" => review(solver, question),
        "check" => Ok(text(&solver.check(&question.state(solver)?)?)),
        "depths" => Ok(text(&solver.depths()?)),
        "hardest" => level(solver, None, &solver.hardest(limit(question)?)?),
        "at" => at(solver, question),
        "random" => random(solver, question),
        #[cfg(feature = "whole")]
        "shorten" => Ok(text(&solver.shorten(&played(solver, question)?)?)),
        #[cfg(feature = "whole")]
        "chance" => chance(solver, question),
        #[cfg(feature = "whole")]
        "start" => start(solver, question),
        #[cfg(feature = "whole")]
        "link" => link(solver, question),
        _ => Err(unknown(task)),
    }
}

fn unknown(task: &str) -> BoxedError {
    let (task, tasks) = (brief(task), TASKS.join(", "));
    format!("the question: there is no task `{task}`: the tasks are {tasks}").into()
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
fn prepare(solver: &Solver, proves: bool) -> Answered {
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
        Err(error) => Err(error.into()),
    }
}

/// The states of a text.
#[derive(Serialize)]
struct ReadText<'a> {
    #[serde(flatten)]
    about: About,
    goal: String,
    states: Vec<ReadState<'a>>,
}

#[derive(Serialize)]
struct ReadState<'a> {
    state: &'a [u8],
    /// The goal that stands beside the state, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<ReadAs<'a>>,
}

/// Answers with the goal, and with the states of a text, if there is one.
fn read(session: &mut Session, question: &Question) -> Answered {
    let text = question.text("state")?;
    let shown = text.or(question.text("goal")?);
    let subject = question.subject_of(question.puzzle_or_of(shown)?)?;
    let solver = session.cache.solver(&subject)?;
    let readings = text.map(|text| solver.readings(text)).transpose()?;
    let readings = readings.unwrap_or_default();
    if text.is_some() && readings.is_empty() {
        return Err("there is no state in the text".into());
    }
    let read = |reading| read_state(solver, subject.goal.is_some(), reading);
    Ok(crate::text(&ReadText {
        about: About::from(solver),
        goal: solver.goal(),
        states: readings.iter().map(read).collect::<Result<_, _>>()?,
    }))
}

/// Returns what a state was read as, with its goal, which must be that of the question if it has
/// one.
fn read_state<'a>(
    solver: &Solver,
    is_given: bool,
    reading: &'a Reading,
) -> Result<ReadState<'a>, BoxedError> {
    let other = reading.goal().map(|goal| solver.clone().with_goal(goal));
    let (own, asked) = (other.transpose()?.map(|own| own.goal()), solver.goal());
    if let Some(own) = own.as_ref().filter(|own| is_given && **own != asked) {
        let problem = format!("the text asks for the goal {own}, but the question for {asked}");
        return Err(problem.into());
    }
    Ok(ReadState {
        state: reading.state.cells(),
        read_as: reading.read_as(own.clone().unwrap_or(asked)),
        goal: own,
    })
}

#[derive(Serialize)]
struct DistanceList {
    #[serde(flatten)]
    about: About,
    distances: Vec<Option<u32>>,
}

/// Answers with the distance of each state: `null` if the goal is out of reach or a search ended
/// with bounds.
fn distances(solver: &Solver, question: &Question) -> Answered {
    Ok(text(&DistanceList {
        about: About::from(solver),
        distances: solver.distances(&question.states(solver)?)?,
    }))
}

/// Answers with a solution; returns it too, for a hint about the same state.
fn solve(solver: &Solver, question: &Question) -> Result<(String, Option<Answer>), BoxedError> {
    let state = question.state(solver)?;
    if let Some((stages, endings)) = question.stages("count")? {
        let stages = solver.stages(stages)?;
        return Ok((text(&solver.solve_stages(&state, &stages, endings)?), None));
    }
    let answer = solver.solve(&state)?;
    let text = text(&Counted {
        answer: &answer,
        optimal_solutions: count(solver, question, answer.bounds, &state)?,
    });
    Ok((text, Some(answer)))
}

/// Answers with hints, more cheaply about a state that has just been solved.
fn hint(solver: &Solver, question: &Question, solved: Option<&Answer>) -> Answered {
    let state = question.state(solver)?;
    let hints = match solved.filter(|answer| answer.state == state) {
        Some(answer) => solver.hints_after(answer)?,
        None if question.flag("soon")? => solver.hints_soon(&state)?,
        None => solver.hints(&state)?,
    };
    Ok(text(&Counted {
        answer: &hints,
        optimal_solutions: count(solver, question, hints.bounds, &state)?,
    }))
}

/// An answer, and the number of shortest solutions, if it is requested.
#[derive(Serialize)]
struct Counted<'a, A> {
    #[serde(flatten)]
    answer: &'a A,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<u128>,
}

/// Counts the shortest solutions of a state, if that is requested. It can be done if the distance
/// is known, or that there is none.
fn count(
    solver: &Solver,
    question: &Question,
    bounds: Option<Bounds>,
    state: &State,
) -> Result<Option<u128>, BoxedError> {
    let is_known = bounds.is_none_or(|bounds| bounds.exact().is_some());
    if question.flag("count")? && is_known {
        // JavaScript's numbers are exact up to 2⁵³; larger ones lose their last digits.
        Ok(Some(solver.solutions(state, 0)?.count))
    } else {
        Ok(None)
    }
}

/// Grades a game. If the goal is out of reach from its start, answers as `distance` does.
fn review(solver: &Solver, question: &Question) -> Answered {
    let game = played(solver, question)?;
    let graded = match question.stages("better")? {
        None => {
            let better = question.flag("better")?;
            solver.grade(&game, better).map(|graded| text(&graded))
        }
        Some((stages, _)) => {
            let stages = solver.stages(stages)?;
            let graded = solver.review_stages(&game, &stages);
            graded.map(|graded| text(&graded))
        }
    };
    match graded {
        Err(Error::Unsolvable { .. }) => Ok(text(&solver.distance(game.start())?)),
        graded => Ok(graded?),
    }
}

/// Returns the game that a question is about.
fn played(solver: &Solver, question: &Question) -> Result<Game, BoxedError> {
    let state = question.state(solver)?;
    Ok(solver.game(
        &state,
        question.needed("moves")?,
        notation(question)?.unwrap_or_default(),
    )?)
}

/// Returns the notation in which moves are written; directions that are read may be of the blank.
fn notation(question: &Question) -> Result<Option<Notation>, BoxedError> {
    Ok(question.text("notation")?.map(str::parse).transpose()?)
}

/// Answers with the chance that the mean distance of random states is low.
#[cfg(feature = "whole")]
fn chance(solver: &Solver, question: &Question) -> Answered {
    let below = question.decimal("below")?;
    let below = below.ok_or_else(|| missing("below"))?;
    let n = question.number("n")?.unwrap_or(1);
    Ok(text(&solver.depths()?.chance_of_mean(n, below)?))
}

/// Answers with states at a distance: the first, or with a seed random ones.
fn at(solver: &Solver, question: &Question) -> Answered {
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
fn level(solver: &Solver, distance: Option<u32>, states: &[State]) -> Answered {
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

fn random(solver: &Solver, question: &Question) -> Answered {
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

/// Moves as letters, and in the notation that is asked for.
#[cfg(feature = "whole")]
#[derive(Serialize)]
struct ChangedMoves {
    #[serde(flatten)]
    moves: Letters,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
}

/// Answers with what a tool makes of moves.
#[cfg(feature = "whole")]
fn moves(question: &Question) -> Answered {
    let (tool, moves) = (question.needed("tool")?, question.needed("moves")?);
    let moves: Letters = moves.parse()?;
    let changed = moves.changed(tool).ok_or_else(|| {
        let tool = brief(tool);
        format!("the question: there is no tool `{tool}`: {TOOLS}")
    })?;
    Ok(text(&ChangedMoves {
        written: notation(question)?.map(|notation| changed.written(notation)),
        moves: changed,
    }))
}

/// Answers with the state from which moves lead to the goal.
#[cfg(feature = "whole")]
fn start(solver: &Solver, question: &Question) -> Answered {
    let moves = question.needed("moves")?.parse()?;
    Ok(text(&PlacedState {
        about: About::from(solver),
        state: solver
            .start_of(&moves, notation(question)?.unwrap_or_default())?
            .cells(),
    }))
}

#[cfg(feature = "whole")]
fn link(solver: &Solver, question: &Question) -> Answered {
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
fn replay(question: &Question) -> Answered {
    let replay: Replay = question.needed("link")?.parse()?;
    Ok(text(&ReplayedGame {
        space: replay.start.puzzle().to_string(),
        state: replay.start.cells(),
        moves: replay.moves.to_string(),
        times: &replay.times,
    }))
}
