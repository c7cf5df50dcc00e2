//! The time of an answer from a table, ranking included.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, Subject},
    sliding::{Board, SlidingSpace},
};
use tilebase_pdb_build::{build, reference};
use tilebase_solve::table::{ByState, Table};

const BOARDS: usize = 1000;

fn boards(space: &SlidingSpace) -> Vec<Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..BOARDS)
        .map(|_| space.unrank(rng.random_range(0..space.len())))
        .collect()
}

fn lookups(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("distance");
    group
        .throughput(Throughput::Elements(BOARDS as u64))
        .measurement_time(Duration::from_secs(3));
    let mut measure = |name: &str, table: &Table<ByState<SlidingSpace, Vec<u8>>>| {
        let boards = boards(table.space());
        group.bench_function(name, |bench| {
            bench.iter(|| {
                for board in &boards {
                    black_box(table.distance(black_box(board)).expect("a sound table"));
                }
            });
        });
    };

    let space = SlidingSpace::new("3x3".parse().expect("a shape"), 0).expect("a small board");
    let built = reference::build(&space, &Monitor::silent()).expect("built");
    measure(
        "3x3, a byte per state",
        &Table::new(ByState::new(space, Encoding::Byte, built.bytes)),
    );

    let space = SlidingSpace::new("4x3".parse().expect("a shape"), 0).expect("a small board");
    let (shape, home) = (space.shape(), 0);
    let subject = Subject::Sliding { shape, home };
    let built = build(&subject, None, &Monitor::silent()).expect("built");
    let bits = built.payload().to_vec();
    measure(
        "3x4, a bit per state",
        &Table::new(ByState::new(space, Encoding::Bit, bits)),
    );
}

criterion_group!(benches, lookups);
criterion_main!(benches);
