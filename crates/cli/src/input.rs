//! Reading a puzzle from a file or standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::{args::Game, failure::Failure};

/// The most bytes that are read: more than any puzzle has.
const MOST: u64 = 1 << 28;

/// Returns a file, or standard input for `-`.
pub fn open(file: &Path) -> Result<Box<dyn Read>, Failure> {
    if is_standard_input(file) {
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

impl Game {
    /// Returns the moves made, from the arguments or standard input.
    pub fn made(&self) -> Result<String, Failure> {
        match &self.made[..] {
            [word] if word == "-" => text(word.as_ref()),
            words => Ok(words.join(" ")),
        }
    }
}

/// Returns the text of a file, or of standard input for `-`. Bytes that are no text come out as
/// `�`, which the parsers then refuse with line and column.
pub fn text(file: &Path) -> Result<String, Failure> {
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
    if is_standard_input(file) {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}
