//! Answers from a table file.

use std::ops::ControlFlow;

use tilebase_core::{
    Monitor, RankedSpace, Reduce, format::Metadata, oshidori::Row, sliding::Board,
};
use tilebase_solve::Answers;

use super::{Answer, Engine, Tabulated};
use crate::{failure::Failure, state::State};

/// A table as an engine.
pub struct FromTable<S, R>(pub Answers<S, R>);

/// The states of one puzzle among those of all.
pub trait Position: Copy + Into<State> {
    fn of(state: &State) -> Self;
}

impl Position for Board {
    fn of(state: &State) -> Self {
        match state {
            State::Board(board) => *board,
            State::Row(_) => unreachable!("states are parsed for the puzzle that is asked about"),
        }
    }
}

impl Position for Row {
    fn of(state: &State) -> Self {
        match state {
            State::Row(row) => *row,
            State::Board(_) => unreachable!("states are parsed for the puzzle that is asked about"),
        }
    }
}

impl From<Board> for State {
    fn from(board: Board) -> Self {
        Self::Board(board)
    }
}

impl From<Row> for State {
    fn from(row: Row) -> Self {
        Self::Row(row)
    }
}

fn states<P: Position>(positions: Vec<P>) -> Vec<State> {
    positions.into_iter().map(Into::into).collect()
}

fn found(distance: Option<u32>) -> Answer {
    Answer {
        distance,
        proof: distance.map(|_| "table"),
        method: "table",
        ..Answer::default()
    }
}

impl<S, R> Engine for FromTable<S, R>
where
    S: RankedSpace<State: Position + Send + Sync>,
    R: Reduce<State = S::State> + Sync,
{
    fn distance(&self, state: &State) -> Result<Answer, Failure> {
        Ok(found(self.0.distance(&Position::of(state))?))
    }

    fn distances(&self, states: &[State]) -> Vec<Result<Answer, Failure>> {
        let positions: Vec<S::State> = states.iter().map(Position::of).collect();
        match self.0.distances_of(&positions) {
            Ok(distances) => distances.into_iter().map(|far| Ok(found(far))).collect(),
            // Tells for which of them the table is damaged.
            Err(_) => states.iter().map(|state| self.distance(state)).collect(),
        }
    }

    fn at_once(&self) -> usize {
        1024
    }

    fn solve(&self, state: &State) -> Result<Answer, Failure> {
        let path = self.0.path(&Position::of(state))?;
        Ok(Answer {
            distance: path.as_ref().map(|path| path.len() as u32 - 1),
            proof: path.as_ref().map(|_| "table"),
            path: states(path.unwrap_or_default()),
            method: "table",
            ..Answer::default()
        })
    }

    fn hints(&self, state: &State, _: u32) -> Result<Vec<(State, u32)>, Failure> {
        let hints = self.0.hints(&Position::of(state))?;
        Ok(hints
            .into_iter()
            .map(|hint| (hint.state.into(), hint.distance))
            .collect())
    }

    fn count(&self, state: &State) -> Result<u128, Failure> {
        Ok(self.0.count_paths(&Position::of(state))?)
    }

    fn all(&self, state: &State, limit: usize) -> Result<Vec<Vec<State>>, Failure> {
        let paths = self.0.all_paths(&Position::of(state), limit)?;
        Ok(paths.into_iter().map(states).collect())
    }
}

impl<S, R> Tabulated for FromTable<S, R>
where
    S: RankedSpace<State: Position + Send + Sync>,
    R: Reduce<State = S::State> + Sync,
{
    fn metadata(&self) -> &Metadata {
        self.0.metadata()
    }

    fn at(&self, depth: u32, limit: usize) -> Result<Vec<State>, Failure> {
        Ok(states(self.0.at(depth, limit)?))
    }

    fn each_at(
        &self,
        depth: u32,
        limit: usize,
        monitor: &Monitor<'_, u64>,
        visit: &mut dyn FnMut(Vec<State>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let end = self.0.each_at(depth, limit, monitor, |found| {
            visit(states(found)).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        })?;
        match end {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(failure) => Err(failure),
        }
    }

    fn random_at(
        &self,
        depth: u32,
        n: usize,
        rng: &mut rand_chacha::ChaCha12Rng,
    ) -> Result<Vec<State>, Failure> {
        Ok(states(self.0.random_at(depth, n, rng)?))
    }
}
