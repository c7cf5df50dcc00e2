//! Triples: the part of a model's estimate that depends on three tiles at a time.
//!
//! The homes of the three tiles are neighbours: in a line, or around a corner. A model may have a
//! weight for each such triple at each three cells. A triple and its mirror image share a table.

use tilebase_core::sliding::Shape;

use crate::model::{ObjectAt, UNITS, mirror};

/// The units of a pair model that a unit of a triple's weight has: 1/32 of a move.
const SCALE: i32 = 2;

/// The homes of a triple, relative to their common corner: rows and columns.
const FORMS: [[[usize; 2]; 3]; 6] = [
    [[0, 0], [0, 1], [0, 2]],
    [[0, 0], [1, 0], [2, 0]],
    [[0, 0], [0, 1], [1, 0]],
    [[0, 0], [0, 1], [1, 1]],
    [[0, 0], [1, 0], [1, 1]],
    [[0, 1], [1, 0], [1, 1]],
];

/// The weights of the triples of boards of one shape, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Triples {
    cells: usize,
    /// The triples, those with the same table beside each other.
    triples: Vec<Triple>,
    /// For each tile, its triples.
    of_tile: Vec<Vec<TripleOfTile>>,
    /// The cells and, for a table that is used by the mirror image, the mirror images of the cells.
    images: [Vec<u8>; 2],
    /// By table and the cells of its first, second and third tile.
    weights: Vec<i8>,
}

/// Three tiles with a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Triple {
    pub tiles: [u8; 3],
    pub form: usize,
    pub table: usize,
    /// Whether the table is that of the mirror image.
    turned: bool,
}

/// A triple as one of its tiles sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TripleOfTile {
    /// The index of the table's first weight.
    first: usize,
    /// By how much the index grows with the cell of the tile, and of the two others.
    strides: [usize; 3],
    others: [u8; 2],
    turned: bool,
}

impl Triples {
    /// The number of forms that the homes of a triple can have.
    #[cfg(any(feature = "train", test))]
    pub const FORMS: usize = FORMS.len();

    /// Returns no triples.
    pub fn none(shape: Shape) -> Self {
        Self::of(shape, Vec::new())
    }

    /// Returns the triples of a shape, all with weights of 0.
    pub fn zero(shape: Shape) -> Self {
        let square = shape.rows() == shape.cols();
        let image = |tile: u8| mirror(shape, [tile.into(), 0])[0] as u8;
        let (mut triples, mut tables) = (Vec::new(), 0);
        for (form, tiles) in all(shape) {
            let images = tiles.map(image);
            let mut sorted = images;
            sorted.sort_unstable();
            if square && sorted < tiles {
                continue;
            }
            let triple = |tiles, turned| Triple {
                tiles,
                form,
                table: tables,
                turned,
            };
            triples.push(triple(tiles, false));
            if square && sorted != tiles {
                triples.push(triple(images, true));
            }
            tables += 1;
        }
        Self::of(shape, triples)
    }

    fn of(shape: Shape, triples: Vec<Triple>) -> Self {
        let cells = shape.cells();
        let mut of_tile = vec![Vec::new(); cells];
        for triple in &triples {
            for (axis, &tile) in triple.tiles.iter().enumerate() {
                let axes = [axis, (axis + 1) % 3, (axis + 2) % 3];
                of_tile[usize::from(tile)].push(TripleOfTile {
                    first: triple.table * cells.pow(3),
                    strides: axes.map(|axis| cells.pow(2 - axis as u32)),
                    others: [triple.tiles[axes[1]], triple.tiles[axes[2]]],
                    turned: triple.turned,
                });
            }
        }
        let tables = triples.last().map_or(0, |triple| triple.table + 1);
        let image =
            |cell| if shape.rows() == shape.cols() { mirror(shape, [0, cell])[1] } else { cell };
        Self {
            cells,
            triples,
            of_tile,
            images: [
                (0..cells).map(|cell| cell as u8).collect(),
                (0..cells).map(|cell| image(cell) as u8).collect(),
            ],
            weights: vec![0; tables * cells.pow(3)],
        }
    }

