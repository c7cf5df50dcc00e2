//! Iterative deepening with a lower bound, and beam searches between the thresholds.
//!
//! The bound of the start is the first threshold. Each threshold that a complete search finds
//! without a solution raises the proven lower bound by one. The construction, or beam searches that
//! get a part of the time, lower the upper bound. If both meet, the answer is proven without a
//! search of the last threshold.
//!
//! A solution read backwards leads from the goal to the start. The bound is the same from both
//! ends, but the search tree is not. While thresholds are cheap, both trees are searched; later,
//! only the smaller one.

use std::{
    mem,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tilebase_core::{
    Monitor,
    oshidori::{Goal, Row},
};

use super::{
    OshidoriError,
    answer::{RowAnswer, RowOptions, RowProgress},
    checkpoint::{JobProgress, RowCheckpoint, RowState, WIDEST_BEAM},
    construction::construction,
    kernel::{kernel, least_bound, lower_bound},
    pair::{Aim, Pair},
    parallel::{ThresholdOutcome, ThresholdTask, search},
    reachability,
};
use crate::{
    FoundSolutions, Proof,
    deepening::{ThresholdResult, ThresholdSearch, deepen, log::Log, saved::SaveTimer},
    solution_limit::SolutionLimit,
    stats::Counts,
};

/// The number of moves that are tried from each end to choose the better one: a millisecond of
/// work.
const CHEAP: u64 = 20_000;

/// A beam search that takes longer is abandoned. Its progress is not saved, so this bounds what a
/// killed search loses: at most three beams that take so long are tried between two savings.
const LONGEST_BEAM: Duration = Duration::from_secs(15);

/// A search for a shortest solution.
pub(super) struct RowDeepening<'a> {
    start: &'a Row,
    goal: &'a Goal,
    forward: Vec<Pair>,
    options: RowOptions<'a>,
    monitor: &'a Monitor<'a, RowProgress>,
    save_timer: Mutex<SaveTimer>,
    proof: Proof,
    /// The first threshold of this run.
    first: u32,
    /// The state, whose progress is that with which the search was or will be resumed. The costs
    /// are those before this run.
    now: RowState,
}

impl<'a> RowDeepening<'a> {
    pub(super) fn new(
        start: &'a Row,
        goal: &'a Goal,
        forward: Vec<Pair>,
        options: RowOptions<'a>,
        monitor: &'a Monitor<'a, RowProgress>,
    ) -> Self {
        let now = match &options.resume {
            Some(saved) => saved.state().clone(),
            None => RowState {
                threshold: least_bound(&forward),
                ..RowState::default()
            },
        };
        Self {
            start,
            goal,
            forward,
            monitor,
            save_timer: Mutex::new(SaveTimer::new(options.save_every)),
            options,
            proof: Proof::Search,
            first: now.threshold,
            now,
        }
    }

    /// Raises the threshold until it meets the best solution or the search is stopped.
    pub(super) fn run(mut self) -> Result<RowAnswer, OshidoriError> {
        let (silent, least) = (Monitor::silent(), least_bound(&self.forward));
        let log = Log::new(&silent, self.now.stats(least));
        self.first_solution(&log);
        let (first, greatest) = (self.first, *self.options.lengths.end());
        let known = self.proven();
        let end = deepen(&mut self, first, greatest, known, log)?;
        let (lower, upper, mut stats) = (end.at_least, self.upper(), end.found.stats);
        stats.iterations.clear();
        if end.stopped.is_some() && self.now.progress.is_begun() {
            stats.thresholds.push(lower);
        }
        let checkpoint = |state| RowCheckpoint::new(self.start, self.goal, state);
        Ok(RowAnswer {
            lower,
            upper,
            proof: (upper == Some(lower)).then_some(self.proof),
            moves: self.now.best,
            stats,
            checkpoint: end.rest.map(checkpoint),
        })
    }

    /// Takes the construction as the best solution, or else what a narrow beam search finds.
    fn first_solution(&mut self, log: &Log<'_>) {
        let puzzle = self.start.puzzle();
        let usual = *self.start == Row::start(puzzle) && self.goal.is_met(&Row::goal(puzzle));
        if self.now.best.is_some() {
            return;
        }
        self.now.best = construction(puzzle).filter(|_| usual);
        if self.now.best.is_some() && self.upper() == Some(self.now.threshold) {
            self.proof = Proof::ConstructionAndBound;
        } else if self.now.best.is_none() || *self.goal != Goal::default(puzzle) {
            self.beam_search(log);
        }
    }

    /// Returns the best solution if it is as short as the threshold. (If it is shorter, a forged
    /// state has raised the threshold.)
    fn proven(&self) -> FoundSolutions<u32> {
        let mut found = FoundSolutions::default();
        if let Some(moves) = &self.now.best
            && moves.len() as u32 <= self.now.threshold
        {
            (found.count, found.distance) = (1, moves.len() as u32);
        }
        found
    }

