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

use std::{sync::Mutex, time::Duration};

use tilebase_core::{
    Monitor, Stopwatch,
    oshidori::{Goal, Row},
};

use super::{
    OshidoriError,
    answer::{RowAnswer, RowOptions, RowProgress},
    beam::beam,
    checkpoint::{JobProgress, RowCheckpoint, RowState, WIDEST_BEAM},
    construction::construction,
    kernel::{least_bound, lower_bound},
    pair::{Aim, Pair},
    parallel::{ThresholdOutcome, ThresholdTask, search},
    reachability,
};
use crate::{Proof, Stats, solution_limit::SolutionLimit};

/// The number of moves that are tried from each end to choose the better one: a millisecond of
/// work.
const CHEAP: u64 = 20_000;

/// A beam search that takes longer is abandoned. Its progress is not saved, so this bounds what a
/// killed search loses: at most three beams that take so long are tried between two savings.
const LONGEST_BEAM: Duration = Duration::from_secs(15);

/// A search for a shortest solution.
pub(super) struct IterativeDeepening<'a> {
    start: &'a Row,
    goal: &'a Goal,
    forward: Vec<Pair>,
    options: RowOptions<'a>,
    monitor: &'a Monitor<'a, RowProgress>,
    watch: Stopwatch,
    /// The time since the search was last saved.
    saved: Mutex<Option<Stopwatch>>,
    proof: Proof,
    /// Whether the search was stopped. Its progress is then in `now`.
    stopped: bool,
    now: RowState,
}

