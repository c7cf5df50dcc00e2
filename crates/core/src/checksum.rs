//! Checksums, and small records that end with their own checksum.

use serde::{Serialize, de::DeserializeOwned};
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
    let mut hasher = Xxh3::new();
    bincode::serialize_into(&mut hasher, value).expect("plain data");
    hasher.digest()
}

/// Returns a record of a value as bytes: eight bytes that identify the kind of record, the fields
/// of the value in order, as little-endian numbers of fixed width, and the checksum of both.
/// [`from_record`] reads it.
///
/// # Panics
/// As [`checksum_of`].
///
/// ```
/// use tilebase_core::{from_record, record};
/// let bytes = record(*b"EXAMPLE1", &(1u32, "two".to_owned()));
/// assert_eq!(from_record(*b"EXAMPLE1", &bytes), Some((1u32, "two".to_owned())));
/// assert_eq!(from_record::<(u32, String)>(*b"EXAMPLE2", &bytes), None);
/// assert_eq!(from_record::<(u32, String)>(*b"EXAMPLE1", &bytes[1..]), None);
/// ```
pub fn record(magic: [u8; 8], value: &impl Serialize) -> Vec<u8> {
    let mut bytes = bincode::serialize(&(magic, value)).expect("plain data");
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    bytes
}

/// Returns the value of a [`record`]; `None` if the bytes are damaged, or are not a record of this
/// kind.
pub fn from_record<T: DeserializeOwned>(magic: [u8; 8], bytes: &[u8]) -> Option<T> {
    let (body, checksum) = bytes.split_last_chunk::<8>()?;
    let value = body.strip_prefix(&magic)?;
    let is_right = xxh3_64(body).to_le_bytes() == *checksum;
    is_right.then(|| bincode::deserialize(value).ok())?
}
