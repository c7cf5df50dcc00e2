//! The values of one pattern database.

use thiserror::Error;
use tilebase_core::{
    format::{DamagedPage, Encoding, Payload},
    pattern::{Pattern, PatternIndex, PatternKind},
};

/// The values of a pattern's states, in a mapped file or in memory.
pub struct PatternTable {
    pub(crate) index: PatternIndex,
    pub(crate) encoding: Encoding,
    /// The payload, whose bytes are touched before they are read.
    pub(crate) bytes: Box<dyn Payload + Send + Sync>,
}

/// The reason why bytes are not a table of the pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternTableError {
    /// The encoding is one of tables of whole states.
    #[error(
        "the table of pattern {pattern} is encoded as {found}; pattern databases are nibble or byte"
    )]
    Encoding {
        /// The pattern.
        pattern: Pattern,
        /// The encoding given.
        found: Encoding,
    },
    /// There are too few bytes, or too many.
    #[error(
        "the table of pattern {pattern} has {found} bytes instead of {expected}: build it again"
    )]
    Length {
        /// The pattern.
        pattern: Pattern,
        /// Bytes that its entries need.
        expected: u64,
        /// Bytes given.
        found: u64,
    },
    /// The value of the goal is not 0: no search would end there.
    #[error(
        "the table of pattern {pattern} says that the goal is {found} moves away: build it again"
    )]
    Goal {
        /// The pattern.
        pattern: Pattern,
        /// The value of the goal, in moves.
        found: u32,
    },
    /// The page of the goal's value is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedPage),
}

impl PatternTable {
    /// Returns the table whose payload is `bytes`. Only their number and the value of the goal are
    /// checked.
    ///
    /// # Errors
    /// If the encoding is not one of pattern databases, the number of bytes is not what the
    /// encoding needs for the states of the index, or the value of the goal is not 0.
    pub fn new(
        index: PatternIndex,
        encoding: Encoding,
        bytes: impl Payload + Send + Sync + 'static,
    ) -> Result<Self, PatternTableError> {
        let pattern = *index.pattern();
        if !matches!(encoding, Encoding::Nibble | Encoding::Byte) {
            return Err(PatternTableError::Encoding {
                pattern,
                found: encoding,
            });
        }
        let expected = encoding.bytes(index.len());
        let found = bytes.as_ref().len() as u64;
        if found != expected {
            return Err(PatternTableError::Length {
                pattern,
                expected,
                found,
            });
        }
        let table = Self {
            index,
            encoding,
            bytes: Box::new(bytes),
        };
        let goal = pattern.shape().ordered_cells(pattern.home());
        let found = table.moves(table.index.rank(&goal), 0);
        table.damage()?;
        match found {
            0 => Ok(table),
            found => Err(PatternTableError::Goal { pattern, found }),
        }
    }

    /// Returns its pattern.
    pub fn pattern(&self) -> &Pattern {
        self.index.pattern()
    }

    /// Returns its kind: whether it distinguishes the regions of the blank.
    pub fn kind(&self) -> PatternKind {
        self.index.kind()
    }

    /// Checks the pages of all values read until now.
    ///
    /// # Errors
    /// If one is damaged.
    pub fn damage(&self) -> Result<(), DamagedPage> {
        self.bytes.damage()
    }

    /// Returns the moves that the pattern's tiles must make from the state of this rank, whose
    /// Manhattan distance is `manhattan`; 255 if the goal cannot be reached.
    ///
    /// # Panics
    /// If `rank` is not less than the number of states.
    pub fn moves(&self, rank: u64, manhattan: u32) -> u32 {
        self.bytes.touch(self.encoding.place(rank).0);
        let bytes = (*self.bytes).as_ref();
        match self.encoding {
            Encoding::Nibble => manhattan + 2 * u32::from(self.encoding.read(bytes, rank)),
            _ => self.encoding.read(bytes, rank).into(),
        }
    }
}
