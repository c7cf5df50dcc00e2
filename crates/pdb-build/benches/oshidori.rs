//! How long full tables of oshidori rows take.

use criterion::{Criterion, criterion_group, criterion_main};
use tilebase_core::{
    Monitor,
    oshidori::{Goal, OshidoriSpace, Stones},
};

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("oshidori table");
    group.sample_size(10);
    for name in ["bw-8", "kinds-5", "kinds-6", "bw-13"] {
        let puzzle: Stones = format!("oshidori-{name}").parse().expect("a puzzle");
        let space = OshidoriSpace::new(puzzle, Goal::default(puzzle)).expect("small enough");
        group.bench_function(name, |bencher| {
            bencher.iter(|| tilebase_pdb_build::oshidori::build(&space, &Monitor::silent()));
        });
    }
    group.finish();
}

criterion_group!(benches, tables);
criterion_main!(benches);
