//! Boards cut into shards, so that a search need fit neither into one memory nor into one machine.
//!
//! - `cut` says what a shard is: the states whose permutations begin with the same digits.
//! - `shard` is a level of one of them. Most moves stay within it, and work as on a whole board;
//!   `messages` packs what the others take along.
//! - `store` is where the shards of a process are: in memory, or in files (`scratch`).
//! - `exchange` is how messages get from shard to shard: within a process, or between several.
//! - `search` goes from level to level, whatever the store and the exchange are. `plan` chooses how
//!   a board is cut.

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
    exchange::{Counts, Exchange},
    messages::Messages,
    plan::DiskPlan,
    search::{Sharded, remove_scratch, search_on_disk, search_shards},
    sizes::{message_bytes, shard_bytes},
};
