//! The description of a table in its file.

use std::fmt;

use bincode::Options;
use serde::{Deserialize, Serialize};

use super::Encoding;
use crate::{
    colours::Colouring,
    oshidori::Stones,
    parse::joined,
    pattern::{PatternIndex, PatternKind},
    sliding::{ANY_TILE, Metric, PartialGoal, Shape},
};

/// The extension of the names of table files, without the dot.
pub const EXTENSION: &str = "tilebase";

/// The states and the goal whose distances a table holds. Two tables are interchangeable if and
/// only if their subjects are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// Every position of a sliding board, for the goal with tiles in order and the blank at `home`.
    Sliding {
        /// Rows and columns, at least as high as wide.
        shape: Shape,
        /// The blank's cell in the goal.
        home: u8,
    },
    /// Every arrangement of a row of stones.
    Oshidori {
        /// The stones.
        puzzle: Stones,
        /// The goal as text: `default`, `together`, `any-gap`, `any`, or a row.
        goal: String,
    },
    /// A pattern database: every placement of some tiles of a board, with all other tiles alike.
    Pattern {
        /// Rows and columns, at least as high as wide.
        shape: Shape,
        /// The blank's cell in the goal.
        home: u8,
        /// The tiles kept, as a mask: bit t for tile t.
        #[serde(with = "tile_mask")]
        tiles: u64,
        /// The kind of the table: whether it distinguishes the regions of the blank.
        kind: PatternKind,
    },
    /// The same as [`Sliding`](Self::Sliding), but sliding several tiles in a line counts as one
    /// move.
    SlidingMulti {
        /// Rows and columns, at least as wide as high.
        shape: Shape,
        /// The blank's cell in the goal.
        home: u8,
    },
    /// A colour table: every painted class of a board on which sliding several tiles in a line
    /// counts as one move. Such files need format version 2 or later.
    Colours {
        /// Rows and columns, at least as wide as high.
        shape: Shape,
        /// The blank's cell in the goal.
        home: u8,
        /// The colours of the tiles in the goal's cells, from 1, and 0 for the blank.
        colours: Vec<u8>,
    },
    /// Every state of a goal that leaves cells open, or in which tiles are alike.
    PartialGoal {
        /// Rows and columns.
        shape: Shape,
        /// The kinds of the goal's cells, as [`PartialGoal::cells`] returns them.
        kinds: Vec<u8>,
        /// What counts as one move.
        metric: Metric,
    },
}

/// Masks of tiles in files: a word of 32 bits and, if there are tiles from 32 on, bit 0 set in it
/// (no pattern has the blank) and another word. Formats for people have one number.
mod tile_mask {
    use std::fmt;

    use serde::{
        Deserialize, Deserializer, Serialize, Serializer,
        de::{Error, SeqAccess, Visitor},
    };

    pub(super) fn serialize<S: Serializer>(tiles: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return tiles.serialize(serializer);
        }
        let [low, high] = [*tiles as u32, (*tiles >> u32::BITS) as u32];
        if high == 0 {
            low.serialize(serializer)
        } else {
            (low + 1, high).serialize(serializer)
        }
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<u64, D::Error> {
        if deserializer.is_human_readable() {
            return u64::deserialize(deserializer);
        }
        deserializer.deserialize_tuple(2, TileWords)
    }

    struct TileWords;

    impl<'d> Visitor<'d> for TileWords {
        type Value = u64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("one or two words of tiles")
        }

        fn visit_seq<A: SeqAccess<'d>>(self, mut words: A) -> Result<u64, A::Error> {
            let mut next = || -> Result<u32, A::Error> {
                let word = words.next_element()?;
                word.ok_or_else(|| Error::custom("a word of tiles is missing"))
            };
            let low = next()?;
            if low & 1 == 0 {
                return Ok(low.into());
            }
            match next()? {
                0 => Err(Error::custom("a second word of tiles is empty")),
                high => Ok(u64::from(low & !1) + (u64::from(high) << u32::BITS)),
            }
        }
    }
}

