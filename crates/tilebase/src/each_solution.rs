//! All shortest solutions, one at a time.

use tilebase_solve::table::Paths;

use crate::{AnySolver, Error, Input, Solver, State, any::each, engine::Family};

/// The shortest solutions of one state, found as they are asked for; see [`Solver::each_solution`].
#[derive(Debug)]
pub struct EachSolution<S: Family> {
    solver: Solver<S>,
    paths: Paths<S>,
}

/// The same for any puzzle.
pub type AnySolutions = Box<dyn Iterator<Item = Result<Vec<State>, Error>> + Send>;

impl<S: Family> Iterator for EachSolution<S> {
    /// The states of a solution, both ends included.
    type Item = Result<Vec<S>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let table = self.solver.table();
        table
            .and_then(|table| Ok(table.next_path(&mut self.paths)?))
            .transpose()
    }
}

impl<S: Family> Solver<S> {
    /// Returns all shortest solutions in order, from the table: each is found when it is asked for, and one alone is
    /// held. There are none where the goal is out of reach.
    ///
    /// ```
    /// use tilebase::{Board, Library};
    ///
    /// let shape = "3x3".parse()?;
    /// let eight = Library::in_memory().board(shape);
    /// let mut solutions = eight.each_solution(&Board::parse(shape, "867254301")?)?;
    /// assert_eq!(solutions.next().expect("one of 40")?.len(), 32);
    /// assert_eq!(solutions.count(), 39);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no table. An item is an error if the table contradicts itself.
    pub fn each_solution(&self, state: &S) -> Result<EachSolution<S>, Error> {
        self.of_puzzle(state)?;
        Ok(EachSolution {
            paths: self.table()?.paths(state)?,
            solver: self.clone(),
        })
    }
}

impl AnySolver {
    /// Returns all shortest solutions from the table, one at a time; see [`Solver::each_solution`].
    pub fn each_solution<'a>(&self, state: impl Into<Input<'a>>) -> Result<AnySolutions, Error> {
        each!(self, solver => {
            let solutions = solver.each_solution(&solver.read(state)?)?;
            let states = |path: Vec<_>| path.into_iter().map(Into::into).collect();
            Ok(Box::new(solutions.map(move |path| path.map(states))))
        })
    }
}
