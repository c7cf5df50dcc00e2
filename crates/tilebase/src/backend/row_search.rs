//! Rows of stones: their tables, and iterative deepening with the covering bound for rows without a
//! table.

use tilebase_core::{
    Monitor, Puzzle, counted,
    format::TableFile,
    oshidori::{Goal, OshidoriSpace, Row, RowReduction, Stones},
};
use tilebase_solve::{
    SolutionLimit,
    heuristic::HeuristicName,
    oshidori::{self, OshidoriError, RowCheckpoint},
    table::ByState,
};

use super::{
    table::ByTable,
    traits::{Backend, TableBackend},
};
use crate::{
    answers::{Answer, Bounds, Method, Solutions},
    event::{Event, Reporter, Searching},
    options::Options,
    store::SavedSearch,
    units,
    values::{Error, Result, State},
};

/// Returns the backend of a table of rows.
pub(crate) fn by_table(
    stones: Stones,
    goal: Goal,
    table: TableFile,
) -> Result<Box<dyn TableBackend>> {
    let reduction = RowReduction::to_canonical(stones, goal);
    let space = OshidoriSpace::new(stones, reduction.canonical_goal())?;
    let encoding = table.metadata().encoding;
    let distances = ByState::new(space, encoding, table);
    Ok(Box::new(ByTable::new(distances, reduction)))
}

/// Returns the search for a goal.
pub(crate) fn by_search(stones: Stones, goal: Goal, options: &Options) -> Result<Box<dyn Backend>> {
    let resume = options.resume.as_deref().map(SavedSearch::at);
    Ok(Box::new(RowSearch {
        stones,
        goal,
        resume: resume.transpose()?,
    }))
}

/// Returns the rule by which a row cannot reach the goal, if one says so.
pub(crate) fn excluded(row: &Row, goal: Goal) -> Option<&'static str> {
    match oshidori::lower_bound(row, &goal) {
        Err(OshidoriError::Unreachable { reason }) => Some(reason),
        _ => None,
    }
}

/// The search for one goal.
struct RowSearch {
    stones: Stones,
    goal: Goal,
    /// The file in which the search is saved and from which it continues.
    resume: Option<SavedSearch>,
}

impl RowSearch {
    /// Solves for one row, or `None` if no moves lead to the goal. A search that ends early has
    /// bounds and, if there is a file for it, is saved.
    fn search(&self, state: &State, reporter: &Reporter) -> Result<Option<oshidori::RowAnswer>> {
        let file = self.resume.as_ref();
        let keep = file.map(|file| move |search: &RowCheckpoint| file.keep(search, reporter));
        let options = oshidori::RowOptions {
            resume: file.map_or(Ok(None), SavedSearch::read)?,
            save: keep.as_ref().map(|keep| keep as _),
            ..oshidori::RowOptions::default()
        };
        let answer = self.run(state, options, reporter)?;
        if let (Some(file), Some(answer)) = (&self.resume, &answer) {
            match &answer.checkpoint {
                Some(checkpoint) => file.write(checkpoint)?,
                None => file.remove()?,
            }
        }
        Ok(answer)
    }

    /// Returns an error if a search has ended early because the caller asked to stop.
    fn check_stop(&self, answer: &oshidori::RowAnswer, reporter: &Reporter) -> Result<()> {
        if answer.checkpoint.is_none() || !reporter.stopped() {
            return Ok(());
        }
        let (bounds, after) = (bounds(answer), units::seconds(answer.stats.seconds));
        let later = self.resume.as_ref();
        let later = later.map_or_else(String::new, SavedSearch::later);
        Err(Error::Interrupted(format!(
            "stopped after {after}, proven so far: {bounds}{later}"
        )))
    }

