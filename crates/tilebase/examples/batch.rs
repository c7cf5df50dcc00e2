//! The distances of many states at once, on as many threads as the caller likes.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use tilebase::{Library, rayon, seeded};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solver = Library::in_memory().puzzle("3x4")?;
    let boards = solver.random(20_000, &mut seeded(7));
    // Long work runs in the pool that it is called from; without one, in rayon's own.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    let distances = pool.install(|| solver.distances(&boards))?;
    let total: u32 = distances.iter().flatten().sum();
    let mean = f64::from(total) / boards.len() as f64;
    println!(
        "{} random boards are {mean:.2} moves from the goal on average",
        boards.len()
    );
    assert!((35.0..37.0).contains(&mean));
    Ok(())
}
