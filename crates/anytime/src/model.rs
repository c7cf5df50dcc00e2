//! Pair models: estimates of the moves left, as a learned sum over pairs of objects.
//!
//! The objects of a board are its tiles and the blank. A model has a weight for each object at each
//! cell and for each pair of objects at each pair of cells; the estimate of a board is the sum of
//! the weights that apply to it. A move changes the cells of two objects, and so changes the
//! estimate by a sum of one number for each other object. [`MoveValues`] has these numbers in the
//! order in which a beam needs them. A model may also have weights for [triples](crate::triples) of
//! tiles.
//!
//! An estimate is not a bound: it errs in both directions.

use tilebase_core::sliding::Shape;

use crate::{
    adjacency::Adjacency,
    estimator::{Estimator, TileSlide, padded_cells},
    model_file::{MOST_CELLS, ModelError, file, read_file},
    object::{ObjectAt, UNITS, mirror},
    triples::Triples,
};

/// The largest weight: the sum of four fits 16 bits.
const LARGEST: i16 = 8191;

/// The first bytes of a file with a model. The last is the version.
const MAGIC: &[u8] = b"TILEPAI3";

/// A pair model of boards of one shape, with the goal `1 2 3 … 0`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairModel {
    shape: Shape,
    /// By object and cell, twice: the weight of each pair, in both orders. The weight of a single
    /// object at a cell is that of the pair of the object with itself. 0.8 MB for 5x5, 11.5 MB for
    /// 7x7.
    weights: Vec<i16>,
    triples: Triples,
}

impl PairModel {
    /// Returns the model with these weights, in moves: those of single objects at cells, and those
    /// of pairs. They are rounded to 1/64, and limited to less than 128.
    pub fn new(
        shape: Shape,
        single: impl Fn(ObjectAt) -> f32,
        pair: impl Fn(ObjectAt, ObjectAt) -> f32,
    ) -> Self {
        let largest = f32::from(LARGEST);
        let rounded = |weight: f32| (weight * UNITS).clamp(-largest, largest).round() as i16;
        let mut model = Self {
            shape,
            weights: vec![0; shape.cells().pow(4)],
            triples: Triples::none(shape),
        };
        let cells = shape.cells();
        let at = |number| [number / cells, number % cells];
        for (a, b) in upper_half(shape) {
            let weight = if a == b { single(at(a)) } else { pair(at(a), at(b)) };
            model.set(a, b, rounded(weight));
        }
        model
    }

    /// Returns the model with these triples instead of its own.
    pub(crate) fn with_triples(self, triples: Triples) -> Self {
        Self { triples, ..self }
    }

    /// Returns the weights of triples.
    #[cfg(any(feature = "train", test))]
    pub(crate) fn triples(&self) -> &Triples {
        &self.triples
    }

    /// Returns the shape of its boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the weights of all pairs with an object at a cell.
    fn row(&self, [object, cell]: ObjectAt) -> &[i16] {
        let cells = self.shape.cells();
        &self.weights[(object * cells + cell) * cells * cells..][..cells * cells]
    }

    fn weight(&self, a: ObjectAt, [object, cell]: ObjectAt) -> i32 {
        self.row(a)[object * self.shape.cells() + cell].into()
    }

    /// Returns the weight of a pair in moves.
    #[cfg(any(feature = "train", test))]
    pub(crate) fn moves(&self, a: ObjectAt, b: ObjectAt) -> f32 {
        self.weight(a, b) as f32 / UNITS
    }

    /// Returns the model whose weights are the means of those of two models.
    ///
    /// # Panics
    /// If their shapes differ.
    #[cfg(any(feature = "train", test))]
    pub fn mean(&self, other: &Self) -> Self {
        assert_eq!(self.shape, other.shape);
        let mean = |a, b| (self.moves(a, b) + other.moves(a, b)) / 2.0;
        let triples = self.triples.mean(&other.triples);
        Self::new(self.shape, |a| mean(a, a), mean).with_triples(triples)
    }

    /// Returns the mean of the model and of its inverse, which estimates the
    /// [inverse](crate::object::inverse) of a board. The triples are left as they are: their
    /// inverses are not among them.
    #[cfg(any(feature = "train", test))]
    pub(crate) fn mean_with_inverse(&self) -> Self {
        let blank_at_home = [0, self.shape.cells() - 1];
        let alone = |tile_at| self.moves(tile_at, tile_at) + self.moves(tile_at, blank_at_home);
        let image = |place| crate::object::inverse(self.shape, place);
        let single = |a| {
            let change = image(a).map_or(0.0, |b| (alone(b) - alone(a)) / 2.0);
            self.moves(a, a) + change
        };
        let pairs = Self::new(self.shape, single, |a, b| {
            let own = self.moves(a, b);
            match (image(a), image(b)) {
                (Some(c), Some(d)) if a[1] != b[1] => (own + self.moves(c, d)) / 2.0,
                _ => own,
            }
        });
        pairs.with_triples(self.triples.clone())
    }

