//! Solutions, grades and random boards by stages.

use std::{
    collections::HashSet,
    ops::Range,
    sync::{Arc, PoisonError},
    time::Duration,
};

use rand::seq::SliceRandom;
use tilebase_core::{
    Puzzle,
    sliding::{ANY_TILE, PartialGoal, Shape, solvable_cells},
};

use crate::{
    answers::{
        Answer, Bounds, FarthestStage, FarthestStages, Game, Method, ReviewedStage, StageEnd,
        Staged, StagedReview, Stages,
    },
    backend::ensure_searches,
    event::Reporter,
    moves::Moves,
    solver::{PreparedStage, Solver},
    values::{Error, Input, PuzzleGoal, Result, Rng, State},
};

/// The most tiles of a last stage that is searched like the stages before; if there are more, the
/// last stage is searched like the whole board.
const FEW: usize = 9;

/// The cells of states whose distances are looked up at once.
const AT_ONCE: usize = 1 << 20;

impl Solver {
    /// Reads stages. They are separated by slashes; each is a list of tiles and ranges of tiles
    /// separated by commas, and the last may be `rest`. The text may also be the name of a preset:
    /// `rows`, `rows-columns` (also called `fringe`) or `grids`.
    ///
    /// `rows` places row by row, and the last two rows column by column. `rows-columns` places the
    /// first row of the rest of the board, or its first column if it has more columns than rows.
    /// `grids` places blocks of two rows and two columns. All leave at most three rows and three
    /// columns to the last stage. Lines of more than five tiles are cut into single tiles and a
    /// last pair; on boards of more than 25 cells, so are all stages of more than two tiles, and
    /// the last stage has two rows and two columns.
    ///
    /// # Errors
    /// If the text is none of these, if it names a tile twice or one that does not exist, or if the
    /// puzzle has no stages: rows of stones and goals that leave cells open have none.
    pub fn stages(&self, text: &str) -> Result<Stages> {
        ensure_searches()?;
        Stages::parse(self.staged_shape()?, &self.a_goal(), text)
    }

    /// Returns the solver of the goal that names only these tiles of the goal: tiles and ranges of
    /// tiles separated by commas.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let row = Library::in_memory().puzzle("3x3")?.with_stage("1-3")?;
    /// assert_eq!(row.goal(), "1 2 3 x x x x x x");
    /// assert_eq!(row.depths()?.states, 9 * 8 * 7 * 6);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`stages`](Self::stages).
    pub fn with_stage(self, text: &str) -> Result<Self> {
        let goal = self.partial_goal_of(&self.named(text)?)?;
        Ok(self.towards(goal.into()))
    }

    /// Returns random boards in which these tiles are in their places, drawn uniformly among those
    /// that can reach the goal.
    pub(super) fn random_after(&self, text: &str, n: usize, rng: &mut Rng) -> Result<Vec<State>> {
        ensure_searches()?;
        let (shape, placed) = (self.staged_shape()?, self.named(text)?);
        let goal = self.a_goal();
        let is_open = |cell: &usize| !placed.contains(&goal.cells()[*cell]);
        let open: Vec<usize> = (0..goal.cells().len()).filter(is_open).collect();
        let mut draw = || loop {
            let mut tiles: Vec<u8> = open.iter().map(|&cell| goal.cells()[cell]).collect();
            tiles.shuffle(rng);
            let state = goal.with_cells(|cells| {
                let places = open.iter().zip(tiles);
                places.for_each(|(&cell, tile)| cells[cell] = tile);
            });
            // With a tile or two left there may be no other board than the goal.
            if solvable_cells(shape, state.cells(), goal.cells()) {
                return state;
            }
        };
        self.drawn(n, |states| Ok((0..states).map(|_| draw()).collect()))
    }

