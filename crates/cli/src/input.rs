//! Reading files and standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use tilebase::{Game, Notation, Replay, Solver, programs::without_mark};

use crate::{Failure, Result, args::GameArgs};

/// The most bytes that are read from one file.
const MOST: u64 = 1 << 28;

/// Returns a file, or standard input for `-`.
pub fn open(file: &Path) -> Result<Box<dyn Read>> {
    if is_standard_stream(file) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let opened = File::open(file).and_then(|opened| {
        let folder = opened.metadata()?.is_dir();
        if folder { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(opened) }
    });
    let opened = opened.map_err(|error| cannot_read(file, &error))?;
    Ok(Box::new(opened))
}

/// Returns an error unless a folder can be read.
pub fn check_folder(folder: &Path) -> Result<()> {
    let read = folder.read_dir();
    read.map(drop).map_err(|error| cannot_read(folder, &error))
}

fn cannot_read(file: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot read {}: {error}", name(file)))
}

/// Reads a game from a line: a link, or the state, a colon and the moves.
pub fn game(solver: &Solver, line: &str, notation: Notation) -> Result<Game> {
    if Replay::is_link(line) {
        let replay: Replay = line.trim().parse()?;
        return Ok(solver.game(&replay.start, &replay.moves.to_string(), Notation::Tile)?);
    }
    let (state, made) = line.split_once(':').ok_or_else(|| {
        Failure::input("a game is the state at the start, a colon and the moves; or a link")
    })?;
    Ok(solver.game(state, made, notation)?)
}

impl GameArgs {
    /// Returns the game, from the arguments or standard input.
    pub fn played(&self, solver: &Solver) -> Result<Game> {
        let missing = |what| Err(Failure::input(format!("{what} of the game is missing")));
        match (self.state.as_deref(), &self.made[..]) {
            (Some(link), []) if Replay::is_link(link) => game(solver, link, self.moves),
            (None, _) => missing("the state at the start"),
            (_, []) => missing("the list of moves"),
            (Some(state), words) => {
                let made = match words {
                    [word] if word == "-" => text(word.as_ref())?,
                    words => words.join(" "),
                };
                Ok(solver.game(state, &made, self.moves)?)
            }
        }
    }
}

/// Returns the text of a file, or of standard input for `-`, without the byte order mark that some
/// editors write first. Bytes that are not text become `�`, which the parsers then refuse with line
/// and column.
pub fn text(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let read = open(file)?.take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| cannot_read(file, &error))?;
    if bytes.len() as u64 > MOST {
        return Err(Failure::input(format!(
            "{} has more than {MOST} bytes, the most that are read",
            name(file)
        )));
    }
    Ok(without_mark(&String::from_utf8_lossy(&bytes)).to_owned())
}

/// Returns the name of the input in messages.
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
