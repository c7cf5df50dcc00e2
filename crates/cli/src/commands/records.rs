//! States as records for other programs: problems of planners, and lines of JSON.

use serde::Serialize;
use tilebase::{About, Puzzle, Solver, State};

use crate::{Context, Outcome, Result, args::StateRecord, json, output};

/// A state with all that is known of it, for sets that are graded by distance.
#[derive(Serialize)]
struct GradedState<'a> {
    #[serde(flatten)]
    about: About,
    goal: String,
    state: &'a [u8],
    text: String,
    /// `null` if it is not proven, or the goal is out of reach.
    distance: Option<u32>,
    /// The names of all moves that are proven to be optimal.
    optimal: Vec<u8>,
    #[serde(flatten)]
    solution: Option<json::Solution>,
}

/// Prints the domain of a puzzle.
pub fn domain(context: &Context, solver: &Solver) -> Result<Outcome> {
    context.print(&solver.pddl_domain()?)?;
    Ok(Outcome::Done)
}

/// Prints states as records, each as soon as it is known.
pub fn print(
    context: &Context,
    solver: &Solver,
    record: StateRecord,
    states: &[State],
) -> Result<()> {
    states.iter().try_for_each(|state| {
        let text = context.work(|| of_state(solver, record, state))?;
        context.print_part(&(text + "\n"))
    })
}

/// Returns a state as a record, without the end of the line.
pub fn of_state(
    solver: &Solver,
    record: StateRecord,
    state: &State,
) -> Result<String, tilebase::Error> {
    let answer = solver.solve(state)?;
    let distance = answer.distance();
    if record == StateRecord::Jsonl {
        let hints = solver.hints_after(&answer)?;
        let best = |hint: &&tilebase::Hint| {
            let after = hint.bounds.upper.map(|upper| upper + 1);
            distance.is_some() && after == distance
        };
        let optimal = hints.moves.iter().filter(best).map(|hint| hint.step.name);
        return Ok(json::text(&GradedState {
            about: solver.into(),
            goal: solver.goal(),
            state: state.cells(),
            text: rows(state),
            distance,
            optimal: optimal.collect(),
            solution: (answer.path.is_some())
                .then(|| json::Solution::new(state.puzzle(), answer.moves())),
        }));
    }
    if record == StateRecord::Sas {
        return Ok(solver.sas_problem(state)?.trim_end().to_owned());
    }
    let note = match (distance, answer.bounds) {
        (Some(1), _) => "a shortest plan has 1 action".to_owned(),
        (Some(distance), _) => format!("a shortest plan has {distance} actions"),
        (None, None) => "there is no plan".to_owned(),
        (None, Some(bounds)) => format!("a plan has at least {} actions", bounds.lower),
    };
    Ok(solver.pddl_problem(state, &note)?.trim_end().to_owned())
}

/// Returns the rows of a board as lines, with _ for the blank; a row of stones as one line.
fn rows(state: &State) -> String {
    let columns = match state.puzzle() {
        Puzzle::Sliding(shape) => shape.cols(),
        Puzzle::Graph(graph) => graph.columns().unwrap_or(graph.cells()),
        Puzzle::Oshidori(_) => state.cells().len(),
    };
    let cell = |&cell: &u8| if cell == 0 { "_".to_owned() } else { cell.to_string() };
    let row = |cells: &[u8]| output::joined(cells.iter().map(cell), " ");
    output::joined(state.cells().chunks(columns).map(row), "\n")
}
