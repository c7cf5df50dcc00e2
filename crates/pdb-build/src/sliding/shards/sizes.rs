//! The memory and the disk that a search of shards takes, and the size of the messages between
//! them.

use super::{
    super::{bit_words::chunk::Activity, sizes::lists_bytes},
    cut::Cut,
};

/// Segments begin at multiples of this number of bytes, in memory and in files, so that disks read
/// and write them without a copy.
pub(super) const ALIGNMENT: usize = 4096;

/// Returns the bytes of memory that a shard takes while it is searched.
pub fn shard_bytes(cut: &Cut) -> u64 {
    let segment = cut.segment_bytes().next_multiple_of(ALIGNMENT);
    let known = cut.chunks * size_of::<Activity>();
    (cut.cells() * (2 * segment + known)) as u64
}

/// Returns the bytes on disk that the shards take while they are searched: both planes, a level's
/// changes of one, and the messages of two levels.
pub(super) fn scratch_bytes(cut: &Cut) -> u64 {
    let segment = cut.segment_bytes().next_multiple_of(ALIGNMENT) as u64;
    let cells = cut.cells() as u64;
    let slots = 2 * cells + cells.div_ceil(2);
    let known = 8 * (cut.cells() * cut.chunks) as u64;
    cut.shards() as u64 * (slots * segment + known)
        + 2 * message_bytes(cut) / 10
        + lists_bytes(cut.space())
}

/// Returns the approximate number of bytes that cross between shards in a whole search: for each
/// digit, one state of every arrangement of the tiles is sent, in six and a half bits. A level has
/// at most a tenth of them. (Measured: 5.96 bits on 4x3, 6.39 on 6x2, 6.21 on 7x2; at most 10%, 7%
/// and 4% in a level.)
pub fn message_bytes(cut: &Cut) -> u64 {
    cut.digits() as u64 * cut.space().per_cell() * 13 / 16
}