    fn set(&mut self, a: usize, b: usize, weight: i16) {
        let numbers = self.shape.cells().pow(2);
        self.weights[a * numbers + b] = weight;
        self.weights[b * numbers + a] = weight;
    }

    /// Returns the model of the boards that this one has in its last rows and columns, with all
    /// other tiles at home. Boards that only fit with rows and columns exchanged are mirrored.
    ///
    /// # Panics
    /// If the boards do not fit.
    pub fn corner(&self, shape: Shape) -> Self {
        assert!(shape.fits_into(self.shape));
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let turned = shape.rows() > rows || shape.cols() > cols;
        let part = if turned { shape.transposed() } else { shape };
        let (top, left) = (rows - part.rows(), cols - part.cols());
        let outer = |cell: usize| {
            let (row, col) = (shape.row(cell), shape.col(cell));
            let (row, col) = if turned { (col, row) } else { (row, col) };
            self.shape.cell(top + row, left + col)
        };
        let object = |inner: usize| inner.checked_sub(1).map_or(0, |home| outer(home) + 1);
        let inside = |cell| self.shape.row(cell) >= top && self.shape.col(cell) >= left;
        let at_home: Vec<_> = (0..self.shape.cells())
            .filter(|&cell| !inside(cell))
            .collect();
        // A tile that is not on the board is at home.
        let home_of = |tile: u8| Some(tile - 1).filter(|&home| !inside(home.into()));
        let near: Vec<bool> = (0..self.shape.cells())
            .map(|tile| {
                let mut others = self.triples.others(tile).flatten();
                others.any(|tile| home_of(tile).is_some())
            })
            .collect();
        let moves = |units: i32| units as f32 / UNITS;
        let here = |[inner, cell]: ObjectAt| [object(inner), outer(cell)];
        let model = Self::new(
            shape,
            |a| {
                let here = here(a);
                let rest = at_home
                    .iter()
                    .map(|&cell| self.weight(here, [cell + 1, cell]));
                let triples = self.triples.sum(here, home_of);
                moves(self.weight(here, here) + rest.sum::<i32>() + triples)
            },
            |a, b| {
                let [a, b] = [here(a), here(b)];
                let mut sum = self.weight(a, b);
                if near[a[0]] && near[b[0]] {
                    let b_or_home = |tile: u8| {
                        if usize::from(tile) == b[0] { Some(b[1] as u8) } else { home_of(tile) }
                    };
                    sum += self.triples.sum(a, b_or_home) - self.triples.sum(a, home_of);
                }
                moves(sum)
            },
        );
        if self.triples.is_empty() {
            return model;
        }
        let outers: Vec<usize> = (0..shape.cells()).map(outer).collect();
        model.with_triples(Triples::new(shape, |triple| {
            let tiles = triple.tiles.map(|tile| object(tile.into()) as u8);
            let whole = self.triples.with_tiles(tiles);
            let whole = whole.expect("a triple of the larger board");
            let axes = whole.tiles.map(|tile| {
                let axis = tiles.iter().position(|&own| own == tile);
                axis.expect("a tile of the triple")
            });
            let (outers, triples) = (&outers, &self.triples);
            move |at| {
                let cells = axes.map(|axis| outers[at[axis]]);
                triples.moves(triples.index(whole, triples.in_table(whole, cells)))
            }
        }))
    }

