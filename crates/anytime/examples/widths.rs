use std::{env, fs, ops::ControlFlow, time::Instant};
use tilebase_anytime::{Beam, MoveValues, PairModel};
fn cpu() -> f64 {
    let s = fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
fn main() {
    let a: Vec<String> = env::args().collect();
    let model = PairModel::from_bytes(&fs::read(&a[1]).unwrap()).unwrap();
    let shape = model.shape();
    let n = shape.cells();
    let values = MoveValues::new(model);
    let goal: Vec<u8> = (1..n as u8).chain([0]).collect();
    let text = fs::read_to_string(&a[2]).unwrap();
    let (from, to): (usize, usize) = (a[3].parse().unwrap(), a[4].parse().unwrap());
    let boards: Vec<(Vec<u8>, f64, f64)> = text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .skip(from)
        .take(to - from)
        .map(|l| {
            let v: Vec<f64> = l.split_whitespace().map(|x| x.parse().unwrap()).collect();
            (
                v[1..=n].iter().map(|&x| x as u8).collect(),
                v[1 + n],
                v[2 + n],
            )
        })
        .collect();
    for w in a[5].split(',') {
        let width: usize = w.parse().unwrap();
        let (c, t) = (cpu(), Instant::now());
        let (mut sum, mut theirs, mut opt, mut expanded, mut fail, mut best) = (0, 0.0, 0, 0, 0, 0);
        for (b, th, o) in &boards {
            let beam = Beam::new(shape, 0);
            match beam.search(&values, b, &goal, width, 30 * n, &mut |l| {
                expanded += l.boards;
                ControlFlow::Continue(())
            }) {
                Some(p) => {
                    sum += p.len();
                    theirs += th;
                    best += usize::from(p.len() as f64 <= *th);
                    opt += usize::from(p.len() as f64 == *o);
                }
                None => fail += 1,
            }
        }
        let k = (boards.len() - fail) as f64;
        println!(
            "{width}: mean {:.2} theirs {:.2}, as short {best}, optimal {opt}, failed {fail}, {:.1} ms cpu, {:.1} ms, {:.0} ns a board",
            sum as f64 / k,
            theirs / k,
            (cpu() - c) * 1e3 / boards.len() as f64,
            t.elapsed().as_secs_f64() * 1e3 / boards.len() as f64,
            (cpu() - c) * 1e9 / expanded as f64
        );
    }
}
