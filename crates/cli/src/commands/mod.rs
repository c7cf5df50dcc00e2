//! The commands, one per file.

mod bench;
mod build;
mod check;
mod depths;
mod distance;
mod drawn;
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
mod records;
mod remove;
mod review;
mod shell;
mod shorten;
mod solve;
mod stages;
pub mod states;
pub mod textbook;
mod verify;

use tilebase::{Answer, Bounds, State, sliding::line_of_cells};

use crate::{
    Context, Outcome, Result,
    args::Command,
    interrupt,
    output::{self, count, counted, joined, seconds},
};

pub fn run(context: &Context, command: &Command) -> Result<Outcome> {
    match command {
        Command::Build(args) => build::run(context, args),
        Command::Merge(args) => merge::run(context, args),
        Command::List(args) => list::run(context, args),
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

/// Returns what `--stats` adds for people.
fn stats_line(answer: &Answer) -> String {
    let method = method_name(answer.method.name());
    let proof = answer
        .proof
        .map_or_else(String::new, |proof| format!(", proof by {}", proof.name()));
    let Some(stats) = &answer.stats else {
        return format!("found by {method}{proof}");
    };
    let thresholds = match joined(&stats.thresholds, " ") {
        none if none.is_empty() => none,
        list => format!(", thresholds {list}"),
    };
    format!(
        "found by {method} with {}{proof}: {} expanded, {} generated{thresholds}, {}",
        answer.heuristic.as_deref().unwrap_or("its bound"),
        counted(count(stats.expanded), "node"),
        count(stats.generated),
        seconds(stats.seconds),
    )
}

/// Returns a method as people write it: IDA*, A*, and others as they are.
fn method_name(name: &str) -> String {
    if name.ends_with('*') { name.to_uppercase() } else { name.to_owned() }
}

/// Returns the length of a solution and its lower bound, as text.
fn known(bounds: Bounds) -> String {
    match bounds.upper {
        Some(upper) if bounds.exact().is_none() => {
            format!("{}, at least {}", output::moves(upper), bounds.lower)
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
        _ if interrupt::is_requested() && exact.contains(&false) => Outcome::Interrupted,
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

/// Returns a sentence that names the goals for which an unsolvable state could be solved.
fn other_goal(state: &State) -> Option<String> {
    let usual = state.usual_goal();
    let reachable = state.reachable_goals();
    let is_other = |name: &str| usual.as_ref().is_none_or(|(usual, _)| *usual != name);
    let names = reachable.iter().map(|(name, _)| *name);
    let others = joined(names.filter(|name| is_other(name)), ", ");
    let Some((name, goal)) = usual else {
        return (!others.is_empty()).then(|| format!("it could be solved for --goal {others}"));
    };
    let cells = goal.cells();
    let (first, last) = (line_of_cells(&cells[..3]), cells[cells.len() - 1]);
    let also = if others.is_empty() { others } else { format!(", or {others}") };
    Some(format!(
        "it could be solved for the goal {first} … {last}: --goal {name}{also}"
    ))
}
