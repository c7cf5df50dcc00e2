//! The encodings of distances, and the place of each entry in the payload.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of entries in a 64-bit word of [`Encoding::Bit`] and [`Encoding::RowClasses`]. The
/// other four bits of the word are 0.
///
/// States whose Lehmer codes differ only in the last three digits (5 · 4 · 3 values) share a word.
pub const WORD_ENTRIES: u64 = 60;

/// The entry of a state that cannot reach a goal, in [`Encoding::Byte`].
pub const UNREACHABLE: u8 = u8::MAX;

/// The entry of a state that cannot reach a goal, in [`Encoding::Mod3`].
pub const UNREACHABLE_MOD3: u8 = 3;

/// The number of bytes in a word.
const WORD_BYTES: u64 = 8;

/// The number of words that hold the entries of [`Encoding::RowClasses`] together, one bit of each
/// entry to a word.
const ROW_CLASS_WORDS: u64 = 3;

/// The manner in which the payload stores distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Encoding {
    /// One byte per state: the distance in moves, or 255 if the state cannot reach a goal.
    Byte,
    /// One bit per state, `(distance >> 1) & 1`. Together with the colour of the blank's cell it
    /// gives the distance modulo 4. For sliding boards only; for each cell of the blank, 60 states
    /// share a 64-bit word.
    Bit,
    /// Two bits per state: the distance modulo 3, or 3 if the state cannot reach a goal. Four
    /// states share a byte, the first in the lowest bits.
    Mod3,
    /// Four bits per entry of a pattern database: half of the difference between distance and
    /// Manhattan distance. Two entries share a byte, the first in the lower bits.
    Nibble,
    /// Three bits per row class of a sliding board (see
    /// [`RowClassSpace`](crate::sliding::RowClassSpace)). They say whether its distance D is 1
    /// modulo 3, whether D is 2 modulo 3, and whether D is odd. For each row of the blank, 60
    /// classes share three 64-bit words, one for each of the bits.
    RowClasses,
}

impl Encoding {
    /// Returns the number of bytes that `entries` entries take. In [`Bit`](Self::Bit) and
    /// [`RowClasses`](Self::RowClasses) the last word counts as a whole.
    pub const fn bytes(self, entries: u64) -> u64 {
        match self {
            Self::Byte => entries,
            Self::Bit => entries.div_ceil(WORD_ENTRIES) * WORD_BYTES,
            Self::Mod3 => entries.div_ceil(4),
            Self::Nibble => entries.div_ceil(2),
            Self::RowClasses => entries.div_ceil(WORD_ENTRIES) * ROW_CLASS_WORDS * WORD_BYTES,
        }
    }

    /// Returns the byte of the payload that holds an entry, and the lowest bit of the entry in that
    /// byte.
    ///
    /// The three bits of [`RowClasses`](Self::RowClasses) lie in three words. The result is the
    /// place of the first; the others lie 8 and 16 bytes after it, at the same bit.
    ///
    /// ```
    /// use tilebase_core::format::Encoding;
    /// assert_eq!(Encoding::Bit.place(0), (0, 0));
    /// assert_eq!(Encoding::Bit.place(59), (7, 3)); // the last entry of the first word
    /// assert_eq!(Encoding::Bit.place(60), (8, 0));
    /// ```
    #[inline(always)]
    pub const fn place(self, entry: u64) -> (usize, u32) {
        let (word, bit) = (entry / WORD_ENTRIES, entry % WORD_ENTRIES);
        let (byte, shift) = match self {
            Self::Byte => (entry, 0),
            Self::Bit => (word * WORD_BYTES + bit / 8, bit % 8),
            Self::Mod3 => (entry / 4, 2 * (entry % 4)),
            Self::Nibble => (entry / 2, 4 * (entry % 2)),
            Self::RowClasses => (word * ROW_CLASS_WORDS * WORD_BYTES + bit / 8, bit % 8),
        };
        (byte as usize, shift as u32)
    }

    /// Returns the bits of an entry. In [`RowClasses`](Self::RowClasses) the bit of the first word
    /// is the lowest.
    ///
    /// # Panics
    /// If the payload has no such entry.
    #[inline(always)]
    pub fn read(self, payload: &[u8], entry: u64) -> u8 {
        let (byte, shift) = self.place(entry);
        match self {
            Self::Byte => payload[byte],
            Self::Bit => payload[byte] >> shift & 1,
            Self::Mod3 => payload[byte] >> shift & 3,
            Self::Nibble => payload[byte] >> shift & 15,
            Self::RowClasses => {
                let words = &payload[byte..byte + 17];
                let bit = |word: usize| words[8 * word] >> shift & 1;
                bit(0) + (bit(1) << 1) + (bit(2) << 2)
            }
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Byte => "byte",
            Self::Bit => "bit",
            Self::Mod3 => "mod3",
            Self::Nibble => "nibble",
            Self::RowClasses => "lines",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Encoding; 5] = [
        Encoding::Byte,
        Encoding::Bit,
        Encoding::Mod3,
        Encoding::Nibble,
        Encoding::RowClasses,
    ];

    /// Returns the numbers of an entry's bits in the whole payload, as the text of the file format
    /// gives them.
    fn bits_of(encoding: Encoding, entry: usize) -> Vec<usize> {
        let in_words = |words: usize| {
            (0..words).map(move |word| 64 * (entry / 60 * words + word) + entry % 60)
        };
        match encoding {
            Encoding::Byte => (8 * entry..8 * entry + 8).collect(),
            Encoding::Bit => in_words(1).collect(),
            Encoding::Mod3 => (2 * entry..2 * entry + 2).collect(),
            Encoding::Nibble => (4 * entry..4 * entry + 4).collect(),
            Encoding::RowClasses => in_words(3).collect(),
        }
    }

    #[test]
    fn entries_lie_where_the_format_says() {
        const ENTRIES: usize = 240;
        for encoding in ALL {
            let bytes = encoding.bytes(ENTRIES as u64) as usize;
            let mut owner = vec![None; 8 * bytes];
            for entry in 0..ENTRIES {
                let bits = bits_of(encoding, entry);
                let (byte, shift) = encoding.place(entry as u64);
                assert_eq!(8 * byte + shift as usize, bits[0], "{encoding} {entry}");
                for (number, &bit) in bits.iter().enumerate() {
                    assert_eq!(owner[bit].replace(entry), None, "{encoding} {entry}");
                    // A payload in which only this bit is set has it in this entry, and not in the
                    // next.
                    let mut payload = vec![0; bytes];
                    payload[bit / 8] = 1 << (bit % 8);
                    assert_eq!(encoding.read(&payload, entry as u64), 1 << number);
                    let other = (entry + 1) % ENTRIES;
                    assert_eq!(encoding.read(&payload, other as u64), 0);
                }
            }
        }
    }

    #[test]
    fn payloads_end_with_their_last_entry() {
        for encoding in ALL {
            for entries in 1..200 {
                let (byte, _) = encoding.place(entries - 1);
                let unit = match encoding {
                    Encoding::Bit => 8,
                    Encoding::RowClasses => 24,
                    _ => 1,
                };
                let end = (byte as u64 / unit + 1) * unit;
                assert_eq!(encoding.bytes(entries), end, "{encoding} {entries}");
            }
        }
    }
}
