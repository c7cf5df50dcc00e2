//! Rows of stones without a table: iterative deepening with the covering bound.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use tilebase_core::oshidori::{Goal, Row};
use tilebase_solve::oshidori::{self, Checkpoint, Options, OshidoriError, Solutions};

use super::{Answer, Bounds, Engine, Stats};
use crate::{
    context::note, failure::Failure, output, progress, saved_search::SavedSearch, state::State,
};

/// How often an unfinished search is saved.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// How the search is called where heuristics are named.
pub const COVERING: &str = "covering";

/// The search for one goal.
pub struct Search {
    pub goal: Goal,
    pub quiet: bool,
    /// After this time bounds are answer enough.
    pub time: Option<Duration>,
    /// Where the search is saved, and goes on from.
    pub resume: Option<SavedSearch>,
}

impl Search {
    /// Solves for one row, or `None` where no moves lead to the goal.
    fn search(&self, row: &Row) -> Result<Option<oshidori::Answer>, Failure> {
        let resume = match &self.resume {
            Some(file) => file.read()?,
            None => None,
        };
        let saver = self
            .resume
            .as_ref()
            .map(|file| Saver::new(file, self.quiet));
        let save = saver
            .as_ref()
            .map(|saver| |checkpoint: &Checkpoint| saver.save(checkpoint));
        let options = Options {
            time: self.time,
            resume,
            save: save
                .as_ref()
                .map(|save| save as &(dyn Fn(&Checkpoint) + Sync)),
            save_every: Duration::ZERO,
            ..Options::default()
        };
        let Some((answer, interrupted)) = self.run(row, options)? else {
            return Ok(None);
        };
        let mut later = String::new();
        if let Some(file) = &self.resume {
            match &answer.checkpoint {
                Some(checkpoint) => file.write(checkpoint)?,
                None => file.remove()?,
            }
            let path = file.path().display();
            later = format!("; saved in {path}, the same command goes on from there");
        }
        if interrupted && answer.checkpoint.is_some() {
            let bounds = Bounds::of(&answer);
            let after = output::seconds(answer.stats.seconds);
            return Err(Failure::Interrupted(format!(
                "stopped after {after}, proven so far: {bounds}{later}"
            )));
        }
        Ok(Some(answer))
    }

    /// The answer and whether the user asked to stop, or `None` where no moves lead to the goal.
    fn run(
        &self,
        row: &Row,
        options: Options<'_>,
    ) -> Result<Option<(oshidori::Answer, bool)>, Failure> {
        let (found, interrupted) = progress::search(self.quiet, describe, |monitor| {
            let found = oshidori::solve(row, &self.goal, options, monitor);
            (found, monitor.stopped())
        });
        match found {
            Ok(answer) => Ok(Some((answer, interrupted))),
            Err(OshidoriError::Unreachable { .. }) => Ok(None),
            Err(error) => Err(self.failure(&error)),
        }
    }

    /// The distance of a neighbour of a row at `distance`. A move can be taken back, so it is one
    /// less, the same or one more; that it is one more is known without looking for a way.
    fn distance_beside(&self, row: &Row, distance: u32) -> Result<Option<u32>, Failure> {
        let lengths = distance.saturating_sub(1)..=distance;
        let options = Options {
            lengths,
            ..Options::default()
        };
        let Some((answer, _)) = self.run(row, options)? else {
            return Ok(None);
        };
        if answer.checkpoint.is_some() {
            return Err(Failure::Interrupted(format!(
                "stopped; the state is {distance} moves from the goal, but what each move is worth is not known yet"
            )));
        }
        Ok(Some(answer.lower))
    }

    fn failure(&self, error: &OshidoriError) -> Failure {
        match (error, &self.resume) {
            (
                OshidoriError::OtherSearch { .. }
                | OshidoriError::OtherVersion { .. }
                | OshidoriError::Damaged { .. },
                Some(file),
            ) => Failure::Table(format!("{}: {error}", file.path().display())),
            _ => Failure::input(error.to_string()),
        }
    }

