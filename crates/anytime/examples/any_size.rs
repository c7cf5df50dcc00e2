//! Measures constructions and shorter games on random boards of 5x5 to 16x16 cells:
//! `cargo run --release -p tilebase-anytime --example any_size [WIDTH...]`.
//!
//! The seeds are fixed. Lengths are printed in Manhattan distances, times in milliseconds of the
//! clock. The last line makes the narrowest construction of a 10x10 board shorter, as if it were a
//! game that a person played.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::time::Instant;

use rand::rngs::ChaCha8Rng;
use rand::{SeedableRng, seq::SliceRandom};
use tilebase_anytime::{Construction, play, shorten};
use tilebase_core::sliding::{Shape, solvable_cells};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let widths: Vec<usize> = std::env::args()
        .skip(1)
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    let widths = if widths.is_empty() { vec![1, 10, 100, 300] } else { widths };
    println!("board  boards  width  moves  of Manhattan  ms");
    for (name, boards) in [
        ("5x5", 40),
        ("6x6", 20),
        ("7x7", 20),
        ("8x8", 10),
        ("10x10", 8),
        ("16x16", 2),
    ] {
        let shape: Shape = name.parse()?;
        for &width in &widths {
            let (mut moves, mut distance, mut ms) = (0, 0, 0.0);
            for seed in 0..boards {
                let cells = random(shape, seed);
                let watch = Instant::now();
                moves += construct(shape, &cells, width).ok_or("not solved")?.len();
                ms += watch.elapsed().as_secs_f64() * 1e3;
                let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != 0);
                distance += tiles
                    .map(|(cell, &tile)| shape.distance(cell, usize::from(tile) - 1))
                    .sum::<usize>();
            }
            let (each, of) = (moves as f64 / boards as f64, moves as f64 / distance as f64);
            println!(
                "{name:5}  {boards:6}  {width:5}  {each:5.0}  {of:12.3}  {:.1}",
                ms / boards as f64
            );
        }
    }
    let shape: Shape = "10x10".parse()?;
    let cells = random(shape, 0);
    let game = construct(shape, &cells, 1).ok_or("not solved")?;
    let watch = Instant::now();
    let shorter = shorten(shape, &cells, &game, 1, &|| false).ok_or("not a path")?;
    println!(
        "10x10  {} moves shortened to {} in {:.1?}",
        game.len(),
        shorter.len(),
        watch.elapsed()
    );
    Ok(())
}

fn construct(shape: Shape, cells: &[u8], width: usize) -> Option<Vec<u8>> {
    let path = Construction {
        width,
        inner: None,
        stop: &|| false,
    }
    .solve(shape, cells)?;
    let goal: Vec<u8> = (1..shape.cells())
        .map(|tile| tile as u8)
        .chain([0])
        .collect();
    (play(shape, cells, &path)? == goal).then_some(path)
}

fn random(shape: Shape, seed: u64) -> Vec<u8> {
    let goal: Vec<u8> = (1..shape.cells())
        .map(|tile| tile as u8)
        .chain([0])
        .collect();
    let mut cells = goal.clone();
    cells.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    if !solvable_cells(shape, &cells, &goal) {
        let mut tiles = (0..cells.len()).filter(|&cell| cells[cell] != 0);
        if let (Some(one), Some(other)) = (tiles.next(), tiles.next()) {
            cells.swap(one, other);
        }
    }
    cells
}
