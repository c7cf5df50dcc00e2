//! Masks of tiles in files: a word of 32 bits and, if there are tiles from 32 on, bit 0 set in it
//! (no pattern has the blank) and another word. Formats for people have one number.

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

#[cfg(test)]
mod tests {
    use bincode::Options;

    use crate::{
        format::{Subject, metadata::codec},
        pattern::PatternKind,
    };

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
}
