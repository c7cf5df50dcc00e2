//! Damaged and forged saved searches.

use std::{sync::Mutex, time::Duration};

use proptest::prelude::*;
use serde_json::Value;
use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row, Rules, Stones},
};

use super::{
    RowCheckpoint, RowOptions,
    checkpoint::{JobPath, MOST_MOVES, RowState, WIDEST_BEAM},
    pair::pairs,
    replay, solve,
};
use crate::{SavedError, deepening::saved::MOST_COUNTED};

/// A question, and the checkpoints that a search of it leaves.
struct Saved {
    start: Row,
    goal: Goal,
    checkpoints: Vec<RowCheckpoint>,
}

fn saved() -> Vec<Saved> {
    let twelve = Stones::of_kinds(12, 2).unwrap();
    let eight = Stones::of_kinds(8, 2).unwrap();
    let threes = Stones::of_kinds(6, 2)
        .unwrap()
        .with_rules(Rules::of_block(3))
        .unwrap();
    let questions = [
        (twelve, Goal::default(twelve)),
        (eight, Goal::Any),
        (eight, Goal::AnyGap),
        (threes, Goal::default(threes)),
    ];
    let saved = questions.map(|(stones, goal)| {
        let start = Row::start(stones);
        let checkpoints = Mutex::new(Vec::new());
        let save =
            |checkpoint: &RowCheckpoint| checkpoints.lock().unwrap().push(checkpoint.clone());
        let mut resume = None;
        // Stopped a little later each time, so that paths are under way.
        for time in 0..8 {
            let options = RowOptions {
                save: Some(&save),
                save_every: Duration::ZERO,
                resume: resume.take(),
                ..RowOptions::default()
            };
            let monitor = Monitor::silent().for_at_most(Duration::from_millis(4 * time));
            let answer = solve(&start, &goal, options, &monitor).unwrap();
            resume = answer.checkpoint;
            checkpoints.lock().unwrap().extend(resume.clone());
        }
        let checkpoints = checkpoints.into_inner().unwrap();
        Saved {
            start,
            goal,
            checkpoints,
        }
    });
    saved.into()
}

/// Every number and list of a JSON value, to be changed.
fn leaves<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    if value.is_object() || value.get(0).is_some_and(Value::is_object) {
        match value {
            Value::Object(fields) => fields.values_mut().for_each(|value| leaves(value, found)),
            Value::Array(items) => items.iter_mut().for_each(|value| leaves(value, found)),
            _ => {}
        }
    } else {
        found.push(value);
    }
}

#[derive(Debug, Clone)]
enum Change {
    Number(u64),
    Path(Vec<u32>),
    Null,
    Repeat(usize),
    Flip(bool),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        prop_oneof![
            0u64..40,
            Just(u64::MAX),
            Just(u64::from(u32::MAX)),
            Just(1 << 40),
            any::<u64>()
        ]
        .prop_map(Change::Number),
        prop::collection::vec(prop_oneof![0u32..30, any::<u32>()], 0..30).prop_map(Change::Path),
        Just(Change::Null),
        (1usize..5000).prop_map(Change::Repeat),
        any::<bool>().prop_map(Change::Flip),
    ]
}

fn apply(change: &Change, value: &mut Value) {
    *value = match (change, &*value) {
        (Change::Number(number), Value::Number(_)) => (*number).into(),
        (Change::Path(path), _) => path.clone().into(),
        (Change::Null, _) => Value::Null,
        (Change::Repeat(times), Value::Array(items)) => {
            // Lists that were long already stay within memory.
            let times = (*times).min(1 + 100_000 / items.len().max(1));
            vec![items.clone(); times].concat().into()
        }
        (Change::Flip(flag), _) => (*flag).into(),
        (_, other) => other.clone(),
    };
}

/// Changes saved searches, gives them the checksum that fits, and continues them: whatever happens,
/// nothing panics and each solution is valid.
#[test]
fn forged_checkpoints_do_no_harm() {
    let saved = saved();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 4000,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let accepted = Mutex::new(0);
    let inputs = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        prop::collection::vec((any::<prop::sample::Index>(), change()), 1..4),
    );
    runner
        .run(&inputs, |(question, checkpoint, changes)| {
            let saved = question.get(&saved);
            let mut value = serde_json::to_value(checkpoint.get(&saved.checkpoints)).unwrap();
            for (place, change) in &changes {
                let mut found = Vec::new();
                leaves(&mut value, &mut found);
                let place = place.index(found.len());
                apply(change, found.swap_remove(place));
            }
            let Ok(forged) = serde_json::from_value::<RowCheckpoint>(value) else {
                return Ok(());
            };
            let options = RowOptions {
                resume: Some(forged.sealed()),
                ..RowOptions::default()
            };
            let monitor = Monitor::silent().for_at_most(Duration::from_millis(2));
            let answer = solve(&saved.start, &saved.goal, options, &monitor);
            if let Ok(answer) = answer {
                *accepted.lock().unwrap() += 1;
                if let Some(moves) = answer.moves {
                    let end = replay(&saved.start, &moves);
                    prop_assert!(end.is_some_and(|end| saved.goal.is_met(&end)));
                    prop_assert!(answer.lower as usize <= moves.len());
                }
            }
            Ok(())
        })
        .unwrap();
    let accepted = accepted.into_inner().unwrap();
    assert!(accepted > 100, "only {accepted} reached a search");
}

/// Makes a sound checkpoint contradict itself.
type Contradict<'a> = &'a dyn Fn(&mut RowState);

#[test]
fn contradictions_are_named() {
    let stones = Stones::of_kinds(12, 2).unwrap();
    let (start, goal) = (Row::start(stones), Goal::default(stones));
    let questions = pairs(&start, &goal).unwrap();
    let place = |job| JobPath {
        job,
        path: Vec::new(),
    };
    let sound = RowState {
        threshold: 12,
        ..RowState::default()
    };
    let verdict = |change: Contradict<'_>| {
        let mut state = sound.clone();
        change(&mut state);
        let checkpoint = RowCheckpoint::new(&start, &goal, state);
        checkpoint.verify(&start, &goal, &questions)
    };
    let greatest: [Contradict<'_>; 6] = [
        &|_| (),
        &|state| state.threshold = MOST_MOVES as u32,
        &|state| state.thresholds = 1,
        &|state| state.width = WIDEST_BEAM,
        &|state| state.generated = MOST_COUNTED,
        &|state| state.progress.expanded = MOST_COUNTED,
    ];
    for change in greatest {
        assert_eq!(verdict(change), Ok(()));
    }
    let changes: [Contradict<'_>; 9] = [
        &|state| state.threshold = 11,
        &|state| state.threshold = MOST_MOVES as u32 + 1,
        &|state| state.thresholds = 2,
        &|state| state.width = WIDEST_BEAM + 1,
        &|state| state.generated = MOST_COUNTED + 1,
        &|state| state.progress.expanded = u64::MAX,
        &|state| state.best = Some(vec![0]),
        &|state| state.progress.found = Some(place(0)),
        &|state| {
            state.progress.next = 9;
            state.progress.under_way = vec![place(3), place(3)];
        },
    ];
    for change in changes {
        let refused = verdict(change).unwrap_err();
        assert!(matches!(refused, SavedError::Damaged(_)), "{refused}");
    }
    // No row to come from.
    let questions = pairs(&start, &Goal::Any).unwrap();
    let state = RowState {
        backward: true,
        threshold: 12,
        ..RowState::default()
    };
    let checkpoint = RowCheckpoint::new(&start, &Goal::Any, state);
    assert!(checkpoint.verify(&start, &Goal::Any, &questions).is_err());
}
