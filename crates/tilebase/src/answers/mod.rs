//! Answers, and the objects as which they serialize.

mod about;
mod answer;
mod depths;
mod game;
mod objects;
#[cfg(feature = "read")]
mod read;
mod stages;

#[cfg(not(target_family = "wasm"))]
pub(crate) use about::is_single;
pub use about::{About, PlacedState, Solvable, as_text};
pub use answer::{Answer, Bounds, Check, Hint, Hints, Improvement, Method, Reason, Solutions};
pub use depths::{Chance, Depths};
pub use game::{Game, GradedGame, Mistake, Review, Reviewed, Shortened};
pub use stages::{
    FarthestStage, FarthestStages, ReviewedStage, StageEnd, Staged, StagedReview, Stages,
};
