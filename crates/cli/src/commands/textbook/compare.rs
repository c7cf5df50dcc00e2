//! `compare`: one state by every method, counted and timed.

use std::time::Instant;

use serde::Serialize;
use tilebase::{
    About, Board, Direction, Error, Moves, Notation, Puzzle, Row, Solver, State,
    oshidori::Goal,
    pictures,
    programs::{Solvable, allowance},
    search::{
        GoalTest, Oshidori, OtherBound, SearchError, SearchLimits, Sliding, StateSpace, Tested,
        a_star, bidirectional, breadth_first, depth_first, greedy, ida_star,
    },
    sliding::Metric,
};

use super::{
    NodeCounts,
    args::{CompareArgs, ComparedMethod, TestTime},
    timed,
};
use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::values::name,
    commands::{known, method_name, outcome, unsolvable},
    interrupt,
    json::Solution,
    output, picture,
};

pub fn run(context: &Context, args: &CompareArgs) -> Result<Outcome> {
    let solver = context.solver(&args.state.question, SearchArgs::None)?;
    args.state.refuse_stream("`compare`")?;
    if args.moves.is_some() && !args.path && args.order.is_none() {
        return Err(Failure::input(
            "--moves says how to write moves: with --path or --order",
        ));
    }
    let asked = args.state.state(context, &solver)?;
    let solver = asked.solver.map_or(solver, |solver| *solver);
    let signs = asked.reading.signs().to_vec();
    let state = asked.reading.state;
    let plan = SearchPlan::new(args, state.puzzle())?;
    let mut runs = Vec::new();
    // If there is no solution, known beforehand or by one method, the others have nothing to show,
    // and IDA* would not end.
    let by_rule = match output::board(state.puzzle()) {
        Some(_) => solver.check(&state)?.solvable,
        None => None,
    };
    let mut run_all = || {
        for &method in &args.methods {
            runs.push(run_method(context, &solver, &state, method, &plan)?);
            if runs.last().is_some_and(MethodRun::found_none) {
                break;
            }
        }
        for name in context.heuristic.iter().chain(&args.heuristic) {
            let named = solver.clone().with_heuristic(name);
            runs.push(answer(context, &named, &state, ComparedMethod::Ida)?);
        }
        Ok(())
    };
    let ended = if by_rule == Some(false) { Ok(()) } else { run_all() };
    match ended {
        // What has ended by then is the answer.
        Err(Failure::Interrupted(_)) if !runs.is_empty() => {}
        ended => ended?,
    }
    let solvable = if runs.iter().any(|run| run.length.is_some()) {
        Some(true)
    } else if runs.is_empty() || runs.iter().any(MethodRun::found_none) {
        Some(false)
    } else {
        None
    };
    if !args.path {
        runs.iter_mut().for_each(|run| run.solution = None);
    }
    let comparison = Comparison {
        about: (&solver).into(),
        state: state.cells(),
        solvable: Solvable::new(solvable, &state),
        methods: &runs,
    };
    let notation = output::notation(&solver, args.moves);
    let csv = args.exports.csv.then(|| csv(&runs));
    let svg = args.exports.svg.as_deref().filter(|_| !runs.is_empty());
    if !picture::alone(svg) {
        context.answer(&comparison, || match (csv, solvable) {
            (Some(csv), _) => csv,
            (None, Some(false)) => unsolvable(&state),
            _ => plain_text(&runs) + &paths(&runs, notation, &signs),
        })?;
    }
    picture::draw(context, svg, || chart(&state, &runs))?;
    Ok(if interrupt::is_requested() { Outcome::Interrupted } else { outcome(solvable) })
}

/// How the textbook searches run: their bounds, and the order of successors and the time of the
/// test, where they are not the usual ones.
struct SearchPlan {
    limits: SearchLimits,
    order: Option<[Direction; 4]>,
    goal_test: GoalTest,
}

