//! What crosses from one shard to another: the states that a level added to a chunk, on the way to the chunk that a
//! move takes them to.
//!
//! Mail is a row of packets, sealed. A packet is one chunk: its number within the cell of the receiving shard (four
//! bytes, little-endian as all numbers here), the cell, the encoding (a byte each), the bytes that follow (two),
//! and these: either the numbers of the states, two bytes each; or the bytes of the chunk that are not zero, after 42 bytes that
//! say which words have any and, before those of each such word, a byte that says which. The shorter is taken; it is within a
//! quarter of what the states could be packed into at best.
//!
//! The seal is the XXH3 of all packets together with the shard that the mail is for and the depth of its states, so that
//! mail that was damaged, went astray or is late is refused.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    sync::Arc,
};

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::chunk::{BITS, Chunk, STATES, WORDS};

/// Bytes before the states of a packet.
const HEAD: usize = 8;

/// Bytes that say which words of a chunk have states.
const MASK: usize = WORDS / 8;

/// Bytes of the seal.
const SEAL: usize = 8;

/// The encoding that names states by their numbers.
const NUMBERS: u8 = 0;

/// The encoding that leaves out bytes that are zero.
const BYTES: u8 = 1;

/// Packets for one shard from another, sealed: in memory, or in a file.
#[derive(Debug, Clone)]
pub struct Mail(Place);

#[derive(Debug, Clone)]
enum Place {
    Here(Vec<u8>),
    There {
        path: Arc<Path>,
        offset: u64,
        length: u64,
    },
}

impl Mail {
    /// Returns mail that came from elsewhere as these bytes. Whether they are whole shows when it is opened.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(Place::Here(bytes))
    }

    /// Returns mail that is kept in a file.
    pub(super) fn in_file(path: Arc<Path>, offset: u64, length: u64) -> Self {
        Self(Place::There {
            path,
            offset,
            length,
        })
    }

    /// Returns the bytes, which are read where they are in a file.
    ///
    /// # Errors
    /// If the file cannot be read, or ends early.
    pub fn bytes(&self) -> io::Result<Cow<'_, [u8]>> {
        match &self.0 {
            Place::Here(bytes) => Ok(Cow::Borrowed(bytes)),
            Place::There {
                path,
                offset,
                length,
            } => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(*offset))?;
                let mut bytes = vec![0; *length as usize];
                file.read_exact(&mut bytes)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
}

/// Why mail is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MailError {
    /// Its seal is not that of its bytes, its receiver and its depth.
    #[error("its checksum is not that of its bytes")]
    Seal,
    /// It ends within a packet.
    #[error("it ends within a packet")]
    Short,
    /// A packet that holds what no chunk does.
    #[error("a packet of it holds no states of the board")]
    Packet,
}

/// The packets that a task sends, by the shards they are for.
#[derive(Debug, Default)]
pub(super) struct Outbox(BTreeMap<usize, Vec<u8>>);

impl Outbox {
    /// Adds a packet to the mail for a shard: the states of `fresh`, of which there are `states`, for this chunk of this
    /// cell.
    pub(super) fn put(
        &mut self,
        shard: usize,
        (cell, chunk): (usize, usize),
        fresh: &Chunk,
        states: u32,
    ) {
        put(
            self.0.entry(shard).or_default(),
            (cell, chunk),
            fresh,
            states,
        );
    }

    /// Adds what another task sends.
    pub(super) fn append(&mut self, other: Self) {
        for (shard, mut packets) in other.0 {
            self.0.entry(shard).or_default().append(&mut packets);
        }
    }

    /// Seals the mail of states of this depth.
    pub(super) fn seal(self, depth: u32) -> Vec<(usize, Mail)> {
        let sealed = self.0.into_iter().map(|(shard, mut bytes)| {
            let seal = xxh3_64_with_seed(&bytes, seed(shard, depth));
            bytes.extend_from_slice(&seal.to_le_bytes());
            (shard, Mail::from_bytes(bytes))
        });
        sealed.collect()
    }
}

fn seed(shard: usize, depth: u32) -> u64 {
    (shard as u64) << 32 | u64::from(depth)
}

/// Returns the packets of mail for this shard with states of this depth.
///
/// # Errors
/// If it is not what was sealed.
pub(super) fn open(bytes: &[u8], shard: usize, depth: u32) -> Result<&[u8], MailError> {
    let (packets, seal) = bytes.split_last_chunk::<SEAL>().ok_or(MailError::Short)?;
    match xxh3_64_with_seed(packets, seed(shard, depth)).to_le_bytes() == *seal {
        true => Ok(packets),
        false => Err(MailError::Seal),
    }
}

/// Returns the bytes of a word that are not zero, and sets the bit of each.
#[inline(always)]
fn pack(word: [u8; 8], out: &mut [u8; 8]) -> (u8, usize) {
    let (mut mask, mut length) = (0, 0);
    for (at, byte) in word.into_iter().enumerate() {
        out[length & 7] = byte;
        let any = u8::from(byte != 0);
        mask |= any << at;
        length += usize::from(any);
    }
    (mask, length)
}

