//! Pair models of tori.
//!
//! A torus looks the same from each of its cells. So the weight of a pair depends only on how far
//! each object is from its home and how far the homes are apart, and is the same if the torus is
//! turned over, if rows and columns of a square one are exchanged, and if two tiles are. Pairs with
//! the same weight are a *class*: 3,108 classes have all 749,700 pairs of tiles at cells of 6x6.
//!
//! The goal is not as symmetric: the blank's home is one cell. Weights of pairs with the blank
//! depend on where it is, too; those of two tiles do not.

use tilebase_core::{graph::CellGraph, sliding::Shape};

use crate::{
    ModelError, MoveValues, PairModel,
    adjacency::Adjacency,
    model_file::{file, read_file},
    object::{ObjectAt, UNITS},
};

/// The first bytes of a file with a model. The last is the version.
const MAGIC: &[u8] = b"TILETOR1";

/// Which pairs of objects of a torus have the same weight.
#[derive(Debug, Clone)]
pub(crate) struct TorusClasses {
    pub shape: Shape,
    /// The class of each pair, by its [number](numbered): the least number of a pair in it.
    classes: Vec<u32>,
}

impl TorusClasses {
    pub fn new(shape: Shape) -> Self {
        let mut classes = Self {
            shape,
            classes: Vec::new(),
        };
        let (cells, symmetries) = (shape.cells(), symmetries(shape));
        let class = |number: usize| {
            let tiles = number / cells.pow(3) == 1;
            let pair = [number / cells / cells, number / cells, number].map(|at| at % cells);
            let orders = orders(shape, tiles, pair);
            let images = orders.flat_map(|pair| {
                let symmetries = symmetries.iter();
                symmetries.map(move |image| pair.map(|shift| image[shift]))
            });
            images
                .map(|pair| numbered(cells, tiles, pair))
                .min()
                .unwrap_or(number) as u32
        };
        classes.classes = (0..2 * cells.pow(3)).map(class).collect();
        classes
    }

    /// Returns the class of two objects at cells, the lesser object first, or of one with itself.
    #[inline]
    pub fn of(&self, a: ObjectAt, b: ObjectAt) -> usize {
        let pair = shifts(self.shape, a, b);
        self.classes[numbered(self.shape.cells(), a[0] > 0, pair)] as usize
    }

    /// Returns the classes, each with one of its pairs. Some have an object in two cells.
    fn all(&self) -> impl Iterator<Item = (usize, [ObjectAt; 2])> {
        let (shape, cells) = (self.shape, self.shape.cells());
        let own = self.classes.iter().enumerate();
        let own = own.filter(|&(number, &class)| number == class as usize);
        own.map(move |(number, _)| {
            let [homes, a, b] =
                [number / cells / cells, number / cells, number].map(|at| at % cells);
            // The tile whose home is the first cell, or the blank.
            let (object, home) = if number < cells.pow(3) { (0, cells - 1) } else { (1, 0) };
            let other = after(shape, home, homes);
            let tile = if other + 1 == cells { 0 } else { other + 1 };
            let pair = [
                [object, after(shape, home, a)],
                [tile, after(shape, other, b)],
            ];
            (number, pair)
        })
    }
}

/// Returns the cell that is as far from a cell as another is from the first.
pub(crate) fn after(shape: Shape, cell: usize, shift: usize) -> usize {
    let row = (shape.row(cell) + shape.row(shift)) % shape.rows();
    shape.cell(row, (shape.col(cell) + shape.col(shift)) % shape.cols())
}

/// Returns the cell that is as far from the first as a cell is from another.
pub(crate) fn shift(shape: Shape, from: usize, to: usize) -> usize {
    let back = |count, line| (count - line) % count;
    let back = [
        back(shape.rows(), shape.row(from)),
        back(shape.cols(), shape.col(from)),
    ];
    after(shape, to, shape.cell(back[0], back[1]))
}

/// Returns how far the homes of two objects are apart, and each object from its home.
pub(crate) fn shifts(shape: Shape, a: ObjectAt, b: ObjectAt) -> [usize; 3] {
    let home = |object: usize| object.checked_sub(1).unwrap_or(shape.tiles());
    let [of_a, of_b] = [home(a[0]), home(b[0])];
    [
        shift(shape, of_a, of_b),
        shift(shape, of_a, a[1]),
        shift(shape, of_b, b[1]),
    ]
}

/// Returns a pair as it is, and with its tiles exchanged.
pub(crate) fn orders(
    shape: Shape,
    tiles: bool,
    [homes, a, b]: [usize; 3],
) -> impl Iterator<Item = [usize; 3]> {
    let exchanged = tiles.then(|| [shift(shape, homes, 0), b, a]);
    [[homes, a, b]].into_iter().chain(exchanged)
}

