//! The commands, one a file.

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

use tilebase::{Answer, Bounds, Solver, State, sliding::line_of_cells};

use crate::{
    args::{Command, Format, OneState, Solve},
    context::{Context, States},
    failure::{Failure, Outcome},
    interrupt, stream,
};

pub fn run(context: &Context, command: &Command) -> Result<Outcome, Failure> {
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
fn check_stream(args: &Solve, streamed: bool) -> Result<(), Failure> {
    let bare = args.format != Format::Grid;
    if bare && (streamed || args.count || args.all || args.stats) {
        return Err(Failure::input(
            "--format line and contest print the states on the way and nothing else: not for a \
            stream, --count, --all or --stats",
        ));
    }
    if streamed && args.svg.is_some() {
        return Err(Failure::input(
            "--svg draws the solution of one state, not of a stream",
        ));
    }
    Ok(())
}

/// Opens what answers, and answers for the one state that was given, or for each of a stream.
/// Bad input is found before any table is built for it.
fn for_each_state(
    context: &Context,
    args: &OneState,
    solver: Solver,
    answer: impl Fn(&Solver, &State) -> Result<(String, Outcome), tilebase::Error> + Sync,
) -> Result<Outcome, Failure> {
    let states = args.states(&solver)?;
    // Copying pattern databases to memory is worth it for many states, not for one.
    let solver = solver.copy_patterns(states.streamed());
    match states {
        States::One(state) => {
            let (text, outcome) = context.work(|| answer(&solver, &state))?;
            context.print(&text)?;
            Ok(outcome)
        }
        States::Stream(file) => {
            // Look-ups end too soon to be interrupted.
            let quick = context.work(|| solver.answers_from_table())?;
            stream::answer(
                context,
                &file,
                solver.puzzle(),
                if quick { stream::QUICK } else { 1 },
                |lines, page| {
                    for line in lines {
                        let answered = || answer(&solver, &solver.state(line.as_ref())?);
                        page.push(if quick {
                            answered().map_err(Failure::from)
                        } else {
                            context.work(answered)
                        });
                    }
                },
            )
        }
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

/// Returns how long a solution is, and what is proven of it.
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
    let exact: Vec<bool> = bounds
        .into_iter()
        .map(|known| known.exact().is_some())
        .collect();
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

/// Returns what people are told of the usual goal for which an unsolvable state could be solved.
fn other_goal(state: &State) -> Option<String> {
    let (name, goal) = state.usual_goal()?;
    let cells = goal.cells();
    let (first, last) = (line_of_cells(&cells[..3]), cells[cells.len() - 1]);
    Some(format!(
        "it could be solved for the goal {first} … {last}: --goal {name}"
    ))
}