    /// Solves a board stage by stage, each optimally from the state where the one before ended. If
    /// a stage can end in several equally near states, one is taken, and always the same, whichever
    /// tables exist. With `endings` greater than 1, this many solutions of each stage are followed,
    /// and the shortest total is returned.
    ///
    /// A library with a folder keeps the tables of stages with up to 2^27 states. The first board
    /// opens the solvers of the stages, which are kept until this solver or a clone is asked about
    /// other stages.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let solver = Library::in_memory().puzzle("3x3")?;
    /// let staged = solver.solve_stages("867254301", &solver.stages("rows")?, 1)?;
    /// let ends: Vec<_> = staged.stages.iter().map(|stage| stage.end).collect();
    /// assert_eq!(ends, [21, 35]); // the shortest solution has 31 moves
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_stages<'a>(
        &self,
        state: impl Into<Input<'a>>,
        stages: &Stages,
        endings: usize,
    ) -> Result<Staged> {
        ensure_searches()?;
        let (state, endings) = (self.read(state)?.into_owned(), endings.max(1));
        let mut answer = Answer {
            metric: self.metric(),
            ..Answer::unsolvable(state.clone())
        };
        let mut begun: Begun = vec![(vec![state], Vec::new())];
        if self.check(&begun[0].0[0])?.solvable == Some(false) {
            let stages = Vec::new();
            return Ok(Staged {
                answer,
                length: None,
                stages,
            });
        }
        let (prepared, reporter) = (self.prepared(stages)?, self.timed_stages());
        let quick = self.quick();
        for (number, stage) in prepared.iter().enumerate() {
            let done = begun.first().and_then(|(path, ends)| {
                let (stage, moves) = (&ends.last()?.name, Moves::along(self.metric(), path));
                Some(format!("; solved up to the stage {stage}: {moves}"))
            });
            let stopped = |error| match (error, &done) {
                (Error::Interrupted(said), Some(done)) => Error::Interrupted(said + done),
                (other, _) => other,
            };
            let solver = stage.solver(self, reporter.share(prepared.len() - number));
            let mut longer = Begun::new();
            for (path, ends) in &begun {
                self.check_stop().map_err(stopped)?;
                let end = &path[path.len() - 1];
                let ways = if stage.is_met(end) {
                    vec![(vec![end.clone()], true)]
                } else if reporter.over() {
                    vec![(quick_way(&quick, stage, end).map_err(stopped)?, false)]
                } else {
                    ways(&solver, end, endings).map_err(stopped)?
                };
                for (more, optimal) in ways {
                    let length = more.len() as u32 - 1;
                    let name = stage.name.clone();
                    let path = [path, &more[1..]].concat();
                    let end = path.len() as u32 - 1;
                    let last = StageEnd {
                        name,
                        length,
                        end,
                        optimal,
                    };
                    longer.push((path, [&ends[..], &[last]].concat()));
                }
                if longer.len() / 2 > endings {
                    keep_shortest(&mut longer, endings);
                }
            }
            keep_shortest(&mut longer, endings);
            begun = longer;
        }
        let unknown = || Error::NotExact(self.puzzle());
        let (path, stages) = begun.into_iter().next().ok_or_else(unknown)?;
        let length = Some(path.len() as u32 - 1);
        // No solution is shorter than the first stage, if that is proven.
        let first = stages.first().filter(|first| first.optimal);
        answer.bounds = Some(Bounds {
            lower: first.map_or(0, |first| first.length),
            upper: length,
        });
        answer.method = Method::Stages;
        answer.path = Some(path);
        Ok(Staged {
            answer,
            length,
            stages,
        })
    }

    /// Grades a game stage by stage. A stage ends when its tiles and those of the stages before are
    /// first in place together.
    ///
    /// # Errors
    /// As [`review`](Self::review).
    pub fn review_stages(&self, game: &Game, stages: &Stages) -> Result<StagedReview> {
        ensure_searches()?;
        let path = self.path_of(game)?;
        // The goal may be out of reach although the first stages can be finished.
        if self.check(game.start())?.solvable == Some(false) {
            return Err(game.start().unsolvable());
        }
        let (mut reviewed, mut start) = (Vec::new(), 0);
        let (prepared, reporter) = (self.prepared(stages)?, self.timed_stages());
        for (number, stage) in prepared.iter().enumerate() {
            let solver = stage.solver(self, reporter.share(prepared.len() - number));
            let end = path[start..].iter().position(|state| stage.is_met(state));
            let last = end.map_or(path.len() - 1, |moves| start + moves);
            let unsolvable = || path[start].unsolvable();
            let distance = |state: &State| {
                if stage.is_met(state) {
                    return Ok(0);
                }
                solver.distance(state)?.proven()?.ok_or_else(unsolvable)
            };
            let (least, left) = (distance(&path[start])?, distance(&path[last])?);
            let made = (last - start) as u32;
            reviewed.push(ReviewedStage {
                name: stage.name.clone(),
                distance: least,
                made,
                left,
                wasted: (made + left).saturating_sub(least),
            });
            start = last;
            if end.is_none() {
                break;
            }
        }
        Ok(StagedReview {
            game: game.clone(),
            stages: reviewed,
        })
    }

    /// Returns the greatest distance of each stage. The sum of these distances is an upper bound on
    /// the distance of every board, because a stage takes at most its greatest distance from any
    /// state in which the one before ends.
    ///
    /// If the stages before leave a rectangle, the distance is that on a board of its size. The
    /// tiles in place then do not move, so the distance is at least that on the whole board.
    ///
    /// # Errors
    /// As [`stages`](Self::stages); or if a stage has no table, and it is too large to be built
    /// without a request.
    pub fn farthest_stages(&self, stages: &Stages) -> Result<FarthestStages> {
        let (shape, goal) = (self.staged_shape()?, self.a_goal());
        // The rectangle that is left, and the tiles placed since it has that size.
        let (mut window, mut placed) = ((0..shape.rows(), 0..shape.cols()), Vec::new());
        let mut farthest = Vec::new();
        for tiles in stages.iter() {
            let cell = |row: usize, col: usize| goal.cells()[shape.cell(row, col)];
            let (rows, cols) = window.clone();
            let cells = rows
                .clone()
                .flat_map(|row| cols.clone().map(move |col| (row, col)));
            let inside: Vec<u8> = cells.map(|(row, col)| cell(row, col)).collect();
            let small = Shape::new(rows.len(), cols.len())?;
            let named = |tile: &u8| placed.contains(tile) || tiles.contains(tile);
            let partial_goal = |wanted: &dyn Fn(&u8) -> bool| {
                // The tiles of the rectangle by their cells in it, and its blank.
                let mut next = 0;
                let cells = inside.iter().map(|tile| {
                    next += u8::from(*tile != 0);
                    wanted(tile).then_some(if *tile == 0 { 0 } else { next })
                });
                PartialGoal::new(small, &cells.collect::<Vec<_>>())
            };
            let goal = partial_goal(&|tile| tiles.is_empty() || named(tile))?;
            let solver = self.clone().towards(goal.into());
            let before = partial_goal(&|tile| placed.contains(tile))?;
            let eccentricity = if before.named() == 0 {
                solver.depths()?.eccentricity
            } else {
                solver.farthest_from(&before)?
            };
            farthest.push(FarthestStage {
                name: Stages::name(tiles),
                eccentricity,
            });
            placed.extend_from_slice(tiles);
            window = without_full_lines(window, |row, col| placed.contains(&cell(row, col)));
        }
        Ok(FarthestStages {
            about: self.into(),
            upper_bound: farthest.iter().map(|stage| stage.eccentricity).sum(),
            stages: farthest,
        })
    }

    /// Returns the greatest distance of the states that meet another goal, from the table: looks up
    /// all arrangements of the tiles that it leaves open.
    fn farthest_from(&self, before: &PartialGoal) -> Result<u32> {
        let (goal, partial_goal) = (self.a_goal(), self.partial_goal());
        let kinds = partial_goal.map_or_else(
            || goal.cells().to_vec(),
            |partial_goal| partial_goal.kinds(goal.cells()),
        );
        let open = |&cell: &usize| before.cells()[cell] == ANY_TILE;
        let open: Vec<usize> = (0..kinds.len()).filter(open).collect();
        let mut left: Vec<u8> = open.iter().map(|&cell| kinds[cell]).collect();
        left.sort_unstable();
        let (mut states, mut farthest, mut more) = (Vec::new(), 0, true);
        while more {
            let mut cells = kinds.clone();
            let places = open.iter().zip(&left);
            places.for_each(|(&cell, &kind)| cells[cell] = kind);
            if let Some(partial_goal) = partial_goal {
                partial_goal.fill(&mut cells);
            }
            states.extend_from_slice(&cells);
            more = next_order(&mut left);
            if !more || states.len() >= AT_ONCE {
                let mut distances = vec![0; states.len() / kinds.len()];
                self.cell_distances(&states, &mut distances)?;
                farthest = distances.iter().copied().fold(farthest, i16::max);
                states.clear();
            }
        }
        Ok(farthest as u32)
    }

    /// Returns a reporter for all stages together, which begin now.
    fn timed_stages(&self) -> Reporter {
        self.reporter().within(self.options.time)
    }

    /// Returns the solver that constructs a solution at once, when the time of stages is over.
    fn quick(&self) -> Self {
        let solver = self.clone().with(|options| {
            (options.heuristic, options.partition) = (None, None);
            options.tuning.whole_tree = false;
        });
        solver.with_best_known().with_time(Duration::ZERO)
    }

    /// Returns the stages with their solvers. They are prepared once for successive questions about
    /// the same stages, of this solver and its clones.
    fn prepared(&self, stages: &Stages) -> Result<Arc<[PreparedStage]>> {
        let mut last = self.staged.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, prepared)) = last.as_ref().filter(|(its, _)| its == stages) {
            return Ok(Arc::clone(prepared));
        }
        let (mut named, goal) = (Vec::new(), self.a_goal());
        let stage = |tiles: &[u8]| {
            let left = |tile: &u8| *tile != 0 && !named.contains(tile);
            let new: Vec<u8> = match tiles {
                [] => goal.cells().iter().copied().filter(left).collect(),
                tiles => tiles.to_vec(),
            };
            named.extend_from_slice(&new);
            let is_last = tiles.is_empty();
            if is_last {
                named.push(0);
            }
            let partial_goal = self.partial_goal_of(&named)?;
            let as_whole = is_last && (new.len() > FEW || self.has_or_builds_table(true));
            let solver = (!as_whole).then(|| {
                let kind = partial_goal.kind_of_labels();
                let mut solver = self
                    .clone()
                    .towards(PuzzleGoal::Partial(partial_goal.clone()));
                // These are for boards whose tiles all count.
                (solver.options.heuristic, solver.options.partition) = (None, None);
                let kinds = new.iter().map(|&tile| kind[usize::from(tile)]);
                solver.options.stage = Some(kinds.collect());
                solver
            });
            Ok(PreparedStage {
                name: Stages::name(tiles),
                partial_goal,
                solver,
            })
        };
        self.staged_shape()?;
        let prepared: Arc<[PreparedStage]> = stages.iter().map(stage).collect::<Result<_>>()?;
        *last = Some((stages.clone(), Arc::clone(&prepared)));
        Ok(prepared)
    }

    /// Returns the goal that names only some of the goal's tiles.
    fn partial_goal_of(&self, named: &[u8]) -> Result<PartialGoal> {
        let goal = self.a_goal();
        let cells = goal.cells().iter();
        let cells: Vec<Option<u8>> = cells
            .map(|&tile| named.contains(&tile).then_some(tile))
            .collect();
        Ok(PartialGoal::new(self.staged_shape()?, &cells)?)
    }

    fn named(&self, text: &str) -> Result<Vec<u8>> {
        let stages = self.stages(text)?;
        Ok(stages.iter().flatten().copied().collect())
    }

    /// Returns the board.
    ///
    /// # Errors
    /// If the goal has no stages.
    fn staged_shape(&self) -> Result<Shape> {
        match (self.puzzle(), self.partial_goal()) {
            (Puzzle::Sliding(shape), None) => Ok(shape),
            (puzzle, _) => Err(Error::Option {
                option: "a stage",
                only: "boards whose goal names all tiles",
                puzzle,
            }),
        }
    }
}

