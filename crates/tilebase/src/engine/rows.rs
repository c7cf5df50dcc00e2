//! Rows of stones: their tables, and iterative deepening with the covering bound where there is
//! none.

use std::time::Duration;

use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha12Rng;
use tilebase_core::{
    Monitor, Puzzle,
    format::{Subject, TableFile},
    oshidori::{Goal, OshidoriSpace, Row, RowReduction, Stones},
};
use tilebase_solve::{
    RowAnswers,
    heuristic::HeuristicName,
    oshidori::{self, Checkpoint, OshidoriError},
    row_subject,
    table::ByState,
};

use super::{BLANK_FIRST, BLANK_LAST, Family, Question, Search, TableOf};
use crate::{
    Answer, Bounds, Check, Error, Event, Library, Method, Options, Position, Proof, Reason,
    Solutions, State, event::Reporter, store::SavedSearch, units,
};

/// How often an unfinished search is saved.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Missing tables of rows up to this many states are built rather than searched without: that takes
/// about a second.
const QUICK_ROWS: u64 = 4_000_000;

impl Family for Row {
    type Name = Stones;
    type Goal = Goal;
    type Distances = ByState<OshidoriSpace, TableFile>;
    type Reduction = RowReduction;
    type Search = RowSearch;

    fn usual_goal(stones: Stones) -> Goal {
        Goal::default(stones)
    }

    fn parse_goal(stones: Stones, text: &str) -> Result<Goal, Error> {
        match text.trim() {
            BLANK_LAST => Ok(Goal::default(stones)),
            BLANK_FIRST => {
                let gap = std::iter::repeat_n(0, stones.block());
                let stones_after = Self::goal(stones).word().to_vec();
                let cells: Vec<u8> = gap.chain(stones_after).collect();
                let first = Self::from_cells(stones, &cells).map_err(Error::Goal)?;
                Goal::parse(stones, &first.to_string()).map_err(Error::Goal)
            }
            text => Goal::parse(stones, text).map_err(Error::Goal),
        }
    }

    fn from_state(stones: Stones, state: State) -> Result<Self, Error> {
        match state {
            State::Row(row) if row.puzzle() == stones => Ok(row),
            other => Err(Error::OtherPuzzle {
                expected: Puzzle::Oshidori(stones),
                found: other.puzzle(),
            }),
        }
    }

    fn subject(question: &Question<Self>) -> Subject {
        let reduction = RowReduction::to_canonical(question.name, question.goal);
        row_subject(&reduction, question.name)
    }

    fn answers(question: &Question<Self>, table: TableFile) -> Result<TableOf<Self>, Error> {
        Ok(RowAnswers::from_table(question.name, question.goal, table)?)
    }

    fn wants_search(question: &Question<Self>, options: &Options) -> Result<bool, Error> {
        if options.partition.is_some() {
            return Err(Error::Option {
                option: "a partition of the tiles",
                only: "sliding boards",
                puzzle: Puzzle::Oshidori(question.name),
            });
        }
        if options.tuning.whole_tree {
            return Err(Error::Option {
                option: "a search of the whole tree",
                only: "sliding boards",
                puzzle: Puzzle::Oshidori(question.name),
            });
        }
        let known = "rows of stones have covering";
        match options.heuristic(known)? {
            None => Ok(options.by_search || options.resume.is_some()),
            Some(HeuristicName::Covering) => Ok(true),
            Some(other) => Err(Error::Heuristic {
                name: other.to_string(),
                known,
            }),
        }
    }

    fn worth_building(question: &Question<Self>) -> bool {
        question.name.states().is_some_and(|n| n <= QUICK_ROWS)
    }

    fn search(
        question: &Question<Self>,
        _: &Library,
        options: &Options,
    ) -> Result<RowSearch, Error> {
        let resume = options.resume.clone();
        let resume = resume.map(|file| SavedSearch::at(file.path, file.rows));
        Ok(RowSearch {
            goal: question.goal,
            time: options.limits.time(),
            resume: resume.transpose()?,
        })
    }

    fn search_subjects(question: &Question<Self>, _: &Options) -> Result<Vec<Subject>, Error> {
        let puzzle = Puzzle::Oshidori(question.name);
        Err(Error::NotTabulable { puzzle })
    }

    fn check(question: &Question<Self>, row: &Self) -> Result<Option<Check<Self>>, Error> {
        let known = |solvable, reason| {
            Some(Check {
                state: *row,
                metric: Default::default(),
                solvable: Some(solvable),
                reason: Reason::Rule(reason),
            })
        };
        if question.name.all_connected() {
            return Ok(known(
                true,
                "with pairs that jump and some stones alike, six stones or more can always be brought into any order",
            ));
        }
        match oshidori::lower_bound(row, &question.goal) {
            Err(OshidoriError::Unreachable { reason }) => Ok(known(false, reason)),
            _ => Ok(None),
        }
    }

    fn a_goal(question: &Question<Self>) -> Self {
        let rows = question.goal.rows(question.name).unwrap_or_default();
        rows.first().copied().unwrap_or(Self::goal(question.name))
    }

    fn sample(_: &Question<Self>) -> Option<Vec<u32>> {
        None
    }

    fn draw(question: &Question<Self>, rng: &mut ChaCha12Rng) -> Self {
        let stones = question.name;
        let mut word = Self::goal(stones).word().to_vec();
        word.shuffle(rng);
        let gap = rng.random_range(0..=stones.stones());
        Self::from_word(stones, &word, gap).expect("a shuffle of all stones")
    }
}

/// The search for one goal.
pub struct RowSearch {
    goal: Goal,
    /// After this time bounds are answer enough.
    time: Option<Duration>,
    /// Where the search is saved, and goes on from.
    resume: Option<SavedSearch<Checkpoint>>,
}