    /// Returns the model as bytes, which [`from_bytes`](Self::from_bytes) reads: `TILEPAI3`, the
    /// numbers of rows and columns in a byte each, the weights, compressed by Deflate (RFC 1951),
    /// and the checksum of all that. The weights are little-endian 16-bit integers, and those of
    /// triples bytes. Of two pairs of a square board that are mirror images of each other, one is
    /// written, and both get its weight when the model is read.
    ///
    /// # Panics
    /// If the boards have more than 64 cells.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (shape, numbers) = (self.shape, self.shape.cells().pow(2));
        assert!(shape.cells() <= MOST_CELLS);
        let weights = mirrored(shape).map(|[(a, b), _]| self.weights[a * numbers + b]);
        let mut content: Vec<u8> = weights.flat_map(i16::to_le_bytes).collect();
        content.extend(self.triples.bytes());
        file(MAGIC, shape, &content)
    }

    /// Reads a model.
    ///
    /// # Errors
    /// If the bytes are not a model, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let most = |shape: Shape| 2 * shape.cells().pow(4) + Triples::zero(shape).count();
        let (shape, content) = read_file(MAGIC, bytes, most)?;
        Self::from_content(shape, &content).ok_or(ModelError::Damaged)
    }

    fn from_content(shape: Shape, content: &[u8]) -> Option<Self> {
        let mut model = Self {
            shape,
            weights: vec![0; shape.cells().pow(4)],
            triples: Triples::none(shape),
        };
        let mut rest = content;
        for pairs in mirrored(shape) {
            let (weight, after) = rest.split_first_chunk()?;
            rest = after;
            let weight = i16::from_le_bytes(*weight);
            (-LARGEST..=LARGEST).contains(&weight).then_some(())?;
            for (a, b) in pairs {
                model.set(a, b, weight);
            }
        }
        if !rest.is_empty() {
            model.triples = Triples::zero(shape).with_bytes(rest)?;
        }
        Some(model)
    }
}

/// Returns each single object at a cell, as a pair of itself, and each pair of objects at two
/// cells, the lesser object first. The number of an object at a cell is that of the object times
/// the number of cells, and that of the cell.
fn upper_half(shape: Shape) -> impl Iterator<Item = (usize, usize)> {
    let cells = shape.cells();
    (0..cells * cells).flat_map(move |a| {
        let others = (a / cells + 1) * cells..cells * cells;
        std::iter::once(a).chain(others).map(move |b| (a, b))
    })
}

/// Returns the pairs of [`upper_half`] with their mirror images, each once.
fn mirrored(shape: Shape) -> impl Iterator<Item = [(usize, usize); 2]> {
    let cells = shape.cells();
    let image = |number| {
        let [object, cell] = mirror(shape, [number / cells, number % cells]);
        object * cells + cell
    };
    let images: Vec<usize> = (0..cells * cells).map(image).collect();
    upper_half(shape).filter_map(move |(a, b)| {
        let (c, d) = (images[a], images[b]);
        let image = (c.min(d), c.max(d));
        ((a, b) <= image).then_some([(a, b), image])
    })
}

/// The changes of a pair model's estimate by each move.
///
/// A move is a tile, the cell that it leaves and the direction of the blank. It has a constant, and
/// a row of numbers: one for each cell with each object. The change is the constant and the sum of
/// the numbers of the cells with their objects. 3 MB for 5x5, 13 MB for 6x6, 46 MB for 7x7.
#[derive(Debug, Clone)]
pub struct MoveValues {
    model: PairModel,
    constants: Vec<i32>,
    /// The rows of all moves, and [`FOR_ANY_OBJECT`] more numbers.
    rows: Vec<i16>,
}

/// The numbers of a cell if its object could be any byte: with so many after the last cell's first,
/// look-ups need no check.
const FOR_ANY_OBJECT: usize = 1 << u8::BITS;

impl MoveValues {
    /// Returns the table for a model. Takes some milliseconds for 5x5, tens for 7x7.
    pub fn new(model: PairModel) -> Self {
        let adjacency = Adjacency::of_board(model.shape);
        Self::on(&adjacency, model)
    }

    /// Returns the table for a model of boards with as many other cells.
    pub(crate) fn on(adjacency: &Adjacency, model: PairModel) -> Self {
        let cells = model.shape.cells();
        // The numbers of a cell are as many as the cells of a beam's boards.
        let padded = padded_cells(Self::PADDED_CELLS, cells).unwrap_or(cells);
        let mut constants = vec![0; cells * cells * 4];
        let mut rows = vec![0; cells * cells * 4 * padded * padded + FOR_ANY_OBJECT];
        for (number, constant) in constants.iter_mut().enumerate() {
            let (tile, from, direction) = (number / 4 / cells, number / 4 % cells, number % 4);
            // The tile slides against the blank.
            let Some(to) = adjacency.beside[from][3 - direction].filter(|_| tile > 0) else {
                continue;
            };
            let to = usize::from(to);
            let single = |object, cell| model.weight([object, cell], [object, cell]);
            let pair = |tile_at, blank_at| model.weight([tile, tile_at], [0, blank_at]);
            *constant = single(tile, to) - single(tile, from) + single(0, from) - single(0, to)
                + pair(to, from)
                - pair(from, to);
            let of_places = |tile_at, blank_at| {
                let pairs = model.row([tile, tile_at]).iter();
                let pairs = pairs.zip(model.row([0, blank_at]));
                pairs.map(|(of_tile, of_blank)| of_tile + of_blank)
            };
            let changes = of_places(to, from).zip(of_places(from, to));
            let mut changes: Vec<i16> = changes.map(|(after, before)| after - before).collect();
            for object in [0, tile] {
                changes[object * cells..][..cells].fill(0);
            }
            let row = &mut rows[number * padded * padded..][..padded * padded];
            for (cell, values) in row.chunks_exact_mut(padded).take(cells).enumerate() {
                for (value, changes) in values.iter_mut().zip(changes.chunks_exact(cells)) {
                    *value = changes[cell];
                }
            }
        }
        Self {
            model,
            constants,
            rows,
        }
    }

