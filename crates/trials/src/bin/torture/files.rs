//! Damaged and forged files.

use std::{fs, panic, path::PathBuf};

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use rayon::prelude::*;
use tempfile::TempDir;
use tilebase_trials::{
    TRIALS, forge, rounds,
    tables::{self, Expect, Fate},
};

use crate::{
    AttackReport, Scale,
    program::{Program, WITH_PATTERNS},
};

type Panic = Box<dyn std::any::Any + Send>;

/// Returns the message of a panic.
fn message(panic: &Panic) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic")
        .to_owned()
}

/// Damaged samples of every encoding, in the libraries.
pub fn in_libraries(_: &Program, scale: Scale) -> AttackReport {
    let fates: Vec<Result<Fate, String>> = (0..scale.of(10_250) as u64)
        .into_par_iter()
        .filter_map(|round| {
            let mut script = [0; 25];
            ChaCha8Rng::seed_from_u64(round).fill_bytes(&mut script);
            // Even: the checksums stay as they are.
            script[0] &= !1;
            let (sample, file, _) = tables::edited(&script[..1 + 8 * (1 + round as usize % 3)])?;
            let fate = panic::catch_unwind(|| sample.ask(&file, round, Expect::Truth));
            let said =
                |panic: Panic| format!("round {round}, {}: {}", sample.name, message(&panic));
            Some(fate.map_err(said))
        })
        .collect();
    let number = |wanted| fates.iter().filter(|fate| **fate == Ok(wanted)).count();
    AttackReport {
        what: "damaged files of every encoding, in the libraries",
        count: fates.len(),
        fates: format!(
            "{} refused at opening, {} found in use, {} answered rightly",
            number(Fate::Refused),
            number(Fate::Found),
            number(Fate::Right)
        ),
        bad: fates.into_iter().filter_map(Result::err).collect(),
    }
}

/// All trials: parsers, forged files with right checksums, forged metadata, and saved searches.
pub fn trials(_: &Program, scale: Scale) -> AttackReport {
    let count = scale.of(5_000) as u64;
    let bad: Vec<String> = TRIALS
        .par_iter()
        .flat_map(|trial| (0..count).into_par_iter().map(move |round| (trial, round)))
        .filter_map(|(trial, round)| {
            let input = rounds::input(trial, 3, round);
            let ended = panic::catch_unwind(|| (trial.run)(&input));
            let said = ended.err().map(|panic| message(&panic))?;
            Some(format!("{}, round {round}: {said}", trial.name))
        })
        .collect();
    AttackReport {
        what: "forged files, metadata and saved searches with right checksums, and texts for \
        every parser",
        count: count as usize * TRIALS.len(),
        fates: "refused, or read as valid".to_owned(),
        bad,
    }
}

/// Questions to the program. Their tables are built first.
const QUESTIONS: [&[&str]; 4] = [
    &["distance", "3x3", "867254301"],
    &["solve", "oshidori-kinds-5", "--all", "--limit", "3"],
    &["hardest", "2x4"],
    &["solve", "3x3", "867254301", WITH_PATTERNS],
];

/// Damaged tables in the folder of the program.
pub fn through_the_program(program: &Program, scale: Scale) -> AttackReport {
    let folder = TempDir::new().expect("a folder");
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut bad, mut refused, mut right) = (Vec::new(), 0, 0);
    let count = scale.of(600);
    let right_answers = QUESTIONS.map(|question| program.run(folder.path(), question, b"").out);
    let entries = fs::read_dir(folder.path()).expect("the folder").flatten();
    let mut tables: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    tables.retain(|path| path.extension().is_some_and(|end| end == "tilebase"));
    for round in 0..count {
        let path = &tables[rng.random_range(0..tables.len())];
        let whole = fs::read(path).expect("a table");
        let mut file = whole.clone();
        let mut script = [0; 16];
        rng.fill_bytes(&mut script);
        forge::edit(&mut file, &script);
        fs::write(path, &file).expect("a table");
        for (question, answer) in QUESTIONS.iter().zip(&right_answers) {
            let said = program.run(folder.path(), question, b"");
            match said.code {
                Some(0) if said.out == *answer => right += 1,
                _ if said.is_refusal() => refused += 1,
                _ => bad.push(format!(
                    "round {round}, {}: {question:?}: {said:?}",
                    path.display()
                )),
            }
        }
        fs::write(path, &whole).expect("a table");
    }
    AttackReport {
        what: "damaged files, through the program",
        count,
        fates: format!(
            "{refused} of {} answers refused, {right} right",
            QUESTIONS.len() * count
        ),
        bad,
    }
}
