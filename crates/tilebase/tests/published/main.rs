//! Published counts of the 15-puzzle, beside a random sample and a search. The package of the crate
//! does without this test and its sample.

use std::collections::HashSet;

use tilebase::{Library, Solver, State, seeded, sliding::Metric};

fn fifteen(metric: Metric) -> Solver {
    let solver = Library::in_memory().puzzle("15-puzzle").unwrap();
    solver.with_metric(metric).unwrap()
}

/// Returns the distances of 10,000 random states of the 15-puzzle, in the order in which they were
/// drawn; the file says how they were made.
fn sample() -> Vec<u32> {
    let text = include_str!("15-puzzle-sample.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let words = lines.flat_map(str::split_whitespace);
    words.map(|number| number.parse().unwrap()).collect()
}

/// A fast heuristic solves the first of the sample that it solves in a moment.
#[test]
fn the_sample_has_the_distances_of_the_states_that_its_file_names() {
    let sample = sample();
    assert_eq!(sample.len(), 10_000);
    let boards = fifteen(Metric::Single).random(10_000, &mut seeded(1));
    let solver = fifteen(Metric::Single).with_heuristic("walking-distance");
    let easy = sample.iter().zip(&boards).filter(|(at, _)| **at <= 36);
    let mut solved = 0;
    for (at, board) in easy {
        assert_eq!(solver.distance(board).unwrap().distance(), Some(*at));
        solved += 1;
    }
    assert!(solved > 10);
}

/// The shares of a sample are nowhere farther from the true ones than chance brings about (once in
/// a million samples, by Kolmogorov and Smirnov).
#[test]
fn published_counts_are_those_of_the_sample_and_of_a_search() {
    let (sample, single) = (sample(), fifteen(Metric::Single).depths().unwrap());
    let (mut nearer, mut all) = (0, 0);
    for (distance, &count) in (0..).zip(&single.counts) {
        nearer += sample.iter().filter(|&&at| at == distance).count();
        all += count;
        let share = all as f64 / single.states as f64;
        let gap = (nearer as f64 / sample.len() as f64 - share).abs();
        assert!(
            gap < 2.69 / (sample.len() as f64).sqrt(),
            "{distance}: {gap}"
        );
    }
    for (metric, farthest) in [(Metric::Single, 80), (Metric::Multi, 43)] {
        let levels = fifteen(metric).depths().unwrap();
        assert_eq!(levels.states, 10_461_394_944_000);
        assert_eq!(levels.counts.iter().sum::<u64>(), levels.states);
        assert_eq!(levels.counts.len(), farthest + 1);
        let goal = State::parse(levels.about.puzzle, &fifteen(metric).goal()).unwrap();
        let (mut seen, mut level) = (HashSet::from([goal.clone()]), vec![goal]);
        for (distance, &count) in levels.counts[..9].iter().enumerate() {
            assert_eq!(level.len() as u64, count, "{metric}: {distance}");
            let next = level.iter().flat_map(|state| state.neighbours(metric));
            level = next.filter(|state| seen.insert(state.clone())).collect();
        }
    }
}

/// The chances of means of several states are the shares of such means in the sample.
#[test]
fn chances_are_the_shares_of_the_sample() {
    let (sample, depths) = (sample(), fifteen(Metric::Single).depths().unwrap());
    for n in [1, 5, 12, 50] {
        let sums: Vec<u32> = sample
            .chunks_exact(n)
            .map(|group| group.iter().sum())
            .collect();
        for below in 40..=65 {
            let low = sums.iter().filter(|&&sum| sum < below * n as u32).count();
            let share = low as f64 / sums.len() as f64;
            let chance = depths
                .chance_of_mean(n as u32, below.into())
                .unwrap()
                .chance;
            assert!(
                (share - chance).abs() < 2.69 / (sums.len() as f64).sqrt(),
                "{n} below {below}: {share}, {chance}"
            );
        }
    }
}
