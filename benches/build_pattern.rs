//! Pattern databases, in memory.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tilebase_core::{
    Monitor,
    format::TableFile,
    pattern::{Pattern, PatternIndex, PatternKind},
};
use tilebase_pdb_build::{build, verify};

fn pattern(shape: &str, tiles: &[u8]) -> Pattern {
    let shape = shape.parse().expect("a board");
    Pattern::new(shape, 0, tiles).expect("a pattern")
}

fn tables(c: &mut Criterion) {
    let patterns = [
        ("5 of 4x4", pattern("4x4", &[1, 2, 3, 6, 7])),
        ("6 of 4x4", pattern("4x4", &[1, 2, 4, 5, 8, 9])),
        ("7 of 4x4", pattern("4x4", &[1, 2, 3, 4, 5, 6, 7])),
        ("5 of 5x5", pattern("5x5", &[1, 2, 5, 6, 7])),
    ];
    for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
        let mut group = c.benchmark_group(format!("{kind:?}"));
        group.sample_size(10);
        for (name, pattern) in patterns {
            let subject = PatternIndex::new(pattern, kind).subject();
            group.bench_function(name, |b| {
                b.iter(|| build(black_box(&subject), None, &Monitor::silent()));
            });
        }
        group.finish();
    }
}

fn proof(c: &mut Criterion) {
    let mut group = c.benchmark_group("proof");
    group.sample_size(10);
    let (pattern, kind) = (pattern("4x4", &[1, 2, 3, 6, 7]), PatternKind::ZeroAware);
    let subject = PatternIndex::new(pattern, kind).subject();
    let table = build(&subject, None, &Monitor::silent()).expect("a small table");
    let table = TableFile::from(table);
    group.bench_function("5 of 4x4, zero-aware", |b| {
        b.iter(|| verify(&table, &Monitor::silent(), &Monitor::silent()));
    });
    group.finish();
}

criterion_group!(benches, tables, proof);
criterion_main!(benches);
