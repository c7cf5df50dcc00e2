//! All tiles at once, but only their rows; then only their columns.
//!
//! If the columns of the tiles and of their homes are ignored, a board is described by two things:
//! for each row, how many of its tiles belong to each row (a *letter*), and which row has the
//! blank. A vertical move takes some tile of the row above or below into the blank's row. The least
//! number of such moves to the goal's word of letters is a lower bound on the vertical moves of any
//! solution. The same with columns bounds the horizontal moves, and since no move is both, the
//! bounds can be added. With 4 rows of 4 there are 24,964 words, with 5 rows of 5 there are
//! 65,650,495.
//!
//! Words are numbered without gaps by walking through an automaton from row to row. Its nodes are
//! the tiles that are not placed yet, counted by the row to which they belong, and whether the
//! blank is still to come. Each transition adds the number of words with the same beginning and a
//! lesser next letter. A breadth-first search from the goal then fills one byte for each word.
//!
//! In the multi-tile metric, a vertical move takes a tile of the next row into the blank's row, one
//! of the row after that into the gap, and so on. Vertical and horizontal moves alternate in a
//! shortest solution, so the bound is twice the greater of the two numbers of moves, less one.
//!
//! The bound for single tiles, at least the Manhattan distance and often more, is due to Ken'ichiro
//! Takahashi (2002).

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use thiserror::Error;
use tilebase_core::{
    format::UNREACHABLE,
    parallel,
    sliding::{CELLS_LIMIT, Metric, Shape, cells_of_tiles},
};

use super::{Heuristic, HeuristicName, IncrementalBound, line_distance::alternating};

/// The most words of a table, which take a byte each. Boards of more than seven lines have more
/// words.
const MOST: u64 = 100_000_000;

/// The least number of vertical moves if only rows matter, plus that of horizontal moves if only
/// columns do.
///
/// A table takes a byte for each of its states: 24,964 on 4x4, and 63 MiB on 5x5, where it takes
/// seconds to build.
///
/// ```
/// use tilebase_core::sliding::{Board, Metric};
/// use tilebase_solve::heuristic::{Heuristic, WalkingDistance};
/// let shape = "4x4".parse()?;
/// let walking = WalkingDistance::new(shape, 0, Metric::Single)?;
/// let board = Board::parse(shape, "0 3 2 1 4 5 6 7 8 9 10 11 12 13 15 14")?;
/// assert!(walking.estimate(&board) >= 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct WalkingDistance {
    shape: Shape,
    homes: [u8; CELLS_LIMIT],
    metric: Metric,
    vertical: Arc<AxisTable>,
    horizontal: Arc<AxisTable>,
}

/// A board with too many lines for a walking-distance table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a walking distance for this board would need a table of more than {MOST} bytes")]
pub struct TooManyStates {
    /// The board.
    pub shape: Shape,
}

impl WalkingDistance {
    /// Returns the heuristic for boards of `shape` whose goal has the blank at `home`, in a metric.
    ///
    /// # Errors
    /// If a table would have more than a hundred million states, as for boards of 7 rows of 3.
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn new(shape: Shape, home: usize, metric: Metric) -> Result<Self, TooManyStates> {
        let made = Self::unless_stopped(shape, home, metric, &|| false)?;
        Ok(made.expect("it was not stopped"))
    }

    /// Returns the heuristic for boards of `shape` whose goal has the blank at `home`, or `None`
    /// soon after `stopped` returns true: the table of a large board takes seconds.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// # Panics
    /// If `home` is not a cell of the board.
    pub fn unless_stopped(
        shape: Shape,
        home: usize,
        metric: Metric,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, TooManyStates> {
        let homes = cells_of_tiles(&shape.ordered_cells(home));
        let (rows, cols) = (shape.rows(), shape.cols());
        let (row, col) = (shape.row(home), shape.col(home));
        let build = |lines, width, home| -> Result<Option<Arc<AxisTable>>, TooManyStates> {
            let table = AxisTable::new(lines, width, home).ok_or(TooManyStates { shape })?;
            Ok(table.searched(home, metric, stopped).map(Arc::new))
        };
        let Some(vertical) = build(rows, cols, row)? else {
            return Ok(None);
        };
        let horizontal = if (rows, row) == (cols, col) {
            Some(Arc::clone(&vertical))
        } else {
            build(cols, rows, col)?
        };
        Ok(horizontal.map(|horizontal| Self {
            shape,
            homes,
            metric,
            vertical,
            horizontal,
        }))
    }

    /// Returns the number of states of the larger table of a board, without making it. Takes a
    /// moment.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// ```
    /// use tilebase_solve::heuristic::WalkingDistance;
    /// assert_eq!(WalkingDistance::states_of("4x4".parse()?)?, 24_964);
    /// assert!(WalkingDistance::states_of("4x6".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn states_of(shape: Shape) -> Result<u64, TooManyStates> {
        // There are as many wherever the blank's home is.
        let words = |lines, width| words(&endings(&Alphabet::new(lines, width)?, 0));
        let (rows, cols) = (shape.rows(), shape.cols());
        let both = words(rows, cols).zip(words(cols, rows));
        let larger = both.map(|(vertical, horizontal)| vertical.max(horizontal));
        larger.ok_or(TooManyStates { shape })
    }
}

