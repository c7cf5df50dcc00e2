//! What is passed between the other parts: states, goals and errors.

mod error;
mod goal;
mod state;

pub use error::{Error, ErrorKind, OtherFamily, Result};
pub(crate) use error::{ensure, listed};
pub(crate) use goal::PuzzleGoal;
pub use state::{Input, State};

/// The generator of random numbers for [`Solver::random`](crate::Solver::random) and similar
/// methods. Its algorithm is fixed, so that a seed gives the same states in every version.
pub type Rng = rand::rngs::ChaCha12Rng;

/// Returns a generator of random numbers: the same seed gives the same states.
pub fn seeded(seed: u64) -> Rng {
    rand::SeedableRng::seed_from_u64(seed)
}
