//! IDA\* with a bound that every move raises or lowers by one.
//!
//! The moves made plus the bound of a board stay the same with a move that lowers the bound, and
//! grow by 2 with one that raises it. The *slack* of a board is half of what the threshold leaves
//! beyond that sum, so a move that raises the bound costs one. No bound is computed: the walk asks
//! of each move whether the bound rises, and turns back where it does and no slack is left. And
//! nothing but the tile is taken back: what a bound keeps of a board is copied for its children.

use std::{convert::Infallible, mem, ops::ControlFlow};

use tilebase_core::sliding::{CELLS_LIMIT, Shape, blank_of};

use super::checkpoint::SearchState;
use crate::{
    FoundSolutions,
    deepening::{ThresholdResult, ThresholdSearch, log::Log},
    heuristic::{
        AwayFromHome, ConflictRises, LinkedRises, Rises, RoomyCells, SummedRises, TileSlides,
        UnitBound,
    },
    solution_limit::SolutionLimit,
    stats::Counts,
};

/// The number of boards that are expanded between two checks of the stop flag.
pub(super) const BOARDS_BETWEEN_CHECKS: u64 = 256;

/// What a walk searches for.
#[derive(Clone, Copy)]
pub(super) struct WalkTask<'a> {
    pub(super) shape: Shape,
    pub(super) start: &'a [u8],
    pub(super) goal: &'a [u8],
    /// No solution begins with a move of the blank to this cell.
    pub(super) excluded_first_move: Option<usize>,
    pub(super) wanted: SolutionLimit,
    /// Called with the number of boards expanded. The caller reports damage; here it ends a walk
    /// that may never end by itself.
    pub(super) stopped: &'a dyn Fn(u64) -> bool,
}

/// A walk within one threshold after another.
pub(super) type TaskWalk<'a> = Box<dyn ThresholdSearch<u8, SearchState, Infallible> + 'a>;

/// Returns the walk with a bound, which is `estimate` for the board to begin with; `None` if moves
/// change it by other numbers than one.
pub(super) fn unit_walk<'a>(
    bound: UnitBound<'a>,
    estimate: u32,
    task: WalkTask<'a>,
) -> Option<TaskWalk<'a>> {
    fn walk<'a>(bound: impl Rises + 'a, estimate: u32, task: WalkTask<'a>) -> Option<TaskWalk<'a>> {
        Some(Box::new(UnitWalk::new(bound, estimate, task)))
    }
    match bound {
        UnitBound::Manhattan(distances) => {
            walk(AwayFromHome::new(task.shape, distances)?, estimate, task)
        }
        UnitBound::LinearConflict(conflicts) => {
            walk(ConflictRises::new(conflicts)?, estimate, task)
        }
        UnitBound::WalkingDistance(walking) => match LinkedRises::new(walking) {
            Some(linked) => walk(linked, estimate, task),
            None => walk(SummedRises::new(walking), estimate, task),
        },
    }
}

/// Walks through the tree of moves, within one threshold after another.
struct UnitWalk<'a, B> {
    bound: B,
    /// The bound of the board to begin with.
    estimate: u32,
    task: WalkTask<'a>,
    slides: TileSlides,
    cells: Box<RoomyCells>,
    /// The moves made plus the bound are this number where no slack is left.
    length: usize,
    /// The cells to which the blank has moved.
    path: Vec<u8>,
    /// The counts of this threshold.
    counts: Counts,
    /// The boards expanded within all thresholds before.
    expanded: u64,
    found: FoundSolutions,
}

impl<'a, B: Rises> UnitWalk<'a, B> {
    fn new(bound: B, estimate: u32, task: WalkTask<'a>) -> Self {
        let mut cells = Box::new([0; CELLS_LIMIT]);
        cells[..task.start.len()].copy_from_slice(task.start);
        Self {
            bound,
            estimate,
            slides: TileSlides::new(task.shape),
            cells,
            task,
            length: 0,
            path: Vec::new(),
            counts: Counts::default(),
            expanded: 0,
            found: FoundSolutions::default(),
        }
    }