/// Adds the packet of a chunk.
#[inline(always)]
fn put(out: &mut Vec<u8>, (cell, chunk): (usize, usize), fresh: &Chunk, states: u32) {
    let start = out.len();
    out.extend_from_slice(&(chunk as u32).to_le_bytes());
    out.extend_from_slice(&[cell as u8, NUMBERS, 0, 0]);
    let numbers = 2 * states as usize;
    if numbers <= MASK {
        // As bytes it would take that much at the least.
        put_numbers(out, fresh);
    } else {
        put_bytes(out, fresh);
        out[start + 5] = BYTES;
        if out.len() - start - HEAD > numbers {
            out.truncate(start + HEAD);
            out[start + 5] = NUMBERS;
            put_numbers(out, fresh);
        }
    }
    let length = (out.len() - start - HEAD) as u16;
    out[start + 6..start + HEAD].copy_from_slice(&length.to_le_bytes());
}

#[inline(always)]
fn put_numbers(out: &mut Vec<u8>, fresh: &Chunk) {
    for (at, &word) in fresh.iter().enumerate() {
        let mut left = u64::from_le_bytes(word);
        while left != 0 {
            let state = at * BITS + left.trailing_zeros() as usize;
            out.extend_from_slice(&(state as u16).to_le_bytes());
            left &= left - 1;
        }
    }
}

#[inline(always)]
fn put_bytes(out: &mut Vec<u8>, fresh: &Chunk) {
    for eight in fresh.as_chunks::<8>().0 {
        let any = |(at, word): (usize, &[u8; 8])| u8::from(*word != [0; 8]) << at;
        out.push(eight.iter().enumerate().map(any).fold(0, |a, b| a | b));
    }
    let mut room = [0; WORDS * 9];
    let mut at = 0;
    for &word in fresh {
        if word == [0; 8] {
            continue;
        }
        let mut packed = [0; 8];
        let (mask, length) = pack(word, &mut packed);
        room[at] = mask;
        room[at + 1..at + 9].copy_from_slice(&packed);
        at += 1 + length;
    }
    out.extend_from_slice(&room[..at]);
}

/// Takes the first packet off `packets` and puts its states into `to`. Returns its cell and its chunk, which may be any
/// numbers; none where no packet is left.
///
/// # Errors
/// If there is no whole packet, or it holds bits that are no states.
#[inline(always)]
pub(super) fn take(
    packets: &mut &[u8],
    to: &mut Chunk,
) -> Result<Option<(usize, usize)>, MailError> {
    if packets.is_empty() {
        return Ok(None);
    }
    let (head, rest) = packets
        .split_first_chunk::<HEAD>()
        .ok_or(MailError::Short)?;
    let [a, b, c, d, cell, encoding, low, high] = *head;
    let length = usize::from(u16::from_le_bytes([low, high]));
    let (body, rest) = rest.split_at_checked(length).ok_or(MailError::Short)?;
    *packets = rest;
    *to = [[0; 8]; WORDS];
    match encoding {
        NUMBERS => take_numbers(body, to)?,
        BYTES => take_bytes(body, to)?,
        _ => return Err(MailError::Packet),
    }
    let chunk = u32::from_le_bytes([a, b, c, d]) as usize;
    Ok(Some((usize::from(cell), chunk)))
}

#[inline(always)]
fn take_numbers(body: &[u8], to: &mut Chunk) -> Result<(), MailError> {
    let (numbers, []) = body.as_chunks() else {
        return Err(MailError::Short);
    };
    for &number in numbers {
        let state = usize::from(u16::from_le_bytes(number));
        if state >= STATES {
            return Err(MailError::Packet);
        }
        let word = &mut to[state / BITS];
        *word = (u64::from_le_bytes(*word) | 1 << (state % BITS)).to_le_bytes();
    }
    Ok(())
}

