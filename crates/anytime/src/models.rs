//! The models that this crate includes, and the choice of one for a board.

use std::sync::{Arc, Mutex};

use tilebase_core::sliding::Shape;

use crate::{MoveValues, PairModel};

/// The models that the features of this crate include, by the side of their boards.
const INCLUDED: &[(usize, &[u8])] = &[
    #[cfg(feature = "models")]
    (4, include_bytes!("../data/4x4.model")),
    #[cfg(feature = "models")]
    (5, include_bytes!("../data/5x5.model")),
    #[cfg(feature = "models")]
    (6, include_bytes!("../data/6x6.model")),
    #[cfg(feature = "models")]
    (7, include_bytes!("../data/7x7.model")),
];

/// A set of models with their [`MoveValues`], which are made when a board first needs them.
///
/// A board uses the smallest given model that it fits into, or else the smallest included one. The
/// default is no model at all.
#[derive(Debug, Default)]
pub struct Models {
    given: Vec<PairModel>,
    included: &'static [(usize, &'static [u8])],
    made: Mutex<Vec<Arc<MoveValues>>>,
}

impl Models {
    /// Returns the models that the features of this crate include.
    pub fn included() -> Self {
        Self {
            included: INCLUDED,
            ..Self::default()
        }
    }

    /// Returns these models and another. Given models are preferred to included ones of any size.
    pub fn with(&self, model: PairModel) -> Self {
        let mut given = self.given.clone();
        given.push(model);
        given.sort_by_key(|model| model.shape().rows());
        Self {
            given,
            included: self.included,
            made: Mutex::default(),
        }
    }

    /// Returns the most rows and columns of boards that a model serves; 0 if there is none.
    pub fn largest(&self) -> usize {
        let given = self.given.iter().map(|model| model.shape().rows());
        given
            .chain(self.included.iter().map(|(side, _)| *side))
            .max()
            .unwrap_or(0)
    }

    /// Returns whether a model is as large as boards of a shape.
    pub fn serve(&self, shape: Shape) -> bool {
        shape.rows().max(shape.cols()) <= self.largest()
    }

    /// Returns the table for boards of a shape; `None` if no model is as large as the shape.
    pub fn values(&self, shape: Shape) -> Option<Arc<MoveValues>> {
        // A thread that panicked while it held the list has left it whole.
        let mut made = self
            .made
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(values) = made.iter().find(|values| values.shape() == shape) {
            return Some(Arc::clone(values));
        }
        let side = shape.rows().max(shape.cols());
        let given = self.given.iter().find(|model| model.shape().rows() >= side);
        let included = || {
            let (_, bytes) = self.included.iter().find(|(of, _)| *of >= side)?;
            PairModel::from_bytes(bytes).ok()
        };
        let model = given.cloned().or_else(included)?;
        let model = if model.shape() == shape { model } else { model.corner(shape) };
        made.push(Arc::new(MoveValues::new(model)));
        made.last().cloned()
    }
}
