//! States in streams and files: one per line, a board over several lines, or a line of an instance
//! file.

use std::borrow::Cow;

use tilebase_core::{Puzzle, without_mark, words};

use crate::{
    solver::Solver,
    values::{Input, PuzzleGoal},
};

/// Cuts lines into the texts of states.
///
/// Comments, from `#` to the end of a line, blank lines, and the byte order mark that some editors
/// write first are skipped. A line with as many cells as a board has columns is a part of a board
/// over several lines. A line of an instance file, which is a number, cells and anything after
/// them, gives the cells. Any other line is returned as the text of a state, so that the reader of
/// the state reports what is wrong with it.
///
/// ```
/// use tilebase::StateLines;
///
/// let mut lines = StateLines::new("2x2".parse()?);
/// let mut states = Vec::new();
/// for line in ["# contest", "1 2", "* 3", "", "3 1 2 0 ; one line"] {
///     states.extend(lines.push(line.into()));
/// }
/// states.extend(lines.finish());
/// assert_eq!(states, ["1 2 * 3", "3 1 2 0 ; one line"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StateLines {
    /// The goal, which says what its states look like.
    goal: PuzzleGoal,
    cells: usize,
    /// Cells of a line that is a part of a board; for rows, which have one line, more than any line
    /// has.
    columns: usize,
    /// The lines of a board that is not complete yet.
    part: String,
    lines: usize,
}

impl StateLines {
    /// Returns a reader for states of this puzzle.
    pub fn new(puzzle: Puzzle) -> Self {
        Self::of_goal(PuzzleGoal::usual(puzzle))
    }

    fn of_goal(goal: PuzzleGoal) -> Self {
        let family = goal.family();
        Self {
            cells: family.cells(),
            columns: family.columns().unwrap_or(usize::MAX),
            goal,
            part: String::new(),
            lines: 0,
        }
    }

    /// Takes a line, and returns the texts of states that end with it: none, one, or two if the
    /// lines before it are an incomplete board.
    pub fn push<'a>(&mut self, line: Cow<'a, str>) -> impl Iterator<Item = Cow<'a, str>> + use<'a> {
        let end = line.find('#').unwrap_or(line.len());
        let plain = without_mark(&line[..end]);
        let line = if plain.len() < line.len() { Cow::Owned(plain.to_owned()) } else { line };
        let found = words(&line);
        if found == self.columns {
            self.part.push_str(&line);
            self.part.push(' ');
            self.lines += 1;
            let whole = self.lines * self.columns == self.cells;
            let board = if whole { self.finish() } else { None };
            return [board, None].into_iter().flatten();
        }
        let cells = if found > self.cells { self.instance(&line) } else { None };
        let text = (found > 0).then(|| cells.map_or(line, Cow::Owned));
        [self.finish(), text].into_iter().flatten()
    }

    /// Returns the text of an incomplete board at the end of the lines, if there is one.
    pub fn finish<'a>(&mut self) -> Option<Cow<'a, str>> {
        self.lines = 0;
        let part = std::mem::take(&mut self.part);
        (!part.is_empty()).then(|| Cow::Owned(part.trim_end().to_owned()))
    }

    /// Returns the cells of a line of an instance file.
    fn instance(&self, line: &str) -> Option<String> {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let cells = columns.get(1..=self.cells)?.join(" ");
        let state = self.goal.read(Input::Text(&cells));
        state.is_ok().then_some(cells)
    }
}

/// Returns a reader for the states that this solver reads.
impl From<&Solver> for StateLines {
    fn from(solver: &Solver) -> Self {
        Self::of_goal((*solver.goal).clone())
    }
}
