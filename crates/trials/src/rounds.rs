//! Rounds of a trial: inputs that are the same in every run.

use rand::rngs::ChaCha8Rng;
use rand::{
    Rng, RngExt, SeedableRng,
    seq::{IndexedRandom, IteratorRandom},
};

use crate::{Trial, forge, tables, texts};

/// Pieces of texts, separated by bars, and some that no parser expects.
const PIECES: &str = "0|1|2|9|15|24|255|256|99999999999999999999|-1|1e9| |  |\t|\n|\r\n|,|/|;|#|*|_\
    |.|-|x|x3|[|]|{\"|\":|null|any|B|W|oshidori-|é|\u{feff}|\0|\u{1b}[31m|U L D R";

/// Returns the input of a round of those drawn from a seed.
pub fn input(trial: &Trial, seed: u64, round: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(round);
    match trial.name {
        "tables" => bytes(&mut rng, 1 + 8 * 3),
        "files" => file(&mut rng),
        "metadata" => metadata(&mut rng),
        "saved_searches" => text(texts::saved(), &mut rng),
        _ => text(trial.examples, &mut rng),
    }
}

fn bytes(rng: &mut ChaCha8Rng, most: usize) -> Vec<u8> {
    let mut bytes = vec![0; rng.random_range(1..=most)];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// Returns a table file with a few changes, with right or wrong checksums.
fn file(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let samples = tables::samples();
    let mut file = samples[rng.random_range(0..samples.len())].file.clone();
    let script = bytes(rng, 16);
    forge::edit(&mut file, &script);
    if rng.random() {
        forge::seal(&mut file);
    }
    file
}

/// Returns the metadata of a sample with a few changes, after the number of the sample.
fn metadata(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let samples = tables::samples();
    let number = rng.random_range(0..samples.len());
    let blob = forge::metadata(&samples[number].file);
    let mut blob = blob.unwrap_or_default().to_vec();
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..blob.len());
        match rng.random_range(0..4) {
            0 => blob[at] = rng.random(),
            1 => blob[at] ^= 1 << rng.random_range(0..8),
            2 => blob.truncate(at.max(1)),
            _ => blob.insert(at, rng.random()),
        }
    }
    blob.insert(0, number as u8);
    blob
}

/// Returns an example with a few changes, or a sequence of pieces.
fn text(examples: &[impl AsRef<str>], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let pieces: Vec<&str> = PIECES.split('|').collect();
    let piece = |rng: &mut ChaCha8Rng| *pieces.choose(rng).expect("pieces");
    let mut text = match examples.choose(rng) {
        Some(example) if rng.random_bool(0.9) => example.as_ref().to_owned(),
        _ => (0..rng.random_range(0..12)).map(|_| piece(rng)).collect(),
    };
    for _ in 0..rng.random_range(0..4) {
        let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let places: Vec<usize> = places.collect();
        let at = *places.choose(rng).expect("the end");
        let ends = places.iter().filter(|&&place| place >= at).take(8);
        let end = *ends.choose(rng).expect("at least the place itself");
        text.replace_range(at..end, piece(rng));
    }
    text.into_bytes()
}
