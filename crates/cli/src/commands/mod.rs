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

use std::{borrow::Cow, path::Path};

use tilebase::{Answer, Bounds, Solver, State, sliding::line_of_cells};

use crate::{
    Context, Failure, Outcome, Result,
    args::{Command, Format, OneState, Solve},
    context::States,
    interrupt, picture,
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

/// Refuses what is not for a stream of states, and what does not go with whole paths.
fn check_stream(context: &Context, args: &Solve, streamed: bool) -> Result<()> {
    let bare = args.format != Format::Grid;
    if bare && (streamed || args.count || args.all || context.stats) {
        return Err(Failure::input(
            "--format line and contest print the states on the way and nothing else: not for a \
            stream, --count, --all or --stats",
        ));
    }
    Ok(())
}

/// The answer about a state.
struct Answered {
    text: String,
    outcome: Outcome,
    /// Its picture, if one is asked for and there is something to draw.
    svg: Option<String>,
}

impl Answered {
    fn new(text: String, outcome: Outcome) -> Self {
        let svg = None;
        Self { text, outcome, svg }
    }

    /// Returns what is said in a stream.
    fn line(self) -> (String, Outcome) {
        (self.text, self.outcome)
    }
}

/// A picture that is asked for: its file, and what it draws.
type Picture<'a> = Option<(&'a Path, &'static str)>;

/// Opens what answers, and answers for the one state that was given, or for each of a stream.
/// Bad input is found before any table is built for it.
fn for_each_state(
    context: &Context,
    args: &OneState,
    solver: Solver,
    picture: Picture<'_>,
    answer: impl Fn(&Solver, &State) -> Result<Answered, tilebase::Error> + Sync,
) -> Result<Outcome> {
    for_each_line(
        context,
        args,
        solver,
        picture,
        &answer,
        |solver, lines, page| {
            for line in lines {
                let state = solver.state(line.as_ref());
                let answered = state.and_then(|state| answer(solver, &state));
                page.push(answered.map(Answered::line).map_err(Failure::from));
            }
        },
    )
}

/// The same, with `look_up`, which answers many lines at once if a table does.
fn for_each_line(
    context: &Context,
    args: &OneState,
    solver: Solver,
    picture: Picture<'_>,
    answer: impl Fn(&Solver, &State) -> Result<Answered, tilebase::Error> + Sync,
    look_up: impl Fn(&Solver, &[Cow<str>], &mut Page) + Sync,
) -> Result<Outcome> {
    let states = args.states(&solver)?;
    // Copying pattern databases to memory is worth it for many states, not for one.
    let solver = solver.copy_patterns(states.streamed());
    let puzzle = solver.puzzle();
    let lines = match states {
        States::One(state) => {
            let answered = context.work(|| answer(&solver, &state))?;
            let alone = match (answered.svg, picture) {
                (Some(svg), Some((file, _))) => picture::draw(context, Some(file), || svg)?,
                _ => false,
            };
            if !alone {
                context.print(&answered.text)?;
            }
            return Ok(answered.outcome);
        }
        States::Stream(lines) => match picture {
            None => lines,
            Some((_, what)) => {
                return Err(Failure::input(format!(
                    "--svg draws the {what} of one state, not of a stream"
                )));
            }
        },
    };
    // Look-ups end too soon to be interrupted.
    if context.work(|| solver.answers_from_table())? {
        return stream::answer(context, &lines, puzzle, stream::QUICK, |lines, page| {
            look_up(&solver, lines, page);
        });
    }
    stream::answer(context, &lines, puzzle, 1, |lines, page| {
        for line in lines {
            let answered = context.work(|| answer(&solver, &solver.state(line.as_ref())?));
            page.push(answered.map(Answered::line));
        }
    })
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

/// How a search ended whose bounds are printed, none if the goal is out of reach: of one that the
/// user ended, with what is known.
fn searched(bounds: impl IntoIterator<Item = Bounds>) -> Outcome {
    let bounds = bounds.into_iter();
    let exact: Vec<bool> = bounds.map(|known| known.exact().is_some()).collect();
    match exact[..] {
        [] => Outcome::Unsolvable,
        _ if interrupt::is_asked() && exact.contains(&false) => Outcome::Interrupted,
        _ => Outcome::Done,
    }
}

/// How a question about a state ended: bounds are an answer too.
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