impl Heuristic for WalkingDistance {
    fn name(&self) -> String {
        HeuristicName::WalkingDistance.to_string()
    }

    fn of_cells(&self, cells: &[u8]) -> u32 {
        let WordsOfBoard {
            moves: [vertical, horizontal],
            ..
        } = WordsOfBoard::new(self, cells);
        match self.metric {
            Metric::Single => vertical + horizontal,
            Metric::Multi => alternating(vertical, horizontal),
        }
    }

    fn incremental<'a>(&'a self, cells: &[u8]) -> Option<Box<dyn IncrementalBound + 'a>> {
        let single = self.metric == Metric::Single;
        single.then(|| Box::new(WordsOfBoard::new(self, cells)) as Box<_>)
    }
}

/// The words of a board whose tiles slide: by rows, and by columns.
struct WordsOfBoard<'a> {
    tables: [&'a AxisTable; 2],
    shape: Shape,
    homes: &'a [u8; CELLS_LIMIT],
    /// The sums of the lines in each direction.
    sums: [[usize; MAX_LINES]; 2],
    /// The moves of the words.
    moves: [u32; 2],
    /// The moves that the last slides have replaced.
    replaced: Vec<u32>,
}

impl<'a> WordsOfBoard<'a> {
    fn new(heuristic: &'a WalkingDistance, cells: &[u8]) -> Self {
        let tables = [&*heuristic.vertical, &*heuristic.horizontal];
        let mut words = Self {
            tables,
            shape: heuristic.shape,
            homes: &heuristic.homes,
            sums: [[0; MAX_LINES]; 2],
            moves: [0; 2],
            replaced: Vec::new(),
        };
        for (cell, &tile) in cells.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            for axis in [0, 1] {
                words.sums[axis][words.line(axis, cell)] += words.weight(axis, tile);
            }
        }
        words.moves = [0, 1].map(|axis| tables[axis].moves(&words.sums[axis]));
        words
    }

    /// Returns the row, or the column, of a cell.
    #[inline]
    fn line(&self, axis: usize, cell: usize) -> usize {
        if axis == 0 { self.shape.row(cell) } else { self.shape.col(cell) }
    }

    /// Returns what a tile adds to the sum of its line.
    #[inline]
    fn weight(&self, axis: usize, tile: u8) -> usize {
        let home = self.homes[usize::from(tile)].into();
        self.tables[axis].alphabet.weight[self.line(axis, home)]
    }

    /// Moves a tile to another line, and returns the direction in which it does.
    #[inline]
    fn shift(&mut self, tile: u8, from: usize, to: usize) -> usize {
        let axis = usize::from(self.shape.row(from) == self.shape.row(to));
        let weight = self.weight(axis, tile);
        let (from, to) = (self.line(axis, from), self.line(axis, to));
        self.sums[axis][from] -= weight;
        self.sums[axis][to] += weight;
        axis
    }
}

impl IncrementalBound for WordsOfBoard<'_> {
    fn slide(&mut self, _: &[u8], tile: u8, from: usize, to: usize) -> u32 {
        let axis = self.shift(tile, from, to);
        self.replaced.push(self.moves[axis]);
        self.moves[axis] = self.tables[axis].moves(&self.sums[axis]);
        self.moves[0] + self.moves[1]
    }

    fn take_back(&mut self, tile: u8, from: usize, to: usize) {
        let axis = self.shift(tile, to, from);
        self.moves[axis] = self.replaced.pop().expect("a slide for each take back");
    }
}

/// The most lines of a board that has a table.
const MAX_LINES: usize = 7;

/// A word: its letters, line by line.
type LineWord = [u8; MAX_LINES];

/// The letters of one direction.
///
/// The tiles of a line, counted by the line they belong to, are digits of a number in radix
/// width + 1, its *sum*: sums add up as tiles do. A line holds the blank if a tile is missing.
struct Alphabet {
    width: usize,
    /// The sum of a single tile that belongs to each line.
    weight: Vec<usize>,
    /// The sum of each letter, and whether it has the blank.
    letters: Vec<(usize, bool)>,
    /// The letter of each sum; [`NONE`](Self::NONE) if the sum is not that of a letter.
    letter: Vec<u8>,
}

