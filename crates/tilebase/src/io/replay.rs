//! Games as links of slidysim's page, which replays them.

use std::str::FromStr;

use base64::{Engine, alphabet, engine::general_purpose};
use miniz_oxide::{deflate, inflate};
use serde_json::Value;
use tilebase_core::{
    Puzzle, joined,
    sliding::{Shape, line_of_cells},
};

use crate::{
    answers::Game,
    families,
    moves::{Letters, Notation},
    values::{Error, Result, State},
};

/// The page that replays a game.
const PAGE: &str = "https://slidysim.github.io/replay?r=";

/// The most bytes of a game that a link is unpacked to: more than any game takes.
const MOST: usize = 1 << 20;

/// A link without times is replayed at this many moves in a thousand seconds.
const PACE: u64 = 4000;

/// The signs of base64 that are escaped in an address, and their escapes.
const ESCAPES: [(&str, &str); 3] = [("+", "%2B"), ("/", "%2F"), ("=", "%3D")];

/// Base64 in which padding may be left out.
const BASE64: general_purpose::GeneralPurpose = general_purpose::GeneralPurpose::new(
    &alphabet::STANDARD,
    general_purpose::GeneralPurposeConfig::new()
        .with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent),
);

/// A game on a board, in the form of slidysim's replay links: a JSON list, compressed by zlib, in
/// base64, after `https://slidysim.github.io/replay?r=`. The list has the moves as letters, the
/// number of moves per thousand seconds, the board at the start and the times of the moves.
///
/// ```
/// use tilebase::{Game, Notation, Replay, State, sliding::Metric};
///
/// let start = State::parse("3x3".parse()?, "123456078")?;
/// let game = Game::play(Metric::Single, &start, "L2", Notation::Tile)?;
/// let link = Replay::new(&game)?.link();
/// assert!(Replay::is_link(&link));
/// let read: Replay = link.parse()?;
/// assert_eq!(read.start.to_string(), "1 2 3 4 5 6 0 7 8");
/// assert_eq!(read.moves.to_string(), "L2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replay {
    /// The board at the start.
    pub start: State,
    /// The moves, as directions of the tiles.
    pub moves: Letters,
    /// When each move of a single tile was made, in milliseconds; empty if that is not known.
    pub times: Vec<u64>,
}

impl Replay {
    /// Returns a game without times.
    ///
    /// # Errors
    /// If it is not a game on a board, or if some tiles of the board are alike.
    pub fn new(game: &Game) -> Result<Self> {
        let start = game.start();
        let puzzle = start.puzzle();
        if !matches!(puzzle, Puzzle::Sliding(_)) {
            return Err(Error::Option {
                option: "a replay link",
                only: "boards",
                puzzle,
            });
        }
        Ok(Self {
            moves: Letters::of_moves(game.moves().iter()),
            start: State::from_cells(puzzle, start.cells())?,
            times: Vec::new(),
        })
    }

    /// Returns whether a text has the form of a replay link, with a parameter `r`. Its value may be
    /// malformed.
    pub fn is_link(text: &str) -> bool {
        packed(text).is_some()
    }

    /// Returns the link. It grows by about two characters per move.
    pub fn link(&self) -> String {
        let cells = self.start.cells();
        let cols = families::of(&self.start.puzzle()).columns();
        let rows = cells.chunks(cols.unwrap_or(cells.len())).map(line_of_cells);
        let made = u64::from(self.moves.lengths().single);
        let pace = match self.times.last() {
            Some(&last) if last > 0 => made.saturating_mul(1_000_000) / last,
            _ => PACE,
        };
        let mut game = vec![
            Value::from(self.moves.to_string()),
            pace.into(),
            joined(rows, "/").into(),
        ];
        if !self.times.is_empty() {
            game.push(self.times.clone().into());
        }
        let text = Value::from(game).to_string();
        let base64 = BASE64.encode(deflate::compress_to_vec_zlib(text.as_bytes(), 9));
        let escape = |text: String, (sign, escape): (&str, &str)| text.replace(sign, escape);
        PAGE.to_owned() + &ESCAPES.into_iter().fold(base64, escape)
    }
}

