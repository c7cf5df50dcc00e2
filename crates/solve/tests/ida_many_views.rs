//! Searches in many views: their trees, and how long searches continue in copies of the tables and
//! in a larger set of tables.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::catalogue;
use tilebase_core::{Monitor, sliding::Metric};
use tilebase_solve::{
    SolutionLimit,
    ida::{BoardSolver, Tuning},
    instances::{self, Instance, KORF_100},
};

fn korf() -> Vec<Instance> {
    instances::parse("4x4".parse().unwrap(), KORF_100).unwrap()
}

/// A catalogue of 4x4 boards with several views.
const FIVES: &str = "1,2,3,4,5/6,7,8,9,10/11,12,13,14,15\n1,4,5,8,9/2,3,6,7,10/11,12,13,14,15\n";

/// Returns the thresholds and boards of all iterations but the last, which are walked to their ends
/// by all engines, so that they see the same boards.
fn complete(solver: &BoardSolver<'_>, instance: &Instance) -> Vec<(u32, u64)> {
    let solution = (solver.solve(&instance.board, &Monitor::silent())).unwrap();
    assert_eq!(solution.moves.len() as u32, instance.length);
    let iterations = solution.stats.iterations.into_iter();
    let counts = iterations.map(|done| (done.threshold, done.generated));
    let mut counts: Vec<_> = counts.collect();
    counts.pop();
    counts
}

#[test]
fn a_whole_tree_has_as_many_boards_in_many_views_as_published() {
    let (shape, all) = ("4x4".parse().unwrap(), korf());
    let reference = BoardSolver::with_heuristic(
        Metric::Single,
        shape,
        0,
        Box::new(catalogue(shape, 0, FIVES)),
    );
    let reference = complete(&reference, &all[78]);
    for copy_after in [0, u64::MAX] {
        let whole = Tuning {
            whole_tree: true,
            copy_after,
            ..Tuning::default()
        };
        let tuned = BoardSolver::with_patterns(catalogue(shape, 0, FIVES), whole);
        let tuned = complete(&tuned, &all[78]);
        assert_eq!(tuned.len(), reference.len());
        // What the roots were cut from is counted apart.
        for (tuned, reference) in tuned.iter().zip(&reference) {
            assert_eq!(tuned.0, reference.0);
            assert!(
                tuned.1 <= reference.1 && tuned.1 + 500 >= reference.1,
                "{tuned:?} {reference:?}"
            );
        }
    }
}

#[test]
fn a_search_continues_in_copies_of_the_tables_as_without_them() {
    let (shape, all) = ("4x4".parse().unwrap(), korf());
    let counts = |whole_tree, copy_after, copies| {
        let tuning = Tuning {
            whole_tree,
            copy_after,
            copies,
            ..Tuning::default()
        };
        let solver = BoardSolver::with_patterns(catalogue(shape, 0, FIVES), tuning);
        // The second search finds the copies that the first has made.
        [(); 2].map(|()| complete(&solver, &all[16]))
    };
    let [without, again] = counts(true, u64::MAX, u64::MAX);
    assert!(without.iter().any(|&(_, generated)| generated > 1_000_000));
    assert_eq!(again, without);
    for (copy_after, copies) in [(0, u64::MAX), (1, u64::MAX), (1, 1000)] {
        let [first, again] = counts(true, copy_after, copies);
        assert_eq!((&first, &again), (&without, &without));
    }
    let [without, again] = counts(false, u64::MAX, u64::MAX);
    assert!(without.iter().any(|&(_, generated)| generated > 1_000_000));
    assert_eq!(again, without);
    let [first, again] = counts(false, 1, 1000);
    assert_eq!((&first, &again), (&without, &without));
    for copy_after in [0, 1] {
        // Searches in copies know longer duplicate operators.
        let both = counts(false, copy_after, u64::MAX);
        for with in &both {
            assert_eq!(with.len(), without.len());
            for (with, without) in with.iter().zip(&without) {
                assert_eq!(with.0, without.0);
                assert!(with.1 <= without.1, "{with:?} {without:?}");
            }
        }
        assert!(both[1].last().unwrap().1 < without.last().unwrap().1);
    }
}

#[test]
fn a_long_search_continues_with_a_larger_set_of_tables() {
    let (shape, all) = ("4x4".parse().unwrap(), korf());
    let instance = &all[87];
    let first = FIVES.lines().next().unwrap();
    let small = || catalogue(shape, 0, first);
    let few_views = BoardSolver::with_patterns(small(), Tuning::default());
    let few = complete(&few_views, instance);
    let beside: Vec<_> = (instance.board.movable())
        .map(|cell| {
            let mut next = instance.board;
            next.slide(cell);
            let solution = few_views.solve(&next, &Monitor::silent()).unwrap();
            let length = solution.moves.len() as u32;
            (cell, length..=length)
        })
        .collect();
    let all_views = |tuning| BoardSolver::with_patterns(catalogue(shape, 0, FIVES), tuning);
    let paths = all_views(Tuning::default()).solutions(
        &instance.board,
        SolutionLimit::All { limit: 1000 },
        &Monitor::silent(),
    );
    // Without a larger set it continues with its tables, and asks again.
    let asked = AtomicU32::new(0);
    let none = || {
        asked.fetch_add(1, Ordering::Relaxed);
        None
    };
    let solver = BoardSolver::with_larger(small(), Tuning::default(), 1, none);
    assert_eq!(complete(&solver, instance), few);
    assert!(asked.load(Ordering::Relaxed) > 1);
    for copies in [0, u64::MAX] {
        let asked = AtomicU32::new(0);
        let tuning = Tuning {
            copies,
            ..Tuning::default()
        };
        // A search that continues with more tables makes copies of them at once.
        let many = Tuning {
            copy_after: 0,
            ..tuning
        };
        let many = complete(&all_views(many), instance);
        let solver = BoardSolver::with_larger(small(), tuning, 1, || {
            asked.fetch_add(1, Ordering::Relaxed);
            Some(catalogue(shape, 0, FIVES))
        });
        let both = complete(&solver, instance);
        assert_eq!(both.len(), few.len());
        // Boards near the start are counted apart once there are many roots; with copies, the two
        // searches do not have as many at the same threshold.
        let apart = if copies == 0 { 500 } else { 20_000 };
        let among = |done: &(u32, u64), known: &[(u32, u64)]| {
            (known.iter()).any(|known| known.0 == done.0 && known.1.abs_diff(done.1) <= apart)
        };
        let turns: Vec<bool> = (both.iter())
            .map(|done| {
                assert!(among(done, &few) || among(done, &many), "{done:?}");
                !among(done, &few)
            })
            .collect();
        // Once it has continued with more tables, it keeps them.
        assert!(
            turns.is_sorted() && turns.last() == Some(&true),
            "{turns:?}"
        );
        assert!(!turns.iter().all(|&turn| turn), "{turns:?}");
        // What is open is used again, for all solutions and for moves beside.
        let again = complete(&solver, instance);
        assert_eq!(again.last(), both.last());
        let all = solver.solutions(
            &instance.board,
            SolutionLimit::All { limit: 1000 },
            &Monitor::silent(),
        );
        let (all, paths) = (all.unwrap(), paths.as_ref().unwrap());
        assert_eq!((all.count, &all.listed), (paths.count, &paths.listed));
        let nearer = usize::from(all.listed[0][0]);
        let hints = solver.hints(
            &instance.board,
            instance.length,
            Some(nearer),
            &Monitor::silent(),
        );
        assert_eq!(hints.unwrap(), beside);
        assert_eq!(asked.load(Ordering::Relaxed), 1);
    }
}
