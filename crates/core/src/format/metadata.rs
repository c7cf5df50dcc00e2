//! The description of a table in its file.

use bincode::Options;
use serde::{Deserialize, Serialize};

use super::{Encoding, Subject};

/// The description of a table: everything in its file except the distances and the lists.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// The states and the goal of the table.
    pub subject: Subject,
    /// The encoding of the payload.
    pub encoding: Encoding,
    /// The number of entries, reachable or not: of states, of placements in a pattern database, of
    /// row classes in [`Encoding::RowClasses`], of painted classes in a colour table.
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
    /// [`Encoding::RowClasses`].
    pub fn states(&self) -> u64 {
        match (&self.subject, self.encoding) {
            (Subject::SlidingMulti { shape, .. }, Encoding::RowClasses) => {
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

    /// Returns the metadata with these levels in [`listed`](Self::listed), one list after another.
    /// Each level is a distance and the number of its states.
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

pub(super) fn codec() -> impl Options {
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