/// Reads a link that Tilebase or slidysim wrote.
impl FromStr for Replay {
    type Err = Error;

    fn from_str(link: &str) -> Result<Self> {
        let packed = packed(link).ok_or_else(|| wrong("it has no `?r=`"))?;
        let text = unpacked(packed)?;
        let game: Value = serde_json::from_str(&text).map_err(|_| wrong("it is not a list"))?;
        let game = game.as_array().ok_or_else(|| wrong("it is not a list"))?;
        let word = |place: usize| game.get(place).and_then(Value::as_str);
        // A leaderboard's list: its second item is the compressed game, without the board.
        if let (true, Some(solve)) = (game.len() >= 10, word(1)) {
            let solve = unpacked(solve)?;
            let moves: Letters = solve.split(';').next().unwrap_or_default().parse()?;
            let side = |place: usize| {
                game.get(place)
                    .and_then(number)
                    .and_then(|n| n.try_into().ok())
            };
            let shape = side(5)
                .zip(side(4))
                .and_then(|(rows, cols)| Shape::new(rows, cols).ok());
            let shape = shape.ok_or_else(|| wrong("its board has no size"))?;
            let start = moves.start(&State::ordered(shape, shape.tiles()), Notation::Tile)?;
            let times = solve.split(['[', ']']).nth(1).unwrap_or_default();
            let times: Option<_> = times.split(',').map(|time| time.parse().ok()).collect();
            return Ok(Self {
                start,
                moves,
                times: times.unwrap_or_default(),
            });
        }
        let (Some(moves), Some(board)) = (word(0), word(2)) else {
            return Err(wrong("it has no moves or no board"));
        };
        if moves.contains(',') {
            return Err(wrong("it has several games: give the link of one of them"));
        }
        let rows: Vec<&str> = board.split('/').collect();
        let cols = rows[0].split_whitespace().count();
        let shape = Shape::new(rows.len(), cols).map_err(|_| wrong("its board has no size"))?;
        let times = game.get(3).and_then(Value::as_array);
        let times = times.and_then(|times| times.iter().map(number).collect());
        Ok(Self {
            start: State::parse(shape.into(), board)?,
            moves: moves.parse()?,
            times: times.unwrap_or_default(),
        })
    }
}

/// Returns the value of the link's `r`.
fn packed(link: &str) -> Option<&str> {
    let query = link.trim().split_once('?')?.1;
    let query = query.split('#').next()?;
    query.split('&').find_map(|part| part.strip_prefix("r="))
}

fn wrong(reason: &str) -> Error {
    Error::Question(format!("the link replays no game: {reason}"))
}

/// Undoes escapes, base64 and zlib.
fn unpacked(text: &str) -> Result<String> {
    let wrong = || wrong("it is cut off, copy it whole");
    let mut base64 = text.replace(' ', "+");
    for (sign, escape) in ESCAPES {
        base64 = base64.replace(escape, sign);
        base64 = base64.replace(&escape.to_lowercase(), sign);
    }
    let bytes = BASE64.decode(base64).map_err(|_| wrong())?;
    let text = inflate::decompress_to_vec_zlib_with_limit(&bytes, MOST).map_err(|_| wrong())?;
    String::from_utf8(text).map_err(|_| wrong())
}