    /// Returns the answer, or `None` if no moves lead to the goal.
    fn run(
        &self,
        state: &State,
        options: oshidori::RowOptions<'_>,
        reporter: &Reporter,
    ) -> Result<Option<oshidori::RowAnswer>> {
        let row = Row::try_from(state)?;
        let solve = |monitor: &Monitor<'_, _>| oshidori::solve(&row, &self.goal, options, monitor);
        match reporter.watch(event, solve) {
            Ok(answer) => Ok(Some(answer)),
            Err(OshidoriError::Unreachable { .. }) => Ok(None),
            Err(error) => Err(self.failure(error)),
        }
    }

    fn failure(&self, error: OshidoriError) -> Error {
        match error {
            OshidoriError::OtherPuzzle { start, goal } => Error::OtherPuzzle {
                expected: Puzzle::Oshidori(goal),
                found: Puzzle::Oshidori(start),
            },
            OshidoriError::Stopped { .. } => Error::Interrupted(error.to_string()),
            error => SavedSearch::of_no_use(self.resume.as_ref(), error),
        }
    }
}

impl Backend for RowSearch {
    fn heuristic(&self) -> String {
        let rules = self.stones.rules();
        match self.goal {
            Goal::Any if !rules.is_plain() => "borders".to_owned(),
            Goal::AnyGap if rules.is_open() => "borders".to_owned(),
            _ => HeuristicName::Covering.to_string(),
        }
    }

    fn answer(&self, state: &State, reporter: &Reporter) -> Result<Answer> {
        let answer = Answer {
            method: Method::Search,
            heuristic: Some(self.heuristic()),
            ..Answer::unsolvable(state.clone())
        };
        let Some(found) = self.search(state, reporter)? else {
            return Ok(answer);
        };
        if self.resume.is_some() {
            self.check_stop(&found, reporter)?;
        }
        Ok(Answer {
            bounds: Some(bounds(&found)),
            proof: found.proof,
            path: found.moves.map(|moves| state.along(&moves)).or(answer.path),
            stats: Some(found.stats),
            ..answer
        })
    }

    /// A move can be taken back, so the distance is one less, the same or one more; that it is one
    /// more is known without looking for a solution.
    fn distance_beside(
        &self,
        _: &State,
        next: &State,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>> {
        let options = oshidori::RowOptions {
            lengths: distance.saturating_sub(1)..=distance,
            ..oshidori::RowOptions::default()
        };
        let Some(answer) = self.run(next, options, reporter)? else {
            return Ok(None);
        };
        if answer.checkpoint.is_some() {
            return Err(Error::Interrupted(format!(
                "stopped; the state is {} from the goal, but what each move is worth is not known \
                yet",
                counted(distance, "move")
            )));
        }
        Ok(Some(answer.lower))
    }

    fn solutions(
        &self,
        state: &State,
        wanted: SolutionLimit,
        reporter: &Reporter,
    ) -> Result<Solutions> {
        let Some(found) = self.search(state, reporter)? else {
            return Ok(Solutions::default());
        };
        self.check_stop(&found, reporter)?;
        let Some(length) = found.length() else {
            return Ok(Solutions::default());
        };
        let row = Row::try_from(state)?;
        let find = |monitor: &Monitor<'_, _>| {
            oshidori::solutions(&row, &self.goal, length, wanted, monitor)
        };
        let found = reporter.watch(event, find);
        let found = found.map_err(|error| self.failure(error))?;
        Ok(Solutions::along(Some(found), |moves| state.along(moves)))
    }

    fn bound(&self, state: &State) -> Result<Option<u32>> {
        Ok(oshidori::lower_bound(&Row::try_from(state)?, &self.goal).ok())
    }
}

fn bounds(answer: &oshidori::RowAnswer) -> Bounds {
    Bounds {
        lower: answer.lower,
        upper: answer.upper,
    }
}

fn event(progress: &oshidori::RowProgress) -> Event<'static> {
    Event::Searching(Searching {
        bounds: Bounds {
            lower: progress.lower,
            upper: progress.upper,
        },
        parts: Some((progress.jobs_begun, progress.jobs)),
        generated: progress.generated,
        seconds: progress.seconds,
        ..Searching::default()
    })
}
