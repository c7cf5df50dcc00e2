//! Pattern databases, in memory: `cargo bench -p tilebase-pdb-build --bench pattern`.

use tilebase_core::{
    Monitor,
    format::TableFile,
    pattern::{Pattern, PatternIndex, PatternKind},
};
use tilebase_pdb_build::{build, verify};
use tilebase_testing::measure;

fn pattern(shape: &str, tiles: &[u8]) -> Pattern {
    let shape = shape.parse().expect("a board");
    Pattern::new(shape, 0, tiles).expect("a pattern")
}

fn main() {
    let patterns = [
        ("5 of 4x4", pattern("4x4", &[1, 2, 3, 6, 7])),
        ("6 of 4x4", pattern("4x4", &[1, 2, 4, 5, 8, 9])),
        ("7 of 4x4", pattern("4x4", &[1, 2, 3, 4, 5, 6, 7])),
        ("5 of 5x5", pattern("5x5", &[1, 2, 5, 6, 7])),
    ];
    for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
        for (name, pattern) in patterns {
            let subject = PatternIndex::new(pattern, kind).subject();
            let work = || build(&subject, None, &Monitor::silent());
            measure(&format!("{name}, {kind:?}"), 10, work);
        }
    }
    let (pattern, kind) = (patterns[0].1, PatternKind::ZeroAware);
    let subject = PatternIndex::new(pattern, kind).subject();
    let table = build(&subject, None, &Monitor::silent()).expect("a small table");
    let table = TableFile::from(table);
    measure("proof of 5 of 4x4, ZeroAware", 10, || {
        verify(&table, &Monitor::silent(), &Monitor::silent())
    });
}