impl Alphabet {
    const NONE: u8 = u8::MAX;

    /// Returns the letters for lines of `width` cells; `None` if there are so many that words are
    /// too many, in this direction or in the other.
    fn new(lines: usize, width: usize) -> Option<Self> {
        if lines.max(width) > MAX_LINES {
            return None;
        }
        let radix = width + 1;
        let weight: Vec<usize> = (0..lines as u32).map(|line| radix.pow(line)).collect();
        let mut alphabet = Self {
            width,
            letters: Vec::new(),
            letter: vec![Self::NONE; radix.pow(lines as u32)],
            weight,
        };
        for sum in 0..alphabet.letter.len() {
            let tiles = alphabet.tiles(sum);
            if tiles == width || tiles + 1 == width {
                alphabet.letter[sum] = alphabet.letters.len() as u8;
                alphabet.letters.push((sum, tiles < width));
            }
        }
        (alphabet.letters.len() <= usize::from(Self::NONE)).then_some(alphabet)
    }

    /// Returns the number of tiles in `sum` that belong to `line`.
    fn count(&self, sum: usize, line: usize) -> usize {
        sum / self.weight[line] % (self.width + 1)
    }

    fn tiles(&self, sum: usize) -> usize {
        (0..self.weight.len())
            .map(|line| self.count(sum, line))
            .sum()
    }

    /// Returns whether the tiles of `letter` are among those of `sum`.
    fn fits(&self, letter: usize, sum: usize) -> bool {
        (0..self.weight.len()).all(|line| self.count(letter, line) <= self.count(sum, line))
    }
}

/// Taking a letter from a node of the automaton: the row of transitions of the next node, and the
/// number of words passed over.
#[derive(Clone, Copy, Default)]
struct LetterStep {
    next: u32,
    skipped: u32,
}

/// The table of one direction.
struct AxisTable {
    lines: usize,
    alphabet: Alphabet,
    /// For each node a row of transitions, one for each letter. The row of the start is first.
    transitions: Vec<LetterStep>,
    /// Moves from the goal, by the number of a word.
    moves: Vec<u8>,
}

impl AxisTable {
    /// Returns the table of the words of `lines` lines of `width` cells, with the blank's home in
    /// line `home`, without their moves; `None` if there are too many words.
    fn new(lines: usize, width: usize, home: usize) -> Option<Self> {
        let alphabet = Alphabet::new(lines, width)?;
        let endings = endings(&alphabet, home);
        let words = words(&endings)?;
        Some(Self {
            lines,
            transitions: transitions(&alphabet, &endings),
            alphabet,
            moves: vec![UNREACHABLE; words as usize],
        })
    }

    /// Returns the moves from the goal of a word given by the sums of its lines.
    fn moves(&self, sums: &[usize; MAX_LINES]) -> u32 {
        let letters = sums[..self.lines].iter();
        let word = letters.map(|&sum| self.alphabet.letter[sum]);
        self.moves[self.number((0, 0), word)].into()
    }

    /// Continues from a place in the automaton, given as its row of transitions and the number of
    /// words passed over, to the end of the word.
    fn number(&self, place: (u32, u32), rest: impl IntoIterator<Item = u8>) -> usize {
        self.walk(place, rest).1 as usize
    }

    fn walk(&self, from: (u32, u32), letters: impl IntoIterator<Item = u8>) -> (u32, u32) {
        letters.into_iter().fold(from, |(row, skipped), letter| {
            let transition = self.transitions[row as usize + usize::from(letter)];
            (transition.next, skipped + transition.skipped)
        })
    }

