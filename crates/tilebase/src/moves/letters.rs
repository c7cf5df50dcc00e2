//! Sequences of moves as letters, without a board.

use std::{fmt, str::FromStr};

use serde::Serialize;
use tilebase_core::sliding::Metric;

use crate::{
    moves::{
        Direction, Lengths, Move, Moves, Notation,
        reading::{self, WrittenMove, WrittenMoves},
    },
    values::{Error, Result, State},
};

/// A sequence of moves as the directions `U D L R`, as a player writes it: `R2UL`.
///
/// It has no board, and the letters may be the directions of tiles or of the blank: the methods do
/// the same for both.
///
/// ```
/// use tilebase::Letters;
///
/// let moves: Letters = "R2 U L".parse()?;
/// assert_eq!(moves.inverse().to_string(), "RDL2");
/// assert_eq!(moves.mirrored().to_string(), "L2UR");
/// assert_eq!(moves.transposed().to_string(), "D2LU");
/// assert_eq!(moves.then(&moves.inverse()).to_string(), "R2ULRDL2");
/// assert_eq!(moves.then(&moves.inverse()).simplified().to_string(), "");
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(into = "LettersObject")]
pub struct Letters {
    /// Directions, and the number of times each is repeated; neighbours differ.
    runs: Vec<(Direction, u32)>,
}

impl Letters {
    fn of(runs: impl IntoIterator<Item = (Direction, u32)>) -> Self {
        let mut letters = Self::default();
        for (way, times) in runs {
            match letters.runs.last_mut() {
                Some((last, so_often)) if *last == way => *so_often += times,
                _ => letters.runs.push((way, times)),
            }
        }
        letters
    }

    /// Returns the moves of a board in letters; none for a row.
    pub(crate) fn of_moves(moves: impl Iterator<Item = Move>) -> Self {
        Self::of(moves.filter_map(|step| Some((step.direction?, step.tiles.into()))))
    }

    /// Returns the moves in a notation. For [`Notation::Blank`], these are taken for the directions
    /// of tiles, and those of the blank are written. Letters have no tiles: [`Notation::Tile`]
    /// gives letters.
    ///
    /// ```
    /// use tilebase::{Letters, Notation};
    ///
    /// let moves: Letters = "R2 U".parse()?;
    /// assert_eq!(moves.written(Notation::Plain), "RRU");
    /// assert_eq!(moves.written(Notation::Blank), "L2D");
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn written(&self, notation: Notation) -> String {
        notation.single_tiles(self.runs.iter().copied())
    }

    fn each(&self, change: impl Fn(Direction) -> Direction) -> Self {
        Self::of(self.runs.iter().map(|&(way, times)| (change(way), times)))
    }

    /// Returns each move in the opposite direction: those of the blank for those of tiles.
    pub fn opposite(&self) -> Self {
        self.each(Direction::opposite)
    }

    /// Returns the moves that take these back: in reverse order, each in the opposite direction.
    pub fn inverse(&self) -> Self {
        let back = self.runs.iter().rev();
        Self::of(back.map(|&(way, times)| (way.opposite(), times)))
    }

    /// Returns the moves on the mirrored board: left and right are exchanged.
    pub fn mirrored(&self) -> Self {
        self.each(|way| match way {
            Direction::Left | Direction::Right => way.opposite(),
            _ => way,
        })
    }

    /// Returns the moves on the transposed board: rows and columns are exchanged, so up becomes
    /// left, and down right.
    pub fn transposed(&self) -> Self {
        self.each(Direction::transposed)
    }

    /// Returns these moves followed by others.
    pub fn then(&self, others: &Self) -> Self {
        Self::of(self.runs.iter().chain(&others.runs).copied())
    }