impl SearchPlan {
    fn new(args: &CompareArgs, puzzle: Puzzle) -> Result<Self> {
        let order = args.order.as_deref().map(|text| {
            if output::board(puzzle).is_none() {
                return Err(Failure::input(
                    "--order is for boards: rows and graphs have no directions",
                ));
            }
            let ways = text.chars().map(|c| c.to_string().parse::<Direction>());
            let ways: Option<Vec<Direction>> = ways.map(std::result::Result::ok).collect();
            let ways = ways.and_then(|ways| <[Direction; 4]>::try_from(ways).ok());
            let ways = ways.filter(|ways| (1..4).all(|at| !ways[..at].contains(&ways[at])));
            let ways = ways.ok_or_else(|| {
                Failure::input(format!(
                    "--order `{text}` is not each of U D L R once, as in UDLR"
                ))
            })?;
            let of_blank = args.moves == Some(Notation::Blank);
            Ok(if of_blank { ways.map(Direction::opposite) } else { ways })
        });
        Ok(Self {
            limits: SearchLimits {
                memory: allowance(args.memory),
                expanded: args.nodes,
            },
            order: order.transpose()?,
            goal_test: match args.goal_test {
                None => GoalTest::Usual,
                Some(TestTime::Generation) => GoalTest::Generation,
                Some(TestTime::Expansion) => GoalTest::Expansion,
            },
        })
    }
}

/// The results of all methods.
#[derive(Serialize)]
struct Comparison<'a> {
    #[serde(flatten)]
    about: About,
    state: &'a [u8],
    #[serde(flatten)]
    solvable: Solvable,
    methods: &'a [MethodRun],
}

/// The result of one method.
#[derive(Default, Serialize)]
struct MethodRun {
    method: String,
    /// Its name for people; for `table`, what answered.
    #[serde(rename = "by")]
    label: String,
    /// The heuristic, if it is not the bound of the textbook searches.
    heuristic: Option<String>,
    length: Option<usize>,
    #[serde(flatten)]
    counts: NodeCounts,
    seconds: f64,
    /// Why it ended early, or does not apply to this puzzle.
    error: Option<String>,
    /// The solution, if one was found.
    #[serde(flatten)]
    solution: Option<Solution>,
}

impl MethodRun {
    fn new(method: ComparedMethod) -> Self {
        Self {
            method: name(method),
            label: method.label().to_owned(),
            ..Self::default()
        }
    }

    fn without(method: ComparedMethod, reason: String) -> Self {
        Self {
            error: Some(reason),
            ..Self::new(method)
        }
    }

    /// Returns whether it has shown that there is no solution.
    fn found_none(&self) -> bool {
        self.length.is_none() && self.error.is_none()
    }
}

fn run_method(
    context: &Context,
    solver: &Solver,
    state: &State,
    method: ComparedMethod,
    plan: &SearchPlan,
) -> Result<MethodRun> {
    if method == ComparedMethod::Table {
        return answer(context, solver, state, method);
    }
    if solver.partial_goal().is_some() {
        let reason = "the goal leaves cells open or has equal tiles".to_owned();
        return Ok(MethodRun::without(method, reason));
    }
    if let Puzzle::Graph(_) = state.puzzle() {
        let reason = "textbook searches are for boards and rows of stones".to_owned();
        return Ok(MethodRun::without(method, reason));
    }
    if let Puzzle::Sliding(shape) = state.puzzle() {
        let board = Board::try_from(state).map_err(|_| Error::NotExact(state.puzzle()))?;
        let goal = Board::parse(shape, &solver.goal())?;
        let space = Sliding::with_metric(&goal, solver.metric());
        let space = match plan.order {
            None => space,
            Some(order) => space.ordered_by(|blank, to| {
                let tile = Direction::between(shape, to, blank);
                order.iter().position(|&way| way == tile)
            }),
        };
        let goals = Some(vec![space.goal()]);
        let (metric, start) = (solver.metric(), space.pack(&board));
        let unpack = |board| space.unpack(board).into();
        let misplaced = |state: &_| space.misplaced(*state);
        let searched = SearchedSpace {
            space: &space,
            start,
            goals,
            metric,
            misplaced: Some(&misplaced),
        };
        return search(searched, unpack, method, plan);
    }
    let row = Row::try_from(state).map_err(Error::from)?;
    let goal = Goal::parse(row.puzzle(), &solver.goal())?;
    match Oshidori::new(row.puzzle(), goal) {
        Ok(space) => {
            let searched = SearchedSpace {
                space: &space,
                start: space.pack(&row),
                goals: space.goals(),
                metric: solver.metric(),
                misplaced: None,
            };
            let unpack = |row| space.unpack(row).into();
            search(searched, unpack, method, plan)
        }
        Err(error) => Ok(MethodRun::without(method, error.to_string())),
    }
}

