//! Full tables of sliding boards, in memory.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tilebase_core::{
    Monitor,
    format::{Encoding, Subject},
};
use tilebase_pdb_build::build;

fn tables(c: &mut Criterion) {
    for (name, encoding, shapes) in [
        ("byte table", Encoding::Byte, &["3x3", "5x2"][..]),
        ("bit table", Encoding::Bit, &["3x3", "5x2", "4x3", "6x2"]),
    ] {
        let mut group = c.benchmark_group(name);
        if encoding == Encoding::Bit {
            group.sample_size(10);
        }
        for shape in shapes {
            let (board, home) = (shape.parse().expect("a board"), 0);
            let subject = Subject::Sliding { shape: board, home };
            group.bench_function(*shape, |b| {
                b.iter(|| build(black_box(&subject), Some(encoding), &Monitor::silent()));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, tables);
criterion_main!(benches);
