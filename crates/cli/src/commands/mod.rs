//! The commands, one per file.

mod bench;
mod build;
mod check;
mod depths;
mod distance;
mod estimate;
mod games;
mod hardest;
mod hint;
mod list;
mod merge;
mod moves;
mod no_review;
mod oshidori_report;
mod random;
mod remove;
mod review;
mod shell;
mod shorten;
mod solve;
mod stages;
pub mod textbook;
mod verify;

use std::{borrow::Cow, fmt::Display, io, path::Path};

use tilebase::{Answer, Bounds, Solver, State, sliding::line_of_cells};

use crate::{
    Context, Failure, Outcome, Result,
    args::{Command, Format, OneState, SolveArgs},
    input, interrupt, picture,
    stream::{self, Page},
};

pub fn run(context: &Context, command: &Command) -> Result<Outcome> {
    match command {
        Command::Build(args) => build::run(context, args),
        Command::Merge(args) => merge::run(context, args),
        Command::List => list::run(context),
        Command::Remove(args) => remove::run(context, args),
        Command::Verify(args) => verify::run(context, args),
        Command::Estimate(args) => estimate::run(context, args),
        Command::Distance(args) => distance::run(context, args),
        Command::Solve(args) => solve::run(context, args),
        Command::Hint(args) => hint::run(context, args),
        Command::Review(args) => match &args.file {
            Some(file) => games::run(context, args, file),
            None => review::run(context, args),
        },
        Command::Shorten(args) => shorten::run(context, args),
        Command::Hardest(args) => hardest::run(context, args),
        Command::Depths(args) => depths::run(context, args),
        Command::Random(args) => random::run(context, args),
        Command::Check(args) => check::run(context, args),
        Command::Moves(args) => moves::run(context, args),
        Command::OshidoriReport(args) => oshidori_report::run(context, args),
        Command::Textbook(command) => textbook::run(context, command),
        Command::Bench(args) => bench::run(context, args),
        Command::Completions { shell } => shell::completions(context, *shell),
        Command::Man { folder } => shell::manual(context, folder.as_deref()),
    }
}

/// Returns the puzzles that are named, or else the usual ones.
fn named_or<'a>(spaces: &[String], usual: impl Iterator<Item = &'a str>) -> Vec<String> {
    if spaces.is_empty() {
        usual.map(str::to_owned).collect()
    } else {
        spaces.to_vec()
    }
}

/// Refuses what is not for a stream of states, and what does not go with whole paths.
fn check_stream(context: &Context, args: &SolveArgs) -> Result<()> {
    let bare = args.format != Format::Grid;
    if bare && (args.state.stream().is_some() || args.count || args.all || context.stats) {
        return Err(Failure::input(
            "--format line and contest print the states on the way and nothing else: not for a \
            stream, --count, --all or --stats",
        ));
    }
    Ok(())
}

/// A question about a state.
struct AskedState<'a> {
    solver: &'a Solver,
    state: &'a State,
    /// Whether the state is one of a stream.
    streamed: bool,
    /// The distance, if it has been looked up together with those of other states.
    found: Option<Answer>,
}

/// The answer about a state.
struct Printed {
    text: String,
    outcome: Outcome,
    /// Its picture, if one is asked for. None is drawn of a state that cannot reach the goal.
    svg: Option<String>,
}

impl Printed {
    fn new(text: String, outcome: Outcome) -> Self {
        let svg = None;
        Self { text, outcome, svg }
    }
}

/// A picture that is asked for: its file, and what it draws.
type Picture<'a> = Option<(&'a Path, &'static str)>;

/// Looks up the distances of states together; `None` if that fails.
type LookUp = fn(&Solver, &[State]) -> Option<Vec<Answer>>;

/// What answers about the states of a stream take.
#[derive(Clone, Copy)]
enum Cost {
    /// A rule, or for some rows a distance.
    Rules,
    /// Tables of the stages.
    Stages,
    /// Distances.
    Distances,
    /// Distances, which this looks up together if a table answers.
    LookUps(LookUp),
}