impl Subject {
    /// Returns the tiles of a pattern in ascending order; no tiles for tables of whole states.
    pub fn tiles(&self) -> impl Iterator<Item = u32> + use<> {
        let mask = match self {
            Self::Pattern { tiles, .. } => *tiles,
            _ => 0,
        };
        (0..u64::BITS).filter(move |tile| mask >> tile & 1 == 1)
    }

    /// Returns the name of the file that holds this table.
    ///
    /// ```
    /// use tilebase_core::format::Subject;
    /// let subject = Subject::Sliding { shape: "4x3".parse()?, home: 0 };
    /// assert_eq!(subject.file_name(), "sliding-4x3-home0.tilebase");
    /// # Ok::<(), tilebase_core::sliding::ShapeError>(())
    /// ```
    pub fn file_name(&self) -> String {
        let stem = match self {
            Self::Sliding { shape, home } => format!("sliding-{shape}-home{home}"),
            Self::SlidingMulti { shape, home } => format!("sliding-multi-{shape}-home{home}"),
            Self::Oshidori { puzzle, goal } => {
                let rules = puzzle.rules().suffix();
                let goal = match goal.as_str() {
                    "default" => String::new(),
                    // Rows may be long, and may hold characters that file systems do not allow.
                    "any" | "any-gap" | "together" => format!("-{goal}"),
                    row => format!("-goal{:016x}", xxhash_rust::xxh3::xxh3_64(row.as_bytes())),
                };
                format!("{puzzle}{rules}{goal}")
            }
            Self::Pattern {
                shape, home, kind, ..
            } => {
                let aware = match kind {
                    PatternKind::Plain => "",
                    PatternKind::ZeroAware => "-zero-aware",
                };
                format!(
                    "pattern-{shape}-home{home}-{}{aware}",
                    joined(self.tiles(), ".")
                )
            }
            Self::Colours {
                shape,
                home,
                colours,
            } => {
                let colours = joined(colours, "");
                format!("colours-multi-{shape}-home{home}-{colours}")
            }
            Self::PartialGoal {
                shape,
                kinds,
                metric,
            } => {
                let multi = match metric {
                    Metric::Single => "",
                    Metric::Multi => "multi-",
                };
                let goal = match kinds.len() {
                    ..=MOST_NAMED => joined(shown(kinds), "."),
                    // File systems do not allow names of hundreds of characters.
                    _ => format!("goal{:016x}", xxhash_rust::xxh3::xxh3_64(kinds)),
                };
                format!("mask-{multi}{shape}-{goal}")
            }
        };
        format!("{stem}.{EXTENSION}")
    }
}

/// The most cells of a goal that are written in a file name.
const MOST_NAMED: usize = 32;

/// Returns the kinds of a goal's cells as text.
fn shown(kinds: &[u8]) -> impl Iterator<Item = String> {
    kinds.iter().map(|&kind| match kind {
        ANY_TILE => "x".to_owned(),
        kind => kind.to_string(),
    })
}

impl PatternIndex {
    /// Returns the subject of the pattern database that this index numbers.
    pub fn subject(&self) -> Subject {
        Subject::Pattern {
            shape: self.pattern().shape(),
            home: self.pattern().home() as u8,
            tiles: self.pattern().mask(),
            kind: self.kind(),
        }
    }
}

impl Colouring {
    /// Returns the subject of the colour table of this colouring.
    pub fn subject(&self) -> Subject {
        Subject::Colours {
            shape: self.shape(),
            home: self.home() as u8,
            colours: self.cells().to_vec(),
        }
    }
}

