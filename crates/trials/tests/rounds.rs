//! Every trial: on all inputs that are kept, and on a fixed number of rounds, unless
//! `TILEBASE_ROUNDS` sets another.

#![allow(
    clippy::print_stderr,
    reason = "a failing trial says where its input is"
)]

use std::{env, fs, panic, path::Path};

use tilebase_trials::{
    TRIALS, Trial, rounds,
    tables::{self, Expect, Fate},
};

/// Runs a trial on an input. If it panics, the input is kept.
fn run(trial: &Trial, input: &[u8], name: &str) {
    let ended = panic::catch_unwind(|| (trial.run)(input));
    if let Err(panic) = ended {
        let file = env::temp_dir().join(format!("{}-{name}", trial.name));
        let _ = fs::write(&file, input);
        eprintln!("{}: the input is in {}", trial.name, file.display());
        panic::resume_unwind(panic);
    }
}

#[test]
fn every_trial_passes_its_rounds() {
    let asked = env::var("TILEBASE_ROUNDS").ok();
    let count = asked.and_then(|count| count.parse().ok()).unwrap_or(400);
    for trial in TRIALS {
        for round in 0..count {
            run(
                &trial,
                &rounds::input(&trial, 1, round),
                &format!("round{round}"),
            );
        }
    }
}

#[test]
fn every_input_that_is_kept_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for trial in TRIALS {
        for example in trial.examples {
            run(&trial, example.as_bytes(), "example");
        }
        let mut kept = 0;
        for entry in fs::read_dir(corpus.join(trial.name)).into_iter().flatten() {
            let path = entry.unwrap().path();
            run(&trial, &fs::read(&path).unwrap(), "kept");
            kept += 1;
        }
        assert!(kept > 0, "no input of {} is kept", trial.name);
    }
}

/// Every trial has its fuzz target.
#[test]
fn every_trial_is_fuzzed() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    for trial in TRIALS {
        let target = targets.join(trial.name).with_extension("rs");
        assert!(target.exists(), "{}", target.display());
    }
}

/// The samples and the questions are right: an unchanged file has all answers.
#[test]
fn untouched_samples_have_all_answers() {
    for sample in tables::samples() {
        for seed in 0..10 {
            let fate = sample.ask(&sample.file, seed, Expect::Truth);
            assert_eq!(fate, Fate::Right, "{}", sample.name);
        }
    }
}

/// Damage is found at opening and in use, of every sample.
#[test]
fn damage_is_found() {
    let [trial] = TRIALS
        .map(|trial| (trial.name == "tables").then_some(trial))
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()[..]
    else {
        panic!("one trial of edits");
    };
    let mut fates: Vec<(&str, Fate)> = Vec::new();
    for round in 0..1_500 {
        let input = rounds::input(&trial, 2, round);
        if let Some((sample, file, Expect::Truth)) = tables::edited(&input) {
            fates.push((sample.name, sample.ask(&file, round, Expect::Truth)));
        }
    }
    for sample in tables::samples() {
        for fate in [Fate::Refused, Fate::Found] {
            assert!(
                fates.contains(&(sample.name, fate)),
                "{}: never {fate:?}",
                sample.name
            );
        }
    }
}
