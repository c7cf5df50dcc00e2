//! Chances that the mean distance of random states is low, beside all tuples of states and random
//! ones.

use tilebase::{Library, Solver, sliding::Metric};

fn solver(name: &str, metric: Metric) -> Solver {
    let solver = Library::in_memory().puzzle(name).unwrap();
    solver.with_metric(metric).unwrap()
}

/// Returns the distances of random states of a table.
fn drawn(solver: &Solver, n: usize, seed: u64) -> Vec<i16> {
    let cells = solver.sample(n, None, seed).unwrap();
    let mut distances = vec![0; n];
    solver.cell_distances(&cells, &mut distances).unwrap();
    distances
}

#[test]
fn chances_are_shares_of_all_tuples() {
    let depths = solver("2x2", Metric::Single).depths().unwrap();
    let each = depths.counts.iter().zip(0u32..);
    let all: Vec<u32> = each
        .flat_map(|(&count, distance)| vec![distance; count as usize])
        .collect();
    let mut sums = vec![0];
    for n in 1..=4 {
        sums = sums
            .iter()
            .flat_map(|sum| all.iter().map(move |distance| sum + distance))
            .collect();
        for below in [0.0, 0.5, 1.0, 2.5, 3.0, 4.2, 6.0, 6.5] {
            let low = sums
                .iter()
                .filter(|&&sum| f64::from(sum) < below * f64::from(n));
            let share = low.count() as f64 / sums.len() as f64;
            let chance = depths.chance_of_mean(n, below).unwrap().chance;
            assert!(
                (chance - share).abs() < 1e-12,
                "{n} below {below}: {chance}"
            );
            // What is certain is said to be, and what cannot be, too.
            assert_eq!((chance == 1.0, chance == 0.0), (share == 1.0, share == 0.0));
        }
    }
}

/// A mean is compared as the fraction that it is with the decimal that was given.
#[test]
fn chances_are_exact_beside_the_means_that_there_are() {
    let depths = solver("2x2", Metric::Single).depths().unwrap();
    for n in [1, 3, 7, 12] {
        let chance = |below| depths.chance_of_mean(n, below).unwrap().chance;
        for sum in 1..6 * n {
            let mean = f64::from(sum) / f64::from(n);
            let (before, after) = (chance(mean - 1e-6), chance(mean + 1e-6));
            assert!(before < after, "{sum} / {n}");
            // The decimal of the mean may be a little less or more, if it is not exact.
            let is_exact = (sum * 1000) % n == 0;
            for near in [mean.next_down(), mean, mean.next_up()] {
                let (text, found) = (format!("{near}"), chance(near));
                let more = near > mean || near == mean && !is_exact && is_more(&text, sum, n);
                assert_eq!(found, if more { after } else { before }, "{n} {text}");
            }
        }
    }
    let least = depths.chance_of_mean(2, 1e-300).unwrap().chance;
    assert!((least - 1.0 / 144.0).abs() < 1e-15);
    for (below, chance) in [
        (0.0, 0.0),
        (-0.0, 0.0),
        (-1e-300, 0.0),
        (-2.5, 0.0),
        (1e300, 1.0),
    ] {
        assert_eq!(
            depths.chance_of_mean(2, below).unwrap().chance,
            chance,
            "{below}"
        );
    }
}

/// Returns whether a decimal is more than a fraction, by long division.
fn is_more(decimal: &str, numerator: u32, denominator: u32) -> bool {
    let (whole, places) = decimal.split_once('.').unwrap_or((decimal, ""));
    let (mut digits, mut rest) = (
        format!("{}", numerator / denominator),
        numerator % denominator,
    );
    for _ in places.bytes() {
        rest *= 10;
        digits += &format!("{}", rest / denominator);
        rest %= denominator;
    }
    let given = format!("{whole}{places}");
    match given.len().cmp(&digits.len()).then(given.cmp(&digits)) {
        std::cmp::Ordering::Equal => false,
        order => order.is_gt(),
    }
}

/// The shares of random means are nowhere farther from the chances than luck brings about (once in
/// a million samples, by Kolmogorov and Smirnov).
#[test]
fn chances_are_shares_of_random_means() {
    const STATES: usize = 60_000;
    for (name, metric) in [
        ("3x3", Metric::Single),
        ("3x3", Metric::Multi),
        ("2x4", Metric::Single),
    ] {
        let solver = solver(name, metric);
        let (depths, distances) = (solver.depths().unwrap(), drawn(&solver, STATES, 7));
        for n in [1, 5, 12] {
            let groups = distances.chunks_exact(n);
            let means: Vec<f64> = groups
                .map(|group| group.iter().map(|&moves| f64::from(moves)).sum::<f64>() / n as f64)
                .collect();
            for quarters in 0..=4 * depths.eccentricity {
                let below = f64::from(quarters) / 4.0;
                let low = means.iter().filter(|&&mean| mean < below - 1e-9).count();
                let share = low as f64 / means.len() as f64;
                let chance = depths.chance_of_mean(n as u32, below).unwrap().chance;
                assert!(
                    (share - chance).abs() < 2.69 / (means.len() as f64).sqrt(),
                    "{name}, {metric}: {n} below {below}: {share}, {chance}"
                );
            }
        }
    }
}
