//! Reading a puzzle from a file or standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use tilebase::{Letters, Moves, Notation, Replay, Solver, State, sliding::Metric};

use crate::{
    Failure, Result,
    args::{Game, MoveStyle},
};

/// The most bytes that are read: more than any puzzle has.
const MOST: u64 = 1 << 28;

/// Returns a file, or standard input for `-`.
pub fn open(file: &Path) -> Result<Box<dyn Read>> {
    if is_standard_stream(file) {
        Ok(Box::new(io::stdin().lock()))
    } else {
        match File::open(file) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(cannot_read(file, &error)),
        }
    }
}

fn cannot_read(file: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot read {}: {error}", name(file)))
}

/// A game that was played.
pub struct Played {
    /// The state at the start.
    pub state: State,
    /// The moves made, as text.
    pub made: String,
    /// What their letters stand for.
    pub notation: Notation,
}

impl Played {
    /// Reads a game from a line: a link, or the state, a colon and the moves.
    pub fn read(solver: &Solver, line: &str, style: MoveStyle) -> Result<Self> {
        if Replay::is_link(line) {
            let replay: Replay = line.trim().parse()?;
            return Ok(Self {
                state: solver.state(&replay.start)?,
                made: replay.moves.to_string(),
                notation: Notation::Tile,
            });
        }
        let (state, made) = line.split_once(':').ok_or_else(|| {
            Failure::input("a game is the state at the start, a colon and the moves; or a link")
        })?;
        Ok(Self {
            state: solver.state(state)?,
            made: made.to_owned(),
            notation: style.notation(),
        })
    }

    /// Returns the game with moves that are the same game in both metrics: letters, in which
    /// slidings in one direction that follow each other are one.
    pub fn in_both_metrics(self) -> Result<Self> {
        let path = Moves::play_in(Metric::Multi, &self.state, &self.made, self.notation)?;
        let letters: Letters = Moves::along_in(Metric::Multi, &path).letters().parse()?;
        Ok(Self {
            made: letters.to_string(),
            notation: Notation::Tile,
            ..self
        })
    }
}

impl Game {
    /// Returns the game, from the arguments or standard input.
    pub fn played(&self, solver: &Solver) -> Result<Played> {
        let missing = |what| Err(Failure::input(format!("{what} of the game is missing")));
        match (self.state.as_deref(), &self.made[..]) {
            (Some(link), []) if Replay::is_link(link) => Played::read(solver, link, self.moves),
            (None, _) => missing("the state at the start"),
            (_, []) => missing("the list of moves"),
            (Some(state), words) => Ok(Played {
                state: solver.state(state)?,
                made: match words {
                    [word] if word == "-" => text(word.as_ref())?,
                    words => words.join(" "),
                },
                notation: self.moves.notation(),
            }),
        }
    }
}

/// Returns the text of a file, or of standard input for `-`. Bytes that are not text become
/// `�`, which the parsers then refuse with line and column.
pub fn text(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let read = open(file)?.take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| cannot_read(file, &error))?;
    if bytes.len() as u64 > MOST {
        return Err(Failure::input(format!(
            "{} has more than {MOST} bytes, more than any puzzle",
            name(file)
        )));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns what to call the input in messages.
pub fn name(file: &Path) -> String {
    if is_standard_stream(file) {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

/// Returns whether a path stands for standard input or output.
pub fn is_standard_stream(file: &Path) -> bool {
    file.as_os_str() == "-"
}
