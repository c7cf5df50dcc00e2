//! The tables for goals.

#[cfg(feature = "graphs")]
use tilebase_core::graph::{CellGraph, GraphReduction};
use tilebase_core::{
    format::Subject,
    oshidori::{Goal, RowReduction, Stones},
    sliding::{Metric, Reduction},
};

/// Returns the subject of the table for rows with this reduction.
pub fn row_subject(reduction: &RowReduction, puzzle: Stones) -> Subject {
    let goal = reduction.canonical_goal();
    Subject::Oshidori {
        puzzle,
        goal: if goal == Goal::default(puzzle) {
            "default".to_owned()
        } else {
            goal.to_string()
        },
    }
}

/// Returns the subject of the table for boards with this reduction.
pub fn board_subject(reduction: &Reduction) -> Subject {
    let (shape, home) = (reduction.shape(), reduction.home() as u8);
    match reduction.metric() {
        Metric::Single => Subject::Sliding { shape, home },
        Metric::Multi => Subject::SlidingMulti { shape, home },
    }
}

/// Returns the subject of the table for the arrangements on a graph with this reduction.
#[cfg(feature = "graphs")]
pub fn graph_subject(reduction: &GraphReduction, graph: CellGraph) -> Subject {
    let homes = reduction.homes().to_vec();
    Subject::Graph { graph, homes }
}