    /// All shortest solutions, counted, and up to `limit` of them listed.
    fn all_solutions(&self, row: &Row, limit: usize) -> Result<Option<Solutions>, Failure> {
        let Some(length) = self.search(row)?.and_then(|answer| answer.length()) else {
            return Ok(None);
        };
        let found = progress::search(self.quiet, describe, |monitor| {
            oshidori::all_solutions(row, &self.goal, length, limit, monitor)
        });
        match found {
            Ok(solutions) if !solutions.complete => Err(Failure::Interrupted(format!(
                "stopped, {} solutions of {length} moves so far",
                output::count(solutions.count)
            ))),
            Ok(solutions) => Ok(Some(solutions)),
            Err(error) => Err(self.failure(&error)),
        }
    }
}

impl Engine for Search {
    fn distance(&self, state: &State) -> Result<Answer, Failure> {
        self.solve(state)
    }

    fn solve(&self, state: &State) -> Result<Answer, Failure> {
        let row = row(state);
        let answer = Answer {
            method: "ida*",
            heuristic: Some(COVERING.to_owned()),
            ..Answer::default()
        };
        let Some(found) = self.search(row)? else {
            return Ok(answer);
        };
        let first = oshidori::lower_bound(row, &self.goal).map_err(|error| self.failure(&error))?;
        let open = found.length().is_none();
        Ok(Answer {
            distance: found.length(),
            bounds: open.then(|| Bounds::of(&found)),
            proof: found.proof.map(oshidori::Proof::name),
            path: found.moves.map_or_else(Vec::new, |moves| path(row, &moves)),
            stats: Some(Stats {
                expanded: found.stats.expanded,
                generated: found.stats.generated,
                thresholds: (first..first + found.stats.thresholds).collect(),
                seconds: found.stats.seconds,
            }),
            ..answer
        })
    }

    fn hints(&self, state: &State, distance: u32) -> Result<Vec<(State, u32)>, Failure> {
        let mut hints = Vec::new();
        for next in state.neighbours() {
            if let Some(after) = self.distance_beside(row(&next), distance)? {
                hints.push((next, after));
            }
        }
        hints.sort_by_key(|&(_, distance)| distance);
        Ok(hints)
    }

    fn count(&self, state: &State) -> Result<u128, Failure> {
        let found = self.all_solutions(row(state), 0)?;
        Ok(found.map_or(0, |solutions| solutions.count.into()))
    }

    fn all(&self, state: &State, limit: usize) -> Result<Vec<Vec<State>>, Failure> {
        let row = row(state);
        let found = self.all_solutions(row, limit)?;
        let listed = found.map(|solutions| solutions.listed).unwrap_or_default();
        Ok(listed.iter().map(|moves| path(row, moves)).collect())
    }
}

impl Bounds {
    fn of(answer: &oshidori::Answer) -> Self {
        Self {
            lower: answer.lower,
            upper: answer.upper,
        }
    }
}

fn row(state: &State) -> &Row {
    match state {
        State::Row(row) => row,
        State::Board(_) => unreachable!("states are parsed for the puzzle that is asked about"),
    }
}

fn path(start: &Row, moves: &[u8]) -> Vec<State> {
    let mut row = *start;
    let mut path = vec![State::Row(row)];
    for &cell in moves {
        row.jump(cell.into());
        path.push(State::Row(row));
    }
    path
}

/// What a terminal shows of a search.
pub fn describe(news: &oshidori::Progress) -> (f64, String) {
    let bounds = Bounds {
        lower: news.lower,
        upper: news.upper,
    };
    let text = format!(
        "{bounds}; part {} of {}, {} nodes, {}",
        output::count(news.jobs_begun),
        output::count(news.jobs),
        output::count(news.generated),
        output::seconds(news.seconds),
    );
    (news.seconds, text)
}

/// Saves a search at once, so that a file that cannot be written is known early, and then now and then.
struct Saver<'a> {
    file: &'a SavedSearch,
    quiet: bool,
    last: Mutex<Option<Instant>>,
}

impl<'a> Saver<'a> {
    fn new(file: &'a SavedSearch, quiet: bool) -> Self {
        Self {
            file,
            quiet,
            last: Mutex::default(),
        }
    }

    fn save(&self, checkpoint: &Checkpoint) {
        let mut last = self.last.lock().unwrap_or_else(|error| error.into_inner());
        if last.is_none_or(|last| last.elapsed() >= SAVE_EVERY) {
            *last = Some(Instant::now());
            if let Err(failure) = self.file.write(checkpoint) {
                note(self.quiet, &format!("{failure}; the search goes on"));
            }
        }
    }
}
