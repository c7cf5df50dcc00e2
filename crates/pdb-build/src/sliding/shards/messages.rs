//! The messages between shards: the states that a level added to a chunk, for the chunk to which a
//! move takes them.
//!
//! Messages are a sequence of packets and a checksum. A packet is one chunk: its number within the
//! cell of the receiving shard (four bytes, little-endian like all numbers here), the cell and the
//! encoding (one byte each), the number of bytes that follow (two bytes), and these bytes. They are
//! either the numbers of the states, two bytes each, or 42 bytes with a bit for each word of the
//! chunk that has states, then for each such word a byte with a bit for each of its bytes that is
//! not zero, and these bytes. The shorter form is taken; it is at most a quarter longer than the
//! best possible packing.
//!
//! The checksum is the XXH3 of all packets together with the shard that they are for and the depth
//! of their states, so that damaged, misdirected and late messages are refused.

use std::{borrow::Cow, collections::BTreeMap, path::Path, sync::Arc};

use tilebase_core::storage::{Access, ChecksummedRange, Storage};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::super::bit_words::chunk::{self, BITS, Chunk, STATES, WORDS};
use crate::{MessageError, Result, scratch::failed};

/// The number of bytes before the states of a packet.
const HEAD: usize = 8;

/// The number of bytes with a bit for each word that has states.
const MASK: usize = WORDS / 8;

/// The number of words whose bits in these bytes are examined together: a branch for each word is
/// mispredicted too often.
const GROUP: usize = 56;

/// The number of bytes of the checksum.
const CHECKSUM: usize = 8;

/// The encoding that names states by their numbers.
const NUMBERS: u8 = 0;

/// The encoding that leaves out bytes that are zero.
const BYTES: u8 = 1;

/// The messages from one shard to another at a level, in memory or in a file.
#[derive(Debug, Clone)]
pub struct Messages(MessageSource);

#[derive(Debug, Clone)]
enum MessageSource {
    InMemory(Vec<u8>),
    InFile {
        storage: Arc<dyn Storage>,
        path: Arc<Path>,
        place: ChecksummedRange,
    },
}

impl Messages {
    /// Returns messages that another process sent. Damage is detected when they are received.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(MessageSource::InMemory(bytes))
    }

    /// Returns messages in a file.
    pub(super) fn in_file(
        storage: Arc<dyn Storage>,
        path: Arc<Path>,
        place: ChecksummedRange,
    ) -> Self {
        Self(MessageSource::InFile {
            storage,
            path,
            place,
        })
    }

    /// Returns the bytes. Messages in a file are read.
    ///
    /// # Errors
    /// If the file cannot be read, ends early, or holds other messages.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>> {
        match &self.0 {
            MessageSource::InMemory(bytes) => Ok(Cow::Borrowed(bytes)),
            MessageSource::InFile {
                storage,
                path,
                place,
            } => {
                let file = storage.open(path, Access::Read);
                let read = file.and_then(|mut file| place.read(&mut *file));
                read.map(Cow::Owned).map_err(failed("read", path))
            }
        }
    }
}

/// The packets that a task sends, by the shards that receive them.
#[derive(Debug, Default)]
pub(super) struct Sender(BTreeMap<usize, Vec<u8>>);