    /// Returns the shape of the model's boards.
    pub fn shape(&self) -> Shape {
        self.model.shape
    }
}

impl Estimator for MoveValues {
    /// The numbers of cells of square boards with models.
    const PADDED_CELLS: &'static [usize] = &[16, 25, 36, 49, MOST_CELLS];

    fn estimate(&self, cells: &[u8]) -> i32 {
        let object_at = |cell: usize| [cells[cell].into(), cell];
        let pairs = (0..cells.len()).flat_map(|b| (0..=b).map(move |a| (a, b)));
        let weights = pairs.map(|(a, b)| self.model.weight(object_at(a), object_at(b)));
        weights.sum::<i32>() + self.model.triples.estimate(cells)
    }

    #[inline(always)]
    fn change<const N: usize>(&self, slide: TileSlide, cells: &[u8; N]) -> i32 {
        debug_assert_eq!(
            padded_cells(Self::PADDED_CELLS, self.shape().cells()),
            Some(N)
        );
        let [tile, from, direction] = [slide.tile, slide.from, slide.direction].map(usize::from);
        let number = (tile * self.model.shape.cells() + from) * 4 + direction;
        self.constants[number] + i32::from(sum_of(&self.rows[number * N * N..], cells))
    }

    #[inline(always)]
    fn later_change<const N: usize>(&self, slide: TileSlide, cells: &[u8; N]) -> i32 {
        self.model.triples.change(slide, cells)
    }
}

