//! `sudoku`: a solution, and how many there are.

use serde::Serialize;
use tilebase::search::{
    FillOrder, SearchError, SearchLimits, Sudoku, SudokuSolutions, SudokuTree, SudokuVerdict,
    breadth_first, depth_first,
};

use super::{
    NodeCounts,
    args::{SudokuAlgorithm, SudokuArgs},
    timed,
};
use crate::{
    Context, Failure, Outcome, Result, args::values::name, commands::outcome, input, json, output,
};

/// Nodes after which it is left open whether a solution is the only one.
const UNIQUENESS: u64 = 1_000_000;

pub fn run(context: &Context, args: &SudokuArgs) -> Result<Outcome> {
    let (name, text) = text(args)?;
    let mut grids = Sudoku::parse_all(&text, args.boxes);
    let located = |error| Failure::input(format!("{name}: {error}"));
    if grids.len() == 1 {
        let sudoku = grids.remove(0).map_err(located)?;
        let solved = SolvedSudoku::new(args, sudoku)?;
        context.answer(&solved.answer, || solved.text())?;
        return Ok(solved.outcome());
    }
    let mut worst = Outcome::Done;
    for (grid, sudoku) in (1..).zip(grids) {
        let solved = sudoku
            .map_err(located)
            .and_then(|sudoku| SolvedSudoku::new(args, sudoku));
        let outcome = match &solved {
            Ok(solved) => {
                let answer = &solved.answer;
                context.answer(&NumberedGrid { grid, answer }, || solved.line())?;
                solved.outcome()
            }
            Err(Failure::Interrupted(said)) => return Err(Failure::Interrupted(said.clone())),
            Err(failure) => {
                let answer = &json::ErrorLine {
                    error: output::printable(&failure.to_string()),
                };
                context.answer(&NumberedGrid { grid, answer }, || {
                    format!("error: {}", answer.error)
                })?;
                failure.as_outcome()
            }
        };
        worst = worst.max(outcome);
    }
    Ok(worst)
}

/// Returns the grids, and what they come from: a file, or the argument itself.
fn text(args: &SudokuArgs) -> Result<(String, String)> {
    let file = args.file.as_ref().or(args.puzzle.as_ref());
    let file = file.ok_or_else(|| Failure::input("name a file of sudokus"))?;
    let cells = args.puzzle.as_ref().and_then(|cells| cells.to_str());
    match cells {
        Some(cells) if !file.exists() && Sudoku::parse_all(cells, args.boxes)[0].is_ok() => {
            Ok(("the grid".to_owned(), cells.to_owned()))
        }
        _ => Ok((input::name(file), input::text(file)?)),
    }
}

/// A grid of several, as JSON has it.
#[derive(Serialize)]
struct NumberedGrid<'a, A> {
    grid: usize,
    #[serde(flatten)]
    answer: &'a A,
}

/// A sudoku, its solution and what JSON has about it.
struct SolvedSudoku {
    solution: Option<Sudoku>,
    answer: SudokuAnswer,
}

impl SolvedSudoku {
    fn new(args: &SudokuArgs, sudoku: Sudoku) -> Result<Self> {
        let answer = |verdict, reason, unique, searched| SudokuAnswer {
            size: sudoku.size(),
            box_shape: sudoku.box_shape(),
            clues: sudoku.clues(),
            verdict,
            reason,
            unique,
            searched,
        };
        if let Some(conflict) = sudoku.conflict() {
            return Ok(Self {
                solution: None,
                answer: answer("contradictory", Some(conflict.to_string()), None, None),
            });
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
        let unique = match &solutions {
            Some(solutions) => Some(solutions.count == 1),
            None => is_unique(&sudoku)?,
        };
        let unique = unique.filter(|_| solution.is_some());
        Ok(Self {
            answer: answer(verdict, None, unique, Some(searched)),
            solution,
        })
    }

    fn outcome(&self) -> Outcome {
        outcome(Some(self.solution.is_some()))
    }

    fn text(&self) -> String {
        match (&self.answer.reason, &self.answer.searched) {
            (None, Some(searched)) => {
                let unique = self.answer.unique;
                plain_text(
                    self.answer.verdict,
                    self.solution.as_ref(),
                    unique,
                    searched,
                )
            }
            (reason, _) => format!("contradictory: {}", reason.as_deref().unwrap_or_default()),
        }
    }

    /// The cells of the solution, and what is to be said of it.
    fn line(&self) -> String {
        let Some(solution) = &self.solution else {
            let reason = self
                .answer
                .reason
                .iter()
                .map(|reason| format!(": {reason}"));
            return self.answer.verdict.to_owned() + &output::joined(reason, "");
        };
        let between = if solution.size() > 9 { " " } else { "" };
        let cells = output::joined(solution.cells(), between);
        let searched = self.answer.searched.as_ref();
        match (
            searched.and_then(|searched| searched.solutions),
            self.answer.unique,
        ) {
            (Some(count), _) => format!(
                "{cells} {}",
                output::counted(output::count(count), "solution")
            ),
            (None, Some(false)) => format!("{cells} not the only solution"),
            (None, _) => cells,
        }
    }
}

/// Returns whether a solution is the only one; `None` if that takes long to prove.
fn is_unique(sudoku: &Sudoku) -> Result<Option<bool>> {
    let limits = SearchLimits {
        expanded: UNIQUENESS,
        ..SearchLimits::default()
    };
    match timed(|monitor| sudoku.solutions(2, &limits, monitor)).0 {
        Ok(solutions) => Ok(Some(solutions.count == 1)),
        Err(SearchError::Expanded { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
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

fn plain_text(
    verdict: &str,
    solution: Option<&Sudoku>,
    unique: Option<bool>,
    searched: &SudokuSearch,
) -> String {
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
    if searched.solutions.is_none() && unique == Some(false) {
        text += &format!("{strong}not the only solution{strong:#}; --count counts them\n");
    }
    text + &format!(
        "{}: {} {}, at most {} held, {}\n",
        searched.algorithm,
        output::counted(output::count(searched.nodes), "node"),
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
    /// Whether there is one solution; `None` without one, or if that takes long to prove.
    unique: Option<bool>,
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
