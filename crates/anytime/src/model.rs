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

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};
use thiserror::Error;
use tilebase_core::{checksum, sliding::Shape};

use crate::{
    beam::{Guide, room},
    triples::Triples,
};

/// The units of a weight that make one move.
pub const UNITS: f32 = 64.0;

/// The largest weight: the sum of four fits 16 bits.
const LARGEST: f32 = 8191.0;

/// The first bytes of a file with a model. The last is the version: 1 without triples, 2 with.
const MAGIC: [[u8; 8]; 2] = [*b"TILEPAI1", *b"TILEPAI2"];

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

/// The bytes are not a model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// They do not begin like a model of this version.
    #[error("not a pair model, or one of another version")]
    Unknown,
    /// The file is too short, or was changed.
    #[error(
        "the pair model is damaged: its checksum is wrong, or its length is not that of its shape"
    )]
    Damaged,
}

impl PairModel {
    /// Returns the model with these weights, in moves: those of single objects at cells, and those
    /// of pairs. They are rounded to 1/64, and limited to less than 128.
    pub fn new(
        shape: Shape,
        single: impl Fn(ObjectAt) -> f32,
        pair: impl Fn(ObjectAt, ObjectAt) -> f32,
    ) -> Self {
        let rounded = |weight: f32| (weight * UNITS).clamp(-LARGEST, LARGEST).round() as i16;
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

    /// Returns the mean of the model and of its inverse, which estimates the [inverse] of a board.
    /// The triples are left as they are: their inverses are not among them.
    #[cfg(any(feature = "train", test))]
    pub(crate) fn mean_with_inverse(&self) -> Self {
        let blank_at_home = [0, self.shape.cells() - 1];
        let alone = |tile_at| self.moves(tile_at, tile_at) + self.moves(tile_at, blank_at_home);
        let image = |place| inverse(self.shape, place);
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
    /// other tiles at home.
    ///
    /// # Panics
    /// If this model's shape has fewer rows or columns.
    pub fn corner(&self, shape: Shape) -> Self {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        assert!(shape.rows() <= rows && shape.cols() <= cols);
        let outer = |cell: usize| {
            let (row, col) = (shape.row(cell), shape.col(cell));
            (row + rows - shape.rows()) * cols + col + cols - shape.cols()
        };
        let home = |object: usize| if object == 0 { shape.cells() - 1 } else { object - 1 };
        let object = |inner: usize| match inner {
            0 => 0,
            tile => outer(home(tile)) + 1,
        };
        let inside = |cell: usize| {
            self.shape.row(cell) >= rows - shape.rows()
                && self.shape.col(cell) >= cols - shape.cols()
        };
        let at_home: Vec<_> = (0..self.shape.cells())
            .filter(|&cell| !inside(cell))
            .collect();
        let moves = |units: i32| units as f32 / UNITS;
        let here = |[inner, cell]: ObjectAt| [object(inner), outer(cell)];
        // A tile that is not on the board is at home.
        let home_of = |tile: u8| Some(tile - 1).filter(|&home| !inside(home.into()));
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
                let other =
                    |tile| if usize::from(tile) == b[0] { Some(b[1] as u8) } else { home_of(tile) };
                let triples = self.triples.sum(a, other) - self.triples.sum(a, home_of);
                moves(self.weight(a, b) + triples)
            },
        );
        if self.triples.is_empty() {
            return model;
        }
        model.with_triples(Triples::new(shape, |triple| {
            let tiles = triple.tiles.map(|tile| object(tile.into()) as u8);
            let of_all = self
                .triples
                .with_tiles(tiles)
                .expect("a triple of the whole");
            move |at| {
                let cell_of = |tile| {
                    let axis = tiles.iter().position(|&own| own == tile);
                    outer(at[axis.expect("a tile of the triple")]) as u8
                };
                let at = self.triples.cells_of(of_all, cell_of);
                self.triples.moves(self.triples.index(of_all, at))
            }
        }))
    }

