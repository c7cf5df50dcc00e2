//! `compare`: one state by every method, counted and timed.

use std::time::Instant;

use serde::Serialize;
use tilebase::{
    Board, Monitor, Moves, Puzzle, Row, Solver, State, allowance,
    oshidori::Goal,
    search::{
        Limits, Oshidori, SearchError, Sliding, StateSpace, Stats, a_star, bidirectional,
        breadth_first, depth_first, ida_star,
    },
    sliding::Metric,
};

use super::args::{Compare, Method};
use crate::{
    args::MoveStyle,
    commands::unsolvable,
    context::{Context, States},
    failure::{Failure, Outcome},
    interrupt,
    json::{self, Space, display, is_single},
    output,
};

pub fn run(context: &Context, args: &Compare) -> Result<Outcome, Failure> {
    let solver = context.solver(&args.state.question)?;
    let States::One(state) = args.state.states(&solver)? else {
        return Err(Failure::input("compare takes one state, not a stream"));
    };
    let limits = Limits {
        memory: allowance(args.memory),
        expanded: args.nodes,
    };
    let mut lines = Vec::new();
    // Where there is no way, known beforehand or by one method, the others have nothing to show,
    // and IDA* would not end.
    if solvable_by_rule(&solver, &state)? != Some(false) {
        for &method in &args.methods {
            lines.push(run_method(context, &solver, &state, method, &limits)?);
            if lines.last().is_some_and(|line| line.end == End::NoWay) {
                break;
            }
        }
        for name in &args.heuristic {
            let named = solver.clone().heuristic(name);
            lines.push(answer(context, &named, &state, Method::Ida)?);
        }
    }
    let solvable = if lines.iter().any(|line| line.length.is_some()) {
        Some(true)
    } else if lines.is_empty() || lines.iter().any(|line| line.end == End::NoWay) {
        Some(false)
    } else {
        None
    };
    context.print(&match (context.json, solvable) {
        (true, _) => json::text(&Comparison {
            space: solver.puzzle().into(),
            state: state.cells().to_vec(),
            solvable,
            methods: lines
                .iter()
                .map(|line| MethodLine::new(line, args.path))
                .collect(),
            metric: solver.metric(),
        }),
        (false, Some(false)) => unsolvable(&state),
        (false, _) if args.path => plain_text(&lines) + &paths(&lines, args.moves),
        (false, _) => plain_text(&lines),
    })?;
    Ok(match solvable {
        Some(false) => Outcome::Unsolvable,
        _ => Outcome::Done,
    })
}

/// What one method did.
struct MethodRun {
    method: Method,
    /// How it is called for people; what looks answers up says itself what it is.
    label: String,
    /// What guided it, where that is not the bound of the textbook searches.
    heuristic: Option<String>,
    length: Option<usize>,
    /// The moves of the solution; none where none was found.
    moves: Moves,
    counts: Counts,
    seconds: f64,
    end: End,
}

/// States, where the method counts them.
#[derive(Default, Serialize)]
struct Counts {
    generated: Option<u64>,
    expanded: Option<u64>,
    max_frontier: Option<u64>,
    peak_states: Option<u64>,
}

/// How a method ended.
#[derive(PartialEq)]
enum End {
    Found,
    NoWay,
    /// Cut short, or not to be had for this puzzle; says why.
    Without(String),
}

impl From<&Stats> for Counts {
    fn from(stats: &Stats) -> Self {
        Self {
            generated: Some(stats.generated),
            expanded: Some(stats.expanded),
            max_frontier: Some(stats.max_frontier),
            peak_states: Some(stats.peak_states),
        }
    }
}

impl MethodRun {
    fn without(method: Method, reason: String) -> Self {
        Self {
            method,
            label: method.label().to_owned(),
            heuristic: None,
            length: None,
            moves: Moves::default(),
            counts: Counts::default(),
            seconds: 0.0,
            end: End::Without(reason),
        }
    }
}

/// On boards parity tells without a search.
fn solvable_by_rule(solver: &Solver, state: &State) -> Result<Option<bool>, Failure> {
    Ok(match state.puzzle() {
        Puzzle::Sliding(_) => solver.check(state)?.solvable,
        Puzzle::Oshidori(_) => None,
    })
}

fn run_method(
    context: &Context,
    solver: &Solver,
    state: &State,
    method: Method,
    limits: &Limits,
) -> Result<MethodRun, Failure> {
    if method == Method::Table {
        return answer(context, solver, state, method);
    }
    if solver.mask().is_some() {
        let reason = "the goal leaves cells open or has equal tiles".to_owned();
        return Ok(MethodRun::without(method, reason));
    }
    if let Puzzle::Sliding(shape) = state.puzzle() {
        let board = Board::try_from(state).map_err(tilebase::Error::from)?;
        let goal = Board::parse(shape, &solver.goal())?;
        let space = Sliding::with_metric(&goal, solver.metric());
        let goals = Some(vec![space.goal()]);
        let moves = |path: &[_]| {
            let path = path.iter().map(|&board| space.unpack(board).into());
            Moves::along_in(solver.metric(), &path.collect::<Vec<_>>())
        };
        return search(&space, space.pack(&board), goals, moves, method, limits);
    }
    let row = Row::try_from(state).map_err(tilebase::Error::from)?;
    let goal = Goal::parse(row.puzzle(), &solver.goal())?;
    match Oshidori::new(row.puzzle(), goal) {
        Ok(space) => {
            let moves = |path: &[_]| {
                let path = path.iter().map(|&row| space.unpack(row).into());
                Moves::along(&path.collect::<Vec<_>>())
            };
            let start = space.pack(&row);
            search(&space, start, space.goals(), moves, method, limits)
        }
        Err(error) => Ok(MethodRun::without(method, error.to_string())),
    }
}

