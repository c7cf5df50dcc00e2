#![doc = include_str!("../README.md")]
//!
//! # Questions
//!
//! A [`Library`] holds tables of every position, in a folder or in memory. It opens puzzles by name
//! ([`Library::puzzle`]) or by value ([`Library::solver`]). A [`Solver`] then answers questions
//! about distances, solutions, the value of each move, the hardest states and the quality of a
//! game. Answers about small puzzles come from tables, which are built when they are first needed;
//! answers about larger ones come from IDA\* with pattern databases.
//!
//! | to know | ask |
//! | --- | --- |
//! | the least number of moves | [`distance`], [`distances`] |
//! | a shortest solution, all of them, how many | [`solve`], [`solutions`] |
//! | what each move is worth | [`hints`] |
//! | how well a game was played, and better solutions | [`game`], [`review`], [`mistakes`] |
//! | solutions and games stage by stage | [`solve_stages`], [`review_stages`] |
//! | the hardest states, or those at a distance | [`hardest`], [`at`] |
//! | how many states there are at each distance | [`depths`] |
//! | random states: uniformly, at a distance, after a walk or a stage | [`random`], [`draw`] |
//! | how hard states are among all | [`hardness`] |
//! | distances and optimal moves of millions of states | [`cell_distances`], [`optimal_moves`] |
//! | samples and solutions of millions of states | [`sample`], [`paths`], [`solve_each`] |
//! | whether a state can be solved, and why | [`check`] |
//!
//! Nothing is printed: [`Library::with_callback`] takes a callback for progress,
//! [`Library::with_stop`] a flag that stops long work. Answers serialize with serde to the objects
//! that the program prints with `--json`. A question that cannot be answered returns an [`Error`].
//!
//! A puzzle of your own implements [`RankedSpace`], which numbers its states and lists its moves:
//! [`own::build`] then builds its table in memory, and [`search`] has the textbook searches.
//!
//! Every feature is on by default, and takes something away when it is off:
//!
//! | feature | without it |
//! | --- | --- |
//! | `json` | searches cannot be saved: there is no [`Solver::with_saved_search`] |
//! | `models` | beams have only the [`Models`] that the program reads |
//! | `replays` | there is no [`Replay`] |
//! | `rows` | a question about a row of stones is an error |
//! | `search` | there is no module [`search`] |
//! | `searches` | a question about a board without a table, or about stages, is an error |
//! | `threads` | the thread that asks does all the work, and there is no module [`rayon`] |
//!
//! [`distance`]: Solver::distance
//! [`distances`]: Solver::distances
//! [`solve`]: Solver::solve
//! [`solutions`]: Solver::solutions
//! [`hints`]: Solver::hints
//! [`game`]: Solver::game
//! [`review`]: Solver::review
//! [`mistakes`]: Solver::mistakes
//! [`solve_stages`]: Solver::solve_stages
//! [`review_stages`]: Solver::review_stages
//! [`hardest`]: Solver::hardest
//! [`at`]: Solver::at
//! [`depths`]: Solver::depths
//! [`random`]: Solver::random
//! [`draw`]: Solver::draw
//! [`hardness`]: Solver::hardness
//! [`cell_distances`]: Solver::cell_distances
//! [`optimal_moves`]: Solver::optimal_moves
//! [`sample`]: Solver::sample
//! [`paths`]: Solver::paths
//! [`solve_each`]: Solver::solve_each
//! [`check`]: Solver::check

// docs.rs labels what needs a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod answers;
mod ask;
mod backend;
mod event;
mod families;
mod io;
mod known;
mod library;
mod machine;
mod moves;
mod options;
pub mod own;
pub mod pictures;
mod policy;
mod reading;
mod solver;
mod store;
#[doc(hidden)]
pub mod units;
mod values;

pub use answers::{
    About, Answer, Bounds, Chance, Check, Depths, FarthestStage, FarthestStages, Game, Hint, Hints,
    Improvement, Method, Mistake, Reason, Review, Reviewed, ReviewedStage, Shortened, Solutions,
    StageEnd, Staged, StagedReview, Stages,
};
pub use ask::{Chosen, Drawn, EachSolution, Hardness, Selection};
pub use event::{Event, Searching};
#[cfg(feature = "replays")]
pub use io::Replay;
pub use library::{Library, data_folder};
pub use machine::Available;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub use machine::estimate;
pub use moves::{Direction, Lengths, Letters, ListedNotation, Move, Moves, Notation};
pub use options::Options;
pub use reading::{
    FORMS, Form, ReadAs, Reading, StateLines, StateText, Texts, WrittenForm, puzzle_of,
};
pub use solver::Solver;
pub use store::{Build, Existing, Found, Scratch};
pub use values::{Error, ErrorKind, Input, OtherFamily, Result, Rng, State, seeded};

/// The crate of the thread pools in which long work runs, in the version that this crate uses.
#[cfg(all(feature = "threads", not(target_family = "wasm")))]
pub use rayon;
pub use tilebase_anytime::{ModelError, Models, PairModel};
#[cfg(feature = "graphs")]
pub use tilebase_core::graph::{self, CellGraph};
pub use tilebase_core::{
    Monitor, Puzzle, PuzzleError, RankedSpace, StateError,
    format::{self, Built, Subject, TableFile},
    oshidori::{self, Row, Stones},
    pattern::{self, Groups},
    sliding::{self, Board, Shape},
};
#[cfg(feature = "search")]
pub use tilebase_search as search;
pub use tilebase_solve::{Iteration, Proof, Stats, heuristic::HeuristicName, instances};

/// Items for the project's own programs, as `estimate` and `units` are. They may change in any
/// version.
#[doc(hidden)]
pub mod programs {
    pub use crate::{
        answers::{GradedGame, PlacedState, Solvable},
        families::puzzle_by_rules,
        io::{TableSummary, file_name, file_summaries},
        machine::{BYTES_OF_A_THREAD, MOST_THREADS, allowance, available_memory, kibibytes},
        reading::with_goal_in_signs,
        store::replace,
    };
    pub use tilebase_core::{counted, joined, without_mark, wrapped};
    pub use tilebase_pdb_build::{has_buildable_size, parts};
    #[cfg(feature = "rows")]
    pub use tilebase_solve::oshidori::doubling_cycles;
}
