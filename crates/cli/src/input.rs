//! Reading files and standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use tilebase::{Game, Notation, Puzzle, Replay, Solver, programs::without_mark};

use crate::{
    Failure, Result,
    args::{GameArgs, TargetArgs},
    output,
};

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

/// Returns the file that stands in place of a puzzle's name.
pub fn file_of_puzzle(name: &str) -> Option<&Path> {
    let file = Path::new(name);
    (name.parse::<Puzzle>().is_err() && file.is_file()).then_some(file)
}

/// Returns the name of the puzzle whose states are in a file.
pub fn puzzle_of(file: &Path) -> Result<String> {
    let puzzle = tilebase::puzzle_of(&text(file)?);
    let puzzle = puzzle.map_err(|problem| Failure::input(format!("{}: {problem}", name(file))))?;
    Ok(puzzle.to_string())
}

/// Returns the text of a goal: that of a file, whose name stands after `@` or is the whole text.
pub fn goal(given: &str) -> Result<String> {
    match given.strip_prefix('@') {
        Some(file) => text(file.as_ref()),
        None if Path::new(given).is_file() => text(given.as_ref()),
        None => Ok(given.to_owned()),
    }
}

/// Returns the signs with which a goal was written, by the numbers of cells; none for numbers.
pub fn signs_of_goal(solver: &Solver, goal: Option<&str>) -> Result<Vec<String>> {
    let goal = goal.map(self::goal).transpose()?;
    let reading = goal.and_then(|goal| solver.reading(&goal).ok());
    Ok(reading.map_or_else(Vec::new, |reading| reading.signs().to_vec()))
}

/// Returns row by row what was given column by column.
pub fn by_rows<T: Copy>(solver: &Solver, given: &[T]) -> Result<Vec<T>> {
    let Puzzle::Sliding(shape) = solver.puzzle() else {
        return Err(Failure::input(
            "--transpose is for boards: rows of stones and graphs have no columns",
        ));
    };
    let places = (0..shape.rows()).flat_map(|row| (row..given.len()).step_by(shape.rows()));
    Ok(places.map(|place| given[place]).collect())
}

/// Returns an error unless a folder can be read.
pub fn check_folder(folder: &Path) -> Result<()> {
    let read = folder.read_dir();
    read.map(drop).map_err(|error| cannot_read(folder, &error))
}

fn cannot_read(file: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot read {}: {error}", name(file)))
}

/// A game, and the signs with which its states were written, by the numbers of cells.
pub type PlayedGame = (Game, Vec<String>);

/// Reads a game from a line: a link, or the state, a colon and the moves.
pub fn game(
    solver: &Solver,
    line: &str,
    notation: Option<Notation>,
    transposed: bool,
) -> Result<PlayedGame> {
    if Replay::is_link(line) {
        let replay: Replay = line.trim().parse()?;
        let moves = replay.moves.to_string();
        return Ok((
            solver.game(&replay.start, &moves, Notation::Tile)?,
            Vec::new(),
        ));
    }
    let (state, made) = line.split_once(':').ok_or_else(|| {
        Failure::input("a game is the state at the start, a colon and the moves; or a link")
    })?;
    play(solver, state, made, notation, transposed)
}

impl GameArgs {
    /// Returns the game, from the arguments or standard input.
    pub fn played(&self, solver: &Solver, target: &TargetArgs) -> Result<PlayedGame> {
        let missing = |what| Err(Failure::input(format!("{what} of the game is missing")));
        match (self.state.as_deref(), &self.made[..]) {
            (Some(link), []) if Replay::is_link(link) => {
                game(solver, link, self.moves, target.transpose)
            }
            (None, _) => missing("the state at the start"),
            (_, []) => missing("the list of moves"),
            (Some(state), words) => {
                let made = match words {
                    [word] if word == "-" => text(word.as_ref())?,
                    words => words.join(" "),
                };
                play(solver, state, &made, self.moves, target.transpose)
            }
        }
    }
}

/// Plays moves from a state, whose cells may be given column by column. Tiles may be written with
/// the signs of the state.
pub fn play(
    solver: &Solver,
    state: &str,
    made: &str,
    notation: Option<Notation>,
    transposed: bool,
) -> Result<PlayedGame> {
    let reading = solver.reading(state)?;
    let signs = reading.signs().to_vec();
    let mut state = reading.state;
    if transposed {
        state = solver.state(&by_rows(solver, state.cells())?[..])?;
    }
    let notation = notation.unwrap_or_default();
    let play = |notation| solver.game(&state, made, notation);
    let as_written = || play(notation).map_err(|error| of_the_blank(error, notation, play));
    // A letter may be a tile or a direction, which stands for one where tiles are alike.
    let tiles = notation == Notation::Tile && !output::has_alike(solver);
    let numbers = numbered(&signs, made).filter(|_| tiles);
    let game = match numbers.map(|numbers| solver.game(&state, &numbers, notation)) {
        None => as_written()?,
        Some(Ok(game)) => game,
        Some(Err(error)) => as_written().map_err(|_| error)?,
    };
    Ok((game, signs))
}

/// Adds to the error of a move that all of them could be made as those of the blank.
fn of_the_blank(
    error: tilebase::Error,
    notation: Notation,
    play: impl Fn(Notation) -> tilebase::Result<Game>,
) -> tilebase::Error {
    match error {
        tilebase::Error::Move { .. }
            if notation != Notation::Blank && play(Notation::Blank).is_ok() =>
        {
            tilebase::Error::Question(format!(
                "{error}; as moves of the blank, all can be made: --moves blank"
            ))
        }
        error => error,
    }
}

/// Returns moves whose tiles are written with these signs, with their numbers; `None` if they are
/// not all such signs.
fn numbered(signs: &[String], made: &str) -> Option<String> {
    let tiles = signs.get(1..)?;
    let number = |word: &str| tiles.iter().position(|sign| sign == word);
    let numbers: Option<Vec<usize>> = made.split_whitespace().map(number).collect();
    let numbers = numbers?.into_iter().map(|at| (at + 1).to_string());
    Some(numbers.collect::<Vec<_>>().join(" "))
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
