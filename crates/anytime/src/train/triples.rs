//! The weights of triples in training.

use tilebase_core::sliding::Shape;

use crate::triples::{Triple, Triples};

/// The weights of triples in training. Each triple has a weight of its own, and one that it shares
/// with all triples of the same form whose tiles are as far apart.
#[derive(Debug, Clone)]
pub(super) struct TripleTraining {
    shape: Shape,
    /// The triples, whose weights are not used.
    triples: Triples,
    own: Vec<f32>,
    shared: Vec<f32>,
}

/// The numbers of the weights that apply to a triple.
pub(super) type TripleWeights = [u32; 2];

impl TripleTraining {
    /// Returns a training that begins with these weights.
    pub fn of(shape: Shape, triples: &Triples) -> Self {
        let ways: usize = apart(shape).iter().product();
        Self {
            shape,
            triples: triples.clone(),
            own: (0..triples.count())
                .map(|index| triples.moves(index))
                .collect(),
            shared: vec![0.0; Triples::FORMS * ways.pow(2)],
        }
    }

    fn weights(&self, triple: &Triple, at: [usize; 3]) -> TripleWeights {
        let line = |cell| [self.shape.row(cell), self.shape.col(cell)];
        let [first, second, third] = at.map(line);
        let mut shared = triple.form;
        for other in [second, third] {
            for (line, apart) in apart(self.shape).into_iter().enumerate() {
                shared = shared * apart + apart / 2 + other[line] - first[line];
            }
        }
        [self.triples.index(triple, at) as u32, shared as u32]
    }

    fn of_triple(&self, [own, shared]: TripleWeights) -> f32 {
        self.own[own as usize] + self.shared[shared as usize]
    }

    /// Returns the sum of the weights of a board, and writes their numbers.
    pub fn estimate(&self, cell_of: impl Fn(u8) -> u8, weights: &mut Vec<TripleWeights>) -> f32 {
        weights.clear();
        weights.extend(self.triples.iter().map(|triple| {
            let cells = triple.tiles.map(|tile| cell_of(tile).into());
            self.weights(triple, self.triples.in_table(triple, cells))
        }));
        weights.iter().map(|&weights| self.of_triple(weights)).sum()
    }

    /// Adds a step to each of these weights: to triples' own, and to shared ones.
    pub fn learn(&mut self, weights: &[TripleWeights], [own_step, shared_step]: [f32; 2]) {
        for &[own, shared] in weights {
            self.own[own as usize] += own_step;
            self.shared[shared as usize] += shared_step;
        }
    }

    /// Returns what was learned.
    pub fn triples(&self) -> Triples {
        if self.triples.is_empty() {
            return self.triples.clone();
        }
        Triples::new(self.shape, |&triple| {
            move |at| self.of_triple(self.weights(&triple, at))
        })
    }
}

/// The number of ways in which two rows are apart, and two columns.
pub(super) fn apart(shape: Shape) -> [usize; 2] {
    [shape.rows(), shape.cols()].map(|lines| 2 * lines - 1)
}