/// Returns a whole number that is written as one, or as text.
fn number(value: &Value) -> Option<u64> {
    let whole = value.as_f64().filter(|number| *number >= 0.0);
    whole
        .map(|number| number as u64)
        .or_else(|| value.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use tilebase_core::sliding::Metric;

    use super::*;

    #[test]
    fn links_of_both_forms_are_read() {
        // zlib packed `["DR2",5000,"1 2 0/4 5 3",[120,340,600]]`.
        let text = "eNqLVnIJMlLSMTUwMNBRMlQwUjDQN1EwVTBW0ok2NDLQMTYx0DEzMIiNBQCgfwgA";
        let read: Replay = format!("{PAGE}{text}").parse().unwrap();
        assert_eq!(read.start.puzzle().to_string(), "2x3");
        assert_eq!(read.start.cells(), [1, 2, 0, 4, 5, 3]);
        assert_eq!(read.moves.to_string(), "DR2");
        assert_eq!(read.times, [120, 340, 600]);
        // A leaderboard's: the game `LU;0.600;2;5.000;-1.000;[120,340]` is packed within, the board
        // has 3 columns and 2 rows.
        let text = "eNqLNtBRSvUrqnJOCjUycPGt8vVxNCrOSgrzLXcJLs2PSvcuKQqsdHXxMPINTHdLdzLJTE%2F2VdJR\
            qlDSMTUwMNAx1jHSUbJJsiux0U%2ByU9LJK83J0THQSUvMKU6NBQAMaxuB";
        let read: Replay = format!("{PAGE}{text}&x=1").parse().unwrap();
        assert_eq!(read.start.cells(), [1, 0, 2, 4, 5, 3]);
        assert_eq!(read.moves.to_string(), "LU");
        assert_eq!(read.times, [120, 340]);
    }

    /// They would be read as one game, from a board that nobody had.
    #[test]
    fn a_link_of_several_games_is_refused() {
        let list = br#"["L2,R2D2L2U2",5000,"1 2 3/4 5 6/7 8 0"]"#;
        let link = BASE64.encode(deflate::compress_to_vec_zlib(list, 9));
        let said = format!("{PAGE}{link}").parse::<Replay>().unwrap_err();
        assert!(said.to_string().contains("several games"), "{said}");
    }

    #[test]
    fn a_board_with_equal_tiles_has_no_link() {
        let pairs = crate::Library::in_memory().puzzle("3x3").unwrap();
        let pairs = pairs.with_goal("AABBCCDD0").unwrap();
        let game = pairs.game("AABBCCD0D", "L", Notation::Tile).unwrap();
        let said = Replay::new(&game).unwrap_err().to_string();
        assert!(said.starts_with("tile 1 appears 2 times"), "{said}");
    }

    #[test]
    fn what_is_written_is_read_and_what_is_not_a_link_is_refused() {
        let shape = Shape::new(16, 16).unwrap();
        let start = State::ordered(shape, shape.tiles());
        let moves = "DRUL".repeat(2000);
        let game = Game::play(Metric::Single, &start, &moves, Notation::Tile).unwrap();
        let mut game = Replay::new(&game).unwrap();
        assert_eq!(game.link().parse::<Replay>().unwrap(), game);
        game.times = (1..=8000).map(|time| time * 170).collect();
        let link = game.link();
        assert_eq!(link.parse::<Replay>().unwrap(), game);
        assert!(
            link[PAGE.len()..]
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '%')
        );
        let zeros = BASE64.encode(deflate::compress_to_vec_zlib(&[b' '; 2 * MOST], 9));
        let list = BASE64.encode(deflate::compress_to_vec_zlib(b"[1,2,\"0 1/2\"]", 9));
        let ragged = BASE64.encode(deflate::compress_to_vec_zlib(b"[\"U\",2,\"0 1/2\"]", 9));
        for wrong in [
            "",
            "%",
            "eNq",
            "AAAA",
            &zeros,
            &list,
            &ragged,
            &link[PAGE.len()..300],
        ] {
            let said = format!("{PAGE}{wrong}").parse::<Replay>().unwrap_err();
            assert_eq!(said.kind(), crate::ErrorKind::Input, "{said}");
        }
        assert!(!Replay::is_link("1 2 3 / 4 0 5") && !Replay::is_link("U2 L?"));
    }
}
