//! Exact distances and optimal solutions of sliding-tile and oshidori puzzles.

pub mod store {
    //! Where tables are kept.

    mod lock;
    mod replace;

    pub use lock::BuildLock;
    pub use replace::{part_of, replace};
}
