//! All shortest solutions, one at a time.

use tilebase_solve::table::Paths;

use crate::{AnySolver, Error, Input, Solver, State, any::each, engine::Family};

/// The shortest solutions of one state, found as they are asked for; see [`Solver::each_solution`].
#[derive(Debug)]
pub struct EachSolution<S: Family> {
    solver: Solver<S>,
    source: Source<S>,
}

/// The same for any puzzle.
pub type AnySolutions = Box<dyn Iterator<Item = Result<Vec<State>, Error>> + Send>;

#[derive(Debug)]
enum Source<S> {
    Table(Paths<S>),
    Search(Descent<S>),
}

/// The solutions that a search has still to find: by way of states that are one move nearer each.
#[derive(Debug)]
struct Descent<S> {
    distance: u32,
    /// The way to where it stands.
    path: Vec<S>,
    /// Of each state on the way the optimal moves not yet taken, the next one last.
    left: Vec<Vec<S>>,
}

impl<S: Family> Descent<S> {
    /// Returns the next solution, in the puzzle's order of moves. After an error it can be asked
    /// for again.
    fn next(&mut self, solver: &Solver<S>) -> Result<Option<Vec<S>>, Error> {
        while let Some(moves) = self.left.last_mut() {
            let Some(&state) = moves.last() else {
                self.left.pop();
                self.path.pop();
                continue;
            };
            let here = self.distance - self.path.len() as u32;
            let nearer = solver.nearer(&state, here)?;
            moves.pop();
            self.path.push(state);
            self.left.push(nearer.into_iter().rev().collect());
            if here == 0 {
                return Ok(Some(self.path.clone()));
            }
        }
        Ok(None)
    }
}

impl<S: Family> Iterator for EachSolution<S> {
    /// The states of a solution, both ends included.
    type Item = Result<Vec<S>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let solver = &self.solver;
        let next = match &mut self.source {
            Source::Table(paths) => solver.table().and_then(|table| Ok(table.next_path(paths)?)),
            Source::Search(descent) => descent.next(solver),
        };
        next.transpose()
    }
}

impl<S: Family> Solver<S> {
    /// Returns all shortest solutions in order, from the table or by search: each is found when it
    /// is asked for, and one alone is held. There are none where the goal is out of reach.
    ///
    /// A search first finds the distance, and then of each state on the way which moves lead
    /// nearer. The first solution takes some times as long as [`solve`](Self::solve), later ones
    /// less.
    ///
    /// ```
    /// use tilebase::{Board, Library};
    ///
    /// let shape = "3x3".parse()?;
    /// let eight = Library::in_memory().board(shape);
    /// let board = Board::parse(shape, "867254301")?;
    /// let mut solutions = eight.each_solution(&board)?;
    /// assert_eq!(solutions.next().expect("one of 40")?.len(), 32);
    /// assert_eq!(solutions.count(), 39);
    /// let searched = eight.heuristic("walking-distance").each_solution(&board)?;
    /// assert_eq!(searched.count(), 40);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no distance: the search is stopped, or the table is damaged. So may each item
    /// be.
    pub fn each_solution(&self, state: &S) -> Result<EachSolution<S>, Error> {
        self.of_puzzle(state)?;
        let source = match self.engine()?.table() {
            Some(table) => Source::Table(table.paths(state)?),
            None => {
                let answer = self.distance(state)?;
                let distance = answer.distance();
                if distance.is_none() && answer.solvable() != Some(false) {
                    return Err(Error::Interrupted(
                        "the time was up before the distance was known: ask without a limit".into(),
                    ));
                }
                Source::Search(Descent {
                    distance: distance.unwrap_or_default(),
                    path: Vec::new(),
                    left: distance.map(|_| vec![*state]).into_iter().collect(),
                })
            }
        };
        Ok(EachSolution {
            solver: self.clone(),
            source,
        })
    }

    /// Returns the neighbours of a state at `distance` that are one move nearer.
    fn nearer(&self, state: &S, distance: u32) -> Result<Vec<S>, Error> {
        let Some(less) = distance.checked_sub(1) else {
            return Ok(Vec::new());
        };
        let engine = self.engine()?;
        let mut nearer = Vec::new();
        for next in state.neighbours_in(self.metric_asked()) {
            let after = engine.distance_beside(state, &next, distance, self.reporter())?;
            nearer.extend((after == Some(less)).then_some(next));
        }
        Ok(nearer)
    }
}

impl AnySolver {
    /// Returns all shortest solutions, one at a time; see [`Solver::each_solution`].
    pub fn each_solution<'a>(&self, state: impl Into<Input<'a>>) -> Result<AnySolutions, Error> {
        each!(self, solver => {
            let solutions = solver.each_solution(&solver.read(state)?)?;
            let states = |path: Vec<_>| path.into_iter().map(Into::into).collect();
            Ok(Box::new(solutions.map(move |path| path.map(states))))
        })
    }
}
