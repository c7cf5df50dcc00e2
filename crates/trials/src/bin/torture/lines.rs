//! Random lines for streams, and random command lines.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rayon::prelude::*;
use serde_json::Value;
use tempfile::TempDir;
use tilebase_core::{
    Monitor, RankedSpace,
    sliding::{Board, SlidingSpace, solvable},
};
use tilebase_pdb_build::reference;
use tilebase_trials::{TRIALS, rounds};

use crate::{AttackReport, Scale, program::Program};

/// The number of lines of one run.
const LINES: usize = 20_000;

/// Lines, some of which are states.
pub fn streams(program: &Program, scale: Scale) -> AttackReport {
    let folder = TempDir::new().expect("a folder");
    let shape = "3x3".parse().expect("a shape");
    let goal = Board::ordered(shape, 0);
    let space = SlidingSpace::new(shape, 0).expect("a small board");
    let right = reference::build(&space, &Monitor::silent()).expect("a small table");
    let runs = scale.of(50);
    let states = TRIALS.iter().filter(|trial| !trial.examples.is_empty());
    let states: Vec<_> = states.collect();
    let question = ["distance", "3x3", "-", "--goal", "blank-first", "--json"];
    let (mut lines, mut known, mut bad) = (0, 0, Vec::new());
    for run in 0..runs as u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(run);
        let mut input = Vec::new();
        for line in 0..LINES as u64 {
            if rng.random_bool(0.3) {
                let board = space.unrank(rng.random_range(0..space.len()));
                input.extend(board.to_string().bytes());
            } else {
                let trial = states.choose(&mut rng).expect("a trial");
                let text = rounds::input(trial, run, line);
                input.extend(text.into_iter().filter(|&byte| byte != b'\n'));
            }
            input.push(b'\n');
        }
        lines += LINES;
        let said = program.run(folder.path(), &question, &input);
        if !matches!(said.code, Some(0..=2)) {
            bad.push(format!("run {run}: {:?} {}", said.code, said.err));
        }
        for line in said.out.lines() {
            let Ok(answer) = serde_json::from_str::<Value>(line) else {
                bad.push(format!("run {run}: {line}"));
                continue;
            };
            // An answer has the cells, a line about an error has none.
            let cells: Vec<u8> =
                serde_json::from_value(answer["state"].clone()).unwrap_or_default();
            let board = Board::from_cells(shape, &cells).ok();
            let board = board.filter(|board| solvable(board, &goal));
            let right = board.map(|board| u64::from(right.bytes[space.rank(&board) as usize]));
            known += usize::from(answer["distance"].is_number());
            if answer["distance"].as_u64() != right {
                bad.push(format!("run {run}: {line}"));
            }
        }
    }
    AttackReport {
        what: "lines in streams",
        count: lines,
        fates: format!("{known} states, each with its distance; the others refused"),
        bad,
    }
}

/// Words of command lines, separated by bars. Without a puzzle, the first two handle every table of
/// the guide, which takes minutes.
const WORDS: &str = "\
    build|verify|list|remove|distance|solve|hint|review|hardest|depths|random|check|sudoku|maze|\
    completions|man|help|--help|-h|--version|2x2|2x3|3x3|2x2|oshidori-bw-2|oshidori-kinds-2|\
    oshidori-kinds-3|0x0|99x99|3x3x3|1230|123450|867254301|1 2 3 / 4 5 6 / 7 8 0|-|--|--json|\
    --quiet|--data|.|/dev/null|/nonexistent/a|--threads|0|1|2|-1|1000|18446744073709551616|\
    --goal|blank-first|blank-last|any|any-gap|--metric|multi|single|--heuristic|manhattan|pdb|\
    zpdb|nonsense|--partition|1,2/3|--memory|1|1TiB|--all|--limit|--count|--moves|U D|--distance|\
    --levels|--per-level|-n|--seed|--format|line|--svg|a.svg|--no-build|--resume|\
    \u{1b}[31m\u{0085}é";

/// Command lines of words in any order.
pub fn commands(program: &Program, scale: Scale) -> AttackReport {
    let folder = TempDir::new().expect("a folder");
    let count = scale.of(50_000);
    let all: Vec<&str> = WORDS.split('|').collect();
    let bad: Vec<String> = (0..count as u64)
        .into_par_iter()
        .filter_map(|round| {
            let mut rng = ChaCha8Rng::seed_from_u64(round);
            let words = 1 + rng.random_range(0..7);
            let word = |_| *all[2..].choose(&mut rng).expect("words");
            let mut arguments: Vec<&str> = (0..words).map(word).collect();
            // Most begin with a command and a puzzle, so that they get further.
            if rng.random_bool(0.8) {
                let first = [rng.random_range(0..16), rng.random_range(20..27)];
                arguments.splice(0..0, first.map(|word| all[word]));
            }
            let said = program.run(folder.path(), &arguments, b"1230\n");
            let fine = matches!(said.code, Some(0..=3)) && !said.err.contains("panicked");
            (!fine).then(|| format!("{arguments:?}: {:?} {}", said.code, said.err))
        })
        .collect();
    AttackReport {
        what: "command lines",
        count,
        fates: "answered, or refused with a reason".to_owned(),
        bad,
    }
}
