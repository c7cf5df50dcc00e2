use std::time::Instant;
use tilebase_core::{Monitor, sliding::*};
use tilebase_pdb_build::{Level, sliding};
fn main() {
    let mut args = std::env::args().skip(1);
    let shape: Shape = args.next().unwrap().parse().unwrap();
    let verbose = args.next().is_some();
    let space = SlidingSpace::new(shape, 0).unwrap();
    for _ in 0..(if shape.cells() > 12 { 1 } else { 5 }) {
        let t = Instant::now();
        let report = |l: &Level| {
            if verbose {
                eprintln!("{:?} {:.3}", l, t.elapsed().as_secs_f64())
            }
        };
        let r = sliding::search(&space, &Monitor::new(&report)).unwrap();
        println!(
            "{} {:.4} s ecc {} last {:?} sum {} listed {}",
            shape,
            t.elapsed().as_secs_f64(),
            r.counts.len() - 1,
            r.counts.last(),
            r.counts.iter().sum::<u64>(),
            r.listed.len()
        );
        if shape.cells() <= 10 {
            let t = Instant::now();
            let b = sliding::byte_distances(&space, &Monitor::silent()).unwrap();
            println!(
                "bytes {:.4} max {:?}",
                t.elapsed().as_secs_f64(),
                b.bytes.iter().max()
            );
        }
    }
}
