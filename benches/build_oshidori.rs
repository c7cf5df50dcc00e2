//! The time of full tables of oshidori rows.

use criterion::{Criterion, criterion_group, criterion_main};
use tilebase_core::{
    Monitor,
    format::{Encoding, Subject},
};
use tilebase_pdb_build::build;

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("oshidori table");
    group.sample_size(10);
    for name in ["bw-8", "kinds-5", "kinds-6", "bw-13"] {
        let subject = Subject::Oshidori {
            puzzle: format!("oshidori-{name}").parse().expect("a puzzle"),
            goal: "default".to_owned(),
        };
        group.bench_function(name, |bencher| {
            bencher.iter(|| build(&subject, Some(Encoding::Mod3), &Monitor::silent()));
        });
    }
    group.finish();
}

criterion_group!(benches, tables);
criterion_main!(benches);
