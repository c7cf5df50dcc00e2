//! Rows of stones: their tables, and iterative deepening with the covering bound for rows without a
//! table.

use rand::{RngExt, seq::SliceRandom};
use tilebase_core::{
    Monitor, Puzzle,
    format::{Subject, TableFile},
    oshidori::{Goal, OshidoriSpace, Row, RowReduction, Stones},
    sliding::Metric,
};
use tilebase_solve::{
    SolutionLimit,
    heuristic::HeuristicName,
    oshidori::{self, OshidoriError, RowCheckpoint},
    row_subject,
    table::ByState,
};

use super::{
    problem::Problem,
    table::ByTable,
    traits::{Backend, TableBackend},
};
use crate::{
    Answer, Bounds, Error, Event, Library, Method, Options, Reason, Result, Rng, Searching,
    Solutions, State,
    error::ensure,
    event::Reporter,
    state::{BLANK_FIRST, BLANK_LAST},
    store::SavedSearch,
    units,
};

/// The most states of a missing table of rows that is built in preference to a search: that takes
/// about a second.
const QUICK_ROWS: u64 = 4_000_000;

/// The greatest distance of states that walks find: a search from there takes a moment.
const REACH: u32 = 14;

/// Random states of rows with more cells take minutes to solve.
const SOLVED_SOON: usize = 20;

/// Rows of stones with a goal.
#[derive(Debug)]
pub(super) struct RowProblem {
    stones: Stones,
    goal: Goal,
}

impl RowProblem {
    pub fn new(stones: Stones, goal: Option<&str>, metric: Metric) -> Result<Self> {
        if metric != Metric::Single {
            return Err(only_boards(stones, "the multi-tile metric"));
        }
        let goal = match goal.map(str::trim) {
            None | Some(BLANK_LAST) => Goal::default(stones),
            Some(BLANK_FIRST) => {
                let row = Row::from_stone_order(stones, Row::goal(stones).stone_order(), 0);
                Goal::Row(row.map_err(Error::Goal)?)
            }
            Some(text) => Goal::parse(stones, text).map_err(Error::Goal)?,
        };
        Ok(Self { stones, goal })
    }

    fn reduction(&self) -> RowReduction {
        RowReduction::to_canonical(self.stones, self.goal)
    }
}

impl Problem for RowProblem {
    fn puzzle(&self) -> Puzzle {
        Puzzle::Oshidori(self.stones)
    }

    fn metric(&self) -> Metric {
        Metric::Single
    }

    fn goal(&self) -> String {
        self.goal.to_string()
    }

    fn a_goal(&self) -> State {
        let rows = self.goal.rows(self.stones).unwrap_or_default();
        let first = rows.first().copied();
        first.unwrap_or(Row::goal(self.stones)).into()
    }

    fn table_subject(&self) -> Subject {
        row_subject(&self.reduction(), self.stones)
    }

    fn by_table(&self, table: TableFile) -> Result<Box<dyn TableBackend>> {
        let table = table.expect_subject(&self.table_subject())?;
        let reduction = self.reduction();
        let space = OshidoriSpace::new(self.stones, reduction.canonical_goal())?;
        let encoding = table.metadata().encoding;
        let distances = ByState::new(space, encoding, table);
        Ok(Box::new(ByTable::new(distances, reduction)))
    }

    fn is_worth_building(&self) -> bool {
        self.stones.states().is_some_and(|n| n <= QUICK_ROWS)
    }

    fn wants_search(&self, options: &Options) -> Result<bool> {
        for (asked, option) in [
            (options.partition.is_some(), "a partition of the tiles"),
            (options.tuning.whole_tree, "a search of the whole tree"),
            (options.width.is_some(), "the width of a beam"),
            (options.seed.is_some(), "the seed of a beam"),
        ] {
            ensure(!asked, || only_boards(self.stones, option))?;
        }
        let known = "rows of stones have covering";
        match options.heuristic(known)? {
            None => Ok(options.by_search || options.resume.is_some()),
            Some(HeuristicName::Covering) => Ok(true),
            Some(other) => Err(Error::unknown_heuristic(other, known)),
        }
    }

    fn by_search(&self, _: &Library, options: &Options) -> Result<Box<dyn Backend>> {
        let resume = options.resume.as_deref().map(SavedSearch::at);
        Ok(Box::new(RowSearch {
            stones: self.stones,
            goal: self.goal,
            resume: resume.transpose()?,
        }))
    }

    fn search_subjects(&self, _: &Options) -> Result<Vec<Subject>> {
        Err(Error::NotTabulable(self.puzzle()))
    }

    fn check(&self, state: &State) -> Result<Option<(bool, Reason)>> {
        if self.stones.all_connected() {
            let reason = "with pairs that jump and some stones alike, six stones or more can \
                always be brought into any order";
            return Ok(Some((true, Reason::Rule(reason))));
        }
        match oshidori::lower_bound(&Row::try_from(state)?, &self.goal) {
            Err(OshidoriError::Unreachable { reason }) => Ok(Some((false, Reason::Rule(reason)))),
            _ => Ok(None),
        }
    }

    fn reach(&self) -> u32 {
        REACH
    }

    fn is_drawn(&self, distance: u32) -> bool {
        let cells = self.stones.cells();
        cells <= SOLVED_SOON && distance as usize > cells / 2
    }

    fn draw(&self, rng: &mut Rng) -> State {
        let mut word = Row::goal(self.stones).stone_order().to_vec();
        word.shuffle(rng);
        if self.stones.rules().is_open() {
            word.resize(self.stones.cells(), 0);
            word.shuffle(rng);
        } else {
            let gap = rng.random_range(0..=self.stones.stones());
            word.splice(gap..gap, std::iter::repeat_n(0, self.stones.holes()));
        }
        Row::from_checked_cells(self.stones, &word).into()
    }

    fn draws_all(&self) -> bool {
        true
    }
}

/// Returns the error of an option that only boards have.
fn only_boards(stones: Stones, option: &'static str) -> Error {
    Error::Option {
        option,
        only: "sliding boards",
        puzzle: Puzzle::Oshidori(stones),
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
                "stopped; the state is {distance} moves from the goal, but what each move is \
                worth is not known yet"
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
