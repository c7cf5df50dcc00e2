//! Tilebase as WebAssembly: one function from text to text.
//!
//! A [`Session`] takes questions as JSON objects, and answers with JSON objects that have the keys
//! of the program's `--json`. Tables and pattern databases are built in memory when a question
//! needs them. Nothing here depends on a browser, so that native tests cover it; `host`, which is
//! compiled for WebAssembly only, exports it.
//!
//! ```
//! let mut session = tilebase_web::Session::new(|_| ());
//! let answer = session.ask(r#"{"do":"distance","space":"3x3","state":"867254301"}"#);
//! assert!(answer.contains(r#""distance":31"#));
//! ```

#[cfg(target_family = "wasm")]
mod host;
mod question;
mod solver_cache;
mod tasks;
#[cfg(all(target_family = "wasm", feature = "without-pthreads"))]
mod threads;

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use tilebase::{Answer, Error};

use question::{BoxedError, Question, QuestionSubject};
use solver_cache::SolverCache;

/// Answers questions, and keeps the tables that they need.
pub struct Session {
    cache: SolverCache,
    /// The last solution, which makes hints about its state cheaper.
    solved: Option<(QuestionSubject, Answer)>,
}

impl Session {
    /// Returns a session without tables. `report` is called with the progress of long work, as JSON
    /// objects: a level of a table (`"report":"level"` with `distance`, `reached` and `total`, in
    /// states), or the bounds of a search (`"report":"search"` with `lower` and `upper`, in moves,
    /// `generated` and `seconds`).
    pub fn new(report: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self {
            cache: SolverCache::new(Arc::new(report)),
            solved: None,
        }
    }

    /// Answers a question, an object with the keys
    ///
    /// - `do`: `prepare`, `read` (of a text), `distance`, `distances`, `solve`, `hint`, `review`,
    ///   `shorten`, `check`, `depths`, `chance`, `hardest`, `at`, `random`, `moves`, `start` (of
    ///   moves that lead to the goal), `link`, `replay` or `model`: the name of the model that the
    ///   puzzle's solutions need and is missing, such as `5x5`, or `null`;
    /// - `space`: the puzzle's name; `goal`, if it is not the usual one; `metric`, `single` or
    ///   `multi`: what counts as one move;
    /// - `block`, `holes`, `unlike` and `turn` (`may` or `must`): the rules of a row of stones, if
    ///   they are not the usual ones;
    /// - `state`: text or an array of cells (`distance`, `solve`, `hint`, `review`, `shorten`,
    ///   `check`, `link`); or a text with any number of states (`read`), which also says what the
    ///   puzzle is, if `space` is missing;
    /// - `moves`: text (`review`, `shorten`, `moves`, `start`, `link`); `tool`: `inverse`,
    ///   `mirror`, `transpose`, `simplify` or `join` (`moves`); `link`: the link of a replay
    ///   (`replay`); `better`: whether to add `mistakes` with better solutions (`review`); `count`:
    ///   whether to count the shortest solutions (`solve`, `hint`);
    /// - `stages`: the stages of a solution or a game, as the library reads them (`solve`,
    ///   `review`), and `endings`: the number of solutions of each that are followed (`solve`);
    ///   `stage`: the tiles that are in place (`random`);
    /// - `soon`: whether what is not proven after 1.6 seconds has bounds, if neither `seconds` nor
    ///   `width` is given and the last answer was not the solution of this state (`hint`);
    /// - `walk`: the number of random moves from the goal (`random`);
    /// - `distance` (`at`, `random`), `limit` (`hardest`, `at`), `n` (`random`), `seed` (`at`,
    ///   `random`); `limit` and `n` are at most a million; `n` states whose mean distance is
    ///   `below` a number (`chance`);
    /// - `states`: an array of states (`distances`);
    /// - `seconds`: the time after which a search ends with bounds, and on boards with the best
    ///   solution known;
    /// - `best`: whether to answer with the best solution that beams find in this time, without
    ///   tables; `width`: the width of a single beam, whose answer is the same on every machine
    ///   unless `seconds` end it.
    ///
    /// The answer is an object, or `{"error": …}`, with `"ambiguous":true` if a text can be read in
    /// two ways. Its keys are those of the program's `--json` if
    /// the program answers the same question; `random` has them in a list, `states`.
    pub fn ask(&mut self, question: &str) -> String {
        let answer = Question::read(question)
            .map_err(BoxedError::from)
            .and_then(|question| tasks::answer(self, &question));
        answer.unwrap_or_else(|error| unanswered(&*error))
    }

    /// Takes a model that guides beams, as the bytes of its file. Answers with its name,
    /// `{"model":"5x5"}`, or `{"error": …}`.
    pub fn add_model(&mut self, file: &[u8]) -> String {
        if cfg!(not(feature = "searches")) {
            return object("error", "this module has no searches, which models guide");
        }
        match self.cache.add_model(file) {
            Ok(shape) => object("model", shape.to_string()),
            Err(error) => unanswered(&error),
        }
    }
}

/// Returns the answer to a question that has none.
fn unanswered(error: &(dyn std::error::Error + 'static)) -> String {
    let is_ambiguous = matches!(error.downcast_ref(), Some(Error::Ambiguous(_)));
    text(&Unanswered {
        error: error.to_string(),
        ambiguous: is_ambiguous.then_some(true),
    })
}

/// Why a question has no answer.
#[derive(Serialize)]
struct Unanswered {
    error: String,
    /// Whether the text that was to be read can be read in two ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    ambiguous: Option<bool>,
}

/// Writes an object with one key.
fn object(key: &str, value: impl Serialize) -> String {
    text(&BTreeMap::from([(key, value)]))
}

/// Writes an answer as JSON, which can write all answers: their keys are text.
fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}
