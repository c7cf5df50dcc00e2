//! The first few moves, breadth first: where a search is cut into jobs.
//!
//! Boards are not told apart from equal ones reached by other moves, so the jobs together are exactly
//! the tree that a walk from the start would see, and counting solutions counts each once.

use tilebase_core::sliding::Board;

use super::{
    super::outcome::{Counts, Found, Wanted},
    moves::Moves,
    tables::Tables,
};

/// A board some moves from the start.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) board: Board,
    /// The cells that the blank has moved to.
    pub(super) path: Vec<u8>,
    /// What the moves have led the automaton to.
    pub(super) state: u16,
}

impl Job {
    /// No move yet.
    pub(super) fn start(board: &Board, moves: &Moves) -> Self {
        Self {
            board: *board,
            path: Vec::new(),
            state: moves.start(board.blank()),
        }
    }
}

/// All boards a certain number of moves from the start, none of them the goal.
pub(super) struct Frontier {
    pub(super) jobs: Vec<Job>,
    /// What it took.
    pub(super) counts: Counts,
    /// The solutions that are no longer than this frontier is deep; if there are any there are no jobs.
    pub(super) found: Found,
}

impl Frontier {
    /// The first frontier of at least `enough` boards, or the first that holds the goal.
    pub(super) fn new(tables: &Tables<'_>, start: &Board, wanted: Wanted, enough: usize) -> Self {
        let mut frontier = Self {
            jobs: vec![Job::start(start, tables.moves)],
            counts: Counts::default(),
            found: Found::default(),
        };
        loop {
            for job in frontier
                .jobs
                .iter()
                .filter(|job| job.board == tables.geometry.goal)
            {
                if frontier.found.add(job.path.clone(), wanted).is_break() {
                    break;
                }
            }
            if frontier.found.count > 0 {
                frontier.jobs.clear();
            }
            if frontier.found.count > 0 || frontier.jobs.len() >= enough {
                return frontier;
            }
            let children: Vec<Job> = (frontier.jobs.iter())
                .flat_map(|job| children(tables.moves, job))
                .collect();
            frontier.counts.expanded += frontier.jobs.len() as u64;
            frontier.counts.generated += children.len() as u64;
            frontier.jobs = children;
        }
    }
}

fn children(moves: &Moves, job: &Job) -> impl Iterator<Item = Job> {
    let choices = moves.choices(job.state);
    (0..usize::from(choices.count)).map(|choice| {
        let mut child = job.clone();
        child.board.slide(choices.cell[choice].into());
        child.path.push(choices.cell[choice]);
        child.state = choices.next[choice];
        child
    })
}
