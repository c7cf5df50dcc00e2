//! Searches alone: tables are built in memory first.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rayon::prelude::*;
use tilebase_core::{
    Instructions, Monitor,
    pattern::{Catalogue, Partition, PatternIndex, PatternKind},
    sliding::{Board, Metric, Shape},
};
use tilebase_pdb_build::build;
use tilebase_solve::{
    heuristic::{AdditivePatterns, Heuristic, LinearConflict, PatternTable, WalkingDistance},
    ida::{BoardSolver, Tuning},
    instances::{self, Instance},
};

fn additive(shape: Shape, partition: &str, kind: PatternKind) -> AdditivePatterns {
    let partition = Partition::named(partition, shape, 0).expect("known by this name");
    let open = |(pattern, kind)| {
        let index = PatternIndex::new(pattern, kind);
        let table = build(&index.subject(), None, &Monitor::silent()).expect("memory suffices");
        let bytes = table.payload().to_vec();
        PatternTable::new(index, table.metadata().encoding, bytes).expect("just built")
    };
    let catalogue = Catalogue::of_partition(partition, kind);
    let tables = catalogue.distinct().into_iter().map(open);
    AdditivePatterns::new(&catalogue, tables.collect()).expect("there are all tables")
}

fn solve_all(solver: &BoardSolver<'_>, instances: &[Instance]) -> u64 {
    let generated = instances.par_iter().with_max_len(1).map(|instance| {
        let solution = solver.solve(&instance.board, &Monitor::silent());
        let solution = solution.expect("nothing stops it");
        assert_eq!(solution.moves.len() as u32, instance.length);
        solution.stats.generated
    });
    generated.sum()
}

fn searches(criterion: &mut Criterion) {
    let (four, five) = (Shape::new(4, 4), Shape::new(5, 5));
    let (four, five) = (four.expect("a board"), five.expect("a board"));
    let korf = instances::parse(four, instances::KORF_100).expect("the set is well formed");
    let pool = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("threads can be started")
    };

    let mut group = criterion.benchmark_group("korf100");
    group.sample_size(10);
    let portable = Tuning {
        instructions: Instructions::portable(),
        ..Tuning::default()
    };
    let whole = Tuning {
        whole_tree: true,
        ..Tuning::default()
    };
    let (plain, usual) = (PatternKind::Plain, Tuning::default());
    let with = |partition, kind, tuning| {
        BoardSolver::with_patterns(additive(four, partition, kind), tuning)
    };
    let solvers = [
        ("7-8", with("7-8", plain, usual)),
        ("7-8 portable", with("7-8", plain, portable)),
        ("7-8 whole tree", with("7-8", plain, whole)),
        ("7-8 zero-aware", with("7-8", PatternKind::ZeroAware, usual)),
        ("6-6-3", with("6-6-3", plain, usual)),
    ];
    for (name, solver) in &solvers {
        for threads in [1, 2] {
            let pool = pool(threads);
            group.bench_function(format!("{name}, threads {threads}"), |bencher| {
                bencher.iter(|| pool.install(|| black_box(solve_all(solver, &korf))));
            });
        }
    }
    group.finish();
    drop(solvers);

    let mut group = criterion.benchmark_group("korf-felner50");
    group.sample_size(10);
    let set = instances::parse(five, instances::KORF_FELNER_50).expect("the set is well formed");
    let solver = BoardSolver::with_patterns(
        additive(five, "6-6-6-6", PatternKind::Plain),
        Tuning::default(),
    );
    for threads in [1, 2] {
        let pool = pool(threads);
        group.bench_function(format!("6-6-6-6 number 40, threads {threads}"), |bencher| {
            bencher.iter(|| pool.install(|| black_box(solve_all(&solver, &set[39..40]))));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("estimate");
    let board = &korf[0].board;
    let heuristics: [Box<dyn Heuristic>; 2] = [
        Box::new(LinearConflict::new(four, &four.ordered_cells(0))),
        Box::new(WalkingDistance::new(four, 0, Metric::Single).expect("24,964 states")),
    ];
    for heuristic in &heuristics {
        group.bench_function(heuristic.name(), |bencher| {
            bencher.iter(|| heuristic.estimate(black_box::<&Board>(board)));
        });
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
