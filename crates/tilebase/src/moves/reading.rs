//! Moves as people write them: words in any notation, what may stand before, between and after.
//!
//! Spaces, line ends, commas, semicolons, brackets and quotation marks separate moves, so that
//! lists of JSON and of Python are read. `-1` after the moves is their end, and on boards `0`,
//! since no tile has this number. A first line that is a number alone may be the number of moves,
//! or a move; the reader returns both, and who knows the board decides.

use std::fmt;

use tilebase_core::{shortened, sliding::Metric};

use crate::moves::{Direction, Move, Notation};

/// A move as written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum WrittenMove {
    Name(u64),
    /// A block of stones, which lands anywhere if that is not said.
    Jump(Move),
    /// With the number of tiles that slide.
    Letter(Direction, u64),
}

impl WrittenMove {
    /// Returns how many moves of a metric it means.
    pub fn times(self, metric: Metric) -> u64 {
        match (metric, self) {
            (Metric::Single, Self::Letter(_, times)) => times,
            _ => 1,
        }
    }
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::Jump(jump) => jump.fmt(f),
            Self::Letter(way, tiles) => f.write_str(&Notation::Letters.run(*way, *tiles as u32)),
        }
    }
}

/// A list of moves as written.
pub(crate) struct WrittenMoves {
    /// All moves; the first may be their number.
    pub moves: Vec<WrittenMove>,
    /// The number that stands alone in the first of several lines. It is the first move, too.
    pub count: Option<u64>,
}

/// The largest number after a letter: more than any line of tiles needs, and no list is endless.
const LONGEST_RUN: u64 = 1 << 10;

/// Reads moves. The error is the beginning of the word that is not one.
pub(crate) fn read(text: &str) -> Result<WrittenMoves, String> {
    let text = text.trim();
    let mut tokens: Vec<&str> = tokens(text).collect();
    if tokens.len() > 1 {
        tokens.pop_if(|last| *last == "-1");
    }
    let mut moves = Vec::new();
    for token in &tokens {
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            moves.push(number(token).ok_or_else(|| shortened(token))?);
        } else {
            directions(token, &mut moves).ok_or_else(|| shortened(token))?;
        }
    }
    let count = match (text.split_once('\n'), moves.first()) {
        (Some((line, _)), Some(&WrittenMove::Name(count))) if tokens.len() > 1 => {
            (self::tokens(line).count() == 1).then_some(count)
        }
        _ => None,
    };
    Ok(WrittenMoves { moves, count })
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let signs = [',', ';', '[', ']', '(', ')', '{', '}', '"', '\''];
    let separates = move |c: char| c.is_whitespace() || signs.contains(&c);
    text.split(separates).filter(|token| !token.is_empty())
}

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

/// Reads directions, each with or without a number.
fn directions(token: &str, moves: &mut Vec<WrittenMove>) -> Option<()> {
    let mut rest = token;
    while !rest.is_empty() {
        let (way, after) = Direction::first_of(rest)?;
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let times = match &after[..digits] {
            "" => 1,
            digits => digits.parse().ok()?,
        };
        if !(1..=LONGEST_RUN).contains(&times) {
            return None;
        }
        moves.push(WrittenMove::Letter(way, times));
        rest = &after[digits..];
    }
    Some(())
}
