//! The models that this crate includes, and the choice of one for a board.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tilebase_core::sliding::Shape;

use crate::{MoveValues, PairModel};

/// The models that the features of this crate include, by the shape of their boards; the smallest
/// first.
const INCLUDED: &[([usize; 2], &[u8])] = if cfg!(feature = "models") {
    &[
        ([4, 4], include_bytes!("../data/4x4.model")),
        ([5, 5], include_bytes!("../data/5x5.model")),
        ([3, 10], include_bytes!("../data/3x10.model")),
        ([2, 15], include_bytes!("../data/2x15.model")),
        ([6, 6], include_bytes!("../data/6x6.model")),
        ([7, 7], include_bytes!("../data/7x7.model")),
    ]
} else {
    &[]
};

/// A set of models with their [`MoveValues`], which are made when a board first needs them.
///
/// A board uses the smallest given model that it fits into, or else the smallest included one. The
/// default is no model at all.
#[derive(Debug, Default)]
pub struct Models {
    given: Vec<PairModel>,
    included: &'static [([usize; 2], &'static [u8])],
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
        given.sort_by_key(|model| model.shape().cells());
        Self {
            given,
            included: self.included,
            made: Mutex::default(),
        }
    }

    /// Returns the smallest given model for boards of a shape.
    fn given(&self, shape: Shape) -> Option<&PairModel> {
        let mut given = self.given.iter();
        given.find(|model| shape.fits_into(model.shape()))
    }

    /// Returns the file of the smallest included model for boards of a shape.
    fn included_for(&self, shape: Shape) -> Option<&'static [u8]> {
        let mut included = self.included.iter();
        let fits = |[rows, cols]: [usize; 2]| {
            Shape::new(rows, cols).is_ok_and(|model| shape.fits_into(model))
        };
        included
            .find(|(model, _)| fits(*model))
            .map(|(_, file)| *file)
    }

    /// Returns whether there is a model for boards of a shape.
    pub fn serve(&self, shape: Shape) -> bool {
        self.given(shape).is_some() || self.included_for(shape).is_some()
    }

    /// Returns whether the table for boards of a shape is made already.
    pub(crate) fn has_read(&self, shape: Shape) -> bool {
        self.made().iter().any(|values| values.shape() == shape)
    }

    fn made(&self) -> MutexGuard<'_, Vec<Arc<MoveValues>>> {
        // A thread that panicked while it held the list has left it whole.
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the table for boards of a shape; `None` if there is no model for them.
    pub fn values(&self, shape: Shape) -> Option<Arc<MoveValues>> {
        let mut made = self.made();
        if let Some(values) = made.iter().find(|values| values.shape() == shape) {
            return Some(Arc::clone(values));
        }
        let included = || PairModel::from_bytes(self.included_for(shape)?).ok();
        let model = self.given(shape).cloned().or_else(included)?;
        let model = if model.shape() == shape { model } else { model.corner(shape) };
        made.push(Arc::new(MoveValues::new(model)));
        made.last().cloned()
    }
}
