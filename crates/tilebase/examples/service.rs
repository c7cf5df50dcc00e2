//! A service that solves boards for callers who may give up: a search ends when the future of its
//! answer is dropped.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tilebase::{Answer, Library, Solver};
use tokio::{runtime, task, time};

/// Becomes true when it is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Solves a board on a thread for work that blocks. The search ends if the future is dropped.
async fn solve(solver: &Solver, board: String) -> Result<Answer, Box<dyn Error>> {
    let stop = StopOnDrop(Arc::default());
    let solver = solver.clone().with_stop(Arc::clone(&stop.0));
    Ok(task::spawn_blocking(move || solver.solve(&*board)).await??)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let library = Library::in_memory();
    let (quick, slow) = (library.puzzle("8-puzzle")?, library.puzzle("24-puzzle")?);
    let slow = slow.with_heuristic("manhattan"); // some boards take years
    let runtime = runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let answer = solve(&quick, "8 6 7 / 2 5 4 / 3 0 1".to_owned()).await?;
        assert_eq!(answer.distance(), Some(31));
        let hard = "0 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1";
        let patience = Duration::from_millis(100);
        assert!(
            time::timeout(patience, solve(&slow, hard.to_owned()))
                .await
                .is_err()
        );
        Ok::<(), Box<dyn Error>>(())
    })?;
    // This waits for the thread of the search, which ends within a moment.
    drop(runtime);
    Ok(())
}