impl Sender {
    /// Adds a packet for a shard: the states of `fresh`, of which there are `states`,
    /// for this chunk of this cell.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        shard: usize,
        (cell, chunk): (usize, usize),
        fresh: &Chunk,
        states: u32,
    ) {
        let out = self.0.entry(shard).or_default();
        let start = out.len();
        out.extend_from_slice(&(chunk as u32).to_le_bytes());
        out.extend_from_slice(&[cell as u8, NUMBERS, 0, 0]);
        let numbers = 2 * states as usize;
        if numbers <= MASK {
            // As bytes it would take at least as much.
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

    /// Adds the packets of another task.
    pub(super) fn append(&mut self, other: Self) {
        for (shard, mut packets) in other.0 {
            self.0.entry(shard).or_default().append(&mut packets);
        }
    }

    /// Returns the messages with states of this depth, and the shards that receive them.
    pub(super) fn finish(self, depth: u32) -> Vec<(usize, Messages)> {
        let finished = self.0.into_iter().map(|(shard, mut bytes)| {
            let checksum = xxh3_64_with_seed(&bytes, seed(shard, depth));
            bytes.extend_from_slice(&checksum.to_le_bytes());
            (shard, Messages::from_bytes(bytes))
        });
        finished.collect()
    }
}

fn seed(shard: usize, depth: u32) -> u64 {
    (shard as u64) << 32 | u64::from(depth)
}

/// Returns the packets of the messages for a shard with states of a depth.
///
/// # Errors
/// If the checksum does not agree.
pub(super) fn open(bytes: &[u8], shard: usize, depth: u32) -> Result<&[u8], MessageError> {
    let (packets, checksum) = bytes
        .split_last_chunk::<CHECKSUM>()
        .ok_or(MessageError::Short)?;
    if xxh3_64_with_seed(packets, seed(shard, depth)).to_le_bytes() == *checksum {
        Ok(packets)
    } else {
        Err(MessageError::Checksum)
    }
}

/// The lowest bit of each byte.
const ONES: u64 = u64::from_le_bytes([1; 8]);

/// The low byte of each pair.
const LOW: u64 = 0x00FF_00FF_00FF_00FF;

/// Returns a 1 for each byte of a word that is not zero.
#[inline(always)]
fn nonzero_bytes(word: u64) -> u64 {
    const SEVEN: u64 = 0x7F * ONES;
    (((word & SEVEN) + SEVEN) | word) >> 7 & ONES
}

/// Returns a mask of the nonzero bytes of a word, and these bytes moved together at the low end.
#[inline(always)]
fn pack(word: u64) -> (u8, u64) {
    let any = nonzero_bytes(word);
    // Brings bit 8 i to bit 56 + i.
    let mask = (any.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    // The upper byte of a pair moves down where the lower is zero; then the upper pair of two, and
    // the upper four bytes.
    let low_is_empty = (!any & LOW & ONES) * 0xFFFF;
    let pairs = word & !low_is_empty | word >> 8 & LOW & low_is_empty;
    let bits = |bits: u8| 8 * (mask & bits).count_ones();
    let low = pairs & 0xFFFF | (pairs >> 16 & 0xFFFF) << bits(0b11);
    let high = pairs >> 32 & 0xFFFF | pairs >> 48 << bits(0b11_0000);
    (mask, low | high << bits(0b1111))
}

/// Returns the word that [`pack`] takes to these bytes and this mask.
#[inline(always)]
fn unpack(mask: u8, packed: u64) -> u64 {
    let bits = |bits: u8| 8 * (mask & bits).count_ones();
    let first = |bits: u32| (1u64 << bits) - 1;
    let (low, high) = (packed & first(bits(0b1111)), packed >> bits(0b1111));
    let pair = |four: u64, bits: u32| [four & first(bits), four >> bits & 0xFFFF];
    let ([a, b], [c, d]) = (pair(low, bits(0b11)), pair(high, bits(0b11_0000)));
    let pairs = a | b << 16 | c << 32 | d << 48;
    // Each byte keeps a bit of its own.
    let any = nonzero_bytes((u64::from(mask) * ONES) & 0x8040_2010_0804_0201);
    let low_is_empty = (!any & LOW & ONES) * 0xFFFF;
    (pairs & !low_is_empty | pairs << 8 & low_is_empty) & (any * 0xFF)
}

#[inline(always)]
fn put_numbers(out: &mut Vec<u8>, fresh: &Chunk) {
    chunk::for_each_state(fresh, |state| {
        out.extend_from_slice(&(state as u16).to_le_bytes())
    });
}

#[inline(always)]
fn put_bytes(out: &mut Vec<u8>, fresh: &Chunk) {
    let (mut masks, mut packed) = ([0; WORDS], [0; WORDS * 8]);
    let (mut words, mut bytes) = (0, 0);
    for group in fresh.chunks_exact(GROUP) {
        let mut any = 0;
        for (at, word) in group.iter().enumerate() {
            any |= u64::from(*word != [0; 8]) << at;
        }
        out.extend_from_slice(&any.to_le_bytes()[..GROUP / 8]);
        while any != 0 {
            let word = group[any.trailing_zeros() as usize];
            any &= any - 1;
            let (mask, word) = pack(u64::from_le_bytes(word));
            masks[words] = mask;
            words += 1;
            // The next word overwrites what is beyond its bytes.
            packed[bytes..bytes + 8].copy_from_slice(&word.to_le_bytes());
            bytes += mask.count_ones() as usize;
        }
    }
    out.extend_from_slice(&masks[..words]);
    out.extend_from_slice(&packed[..bytes]);
}

/// Removes the first packet from `packets` and puts its states into `to`. Returns its cell and its
/// chunk, which may be any numbers, or `None` if no packet is left.
///
/// # Errors
/// If the packet is incomplete, or has bits that belong to no state.
#[inline(always)]
pub(super) fn take(
    packets: &mut &[u8],
    to: &mut Chunk,
) -> Result<Option<(usize, usize)>, MessageError> {
    if packets.is_empty() {
        return Ok(None);
    }
    let (head, rest) = packets
        .split_first_chunk::<HEAD>()
        .ok_or(MessageError::Short)?;
    let [a, b, c, d, cell, encoding, low, high] = *head;
    let length = usize::from(u16::from_le_bytes([low, high]));
    let (body, rest) = rest.split_at_checked(length).ok_or(MessageError::Short)?;
    *packets = rest;
    *to = [[0; 8]; WORDS];
    match encoding {
        NUMBERS => take_numbers(body, to)?,
        BYTES => take_bytes(body, to)?,
        _ => return Err(MessageError::Packet),
    }
    let chunk = u32::from_le_bytes([a, b, c, d]) as usize;
    Ok(Some((usize::from(cell), chunk)))
}

#[inline(always)]
fn take_numbers(body: &[u8], to: &mut Chunk) -> Result<(), MessageError> {
    let (numbers, []) = body.as_chunks() else {
        return Err(MessageError::Short);
    };
    for &number in numbers {
        let state = usize::from(u16::from_le_bytes(number));
        if state >= STATES {
            return Err(MessageError::Packet);
        }
        let word = &mut to[state / BITS];
        *word = (u64::from_le_bytes(*word) | 1 << (state % BITS)).to_le_bytes();
    }
    Ok(())
}

#[inline(always)]
fn take_bytes(body: &[u8], to: &mut Chunk) -> Result<(), MessageError> {
    let ones =
        |bytes: &[u8]| -> usize { bytes.iter().map(|byte| byte.count_ones() as usize).sum() };
    let (words, rest) = body
        .split_first_chunk::<MASK>()
        .ok_or(MessageError::Short)?;
    let (masks, packed) = rest
        .split_at_checked(ones(words))
        .ok_or(MessageError::Short)?;
    match ones(masks) {
        length if length > packed.len() => return Err(MessageError::Short),
        length if length < packed.len() => return Err(MessageError::Packet),
        _ => {}
    }
    let mut masks = masks.iter();
    let (mut wrong, mut at) = (0, 0);
    for (group, words) in to
        .chunks_exact_mut(GROUP)
        .zip(words.chunks_exact(GROUP / 8))
    {
        let mut any = first_eight(words);
        while any != 0 {
            let (Some(word), Some(&mask)) =
                (group.get_mut(any.trailing_zeros() as usize), masks.next())
            else {
                return Err(MessageError::Packet);
            };
            any &= any - 1;
            let states = unpack(mask, first_eight(&packed[at..]));
            at += mask.count_ones() as usize;
            wrong |= states >> BITS;
            *word = states.to_le_bytes();
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(MessageError::Packet),
    }
}

/// Returns the first eight bytes, or as many as there are, as a number.
#[inline(always)]
fn first_eight(bytes: &[u8]) -> u64 {
    let mut eight = [0; 8];
    match bytes.first_chunk() {
        Some(bytes) => eight = *bytes,
        None => eight[..bytes.len()].copy_from_slice(bytes),
    }
    u64::from_le_bytes(eight)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Chunks with few states and with many.
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
        fn bytes_that_are_zero_are_left_out(
            bytes in prop::array::uniform8(prop_oneof![Just(0u8), any::<u8>()]),
        ) {
            let (mask, packed) = pack(u64::from_le_bytes(bytes));
            let mut left: Vec<u8> = bytes.into_iter().filter(|&byte| byte != 0).collect();
            prop_assert_eq!(left.len(), mask.count_ones() as usize);
            left.resize(8, 0);
            prop_assert_eq!(&packed.to_le_bytes()[..], &left[..]);
            for (at, byte) in bytes.into_iter().enumerate() {
                prop_assert_eq!(byte != 0, mask >> at & 1 == 1);
            }
            // Whatever follows in the packet belongs to the next word.
            let beyond = u64::MAX.checked_shl(8 * mask.count_ones()).unwrap_or(0);
            prop_assert_eq!(unpack(mask, packed | beyond), u64::from_le_bytes(bytes));
        }

        #[test]
        fn what_is_put_is_taken(
            sent in prop::collection::vec((any::<u8>(), any::<u32>(), chunks()), 1..4),
        ) {
            let mut sender = Sender::default();
            for (cell, chunk, states) in &sent {
                sender.put(3, (usize::from(*cell), *chunk as usize), states, count(states));
            }
            let messages = sender.finish(7);
            prop_assert_eq!(messages.len(), 1);
            prop_assert_eq!(messages[0].0, 3);
            let bytes = messages[0].1.bytes().unwrap();
            prop_assert_eq!(open(&bytes, 4, 7), Err(MessageError::Checksum));
            prop_assert_eq!(open(&bytes, 3, 8), Err(MessageError::Checksum));
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
        fn changed_messages_are_refused(
            chunk in chunks(),
            at in any::<prop::sample::Index>(),
            bit in 0..8u32,
        ) {
            let mut sender = Sender::default();
            sender.put(0, (1, 2), &chunk, count(&chunk));
            let mut bytes = sender.finish(1)[0].1.bytes().unwrap().into_owned();
            let at = at.index(bytes.len());
            bytes[at] ^= 1u8 << bit;
            prop_assert_eq!(open(&bytes, 0, 1), Err(MessageError::Checksum));
            prop_assert!(open(&bytes[..at], 0, 1).is_err());
        }

        /// Rubbish with the right checksum is refused packet by packet, without a panic.
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
    fn each_fault_of_a_packet_is_reported() {
        let taken = |bytes: &[u8]| take(&mut &bytes[..], &mut [[0; 8]; WORDS]);
        let packet = |encoding: u8, body: &[u8]| {
            let mut bytes = vec![0, 0, 0, 0, 1, encoding];
            bytes.extend_from_slice(&(body.len() as u16).to_le_bytes());
            bytes.extend_from_slice(body);
            bytes
        };
        assert_eq!(taken(&[0; 7]), Err(MessageError::Short));
        assert_eq!(taken(&packet(9, &[])), Err(MessageError::Packet));
        assert_eq!(taken(&packet(NUMBERS, &[1])), Err(MessageError::Short));
        let beyond = (STATES as u16).to_le_bytes();
        assert_eq!(taken(&packet(NUMBERS, &beyond)), Err(MessageError::Packet));
        assert_eq!(taken(&packet(BYTES, &[0; 41])), Err(MessageError::Short));
        let mut mask = vec![0; MASK];
        mask[0] = 1;
        assert_eq!(taken(&packet(BYTES, &mask)), Err(MessageError::Short));
        let top = [&mask[..], &[0x80, 0xF0]].concat();
        assert_eq!(taken(&packet(BYTES, &top)), Err(MessageError::Packet));
        let more = [&mask[..], &[1, 1, 1]].concat();
        assert_eq!(taken(&packet(BYTES, &more)), Err(MessageError::Packet));
    }
}