impl PartialGoal {
    /// Returns the subject of the table of this goal's states.
    pub fn subject(&self, metric: Metric) -> Subject {
        Subject::PartialGoal {
            shape: self.shape(),
            kinds: self.cells().to_vec(),
            metric,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sliding { shape, home } => {
                write!(f, "the table of {}", wide(*shape, *home))
            }
            Self::SlidingMulti { shape, home } => {
                write!(f, "the multi-tile table of {}", wide(*shape, *home))
            }
            Self::Oshidori { puzzle, goal } => {
                let rules = puzzle.rules();
                write!(f, "the table of {puzzle}, {rules}, goal {goal}")
            }
            Self::Pattern {
                shape, home, kind, ..
            } => {
                let kind = match kind {
                    PatternKind::Plain => "pattern",
                    PatternKind::ZeroAware => "zero-aware pattern",
                };
                let tiles = joined(self.tiles(), ",");
                write!(
                    f,
                    "the {kind} {tiles} on {}",
                    boards(*shape, (*home).into())
                )
            }
            Self::Colours {
                shape,
                home,
                colours,
            } => {
                let colours = joined(colours, "");
                write!(f, "the colour table {colours} of {}", wide(*shape, *home))
            }
            Self::PartialGoal {
                shape,
                kinds,
                metric,
            } => {
                let multi = if *metric == Metric::Multi { "multi-tile " } else { "" };
                // Of many open cells, the first and the last are shown.
                let runs = kinds.chunk_by(|&kind, &next| (kind, next) == (ANY_TILE, ANY_TILE));
                let short = |run: &[u8]| match run.len() {
                    ..=3 => joined(shown(run), " "),
                    _ => "x … x".to_owned(),
                };
                let goal = joined(runs.map(short), " ");
                write!(f, "the {multi}table of {shape} boards with the goal {goal}")
            }
        }
    }
}

/// Returns boards as messages name them: with the blank's home, unless it is the first cell.
fn boards(shape: Shape, home: usize) -> String {
    let (row, col) = (shape.row(home) + 1, shape.col(home) + 1);
    match home {
        0 => format!("{shape} boards"),
        _ => format!("{shape} boards whose blank belongs in row {row}, column {col}"),
    }
}

/// Returns the same with the shorter side first. Tiles on such boards have other numbers.
fn wide(shape: Shape, home: u8) -> String {
    let (wide, home) = (shape.wide(), home.into());
    let transposed = wide != shape;
    let home = if transposed { wide.cell(shape.col(home), shape.row(home)) } else { home };
    boards(wide, home)
}

/// A level (all states at one distance) whose ranks the file lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedLevel {
    /// The distance of its states, in moves.
    pub depth: u32,
    /// The number of ranks before it in the file's lists.
    pub first: u64,
    /// The number of its ranks.
    pub count: u64,
}

/// The description of a table: everything in its file except the distances and the lists.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// The states and the goal of the table.
    pub subject: Subject,
    /// The encoding of the payload.
    pub encoding: Encoding,
    /// The number of entries, reachable or not: of states, of placements in a pattern database, of
    /// row classes in [`Encoding::Lines`], of painted classes in a colour table.
    pub entries: u64,
    /// The numbers of states at distance 0, 1, 2, …; of entries in a pattern database. States that
    /// cannot reach the goal are not counted.
    pub counts: Vec<u64>,
    /// The levels that the file lists, in the order of their lists.
    pub listed: Vec<ListedLevel>,
    /// The program that built the table, with its version.
    pub builder: String,
    /// The duration of the build, in seconds.
    pub seconds: f64,
}

impl Metadata {
    /// The most bytes that [`encode`](Self::encode) returns.
    pub const MOST_BYTES: u64 = 1 << 16;

    /// Returns the greatest distance from the goal, in moves.
    pub fn eccentricity(&self) -> u32 {
        self.counts.len().saturating_sub(1) as u32
    }

