//! The greatest distances of boards, as they are published.

use tilebase_core::sliding::{Metric, Shape};

/// A board, its greatest distance, and that in the multi-tile metric.
type Published = (&'static str, f64, f64);

/// Every board that can be tabulated or is published to have been searched, with its greatest
/// distances (OEIS A151944, default goals): a search on disk goes over its files as many times.
const BOARDS: &[Published] = &[
    ("2x2", 6.0, 6.0),
    ("2x3", 21.0, 20.0),
    ("2x4", 36.0, 25.0),
    ("3x3", 31.0, 24.0),
    ("2x5", 55.0, 36.0),
    ("2x6", 80.0, 41.0),
    ("3x4", 53.0, 33.0),
    ("2x7", 108.0, 52.0),
    ("3x5", 84.0, 44.0),
    ("2x8", 140.0, 57.0),
    ("4x4", 80.0, 43.0),
];

/// Returns the boards that can be estimated, by name.
#[cfg(not(target_family = "wasm"))]
pub fn boards() -> impl Iterator<Item = &'static str> {
    BOARDS.iter().map(|&(name, ..)| name)
}

/// Returns the greatest distance of a board; `None` for boards that cannot be estimated.
pub fn levels(shape: Shape, metric: Metric) -> Option<f64> {
    let names = [shape, shape.transposed()].map(|shape| shape.to_string());
    let published = BOARDS
        .iter()
        .find(|(name, ..)| names.iter().any(|known| known == name))?;
    Some(match metric {
        Metric::Single => published.1,
        Metric::Multi => published.2,
    })
}