impl RowSearch {
    /// Solves for one row, or `None` where no moves lead to the goal.
    fn search(&self, row: &Row, reporter: &Reporter) -> Result<Option<oshidori::Answer>, Error> {
        let resume = match &self.resume {
            Some(file) => file.read()?,
            None => None,
        };
        let save = self
            .resume
            .as_ref()
            .map(|file| |checkpoint: &Checkpoint| file.keep(checkpoint, reporter));
        let options = oshidori::Options {
            time: self.time,
            resume,
            save: save
                .as_ref()
                .map(|save| save as &(dyn Fn(&Checkpoint) + Sync)),
            save_every: SAVE_EVERY,
            ..oshidori::Options::default()
        };
        let Some((answer, interrupted)) = self.run(row, options, reporter)? else {
            return Ok(None);
        };
        if let Some(file) = &self.resume {
            match &answer.checkpoint {
                Some(checkpoint) => file.write(checkpoint)?,
                None => file.remove()?,
            }
        }
        if interrupted && answer.checkpoint.is_some() {
            let bounds = bounds(&answer);
            let after = units::seconds(answer.stats.seconds);
            let file = self.resume.as_ref();
            let later = file.map_or_else(String::new, SavedSearch::later);
            return Err(Error::Interrupted(format!(
                "stopped after {after}, proven so far: {bounds}{later}"
            )));
        }
        Ok(Some(answer))
    }

    /// Returns the answer and whether the caller asked to stop, or `None` where no moves lead to
    /// the goal.
    fn run(
        &self,
        row: &Row,
        options: oshidori::Options<'_>,
        reporter: &Reporter,
    ) -> Result<Option<(oshidori::Answer, bool)>, Error> {
        let solve = |monitor: &Monitor<'_, _>| oshidori::solve(row, &self.goal, options, monitor);
        match reporter.watch(event, solve) {
            Ok(answer) => Ok(Some((answer, reporter.stopped()))),
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
            OshidoriError::Interrupted { .. } => Error::Interrupted(error.to_string()),
            error => SavedSearch::of_no_use(self.resume.as_ref(), error).into(),
        }
    }
}

impl Search<Row> for RowSearch {
    fn heuristic(&self) -> String {
        HeuristicName::Covering.to_string()
    }

    fn estimate(&self, row: &Row) -> Option<u32> {
        oshidori::lower_bound(row, &self.goal).ok()
    }

    fn solve(&self, row: &Row, reporter: &Reporter) -> Result<Answer<Row>, Error> {
        let answer = Answer {
            state: *row,
            metric: Default::default(),
            method: Method::Search,
            bounds: None,
            proof: None,
            path: Some(Vec::new()),
            heuristic: Some(HeuristicName::Covering.to_string()),
            stats: None,
            show_bounds: false,
        };
        let Some(found) = self.search(row, reporter)? else {
            return Ok(answer);
        };
        Ok(Answer {
            bounds: Some(bounds(&found)),
            proof: found.proof.map(|proof| match proof {
                oshidori::Proof::ConstructionAndBound => Proof::ConstructionAndBound,
                oshidori::Proof::Search => Proof::Search,
            }),
            path: Some(found.moves.map_or_else(Vec::new, |moves| path(row, &moves))),
            stats: Some(found.stats),
            ..answer
        })
    }

    /// A move can be taken back, so the distance is one less, the same or one more; that it is one
    /// more is known without looking for a solution.
    fn distance_beside(
        &self,
        _: &Row,
        row: &Row,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Option<u32>, Error> {
        let lengths = distance.saturating_sub(1)..=distance;
        let options = oshidori::Options {
            lengths,
            ..oshidori::Options::default()
        };
        let Some((answer, _)) = self.run(row, options, reporter)? else {
            return Ok(None);
        };
        if answer.checkpoint.is_some() {
            return Err(Error::Interrupted(format!(
                "stopped; the state is {distance} moves from the goal, but what each move is worth is not known yet"
            )));
        }
        Ok(Some(answer.lower))
    }

    fn distances_beside(
        &self,
        row: &Row,
        neighbours: &[Row],
        nearer: Option<&Row>,
        distance: u32,
        reporter: &Reporter,
    ) -> Result<Vec<Option<u32>>, Error> {
        let after = |next: &Row| {
            if nearer == Some(next) {
                Ok(distance.checked_sub(1))
            } else {
                self.distance_beside(row, next, distance, reporter)
            }
        };
        neighbours.iter().map(after).collect()
    }

    fn solutions(
        &self,
        row: &Row,
        limit: usize,
        all: bool,
        reporter: &Reporter,
    ) -> Result<Solutions<Row>, Error> {
        let Some(length) = self
            .search(row, reporter)?
            .and_then(|answer| answer.length())
        else {
            return Ok(Solutions::none());
        };
        let list = if all { oshidori::all_solutions } else { oshidori::some_solutions };
        let find = |monitor: &Monitor<'_, _>| list(row, &self.goal, length, limit, monitor);
        let found = reporter.watch(event, find);
        let found = found.map_err(|error| self.failure(error))?;
        Ok(Solutions::along(Some(found), |moves| path(row, moves)))
    }
}

fn bounds(answer: &oshidori::Answer) -> Bounds {
    Bounds {
        lower: answer.lower,
        upper: answer.upper,
    }
}

fn event(news: &oshidori::Progress) -> Event<'static> {
    Event::Searching(news.into())
}

fn path(start: &Row, moves: &[u8]) -> Vec<Row> {
    let mut row = *start;
    let mut path = vec![row];
    for &cell in moves {
        row.jump(cell.into());
        path.push(row);
    }
    path
}
