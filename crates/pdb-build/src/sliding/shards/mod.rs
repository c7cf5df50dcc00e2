//! Boards cut into shards, so that a search does not have to fit into one memory or one machine.
//!
//! - `cut` defines a shard: the states whose permutations begin with the same digits.
//! - `shard` is a level of a shard. Most moves stay within it, and work as on a whole board;
//!   `crossing` says where the states of the others go, and `messages` packs them.
//! - `store` holds the shards of a process: in memory, or in files (`scratch`).
//! - `exchange` passes messages from shard to shard, within a process or between several.
//! - `search` goes from level to level, with any store and any exchange. `plan` chooses the cut of
//!   a board.

pub(super) mod crossing;
mod cut;
mod exchange;
mod messages;
mod plan;
mod scratch;
mod search;
mod shard;
mod sizes;
mod store;
#[cfg(test)]
mod tests;

pub use self::{
    cut::Cut,
    exchange::{Exchange, LevelSum},
    messages::Messages,
    plan::DiskPlan,
    scratch::remove_scratch,
    search::{Sharded, search_on_disk, search_shards},
    sizes::{message_bytes, shard_bytes},
};