    /// Returns the model as bytes, which [`from_bytes`](Self::from_bytes) reads: `TILEPAI1`, the
    /// number of rows in a byte, the weights as little-endian 16-bit integers, and the checksum of
    /// all that. Of two pairs that are mirror images of each other, one is written, and both get
    /// its weight when the model is read. A model with triples begins with `TILEPAI2`, and their
    /// weights follow before the checksum, one byte each, compressed by Deflate (RFC 1951).
    ///
    /// # Panics
    /// If the boards are not square.
    pub fn to_bytes(&self) -> Vec<u8> {
        assert_eq!(self.shape.rows(), self.shape.cols());
        let mut bytes = MAGIC[usize::from(!self.triples.is_empty())].to_vec();
        bytes.push(self.shape.rows() as u8);
        let numbers = self.shape.cells().pow(2);
        let weights = mirrored(self.shape).map(|[(a, b), _]| self.weights[a * numbers + b]);
        bytes.extend(weights.flat_map(i16::to_le_bytes));
        if !self.triples.is_empty() {
            bytes.extend(compress_to_vec(&self.triples.bytes(), 9));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a model.
    ///
    /// # Errors
    /// If the bytes are not a model, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let (body, sum) = bytes.split_last_chunk().ok_or(ModelError::Unknown)?;
        let (magic, content) = body.split_first_chunk().ok_or(ModelError::Unknown)?;
        let version = MAGIC.iter().position(|known| known == magic);
        let has_triples = version.ok_or(ModelError::Unknown)? == 1;
        if checksum(body).to_le_bytes() != *sum {
            return Err(ModelError::Damaged);
        }
        Self::from_content(content, has_triples).ok_or(ModelError::Damaged)
    }

    fn from_content(content: &[u8], has_triples: bool) -> Option<Self> {
        let (&rows, mut rest) = content.split_first()?;
        let shape = Shape::new(rows.into(), rows.into()).ok()?;
        let numbers = shape.cells().pow(4);
        // One in four is written, in two bytes, except that no object is paired with itself.
        (rest.len() >= numbers / 4).then_some(())?;
        let mut model = Self {
            shape,
            weights: vec![0; numbers],
            triples: Triples::none(shape),
        };
        for pairs in mirrored(shape) {
            let (weight, after) = rest.split_first_chunk()?;
            rest = after;
            for (a, b) in pairs {
                model.set(a, b, i16::from_le_bytes(*weight));
            }
        }
        if has_triples {
            let zero = Triples::zero(shape);
            let bytes = decompress_to_vec_with_limit(rest, zero.bytes().len()).ok()?;
            model.triples = zero.with_bytes(&bytes)?;
        } else if !rest.is_empty() {
            return None;
        }
        Some(model)
    }
}

/// An object at a cell.
pub(crate) type ObjectAt = [usize; 2];

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

/// Returns the image of a place if rows and columns of a square board are exchanged.
pub(crate) fn mirror(shape: Shape, [object, cell]: ObjectAt) -> ObjectAt {
    let turned = |cell: usize| shape.col(cell) * shape.cols() + shape.row(cell);
    let object = object.checked_sub(1).map_or(0, |home| turned(home) + 1);
    [object, turned(cell)]
}

/// Returns what a tile at a cell becomes in the inverse of a board, in which tiles and cells
/// exchange their roles: tile 5 at the home of tile 7 becomes tile 7 at the home of tile 5. The
/// inverse is as far from the goal as the board if the blank is at home. `None` for the blank, and
/// at its home.
#[cfg(any(feature = "train", test))]
pub(crate) fn inverse(shape: Shape, [object, cell]: ObjectAt) -> Option<ObjectAt> {
    let of_blank = object == 0 || cell + 1 == shape.cells();
    (!of_blank).then(|| [cell + 1, object - 1])
}

/// Returns the pairs of [`upper_half`] of a square board with their mirror images, each once.
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
/// a row of numbers: one for each object at each cell. The change is the constant and the sum of
/// the numbers of the objects in their cells. 3 MB for 5x5, 13 MB for 6x6, 46 MB for 7x7.
#[derive(Debug, Clone)]
pub struct MoveValues {
    model: PairModel,
    /// The number of cells for which a beam's boards have room, and so the numbers of an object.
    room: usize,
    constants: Vec<i32>,
    /// The rows of all moves, and [`FOR_ANY_CELL`] more numbers.
    rows: Vec<i16>,
}

/// The numbers of an object if its cell could be any byte: with so many after the last object's
/// first, look-ups need no check.
const FOR_ANY_CELL: usize = 1 << u8::BITS;

impl MoveValues {
    /// Returns the table for a model. Takes some milliseconds for 5x5, tens for 7x7.
    pub fn new(model: PairModel) -> Self {
        let (shape, cells) = (model.shape, model.shape.cells());
        let room = room(cells);
        let mut constants = vec![0; cells * cells * 4];
        let mut rows = vec![0; cells * cells * 4 * room * room + FOR_ANY_CELL];
        for (number, constant) in constants.iter_mut().enumerate() {
            let (tile, from, direction) = (number / 4 / cells, number / 4 % cells, number % 4);
            // The tile slides against the blank.
            let Some(to) = shape.beside(from)[3 - direction].filter(|_| tile > 0) else {
                continue;
            };
            let single = |object, cell| model.weight([object, cell], [object, cell]);
            let pair = |tile_at, blank_at| model.weight([tile, tile_at], [0, blank_at]);
            *constant = single(tile, to) - single(tile, from) + single(0, from) - single(0, to)
                + pair(to, from)
                - pair(from, to);
            let [after, before] = [[to, from], [from, to]]
                .map(|[tile_at, blank_at]| [model.row([tile, tile_at]), model.row([0, blank_at])]);
            let row = &mut rows[number * room * room..][..room * room];
            for object in (1..cells).filter(|&object| object != tile) {
                let at = object * cells..(object + 1) * cells;
                let after = after.map(|row| &row[at.clone()]);
                let before = before.map(|row| &row[at.clone()]);
                let row = &mut row[object * room..][..cells];
                for (cell, value) in row.iter_mut().enumerate() {
                    *value = after[0][cell] + after[1][cell] - before[0][cell] - before[1][cell];
                }
            }
        }
        Self {
            model,
            room,
            constants,
            rows,
        }
    }