    /// Chooses the better end and searches the threshold from there. Adds the costs of searches
    /// that only serve to choose to the log.
    fn search_threshold(
        &mut self,
        resumed: Option<JobProgress>,
        log: &mut Log<'_>,
    ) -> Result<ThresholdOutcome, OshidoriError> {
        let backward = self.now.backward;
        let one_way = self.forward.iter().all(|pair| pair.reversed().is_none());
        // If so, this search only chooses the better end.
        let known = self.now.threshold < *self.options.lengths.start();
        if known && one_way {
            return Ok(ThresholdOutcome::default());
        }
        if resumed.is_some() || one_way {
            return self.search_from(backward, resumed, u64::MAX, log);
        }
        let first = self.search_from(backward, None, CHEAP, log)?;
        if !first.stopped && !first.solutions.is_empty() {
            return Ok(first);
        }
        // The other end gets no more moves than this one took.
        let move_limit = first.progress.generated.min(CHEAP);
        let second = self.search_from(!backward, None, move_limit, log)?;
        let (finished, left) = match (first.stopped, second.stopped) {
            (true, true) => {
                log.stats += second.progress.counts();
                if known {
                    log.stats += first.progress.counts();
                    return Ok(ThresholdOutcome::default());
                }
                return self.search_from(backward, Some(first.progress), u64::MAX, log);
            }
            (false, true) => (first, second),
            (true, false) => {
                self.now.backward = !backward;
                (second, first)
            }
            (false, false) => {
                self.now.backward ^= second.progress.generated < first.progress.generated;
                (first, second)
            }
        };
        log.stats += left.progress.counts();
        Ok(finished)
    }

    /// Searches the threshold from one end, until about `move_limit` moves were tried.
    fn search_from(
        &self,
        backward: bool,
        resumed: Option<JobProgress>,
        move_limit: u64,
        log: &Log<'_>,
    ) -> Result<ThresholdOutcome, OshidoriError> {
        let reversed: Vec<Pair> = if backward {
            self.forward.iter().filter_map(Pair::reversed).collect()
        } else {
            Vec::new()
        };
        search(
            &ThresholdTask {
                pairs: if backward { &reversed } else { &self.forward },
                threshold: self.now.threshold,
                wanted: SolutionLimit::First,
                move_limit,
                monitor: self.monitor,
                watch: &|progress, jobs| {
                    // A trial is not resumed.
                    if move_limit == u64::MAX {
                        self.report(progress, jobs, log);
                        self.save(progress, log);
                    }
                },
            },
            resumed,
        )
    }

    /// Looks for a better solution with a beam search that takes a part of the time of the search
    /// so far.
    fn beam_search(&mut self, log: &Log<'_>) {
        let puzzle = self.start.puzzle();
        let cells = puzzle.cells() as u64;
        // If the rules are not the plain ones, all moves of a position are judged one by one.
        let work = if puzzle.rules().is_plain() {
            log.stats.generated
        } else {
            log.stats.expanded * cells
        };
        let affordable = (work / (32 * cells * cells)).clamp(64, WIDEST_BEAM);
        if affordable >= 2 * self.now.width {
            self.beam_search_of_width(affordable as usize);
        }
        // The search of a long row may never end, so a first solution is worth some seconds.
        let any_length = *self.options.lengths.end() == u32::MAX;
        while any_length
            && self.upper().is_none()
            && cells > 48
            && self.now.width < 4096
            && !self.monitor.stopped()
        {
            self.beam_search_of_width(2 * self.now.width as usize);
        }
    }

    /// Looks for a better solution with beams of `width` positions, each for at most
    /// [`LONGEST_BEAM`]. Beams go from both ends if the goal is one row; for a goal of many rows,
    /// also from both ends with the usual goal.
    fn beam_search_of_width(&mut self, width: usize) {
        let nearest = self.forward.iter().min_by_key(|pair| lower_bound(pair));
        let Some(&nearest) = nearest else { return };
        let mut ways = vec![(nearest, false)];
        match nearest.goal {
            Aim::Row(_) => ways.push((nearest, true)),
            Aim::Goal(_) => {
                let goal = Aim::Row(Row::goal(self.start.puzzle()));
                let row = Pair { goal, ..nearest };
                ways.extend([(row, false), (row, true)]);
            }
        }
        // A solution much longer than the bound is of no use. The bound for `any` is half as good.
        let longest = match nearest.goal {
            Aim::Row(_) => 2 * self.now.threshold + 8,
            Aim::Goal(_) => 4 * self.now.threshold + 8,
        };
        for (pair, backward) in ways {
            if self.upper() == Some(self.now.threshold) {
                return;
            }
            let useful = self.upper().unwrap_or(longest);
            let below = useful.min(self.options.lengths.end().saturating_add(1));
            let monitor = self.monitor.for_at_most(LONGEST_BEAM);
            let searched = pair.reversed().filter(|_| backward).unwrap_or(pair);
            let beam = kernel(&searched).beam;
            if let Some(moves) = beam(&searched, width, below, &|| monitor.stopped()) {
                self.now.best = Some(forwards(&pair, moves, backward));
            }
            if self.monitor.stopped() {
                return;
            }
        }
        self.now.width = width as u64;
    }