    /// Returns the triples of a shape with weights in moves, which `of` returns for the cells of a
    /// triple's tiles. They are rounded to 1/32, and limited to less than 4. Of a triple and its
    /// mirror image, only one is asked for.
    pub fn new<W: Fn([usize; 3]) -> f32>(shape: Shape, of: impl Fn(&Triple) -> W) -> Self {
        let mut triples = Self::zero(shape);
        let cells = triples.cells;
        let own = triples.triples.iter().filter(|triple| !triple.turned);
        for (triple, table) in own.zip(triples.weights.chunks_exact_mut(cells.pow(3))) {
            let weight = of(triple);
            for (index, value) in table.iter_mut().enumerate() {
                let moves = weight([index / cells / cells, index / cells % cells, index % cells]);
                *value = (moves * UNITS / SCALE as f32).round().clamp(-127.0, 127.0) as i8;
            }
        }
        triples
    }

    /// Returns these triples with the weights of [`bytes`](Self::bytes); `None` if there are fewer
    /// or more.
    pub fn with_bytes(mut self, bytes: &[u8]) -> Option<Self> {
        (bytes.len() == self.weights.len()).then_some(())?;
        self.weights = bytes.iter().map(|&byte| byte as i8).collect();
        Some(self)
    }

    /// Returns the weights, one byte each.
    pub fn bytes(&self) -> Vec<u8> {
        self.weights.iter().map(|&weight| weight as u8).collect()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    /// Returns the number of weights.
    #[cfg(any(feature = "train", test))]
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    /// Returns the triples with their tiles.
    #[cfg(any(feature = "train", test))]
    pub fn iter(&self) -> impl Iterator<Item = &Triple> {
        self.triples.iter()
    }

    /// Returns the cells of a triple's tiles as its table has them.
    #[inline]
    pub fn cells_of(&self, triple: &Triple, places: impl Fn(u8) -> u8) -> [usize; 3] {
        let image = &self.images[usize::from(triple.turned)];
        triple
            .tiles
            .map(|tile| image[usize::from(places(tile))].into())
    }

    /// Returns the index of a triple's weight.
    #[inline]
    pub fn index(&self, triple: &Triple, at: [usize; 3]) -> usize {
        ((triple.table * self.cells + at[0]) * self.cells + at[1]) * self.cells + at[2]
    }

    /// Returns a weight, by its index, in moves.
    pub fn moves(&self, index: usize) -> f32 {
        f32::from(self.weights[index]) * SCALE as f32 / UNITS
    }

    /// Returns the means of the weights of two models' triples.
    #[cfg(any(feature = "train", test))]
    pub fn mean(&self, other: &Self) -> Self {
        let mut mean = if self.is_empty() { other.clone() } else { self.clone() };
        for (index, weight) in mean.weights.iter_mut().enumerate() {
            let [a, b] = [self, other].map(|of| of.weights.get(index).copied().unwrap_or(0));
            *weight = i8::midpoint(a, b);
        }
        mean
    }

    /// Returns the sum of the weights of the triples of a tile whose two other tiles are at cells
    /// that `cell_of` knows, in units of a pair model.
    pub fn sum(&self, [tile, cell]: ObjectAt, cell_of: impl Fn(u8) -> Option<u8>) -> i32 {
        let with = self.of_tile[tile].iter().filter_map(|triple| {
            let [first, second] = triple.others.map(&cell_of);
            Some(self.weight(triple, cell as u8, [first?, second?]))
        });
        SCALE * with.sum::<i32>()
    }

    #[inline]
    fn weight(&self, triple: &TripleOfTile, cell: u8, others: [u8; 2]) -> i32 {
        let image = &self.images[usize::from(triple.turned)];
        let [cell, first, second] =
            [cell, others[0], others[1]].map(|cell| usize::from(image[usize::from(cell)]));
        let strides = triple.strides;
        let index = triple.first + strides[0] * cell + strides[1] * first + strides[2] * second;
        self.weights[index].into()
    }

    /// Returns the triple of these tiles, in any order.
    pub fn with_tiles(&self, tiles: [u8; 3]) -> Option<&Triple> {
        let has_all = |triple: &&Triple| tiles.iter().all(|tile| triple.tiles.contains(tile));
        self.triples.iter().find(has_all)
    }

    /// Returns the sum of the weights of a board, in units of a pair model.
    pub fn estimate(&self, places: &[u8]) -> i32 {
        let weights = self.triples.iter().map(|triple| {
            let at = self.cells_of(triple, |tile| places[usize::from(tile)]);
            i32::from(self.weights[self.index(triple, at)])
        });
        SCALE * weights.sum::<i32>()
    }

    /// Returns the change of the estimate if `tile` slides from a cell to another.
    #[inline]
    pub fn change(&self, tile: usize, [from, to]: [u8; 2], places: &[u8]) -> i32 {
        let changes = self.of_tile[tile].iter().map(|triple| {
            let others = triple.others.map(|tile| places[usize::from(tile)]);
            self.weight(triple, to, others) - self.weight(triple, from, others)
        });
        SCALE * changes.sum::<i32>()
    }
}

/// Returns all triples of a shape with the numbers of their forms, the tiles in ascending order.
fn all(shape: Shape) -> impl Iterator<Item = (usize, [u8; 3])> {
    let corners = (0..shape.cells()).map(move |cell| [shape.row(cell), shape.col(cell)]);
    corners.flat_map(move |[row, col]| {
        FORMS.iter().enumerate().filter_map(move |(form, homes)| {
            let homes = homes.map(|[down, right]| [row + down, col + right]);
            let inside = |[row, col]: [usize; 2]| {
                let last = row + 1 == shape.rows() && col + 1 == shape.cols();
                row < shape.rows() && col < shape.cols() && !last
            };
            let tile = |[row, col]: [usize; 2]| (row * shape.cols() + col + 1) as u8;
            homes
                .into_iter()
                .all(inside)
                .then(|| (form, homes.map(tile)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        MoveValues, PairModel,
        beam::{Guide, places},
        path::goal,
        train::{random_walk, uniform},
    };
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    /// Returns a weight of three tiles at cells, the same in any order and for the mirror image.
    fn weight(shape: Shape, three: [ObjectAt; 3]) -> f32 {
        let noise = |mut three: [ObjectAt; 3]| {
            three.sort_unstable();
            let number = three.iter().fold(7, |number: usize, [tile, cell]| {
                (number * 61 + tile * 53 + cell).wrapping_mul(2_654_435_761) % 1_000_003
            });
            (number % 129) as f32 / 32.0 - 2.0
        };
        let square = shape.rows() == shape.cols();
        let image = |place| if square { mirror(shape, place) } else { place };
        (noise(three) + noise(three.map(image))) / 2.0
    }

    fn model(shape: Shape) -> PairModel {
        let pair = |a: ObjectAt, b: ObjectAt| ((a[0] * 5 + a[1] * 3 + b[0] + b[1]) % 7) as f32;
        let triples = Triples::new(shape, |&triple| {
            move |at| {
                weight(
                    shape,
                    [0, 1, 2].map(|axis| [triple.tiles[axis].into(), at[axis]]),
                )
            }
        });
        PairModel::new(shape, |_| 0.0, pair).with_triples(triples)
    }

    /// Returns the sum over all sets of three tiles whose homes are neighbours.
    fn slow(shape: Shape, places: &[u8]) -> f32 {
        let cells = shape.cells();
        let beside = |a: usize, b: usize| shape.distance(a - 1, b - 1) == 1;
        let mut sum = 0.0;
        for (a, b, c) in (1..cells)
            .flat_map(|a| (a + 1..cells).flat_map(move |b| (b + 1..cells).map(move |c| (a, b, c))))
        {
            let pairs = [beside(a, b), beside(a, c), beside(b, c)];
            if pairs.iter().filter(|&&pair| pair).count() == 2 {
                let three = [a, b, c].map(|tile| [tile, usize::from(places[tile])]);
                // A weight is a multiple of 1/32.
                sum += (weight(shape, three) * 32.0).round() / 32.0;
            }
        }
        sum
    }

    #[test]
    fn the_estimate_is_the_sum_over_neighbours_and_moves_change_it_as_they_should() {
        for name in ["2x2", "2x3", "3x3", "3x4", "4x4", "5x5"] {
            let shape: Shape = name.parse().unwrap();
            let model = model(shape);
            let pairs = MoveValues::new(model.clone().with_triples(Triples::none(shape)));
            let values = MoveValues::new(model);
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut board = uniform(shape, &mut rng);
            for _ in 0..60 {
                let at = places(&board);
                let triples = values.estimate(&at) - pairs.estimate(&at);
                assert_eq!(triples as f32 / UNITS, slow(shape, &at), "{name} {board:?}");
                let after = random_walk(shape, board.clone(), 1, &mut rng);
                let from = places(&after)[0];
                let mut room = [0; 25];
                room[..at.len()].copy_from_slice(&at);
                let change = values.later_change(board[usize::from(from)].into(), from, &room);
                board = after;
                let at = places(&board);
                let moved = values.estimate(&at) - pairs.estimate(&at);
                assert_eq!(moved, triples + change, "{name} {board:?}");
            }
        }
    }

    #[test]
    fn a_model_with_triples_survives_its_bytes_and_damage_is_found() {
        let shape: Shape = "3x3".parse().unwrap();
        let model = PairModel::from_bytes(&model(shape).to_bytes()).unwrap();
        let bytes = model.to_bytes();
        assert_eq!(PairModel::from_bytes(&bytes).as_ref(), Ok(&model));
        let values = MoveValues::new(model.clone());
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..50 {
            let board = uniform(shape, &mut rng);
            let mut image = vec![0; 9];
            for (cell, &tile) in board.iter().enumerate() {
                let [tile, cell] = mirror(shape, [tile.into(), cell]);
                image[cell] = tile as u8;
            }
            let [board, image] = [board, image].map(|board| values.estimate(&places(&board)));
            assert_eq!(board, image);
        }
        for at in (0..bytes.len()).step_by(97).chain([7, 8, bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            PairModel::from_bytes(&damaged).expect_err("a bit is wrong");
        }
        // Too few weights, with a checksum that is right.
        let fewer = model.with_triples(Triples {
            weights: vec![1; 100],
            ..Triples::zero(shape)
        });
        PairModel::from_bytes(&fewer.to_bytes()).expect_err("weights are missing");
    }

    #[test]
    fn a_corner_with_triples_estimates_as_the_whole_if_the_other_tiles_are_at_home() {
        let whole: Shape = "5x5".parse().unwrap();
        let large = model(whole);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for name in ["2x2", "3x3", "3x5", "4x3", "5x4", "5x5"] {
            let part: Shape = name.parse().unwrap();
            let small = MoveValues::new(large.corner(part));
            let large = MoveValues::new(large.clone());
            let outer = |cell: usize| {
                let [row, col] = [part.row(cell), part.col(cell)];
                (row + 5 - part.rows()) * 5 + col + 5 - part.cols()
            };
            let mut constant = None;
            for _ in 0..40 {
                let board = uniform(part, &mut rng);
                let mut all = goal(whole);
                for (cell, &tile) in board.iter().enumerate() {
                    let name = if tile == 0 { 0 } else { outer(usize::from(tile) - 1) + 1 };
                    all[outer(cell)] = name as u8;
                }
                // What the tiles at home add among themselves is the same on every board.
                let apart = large.estimate(&places(&all)) - small.estimate(&places(&board));
                assert_eq!(*constant.get_or_insert(apart), apart, "{name} {board:?}");
            }
        }
    }
}
