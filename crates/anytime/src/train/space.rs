//! What is trained: the boards of a rectangle or of a torus.

use std::str::FromStr;

use rand::{rngs::ChaCha8Rng, seq::SliceRandom};
use tilebase_core::{
    graph::{CellGraph, GraphBoard, GraphReach},
    sliding::{Metric, Shape, ShapeError, blank_of, solvable_cells},
};

use crate::{
    Beam, ModelError, MoveValues, PairModel, TorusModel, adjacency::Adjacency, path::goal,
};

/// The boards of a rectangle or of a torus, named `6x6` or `torus-6x6`.
#[derive(Debug, Clone, Copy)]
pub struct TrainingSpace {
    shape: Shape,
    torus: Option<CellGraph>,
}

impl FromStr for TrainingSpace {
    type Err = ShapeError;

    fn from_str(name: &str) -> Result<Self, ShapeError> {
        let (shape, is_torus) = match name.strip_prefix("torus-") {
            Some(shape) => (shape, true),
            None => (name, false),
        };
        let shape = shape.parse()?;
        let torus = if is_torus { TorusModel::graph(shape) } else { None };
        Ok(Self { shape, torus })
    }
}

impl TrainingSpace {
    /// Returns the rows and columns.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// Returns whether rows and columns are rings.
    pub fn is_torus(self) -> bool {
        self.torus.is_some()
    }

    /// Returns the goal, `1 2 3 … 0`.
    pub fn goal(self) -> Vec<u8> {
        goal(self.shape)
    }

    pub(super) fn adjacency(self) -> Adjacency {
        let torus = self.torus.and_then(Adjacency::of_graph);
        torus.unwrap_or_else(|| Adjacency::of_board(self.shape))
    }

    /// Returns a beam. The seed decides between boards with equal estimates.
    pub fn beam(self, seed: u64) -> Beam {
        let torus = self.torus.and_then(|torus| Beam::on_graph(torus, seed));
        torus.unwrap_or_else(|| Beam::new(self.shape, Metric::Single, seed))
    }

    /// Returns the changes of a model's estimate by each move.
    pub fn values(self, model: PairModel) -> MoveValues {
        MoveValues::on(&self.adjacency(), model)
    }

    /// Returns a board drawn uniformly from those that can be solved.
    pub fn uniform(self, rng: &mut ChaCha8Rng) -> Vec<u8> {
        let (mut board, goal) = (self.goal(), self.goal());
        board.shuffle(rng);
        let is_solvable = match self.torus {
            None => solvable_cells(self.shape, &board, &goal),
            Some(torus) => {
                let [board, goal] =
                    [&board, &goal].map(|cells| GraphBoard::from_checked_cells(torus, cells));
                let reached = GraphReach::new(&goal).of(&board);
                reached.is_none_or(|(reached, _)| reached)
            }
        };
        if !is_solvable {
            let blank = blank_of(&board);
            let [first, second] = if blank < 2 { [2, 3] } else { [0, 1] };
            board.swap(first, second);
        }
        board
    }

    /// Returns a model as bytes.
    pub fn write(self, model: &PairModel) -> Vec<u8> {
        if self.is_torus() {
            TorusModel::of(model).to_bytes()
        } else {
            model.to_bytes()
        }
    }

    /// Reads a model.
    ///
    /// # Errors
    /// If the bytes are not one, or damaged.
    pub fn read(self, bytes: &[u8]) -> Result<PairModel, ModelError> {
        if self.is_torus() {
            return Ok(TorusModel::from_bytes(bytes)?.pairs());
        }
        PairModel::from_bytes(bytes)
    }
}