/// One of the textbook searches.
fn search<S: StateSpace>(
    space: &S,
    start: S::State,
    goals: Option<Vec<S::State>>,
    moves_along: impl Fn(&[S::State]) -> Moves,
    method: Method,
    limits: &Limits,
) -> Result<MethodRun, Failure> {
    if method == Method::Bidirectional && goals.is_none() {
        let reason = "there are too many goals to begin from".to_owned();
        return Ok(MethodRun::without(method, reason));
    }
    let goals = goals.unwrap_or_default();
    let began = Instant::now();
    let found = interrupt::stoppable(|stop| {
        let monitor = Monitor::silent().stopping_on(stop);
        match method {
            Method::Bfs => breadth_first(space, start, limits, &monitor),
            Method::Bidirectional => bidirectional(space, start, &goals, limits, &monitor),
            Method::Dfs => depth_first(space, start, limits, &monitor),
            Method::Astar => a_star(space, start, limits, &monitor),
            Method::Ida => ida_star(space, start, limits, &monitor),
            Method::Table => unreachable!("looked up, not searched"),
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let mut moves = Moves::default();
    let (length, counts, end) = match &found {
        Ok(outcome) => {
            moves = moves_along(outcome.path.as_deref().unwrap_or_default());
            let end = outcome.path.as_ref().map_or(End::NoWay, |_| End::Found);
            (outcome.length(), Counts::from(&outcome.stats), end)
        }
        Err(SearchError::Memory { stats, allowed }) => {
            let reason = format!(
                "reached the bound of {} (--memory)",
                output::bytes(*allowed as u64)
            );
            (None, Counts::from(stats), End::Without(reason))
        }
        Err(SearchError::Expanded { stats, allowed }) => {
            let reason = format!(
                "reached the bound of {} nodes (--nodes)",
                output::count(*allowed)
            );
            (None, Counts::from(stats), End::Without(reason))
        }
        Err(stopped) => return Err(stopped.clone().into()),
    };
    Ok(MethodRun {
        method,
        label: method.label().to_owned(),
        heuristic: None,
        length,
        moves,
        counts,
        seconds,
        end,
    })
}

/// Returns what `solve` would answer: from the table, or by the search that there is where no table
/// fits or a heuristic is named.
fn answer(
    context: &Context,
    solver: &Solver,
    state: &State,
    method: Method,
) -> Result<MethodRun, Failure> {
    let began = match context.work(|| solver.prepare().map(drop)) {
        Err(Failure::Table(reason)) => return Ok(MethodRun::without(method, reason)),
        prepared => prepared.map(|()| Instant::now())?,
    };
    let answer = context.work(|| solver.solve(state))?;
    let seconds = began.elapsed().as_secs_f64();
    let stats = answer.stats.as_ref();
    Ok(MethodRun {
        method,
        label: answer.method.name().to_owned(),
        heuristic: answer.heuristic.clone(),
        length: answer.distance().map(|moves| moves as usize),
        moves: answer.moves(),
        counts: Counts {
            generated: stats.map(|stats| stats.generated),
            expanded: stats.map(|stats| stats.expanded),
            ..Counts::default()
        },
        seconds,
        end: answer.distance().map_or(End::NoWay, |_| End::Found),
    })
}

fn plain_text(lines: &[MethodRun]) -> String {
    let number = |number: Option<u64>| number.map_or_else(|| "–".to_owned(), output::count);
    let rows: Vec<Vec<String>> = lines
        .iter()
        .map(|line| {
            let reason = match &line.end {
                End::Found => "",
                End::NoWay => "no way",
                End::Without(reason) => reason,
            };
            vec![
                match &line.heuristic {
                    Some(heuristic) => format!("{} with {heuristic}", line.label),
                    None => line.label.clone(),
                },
                number(line.length.map(|length| length as u64)),
                number(line.counts.generated),
                number(line.counts.expanded),
                number(line.counts.peak_states),
                format!("{:.6}", line.seconds),
                reason.to_owned(),
            ]
        })
        .collect();
    let headings = [
        "method",
        "length",
        "generated",
        "expanded",
        "peak states",
        "seconds",
        "",
    ];
    output::columns(&headings, &rows)
}

/// Returns the moves that each method found.
fn paths(lines: &[MethodRun], style: MoveStyle) -> String {
    let found = lines.iter().filter(|line| line.end == End::Found);
    found
        .map(|line| format!("\n{}: {}\n", line.label, style.all(&line.moves)))
        .collect()
}

/// What all methods did, as JSON has it.
#[derive(Serialize)]
struct Comparison<'a> {
    #[serde(flatten)]
    space: Space,
    state: Vec<u8>,
    solvable: Option<bool>,
    methods: Vec<MethodLine<'a>>,
    #[serde(serialize_with = "display", skip_serializing_if = "is_single")]
    metric: Metric,
}

/// What one method did, as JSON has it.
#[derive(Serialize)]
struct MethodLine<'a> {
    method: &'static str,
    by: &'a str,
    heuristic: Option<&'a str>,
    length: Option<usize>,
    #[serde(flatten)]
    counts: &'a Counts,
    seconds: f64,
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a Moves>,
}

impl<'a> MethodLine<'a> {
    fn new(line: &'a MethodRun, with_path: bool) -> Self {
        Self {
            method: line.method.name(),
            by: &line.label,
            heuristic: line.heuristic.as_deref(),
            length: line.length,
            counts: &line.counts,
            seconds: line.seconds,
            error: match &line.end {
                End::Found | End::NoWay => None,
                End::Without(reason) => Some(reason),
            },
            moves: (with_path && line.end == End::Found).then_some(&line.moves),
        }
    }
}
