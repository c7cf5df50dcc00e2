//! The search of graphs without a table: IDA\* with the distances of the tiles from their cells,
//! and beams if its time is limited.

use tilebase_core::{
    Stopwatch,
    graph::{CellGraph, GraphBoard, GraphReach},
};
use tilebase_solve::{
    FoundSolutions, Iteration, Proof, SolutionLimit,
    graph::{GraphFound, GraphMove, GraphSearch},
};

use super::{
    graph_beams::GraphBeams,
    traits::{Backend, only},
};
use crate::{
    answers::{Answer, Bounds, Improvement, Method, Solutions},
    event::{Event, Reporter, Searching},
    options::Options,
    values::{Error, Result, State},
};

/// Returns the number of the move between two cells: with one blank the cell that it goes to, with
/// two also the cell that it leaves.
pub(crate) fn graph_number(graph: CellGraph, from: usize, blank: usize) -> usize {
    if graph.blanks() == 1 { from } else { from | blank << 8 }
}

/// IDA\* and beams for one goal.
pub(crate) struct GraphBackend {
    reach: GraphReach,
    search: GraphSearch,
    beams: Option<GraphBeams>,
}

impl GraphBackend {
    pub fn new(goal: &GraphBoard, options: &Options) -> Self {
        Self {
            reach: GraphReach::new(goal),
            search: GraphSearch::new(goal),
            beams: GraphBeams::new(goal, options),
        }
    }

    /// Returns the beams, if there are any and something ends them.
    fn beams(&self, reporter: &Reporter) -> Option<&GraphBeams> {
        let beams = self.beams.as_ref()?;
        (beams.width.is_some() || reporter.left().is_some()).then_some(beams)
    }

    /// Searches from a state; `None` if a rule says that no moves lead to the goal.
    fn run(
        &self,
        state: &State,
        wanted: SolutionLimit,
        reporter: &Reporter,
    ) -> Result<Option<GraphFound>> {
        let board = GraphBoard::try_from(state)?;
        if !self.may_reach_goal(&board) {
            return Ok(None);
        }
        let event = |done: &Iteration| {
            Event::Searching(Searching {
                bounds: Bounds::at_least(done.threshold),
                generated: done.generated,
                seconds: done.seconds,
                ..Searching::default()
            })
        };
        let found = reporter.watch(event, |monitor| self.search.solve(&board, wanted, monitor));
        if found.solutions.is_none() && reporter.stopped() {
            return Err(Error::stopped());
        }
        Ok(Some(found))
    }

    fn may_reach_goal(&self, board: &GraphBoard) -> bool {
        let excluded = self.reach.of(board).is_some_and(|(reached, _)| !reached);
        !excluded && self.search.bound(board).is_some()
    }

    fn path(state: &State, moves: &[GraphMove]) -> Vec<State> {
        let Ok(board) = GraphBoard::try_from(state) else {
            return Vec::new();
        };
        let number = |&(from, blank): &GraphMove| {
            graph_number(board.graph(), from.into(), blank.into()) as u32
        };
        state.along(&moves.iter().map(number).collect::<Vec<u32>>())
    }

    /// Returns what the exact search knows when it ends.
    fn proven(&self, state: &State, reporter: &Reporter) -> Result<Answer> {
        let answer = Answer::unsolvable(state.clone());
        let Some(found) = self.run(state, SolutionLimit::First, reporter)? else {
            return Ok(answer);
        };
        if found.at_least == u32::MAX {
            return Ok(answer);
        }
        let moves = found
            .solutions
            .as_ref()
            .and_then(|found| found.listed.first());
        Ok(Answer {
            method: Method::Search,
            bounds: Some(match moves {
                Some(moves) => Bounds::of_distance(moves.len() as u32),
                None => Bounds::at_least(found.at_least),
            }),
            proof: moves.map(|_| Proof::Search),
            path: moves.map(|moves| Self::path(state, moves)).or(answer.path),
            heuristic: Some(if found.by_patterns {
                "distances and patterns".to_owned()
            } else {
                self.heuristic()
            }),
            stats: Some(found.stats),
            ..answer
        })
    }
}

impl Backend for GraphBackend {
    fn heuristic(&self) -> String {
        "distances".to_owned()
    }

    fn answer(&self, state: &State, reporter: &Reporter) -> Result<Answer> {
        let mut best = Answer::unsolvable(state.clone());
        for improvement in self.improvements(state.clone(), reporter.clone())? {
            best = improvement?.answer;
        }
        Ok(best)
    }

    /// An eighth of a limited time goes to the exact search.
    fn improvements<'a>(
        &'a self,
        state: State,
        reporter: Reporter,
    ) -> Result<Box<dyn Iterator<Item = Result<Improvement>> + 'a>> {
        let watch = Stopwatch::start();
        let beams = self.beams(&reporter);
        let answer = match beams.map(|beams| beams.width) {
            None => self.proven(&state, &reporter)?,
            Some(None) => self.proven(&state, &reporter.share(8))?,
            Some(_) => Answer {
                bounds: self.bound(&state)?.map(Bounds::at_least),
                method: Method::Beam,
                ..Answer::unsolvable(state)
            },
        };
        if let (None, Some(_), Some(beams)) = (answer.proof, answer.bounds, beams) {
            return Ok(Box::new(beams.improvements(answer, reporter)));
        }
        Ok(only(answer, &watch))
    }

    fn solutions(
        &self,
        state: &State,
        wanted: SolutionLimit,
        reporter: &Reporter,
    ) -> Result<Solutions> {
        let Some(found) = self.run(state, wanted, reporter)? else {
            return Ok(Solutions::default());
        };
        let is_open =
            |solutions: &FoundSolutions<_>| solutions.count == 0 && found.at_least < u32::MAX;
        let solutions = found.solutions.filter(|solutions| !is_open(solutions));
        let found = solutions.ok_or(Error::NotExact(state.puzzle()))?;
        Ok(Solutions::along(Some(found), |moves| {
            Self::path(state, moves)
        }))
    }

    fn bound(&self, state: &State) -> Result<Option<u32>> {
        let board = GraphBoard::try_from(state)?;
        let bound = self.search.bound(&board);
        Ok(bound.filter(|_| self.may_reach_goal(&board)))
    }
}
