//! The search in the multi-tile metric: its bound, and the tables of that.

use std::time::Duration;

use tilebase_core::{
    Puzzle,
    colours::{Colouring, MOST_CELLS},
    format::{Subject, TableFile},
    sliding::{Board, Metric, Reduction, Shape},
};
use tilebase_solve::{
    heuristic::{ColourBounds, Guides, Heuristic, HeuristicName, LineDistance, WalkingDistance},
    ida::BoardSolver,
};

use crate::{
    event::Event,
    library::Library,
    machine::allowance,
    options::Options,
    values::{Error, Result, ensure},
};

/// The states of the walking distance that a second should suffice to make, with time left for
/// beams and a search.
const STATES_A_SECOND: f64 = 2.5e5;

/// With more states than this, a walking distance is announced: its table may take a second.
const WORTH_SAYING: u64 = 1_000_000;

/// Returns whether a search has a bound without tables that is strong enough, and is made in so
/// little time that the search is worth it, if time is limited.
pub(crate) fn is_soon_ready(shape: Shape, time: Option<Duration>) -> bool {
    let states = WalkingDistance::states_of(shape);
    states.is_ok_and(|states| {
        time.is_none_or(|time| states as f64 <= STATES_A_SECOND * time.as_secs_f64())
    })
}

/// Returns the solver of canonical boards that the options name. Colour tables are built if they
/// are missing.
pub(super) fn solver(
    library: &Library,
    reduction: &Reduction,
    options: &Options,
) -> Result<BoardSolver<'static>> {
    let colourings = colourings(reduction, options)?;
    if !colourings.is_empty() {
        let open = |colouring: &Colouring| table(library, colouring);
        return Ok(BoardSolver::with_colours(ColourBounds::new(
            colourings, open,
        )?));
    }
    let (shape, home) = (reduction.shape(), reduction.home());
    let bound: Box<dyn Heuristic> = match options.heuristic(Guides::MultiTile)? {
        Some(HeuristicName::Lines) => {
            Box::new(LineDistance::new(shape, &shape.ordered_cells(home)))
        }
        _ => Box::new(walking(library, reduction, ": use lines")?),
    };
    if shape.cells() > MOST_CELLS && !options.bounds_suffice() {
        library.reporter.report(&Event::WeakBound {
            puzzle: Puzzle::Sliding(shape),
            heuristic: &bound.name(),
        });
    }
    Ok(BoardSolver::with_heuristic(
        Metric::Multi,
        shape,
        home,
        bound,
    ))
}

/// Returns the walking distance of canonical boards in their metric, whose table takes up to some
/// seconds to make. If it would be too large, the error says what to use `instead`.
pub(super) fn walking(
    library: &Library,
    reduction: &Reduction,
    instead: &str,
) -> Result<WalkingDistance> {
    let (shape, home, metric) = (reduction.shape(), reduction.home(), reduction.metric());
    let stopped = || library.reporter.over();
    if WalkingDistance::states_of(shape).is_ok_and(|states| states > WORTH_SAYING) {
        let heuristic = &HeuristicName::WalkingDistance.to_string();
        library.reporter.report(&Event::Preparing { heuristic });
    }
    let made = WalkingDistance::unless_stopped(shape, home, metric, &stopped);
    let made = made.map_err(|error| Error::Question(format!("{error}{instead}")))?;
    made.ok_or_else(Error::stopped)
}

/// Returns the colour tables of that solver.
pub(crate) fn subjects(reduction: &Reduction, options: &Options) -> Result<Vec<Subject>> {
    let colourings = colourings(reduction, options)?;
    ensure(!colourings.is_empty(), || {
        let problem = "boards of this size have no tables if several tiles may slide in one move";
        Error::Question(problem.to_owned())
    })?;
    Ok(ColourBounds::<Vec<u8>>::needed(&colourings)
        .map(Colouring::subject)
        .collect())
}

/// Returns a colour table, copied to memory for quick random look-ups if there is enough.
fn table(library: &Library, colouring: &Colouring) -> Result<TableFile> {
    let file = library.table(&colouring.subject())?;
    if allowance(u64::MAX) as u64 > file.file_length() {
        return Ok(file.into_memory(&|| library.reporter.over())?);
    }
    // The search reads entries without asking for their pages.
    file.checked_payload(&|| library.reporter.over())?;
    Ok(file)
}

/// Returns the colourings whose tables bound the distance, as the options name them; none for other
/// bounds.
fn colourings(reduction: &Reduction, options: &Options) -> Result<Vec<Colouring>> {
    let (shape, home) = (reduction.shape(), reduction.home());
    let unknown = |name: &str| Error::unknown_heuristic(name, Guides::MultiTile);
    if options.partition.is_some() {
        return Err(unknown("a partition of the tiles"));
    }
    let usual = || Colouring::usual(shape, home);
    match options.heuristic(Guides::MultiTile)? {
        Some(HeuristicName::WalkingDistance | HeuristicName::Lines) => Ok(Vec::new()),
        None => Ok(usual()),
        Some(HeuristicName::Colours(None)) if !usual().is_empty() => Ok(usual()),
        Some(HeuristicName::Colours(Some(text))) => {
            let mut views = vec![of_goal(reduction, &text)?];
            let turned = views[0].transposed().filter(|turned| *turned != views[0]);
            views.extend(turned);
            Ok(views)
        }
        Some(other) => Err(unknown(&other.to_string())),
    }
}

/// Returns the colouring of the canonical goal, from one written for the cells of the user's goal.
fn of_goal(reduction: &Reduction, text: &str) -> Result<Colouring> {
    let goal = reduction.goal();
    let wrong = |error: &dyn std::fmt::Display| Error::Question(error.to_string());
    let own = Colouring::parse(goal.shape(), goal.blank(), text).map_err(|error| wrong(&error))?;
    let mut colour = [0; MOST_CELLS];
    for (&tile, &of) in goal.cells().iter().zip(own.cells()) {
        colour[usize::from(reduction.renamed(tile))] = of;
    }
    let ordered = Board::ordered(reduction.shape(), reduction.home());
    let cells = ordered
        .cells()
        .iter()
        .map(|&tile| colour[usize::from(tile)]);
    let cells: Vec<u8> = cells.collect();
    Colouring::new(reduction.shape(), reduction.home(), &cells).map_err(|error| wrong(&error))
}