/// Returns the number of a pair of two tiles, or of the blank and a tile.
fn numbered(cells: usize, tiles: bool, pair: [usize; 3]) -> usize {
    let kind = usize::from(tiles);
    pair.iter()
        .fold(kind, |number, shift| number * cells + shift)
}

/// Returns the images of all cells if the torus is turned over, and if rows and columns of a square
/// one are exchanged.
pub(crate) fn symmetries(shape: Shape) -> Vec<Vec<usize>> {
    let count = if shape.rows() == shape.cols() { 8 } else { 4 };
    let image = |symmetry: usize, cell| {
        let over = |bit, line, count| {
            if symmetry & bit > 0 { (count - line) % count } else { line }
        };
        let row = over(1, shape.row(cell), shape.rows());
        let col = over(2, shape.col(cell), shape.cols());
        if symmetry & 4 > 0 { shape.cell(col, row) } else { shape.cell(row, col) }
    };
    let images = |symmetry| {
        (0..shape.cells())
            .map(|cell| image(symmetry, cell))
            .collect()
    };
    (0..count).map(images).collect()
}

/// A pair model of a torus with one blank, for the goal `1 2 3 … 0`.
#[derive(Debug, Clone)]
pub struct TorusModel {
    classes: TorusClasses,
    /// The weight of each class, in units.
    weights: Vec<i16>,
}

impl TorusModel {
    /// Returns the torus of this shape.
    pub(crate) fn graph(shape: Shape) -> Option<CellGraph> {
        format!("torus-{shape}").parse().ok()
    }

    /// Returns the model with the weights of a pair model, which are the same in each class.
    #[cfg(any(feature = "train", test))]
    pub(crate) fn of(model: &PairModel) -> Self {
        let classes = TorusClasses::new(model.shape());
        let mut weights = vec![0; classes.classes.len()];
        for (class, [a, b]) in classes.all() {
            weights[class] = (model.moves(a, b) * UNITS) as i16;
        }
        Self { classes, weights }
    }

    /// Returns the model of a graph that is included, if it is a torus that has one.
    ///
    /// ```
    /// use tilebase_anytime::TorusModel;
    /// let has_model = |name: &str| TorusModel::included(name.parse().unwrap()).is_some();
    /// assert!(!has_model("torus-3x3") && !has_model("cylinder-6x6"));
    /// ```
    pub fn included(graph: CellGraph) -> Option<Self> {
        let files: &[&[u8]] = if cfg!(feature = "models") {
            &[include_bytes!("../data/torus-6x6.model")]
        } else {
            &[]
        };
        let mut models = files.iter().filter_map(|file| Self::from_bytes(file).ok());
        models.find(|model| Self::graph(model.classes.shape) == Some(graph))
    }

    /// Returns the rows and columns of the torus.
    pub fn shape(&self) -> Shape {
        self.classes.shape
    }

    /// Returns the model with the weights of all pairs, one by one.
    pub(crate) fn pairs(&self) -> PairModel {
        let weight = |a, b| f32::from(self.weights[self.classes.of(a, b)]) / UNITS;
        PairModel::new(self.classes.shape, |a| weight(a, a), weight)
    }

    /// Returns the changes of the estimate by each move. Takes some tens of milliseconds for 6x6.
    pub fn values(&self) -> Option<MoveValues> {
        let adjacency = Adjacency::of_graph(Self::graph(self.classes.shape)?)?;
        Some(MoveValues::on(&adjacency, self.pairs()))
    }

