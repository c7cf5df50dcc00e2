//! Tiles on graphs.

use rand::seq::SliceRandom;
use tilebase_anytime::Beam;
use tilebase_core::{
    Puzzle, StateError,
    format::{Subject, TableFile},
    graph::{CellGraph, GraphBoard, GraphReach, GraphReduction, GraphSpace},
    sliding::Metric,
};
use tilebase_solve::{graph_subject, table::ByState};

use super::family::{Family, Numbers};
use crate::{
    answers::Reason,
    backend::{Backend, ByTable, GraphBackend, TableBackend, graph_number},
    library::Library,
    moves::Move,
    options::Options,
    policy::{self, QUICK_GRAPHS},
    values::{Error, PuzzleGoal, Result, Rng, State, ensure},
};

/// The greatest distance of states that walks find: a search from there takes a moment.
const REACH: u32 = 25;

/// Returns the goal, which names all tiles.
fn board(goal: &PuzzleGoal) -> Result<GraphBoard> {
    Ok(GraphBoard::try_from(&goal.a_state())?)
}

/// Returns the map to the table of a goal.
fn reduction(graph: CellGraph, goal: &PuzzleGoal) -> GraphReduction {
    let usual = || GraphBoard::from_checked_cells(graph, &graph.ordered());
    GraphReduction::new(&board(goal).unwrap_or_else(|_| usual()))
}

/// Returns the cell from which a tile slides, and the blank into which it does.
fn ends(graph: CellGraph, cells: &[u8], number: usize) -> (usize, usize) {
    let only = || cells.iter().position(|&cell| cell == 0).unwrap_or_default();
    if graph.blanks() == 1 {
        (number, only())
    } else {
        (number & 0xFF, number >> 8)
    }
}

impl Family for CellGraph {
    fn cells(&self) -> usize {
        CellGraph::cells(*self)
    }

    fn columns(&self) -> Option<usize> {
        CellGraph::columns(*self)
    }

    fn parse_cells(&self, text: &str, cells: &mut [u8]) -> Result<(), StateError> {
        CellGraph::parse_cells(*self, text, cells)
    }

    fn check_cells(&self, cells: &[u8]) -> Result<(), StateError> {
        CellGraph::check_cells(*self, cells)
    }

    fn numbers_are_cells(&self) -> bool {
        self.blanks() == 1
    }

    fn moves(&self, cells: &[u8], _: Metric) -> Numbers {
        let moves = GraphBoard::moves_of(*self, cells);
        moves
            .map(|(from, blank)| graph_number(*self, from, blank))
            .collect()
    }

    fn make_move(&self, cells: &mut [u8], number: usize) -> Move {
        let (from, blank) = ends(*self, cells, number);
        cells.swap(from, blank);
        Move {
            name: cells[blank],
            tiles: 1,
            landing: (self.blanks() > 1).then_some(blank as u8),
            ..Move::default()
        }
    }

    fn back(&self, cells: &[u8], number: usize) -> usize {
        let (from, blank) = ends(*self, cells, number);
        graph_number(*self, blank, from)
    }

    fn named_goals(&self) -> Vec<(&'static str, PuzzleGoal)> {
        let mut cells = self.ordered();
        let last = State::from_checked_cells((*self).into(), &cells);
        cells.rotate_right(self.blanks());
        let first = State::from_checked_cells((*self).into(), &cells);
        vec![
            // 1 2 3 … 0
            ("blank-last", last.into()),
            // 0 1 2 …
            ("blank-first", first.into()),
        ]
    }

    fn read_goal(&self, text: &str) -> Result<PuzzleGoal, StateError> {
        Ok(State::parse(Puzzle::Graph(*self), text)?.into())
    }

    fn check_metric(&self, metric: Metric) -> Result<()> {
        ensure(metric == Metric::Single, || {
            only_boards(*self, "the multi-tile metric")
        })
    }

    fn table_subject(&self, goal: &PuzzleGoal, _: Metric) -> Subject {
        graph_subject(&reduction(*self, goal), *self)
    }

    fn by_table(
        &self,
        goal: &PuzzleGoal,
        _: Metric,
        table: TableFile,
    ) -> Result<Box<dyn TableBackend>> {
        let reduction = reduction(*self, goal);
        let space = GraphSpace::new(*self, reduction.homes());
        let space = space.ok_or(Error::NotTabulable(goal.puzzle()))?;
        let distances = ByState::new(space, table.metadata().encoding, table);
        Ok(Box::new(ByTable::new(distances, reduction)))
    }

    fn has_buildable_size(&self, _: Metric) -> bool {
        tilebase_pdb_build::has_buildable_size(Puzzle::Graph(*self))
    }

    fn is_worth_building(&self, _: Metric) -> bool {
        self.states().is_some_and(|states| states <= QUICK_GRAPHS)
    }

    fn is_proven_soon(&self, _: Metric) -> bool {
        // Where no rule excludes a state, a search for it may never end.
        policy::is_graph_solved_soon(*self) && GraphReach::decides(*self)
    }

    fn wants_search(&self, _: Metric, options: &Options) -> Result<bool> {
        for (asked, option) in [
            (options.partition.is_some(), "a partition of the tiles"),
            (options.tuning.whole_tree, "a search of the whole tree"),
        ] {
            ensure(!asked, || only_boards(*self, option))?;
        }
        ensure(
            !options.beams_only || Beam::on_graph(*self, 0).is_some(),
            || Error::Option {
                option: "a beam",
                only: "connected graphs with one blank that are drawn",
                puzzle: Puzzle::Graph(*self),
            },
        )?;
        if let Some(name) = &options.heuristic {
            return Err(Error::Question(format!(
                "unknown heuristic `{name}`: graphs are always searched with the distances of the \
                tiles from their cells"
            )));
        }
        ensure(options.resume.is_none(), || Error::not_saved("distances"))?;
        Ok(options.by_search || options.beams_only)
    }

    fn by_search(
        &self,
        goal: &PuzzleGoal,
        _: Metric,
        _: &Library,
        options: &Options,
    ) -> Result<Box<dyn Backend>> {
        Ok(Box::new(GraphBackend::new(&board(goal)?, options)))
    }

    fn check(&self, goal: &PuzzleGoal, state: &State) -> Result<Option<(bool, Reason)>> {
        let reached = GraphReach::new(&board(goal)?).of(&GraphBoard::try_from(state)?);
        Ok(reached.map(|(reached, why)| (reached, Reason::Rule(why))))
    }

    fn reach(&self) -> u32 {
        REACH
    }

    fn draw(&self, goal: &PuzzleGoal, rng: &mut Rng) -> State {
        let goal = GraphBoard::from_checked_cells(*self, goal.a_state().cells());
        let mut cells = goal.cells().to_vec();
        cells.shuffle(rng);
        let board = GraphBoard::from_checked_cells(*self, &cells);
        if GraphReach::new(&goal).of(&board).is_some_and(|(is, _)| !is) {
            // Of two arrangements that differ by two tiles, one can reach the goal.
            let mut tiles = (0..cells.len()).filter(|&cell| cells[cell] != 0);
            if let (Some(a), Some(b)) = (tiles.next(), tiles.next()) {
                cells.swap(a, b);
            }
        }
        State::from_checked_cells((*self).into(), &cells)
    }

    fn draws_all(&self) -> bool {
        !GraphReach::decides(*self)
    }
}

/// Returns the error of an option that only boards have.
fn only_boards(graph: CellGraph, option: &'static str) -> Error {
    Error::Option {
        option,
        only: "sliding boards",
        puzzle: Puzzle::Graph(graph),
    }
}
