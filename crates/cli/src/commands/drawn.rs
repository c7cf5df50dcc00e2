//! How `solve` writes and draws solutions, at once and by stages.

use tilebase::{Notation, State, pictures};

use crate::{
    Context, Failure, Result,
    args::{Format, SolveArgs},
    output,
    picture::MOST_CELLS,
};

/// Returns the picture of a solution: all of its states, or one that moves.
pub(super) fn drawing(
    args: &SolveArgs,
    path: &[State],
    notation: Notation,
    signs: &[String],
) -> String {
    let Some(first) = path.first().filter(|_| args.strip) else {
        return pictures::solution(path, signs);
    };
    let metric = args.state.question.target.metric;
    let headings = output::headings(metric, path, notation, signs);
    let moves = path.len() - 1;
    let mut title = format!("{}: {}", first.puzzle(), output::moves(moves as u32));
    let apart = (path.len() * first.cells().len()).div_ceil(MOST_CELLS);
    if apart > 1 {
        title += &format!(", of which every {apart}th is drawn");
    }
    let entries = headings.into_iter().zip(path).enumerate();
    let drawn = entries.filter(|(number, _)| number % apart == 0 || *number == moves);
    let drawn: Vec<_> = drawn.map(|(_, entry)| entry).collect();
    pictures::sheet(&title, &drawn, signs)
}

/// Refuses what has no effect on a stream of states, or beside whole paths.
pub(super) fn check_written(context: &Context, args: &SolveArgs) -> Result<()> {
    let stream = args.state.stream().is_some();
    let format = args.format.filter(|_| !context.json);
    let bare = !matches!(format, None | Some(Format::Grid));
    let states = bare && format != Some(Format::Moves);
    let is_record = format.and_then(Format::record).is_some();
    let stream_of_paths = stream && !is_record;
    let problem = if bare && (stream_of_paths || args.count || args.all || context.stats) {
        "all of --format but grid print the states on the way, the moves or a record, and nothing \
        else: not for --count, --all or --stats; of a stream only the records pddl, sas and jsonl"
    } else if is_record && args.stages.is_some() {
        "--format pddl, sas and jsonl have the shortest solution: not for --stages"
    } else if stream_of_paths && format.is_some() {
        "--format is for one state: a stream is answered with a line for each state"
    } else if states && args.moves.is_some() {
        "--moves says how to write moves, but this --format has no use for it: --format moves \
        prints the moves"
    } else if stream && args.all && !context.json {
        "--all lists the solutions of one state; of a stream with --json, which has them as \
        `solutions`"
    } else {
        return Ok(());
    };
    Err(Failure::input(problem))
}