    /// Returns the shape of the model's boards.
    pub fn shape(&self) -> Shape {
        self.model.shape
    }
}

impl Guide for MoveValues {
    fn estimate(&self, places: &[u8]) -> i32 {
        let cells = places.len();
        let place = |object: usize| [object, usize::from(places[object])];
        let pairs = (0..cells).flat_map(|b| (0..=b).map(move |a| (a, b)));
        pairs
            .map(|(a, b)| self.model.weight(place(a), place(b)))
            .sum::<i32>()
            + self.model.triples.estimate(places)
    }

    #[inline(always)]
    fn change<const N: usize>(&self, tile: usize, step: usize, places: &[u8; N]) -> i32 {
        debug_assert_eq!(self.room, N);
        let number = tile * self.model.shape.cells() * 4 + step;
        self.constants[number] + i32::from(sum_of(&self.rows[number * N * N..], places))
    }

    #[inline(always)]
    fn later_change<const N: usize>(&self, tile: usize, from: u8, places: &[u8; N]) -> i32 {
        self.model.triples.change(tile, [from, places[0]], places)
    }
}

/// Returns the sum of the numbers of the objects in their cells: up to 512 moves, in 16 bits. Thus
/// the numbers are added as they are read from memory. Within the loop of a beam, the compiler
/// would first compute the addresses of all, for which there are too few registers.
#[inline(never)]
fn sum_of<const N: usize>(row: &[i16], places: &[u8; N]) -> i16 {
    let row = &row[..(N - 1) * N + FOR_ANY_CELL];
    let objects = places.iter().enumerate();
    objects.fold(0, |sum: i16, (object, &cell)| {
        sum.wrapping_add(row[object * N + usize::from(cell)])
    })
}
