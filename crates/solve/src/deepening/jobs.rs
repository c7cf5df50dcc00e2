//! The jobs of a threshold: numbered parts of the tree, which threads take in order.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicUsize, Ordering},
};

use tilebase_core::parallel;

/// The jobs that no thread has taken yet.
pub(crate) struct JobQueue {
    next: AtomicUsize,
    /// The jobs from this one on need no search.
    end: AtomicUsize,
}

impl JobQueue {
    pub(crate) fn new(jobs: Range<usize>) -> Self {
        Self {
            next: AtomicUsize::new(jobs.start),
            end: AtomicUsize::new(jobs.end),
        }
    }

    /// Returns the first job that no thread has taken.
    pub(crate) fn next(&self) -> usize {
        self.next.load(Ordering::Relaxed)
    }

    /// Takes the next jobs, at most this many; none if none are left.
    pub(crate) fn take(&self, most: usize) -> Range<usize> {
        let (order, end) = (Ordering::Relaxed, self.end.load(Ordering::Relaxed));
        let until = |next: usize| next.saturating_add(most).min(end);
        let after = |next: usize| Some(until(next)).filter(|&until| until > next);
        let taken = self.next.fetch_update(order, order, after);
        taken.map_or(0..0, |first| first..until(first))
    }

    /// Leaves out the jobs from this one on, even if they have been begun.
    pub(crate) fn end_at(&self, job: usize) {
        self.end.fetch_min(job, Ordering::Relaxed);
    }

    /// Returns whether a job is left out. If the first is, all are.
    pub(crate) fn leaves_out(&self, job: usize) -> bool {
        self.end.load(Ordering::Relaxed) <= job
    }

    /// Searches the jobs on some threads, until none are left or `search` breaks on one of them.
    /// Each thread begins with what `begin` returns, and takes at most `share` jobs at once.
    /// Returns what the threads have made of their beginnings.
    pub(crate) fn run<W: Send>(
        &self,
        threads: usize,
        share: usize,
        begin: &(dyn Fn() -> W + Sync),
        search: &(dyn Fn(&mut W, Range<usize>) -> ControlFlow<()> + Sync),
    ) -> Vec<W> {
        parallel::map(0..threads, |_| {
            let mut worker = begin();
            loop {
                let jobs = self.take(share);
                if jobs.is_empty() {
                    return worker;
                }
                if search(&mut worker, jobs).is_break() {
                    self.end_at(0);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_taken_in_order_until_the_end() {
        let queue = JobQueue::new(2..9);
        assert_eq!(
            (queue.take(3), queue.take(1), queue.next()),
            (2..5, 5..6, 6)
        );
        assert!(!queue.leaves_out(7));
        queue.end_at(7);
        queue.end_at(8);
        assert!(queue.leaves_out(7) && !queue.leaves_out(6));
        assert_eq!(
            (queue.take(3), queue.take(3).len(), queue.next()),
            (6..7, 0, 7)
        );
    }

    #[test]
    fn a_break_ends_all_threads() {
        let queue = JobQueue::new(0..1000);
        let search = |sum: &mut usize, jobs: Range<usize>| {
            *sum += jobs.len();
            if jobs.contains(&10) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        assert_eq!(queue.run(1, 7, &|| 0, &search), [14]);
        let queue = JobQueue::new(11..1000);
        let done: usize = queue.run(3, 7, &|| 0, &search).iter().sum();
        assert_eq!(done, 989);
    }
}
