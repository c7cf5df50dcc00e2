//! States in lines of text: one per line, boards over several lines, with what people and programs
//! write before, around and after them.

use std::{borrow::Cow, mem};

use smallvec::SmallVec;
use tilebase_core::{Puzzle, sliding::Shape, split_words, without_mark, words};

use super::{
    forms::{self, Form, Heading, Problem},
    planning, signs,
    text::{Beside, StateText},
};
use crate::{solver::Solver, values::PuzzleGoal};

/// The texts of states that end with a line.
pub type Texts<'a> = SmallVec<[StateText<'a>; 1]>;

/// Cuts lines into the texts of states.
///
/// Comments, from `#` on, blank lines, headings, lines of a frame, and the byte order mark of some
/// editors are skipped. A line with as many cells as a board has columns is a part of a board. The
/// other [forms](super::FORMS) are recognized by their numbers of words. Any other line is
/// returned as the text of a state.
///
/// ```
/// use tilebase::StateLines;
///
/// let mut lines = StateLines::new("2x2".parse()?);
/// let mut states = Vec::new();
/// for line in ["2  # the size", "1 2", "* 3", "", "3 1 2 0 ; one line"] {
///     states.extend(lines.push(line.into()));
/// }
/// states.extend(lines.finish());
/// let texts: Vec<&str> = states.iter().map(|state| &*state.text).collect();
/// assert_eq!(texts, ["1 2\n* 3", "3 1 2 0 ; one line"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StateLines {
    /// The goal, which says what its states look like.
    goal: PuzzleGoal,
    cells: usize,
    /// Cells of a line that is a part of a board; for rows of stones, all cells.
    columns: usize,
    /// The number of lines read.
    line: usize,
    /// The lines of a planner's problem that is not complete yet.
    problem: planning::ProblemLines,
    /// The lines of a board that is not complete yet.
    part: String,
    rows: usize,
    /// The last line that was taken for a size, before any of them.
    size: Option<String>,
    /// Lines of one word, which are a size, a number of boards, or the cells of a board.
    singles: Vec<String>,
    /// What stands before boards, and holds for all of them.
    boards: Option<Box<Beside>>,
    /// The state at the start of a pair whose goal follows.
    start: Option<StateText<'static>>,
    /// Whether a state was found.
    given: bool,
    /// Whether a line had its number before its cells, and whether one had it after them.
    numbers: [bool; 2],
    /// The last line that has signs between cells, but no cells.
    only_signs: Option<usize>,
    /// What the last heading announces.
    heading: Option<Heading>,
}

impl StateLines {
    /// Returns a reader for states of this puzzle.
    pub fn new(puzzle: Puzzle) -> Self {
        Self::of_goal(PuzzleGoal::usual(puzzle))
    }

    pub(super) fn of_goal(goal: PuzzleGoal) -> Self {
        let family = goal.family();
        Self {
            cells: family.cells(),
            columns: family.columns().unwrap_or(family.cells()),
            goal,
            line: 0,
            problem: planning::ProblemLines::default(),
            part: String::new(),
            rows: 0,
            size: None,
            singles: Vec::new(),
            boards: None,
            start: None,
            given: false,
            numbers: [false; 2],
            only_signs: None,
            heading: None,
        }
    }