    /// Returns the moves without pairs of which the second takes back the first, until no such pair
    /// is left.
    pub fn simplified(&self) -> Self {
        let mut runs: Vec<(Direction, u32)> = Vec::new();
        for &(way, times) in &self.runs {
            match runs.pop() {
                Some((last, before)) if last == way => runs.push((way, before + times)),
                Some((last, before)) if last == way.opposite() => match before.cmp(&times) {
                    std::cmp::Ordering::Greater => runs.push((last, before - times)),
                    std::cmp::Ordering::Less => runs.push((way, times - before)),
                    std::cmp::Ordering::Equal => {}
                },
                last => runs.extend(last.into_iter().chain([(way, times)])),
            }
        }
        Self::of(runs)
    }

    /// Returns what a tool makes of the moves: `inverse`, `mirror`, `transpose`, `simplify`, or
    /// `join`, which only joins runs; `None` for another name.
    pub fn changed(&self, tool: &str) -> Option<Self> {
        Some(match tool {
            "inverse" => self.inverse(),
            "mirror" => self.mirrored(),
            "transpose" => self.transposed(),
            "simplify" => self.simplified(),
            "join" => self.clone(),
            _ => return None,
        })
    }

    /// Returns the number of moves in both metrics.
    pub fn lengths(&self) -> Lengths {
        Lengths {
            single: self.runs.iter().map(|&(_, times)| times).sum(),
            multi: self.runs.len() as u32,
        }
    }

    /// Returns the board from which these moves lead to `end`.
    ///
    /// # Errors
    /// If a move cannot have led to the position after it: the error names both.
    pub fn start(&self, end: &State, notation: Notation) -> Result<State> {
        let back = self.inverse().to_string();
        let path = Moves::play(Metric::Single, end, &back, notation);
        let path = path.map_err(|error| match error {
            Error::Move {
                number, position, ..
            } => {
                let each = |&(way, times): &(Direction, u32)| (0..times).map(move |_| way);
                let from_end = self.runs.iter().rev().flat_map(each).nth(number - 1);
                let word = from_end.map_or_else(String::new, |way| way.letter().into());
                Error::Move {
                    number: self.lengths().single as usize + 1 - number,
                    problem: format!(", {word}, does not lead to {position} from any position"),
                    position,
                }
            }
            error => error,
        })?;
        Ok(path.last().unwrap_or(end).clone())
    }
}

/// The letters, with the number of moves in both metrics.
#[derive(Serialize)]
struct LettersObject {
    letters: String,
    #[serde(flatten)]
    lengths: Lengths,
}

impl From<Letters> for LettersObject {
    fn from(moves: Letters) -> Self {
        Self {
            letters: moves.to_string(),
            lengths: moves.lengths(),
        }
    }
}

/// Reads directions as letters `U D L R` in either case, words or arrows, with or without numbers
/// and spaces. The number of moves may stand in a line before them, `-1` or `0` after them.
impl FromStr for Letters {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let unknown = |word: String| {
            Error::Question(format!(
                "`{word}` is not a move in letters: write U D L R with numbers, such as R3, words \
                or arrows"
            ))
        };
        let WrittenMoves { mut moves, count } = reading::read(text).map_err(unknown)?;
        moves.pop_if(|last| matches!(last, WrittenMove::Name(0)));
        let moves = &moves[usize::from(count.is_some()).min(moves.len())..];
        let runs = moves.iter().map(|word| match *word {
            WrittenMove::Letter(way, times) => Ok((way, times as u32)),
            WrittenMove::Name(_) | WrittenMove::Jump(..) => Err(unknown(word.to_string())),
        });
        let letters = Self::of(runs.collect::<Result<Vec<_>, _>>()?);
        match (count, letters.lengths()) {
            (Some(count), Lengths { single, multi })
                if ![single, multi].map(u64::from).contains(&count) =>
            {
                Err(Error::miscounted(count, single as usize))
            }
            _ => Ok(letters),
        }
    }
}

/// Writes the letters without spaces; a run of three as `R3`.
impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(Notation::Letters))
    }
}
