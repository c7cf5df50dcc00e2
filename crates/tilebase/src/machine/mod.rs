//! What the machine has and can do.

mod available;
#[cfg(not(target_family = "wasm"))]
pub mod estimate;

pub(crate) use available::threads;
pub use available::{
    Available, BYTES_OF_A_THREAD, MOST_THREADS, allowance, available_memory, kibibytes,
};
