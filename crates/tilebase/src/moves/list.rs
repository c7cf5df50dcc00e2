//! Sequences of moves, and their notation.

use std::fmt;

use serde::Serialize;
use tilebase_core::{Puzzle, joined, shortened, sliding::Metric};

use crate::{
    moves::{Direction, Move, step::run},
    values::{Error, Result, State},
};

/// What the letters `U D L R` in a list of moves mean. Numbers always are tiles, or cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notation {
    /// The direction in which the tile slides.
    #[default]
    Tile,
    /// The direction in which the blank goes.
    Blank,
}

/// A sequence of moves.
///
/// ```
/// use tilebase::{Moves, Notation, State, sliding::Metric};
///
/// let start = State::parse("3x3".parse()?, "1 2 3 / 4 0 6 / 7 5 8")?;
/// let path = Moves::play(Metric::Single, &start, "U L", Notation::Tile)?;
/// let moves = Moves::along(Metric::Single, &path);
/// assert_eq!(moves.to_string(), "5 8");
/// assert_eq!(moves.letters(), "UL");
/// assert_eq!(moves.blank(), "DR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Moves {
    steps: Vec<Move>,
    #[serde(skip)]
    metric: Metric,
}

impl Moves {
    pub(crate) fn of_steps(metric: Metric, steps: Vec<Move>) -> Self {
        Self { steps, metric }
    }

    /// Returns the moves between the positions of a path. Ends before the first two positions that
    /// are not one move apart.
    pub fn along(metric: Metric, path: &[State]) -> Self {
        let steps = path.windows(2);
        let steps = steps.map_while(|step| step[0].move_in(metric, &step[1]));
        Self::of_steps(metric, steps.collect())
    }

    /// Plays the moves that `text` names, and returns the positions from `start` to the last, both
    /// included.
    ///
    /// Moves are numbers (tiles, or leftmost cells in a row) separated by spaces or commas, or the
    /// letters `U D L R`, with or without spaces. On an open line the cell where a block lands
    /// follows the other, as in `1-7`, unless there is only one; a `t` at the end turns a block
    /// round that need not be turned. `R3` means three times `R` or, in the multi-tile metric, one
    /// move of three tiles.
    ///
    /// # Errors
    /// If the text is not a list of moves, or a move cannot be made; the error names its number.
    pub fn play(
        metric: Metric,
        start: &State,
        text: &str,
        notation: Notation,
    ) -> Result<Vec<State>> {
        let mut path = vec![start.clone()];
        // In the single-tile metric, a letter with a number means as many moves.
        let words = words(text).map_err(|word| Error::not_a_move(&word))?;
        let repeated = words.into_iter().flat_map(|word| {
            let (word, times) = match (metric, word) {
                (Metric::Single, WrittenMove::Letter(way, times)) => {
                    (WrittenMove::Letter(way, 1), times)
                }
                (_, word) => (word, 1),
            };
            (0..times).map(move |_| word)
        });
        for word in repeated {
            let here = &path[path.len() - 1];
            let fits = |step: Move| match word {
                WrittenMove::Name(name) => u64::from(step.name) == name && !step.turned,
                WrittenMove::Jump(Move {
                    name,
                    landing,
                    turned,
                    ..
                }) => {
                    let lands = landing.is_none() || step.landing == landing;
                    step.name == name && lands && step.turned == turned
                }
                WrittenMove::Letter(way, tiles) => {
                    let way = match notation {
                        Notation::Tile => way,
                        Notation::Blank => way.opposite(),
                    };
                    (step.direction, u64::from(step.tiles)) == (Some(way), tiles)
                }
            };
            let mut next = here.neighbours(metric);
            next.retain(|next| here.move_to(next).is_some_and(fits));
            let problem = match (next.pop(), next.len()) {
                (Some(next), 0) => {
                    path.push(next);
                    continue;
                }
                (None, _) => format!(", {word}, cannot be made at {here}"),
                (Some(_), _) if matches!(here.puzzle(), Puzzle::Sliding(_)) => format!(
                    ": several tiles {word} can slide at {here}; write letters U D L R instead"
                ),
                (Some(_), more) => format!(
                    ", {word}, is one of {} at {here}: write where the stones land, as 1-7",
                    more + 1
                ),
            };
            let (number, position) = (path.len(), here.to_string());
            return Err(Error::Move {
                number,
                position,
                problem,
            });
        }
        Ok(path)
    }