#[inline(always)]
fn take_bytes(body: &[u8], to: &mut Chunk) -> Result<(), MailError> {
    let (words, mut rest) = body.split_first_chunk::<MASK>().ok_or(MailError::Short)?;
    let mut wrong = 0;
    for (eight, mask) in to.as_chunks_mut::<8>().0.iter_mut().zip(words) {
        for (at, word) in eight.iter_mut().enumerate() {
            if mask >> at & 1 == 0 {
                continue;
            }
            let (&bytes, packed) = rest.split_first().ok_or(MailError::Short)?;
            let length = bytes.count_ones() as usize;
            let (packed, left) = packed.split_at_checked(length).ok_or(MailError::Short)?;
            rest = left;
            let mut given = [0; 8];
            given[..length].copy_from_slice(packed);
            let mut next = 0;
            for (at, byte) in word.iter_mut().enumerate() {
                let any = bytes >> at & 1;
                *byte = given[next & 7] * any;
                next += usize::from(any);
            }
            wrong |= u64::from_le_bytes(*word) >> BITS;
        }
    }
    match (wrong, rest) {
        (0, []) => Ok(()),
        _ => Err(MailError::Packet),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Chunks from all but empty to full.
    fn chunks() -> impl Strategy<Value = Chunk> {
        let word = prop_oneof![
            4 => Just(0),
            1 => (0..60).prop_map(|bit| 1u64 << bit),
            1 => any::<u64>().prop_map(|word| word >> 4),
        ];
        let sparse = prop::collection::vec((0..WORDS, 0..60u32), 0..40).prop_map(|bits| {
            let mut words = vec![0; WORDS];
            for (word, bit) in bits {
                words[word] |= 1 << bit;
            }
            words
        });
        let words = prop_oneof![sparse, prop::collection::vec(word, WORDS)];
        words.prop_map(|words| {
            let mut chunk = [[0; 8]; WORDS];
            for (to, word) in chunk.iter_mut().zip(words) {
                *to = u64::to_le_bytes(word);
            }
            chunk
        })
    }

    fn count(chunk: &Chunk) -> u32 {
        let ones = |word: &[u8; 8]| u64::from_le_bytes(*word).count_ones();
        chunk.iter().map(ones).sum()
    }

    proptest! {
        #[test]
        fn what_is_put_is_taken(sent in prop::collection::vec((any::<u8>(), any::<u32>(), chunks()), 1..4)) {
            let mut outbox = Outbox::default();
            for (cell, chunk, states) in &sent {
                outbox.put(3, (usize::from(*cell), *chunk as usize), states, count(states));
            }
            let mail = outbox.seal(7);
            prop_assert_eq!(mail.len(), 1);
            prop_assert_eq!(mail[0].0, 3);
            let bytes = mail[0].1.bytes().unwrap();
            prop_assert_eq!(open(&bytes, 4, 7), Err(MailError::Seal));
            prop_assert_eq!(open(&bytes, 3, 8), Err(MailError::Seal));
            let mut packets = open(&bytes, 3, 7).unwrap();
            let mut taken = [[0xFF; 8]; WORDS];
            for (cell, chunk, states) in &sent {
                let place = take(&mut packets, &mut taken).unwrap();
                prop_assert_eq!(place, Some((usize::from(*cell), *chunk as usize)));
                prop_assert_eq!(&taken, states);
            }
            prop_assert_eq!(take(&mut packets, &mut taken), Ok(None));
        }

        #[test]
        fn changed_mail_is_refused(chunk in chunks(), at in any::<prop::sample::Index>(), bit in 0..8u32) {
            let mut outbox = Outbox::default();
            outbox.put(0, (1, 2), &chunk, count(&chunk));
            let mut bytes = outbox.seal(1)[0].1.bytes().unwrap().into_owned();
            let at = at.index(bytes.len());
            bytes[at] ^= 1u8 << bit;
            prop_assert_eq!(open(&bytes, 0, 1), Err(MailError::Seal));
            prop_assert!(open(&bytes[..at], 0, 1).is_err());
        }

        /// Whoever seals rubbish rightly is found out packet by packet, without a panic.
        #[test]
        fn rubbish_is_refused_or_holds_states(
            mut bytes in prop::collection::vec(any::<u8>(), 0..600),
            encoding in 0..3u8,
            cut in 0..80usize,
        ) {
            if bytes.len() > HEAD {
                let length = (bytes.len() - HEAD).saturating_sub(cut) as u16;
                bytes[5] = encoding;
                bytes[6..8].copy_from_slice(&length.to_le_bytes());
            }
            let mut packets = &bytes[..];
            let mut taken = [[0; 8]; WORDS];
            while let Ok(Some(_)) = take(&mut packets, &mut taken) {
                for word in taken {
                    prop_assert_eq!(u64::from_le_bytes(word) >> 60, 0);
                }
            }
        }
    }

    #[test]
    fn every_way_a_packet_can_be_wrong_is_told() {
        let taken = |bytes: &[u8]| take(&mut &bytes[..], &mut [[0; 8]; WORDS]);
        let packet = |encoding: u8, body: &[u8]| {
            let mut bytes = vec![0, 0, 0, 0, 1, encoding];
            bytes.extend_from_slice(&(body.len() as u16).to_le_bytes());
            bytes.extend_from_slice(body);
            bytes
        };
        assert_eq!(taken(&[0; 7]), Err(MailError::Short));
        assert_eq!(taken(&packet(9, &[])), Err(MailError::Packet));
        assert_eq!(taken(&packet(NUMBERS, &[1])), Err(MailError::Short));
        let beyond = (STATES as u16).to_le_bytes();
        assert_eq!(taken(&packet(NUMBERS, &beyond)), Err(MailError::Packet));
        assert_eq!(taken(&packet(BYTES, &[0; 41])), Err(MailError::Short));
        let mut mask = vec![0; MASK];
        mask[0] = 1;
        assert_eq!(taken(&packet(BYTES, &mask)), Err(MailError::Short));
        let top = [&mask[..], &[0x80, 0xF0]].concat();
        assert_eq!(taken(&packet(BYTES, &top)), Err(MailError::Packet));
        let more = [&mask[..], &[1, 1, 1]].concat();
        assert_eq!(taken(&packet(BYTES, &more)), Err(MailError::Packet));
    }
}
