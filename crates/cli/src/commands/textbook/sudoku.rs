//! `sudoku`: a solution, and how many there are.

use serde::Serialize;
use tilebase::search::{
    FillOrder, SearchLimits, Sudoku, SudokuSolutions, SudokuTree, SudokuVerdict, breadth_first,
    depth_first,
};

use super::{
    NodeCounts,
    args::{SudokuAlgorithm, SudokuArgs},
    timed,
};
use crate::{
    Context, Failure, Outcome, Result, args::values::name, commands::outcome, input, output,
};

pub fn run(context: &Context, args: &SudokuArgs) -> Result<Outcome> {
    let text = input::text(&args.file)?;
    let sudoku = match args.boxes {
        Some((rows, cols)) => Sudoku::parse_with_boxes(&text, rows, cols),
        None => text.parse(),
    }
    .map_err(|error| Failure::input(format!("{}: {error}", input::name(&args.file))))?;

    let answer = |verdict, reason, searched| SudokuAnswer {
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
    let limits = SearchLimits {
        memory: tilebase::programs::allowance(args.memory),
        ..SearchLimits::default()
    };
    let solutions = if args.count { Some(count(&sudoku, args.limit)?) } else { None };
    let (solution, searched) = search(&sudoku, args.algorithm, &limits, solutions.as_ref())?;
    let verdict = verdict(solution.as_ref(), solutions.as_ref());
    let text = plain_text(
        args.algorithm,
        solution.as_ref(),
        &searched,
        solutions.as_ref(),
    );
    context.answer(&answer(verdict, None, Some(searched)), || text)?;
    Ok(outcome(Some(solution.is_some())))
}

/// Searches with an algorithm. Returns a solution, and what JSON has about the search.
fn search(
    sudoku: &Sudoku,
    algorithm: SudokuAlgorithm,
    limits: &SearchLimits,
    solutions: Option<&SudokuSolutions>,
) -> Result<(Option<Sudoku>, SudokuSearch)> {
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
    let last = found.path.as_ref().and_then(|path| path.last());
    let solution = last.map(|grid| tree.grid(grid));
    let searched = SudokuSearch {
        solution: solution.as_ref().map(|solution| solution.cells().to_vec()),
        solutions: solutions.map(|solutions| solutions.count),
        complete: solutions.map(|solutions| solutions.complete),
        algorithm: name(algorithm),
        nodes: match algorithm {
            // Children generated; the grid to begin with is not a child.
            SudokuAlgorithm::Bfs => found.stats.generated - 1,
            SudokuAlgorithm::Dfs | SudokuAlgorithm::Mrv => found.stats.expanded,
        },
        counts: (&found.stats).into(),
        seconds,
    };
    Ok((solution, searched))
}

fn count(sudoku: &Sudoku, at_most: u64) -> Result<SudokuSolutions> {
    // Two at least, to distinguish one solution from more.
    let most = at_most.max(2);
    Ok(timed(|monitor| sudoku.solutions(most, &SearchLimits::default(), monitor)).0?)
}

fn verdict(solution: Option<&Sudoku>, solutions: Option<&SudokuSolutions>) -> &'static str {
    match (solutions.map(SudokuSolutions::verdict), solution) {
        (Some(SudokuVerdict::Contradictory), _) => "contradictory",
        (Some(SudokuVerdict::Unsolvable), _) | (None, None) => "unsolvable",
        (Some(SudokuVerdict::Unique), _) => "unique",
        (Some(SudokuVerdict::Ambiguous), _) => "ambiguous",
        (None, Some(_)) => "solvable",
    }
}

fn plain_text(
    algorithm: SudokuAlgorithm,
    solution: Option<&Sudoku>,
    searched: &SudokuSearch,
    solutions: Option<&SudokuSolutions>,
) -> String {
    let strong = output::STRONG;
    let mut text = match solution {
        Some(solution) => format!("{solution}\n"),
        None => format!(
            "{strong}unsolvable{strong:#}: no number appears twice, but the grid cannot be \
            completed\n"
        ),
    };
    if let Some(solutions) = solutions.filter(|solutions| solutions.count > 0) {
        let count = output::count(solutions.count);
        let verdict = verdict(solution, Some(solutions));
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
        searched.algorithm,
        output::count(searched.nodes),
        output::count(searched.counts.peak_states.unwrap_or_default()),
        output::seconds(searched.seconds)
    )
}

/// A puzzle, as JSON has it.
#[derive(Serialize)]
struct SudokuAnswer {
    size: usize,
    #[serde(rename = "box")]
    box_shape: (usize, usize),
    clues: usize,
    verdict: &'static str,
    /// Why it is contradictory.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    searched: Option<SudokuSearch>,
}

/// What a search has found.
#[derive(Serialize)]
struct SudokuSearch {
    /// The cells of a solution.
    solution: Option<Vec<u8>>,
    /// How many there are, if they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    algorithm: String,
    nodes: u64,
    #[serde(flatten)]
    counts: NodeCounts,
    seconds: f64,
}
