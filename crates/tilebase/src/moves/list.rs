//! Sequences of moves, and their notation.

use std::fmt;

use serde::Serialize;
use tilebase_core::{Puzzle, joined, sliding::Metric};

use crate::{
    moves::{
        Move, Notation,
        reading::{self, WrittenMove, WrittenMoves},
    },
    values::{Error, Result, State},
};

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
    /// Moves are numbers (tiles, or leftmost cells in a row), or directions as letters `U D L R`,
    /// words or arrows, with or without spaces. `notation` says whether these are the directions of
    /// tiles or of the blank; see [`Notation`]. On an open line the cell where a block lands
    /// follows the other, as in `1-7`, unless there is only one; a `t` at the end turns a block
    /// round that need not be turned. `R3` means three times `R` or, in the multi-tile metric, one
    /// move of three tiles.
    ///
    /// Spaces, commas, brackets and quotation marks separate moves. A line with their number may
    /// stand before them, and `-1` or, on boards, `0` after them.
    ///
    /// # Errors
    /// If the text is not a list of moves, or a move cannot be made: the error names its number. If
    /// the number in the first line may be the first move as well as the number of moves.
    pub fn play(
        metric: Metric,
        start: &State,
        text: &str,
        notation: Notation,
    ) -> Result<Vec<State>> {
        let written = reading::read(text).map_err(|word| Error::not_a_move(&word))?;
        let WrittenMoves { mut moves, count } = written;
        if !matches!(start.puzzle(), Puzzle::Oshidori(_)) {
            // No tile has the number 0.
            moves.pop_if(|last| matches!(last, WrittenMove::Name(0)));
        }
        let all = walk(metric, start, &moves, notation);
        let (Some(count), Some((_, others))) = (count, moves.split_first()) else {
            return all;
        };
        let made: u64 = others.iter().map(|word| word.times(metric)).sum();
        let counted = (made == count).then(|| walk(metric, start, others, notation));
        match (all, counted) {
            (Ok(_), Some(Ok(_))) => Err(Error::Question(format!(
                "the {count} in the first line may be a move or the number of moves: leave out the \
                number of moves, or write all moves in one line"
            ))),
            (Err(_), Some(Ok(path))) => Ok(path),
            (Err(Error::Move { number: 1, .. }), Some(error)) => error,
            (Err(Error::Move { number: 1, .. }), None) => {
                Err(Error::miscounted(count, made as usize))
            }
            (all, _) => all,
        }
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
        self.directions(Notation::Letters)
    }

    /// Returns the directions in which the blank goes, written as [`letters`](Self::letters) are.
    pub fn blank(&self) -> String {
        self.directions(Notation::Blank)
    }

    /// Returns the moves in a notation, as [`play`](Self::play) reads them. In the multi-tile
    /// metric, each notation of directions has the number of tiles if a move slides several.
    ///
    /// Moves of a row have no directions, and are displayed in the same way in every notation.
    pub fn written(&self, notation: Notation) -> String {
        let directions = match notation {
            Notation::Tile => String::new(),
            notation => self.directions(notation),
        };
        if directions.is_empty() { self.to_string() } else { directions }
    }

    fn directions(&self, notation: Notation) -> String {
        let runs = self.steps.iter();
        let runs = runs.filter_map(|step| Some((step.direction?, step.tiles.into())));
        match self.metric {
            Metric::Single => notation.single_tiles(runs),
            Metric::Multi => notation.runs(runs),
        }
    }

    /// Returns each move as [`play`](Self::play) reads it, if the names of moves may not suffice:
    /// for rows with unusual rules, and for graphs with two blanks.
    pub fn jumps(&self, puzzle: Puzzle) -> Option<Vec<String>> {
        let jumps = || self.steps.iter().map(|step| step.to_string()).collect();
        puzzle.shares_names_of_moves().then(jumps)
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
}

/// The length of a game in both metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lengths {
    /// Moves if each slides one tile.
    pub single: u32,
    /// Moves if each slides one or more tiles of a line.
    pub multi: u32,
}

/// Plays moves, and returns the positions from the first to the last.
fn walk(
    metric: Metric,
    start: &State,
    moves: &[WrittenMove],
    notation: Notation,
) -> Result<Vec<State>> {
    let mut path = vec![start.clone()];
    // In the single-tile metric, a letter with a number means as many moves.
    let repeated = moves.iter().flat_map(|&word| {
        let times = word.times(metric);
        let word = match word {
            WrittenMove::Letter(way, tiles) => WrittenMove::Letter(way, tiles / times),
            word => word,
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
                (step.direction, u64::from(step.tiles)) == (Some(notation.way(way)), tiles)
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
            (Some(_), _) if matches!(here.puzzle(), Puzzle::Sliding(_)) => {
                format!(": several tiles {word} can slide at {here}; write letters U D L R instead")
            }
            (Some(_), more) => format!(
                ", {word}, is one of {} at {here}: write where it ends, as 1-7",
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

/// Writes the moves as each is displayed, separated by spaces.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.steps, " "))
    }
}
