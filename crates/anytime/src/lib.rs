#![doc = include_str!("../README.md")]
//!
//! # Goals and paths
//!
//! The goal is always `1 2 3 … 0`: [`CanonicalFrame`] maps boards with other goals. A path is the
//! list of the cells that the blank visits; [`ends_of_moves`] counts its moves in either metric.

// docs.rs labels what needs a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod adjacency;
mod backward_set;
mod beam;
mod canonical_frame;
mod children;
mod construct;
mod estimator;
mod improve;
mod model;
mod model_file;
mod models;
mod node;
mod object;
mod path;
#[cfg(feature = "graphs")]
mod torus;
#[cfg(any(feature = "train", all(feature = "graphs", test)))]
pub mod train;
mod triples;
mod windows;

pub use beam::{Beam, Layer};
pub use canonical_frame::CanonicalFrame;
pub use construct::{Construction, Inner, SolveInner};
pub use estimator::{Estimator, TileSlide};
pub use improve::{FIRST_WIDTH, Improvements, Improver, Limits, wider};
pub use model::{MoveValues, PairModel};
pub use model_file::ModelError;
pub use models::Models;
pub use path::{ends_of_moves, play, steps};
#[cfg(feature = "graphs")]
pub use torus::TorusModel;
pub use windows::{rounds_within, shorten};
