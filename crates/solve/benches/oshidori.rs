//! Searches of oshidori rows, whole answers: `cargo bench -p tilebase-solve --bench oshidori`.

use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Stones},
};
use tilebase_solve::oshidori::{RowAnswer, RowOptions, solve};
use tilebase_testing::measure;

fn answer(puzzle: Stones) -> RowAnswer {
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    solve(&start, &goal, RowOptions::default(), &Monitor::silent()).expect("it can be solved")
}

fn main() {
    for kinds in [8, 12, 14, 15, 16] {
        let name = format!("oshidori-kinds-{kinds}");
        let puzzle: Stones = name.parse().expect("a puzzle's name");
        let moves = answer(puzzle).stats.generated;
        measure(&format!("{name}, {moves} moves tried"), 10, || {
            answer(puzzle)
        });
    }
}