    /// Takes a line, and returns the texts of states that end with it.
    pub fn push<'a>(&mut self, line: Cow<'a, str>) -> Texts<'a> {
        self.line += 1;
        match self.problem.push(&line) {
            planning::ProblemPart::Other => {}
            planning::ProblemPart::Open => return Texts::new(),
            planning::ProblemPart::Sas => return self.unread(line, planning::SAS),
            planning::ProblemPart::Whole(problem) => {
                let read = planning::cells_of_problem(&problem, self.cells, self.columns);
                let Some((cells, goal)) = read else {
                    return self.unread(problem.into(), planning::NOT_PLACED);
                };
                let text = self.whole(cells.into());
                return SmallVec::from([goal.map_or(text.clone(), |goal| text.with_goal(goal))]);
            }
        }
        let sizes = [self.columns, self.cells];
        let end = forms::end_of_cells(&line, |length| sizes.contains(&length));
        let plain = without_mark(&line[..end]);
        let found = words(plain);
        let is_whole = found == self.cells || found == 1 && self.is_word(plain);
        // A size or a heading may stand before the cells.
        if is_whole && !plain.contains(':') && !plain.contains('=') {
            let text = if plain.len() < line.len() { plain.to_owned().into() } else { line };
            let text = self.whole(text);
            let is_first = self.part.is_empty() && self.singles.is_empty();
            if is_first && self.heading.is_none() && self.start.is_none() {
                // So is nearly every line of a long stream.
                self.given = true;
                return SmallVec::from_iter([text]);
            }
            let mut texts = self.flush(!self.given);
            // The lines before it may have said what holds for it.
            let text = self.whole(text.text);
            self.give(text, &mut texts);
            return texts;
        }
        let mut line = line.into_owned();
        if found == self.columns || !forms::has_blank_sign(&line[end..], found, sizes) {
            line.truncate(end);
        }
        self.odd_line(without_mark(&line))
    }

    /// Returns the texts of incomplete boards at the end.
    pub fn finish<'a>(&mut self) -> Texts<'a> {
        let mut texts = self.flush(false);
        texts.extend(self.start.take());
        let open = self.problem.finish();
        texts.extend(open.and_then(|text| self.unread(text.into(), planning::OPEN).pop()));
        if let Some(line) = self.only_signs.filter(|_| texts.is_empty() && !self.given) {
            self.line = line;
            texts = self.unread("".into(), "there are brackets or signs here, but no cells");
        }
        texts
    }

    /// Returns a text that cannot be read, and why.
    fn unread<'a>(&self, text: Cow<'a, str>, problem: &str) -> Texts<'a> {
        let text = self.whole(text);
        SmallVec::from([
            text.with(|beside| beside.problem = Some(Problem::Refused(problem.to_owned())))
        ])
    }

    /// Returns whether a line is a word with a sign for each cell.
    fn is_word(&self, line: &str) -> bool {
        let word = split_words(line).next().unwrap_or_default();
        word.chars().count() == self.cells
    }

    /// A state whose text is complete.
    fn whole<'a>(&self, text: Cow<'a, str>) -> StateText<'a> {
        StateText {
            text,
            line: self.line,
            beside: self.boards.clone(),
        }
    }

    /// Adds a state to those that end with a line; or keeps it, if its goal follows.
    fn give<'a>(&mut self, text: StateText<'a>, texts: &mut Texts<'a>) {
        self.given = true;
        match self.heading.take() {
            Some(Heading::Start) => {
                texts.extend(self.start.take());
                self.start = Some(text.into_owned());
            }
            Some(Heading::Goal) => match self.start.take() {
                Some(start) => texts.push(start.with_goal(text.text.into_owned())),
                None => self.boards.get_or_insert_default().goal = Some(text.text.into_owned()),
            },
            Some(Heading::Other) | None => {
                texts.extend(self.start.take());
                texts.push(text);
            }
        }
    }

    /// Takes a line that is not the cells of a whole state and nothing else.
    fn odd_line<'a>(&mut self, line: &str) -> Texts<'a> {
        let mut texts = Texts::new();
        if line.trim_start().starts_with('{') {
            texts = self.flush(true);
            self.give(self.whole(line.to_owned().into()), &mut texts);
            return texts;
        }
        let line = forms::without_frame(line);
        let (line, shape) = self.sized(&line);
        let (heading, line) = forms::heading(line);
        if heading.is_some() {
            texts = self.flush(true);
            self.heading = heading
                .filter(|kind| *kind != Heading::Other)
                .or(self.heading);
        }
        let line = forms::within_brackets(self.without_label(line));
        if forms::is_comment(line) {
            return texts;
        }
        let list: Vec<&str> = split_words(line).collect();
        let found = list.len();
        let is_state = |word: &&str| {
            forms::signs_of(word, Some(self.cells)).chars().count() == self.cells
                && !signs::is_word_for_blank(word)
        };
        let has_word = list.iter().any(is_state);
        if let Some(cells) = self.with_empty_cell(line, found) {
            texts.extend(self.cells(cells, shape));
        } else if found == 0 {
            // Brackets may open or close a list, unless no line has a cell.
            if !line.trim().is_empty() {
                self.only_signs = Some(self.line);
            }
        } else if self.part.is_empty() && self.is_size(&list) && !self.may_be_row(&list) {
            texts.extend(self.flush(true));
            self.size = Some(line.to_owned());
        } else if self.are_rows(&list) {
            let signs = list.concat().chars().map(String::from).collect::<Vec<_>>();
            texts.extend(self.cells(signs.join(" "), shape));
        } else if found == 1 && !has_word {
            texts.extend(self.single(list[0]));
        } else if found == 1
            || !has_word && ([self.columns, self.cells, self.columns - 1].contains(&found))
        {
            texts.extend(self.cells(line.to_owned(), shape));
        } else {
            let problem = self.other_size(found);
            texts.extend(self.flush(true));
            let text = self.with_more(&list);
            let mut text = text.unwrap_or_else(|| self.whole(line.to_owned().into()));
            if shape.is_some() || problem.is_some() {
                text = text.with(|beside| {
                    beside.shape = shape;
                    beside.problem = beside.problem.take().or(problem);
                });
            }
            self.give(text, &mut texts);
        }
        texts
    }

    /// Returns whether words are the rows of a board, with a sign for each cell; where they are
    /// letters, the last one may be left out.
    fn are_rows(&self, words: &[impl AsRef<str>]) -> bool {
        let length = |word: &str| word.chars().count();
        let last = words.len().saturating_sub(1);
        let is_row = |(at, word): (usize, &str)| {
            let is_short = at == last && at > 0 && length(word) + 1 == self.columns;
            let left_out = is_short && word.chars().all(char::is_alphabetic);
            length(word) == self.columns || left_out
        };
        let mut rows = words.iter().map(AsRef::as_ref).enumerate();
        words.len() * self.columns == self.cells && rows.all(is_row)
    }

    /// Returns what stands after the colon in a line whose label is not known, if that is a state
    /// or a row of one.
    fn without_label<'l>(&self, line: &'l str) -> &'l str {
        let Some((label, rest)) = line.split_once(':') else {
            return line;
        };
        let is_label = label.trim_start().starts_with(char::is_alphabetic);
        let list: Vec<&str> = split_words(rest).collect();
        let has_cells = [self.columns, self.cells].contains(&list.len())
            || matches!(list[..], [word] if word.chars().count() == self.cells);
        if is_label && has_cells { rest } else { line }
    }

    /// Takes a line of one word that is no state.
    fn single<'a>(&mut self, word: &str) -> Texts<'a> {
        let mut texts = Texts::new();
        if !self.part.is_empty() {
            texts = self.flush(true);
        }
        // What can be a part of a board waits for the lines that follow.
        if word.len() <= 3 || word.chars().count() == self.columns {
            self.singles.push(word.to_owned());
        } else {
            texts.extend(self.flush(true));
            self.give(self.whole(word.to_owned().into()), &mut texts);
        }
        texts
    }

    /// Returns the problem of a line with this number of cells, if it is the size of boards that
    /// the line before names.
    fn other_size(&self, found: usize) -> Option<Problem> {
        let named = self.singles.last()?.parse() == Ok(found);
        (named && found != self.columns).then(|| {
            Problem::Refused(format!(
                "the text says that the boards have {found} columns, but the question is about {}",
                self.goal.puzzle()
            ))
        })
    }

    /// Takes the cells of a whole state, or of a row of one.
    fn cells<'a>(&mut self, line: String, shape: Option<Shape>) -> Texts<'a> {
        let found = words(&line);
        if found == self.cells || found == 1 && self.columns > 1 {
            let mut texts = self.flush(!self.given);
            let mut text = self.whole(line.into());
            if shape.is_some() {
                text = text.with(|beside| beside.shape = shape);
            }
            self.give(text, &mut texts);
            return texts;
        }
        let mut texts = self.singles_as_headers();
        if self.rows > 0 {
            self.part.push('\n');
        }
        self.part.push_str(line.trim_end());
        self.rows += 1;
        // On boards of two columns, a size looks like a row: how many rows there are will tell.
        if self.rows * self.columns == self.cells && !self.begins_with_size() {
            texts.extend(self.flush(true));
        }
        texts
    }

    /// Returns whether the first of the rows that were read may be the size of the boards.
    fn begins_with_size(&self) -> bool {
        let first = self.part.lines().next().unwrap_or_default();
        self.columns == 2 && self.is_size(&split_words(first).collect::<Vec<_>>())
    }

    /// Returns the line without the shape that stands before the cells, as in `4x3:…` or `4,3,…`;
    /// both name the width first.
    fn sized<'l>(&self, line: &'l str) -> (&'l str, Option<Shape>) {
        let size = forms::width_and_height(line);
        let Some((cols, rows, rest)) = size else {
            return (line, None);
        };
        match Shape::new(rows, cols) {
            Ok(shape) if words(rest) == 1 || words(rest) == shape.cells() => (rest, Some(shape)),
            _ => (line, None),
        }
    }

    /// Returns a line whose cells are separated by bars or commas and of which one is empty.
    fn with_empty_cell(&self, line: &str, found: usize) -> Option<String> {
        let separator = ['|', ','].into_iter().find(|&sign| line.contains(sign))?;
        let sizes = [self.columns, self.cells];
        if sizes.contains(&found) {
            return None;
        }
        let mut inner = line.trim();
        if separator == '|' {
            inner = inner.strip_prefix('|').unwrap_or(inner);
            inner = inner.strip_suffix('|').unwrap_or(inner);
        }
        let cells: Vec<&str> = inner.split(separator).collect();
        let is_empty = |cell: &&str| split_words(cell).next().is_none();
        let is_one_empty = cells.iter().filter(|cell| is_empty(cell)).count() == 1;
        (sizes.contains(&cells.len()) && is_one_empty).then(|| {
            let signs = cells
                .iter()
                .map(|cell| if is_empty(cell) { "_" } else { cell });
            signs.collect::<Vec<_>>().join(" ")
        })
    }

    /// Returns whether the cells in a text are a state, in whatever form.
    fn reads(&self, text: &str) -> bool {
        let is_plain = self.goal.parse_state(text).is_ok();
        is_plain || !signs::readings(&self.goal, text).is_empty()
    }

    /// Returns whether a line names the size of the boards.
    fn is_size(&self, list: &[&str]) -> bool {
        let Puzzle::Sliding(shape) = self.goal.puzzle() else {
            return false;
        };
        let numbers: Option<Vec<usize>> = list.iter().map(|word| word.parse().ok()).collect();
        let is_size = match numbers.as_deref() {
            // The number of boards may follow. Programs name the width first, people the height.
            Some([one, other] | [one, other, _]) => {
                let (rows, cols) = (shape.rows(), shape.cols());
                [(rows, cols), (cols, rows)].contains(&(*one, *other))
            }
            _ => false,
        };
        let is_name = matches!(list, [word] if word.parse() == Ok(shape));
        is_size || is_name
    }

    /// Returns whether numbers that may be a size may also be a row.
    fn may_be_row(&self, list: &[&str]) -> bool {
        list.len() == self.columns && list.first() != list.get(1)
    }

    /// Returns the texts of what was read and is no complete board. Lines of one word may stand
    /// before a board that `follows`.
    fn flush<'a>(&mut self, follows: bool) -> Texts<'a> {
        let mut texts = self.singles_as_cells(follows);
        if self.part.is_empty() {
            return texts;
        }
        let begins_with_size = self.begins_with_size();
        let part = mem::take(&mut self.part);
        let mut rows: Vec<&str> = part.lines().collect();
        let each = self.cells / self.columns;
        self.rows = 0;
        if begins_with_size && rows.len() % each == 1 {
            rows.remove(0);
        }
        // What was taken for a size may have been a row whose blank is left out.
        let size = self.size.take().filter(|_| rows.len() + 1 == each);
        let with_size = size.map(|size| format!("{size}\n{part}"));
        if let Some(board) = with_size.filter(|board| self.reads(board)) {
            self.give(self.whole(board.into()), &mut texts);
            return texts;
        }
        for board in rows.chunks(each) {
            self.give(self.whole(board.join("\n").into()), &mut texts);
        }
        texts
    }

    /// Takes the lines of one word as what stands before boards: their size, the cell of the
    /// blank's home, the number of boards. Returns those that can be none of these.
    fn singles_as_headers<'a>(&mut self) -> Texts<'a> {
        let singles = mem::take(&mut self.singles);
        let numbers: Vec<i32> = singles
            .iter()
            .filter_map(|word| word.parse().ok())
            .collect();
        if numbers.len() < singles.len() || numbers.len() > 3 {
            return self.refused(&singles);
        }
        let cells = self.cells as i32;
        if let [size, home, ..] = numbers[..]
            && (size == cells || size + 1 == cells)
            && (-1..cells).contains(&home)
        {
            let boards = self.boards.get_or_insert_default();
            boards.goal = Some(format!("blank-at:{home}"));
            boards.forms = vec![Form::Home];
        }
        Texts::new()
    }

    /// Takes the lines of one word as boards: a line for each cell, or for each row with a sign for
    /// each cell.
    fn singles_as_cells<'a>(&mut self, follows: bool) -> Texts<'a> {
        let lines = self.singles.len();
        // The number of lines before the boards, and that of the lines of each board.
        let layouts = (0..lines.min(3))
            .flat_map(|before| [self.cells / self.columns, self.cells].map(|each| (before, each)));
        let fits = |&(before, each): &(usize, usize)| {
            let boards = &self.singles[before..];
            let mut chunks = boards.chunks_exact(each.max(1));
            let rest = chunks.remainder();
            rest.is_empty() && (each == self.cells || chunks.all(|board| self.are_rows(board)))
        };
        let Some((before, each)) = layouts.into_iter().find(fits) else {
            // After boards, a digit chooses an algorithm or ends the input.
            let is_end = matches!(&self.singles[..], [word] if word.len() == 1 && self.given);
            if follows || is_end {
                return self.singles_as_headers();
            }
            let singles = mem::take(&mut self.singles);
            return self.refused(&singles);
        };
        let words = self.singles.split_off(before);
        let mut texts = self.singles_as_headers();
        for board in words.chunks(each) {
            let signs: Vec<String> = if each == self.cells {
                board.to_vec()
            } else {
                board.concat().chars().map(String::from).collect()
            };
            self.give(self.whole(signs.join(" ").into()), &mut texts);
        }
        texts
    }

    /// Returns lines that cannot be read.
    fn refused<'a>(&self, lines: &[String]) -> Texts<'a> {
        let texts = lines
            .iter()
            .map(|line| self.whole(Cow::Owned(line.clone())));
        texts.collect()
    }

    /// Returns a line with more words than cells: an instance, a pair, or a state with numbers.
    fn with_more<'a>(&mut self, list: &[&str]) -> Option<StateText<'a>> {
        let cells = self.cells;
        // A state is as many words as cells, or one.
        let is_word = |word: &&str| {
            forms::signs_of(word, Some(cells)).chars().count() == cells
                && !signs::is_word_for_blank(word)
        };
        let width = if list.iter().any(is_word) { 1 } else { cells };
        let read = |words: &[&str]| {
            let text = words.join(" ");
            let is_plain = self.goal.parse_state(&text).is_ok();
            // Where numbers stand beside the cells, a number must not be taken for a blank.
            let is_state = is_plain || width == 1 && !signs::readings(&self.goal, &text).is_empty();
            is_state.then_some(text)
        };
        let at = |from: usize| read(list.get(from..from + width)?);
        let number = |at: usize| list.get(at).and_then(|word| word.parse().ok());
        let (first, second) = (at(0), at(1));
        let pair = [0, 1].into_iter().find_map(|from| {
            let (start, goal) = (at(from)?, list.get(from + width..from + 2 * width)?);
            let is_pair = goal.len() == width && (width > 1 || is_word(&goal[0]));
            is_pair.then(|| (start, goal.join(" ")))
        });
        // Where tiles are alike, cells may be a state for the goal beside them only.
        let alike = || {
            let both = &list[list.len() % (2 * width)..];
            let halves = both
                .split_at_checked(width)
                .filter(|_| list.len() <= 2 * width + 1);
            let (start, goal) = halves.map(|(start, goal)| (start.join(" "), goal.join(" ")))?;
            let own = PuzzleGoal::parse(self.goal.puzzle(), &goal).ok()?;
            own.parse_state(&start).is_ok().then_some((start, goal))
        };
        let text = |text: String, form: Form, number| {
            self.whole(text.into()).with(|beside| {
                beside.forms = vec![form];
                beside.number = number;
            })
        };
        if let Some((start, goal)) = pair.or_else(alike) {
            return Some(self.whole(start.into()).with_goal(goal));
        }
        // Where a line has its number if it can have it in two places, the lines before tell.
        let has_one = list.len() == width + 1;
        let (first, second) = match (first, second, self.numbers) {
            (Some(_), Some(second), [true, false]) if has_one => (None, Some(second)),
            (Some(first), Some(_), [false, true]) if has_one => (Some(first), None),
            (first, second, _) => (first, second),
        };
        let is_after = second.is_none();
        let text = match (first, second) {
            (Some(first), Some(second)) if has_one => {
                let problem = format!(
                    "the line can be read in two ways: as {first} and a number, or as a number \
                    and {second}"
                );
                let text = self.whole(list.join(" ").into());
                return Some(
                    text.with(|beside| beside.problem = Some(Problem::Ambiguous(problem))),
                );
            }
            (_, Some(second)) => text(second, Form::Instance, number(1 + width)),
            (Some(first), None) => text(first, Form::NumberAfter, number(width)),
            (None, None) => return None,
        };
        if has_one {
            self.numbers[usize::from(is_after)] = true;
        }
        Some(text)
    }
}

/// Returns a reader for the states that this solver reads.
impl From<&Solver> for StateLines {
    fn from(solver: &Solver) -> Self {
        Self::of_goal((*solver.goal).clone())
    }
}
