//! `sudoku`: a solution, and how many there are.

use serde::Serialize;
use tilebase::search::{
    FillOrder, Limits, Solutions, Stats, Sudoku, SudokuTree, Verdict, breadth_first, depth_first,
};

use super::{
    Counts,
    args::{self, SudokuAlgorithm},
    timed,
};
use crate::{Context, Failure, Outcome, args::values::name, commands::outcome, input, output};

pub fn run(context: &Context, args: &args::Sudoku) -> Result<Outcome, Failure> {
    let text = input::text(&args.file)?;
    let sudoku = match args.boxes {
        Some((rows, cols)) => Sudoku::parse_with_boxes(&text, rows, cols),
        None => text.parse(),
    }
    .map_err(|error| Failure::input(format!("{}: {error}", input::name(&args.file))))?;

    let answer = |verdict, reason, searched| Answer {
        size: sudoku.size(),
        box_shape: sudoku.box_shape(),
        clues: sudoku.clues(),
        verdict,
        reason,
        searched,
    };
    if let Some(conflict) = sudoku.conflict() {
        let answer = answer("contradictory", Some(conflict.to_string()), None);
        context.answer(&answer, || format!("contradictory: {conflict}"))?;
        return Ok(Outcome::Unsolvable);
    }
    let limits = Limits {
        memory: tilebase::programs::allowance(args.memory),
        ..Limits::default()
    };
    let search = search(&sudoku, args.algorithm, &limits)?;
    let solutions = if args.count { Some(count(&sudoku, args.limit)?) } else { None };
    let searched = Searched {
        solution: search.solution.as_ref().map(Sudoku::cells),
        counted: solutions.as_ref().map(|solutions| Counted {
            solutions: solutions.count,
            complete: solutions.complete,
        }),
        algorithm: name(args.algorithm),
        nodes: search.nodes,
        counts: (&search.stats).into(),
        seconds: search.seconds,
    };
    let answer = answer(verdict(&search, solutions.as_ref()), None, Some(searched));
    context.answer(&answer, || {
        plain_text(args.algorithm, &search, solutions.as_ref())
    })?;
    Ok(outcome(Some(search.solution.is_some())))
}

/// What the algorithm asked for did.
struct Search {
    solution: Option<Sudoku>,
    /// Nodes in the classic count of this algorithm.
    nodes: u64,
    stats: Stats,
    seconds: f64,
}

fn search(sudoku: &Sudoku, algorithm: SudokuAlgorithm, limits: &Limits) -> Result<Search, Failure> {
    let order = match algorithm {
        SudokuAlgorithm::Bfs | SudokuAlgorithm::Dfs => FillOrder::Reading,
        SudokuAlgorithm::Mrv => FillOrder::FewestValues,
    };
    let tree =
        SudokuTree::new(sudoku, order).map_err(|conflict| Failure::input(conflict.to_string()))?;
    let (found, seconds) = timed(|monitor| match algorithm {
        SudokuAlgorithm::Bfs => breadth_first(&tree, tree.root(), limits, monitor),
        SudokuAlgorithm::Dfs | SudokuAlgorithm::Mrv => {
            depth_first(&tree, tree.root(), limits, monitor)
        }
    });
    let found = found?;
    Ok(Search {
        solution: found
            .path
            .as_ref()
            .and_then(|path| path.last())
            .map(|grid| tree.grid(grid)),
        nodes: match algorithm {
            // Children generated; the grid to begin with is not a child.
            SudokuAlgorithm::Bfs => found.stats.generated - 1,
            SudokuAlgorithm::Dfs | SudokuAlgorithm::Mrv => found.stats.expanded,
        },
        stats: found.stats,
        seconds,
    })
}

fn count(sudoku: &Sudoku, at_most: u64) -> Result<Solutions, Failure> {
    // Two at least, to distinguish one solution from more.
    let most = at_most.max(2);
    Ok(timed(|monitor| sudoku.solutions(most, &Limits::default(), monitor)).0?)
}

fn verdict(search: &Search, solutions: Option<&Solutions>) -> &'static str {
    match (solutions.map(Solutions::verdict), &search.solution) {
        (Some(Verdict::Contradictory), _) => "contradictory",
        (Some(Verdict::Unsolvable), _) | (None, None) => "unsolvable",
        (Some(Verdict::Unique), _) => "unique",
        (Some(Verdict::Ambiguous), _) => "ambiguous",
        (None, Some(_)) => "solvable",
    }
}

fn plain_text(
    algorithm: SudokuAlgorithm,
    search: &Search,
    solutions: Option<&Solutions>,
) -> String {
    let strong = output::STRONG;
    let mut text = match &search.solution {
        Some(solution) => format!("{solution}\n"),
        None => format!(
            "{strong}unsolvable{strong:#}: no number stands twice, but no way to fill the grid \
            is right\n"
        ),
    };
    if let Some(solutions) = solutions.filter(|solutions| solutions.count > 0) {
        let count = output::count(solutions.count);
        let verdict = verdict(search, Some(solutions));
        text += &format!("{strong}{verdict}{strong:#}: ");
        text += &match (solutions.count, solutions.complete) {
            (1, _) => "exactly one solution\n".to_owned(),
            (_, true) => format!("{count} solutions\n"),
            (_, false) => format!("{count} solutions and perhaps more; see --limit\n"),
        };
    }
    let nodes = match algorithm {
        SudokuAlgorithm::Bfs => "generated",
        SudokuAlgorithm::Dfs | SudokuAlgorithm::Mrv => "taken off the stack",
    };
    text + &format!(
        "{}: {} nodes {nodes}, at most {} held, {}\n",
        name(algorithm),
        output::count(search.nodes),
        output::count(search.stats.peak_states),
        output::seconds(search.seconds)
    )
}

/// A puzzle, as JSON has it.
#[derive(Serialize)]
struct Answer<'a> {
    size: usize,
    #[serde(rename = "box")]
    box_shape: (usize, usize),
    clues: usize,
    verdict: &'static str,
    /// Why it is contradictory.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    searched: Option<Searched<'a>>,
}

/// What a search has found.
#[derive(Serialize)]
struct Searched<'a> {
    solution: Option<&'a [u8]>,
    #[serde(flatten)]
    counted: Option<Counted>,
    algorithm: String,
    nodes: u64,
    #[serde(flatten)]
    counts: Counts,
    seconds: f64,
}

#[derive(Serialize)]
struct Counted {
    solutions: u64,
    complete: bool,
}
