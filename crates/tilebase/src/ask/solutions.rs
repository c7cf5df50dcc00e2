//! All shortest solutions: counted, listed, or one at a time.

use tilebase_solve::SolutionLimit;

use crate::{
    answers::Solutions,
    solver::Solver,
    values::{Error, Input, Result, State},
};

/// An iterator over the shortest solutions of one state; see [`Solver::each_solution`].
///
/// It is a depth-first search along optimal moves, which pauses after each solution.
#[derive(Debug)]
pub struct EachSolution {
    solver: Solver,
    distance: u32,
    /// The states up to the present one.
    path: Vec<State>,
    /// For each of these states, the optimal moves not yet tried, the next one last.
    left: Vec<Vec<State>>,
}

impl EachSolution {
    /// Returns the next solution. After an error, the same solution can be requested again.
    fn find(&mut self) -> Result<Option<Vec<State>>> {
        let (backend, reporter) = (self.solver.backend()?, self.solver.reporter());
        while let Some(moves) = self.left.last_mut() {
            let Some(state) = moves.last() else {
                self.left.pop();
                self.path.pop();
                continue;
            };
            let here = self.distance - self.path.len() as u32;
            let mut nearer = match here {
                0 => Vec::new(),
                _ => backend.nearer(self.solver.metric(), state, here, reporter)?,
            };
            nearer.reverse();
            self.path.extend(moves.pop());
            self.left.push(nearer);
            if here == 0 {
                return Ok(Some(self.path.clone()));
            }
        }
        Ok(None)
    }
}

impl Iterator for EachSolution {
    /// The states of a solution, both ends included.
    type Item = Result<Vec<State>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().transpose()
    }
}

impl Solver {
    /// Returns the number of shortest solutions, and the states of up to `limit` of them.
    pub fn solutions<'a>(&self, state: impl Into<Input<'a>>, limit: usize) -> Result<Solutions> {
        self.list(&*self.read(state)?, SolutionLimit::All { limit })
    }

    /// Returns the states of any `limit` shortest solutions, or of all if there are no more. Costs
    /// less than [`solutions`](Self::solutions) if there are many, because they are not counted.
    pub fn some_solutions<'a>(
        &self,
        state: impl Into<Input<'a>>,
        limit: usize,
    ) -> Result<Vec<Vec<State>>> {
        Ok(self
            .list(&*self.read(state)?, SolutionLimit::Some { limit })?
            .paths)
    }

    fn list(&self, state: &State, wanted: SolutionLimit) -> Result<Solutions> {
        self.check_exact()?;
        if self.is_ruled_out(state)? {
            return Ok(Solutions::default());
        }
        let backend = self.backend()?;
        backend.solutions(state, wanted, self.reporter())
    }

    /// Returns an iterator over all shortest solutions, from the table or by search, in the order
    /// in which [`solutions`](Self::solutions) lists all. Each is found when it is requested, and
    /// only one is held in memory. There are none if the goal is out of reach.
    ///
    /// A search first finds the distance, and then which moves lead nearer from each state of a
    /// solution. The first solution takes several times as long as [`solve`](Self::solve), later
    /// ones less.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let eight = Library::in_memory().puzzle("8-puzzle")?;
    /// let mut solutions = eight.each_solution("867254301")?;
    /// assert_eq!(solutions.next().expect("one of 40")?.len(), 32);
    /// assert_eq!(solutions.count(), 39);
    /// let searched = eight.with_heuristic("walking-distance").each_solution("867254301")?;
    /// assert_eq!(searched.count(), 40);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the distance is not found: the search was stopped, or the table is damaged. Each item may
    /// be an error for the same reasons.
    pub fn each_solution<'a>(&self, state: impl Into<Input<'a>>) -> Result<EachSolution> {
        let state = self.read(state)?;
        self.prepare()?;
        let answer = self.distance(state.as_ref())?;
        let distance = answer.distance();
        if distance.is_none() && answer.solvable() != Some(false) {
            return Err(Error::Interrupted(
                "the time was up before the distance was known: ask without a limit".into(),
            ));
        }
        let start = distance.map(|_| vec![state.into_owned()]);
        Ok(EachSolution {
            solver: self.clone(),
            distance: distance.unwrap_or_default(),
            path: Vec::new(),
            left: start.into_iter().collect(),
        })
    }
}
