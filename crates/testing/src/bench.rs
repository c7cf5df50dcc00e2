//! Times of work, for the benchmarks of the kernels.

// Benchmarks print what they measure.
#![allow(clippy::print_stdout)]

use std::{env, hint::black_box, time::Instant};

/// Runs some work in rounds and prints the least and the median time of a round. An argument of
/// `cargo bench` chooses: only what has it in its name is measured.
pub fn measure<T>(name: &str, rounds: usize, mut work: impl FnMut() -> T) {
    let mut chosen = env::args().skip(1).filter(|word| !word.starts_with('-'));
    if chosen.next().is_some_and(|part| !name.contains(&part)) {
        return;
    }
    // The first round fills caches.
    black_box(work());
    let round = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    let mut times: Vec<_> = (0..rounds).map(round).collect();
    times.sort();
    println!("{name}: {:.2?}, median {:.2?}", times[0], times[rounds / 2]);
}