    fn upper(&self) -> Option<u32> {
        self.now.best.as_ref().map(|moves| moves.len() as u32)
    }

    fn report(&self, progress: &JobProgress, jobs: u64, log: &Log<'_>) {
        self.monitor.report(&RowProgress {
            lower: self.now.threshold,
            upper: self.upper(),
            jobs_begun: progress.next,
            jobs,
            generated: log.stats.generated + progress.generated,
            seconds: log.seconds(),
        });
    }

    /// Saves the search, if it is time to.
    fn save(&self, progress: &JobProgress, log: &Log<'_>) {
        // A panic in a callback on another thread has left at most the time of a saving.
        let mut timer = (self.save_timer.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(save) = self.options.save
            && timer.is_due()
        {
            save(&RowCheckpoint::new(
                self.start,
                self.goal,
                self.state(progress, log),
            ));
        }
    }

    /// Returns the state of the search, with the progress of the threshold.
    fn state(&self, progress: &JobProgress, log: &Log<'_>) -> RowState {
        RowState {
            expanded: log.stats.expanded,
            generated: log.stats.generated,
            milliseconds: log.milliseconds(),
            thresholds: log.stats.thresholds.len() as u32 + u32::from(progress.is_begun()),
            progress: progress.clone(),
            ..self.now.clone()
        }
    }
}

impl ThresholdSearch<u32, RowState, OshidoriError> for RowDeepening<'_> {
    fn search(
        &mut self,
        threshold: u32,
        log: &mut Log<'_>,
    ) -> Result<ThresholdResult<u32>, OshidoriError> {
        self.now.threshold = threshold;
        if threshold == self.first + 4 {
            reachability::by_search(self.start, self.goal)?;
        }
        self.report(&JobProgress::default(), 0, log);
        // A search that was saved before its threshold was begun has nothing to resume.
        let resumed = Some(mem::take(&mut self.now.progress)).filter(JobProgress::is_begun);
        let outcome = if self.monitor.stopped() {
            ThresholdOutcome {
                progress: resumed.unwrap_or_default(),
                stopped: true,
                ..ThresholdOutcome::default()
            }
        } else {
            self.search_threshold(resumed, log)?
        };
        let counts = outcome.progress.counts();
        if outcome.stopped {
            self.now.progress = outcome.progress;
        } else if let Some(solution) = outcome.solutions.into_iter().next() {
            let pair = &self.forward[solution.pair];
            self.now.best = Some(forwards(pair, solution.moves, self.now.backward));
        }
        Ok(ThresholdResult {
            counts,
            found: self.proven(),
            next: threshold + 1,
            stopped: outcome.stopped,
        })
    }

    fn prepare(&mut self, threshold: u32, _: Counts, log: &Log<'_>) -> FoundSolutions<u32> {
        self.now.threshold = threshold;
        // A wide beam takes as long as a threshold: save before and after it.
        self.save(&JobProgress::default(), log);
        self.beam_search(log);
        self.save(&JobProgress::default(), log);
        self.proven()
    }

    fn rest(&self, _: u32, log: &Log<'_>) -> Option<RowState> {
        Some(self.state(&self.now.progress, log))
    }
}

/// Returns the solution of `pair` for moves from its start or, if `backward`, from its goal.
fn forwards(pair: &Pair, moves: Vec<u32>, backward: bool) -> Vec<u32> {
    let Aim::Row(mut row) = pair.goal else {
        return moves;
    };
    if !backward {
        return moves;
    }
    let back = moves.into_iter().map(|number| {
        let jump = row.numbered(number);
        row.jump(jump);
        row.number(jump.back())
    });
    let mut moves: Vec<u32> = back.collect();
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use tilebase_core::oshidori::Stones;

    use super::*;
    use crate::{Stats, oshidori::pair::pairs};

    #[test]
    fn a_beam_that_was_tried_is_not_tried_again() {
        let puzzle = Stones::of_kinds(12, 2).unwrap();
        let (start, goal) = (Row::start(puzzle), Goal::default(puzzle));
        let monitor = Monitor::silent();
        let begun = |resume| {
            let options = RowOptions {
                resume,
                ..RowOptions::default()
            };
            let pairs = pairs(&start, &goal).unwrap();
            let silent = Monitor::silent();
            let log = Log::new(&silent, Stats::default());
            let mut search = RowDeepening::new(&start, &goal, pairs, options, &monitor);
            search.first_solution(&log);
            search.now
        };
        let first = begun(None);
        assert!(first.best.is_some() && first.width > 0);
        // If the same beam had found nothing, it would not be tried again.
        let fruitless = RowState {
            best: None,
            ..first.clone()
        };
        let saved = RowCheckpoint::new(&start, &goal, fruitless);
        let later = begun(Some(saved));
        assert_eq!((later.best, later.width), (None, first.width));
    }
}