    /// Returns the model as bytes, which [`from_bytes`](Self::from_bytes) reads: `TILETOR1`, the
    /// numbers of rows and columns in a byte each, the weights of all classes as little-endian
    /// 16-bit integers, compressed by Deflate (RFC 1951), and the checksum of all that.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.classes.all().map(|(class, _)| self.weights[class]);
        let content: Vec<u8> = weights.flat_map(i16::to_le_bytes).collect();
        file(MAGIC, self.classes.shape, &content)
    }

    /// Reads a model.
    ///
    /// # Errors
    /// If the bytes are not a model, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let most = |shape: Shape| 4 * shape.cells().pow(3);
        let (shape, content) = read_file(MAGIC, bytes, most)?;
        let classes = TorusClasses::new(shape);
        let mut weights = vec![0; classes.classes.len()];
        let (read, rest) = content.as_chunks();
        if !rest.is_empty() || read.len() != classes.all().count() {
            return Err(ModelError::Damaged);
        }
        for ((class, _), weight) in classes.all().zip(read) {
            weights[class] = i16::from_le_bytes(*weight);
        }
        Ok(Self { classes, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Beam, CanonicalFrame, Estimator, TileSlide, path::goal};

    /// Returns a model whose weights differ from class to class.
    fn model(shape: Shape) -> TorusModel {
        let classes = TorusClasses::new(shape);
        let cells = shape.cells();
        // An object is never in two cells.
        let is_possible = |class: usize| {
            let [homes, a, b] = [class / cells / cells, class / cells, class].map(|at| at % cells);
            homes > 0 || a == b
        };
        let noise = |class: &u32| {
            let noise = (u64::from(*class) * 2_654_435_761 % 400) as i16 - 200;
            if is_possible(*class as usize) { noise } else { 0 }
        };
        let weights = classes.classes.iter().map(noise).collect();
        TorusModel { classes, weights }
    }

    #[test]
    fn classes_do_not_depend_on_where_a_torus_begins_or_on_the_order_of_tiles() {
        for name in ["2x3", "3x3", "4x3"] {
            let shape: Shape = name.parse().unwrap();
            let (classes, cells) = (TorusClasses::new(shape), shape.cells());
            let mut counts = std::collections::HashMap::new();
            for homes in (0..cells).flat_map(|a| (0..cells).map(move |b| [a, b])) {
                for at in (0..cells).flat_map(|a| (0..cells).map(move |b| [a, b])) {
                    let pair = |homes: [usize; 2], at: [usize; 2]| {
                        let object = |home| if home == shape.tiles() { 0 } else { home + 1 };
                        let mut pair = [0, 1].map(|number| [object(homes[number]), at[number]]);
                        pair.sort_unstable();
                        (pair[0][0] > 0).then(|| classes.of(pair[0], pair[1]))
                    };
                    let Some(class) = pair(homes, at) else {
                        continue;
                    };
                    *counts.entry(class).or_insert(0) += 1;
                    assert_eq!(pair([homes[1], homes[0]], [at[1], at[0]]), Some(class));
                    let moved = |cells: [usize; 2]| cells.map(|cell| after(shape, cell, 1));
                    if let Some(other) = pair(moved(homes), moved(at)) {
                        assert_eq!(other, class, "{name} {homes:?} {at:?}");
                    }
                }
            }
            let symmetries = symmetries(shape).len();
            assert!(counts.len() < cells.pow(3) && symmetries * 2 * counts.len() > cells.pow(3));
        }
    }

    #[test]
    fn changes_add_up_to_estimates_and_frames_lead_back() {
        for (name, beside) in [("torus-2x3", 3), ("torus-3x3", 4), ("torus-4x4", 4)] {
            let graph: CellGraph = name.parse().unwrap();
            let shape: Shape = name["torus-".len()..].parse().unwrap();
            let values = model(shape).values().unwrap();
            let adjacency = Adjacency::of_graph(graph).unwrap();
            let (mut board, mut blank) = (goal(shape), shape.tiles());
            for round in 0..200 {
                let ways: Vec<usize> = (0..4)
                    .filter(|&way| adjacency.beside[blank][way].is_some())
                    .collect();
                assert_eq!(ways.len(), beside);
                let direction = ways[round * 7 % 5 % ways.len()];
                let from = usize::from(adjacency.beside[blank][direction].unwrap());
                let slide = TileSlide {
                    tile: board[from],
                    from: from as u8,
                    to: blank as u8,
                    direction: direction as u8,
                };
                let mut padded = [0; 16];
                padded[..board.len()].copy_from_slice(&board);
                let before = values.estimate(&board);
                let change = values.change(slide, &padded);
                board.swap(from, blank);
                blank = from;
                assert_eq!(values.estimate(&board), before + change, "{name} {board:?}");
                // Any board may be the goal.
                let frame = CanonicalFrame::on_torus(shape, &board);
                assert_eq!(frame.canonicalize(&board), goal(shape));
                let start = goal(shape);
                let [from, to] = [&start, &board].map(|cells| frame.canonicalize(cells));
                let beam = Beam::on_graph(graph, 1).unwrap();
                let path = beam.search(&values, &from, &to, 100, 60, &mut |_| false);
                let Some(path) = path.filter(|_| round < 20) else {
                    continue;
                };
                let mut reached = start.clone();
                let mut at = shape.tiles();
                for to in frame.path_back(&start, &path) {
                    assert!(adjacency.beside[at].contains(&Some(to)));
                    reached.swap(at, to.into());
                    at = to.into();
                }
                assert_eq!(reached, board, "{name}");
            }
        }
    }

    #[test]
    fn a_model_survives_its_bytes_and_damage_is_found() {
        for name in ["2x3", "3x3", "2x4"] {
            let model = model(name.parse().unwrap());
            let bytes = model.to_bytes();
            let read = TorusModel::from_bytes(&bytes).unwrap();
            assert!(read.pairs() == model.pairs(), "{name}");
            assert!(TorusModel::of(&read.pairs()).to_bytes() == bytes, "{name}");
            for at in (0..bytes.len()).step_by(29).chain([bytes.len() - 1]) {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1;
                TorusModel::from_bytes(&damaged).expect_err("a bit is wrong");
            }
        }
        let few = file(MAGIC, "3x3".parse().unwrap(), &[0; 10]);
        assert_eq!(
            TorusModel::from_bytes(&few).err(),
            Some(ModelError::Damaged)
        );
    }
}