    /// Walks the subtree of the board, which is `depth` moves from the start and has its blank at
    /// `place`. Breaks if there are enough solutions, or if it is to stop.
    fn visit(
        &mut self,
        state: B::State,
        place: usize,
        depth: usize,
        slack: usize,
    ) -> ControlFlow<()> {
        if depth + 2 * slack == self.length && self.cells.starts_with(self.task.goal) {
            return (self.found).add(self.path[..depth].to_vec(), self.task.wanted);
        }
        self.counts.expanded += 1;
        if self.counts.expanded.is_multiple_of(BOARDS_BETWEEN_CHECKS)
            && (self.task.stopped)(self.expanded + self.counts.expanded)
        {
            return ControlFlow::Break(());
        }
        let slides = *self.slides.at(place);
        let slides = slides.as_slice();
        self.counts.generated += slides.len() as u64;
        for (at, slide) in slides.iter().enumerate() {
            let (from, to) = (usize::from(slide.from), usize::from(slide.to));
            let tile = self.cells[from];
            let mut state = state;
            let cost = usize::from(self.bound.rises(&mut state, &self.cells, tile, slide));
            if cost > slack {
                continue;
            }
            match self.path.get_mut(depth) {
                Some(cell) => *cell = slide.from,
                None => self.path.push(slide.from),
            }
            (self.cells[from], self.cells[to]) = (0, tile);
            let flow = self.visit(state, slide.next.into(), depth + 1, slack - cost);
            (self.cells[from], self.cells[to]) = (tile, 0);
            if flow.is_break() {
                self.counts.generated -= (slides.len() - 1 - at) as u64;
                return flow;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<B: Rises> ThresholdSearch<u8, SearchState, Infallible> for UnitWalk<'_, B> {
    fn search(
        &mut self,
        threshold: u32,
        _: &mut Log<'_>,
    ) -> Result<ThresholdResult<u8>, Infallible> {
        let more = threshold.saturating_sub(self.estimate);
        let odd = more % 2;
        self.length = (threshold - odd) as usize;
        let blank = blank_of(self.task.start);
        let place = self.slides.start(blank, self.task.excluded_first_move);
        let state = self.bound.start(self.task.start);
        let flow = self.visit(state, place, 0, more as usize / 2);
        let (counts, found) = (mem::take(&mut self.counts), mem::take(&mut self.found));
        self.expanded += counts.expanded;
        // Every board but the start is generated, and those that are not cut off are expanded or
        // solved.
        let has_cut = counts.generated + 1 > counts.expanded + found.count;
        Ok(ThresholdResult {
            counts,
            next: if has_cut { threshold.saturating_add(2 - odd) } else { u32::MAX },
            stopped: flow.is_break() && !self.task.wanted.is_met_by(found.listed.len()),
            found,
        })
    }
}

#[cfg(test)]
mod tests {
    use tilebase_core::{
        Monitor,
        sliding::{Board, Metric, TileDistances},
    };

    use super::*;
    use crate::{
        Stats,
        heuristic::{Heuristic, LinearConflict, WalkingDistance},
        ida::BoardSolver,
    };

    /// A heuristic of which nothing but the bound is known, so that it is computed anew for each
    /// board.
    struct Plain<'a>(&'a dyn Heuristic);

    impl Heuristic for Plain<'_> {
        fn name(&self) -> String {
            self.0.name()
        }

        fn of_cells(&self, cells: &[u8]) -> u32 {
            self.0.of_cells(cells)
        }
    }

    /// A heuristic of which also is known what moves do to it.
    struct Followed<'a>(&'a dyn Heuristic);

    impl Heuristic for Followed<'_> {
        fn name(&self) -> String {
            self.0.name()
        }

        fn of_cells(&self, cells: &[u8]) -> u32 {
            self.0.of_cells(cells)
        }

        fn unit_bound(&self) -> Option<UnitBound<'_>> {
            self.0.unit_bound()
        }
    }

    /// Returns the counts of all iterations.
    fn counts(stats: &Stats) -> Vec<(u32, u64, u64)> {
        let of_iteration = stats.iterations.iter();
        let all = (0, stats.expanded, stats.generated);
        of_iteration
            .map(|done| (done.threshold, done.expanded, done.generated))
            .chain([all])
            .collect()
    }

    /// Returns boards to which random moves lead from the goal, and the goal.
    fn boards(shape: Shape, home: usize, moves: usize) -> Vec<Board> {
        let mut board = Board::ordered(shape, home);
        let (mut all, mut number) = (vec![board], 1u32);
        for _ in 0..5 {
            for _ in 0..moves {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let cells: Vec<usize> = board.movable().collect();
                board.slide(cells[(number >> 16) as usize % cells.len()]);
            }
            all.push(board);
        }
        all
    }

    #[test]
    fn everything_is_counted_and_found_as_by_bounds_computed_anew() {
        for (name, home, moves) in [
            ("2x2", 3, 5),
            ("3x3", 0, 200),
            ("3x3", 4, 200),
            ("2x5", 1, 100),
            ("4x4", 0, 30),
            ("3x5", 14, 25),
        ] {
            let shape: Shape = name.parse().unwrap();
            let goal = shape.ordered_cells(home);
            let heuristics: [Box<dyn Heuristic>; 3] = [
                Box::new(TileDistances::new(shape, &goal)),
                Box::new(LinearConflict::new(shape, &goal)),
                Box::new(WalkingDistance::new(shape, home, Metric::Single).unwrap()),
            ];
            for heuristic in &heuristics {
                let plain: Box<dyn Heuristic + '_> = Box::new(Plain(&**heuristic));
                let followed: Box<dyn Heuristic + '_> = Box::new(Followed(&**heuristic));
                let [plain, followed] = [plain, followed].map(|heuristic| {
                    BoardSolver::with_heuristic(Metric::Single, shape, home, heuristic)
                });
                for board in boards(shape, home, moves) {
                    let silent = Monitor::silent();
                    let solve = |solver: &BoardSolver<'_>| {
                        let solution = solver.solve(&board, &silent).unwrap();
                        (solution.moves, counts(&solution.stats))
                    };
                    let (expected, _) = solve(&plain);
                    assert_eq!(solve(&followed), solve(&plain), "{board}");
                    for wanted in [
                        SolutionLimit::All { limit: 3 },
                        SolutionLimit::Some { limit: 2 },
                    ] {
                        let solutions = |solver: &BoardSolver<'_>| {
                            let found = solver.solutions(&board, wanted, &silent).unwrap();
                            (found.count, found.listed, counts(&found.stats))
                        };
                        assert_eq!(solutions(&followed), solutions(&plain), "{board}");
                    }
                    let distance = expected.len() as u32;
                    let hints = |solver: &BoardSolver<'_>| {
                        solver.hints(&board, distance, None, &silent).unwrap()
                    };
                    assert_eq!(hints(&followed), hints(&plain), "{board}");
                }
            }
        }
    }
}