    /// Returns the number of states that can reach the goal.
    pub fn reachable(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of states that have ranks. It equals the number of entries, except in
    /// [`Encoding::Lines`].
    pub fn states(&self) -> u64 {
        match (&self.subject, self.encoding) {
            (Subject::SlidingMulti { shape, .. }, Encoding::Lines) => {
                (self.entries / shape.rows() as u64).saturating_mul(shape.cells() as u64)
            }
            _ => self.entries,
        }
    }

    /// Returns the number of bits of the payload that are 1, computed from the counts; `None` in an
    /// encoding for which the counts do not determine it.
    pub fn ones(&self) -> Option<u64> {
        let sum = |ones: fn(u32) -> bool| {
            let counts = (0..).zip(&self.counts);
            let counts = counts.filter(|&(depth, _)| ones(depth));
            counts.map(|(_, count)| count).sum::<u64>()
        };
        match self.encoding {
            Encoding::Bit => Some(sum(|depth| depth >> 1 & 1 == 1)),
            // Both bits of an unreachable entry are 1.
            Encoding::Mod3 => {
                let beyond = self.entries.saturating_sub(self.reachable());
                Some(sum(|depth| depth % 3 != 0) + 2 * beyond)
            }
            _ => None,
        }
    }

    /// Returns the same metadata with these levels in [`listed`](Self::listed), one list after
    /// another. Each level is a distance and the number of its states.
    pub fn listing(self, levels: impl IntoIterator<Item = (u32, u64)>) -> Self {
        let mut next = 0;
        let listed = levels.into_iter().map(|(depth, count)| {
            let first = next;
            next += count;
            ListedLevel {
                depth,
                first,
                count,
            }
        });
        Self {
            listed: listed.collect(),
            ..self
        }
    }

    /// Returns the metadata as bytes, with little-endian integers of fixed width; `None` if they
    /// would take more than [`Self::MOST_BYTES`].
    pub fn encode(&self) -> Option<Vec<u8>> {
        codec().serialize(self).ok()
    }

    /// Returns the metadata that takes exactly these bytes; `None` if they are not metadata.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        codec().deserialize(bytes).ok()
    }
}

