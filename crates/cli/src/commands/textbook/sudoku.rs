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
    let count = args.count.then(|| {
        // Two at least, to distinguish one solution from more.
        let most = args.limit.max(2);
        timed(|monitor| sudoku.solutions(most, &SearchLimits::default(), monitor)).0
    });
    let solutions = count.transpose()?;
    let (solution, searched) = search(&sudoku, args.algorithm, &limits, solutions.as_ref())?;
    let verdict = match solutions.as_ref().map(SudokuSolutions::verdict) {
        Some(SudokuVerdict::Contradictory) => "contradictory",
        Some(SudokuVerdict::Unsolvable) => "unsolvable",
        Some(SudokuVerdict::Unique) => "unique",
        Some(SudokuVerdict::Ambiguous) => "ambiguous",
        None if solution.is_some() => "solvable",
        None => "unsolvable",
    };
    let text = plain_text(verdict, solution.as_ref(), &searched);
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
    let (nodes, counted) = match algorithm {
        // Children generated; the grid to begin with is not a child.
        SudokuAlgorithm::Bfs => (found.stats.generated - 1, "generated"),
        SudokuAlgorithm::Dfs | SudokuAlgorithm::Mrv => {
            (found.stats.expanded, "taken off the stack")
        }
    };
    let searched = SudokuSearch {
        solution: solution.as_ref().map(|solution| solution.cells().to_vec()),
        solutions: solutions.map(|solutions| solutions.count),
        complete: solutions.map(|solutions| solutions.complete),
        algorithm: name(algorithm),
        nodes,
        counted,
        counts: (&found.stats).into(),
        seconds,
    };
    Ok((solution, searched))
}

fn plain_text(verdict: &str, solution: Option<&Sudoku>, searched: &SudokuSearch) -> String {
    let strong = output::STRONG;
    let mut text = match solution {
        Some(solution) => format!("{solution}\n"),
        None => format!(
            "{strong}unsolvable{strong:#}: no number appears twice, but the grid cannot be \
            completed\n"
        ),
    };
    if let Some(solutions) = searched.solutions.filter(|&solutions| solutions > 0) {
        let count = output::count(solutions);
        text += &format!("{strong}{verdict}{strong:#}: ");
        text += &match (solutions, searched.complete) {
            (1, _) => "exactly one solution\n".to_owned(),
            (_, Some(true)) => format!("{count} solutions\n"),
            _ => format!("{count} solutions and perhaps more; see --limit\n"),
        };
    }
    text + &format!(
        "{}: {} nodes {}, at most {} held, {}\n",
        searched.algorithm,
        output::count(searched.nodes),
        searched.counted,
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
    /// When a node is counted.
    #[serde(skip)]
    counted: &'static str,
    #[serde(flatten)]
    counts: NodeCounts,
    seconds: f64,
}