    /// Returns the table with the moves of all words, by breadth-first search from the goal; `None`
    /// soon after `stopped` returns true.
    ///
    /// If several tiles may slide in one move, the blank continues from line to line in one
    /// direction. It continues only from the words that are new at this depth: from the others, a
    /// move that begins there leads equally far. From a word to which both directions lead, it
    /// continues once in each.
    fn searched(mut self, home: usize, metric: Metric, stopped: &dyn Fn() -> bool) -> Option<Self> {
        let alphabet = &self.alphabet;
        let mut goal = LineWord::default();
        for (line, (letter, weight)) in goal.iter_mut().zip(&alphabet.weight).enumerate() {
            let tiles = alphabet.width - usize::from(line == home);
            *letter = alphabet.letter[tiles * weight];
        }
        let atomic =
            |bytes: Vec<u8>| -> Vec<AtomicU8> { bytes.into_iter().map(AtomicU8::new).collect() };
        let moves = atomic(std::mem::take(&mut self.moves));
        // For words at the current depth: a bit for each direction that led there.
        let ways = match metric {
            Metric::Single => Vec::new(),
            Metric::Multi => atomic(vec![0; moves.len()]),
        };
        let claim = |number: usize, depth| {
            moves[number]
                .compare_exchange(UNREACHABLE, depth, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        };
        claim(self.number((0, 0), goal[..self.lines].iter().copied()), 0);
        let mut frontier = vec![goal];
        for depth in 1.. {
            let mut found = Vec::new();
            for (forwards, way) in [(false, 1), (true, 2)] {
                let goes_on = |number: usize| {
                    metric == Metric::Multi
                        && moves[number].load(Ordering::Relaxed) == depth
                        && ways[number].fetch_or(way, Ordering::Relaxed) & way == 0
                };
                let step = |words: &[LineWord]| -> (Vec<LineWord>, Vec<LineWord>) {
                    let (mut new, mut on) = (Vec::new(), Vec::new());
                    for word in words {
                        self.neighbours(word, forwards, |number, word| {
                            if claim(number, depth) {
                                new.push(word);
                            }
                            if goes_on(number) {
                                on.push(word);
                            }
                        });
                    }
                    (new, on)
                };
                let mut run = in_chunks(&frontier, &mut found, step);
                while !run.is_empty() {
                    run = in_chunks(&run, &mut found, step);
                }
                if stopped() {
                    return None;
                }
            }
            if found.is_empty() {
                break;
            }
            frontier = found;
        }
        self.moves = moves.into_iter().map(AtomicU8::into_inner).collect();
        Some(self)
    }

    /// Calls `visit` with each word to which a move of the blank by one line leads, and with its
    /// number.
    fn neighbours(&self, word: &LineWord, forwards: bool, mut visit: impl FnMut(usize, LineWord)) {
        let alphabet = &self.alphabet;
        let blank = self.blank(word);
        let other = if forwards { blank + 1 } else { blank.wrapping_sub(1) };
        if other >= self.lines {
            return;
        }
        let first = blank.min(other);
        let place = self.walk((0, 0), word[..first].iter().copied());
        let sum = |line: usize| alphabet.letters[usize::from(word[line])].0;
        let (taking, giving) = (sum(blank), sum(other));
        for (belongs, weight) in alphabet.weight.iter().enumerate() {
            if alphabet.count(giving, belongs) > 0 {
                let mut next = *word;
                next[blank] = alphabet.letter[taking + weight];
                next[other] = alphabet.letter[giving - weight];
                let rest = next[first..self.lines].iter().copied();
                visit(self.number(place, rest), next);
            }
        }
    }

    /// Returns the line that has the blank.
    fn blank(&self, word: &LineWord) -> usize {
        let mut lines = word[..self.lines].iter();
        lines
            .position(|&letter| self.alphabet.letters[usize::from(letter)].1)
            .expect("some line has the blank")
    }
}

/// Takes a step from many words on all threads. Adds the new words to `found`, and returns those
/// from which to continue.
fn in_chunks(
    words: &[LineWord],
    found: &mut Vec<LineWord>,
    step: impl Fn(&[LineWord]) -> (Vec<LineWord>, Vec<LineWord>) + Send + Sync,
) -> Vec<LineWord> {
    let mut run = Vec::new();
    for (new, on) in parallel::map(words.chunks(4096), step) {
        found.extend(new);
        run.extend(on);
    }
    run
}

/// Returns the number of words, of which `endings` are the endings; `None` if there are too many.
fn words(endings: &[u64]) -> Option<u64> {
    endings.last().copied().filter(|&words| words <= MOST)
}

/// Returns the numbers of ways to place the tiles not placed yet, for each sum up to that of all
/// tiles. The blank's home is in line `home`.
fn endings(alphabet: &Alphabet, home: usize) -> Vec<u64> {
    let all = alphabet.letter.len() - 1 - alphabet.weight[home];
    let mut endings = vec![0u64; all + 1];
    endings[0] = 1;
    // Removing letters leaves a lesser sum.
    for sum in 1..=all {
        if alphabet.fits(sum, all) {
            endings[sum] = choices(alphabet, sum)
                .fold(0, |total, (_, rest)| total.saturating_add(endings[rest]));
        }
    }
    endings
}

/// Returns the letters that the next line may have when the tiles of `sum` are left, in order, and
/// the tiles left then. If their number is a multiple of the width the blank has been placed; if it
/// is one less, it has not.
fn choices(alphabet: &Alphabet, sum: usize) -> impl Iterator<Item = (usize, usize)> {
    let missing = alphabet.tiles(sum).next_multiple_of(alphabet.width) - alphabet.tiles(sum);
    let letters = alphabet.letters.iter().enumerate();
    letters
        .filter(move |&(_, &(letter, blank))| {
            missing <= 1 && usize::from(blank) <= missing && alphabet.fits(letter, sum)
        })
        .map(move |(index, &(letter, _))| (index, sum - letter))
}

/// Returns the automaton that numbers words: rows of transitions, that of all tiles first.
fn transitions(alphabet: &Alphabet, endings: &[u64]) -> Vec<LetterStep> {
    let width = alphabet.letters.len();
    let nodes: Vec<usize> = (0..endings.len())
        .rev()
        .filter(|&sum| endings[sum] > 0)
        .collect();
    let row = |sum: usize| {
        let place = nodes.binary_search_by(|node| sum.cmp(node));
        place.expect("what leads to an ending has endings") * width
    };
    let mut transitions = vec![LetterStep::default(); nodes.len() * width];
    for (node, &sum) in nodes.iter().enumerate() {
        let mut skipped = 0;
        for (letter, rest) in choices(alphabet, sum).filter(|&(_, rest)| endings[rest] > 0) {
            transitions[node * width + letter] = LetterStep {
                next: row(rest) as u32,
                skipped,
            };
            skipped += endings[rest] as u32;
        }
    }
    transitions
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tilebase_testing::plain_search;

    use super::*;

    /// The number of tiles of each line that are in a line, and whether the blank is.
    type TileLine = (Vec<u8>, bool);

    /// Takes a tile that belongs to line `of` from line `from` into the line of the blank before
    /// it.
    fn taken(word: &[TileLine], blank: usize, from: usize, of: usize) -> Option<Vec<TileLine>> {
        let mut next = word.to_vec();
        next[from].0[of] = next[from].0[of].checked_sub(1)?;
        next[blank].0[of] += 1;
        (next[blank].1, next[from].1) = (false, true);
        Some(next)
    }

    /// Returns the moves of all words.
    fn all_moves(lines: usize, width: u8, home: usize) -> HashMap<Vec<TileLine>, u32> {
        let line = |line: usize| {
            let mut tiles = vec![0; lines];
            tiles[line] = width - u8::from(line == home);
            (tiles, line == home)
        };
        let goal: Vec<TileLine> = (0..lines).map(line).collect();
        plain_search([goal], |word| {
            let blank = word.iter().position(|line| line.1).unwrap();
            let mut all = Vec::new();
            for run in [
                (blank..lines).collect(),
                (0..=blank).rev().collect::<Vec<_>>(),
            ] {
                let mut reached = vec![word.clone()];
                for pair in run.windows(2) {
                    let on = |word: &Vec<TileLine>| {
                        let of = 0..lines;
                        of.filter_map(|of| taken(word, pair[0], pair[1], of))
                            .collect::<Vec<_>>()
                    };
                    reached = reached.iter().flat_map(on).collect();
                    all.extend_from_slice(&reached);
                }
            }
            all
        })
    }

    #[test]
    fn a_table_is_not_finished_once_stopped() {
        let calls = std::cell::Cell::new(0);
        let stopped = || {
            calls.set(calls.get() + 1);
            calls.get() >= 3
        };
        let shape = "3x4".parse().unwrap();
        let made = WalkingDistance::unless_stopped(shape, 0, Metric::Multi, &stopped);
        assert!(made.unwrap().is_none());
        assert_eq!(calls.get(), 3);
    }

    #[test]
    fn moves_of_several_tiles_are_those_of_a_plain_search() {
        for (lines, width, home) in [
            (2, 3, 0),
            (3, 2, 1),
            (3, 3, 0),
            (4, 2, 0),
            (4, 2, 2),
            (5, 2, 1),
        ] {
            let words = AxisTable::new(lines, width.into(), home).unwrap();
            let direction = words.searched(home, Metric::Multi, &|| false).unwrap();
            let expected = all_moves(lines, width, home);
            assert_eq!(direction.moves.len(), expected.len());
            for (word, moves) in expected {
                let mut sums = [0; MAX_LINES];
                for (sum, (tiles, _)) in sums.iter_mut().zip(&word) {
                    let weights = tiles.iter().zip(&direction.alphabet.weight);
                    *sum = weights
                        .map(|(&tiles, weight)| usize::from(tiles) * weight)
                        .sum();
                }
                assert_eq!(direction.moves(&sums), moves, "{word:?}");
            }
        }
    }
}
