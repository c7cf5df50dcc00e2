//! Full tables of sliding boards, in memory: `cargo bench -p tilebase-pdb-build --bench sliding`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tilebase_core::{Monitor, sliding::SlidingSpace};
use tilebase_pdb_build::sliding;

fn space(shape: &str) -> SlidingSpace {
    let shape = shape.parse().expect("a board");
    SlidingSpace::new(shape, 0).expect("a board with ranks")
}

fn tables(c: &mut Criterion) {
    let mut bytes = c.benchmark_group("byte table");
    for shape in ["3x3", "5x2"] {
        let space = space(shape);
        bytes.bench_function(shape, |b| {
            b.iter(|| sliding::byte_distances(black_box(&space), &Monitor::silent()));
        });
    }
    bytes.finish();
    let mut bits = c.benchmark_group("bit table");
    bits.sample_size(10);
    for shape in ["3x3", "5x2", "4x3", "6x2"] {
        let space = space(shape);
        bits.bench_function(shape, |b| {
            b.iter(|| sliding::search(black_box(&space), &Monitor::silent()));
        });
    }
    bits.finish();
}

criterion_group!(benches, tables);
criterion_main!(benches);