/// Returns the sum of the numbers of the cells with their objects: up to 512 moves, in 16 bits. So
/// the numbers are added as they are read from memory. Within the loop of a beam, the compiler
/// would first compute the addresses of all, for which there are too few registers.
#[inline(never)]
fn sum_of<const N: usize>(row: &[i16], cells: &[u8; N]) -> i16 {
    let row = &row[..(N - 1) * N + FOR_ANY_OBJECT];
    let objects = cells.iter().enumerate();
    objects.fold(0, |sum: i16, (cell, &object)| {
        sum.wrapping_add(row[cell * N + usize::from(object)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::goal;
    use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec};
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
    use tilebase_core::{
        checksum,
        sliding::{blank_of, cells_of_tiles},
    };

    fn walk(shape: Shape, mut board: Vec<u8>, moves: usize, rng: &mut ChaCha8Rng) -> Vec<u8> {
        for _ in 0..moves {
            let blank = blank_of(&board);
            let to: Vec<usize> = shape.neighbours(blank).collect();
            board.swap(blank, to[rng.random_range(0..to.len())]);
        }
        board
    }

    /// Returns the move that leads from a board to another.
    fn slide(shape: Shape, before: &[u8], after: &[u8]) -> TileSlide {
        let [to, from] = [before, after].map(blank_of);
        let beside = shape.beside(to);
        let direction = beside.iter().position(|&cell| cell == Some(from)).unwrap();
        TileSlide {
            tile: before[from],
            from: from as u8,
            to: to as u8,
            direction: direction as u8,
        }
    }

    /// Returns a weight of three tiles at cells, the same in any order and for the mirror image.
    fn weight(shape: Shape, three: [ObjectAt; 3]) -> f32 {
        let noise = |mut three: [ObjectAt; 3]| {
            three.sort_unstable();
            let number = three.iter().fold(7, |number: usize, [tile, cell]| {
                (number * 61 + tile * 53 + cell).wrapping_mul(2_654_435_761) % 1_000_003
            });
            (number % 129) as f32 / 32.0 - 2.0
        };
        (noise(three) + noise(three.map(|place| mirror(shape, place)))) / 2.0
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
            let mut board = walk(shape, goal(shape), 1000, &mut rng);
            for _ in 0..60 {
                let triples = values.estimate(&board) - pairs.estimate(&board);
                let slowly = slow(shape, &cells_of_tiles(&board));
                assert_eq!(triples as f32 / UNITS, slowly, "{name} {board:?}");
                let after = walk(shape, board.clone(), 1, &mut rng);
                let mut padded = [0; 25];
                padded[..board.len()].copy_from_slice(&board);
                let change = values.later_change(slide(shape, &board, &after), &padded);
                board = after;
                let moved = values.estimate(&board) - pairs.estimate(&board);
                assert_eq!(moved, triples + change, "{name} {board:?}");
            }
        }
    }

    #[test]
    fn a_model_with_triples_survives_its_bytes_and_damage_is_found() {
        for name in ["2x3", "3x2", "2x15"] {
            let model = model(name.parse().unwrap());
            let read = PairModel::from_bytes(&model.to_bytes());
            assert!(read.as_ref() == Ok(&model), "{name}");
        }
        let shape: Shape = "3x3".parse().unwrap();
        let model = PairModel::from_bytes(&model(shape).to_bytes()).unwrap();
        let bytes = model.to_bytes();
        assert_eq!(PairModel::from_bytes(&bytes).as_ref(), Ok(&model));
        let values = MoveValues::new(model.clone());
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..50 {
            let board = walk(shape, goal(shape), 1000, &mut rng);
            let mut image = vec![0; 9];
            for (cell, &tile) in board.iter().enumerate() {
                let [tile, cell] = mirror(shape, [tile.into(), cell]);
                image[cell] = tile as u8;
            }
            let [board, image] = [board, image].map(|board| values.estimate(&board));
            assert_eq!(board, image);
        }
        for at in (0..bytes.len()).step_by(97).chain([7, 8, bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            PairModel::from_bytes(&damaged).expect_err("a bit is wrong");
        }
        // Too few weights or too many, or too great, or too large a board, with a right checksum.
        let weights = decompress_to_vec(&bytes[10..bytes.len() - 8]).unwrap();
        let [few, many] = [&weights[1..], &[&weights[..], &[0]].concat()].map(<[u8]>::to_vec);
        let with = |weight: i16| (3, [&weight.to_le_bytes(), &weights[2..]].concat());
        let great = [with(LARGEST + 1), with(i16::MIN)];
        let sizes = [(3, few), (3, many), (3, Vec::new()), (22, weights.clone())];
        for (rows, weights) in sizes.into_iter().chain(great) {
            let mut wrong = [MAGIC, &[rows, 3], &compress_to_vec(&weights, 9)].concat();
            wrong.extend(checksum(&wrong).to_le_bytes());
            assert_eq!(PairModel::from_bytes(&wrong), Err(ModelError::Damaged));
        }
    }

    #[test]
    fn a_corner_with_triples_estimates_as_the_whole_if_the_other_tiles_are_at_home() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for (name, whole) in [
            ("2x2", "5x5"),
            ("3x3", "5x5"),
            ("3x5", "5x5"),
            ("4x3", "5x5"),
            ("5x4", "5x5"),
            ("5x5", "5x5"),
            ("2x5", "3x6"),
            // Mirrored.
            ("5x2", "3x6"),
            ("6x3", "3x6"),
        ] {
            let [part, whole] = [name, whole].map(|name| name.parse::<Shape>().unwrap());
            let large = model(whole);
            let small = MoveValues::new(large.corner(part));
            let large = MoveValues::new(large);
            let mirrored = part.rows() > whole.rows();
            let outer = |cell: usize| {
                let from_the_last = [part.rows() - part.row(cell), part.cols() - part.col(cell)];
                let [mut up, mut left] = from_the_last;
                if mirrored {
                    std::mem::swap(&mut up, &mut left);
                }
                (whole.rows() - up) * whole.cols() + whole.cols() - left
            };
            let mut constant = None;
            for _ in 0..40 {
                let board = walk(part, goal(part), 1000, &mut rng);
                let mut all = goal(whole);
                for (cell, &tile) in board.iter().enumerate() {
                    let name = if tile == 0 { 0 } else { outer(usize::from(tile) - 1) + 1 };
                    all[outer(cell)] = name as u8;
                }
                // What the tiles at home add among themselves is the same on every board.
                let apart = large.estimate(&all) - small.estimate(&board);
                assert_eq!(*constant.get_or_insert(apart), apart, "{name} {board:?}");
            }
        }
    }
}