/// Answers for the one state that was given, or for each state of a stream. A bad state, or a file
/// that cannot be read, is found before any table is built for it.
fn for_each_state(
    context: &Context,
    args: &OneState,
    solver: Solver,
    picture: Picture<'_>,
    needs: Cost,
    answer: impl Fn(AskedState<'_>) -> Result<Printed, tilebase::Error> + Sync,
) -> Result<Outcome> {
    let stream = args.stream();
    let streamed = stream.is_some();
    // Copying pattern databases to memory is worth it for many states, not for one.
    let solver = &solver.copy_patterns(streamed);
    let answer = |state: &State, found| {
        answer(AskedState {
            solver,
            state,
            streamed,
            found,
        })
    };
    let Some(lines) = stream else {
        let state = args.state(solver)?;
        let answered = context.work(|| answer(&state, None))?;
        let solvable = answered.outcome != Outcome::Unsolvable;
        let svg = answered.svg.filter(|_| solvable);
        let file = picture.map(|(file, _)| file).filter(|_| svg.is_some());
        if !picture::alone(file) {
            context.print(&answered.text)?;
        }
        picture::draw(context, file, || svg.unwrap_or_default())?;
        return Ok(answered.outcome);
    };
    if let Some((_, what)) = picture {
        return Err(Failure::input(format!(
            "--svg draws the {what} of one state, not of a stream"
        )));
    }
    let input = input::open(lines)?;
    let is_quick = match needs {
        Cost::Rules => solver.is_checked_by_rule(),
        Cost::Stages => false,
        Cost::Distances | Cost::LookUps(_) => {
            context.work(|| solver.prepare()?.answers_from_table())?
        }
    };
    let (at_once, look_up) = match needs {
        _ if !is_quick => (1, None),
        Cost::LookUps(look_up) => (stream::QUICK, Some(look_up)),
        _ => (stream::QUICK, None),
    };
    let output = io::stdout().lock();
    let shown = |answered, all| {
        if !is_quick {
            context.progress.answered(answered, all);
        }
    };
    stream::answer(
        input,
        output,
        solver,
        context.json,
        at_once,
        shown,
        |lines, page| {
            for_each_line(solver, lines, page, look_up, |state, found| {
                // Rules and look-ups end too soon to be interrupted.
                let answered = if is_quick {
                    answer(state, found)?
                } else {
                    context.work(|| answer(state, found))?
                };
                Ok((answered.text, answered.outcome))
            });
        },
    )
}

/// Pushes an answer for the state in each line, which is given what has been looked up.
fn for_each_line<T: Display>(
    solver: &Solver,
    lines: &[Cow<str>],
    page: &mut Page,
    look_up: Option<LookUp>,
    answer: impl Fn(&State, Option<Answer>) -> Result<(T, Outcome)>,
) {
    let read = lines.iter().map(|line| solver.state(line.as_ref()));
    let read: Vec<tilebase::Result<State>> = read.collect();
    let found = look_up.and_then(|look_up| {
        let states: Vec<State> = read.iter().flatten().cloned().collect();
        look_up(solver, &states)
    });
    let mut found = found.into_iter().flatten();
    for state in read {
        page.push(
            state
                .map_err(Failure::from)
                .and_then(|state| answer(&state, found.next())),
        );
    }
}

/// Returns what `--stats` adds for people.
fn stats_line(answer: &Answer) -> String {
    use crate::output::{count, seconds};
    let method = answer.method.name();
    let proof = answer
        .proof
        .map_or_else(String::new, |proof| format!(", proof: {}", proof.name()));
    match &answer.stats {
        None => format!("found by {method}{proof}"),
        Some(stats) => format!(
            "found by {method} with {}{proof}: {} nodes expanded, {} generated, thresholds {:?}, \
            {}",
            answer.heuristic.as_deref().unwrap_or("its bound"),
            count(stats.expanded),
            count(stats.generated),
            stats.thresholds,
            seconds(stats.seconds),
        ),
    }
}

/// Returns the length of a solution and its lower bound, as text.
fn known(bounds: Bounds) -> String {
    match bounds.upper {
        Some(upper) if bounds.exact().is_none() => {
            format!("{upper} moves, at least {}", bounds.lower)
        }
        _ => bounds.to_string(),
    }
}

/// Returns the outcome of a search whose bounds are printed; there are none if the goal is out of
/// reach.
fn searched(bounds: impl IntoIterator<Item = Bounds>) -> Outcome {
    let bounds = bounds.into_iter();
    let exact: Vec<bool> = bounds.map(|known| known.exact().is_some()).collect();
    match exact[..] {
        [] => Outcome::Unsolvable,
        _ if interrupt::is_asked() && exact.contains(&false) => Outcome::Interrupted,
        _ => Outcome::Done,
    }
}

/// Returns the outcome of a question about a state: bounds are an answer, too.
fn outcome(solvable: Option<bool>) -> Outcome {
    match solvable {
        Some(false) => Outcome::Unsolvable,
        _ => Outcome::Done,
    }
}

/// Returns the text for a state that cannot reach the goal; it names a usual goal that the state
/// can reach, if there is one.
fn unsolvable(state: &State) -> String {
    let mut text = format!(
        "unsolvable: the goal cannot be reached from this state of {} (`tilebase check` says why)",
        state.puzzle()
    );
    if let Some(goal) = other_goal(state) {
        text += &format!("; {goal}");
    }
    text
}

/// Returns a sentence that names the usual goal for which an unsolvable state could be solved.
fn other_goal(state: &State) -> Option<String> {
    let (name, goal) = state.usual_goal()?;
    let cells = goal.cells();
    let (first, last) = (line_of_cells(&cells[..3]), cells[cells.len() - 1]);
    Some(format!(
        "it could be solved for the goal {first} … {last}: --goal {name}"
    ))
}
