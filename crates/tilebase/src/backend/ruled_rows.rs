//! Rows by rules that the fast search does not know: the textbook's IDA*, whose bound holds by all,
//! and beams, which find a solution where the time ends the search.

use std::{iter, time::Duration};

use tilebase_core::{
    Monitor, Puzzle, Stopwatch,
    oshidori::{Goal, Row, Stones},
    sliding::Metric,
};
use tilebase_search::{
    Limits, Oshidori, PackedRow, SearchError, StateSpace, Stats as Counts, beam, ida_star,
};
use tilebase_solve::Stats;

use super::traits::{Backend, Count, Want};
use crate::{
    Answer, Bounds, Error, Event, Method, Options, Proof, Searching, Solutions, State,
    event::Reporter,
};

/// The width of the first beam, which takes a moment. Each one after it is as many times as wide as
/// the one before.
const FIRST_WIDTH: usize = 100;
const WIDER: usize = 4;

/// The search for one goal.
pub(super) struct RuledSearch {
    space: Oshidori,
    /// The name of the bound.
    heuristic: &'static str,
    /// After this time bounds are answer enough.
    time: Option<Duration>,
}

impl RuledSearch {
    /// Refuses rows that are too long, and a search that is to be saved.
    pub fn new(stones: Stones, goal: Goal, options: &Options) -> Result<Self, Error> {
        if options.resume.is_some() {
            return Err(Error::Option {
                option: "a saved search",
                only: "boards, and rows in which any block of up to five stones jumps into the gap",
                puzzle: Puzzle::Oshidori(stones),
            });
        }
        let space = Oshidori::new(stones, goal);
        let space = space.map_err(|error| Error::NoHeuristic(error.to_string()))?;
        Ok(Self {
            space,
            heuristic: match goal {
                Goal::Row(_) | Goal::Together => "covering",
                Goal::AnyGap | Goal::Any => "borders",
            },
            time: options.time(true),
        })
    }

    fn packed(&self, state: &State) -> Result<PackedRow, Error> {
        Ok(self.space.pack(&Row::try_from(state)?))
    }

    /// Returns a shortest path, if there is one, or, when half of the time is over, the length that
    /// no path is below and the best path that beams find in the other half; and what that took.
    fn search(&self, state: &State, reporter: &Reporter) -> Result<FoundRow, Error> {
        let (start, watch) = (self.packed(state)?, Stopwatch::start());
        let event = |counts: &Counts| {
            let bounds = Bounds {
                lower: counts.threshold,
                upper: None,
            };
            Event::Searching(Searching {
                bounds,
                parts: None,
                done: None,
                generated: counts.generated,
                seconds: watch.seconds(),
            })
        };
        let found = reporter.watch(event, |monitor| {
            let limits = Limits::default();
            match self.time {
                Some(time) => ida_star(&self.space, start, &limits, &monitor.for_at_most(time / 2)),
                None => ida_star(&self.space, start, &limits, monitor),
            }
        });
        let (bounds, path, counts) = match found {
            Ok(outcome) => {
                let bounds = outcome
                    .length()
                    .map(|moves| Bounds::of_distance(moves as u32));
                (bounds, outcome.path, outcome.stats)
            }
            Err(SearchError::Stopped { .. }) if reporter.stopped() => {
                return Err(Error::stopped());
            }
            Err(error) => {
                let lower = error.stats().threshold;
                let left = self
                    .time
                    .unwrap_or_default()
                    .saturating_sub(watch.elapsed());
                let path = self.by_beams(start, lower as usize, left, reporter);
                let upper = path.as_ref().map(|path| path.len() as u32 - 1);
                (Some(Bounds { lower, upper }), path, *error.stats())
            }
        };
        let path = path.unwrap_or_default().into_iter();
        let mut stats = Stats::default();
        stats.expanded = counts.expanded;
        stats.generated = counts.generated;
        stats.thresholds = (self.space.lower_bound(&start)..=counts.threshold).collect();
        stats.seconds = watch.seconds();
        Ok(FoundRow {
            bounds,
            path: path.map(|row| self.space.unpack(row).into()).collect(),
            stats,
        })
    }

    /// Returns the shortest path that beams find in this time, each wider than the one before. One
    /// of `least` moves is as short as can be.
    fn by_beams(
        &self,
        start: PackedRow,
        least: usize,
        time: Duration,
        reporter: &Reporter,
    ) -> Option<Vec<PackedRow>> {
        let monitor = Monitor::silent()
            .stopping_on(&reporter.stop)
            .for_at_most(time);
        let mut best: Option<Vec<PackedRow>> = None;
        for width in iter::successors(Some(FIRST_WIDTH), |width| width.checked_mul(WIDER)) {
            // The end of the time or of the memory ends the beams.
            let Ok(found) = beam(&self.space, start, width, &Limits::default(), &monitor) else {
                break;
            };
            best = [best, found.path]
                .into_iter()
                .flatten()
                .min_by_key(Vec::len);
            if best.as_ref().is_some_and(|path| path.len() <= least + 1) {
                break;
            }
        }
        best
    }

    /// Adds to `found` the ways to the goal of `left` moves on from the end of `path`.
    fn extend(
        &self,
        path: &mut Vec<PackedRow>,
        left: u32,
        limit: usize,
        found: &mut Solutions,
        reporter: &Reporter,
    ) -> Result<(), Error> {
        let end = path[path.len() - 1];
        if self.space.is_goal(&end) {
            found.count += 1;
            if found.paths.len() < limit {
                let rows = path.iter().map(|row| self.space.unpack(*row).into());
                found.paths.push(rows.collect());
            }
            return Ok(());
        }
        if reporter.stopped() {
            return Err(Error::stopped());
        }
        let mut successors = Vec::new();
        self.space.successors(&end, &mut successors);
        for next in successors {
            if self.space.lower_bound(&next) < left {
                path.push(next);
                self.extend(path, left - 1, limit, found, reporter)?;
                path.pop();
            }
        }
        Ok(())
    }
}

/// What a search has found.
struct FoundRow {
    /// `None` where the goal is out of reach.
    bounds: Option<Bounds>,
    path: Vec<State>,
    stats: Stats,
}

impl Backend for RuledSearch {
    fn metric(&self) -> Metric {
        Metric::Single
    }

    fn heuristic(&self) -> String {
        self.heuristic.to_owned()
    }

    fn answer(&self, state: &State, want: Want, reporter: &Reporter) -> Result<Answer, Error> {
        let found = self.search(state, reporter)?;
        let exact = found.bounds.and_then(Bounds::exact);
        let by_beam = exact.is_none() && !found.path.is_empty();
        Ok(Answer {
            method: if by_beam { Method::Beam } else { Method::Search },
            bounds: found.bounds,
            proof: exact.map(|_| Proof::Search),
            path: (want == Want::Solution).then_some(found.path),
            heuristic: Some(self.heuristic()),
            stats: Some(found.stats),
            ..Answer::unsolvable(state.clone())
        })
    }

    fn solutions(
        &self,
        state: &State,
        limit: usize,
        _: Count,
        reporter: &Reporter,
    ) -> Result<Solutions, Error> {
        let mut found = Solutions::none();
        if let Some(length) = self.search(state, reporter)?.bounds.and_then(Bounds::exact) {
            let mut path = vec![self.packed(state)?];
            self.extend(&mut path, length, limit, &mut found, reporter)?;
        }
        Ok(found)
    }

    fn bound(&self, state: &State) -> Result<Option<u32>, Error> {
        Ok(Some(self.space.lower_bound(&self.packed(state)?)))
    }
}
