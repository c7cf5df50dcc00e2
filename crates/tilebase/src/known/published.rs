//! The greatest distances of boards, as they are published, and how long searches take.

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
    let name = shape.wide().to_string();
    let published = BOARDS.iter().find(|(known, ..)| *known == name)?;
    Some(match metric {
        Metric::Single => published.1,
        Metric::Multi => published.2,
    })
}

/// The number of random boards that a search on two threads has solved after some seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchTimes {
    /// The number of boards.
    pub boards: u32,
    /// Seconds, ascending, and the boards that are proven within them.
    pub proven: &'static [(u32, u32)],
}

impl SearchTimes {
    /// Returns what was measured on boards of a shape in a metric; `None` for shapes that have a
    /// table, or were not measured. `docs/TWENTY-FOUR.md` has the boards one by one.
    pub fn of(shape: Shape, metric: Metric) -> Option<Self> {
        let was_measured = (shape.rows(), shape.cols(), metric) == (5, 5, Metric::Single);
        was_measured.then_some(Self {
            boards: 50,
            proven: &[(1, 4), (10, 15), (60, 30), (600, 46)],
        })
    }

    /// Returns how many of the boards take longer than the greatest of the listed times that is not
    /// more than these seconds.
    pub fn longer(&self, seconds: f64) -> u32 {
        let passed = self.proven.iter().rev();
        let mut passed = passed.skip_while(|&&(time, _)| f64::from(time) > seconds);
        self.boards - passed.next().map_or(0, |&(_, proven)| proven)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_take_longer_than_the_last_time_that_has_passed() {
        let times = SearchTimes::of("5x5".parse().unwrap(), Metric::Single).unwrap();
        let longer = |seconds| times.boards - times.longer(seconds);
        assert_eq!([0.0, 0.9].map(longer), [0, 0]);
        for (&(time, proven), &(next, _)) in times.proven.iter().zip(&times.proven[1..]) {
            let (time, next) = (f64::from(time), f64::from(next));
            assert_eq!([time, next - 0.1].map(longer), [proven, proven]);
        }
        for (board, metric) in [("4x6", Metric::Single), ("5x5", Metric::Multi)] {
            assert_eq!(SearchTimes::of(board.parse().unwrap(), metric), None);
        }
    }
}