fn codec() -> impl Options {
    bincode::DefaultOptions::new()
        .with_fixint_encoding()
        .with_little_endian()
        .with_limit(Metadata::MOST_BYTES)
        .reject_trailing_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Metadata {
        Metadata {
            subject: Subject::Sliding {
                shape: "3x2".parse().unwrap(),
                home: 1,
            },
            encoding: Encoding::Byte,
            entries: 360,
            counts: vec![1, 2],
            listed: vec![ListedLevel {
                depth: 1,
                first: 0,
                count: 2,
            }],
            builder: "t".to_owned(),
            seconds: 0.5,
        }
    }

    #[test]
    fn bytes_stay_what_they_were() {
        let golden = "00000000 03 02 01 00000000 6801000000000000 \
                      0200000000000000 0100000000000000 0200000000000000 \
                      0100000000000000 01000000 0000000000000000 0200000000000000 \
                      0100000000000000 74 000000000000e03f";
        let hex: String = golden.split_whitespace().collect();
        let bytes: Vec<u8> = (0..hex.len() / 2)
            .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
            .collect();
        assert_eq!(sample().encode().unwrap(), bytes);
        assert_eq!(Metadata::decode(&bytes), Some(sample()));
    }

    #[test]
    fn tiles_from_32_on_take_a_second_word() {
        let subject = |shape: &str, tiles| Subject::Pattern {
            shape: shape.parse().unwrap(),
            home: 0,
            tiles,
            kind: PatternKind::Plain,
        };
        let encode = |subject: &Subject| codec().serialize(subject).unwrap();
        let (small, large) = (subject("4x4", 0b110), subject("8x8", 0b110 | 1 << 63));
        assert_eq!(encode(&small), [2, 0, 0, 0, 4, 4, 0, 6, 0, 0, 0, 0]);
        let bytes = [2, 0, 0, 0, 8, 8, 0, 7, 0, 0, 0, 0, 0, 0, 0x80, 0];
        assert_eq!(encode(&large), bytes);
        for subject in [small, large] {
            let read: Subject = codec().deserialize(&encode(&subject)).unwrap();
            assert_eq!(read, subject);
        }
        let mut empty = bytes;
        empty[14] = 0;
        assert!(codec().deserialize::<Subject>(&empty).is_err());
    }

    #[test]
    fn every_subject_has_a_name() {
        let shape = "4x3".parse().unwrap();
        let row = |goal: &str| Subject::Oshidori {
            puzzle: "oshidori-kinds-2".parse().unwrap(),
            goal: goal.to_owned(),
        };
        let pattern = |kind| Subject::Pattern {
            shape,
            home: 11,
            tiles: 0b1_0000_0110,
            kind,
        };
        let mask = |kinds, metric| Subject::PartialGoal {
            shape,
            kinds,
            metric,
        };
        for (subject, name, text) in [
            (
                Subject::Sliding { shape, home: 4 },
                "sliding-4x3-home4",
                "the table of 3x4 boards whose blank belongs in row 2, column 2",
            ),
            (
                Subject::SlidingMulti { shape, home: 0 },
                "sliding-multi-4x3-home0",
                "the multi-tile table of 3x4 boards",
            ),
            (
                row("default"),
                "oshidori-kinds-2",
                "the table of oshidori-kinds-2, blocks of 2, goal default",
            ),
            (
                row("any-gap"),
                "oshidori-kinds-2-any-gap",
                "the table of oshidori-kinds-2, blocks of 2, goal any-gap",
            ),
            (
                pattern(PatternKind::Plain),
                "pattern-4x3-home11-1.2.8",
                "the pattern 1,2,8 on 4x3 boards whose blank belongs in row 4, column 3",
            ),
            (
                pattern(PatternKind::ZeroAware),
                "pattern-4x3-home11-1.2.8-zero-aware",
                "the zero-aware pattern 1,2,8 on 4x3 boards whose blank belongs in row 4, column 3",
            ),
            (
                mask(vec![1, 2, ANY_TILE, 0], Metric::Multi),
                "mask-multi-4x3-1.2.x.0",
                "the multi-tile table of 4x3 boards with the goal 1 2 x 0",
            ),
            (
                mask(vec![ANY_TILE; 32], Metric::Single),
                "mask-4x3-x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x",
                "the table of 4x3 boards with the goal x … x",
            ),
            (
                Subject::Colours {
                    shape,
                    home: 0,
                    colours: vec![0, 1, 2],
                },
                "colours-multi-4x3-home0-012",
                "the colour table 012 of 3x4 boards",
            ),
        ] {
            assert_eq!(subject.file_name(), format!("{name}.{EXTENSION}"));
            assert_eq!(subject.to_string(), text);
            let tiles: &[u32] = if text.contains("pattern") { &[1, 2, 8] } else { &[] };
            assert!(subject.tiles().eq(tiles.iter().copied()), "{text}");
        }
    }

    #[test]
    fn long_goals_are_named_by_their_hash() {
        let long = Subject::PartialGoal {
            shape: "6x6".parse().unwrap(),
            kinds: vec![1; 36],
            metric: Metric::Single,
        };
        let name = long.file_name();
        let hash = name.strip_prefix("mask-6x6-goal").unwrap();
        assert_eq!(hash.len(), "0123456789abcdef.tilebase".len());
    }

    #[test]
    fn a_wrong_length_is_refused() {
        let bytes = sample().encode().unwrap();
        for end in 0..bytes.len() {
            assert_eq!(Metadata::decode(&bytes[..end]), None);
        }
        assert_eq!(Metadata::decode(&[bytes, vec![0]].concat()), None);
        // A list that claims to be enormous must not be believed.
        let mut huge = sample().encode().unwrap();
        huge[19..27].fill(0xFF);
        assert_eq!(Metadata::decode(&huge), None);
    }
}
