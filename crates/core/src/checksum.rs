//! Checksums, and small records that end with their own checksum.

use serde::Serialize;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Returns the checksum of bytes: 64-bit XXH3 without a secret. It detects damage, not forgery.
///
/// ```
/// assert_ne!(tilebase_core::checksum(b"12"), tilebase_core::checksum(b"21"));
/// ```
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// Returns the checksum of all fields of a value, in order. A field that is added to the type later
/// is included without further code.
///
/// # Panics
/// If the value's `Serialize` fails. Derived implementations for plain data never fail.
///
/// ```
/// let (one, two) = ((1u8, "a"), (1u8, "b"));
/// assert_ne!(tilebase_core::checksum_of(&one), tilebase_core::checksum_of(&two));
/// ```
pub fn checksum_of(value: &impl Serialize) -> u64 {
    /// Feeds the bytes written to it to the hash.
    struct Hasher(Xxh3);
    impl std::io::Write for Hasher {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.update(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut hasher = Hasher(Xxh3::new());
    bincode::serialize_into(&mut hasher, value).expect("plain data");
    hasher.0.digest()
}

/// Returns a record of words as bytes: eight bytes that identify the kind of record, the words in
/// little-endian order, and the checksum of both. [`words_in`] reads it.
///
/// ```
/// let bytes = tilebase_core::record(*b"EXAMPLE1", &[1, 2]);
/// assert_eq!(tilebase_core::words_in(*b"EXAMPLE1", &bytes), Some(vec![1, 2]));
/// assert_eq!(tilebase_core::words_in(*b"EXAMPLE2", &bytes), None);
/// assert_eq!(tilebase_core::words_in(*b"EXAMPLE1", &bytes[1..]), None);
/// ```
pub fn record(magic: [u8; 8], words: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(8 * (words.len() + 2));
    bytes.extend(magic);
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    bytes
}

/// Returns the words of a [`record`]; `None` if the bytes are damaged, or are not a record of this
/// kind.
pub fn words_in(magic: [u8; 8], bytes: &[u8]) -> Option<Vec<u64>> {
    let (body, checksum) = bytes.split_last_chunk::<8>()?;
    let (words, []) = body.strip_prefix(&magic)?.as_chunks() else {
        return None;
    };
    let right = xxh3_64(body).to_le_bytes() == *checksum;
    right.then(|| words.iter().map(|&word| u64::from_le_bytes(word)).collect())
}