/// What the textbook searches are about.
struct SearchedSpace<'a, S: StateSpace> {
    space: &'a S,
    start: S::State,
    /// All goals, unless there are too many.
    goals: Option<Vec<S::State>>,
    metric: Metric,
    /// The number of misplaced tiles of a board.
    misplaced: Option<OtherBound<'a, S::State>>,
}

/// One of the textbook searches.
fn search<S: StateSpace>(
    searched: SearchedSpace<'_, S>,
    unpack: impl Fn(S::State) -> State,
    method: ComparedMethod,
    plan: &SearchPlan,
) -> Result<MethodRun> {
    use ComparedMethod as By;
    let none = |_: &S::State| 0_u32;
    let (start, metric) = (searched.start, searched.metric);
    let reason = match (method, &searched.goals, searched.misplaced) {
        (By::Bidirectional, None, _) => "there are too many goals to begin from",
        (By::Misplaced, _, None) => "only boards have misplaced tiles",
        _ => "",
    };
    if !reason.is_empty() {
        return Ok(MethodRun::without(method, reason.to_owned()));
    }
    let goals = searched.goals.unwrap_or_default();
    let bound = match method {
        By::Misplaced => searched.misplaced,
        By::UniformCost | By::IterativeDeepening => Some(&none as OtherBound<'_, S::State>),
        _ => None,
    };
    let space = &Tested::new(searched.space, plan.goal_test).bounded_by(bound);
    let limits = &plan.limits;
    let (found, seconds) = timed(|monitor| match method {
        By::Bfs => breadth_first(space, start, limits, monitor),
        By::Bidirectional => bidirectional(space, start, &goals, limits, monitor),
        By::Dfs => depth_first(space, start, limits, monitor),
        By::Greedy => greedy(space, start, limits, monitor),
        By::Astar | By::Misplaced | By::UniformCost => a_star(space, start, limits, monitor),
        By::Ida | By::IterativeDeepening => ida_star(space, start, limits, monitor),
        By::Table => unreachable!("looked up, not searched"),
    });
    let (path, stats, bound) = match found {
        Ok(outcome) => (outcome.path, outcome.stats, None),
        Err(SearchError::Memory { stats, allowed }) => {
            let allowed = output::bytes(allowed as u64);
            (None, stats, Some(format!("{allowed} (--memory)")))
        }
        Err(SearchError::Expanded { stats, allowed }) => {
            let allowed = output::count(allowed);
            (None, stats, Some(format!("{allowed} nodes (--nodes)")))
        }
        Err(stopped) => return Err(stopped.into()),
    };
    let solution = path.map(|path| {
        let path: Vec<State> = path.into_iter().map(unpack).collect();
        Solution::new(path[0].puzzle(), Moves::along(metric, &path))
    });
    Ok(MethodRun {
        heuristic: (method == By::Misplaced).then(|| "misplaced tiles".to_owned()),
        length: solution.as_ref().map(|solution| solution.moves.len()),
        solution,
        counts: NodeCounts::from(&stats),
        seconds,
        error: bound.map(|bound| format!("reached the bound of {bound}")),
        ..MethodRun::new(method)
    })
}

/// Returns the answer of `solve`: from the table, or by search if there is no table or a heuristic
/// is named.
fn answer(
    context: &Context,
    solver: &Solver,
    state: &State,
    method: ComparedMethod,
) -> Result<MethodRun> {
    let began = match context.work(|| solver.prepare().map(drop)) {
        Err(Failure::Table(reason)) => return Ok(MethodRun::without(method, reason)),
        prepared => prepared.map(|()| Instant::now())?,
    };
    let answer = context.work(|| solver.solve(state))?;
    let seconds = began.elapsed().as_secs_f64();
    let stats = answer.stats.as_ref();
    Ok(MethodRun {
        method: name(method),
        label: answer.method.name().to_owned(),
        heuristic: answer.heuristic.clone(),
        length: answer.distance().map(|moves| moves as usize),
        solution: (answer.distance()).map(|_| Solution::new(state.puzzle(), answer.moves())),
        counts: NodeCounts {
            generated: stats.map(|stats| stats.generated),
            expanded: stats.map(|stats| stats.expanded),
            ..NodeCounts::default()
        },
        seconds,
        // A large board is not solved optimally unless that is asked for.
        error: answer
            .bounds
            .filter(|_| answer.distance().is_none())
            .map(known),
    })
}

/// Returns what a method is called for people, with its heuristic.
fn by(run: &MethodRun) -> String {
    match &run.heuristic {
        Some(heuristic) => format!("{} with {heuristic}", method_name(&run.label)),
        None => run.label.clone(),
    }
}

fn plain_text(runs: &[MethodRun]) -> String {
    let number = |number: Option<u64>| number.map_or_else(|| "–".to_owned(), output::count);
    let rows = runs.iter().map(|run| {
        let reason = if run.found_none() { "no solution" } else { "" };
        vec![
            ("method", by(run)),
            ("length", number(run.length.map(|length| length as u64))),
            ("generated", number(run.counts.generated)),
            ("expanded", number(run.counts.expanded)),
            ("peak states", number(run.counts.peak_states)),
            ("seconds", format!("{:.6}", run.seconds)),
            ("", run.error.as_deref().unwrap_or(reason).to_owned()),
        ]
    });
    output::table(rows)
}

/// Draws the states that each method expanded.
fn chart(state: &State, runs: &[MethodRun]) -> String {
    let bar = |run: &MethodRun| {
        let none = if run.length.is_none() { ", no solution" } else { "" };
        let label = match run.counts.expanded {
            Some(expanded) => format!("{}{none}", output::count(expanded)),
            None => run.error.as_deref().unwrap_or("looked up").to_owned(),
        };
        pictures::Bar {
            name: by(run),
            number: run.counts.expanded,
            label,
        }
    };
    let title = format!(
        "{}: states expanded, on a logarithmic scale",
        state.puzzle()
    );
    pictures::bars(&title, &runs.iter().map(bar).collect::<Vec<_>>())
}

/// Returns the results as comma-separated values.
fn csv(runs: &[MethodRun]) -> String {
    let headings = [
        "method",
        "length",
        "generated",
        "expanded",
        "peak_states",
        "seconds",
        "error",
    ];
    let number = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
    let records = runs.iter().map(|run| {
        vec![
            by(run),
            number(run.length.map(|length| length as u64)),
            number(run.counts.generated),
            number(run.counts.expanded),
            number(run.counts.peak_states),
            format!("{:.6}", run.seconds),
            run.error.clone().unwrap_or_default(),
        ]
    });
    output::csv(&headings, records)
}

/// The most moves of a solution that are printed: those of depth-first search are thousands.
const MOST_MOVES: usize = 200;

/// Returns the moves that each method found.
fn paths(runs: &[MethodRun], notation: Notation, signs: &[String]) -> String {
    let found = runs.iter().filter_map(|run| {
        let moves = &run.solution.as_ref()?.moves;
        let text = match moves.len() {
            0..=MOST_MOVES => output::steps(notation, moves, signs),
            more => format!("{}, which --json lists", output::moves(more as u32)),
        };
        Some(format!("\n{}: {text}\n", by(run)))
    });
    found.collect()
}
