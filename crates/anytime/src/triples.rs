//! Triples: the part of a model's estimate that depends on three tiles at a time.
//!
//! The homes of the three tiles are neighbours: in a line, or around a corner. A model may have a
//! weight for each such triple at each three cells. A triple and its mirror image share a table.

use tilebase_core::sliding::{Shape, cells_of_tiles};

use crate::{
    estimator::TileSlide,
    object::{ObjectAt, UNITS, mirror},
};

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
    images: [Vec<usize>; 2],
    /// What the cell of a table's first, second or third tile adds to the index of a weight; then
    /// the same for the mirror image. A cell is any byte, so that look-ups need no check.
    index_terms: [[u32; 256]; 6],
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
    first: u32,
    others: [u8; 2],
    /// Which of the [terms](Triples::index_terms) are for the cell of the tile, and of the two
    /// others.
    terms: [u8; 3],
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
        let image = |tile: u8| mirror(shape, [tile.into(), 0])[0] as u8;
        let (mut triples, mut tables) = (Vec::new(), 0);
        for (form, tiles) in all(shape) {
            let images = tiles.map(image);
            let mut sorted = images;
            sorted.sort_unstable();
            if sorted < tiles {
                continue;
            }
            let triple = |tiles, turned| Triple {
                tiles,
                form,
                table: tables,
                turned,
            };
            triples.push(triple(tiles, false));
            if sorted != tiles {
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
                    first: (triple.table * cells.pow(3)) as u32,
                    others: [triple.tiles[axes[1]], triple.tiles[axes[2]]],
                    terms: axes.map(|axis| 3 * u8::from(triple.turned) + axis as u8),
                });
            }
        }
        let tables = triples.last().map_or(0, |triple| triple.table + 1);
        let image = |cell| mirror(shape, [0, cell])[1];
        let images = [
            (0..cells).collect(),
            (0..cells).map(image).collect::<Vec<_>>(),
        ];
        let mut index_terms = [[0; 256]; 6];
        for (number, terms) in index_terms.iter_mut().enumerate() {
            for (term, &cell) in terms.iter_mut().zip(&images[number / 3]) {
                *term = (cell * cells.pow(2 - number as u32 % 3)) as u32;
            }
        }
        Self {
            cells,
            triples,
            of_tile,
            images,
            index_terms,
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
    pub fn in_table(&self, triple: &Triple, cells: [usize; 3]) -> [usize; 3] {
        let image = &self.images[usize::from(triple.turned)];
        cells.map(|cell| image[cell])
    }

    /// Returns the index of a triple's weight, by the cells as its table has them.
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

    /// Returns the two other tiles of each triple of a tile.
    pub fn others(&self, tile: usize) -> impl Iterator<Item = [u8; 2]> {
        self.of_tile[tile].iter().map(|triple| triple.others)
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
        let [own, first, second] = triple
            .terms
            .map(|term| &self.index_terms[usize::from(term)]);
        let others = first[usize::from(others[0])] + second[usize::from(others[1])];
        let index = triple.first + own[usize::from(cell)] + others;
        self.weights[index as usize].into()
    }

    /// Returns the triple of these tiles, in any order.
    pub fn with_tiles(&self, tiles: [u8; 3]) -> Option<&Triple> {
        let has_all = |triple: &&Triple| tiles.iter().all(|tile| triple.tiles.contains(tile));
        self.triples.iter().find(has_all)
    }

    /// Returns the sum of the weights of a board, in units of a pair model.
    pub fn estimate(&self, cells: &[u8]) -> i32 {
        let places = cells_of_tiles(cells);
        let weights = self.triples.iter().map(|triple| {
            let cells = triple.tiles.map(|tile| places[usize::from(tile)].into());
            let at = self.in_table(triple, cells);
            i32::from(self.weights[self.index(triple, at)])
        });
        SCALE * weights.sum::<i32>()
    }

    /// Returns the change of the estimate by a move.
    #[inline]
    pub fn change<const N: usize>(&self, slide: TileSlide, cells: &[u8; N]) -> i32 {
        if self.is_empty() {
            return 0;
        }
        let places = cells_of_tiles(cells);
        let changes = self.of_tile[usize::from(slide.tile)].iter().map(|triple| {
            let others = triple.others.map(|tile| places[usize::from(tile)]);
            self.weight(triple, slide.to, others) - self.weight(triple, slide.from, others)
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