    /// Returns the moves in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.steps.iter().copied()
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the [name](Move::name) of each move in order: a tile, or in a row a cell.
    pub fn tiles(&self) -> Vec<u8> {
        self.iter().map(|step| step.name).collect()
    }

    /// Returns the directions in which the tiles slide: `U D L R`, a run of three as `R3`. Empty
    /// for a row.
    ///
    /// In the multi-tile metric, `R3` is one move of three tiles; otherwise it is three moves.
    pub fn letters(&self) -> String {
        self.runs(|way| way)
    }

    /// Returns the directions in which the blank goes, written as [`letters`](Self::letters) are.
    pub fn blank(&self) -> String {
        self.runs(Direction::opposite)
    }

    /// Returns each move as [`play`](Self::play) reads it, if the rules are other than the usual
    /// ones, so that the cells where blocks jump from may not suffice.
    pub fn jumps(&self, puzzle: Puzzle) -> Option<Vec<String>> {
        let jumps = || self.steps.iter().map(|step| step.to_string()).collect();
        puzzle.rules().is_some().then(jumps)
    }

    /// Returns the length of the game in both metrics. In the multi-tile metric, successive moves
    /// in one direction count one. Both lengths are 0 for a row.
    pub fn lengths(&self) -> Lengths {
        let slid = self.steps.iter().map(|step| u32::from(step.tiles));
        let turns = self.steps.chunk_by(|a, b| a.direction == b.direction);
        let turns = turns.filter(|run| run[0].direction.is_some());
        Lengths {
            single: slid.sum(),
            multi: turns.count() as u32,
        }
    }

    fn runs(&self, way: impl Fn(Direction) -> Direction) -> String {
        let merged =
            |a: &Move, b: &Move| self.metric == Metric::Single && a.direction == b.direction;
        let runs = self.steps.chunk_by(merged).filter_map(|same| {
            let tiles = same.iter().map(|step| u32::from(step.tiles)).sum();
            Some(run(way(same[0].direction?), tiles))
        });
        runs.collect()
    }
}

/// The length of a game in both metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lengths {
    /// Moves if each slides one tile.
    pub single: u32,
    /// Moves if each slides one or more tiles of a line.
    pub multi: u32,
}

/// Writes the names of the moves, separated by spaces.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.steps, " "))
    }
}

/// A move as written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum WrittenMove {
    Name(u64),
    /// A block of stones, which lands anywhere if that is not said.
    Jump(Move),
    /// With the number of tiles that slide.
    Letter(Direction, u64),
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::Jump(jump) => jump.fmt(f),
            Self::Letter(way, tiles) => f.write_str(&run(*way, *tiles as u32)),
        }
    }
}

/// The largest number after a letter: more than any line of tiles needs, and no list is endless.
const LONGEST_RUN: u64 = 1 << 10;

/// Reads a move that begins with a number.
fn number(token: &str) -> Option<WrittenMove> {
    if let Ok(name) = token.parse() {
        return Some(WrittenMove::Name(name));
    }
    let (cells, turned) = match token.strip_suffix('t') {
        Some(cells) => (cells, true),
        None => (token, false),
    };
    let (from, to) = match cells.split_once('-') {
        Some((from, to)) => (from, Some(to.parse().ok()?)),
        None => (cells, None),
    };
    Some(WrittenMove::Jump(Move {
        name: from.parse().ok()?,
        landing: to,
        turned,
        ..Move::default()
    }))
}

/// Reads moves. The error is the beginning of the word that is not one.
pub(crate) fn words(text: &str) -> Result<Vec<WrittenMove>, String> {
    let mut words = Vec::new();
    let separates = |c: char| c.is_whitespace() || c == ',';
    for token in text.split(separates).filter(|token| !token.is_empty()) {
        let unknown = || shortened(token);
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            words.push(number(token).ok_or_else(unknown)?);
            continue;
        }
        let mut rest = token.chars().peekable();
        while let Some(letter) = rest.next() {
            let way = Direction::from_letter(letter).ok_or_else(unknown)?;
            let mut digits = String::new();
            while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            let times = match digits.as_str() {
                "" => 1,
                digits => digits.parse().map_err(|_| unknown())?,
            };
            if !(1..=LONGEST_RUN).contains(&times) {
                return Err(unknown());
            }
            words.push(WrittenMove::Letter(way, times));
        }
    }
    Ok(words)
}
