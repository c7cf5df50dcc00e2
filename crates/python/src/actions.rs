//! Moves as actions: small numbers with the same meaning in every state.

use rayon::prelude::*;
use tilebase::{Direction, Move, Notation, Puzzle, Shape, Solver, sliding::Metric};

use crate::errors::{Result, invalid};

/// The directions of the blank for the actions 0, 1, 2, 3: the order of jumanji and puzzle15gym.
const DIRECTIONS: [Direction; 4] = [
    Direction::Up,
    Direction::Right,
    Direction::Down,
    Direction::Left,
];

/// Returns the action of a move: the direction of the blank, plus 4 for each tile after the first;
/// in a row, the leftmost cell of the stones that jump.
pub fn action(step: Move) -> u8 {
    let Some(direction) = step.direction else {
        return step.name;
    };
    let number = DIRECTIONS
        .iter()
        .position(|&other| other == direction.opposite());
    4 * step.tiles.saturating_sub(1) + number.unwrap_or_default() as u8
}

/// Returns the meaning of letters in a list of moves.
pub fn notated(letters: &str) -> Result<Notation> {
    match letters {
        "tile" => Ok(Notation::Tile),
        "blank" => Ok(Notation::Blank),
        other => Err(invalid(format!(
            "letters are the directions of the \"tile\" or of the \"blank\", not of `{other}`"
        ))),
    }
}

/// All actions of a puzzle; none for graphs, and for rows with rules by which a cell determines
/// neither the move nor whether it can be made.
pub struct Actions {
    /// By the gap's cell: the cell to which each action takes the gap, or `None` if the action
    /// cannot be taken.
    destinations: Vec<Vec<Option<usize>>>,
    /// By the gap's cell and the cell to which it goes: the action.
    between: Vec<Vec<usize>>,
}

impl Actions {
    pub fn new(puzzle: Puzzle, metric: Metric) -> Self {
        type Destination = dyn Fn(usize, usize) -> Option<usize>;
        let (cells, count, destination): (_, _, Box<Destination>) = match puzzle {
            Puzzle::Sliding(shape) => {
                let farthest = match metric {
                    Metric::Single => 1,
                    Metric::Multi => shape.rows().max(shape.cols()) - 1,
                };
                let destination =
                    move |gap, action| slid(shape, gap, DIRECTIONS[action % 4], action / 4 + 1);
                let count = DIRECTIONS.len() * farthest;
                (shape.cells(), count, Box::new(destination))
            }
            Puzzle::Graph(graph) => (graph.cells(), 0, Box::new(|_, _| None)),
            Puzzle::Oshidori(stones) => {
                let (cells, block) = (stones.cells(), stones.block());
                let destination = move |gap: usize, action: usize| {
                    let fits = action.abs_diff(gap) >= block && action + block <= cells;
                    fits.then_some(action)
                };
                let count = if stones.rules().is_plain() { cells } else { 0 };
                (cells, count, Box::new(destination))
            }
        };
        let destinations: Vec<Vec<_>> = (0..cells)
            .map(|gap| (0..count).map(|action| destination(gap, action)).collect())
            .collect();
        let between = destinations.iter().map(|destinations| {
            let mut actions = vec![0; cells];
            for (action, to) in destinations.iter().enumerate() {
                if let Some(to) = *to {
                    actions[to] = action;
                }
            }
            actions
        });
        Self {
            between: between.collect(),
            destinations,
        }
    }

    /// Returns the number of actions; not all can be taken in each state.
    pub fn count(&self) -> usize {
        self.destinations[0].len()
    }

    /// Returns the cell to which the gap goes, by its cell and the action; −1 if the action cannot
    /// be taken.
    pub fn destinations(&self) -> Vec<Vec<i16>> {
        let number = |to: &Option<usize>| to.map_or(-1, |to| to as i16);
        let of_gap = |actions: &Vec<_>| actions.iter().map(number).collect();
        self.destinations.iter().map(of_gap).collect()
    }

    /// Returns which actions of each state bring its gap to the cells whose bits are set, one row
    /// after another.
    pub fn marks(&self, cells: &[u8], destinations: Vec<u64>) -> Vec<bool> {
        let (width, count, n) = (self.between.len(), self.count(), destinations.len());
        let mut marks = vec![false; n * count];
        let mark = |((cells, marks), moves): ((&[u8], &mut [bool]), u64)| {
            self.mark(cells, moves, marks);
        };
        // Parallel iterators would use rayon's global pool even for few states.
        if n <= Solver::FEW {
            let states = cells.chunks_exact(width).zip(marks.chunks_exact_mut(count));
            states.zip(destinations).for_each(mark);
        } else {
            let states = cells.par_chunks_exact(width);
            let states = states.zip(marks.par_chunks_exact_mut(count));
            let states = states.zip(destinations).with_min_len(Solver::FEW);
            states.for_each(mark);
        }
        marks
    }

    /// Marks the actions that bring the gap of a state to the cells whose bits are set.
    fn mark(&self, cells: &[u8], mut destinations: u64, marks: &mut [bool]) {
        let gap = cells.iter().position(|&cell| cell == 0);
        let actions = &self.between[gap.unwrap_or_default()];
        while destinations != 0 {
            marks[actions[destinations.trailing_zeros() as usize]] = true;
            destinations &= destinations - 1;
        }
    }
}

/// Returns the cell that is this many steps away, if it is on the board.
fn slid(shape: Shape, from: usize, direction: Direction, steps: usize) -> Option<usize> {
    let (row, col) = (shape.row(from), shape.col(from));
    let (row, col) = match direction {
        Direction::Up => (row.checked_sub(steps)?, col),
        Direction::Right => (row, col + steps),
        Direction::Down => (row + steps, col),
        Direction::Left => (row, col.checked_sub(steps)?),
    };
    (row < shape.rows() && col < shape.cols()).then_some(shape.cell(row, col))
}
