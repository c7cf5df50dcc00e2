//! Windows.

use std::ops::ControlFlow;

use tilebase_core::{parallel::prelude::*, sliding::Shape};

use crate::{
    Beam, Layer, ToTarget,
    path::{play, without_returns},
};

/// Shortens.
pub fn shorten(
    shape: Shape,
    start: &[u8],
    path: &[u8],
    rounds: &[(usize, usize)],
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<u8> {
    let beam = Beam::new(shape, 1);
    let mut path = without_returns(shape, start, path);
    for &(length, width) in rounds {
        loop {
            let before = path.len();
            for first in [length, length / 2] {
                path = pass(&beam, shape, start, &path, (first, length), width, stop);
                if stop() {
                    return path;
                }
            }
            println!(
                "  window {length} width {width}: {before} -> {}",
                path.len()
            );
            if path.len() as f64 > before as f64 * 0.995 {
                break;
            }
        }
    }
    path
}

fn pass(
    beam: &Beam,
    shape: Shape,
    start: &[u8],
    path: &[u8],
    (first, length): (usize, usize),
    width: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<u8> {
    let (head, tail) = path.split_at(first.min(path.len()));
    let mut windows = vec![];
    let mut from = start.to_vec();
    for moves in [head].into_iter().chain(tail.chunks(length)) {
        let to = play(shape, &from, moves).expect("a playable path");
        windows.push((std::mem::replace(&mut from, to.clone()), moves, to));
    }
    let pieces: Vec<Vec<u8>> = windows
        .par_iter()
        .map(|(from, moves, to)| {
            let mut observe = |_: &Layer<'_>| {
                if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut homes = vec![0; to.len()];
            for (cell, &tile) in to.iter().enumerate() {
                homes[usize::from(tile)] = cell as u8;
            }
            let get = |k: &str| std::env::var(k).map_or(1, |v| v.parse().unwrap());
            let guide = Squares {
                shape,
                homes,
                linear: get("LIN"),
                square: get("SQ"),
            };
            beam.search(&guide, from, to, width, moves.len(), &mut observe)
                .unwrap_or_else(|| moves.to_vec())
        })
        .collect();
    without_returns(shape, start, &pieces.concat())
}

struct Squares {
    shape: Shape,
    homes: Vec<u8>,
    linear: i32,
    square: i32,
}

impl Squares {
    fn of(&self, tile: usize, cell: usize) -> i32 {
        let home = self.homes[tile].into();
        let (a, b) = (
            self.shape.row(cell).abs_diff(self.shape.row(home)) as i32,
            self.shape.col(cell).abs_diff(self.shape.col(home)) as i32,
        );
        self.linear * (a + b) + self.square * (a * a + b * b)
    }
}

impl crate::Guide for Squares {
    fn estimate(&self, places: &[u8]) -> i32 {
        (1..self.homes.len())
            .map(|tile| self.of(tile, places[tile].into()))
            .sum()
    }

    #[inline(always)]
    fn change<const N: usize>(&self, tile: usize, from: usize, _: usize, places: &[u8; N]) -> i32 {
        self.of(tile, places[0].into()) - self.of(tile, from)
    }
}
