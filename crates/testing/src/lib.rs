//! What the tests of several crates share. It knows `tilebase-core` only, so that the unit tests of
//! all crates above it can use it; what needs the core itself compiled for tests stays there.

mod pattern_states;
mod plain_search;
mod processes;
mod simulated_disk;
mod states;

pub use pattern_states::PatternState;
pub use plain_search::plain_search;
pub use processes::{signal, wait_until};
pub use simulated_disk::SimulatedDisk;
pub use states::{COUNTS_OF_THE_15_PUZZLE_IN_LINES, all_rules, goals_of_rows, random_text, shapes};
