//! Searches of oshidori rows that are stopped, saved and continued.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Stones},
};
use tilebase_solve::{
    SavedError,
    oshidori::{OshidoriError, RowCheckpoint, RowOptions, RowProgress, lower_bound, replay, solve},
};

fn kinds(kinds: usize) -> Stones {
    Stones::of_kinds(kinds, 2).unwrap()
}

/// Stops the search again and again, each time a little later, and continues it.
#[test]
fn stopped_searches_find_the_same_answer() {
    let puzzle = kinds(12);
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let mut resume: Option<RowCheckpoint> = None;
    let mut stops = 0;
    let answer = loop {
        let options = RowOptions {
            resume: resume.take(),
            ..RowOptions::default()
        };
        let monitor = Monitor::silent().for_at_most(Duration::from_micros(100 * stops));
        let answer = solve(&start, &goal, options, &monitor).unwrap();
        assert!(answer.lower <= 15 && answer.upper.is_none_or(|upper| upper >= 15));
        let Some(checkpoint) = answer.checkpoint.clone() else {
            break answer;
        };
        let text = serde_json::to_string(&checkpoint).unwrap();
        assert!(text.len() < 10_000);
        resume = Some(serde_json::from_str(&text).unwrap());
        assert_eq!(resume.as_ref().unwrap().lower(), answer.lower);
        stops += 1;
    };
    assert!(stops > 5, "{stops} stops");
    assert_eq!(answer.length(), Some(15));
    let end = replay(&start, &answer.moves.unwrap());
    assert_eq!(end, Some(Row::goal(puzzle)));
}

/// Stops a search that would take minutes, when it has saved itself a few times.
#[test]
fn searches_save_themselves_and_continue() {
    let puzzle = kinds(20);
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let stop = AtomicBool::new(false);
    let saved = Mutex::new(Vec::new());
    let save = |checkpoint: &RowCheckpoint| {
        let mut saved = saved.lock().unwrap();
        saved.push(checkpoint.clone());
        stop.store(saved.len() >= 8, Ordering::Relaxed);
    };
    let reports = AtomicBool::new(false);
    let heard = |news: &RowProgress| {
        assert!(news.lower >= 20);
        reports.store(true, Ordering::Relaxed);
    };
    let options = RowOptions {
        save: Some(&save),
        save_every: Duration::ZERO,
        ..RowOptions::default()
    };
    let monitor = Monitor::new(&heard).stopping_on(&stop);
    let answer = solve(&start, &goal, options, &monitor).unwrap();
    assert!(answer.length().is_none() && answer.checkpoint.is_some());
    assert!(reports.into_inner());
    let saved = saved.into_inner().unwrap();
    assert!(saved.len() >= 8, "saved {} times", saved.len());
    let lower: Vec<u32> = saved.iter().map(RowCheckpoint::lower).collect();
    assert!(lower.is_sorted() && answer.lower >= lower[7], "{lower:?}");
    // The search can continue from each of them.
    for checkpoint in saved {
        let options = RowOptions {
            resume: Some(checkpoint.clone()),
            ..RowOptions::default()
        };
        let late = Monitor::silent().for_at_most(Duration::ZERO);
        let later = solve(&start, &goal, options, &late).unwrap();
        assert_eq!(later.lower, checkpoint.lower());
        let kept = later.checkpoint.map(|kept| kept.lower());
        assert_eq!(kept, Some(checkpoint.lower()));
    }
}

#[test]
fn searches_stop_in_time() {
    let puzzle = kinds(62);
    let monitor = Monitor::silent().for_at_most(Duration::from_millis(200));
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let answer = solve(&start, &goal, RowOptions::default(), &monitor).unwrap();
    assert!(answer.length().is_none() && answer.checkpoint.is_some());
}

/// A search is saved when a threshold ends and when a beam has been tried: whenever it is killed,
/// it reaches the same answer, and what it had searched is not searched again.
#[test]
fn killed_searches_continue_between_thresholds() {
    for goal in [Goal::default(kinds(12)), Goal::Any] {
        let kinds_of = if goal == Goal::Any { 8 } else { 12 };
        let start = Row::start(kinds(kinds_of));
        let saved = Mutex::new(Vec::new());
        let save = |checkpoint: &RowCheckpoint| saved.lock().unwrap().push(checkpoint.clone());
        let options = RowOptions {
            save: Some(&save),
            save_every: Duration::ZERO,
            ..RowOptions::default()
        };
        let whole = solve(&start, &goal, options, &Monitor::silent()).unwrap();
        let saved = saved.into_inner().unwrap();
        let thresholds = whole.lower - lower_bound(&start, &goal).unwrap();
        assert!(
            saved.len() as u32 >= 2 * thresholds,
            "before and after each beam"
        );
        for checkpoint in saved {
            let options = RowOptions {
                resume: Some(checkpoint),
                ..RowOptions::default()
            };
            let again = solve(&start, &goal, options, &Monitor::silent()).unwrap();
            assert_eq!(again.length(), whole.length());
            assert_eq!(again.stats.thresholds, whole.stats.thresholds);
            let end = replay(&start, &again.moves.unwrap()).unwrap();
            assert!(goal.is_met(&end));
        }
    }
}

#[test]
fn checkpoints_of_something_else_are_refused() {
    let puzzle = kinds(12);
    let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
    let stop = AtomicBool::new(true);
    let monitor = Monitor::silent().stopping_on(&stop);
    let stopped = solve(&start, &goal, RowOptions::default(), &monitor).unwrap();
    let checkpoint = stopped.checkpoint.unwrap();
    let go_on = |start: &Row, goal: &Goal, checkpoint: RowCheckpoint| {
        let options = RowOptions {
            resume: Some(checkpoint),
            ..RowOptions::default()
        };
        solve(start, goal, options, &Monitor::silent()).unwrap_err()
    };
    let other = go_on(&Row::goal(puzzle), &goal, checkpoint.clone());
    assert!(
        matches!(
            other,
            OshidoriError::Saved(SavedError::OtherSearch {
                what: "the start",
                ..
            })
        ),
        "{other}"
    );
    let other = go_on(&start, &Goal::AnyGap, checkpoint.clone());
    assert!(
        matches!(
            other,
            OshidoriError::Saved(SavedError::OtherSearch {
                what: "the goal",
                ..
            })
        ),
        "{other}"
    );
    let text = serde_json::to_string(&checkpoint).unwrap();
    let changed = |from: &str, to: &str| -> RowCheckpoint {
        assert!(text.contains(from), "{text}");
        serde_json::from_str(&text.replacen(from, to, 1)).unwrap()
    };
    let damaged = go_on(&start, &goal, changed("\"next\":", "\"next\":1"));
    let checksum = SavedError::Damaged("its checksum is wrong");
    assert_eq!(damaged, OshidoriError::Saved(checksum));
    let newer = go_on(&start, &goal, changed("\"version\":3", "\"version\":9"));
    assert_eq!(
        newer,
        OshidoriError::Saved(SavedError::OtherVersion {
            expected: 3,
            found: 9
        })
    );
}