impl<'a> IterativeDeepening<'a> {
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
            options,
            monitor,
            watch: Stopwatch::start(),
            saved: Mutex::default(),
            proof: Proof::Search,
            stopped: false,
            now,
        }
    }

    /// Takes the construction as the best solution, or else what a narrow beam search finds.
    pub(super) fn first_solution(&mut self) {
        let puzzle = self.start.puzzle();
        let usual = *self.start == Row::start(puzzle) && self.goal.is_met(&Row::goal(puzzle));
        if self.now.best.is_some() {
            return;
        }
        self.now.best = construction(puzzle).filter(|_| usual);
        if self.now.best.is_some() && self.upper() == Some(self.now.threshold) {
            self.proof = Proof::ConstructionAndBound;
        } else if self.now.best.is_none() || *self.goal != Goal::default(puzzle) {
            self.beam_search();
        }
    }

    /// Raises the threshold until it meets the best solution or the search is stopped.
    pub(super) fn run(&mut self) -> Result<(), OshidoriError> {
        // A search that was saved before its threshold was begun has nothing to resume.
        let begun = |progress: &JobProgress| *progress != JobProgress::default();
        let mut resumed = Some(std::mem::take(&mut self.now.progress)).filter(begun);
        let first = self.now.threshold;
        while self.upper() != Some(self.now.threshold)
            && self.now.threshold <= *self.options.lengths.end()
        {
            if self.now.threshold == first + 4 {
                reachability::by_search(self.start, self.goal)?;
            }
            self.report(0, 0, 0);
            if self.monitor.stopped() {
                self.stop(resumed.unwrap_or_default());
                return Ok(());
            }
            if resumed.is_none() {
                self.now.thresholds += 1;
            }
            let outcome = self.search_threshold(resumed.take())?;
            if outcome.stopped {
                if !begun(&outcome.progress) {
                    self.now.thresholds = self.now.thresholds.saturating_sub(1);
                }
                self.stop(outcome.progress);
                return Ok(());
            }
            self.add_stats(&outcome);
            if let Some(solution) = outcome.solutions.into_iter().next() {
                let pair = &self.forward[solution.pair];
                self.now.best = Some(forwards(pair, solution.moves, self.now.backward));
                return Ok(());
            }
            self.now.threshold += 1;
            // A wide beam takes as long as a threshold: save before and after it.
            self.save(&JobProgress::default());
            self.beam_search();
            self.save(&JobProgress::default());
        }
        Ok(())
    }

    fn stop(&mut self, progress: JobProgress) {
        (self.stopped, self.now.progress) = (true, progress);
    }

    /// Chooses the better end and searches the threshold from there.
    fn search_threshold(
        &mut self,
        resumed: Option<JobProgress>,
    ) -> Result<ThresholdOutcome, OshidoriError> {
        let backward = self.now.backward;
        let one_way = self.forward.iter().all(|pair| pair.reversed().is_none());
        // If so, this search only chooses the better end.
        let known = self.now.threshold < *self.options.lengths.start();
        if known && one_way {
            return Ok(ThresholdOutcome::default());
        }
        if resumed.is_some() || one_way {
            return self.search(backward, resumed, u64::MAX);
        }
        let first = self.search(backward, None, CHEAP)?;
        if !first.stopped && !first.solutions.is_empty() {
            return Ok(first);
        }
        // The other end gets no more moves than this one took.
        let move_limit = first.progress.generated.min(CHEAP);
        let second = self.search(!backward, None, move_limit)?;
        let (finished, left) = match (first.stopped, second.stopped) {
            (true, true) => {
                self.add_stats(&second);
                if known {
                    self.add_stats(&first);
                    return Ok(ThresholdOutcome::default());
                }
                return self.search(backward, Some(first.progress), u64::MAX);
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
        self.add_stats(&left);
        Ok(finished)
    }

    /// Searches the threshold from one end, until about `move_limit` moves were tried.
    fn search(
        &self,
        backward: bool,
        from: Option<JobProgress>,
        move_limit: u64,
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
                        self.watch(progress, jobs);
                    }
                },
            },
            from,
        )
    }

    /// Adds the cost of a search.
    fn add_stats(&mut self, outcome: &ThresholdOutcome) {
        self.now.expanded += outcome.progress.expanded;
        self.now.generated += outcome.progress.generated;
    }

    /// Looks for a better solution with a beam search that takes a part of the time of the search
    /// so far.
    fn beam_search(&mut self) {
        let puzzle = self.start.puzzle();
        let cells = puzzle.cells() as u64;
        // If the rules are not the plain ones, all moves of a position are judged one by one.
        let work = if puzzle.rules().is_plain() {
            self.now.generated
        } else {
            self.now.expanded * cells
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
            let found = match pair.reversed().filter(|_| backward) {
                Some(reversed) => beam(&reversed, width, below, &monitor),
                None => beam(&pair, width, below, &monitor),
            };
            if let Some(moves) = found {
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

    fn seconds(&self) -> f64 {
        self.now.milliseconds as f64 / 1000.0 + self.watch.seconds()
    }

    fn report(&self, jobs_begun: u64, jobs: u64, generated: u64) {
        self.monitor.report(&RowProgress {
            lower: self.now.threshold,
            upper: self.upper(),
            jobs_begun,
            jobs,
            generated: self.now.generated + generated,
            seconds: self.seconds(),
        });
    }

    /// Reports and saves while a threshold is searched.
    fn watch(&self, progress: &JobProgress, jobs: u64) {
        self.report(progress.next, jobs, progress.generated);
        self.save(progress);
    }

    /// Saves the search, if it is time to.
    fn save(&self, progress: &JobProgress) {
        let Some(save) = self.options.save else {
            return;
        };
        // A panic in a callback on another thread has left at most the time of a saving.
        let mut saved = self.saved.lock().unwrap_or_else(|e| e.into_inner());
        if saved.is_none_or(|saved| saved.elapsed() >= self.options.save_every) {
            *saved = Some(Stopwatch::start());
            save(&self.checkpoint(progress));
        }
    }

    fn checkpoint(&self, progress: &JobProgress) -> RowCheckpoint {
        let state = RowState {
            milliseconds: (1000.0 * self.seconds()) as u64,
            progress: progress.clone(),
            ..self.now.clone()
        };
        RowCheckpoint::new(self.start, self.goal, state)
    }

    pub(super) fn answer(self) -> RowAnswer {
        let stopped = self.stopped.then(|| self.checkpoint(&self.now.progress));
        let seconds = self.seconds();
        let upper = self.upper();
        let first = least_bound(&self.forward);
        RowAnswer {
            lower: self.now.threshold,
            upper,
            proof: (upper == Some(self.now.threshold)).then_some(self.proof),
            moves: self.now.best,
            stats: Stats {
                expanded: self.now.expanded + self.now.progress.expanded,
                generated: self.now.generated + self.now.progress.generated,
                thresholds: (first..first + self.now.thresholds).collect(),
                iterations: Vec::new(),
                seconds,
            },
            checkpoint: stopped,
        }
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
    use crate::oshidori::pair::pairs;

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
            let mut search = IterativeDeepening::new(&start, &goal, pairs, options, &monitor);
            search.first_solution();
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
