//! Searches of oshidori rows: whole answers, and moves tried per second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Stones},
};
use tilebase_solve::oshidori::{RowAnswer, RowOptions, solve};

fn answer(puzzle: Stones) -> RowAnswer {
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    solve(&start, &goal, RowOptions::default(), &Monitor::silent()).expect("it can be solved")
}

fn whole_answers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("oshidori");
    group.sample_size(10);
    for name in [
        "oshidori-kinds-8",
        "oshidori-kinds-12",
        "oshidori-kinds-14",
        "oshidori-kinds-15",
        "oshidori-kinds-16",
    ] {
        let puzzle: Stones = name.parse().expect("a puzzle's name");
        group.throughput(Throughput::Elements(answer(puzzle).stats.generated));
        group.bench_function(name, |bencher| bencher.iter(|| answer(black_box(puzzle))));
    }
    group.finish();
}

criterion_group!(benches, whole_answers);
criterion_main!(benches);
