//! The weights of pairs of a torus in training.

use tilebase_core::sliding::Shape;

use crate::{
    object::ObjectAt,
    torus::{TorusClasses, after, orders, shift, symmetries},
};

/// The weights of pairs of a torus in training. A pair has the weight of its class, and shares
/// three more with similar pairs: those with homes and cells equally far apart; those whose rows
/// are equally far from home and whose homes' rows are equally far apart, with the columns of homes
/// and of cells equally near; and the same with rows and columns exchanged.
#[derive(Debug, Clone)]
pub(super) struct TorusTraining {
    classes: TorusClasses,
    /// The weights of each pair, by the number of its class.
    weights: Vec<[u32; 4]>,
    /// How often each weight applies to a board.
    counts: [Vec<f32>; 5],
}

impl TorusTraining {
    pub fn new(shape: Shape) -> Self {
        let (cells, symmetries) = (shape.cells(), symmetries(shape));
        let lines = [shape.rows(), shape.cols()];
        let line_of = |line: usize, cell| {
            if line == 0 { shape.row(cell) } else { shape.col(cell) }
        };
        // How far the cells of two objects are apart.
        let apart = |[homes, a, b]: [usize; 3]| shift(shape, a, after(shape, homes, b));
        let weights = |number: usize| {
            let kind = number / cells.pow(3);
            let pair = [number / cells / cells, number / cells, number].map(|at| at % cells);
            let numbered = |parts: &[usize], count: usize| {
                parts
                    .iter()
                    .fold(kind, |number, part| number * count + part)
            };
            let images = || {
                let orders = orders(shape, kind == 1, pair);
                let of = |pair: [usize; 3]| {
                    symmetries
                        .iter()
                        .map(move |image| pair.map(|shift| image[shift]))
                };
                orders.flat_map(of).collect::<Vec<_>>()
            };
            let offset = images()
                .iter()
                .map(|pair| numbered(&[pair[0], apart(*pair)], cells))
                .min();
            let along = |line: usize| {
                let across = 1 - line;
                // Without those that exchange rows and columns.
                let images = images();
                let turned = images
                    .chunks(symmetries.len())
                    .flat_map(|images| &images[..4]);
                let parts = turned.map(|pair| {
                    let [homes, a, b] = pair.map(|shift| line_of(line, shift));
                    let near = |shift| {
                        let apart = line_of(across, shift);
                        apart.min(lines[across] - apart)
                    };
                    numbered(
                        &[homes, a, b, near(pair[0]), near(apart(*pair))],
                        lines[0].max(lines[1]),
                    )
                });
                parts.min().unwrap_or(0) as u32
            };
            [
                number as u32,
                offset.unwrap_or(0) as u32,
                along(0),
                along(1),
            ]
        };
        let weights: Vec<[u32; 4]> = (0..2 * cells.pow(3)).map(weights).collect();
        let count = |axis: usize| {
            let most = weights.iter().map(|numbers| numbers[axis]).max();
            vec![0.0; most.map_or(0, |most| most as usize + 1)]
        };
        let counts = [
            count(0),
            count(1),
            count(2),
            count(3),
            vec![0.0; cells * cells],
        ];
        Self {
            classes: TorusClasses::new(shape),
            weights,
            counts,
        }
    }

    /// Returns how many weights there are of each kind.
    pub fn numbers_of_weights(&self) -> [usize; 4] {
        [0, 1, 2, 3].map(|axis| self.counts[axis].len())
    }

    /// Returns the number of the weight that an object has alone: that of all tiles as far from
    /// their homes.
    pub fn single(&self, place: ObjectAt) -> u32 {
        let cells = self.classes.shape.cells();
        (self.classes.of(place, place) % cells + usize::from(place[0] > 0) * cells) as u32
    }

    /// Returns the numbers of the weights of a pair, the lesser object first.
    #[inline]
    pub fn weights(&self, a: ObjectAt, b: ObjectAt) -> [u32; 4] {
        self.weights[self.classes.of(a, b)]
    }

    /// Returns the number of features that a board has: the sum of the squares of the numbers of
    /// times that its weights apply, by their shares.
    pub fn features(
        &mut self,
        singles: &[u32],
        pairs: &[[u32; 4]],
        [own, shared]: [f32; 2],
    ) -> f32 {
        let singles = singles.iter().map(|&number| (4, number, 1.0));
        let shares = [own, shared, shared, shared];
        let pairs = pairs.iter().flat_map(|numbers| {
            let numbers = numbers.iter().zip(shares).enumerate();
            numbers.map(|(axis, (&number, share))| (axis, number, share))
        });
        let all = || singles.clone().chain(pairs.clone());
        for (axis, number, _) in all() {
            self.counts[axis][number as usize] += 1.0;
        }
        let counts = &self.counts;
        let features = all().map(|(axis, number, share)| share * counts[axis][number as usize]);
        let features = features.sum();
        for (axis, number, _) in all() {
            self.counts[axis][number as usize] = 0.0;
        }
        features
    }
}