/// Solutions of the first stages: the states along each, and the ends of its stages.
type Begun = Vec<(Vec<State>, Vec<StageEnd>)>;

/// Keeps this many, the shortest, one for each state in which they end.
fn keep_shortest(solutions: &mut Begun, count: usize) {
    solutions.sort_by_key(|(path, _)| path.len());
    let mut ends = HashSet::new();
    solutions.retain(|(path, _)| ends.insert(path[path.len() - 1].clone()));
    solutions.truncate(count);
}

/// Rearranges a list to the next permutation in lexicographic order. Returns false if it is the
/// last one.
fn next_order(items: &mut [u8]) -> bool {
    let Some(last) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let greater = items.iter().rposition(|item| *item > items[last]);
    items.swap(last, greater.unwrap_or(last));
    items[last + 1..].reverse();
    true
}

/// Cuts off the lines of a rectangle whose cells are all full, from its edges, as long as two rows
/// and two columns are left.
fn without_full_lines(
    (mut rows, mut cols): (Range<usize>, Range<usize>),
    is_full: impl Fn(usize, usize) -> bool,
) -> (Range<usize>, Range<usize>) {
    loop {
        let row_is_full = |row: usize| cols.clone().all(|col| is_full(row, col));
        let col_is_full = |col: usize| rows.clone().all(|row| is_full(row, col));
        let (many_rows, many_cols) = (rows.len() > 2, cols.len() > 2);
        if many_rows && row_is_full(rows.start) {
            rows.start += 1;
        } else if many_rows && row_is_full(rows.end - 1) {
            rows.end -= 1;
        } else if many_cols && col_is_full(cols.start) {
            cols.start += 1;
        } else if many_cols && col_is_full(cols.end - 1) {
            cols.end -= 1;
        } else {
            return (rows, cols);
        }
    }
}

/// Returns a path from a state to a stage's goal, on one that leads to the goal of the board.
fn quick_way(quick: &Solver, stage: &PreparedStage, state: &State) -> Result<Vec<State>> {
    let path = quick.solve(state)?.path.unwrap_or_default();
    let end = path.iter().position(|state| stage.is_met(state));
    let end = end.ok_or(Error::NotExact(state.puzzle()))?;
    Ok(path[..=end].to_vec())
}

/// Returns up to this many shortest paths from a state to a stage's goal, and whether they are
/// proven to be.
fn ways(solver: &Solver, state: &State, limit: usize) -> Result<Vec<(Vec<State>, bool)>> {
    if limit > 1 {
        let all = solver.some_solutions(state, limit)?;
        return Ok(all.into_iter().map(|path| (path, true)).collect());
    }
    let answer = solver.solve(state)?;
    let optimal = answer.distance().is_some();
    let path = answer.path.filter(|path| !path.is_empty());
    let path = path.ok_or(Error::NotExact(state.puzzle()))?;
    Ok(vec![(path, optimal)])
}
