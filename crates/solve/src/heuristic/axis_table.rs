//! The tables of the walking distance: the moves of every word of letters.
//!
//! Words are numbered without gaps by walking through an automaton from row to row. Its nodes are
//! the tiles that are not placed yet, counted by the row to which they belong, and whether the
//! blank is still to come. Each transition adds the number of words with the same beginning and a
//! lesser next letter. A breadth-first search from the goal then fills one byte for each word.

use std::{
    mem,
    sync::{
        OnceLock,
        atomic::{AtomicU8, Ordering},
    },
};

use tilebase_core::{format::UNREACHABLE, parallel, sliding::Metric};

/// The most words of a table, which take a byte each. Boards of more than seven lines have more
/// words.
pub(super) const MOST: u64 = 100_000_000;

/// The most lines of a board that has a table.
pub(super) const MAX_LINES: usize = 7;

/// A word: its letters, line by line.
type LineWord = [u8; MAX_LINES];

/// The sums of the lines of a word.
pub(super) type LineSums = [u32; MAX_LINES];

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
pub(super) struct AxisTable {
    lines: usize,
    /// The line of the blank's home.
    home: usize,
    alphabet: Alphabet,
    /// For each node a row of transitions, one for each letter. The row of the start is first.
    transitions: Vec<LetterStep>,
    /// Moves from the goal, by the number of a word.
    moves: Vec<u8>,
    /// What [`links`](Self::links) returns, once it has been asked for.
    links: OnceLock<Vec<u16>>,
}

impl AxisTable {
    /// Returns the table of the words of `lines` lines of `width` cells, with the blank's home in
    /// line `home`, without their moves; `None` if there are too many words.
    pub(super) fn new(lines: usize, width: usize, home: usize) -> Option<Self> {
        let alphabet = Alphabet::new(lines, width)?;
        let endings = endings(&alphabet, home);
        let words = words(&endings)?;
        Some(Self {
            lines,
            home,
            transitions: transitions(&alphabet, &endings),
            alphabet,
            moves: vec![UNREACHABLE; words as usize],
            links: OnceLock::new(),
        })
    }

    /// Returns the number of words of `lines` lines of `width` cells; `None` if there are too many.
    pub(super) fn words(lines: usize, width: usize) -> Option<u64> {
        // There are as many wherever the blank's home is.
        words(&endings(&Alphabet::new(lines, width)?, 0))
    }

    /// Returns what a tile that belongs to a line adds to the sum of the line in which it is.
    pub(super) fn weight(&self, line: usize) -> u32 {
        self.alphabet.weight[line] as u32
    }

    /// Returns the number of a word given by the sums of its lines.
    #[inline]
    pub(super) fn word(&self, sums: &LineSums) -> usize {
        let letters = sums[..self.lines].iter();
        self.number(
            (0, 0),
            letters.map(|&sum| self.alphabet.letter[sum as usize]),
        )
    }

    /// Returns the moves from the goal of a word given by the sums of its lines.
    #[inline]
    pub(super) fn moves(&self, sums: &LineSums) -> u8 {
        self.moves[self.word(sums)]
    }

    /// In a link, set if the word beside has one move more, and not one less.
    pub(super) const RISES: u16 = 1 << 15;

    /// Returns the number of links that each word has.
    pub(super) fn links_of_word(&self) -> usize {
        2 * self.lines
    }

    /// Returns which of its links a word has for the blank moving by one line, forwards or back,
    /// when a tile that belongs to `line` takes its place.
    pub(super) fn link(&self, is_forwards: bool, line: usize) -> usize {
        self.lines * usize::from(is_forwards) + line
    }

    /// Returns for each word its links, which are the numbers of the words beside it, for moves of
    /// single tiles; `None` if there are too many words. The first call takes milliseconds.
    pub(super) fn links(&self) -> Option<&[u16]> {
        let is_small = self.moves.len() <= usize::from(Self::RISES);
        is_small.then(|| &**self.links.get_or_init(|| self.linked()))
    }

    fn linked(&self) -> Vec<u16> {
        let count = self.links_of_word();
        let mut links = vec![0; self.moves.len() * count];
        let mut is_found = vec![false; self.moves.len()];
        let goal = self.goal();
        let mut found = vec![(
            self.number((0, 0), goal[..self.lines].iter().copied()),
            goal,
        )];
        while let Some((number, word)) = found.pop() {
            for is_forwards in [false, true] {
                self.neighbours(&word, is_forwards, |line, beside, word| {
                    let rises = self.moves[beside] > self.moves[number];
                    let link = &mut links[number * count + self.link(is_forwards, line)];
                    *link = beside as u16 | (Self::RISES * u16::from(rises));
                    if !mem::replace(&mut is_found[beside], true) {
                        found.push((beside, word));
                    }
                });
            }
        }
        links
    }

    /// Returns the word of the goal.
    fn goal(&self) -> LineWord {
        let alphabet = &self.alphabet;
        let mut goal = LineWord::default();
        for (line, (letter, weight)) in goal.iter_mut().zip(&alphabet.weight).enumerate() {
            let tiles = alphabet.width - usize::from(line == self.home);
            *letter = alphabet.letter[tiles * weight];
        }
        goal
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
    pub(super) fn searched(mut self, metric: Metric, stopped: &dyn Fn() -> bool) -> Option<Self> {
        let goal = self.goal();
        let atomic =
            |bytes: Vec<u8>| -> Vec<AtomicU8> { bytes.into_iter().map(AtomicU8::new).collect() };
        let moves = atomic(mem::take(&mut self.moves));
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
                        self.neighbours(word, forwards, |_, number, word| {
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

    /// Calls `visit` with each word to which a move of the blank by one line leads, after its
    /// number and the line to which the tile belongs that moves.
    fn neighbours(
        &self,
        word: &LineWord,
        forwards: bool,
        mut visit: impl FnMut(usize, usize, LineWord),
    ) {
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
                visit(belongs, self.number(place, rest), next);
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
            let direction = words.searched(Metric::Multi, &|| false).unwrap();
            let expected = all_moves(lines, width, home);
            assert_eq!(direction.moves.len(), expected.len());
            for (word, moves) in expected {
                let mut sums = [0; MAX_LINES];
                for (sum, (tiles, _)) in sums.iter_mut().zip(&word) {
                    let tiles = tiles.iter().enumerate();
                    let weights =
                        tiles.map(|(line, &tiles)| u32::from(tiles) * direction.weight(line));
                    *sum = weights.sum();
                }
                assert_eq!(u32::from(direction.moves(&sums)), moves, "{word:?}");
            }
        }
    }
}
