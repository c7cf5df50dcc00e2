//! The values of one pattern database.

use thiserror::Error;
use tilebase_core::{
    format::Encoding,
    pattern::{Pattern, PatternIndex, PatternKind},
};

/// The values of a pattern's placements, in bytes kept anywhere: a mapped file, or memory.
#[derive(Debug, Clone)]
pub struct PatternTable<B> {
    index: PatternIndex,
    encoding: Encoding,
    bytes: B,
}

/// Bytes that are no table of the pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternTableError {
    /// An encoding of full tables.
    #[error(
        "the table of pattern {pattern} is encoded as {found}; pattern databases are nibble or byte"
    )]
    Encoding {
        /// The pattern.
        pattern: Pattern,
        /// The encoding given.
        found: Encoding,
    },
    /// Too few bytes, or too many.
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
}

impl<B: AsRef<[u8]>> PatternTable<B> {
    /// The table whose payload is `bytes`. Only their number is checked.
    ///
    /// # Errors
    /// If the encoding is not one of pattern databases, or the number of bytes is not that of the
    /// index's entries.
    pub fn new(
        index: PatternIndex,
        encoding: Encoding,
        bytes: B,
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
        Ok(Self {
            index,
            encoding,
            bytes,
        })
    }

    /// The numbering of its entries.
    pub fn index(&self) -> &PatternIndex {
        &self.index
    }

    /// The tiles it is about.
    pub fn pattern(&self) -> &Pattern {
        self.index.pattern()
    }

    /// Whether it tells apart where the blank is.
    pub fn kind(&self) -> PatternKind {
        self.index.kind()
    }

    /// How its values are stored.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Its payload.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The moves that the pattern's tiles must make from the placement with this entry, whose tiles'
    /// Manhattan distances sum up to `manhattan`.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn moves(&self, entry: u64, manhattan: u32) -> u32 {
        let bytes = self.bytes.as_ref();
        match self.encoding {
            Encoding::Nibble => {
                let both = bytes[(entry / 2) as usize];
                manhattan + 2 * u32::from(both >> (4 * (entry % 2)) & 15)
            }
            _ => bytes[entry as usize].into(),
        }
    }
}
