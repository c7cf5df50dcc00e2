//! Trains the pair model of a board. `cargo xtask train BOARD` runs it.
//!
//! The model is written after every tenth round and the last. If the file exists, its model is
//! trained further in smaller steps, and the mean of both models is written: models that were
//! trained on different boards err on different boards. Delete the file to start again.

#![allow(clippy::print_stdout, reason = "a program that reports its progress")]

use std::{env, error::Error, fs, io::ErrorKind, path::Path};

use rand::SeedableRng;
use tilebase_anytime::{
    PairModel,
    train::{Training, TrainingSettings, TrainingSpace},
};
use tilebase_core::Stopwatch;

/// The rounds between two measurements on boards that are not used for training.
const MEASURED: u32 = 10;

/// The first step and the last: of a new model, and of one that is trained further.
const STEPS: [[f32; 2]; 2] = [[0.15, 0.01], [0.02, 0.002]];

/// λ of a new model, and of one that is trained further.
const LAMBDA: [f32; 2] = [1.0, 0.97];

fn settings(space: TrainingSpace, further: bool) -> TrainingSettings {
    let (kind, shape) = (usize::from(further), space.shape());
    let longest_walk = 2 * shape.cells() * shape.cells();
    let small = shape.cells() <= 25;
    TrainingSettings {
        rounds: 300,
        boards: if small { 200 } else { 100 },
        width: 1000,
        longest_walk,
        uses: 2.0,
        most_examples: 400_000,
        steps: STEPS[kind],
        lambda: LAMBDA[kind],
        triple_shares: [3.0, 1.0],
        shares: [if small || space.is_torus() { 1.0 } else { 0.2 }, 0.2],
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let usage = "usage: train BOARD MODEL-FILE [ROUNDS [SEED]]";
    let space: TrainingSpace = arguments.next().ok_or(usage)?.parse()?;
    let file = arguments.next().ok_or(usage)?;
    let file = Path::new(&file);
    let before = match fs::read(file) {
        Ok(bytes) => Some(space.read(&bytes)?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let mut settings = settings(space, before.is_some());
    if let Some(rounds) = arguments.next() {
        settings.rounds = rounds.parse()?;
    }
    let rounds = settings.rounds;
    let mut training = match &before {
        Some(model) => Training::of(space, model, settings),
        None => Training::new(space, settings),
    };
    let model = |training: &Training| match &before {
        Some(before) => before.mean(&training.model()),
        None => training.model(),
    };
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let watch = Stopwatch::start();
    let report = |training: &Training| {
        let found = measured(space, model(training));
        println!("{:7.1} s {found}", watch.seconds());
    };
    report(&training);
    while training.round() < rounds {
        let round = training.round_of(seed);
        println!("{:7.1} s {round:?}", watch.seconds());
        if round.round % MEASURED == 0 || round.round == rounds {
            report(&training);
            fs::write(file, space.write(&model(&training)))?;
        }
    }
    Ok(())
}

/// Returns a report of the model's solutions of random boards that are not used for training.
fn measured(space: TrainingSpace, model: PairModel) -> String {
    let values = space.values(model);
    let goal = space.goal();
    let mut rng = rand::rngs::ChaCha8Rng::seed_from_u64(u64::MAX);
    let (mut solved, mut moves) = (0, 0);
    for _ in 0..40 {
        let board = space.uniform(&mut rng);
        let beam = space.beam(0);
        let below = 20 * space.shape().cells();
        let path = beam.search(&values, &board, &goal, 1000, below, &mut |_| false);
        if let Some(path) = path {
            (solved, moves) = (solved + 1, moves + path.len());
        }
    }
    format!(
        "40 uniform boards, width 1000: {solved} solved, mean {:.2}",
        moves as f64 / solved as f64
    )
}
