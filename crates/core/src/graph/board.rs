//! The state of a graph, and the map from a user's goal to that of a table.

use super::{CellGraph, MOST_CELLS};
use crate::{Reduce, StateError, joined};

/// A state of a graph: the tile of each cell, 0 for a blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GraphBoard {
    graph: CellGraph,
    cells: [u8; MOST_CELLS],
}

impl GraphBoard {
    /// Returns a board without tiles, which are to be written.
    pub(super) fn empty(graph: CellGraph) -> Self {
        Self {
            graph,
            cells: [0; MOST_CELLS],
        }
    }

    /// Returns the state with these cells in reading order.
    ///
    /// # Errors
    /// If they are not a state of the graph.
    pub fn from_cells(graph: CellGraph, cells: &[u8]) -> Result<Self, StateError> {
        graph.check_cells(cells)?;
        Ok(Self::from_checked_cells(graph, cells))
    }

    /// Returns the state with these cells, which are known to be those of one.
    ///
    /// # Panics
    /// If there are not as many as the graph has.
    #[inline]
    pub fn from_checked_cells(graph: CellGraph, cells: &[u8]) -> Self {
        let mut board = Self::empty(graph);
        board.cells_mut().copy_from_slice(cells);
        board
    }

    /// Returns the graph.
    pub fn graph(&self) -> CellGraph {
        self.graph
    }

    /// Returns the cells in reading order, 0 for each blank.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.graph.cells()]
    }

    #[inline]
    pub(super) fn cells_mut(&mut self) -> &mut [u8] {
        &mut self.cells[..self.graph.cells()]
    }

    /// Returns the moves, by the cell where each begins and the blank where it ends: blanks in
    /// reading order, and the neighbours of each, ascending.
    pub fn moves_of(graph: CellGraph, cells: &[u8]) -> impl Iterator<Item = (usize, usize)> {
        let blanks = (0..graph.cells()).filter(|&cell| cells[cell] == 0);
        blanks.flat_map(move |blank| {
            let near = graph
                .neighbours(blank)
                .iter()
                .map(|&near| usize::from(near));
            near.filter(|&from| cells[from] != 0)
                .map(move |from| (from, blank))
        })
    }

    /// Returns every state one move away.
    pub fn neighbours(&self) -> impl Iterator<Item = Self> {
        Self::moves_of(self.graph, self.cells()).map(|(from, blank)| {
            let mut next = *self;
            next.cells.swap(from, blank);
            next
        })
    }

    /// Renames the tiles.
    fn renamed(&self, names: &[u8; MOST_CELLS]) -> Self {
        let mut board = *self;
        for cell in board.cells_mut() {
            *cell = names[usize::from(*cell)];
        }
        board
    }
}

impl std::fmt::Debug for GraphBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.graph, joined(self.cells(), " "))
    }
}

/// The map from states for any goal to those of the table whose goal has its blanks at the same
/// cells and the tiles in order: tiles are renamed.
#[derive(Debug, Clone)]
pub struct GraphReduction {
    graph: CellGraph,
    homes: Vec<u8>,
    /// The tile of the table for each of the user's, and the reverse.
    names: [[u8; MOST_CELLS]; 2],
}

impl GraphReduction {
    /// Returns the map for a goal.
    pub fn new(goal: &GraphBoard) -> Self {
        let mut names = [[0; MOST_CELLS]; 2];
        let tiles = goal.cells().iter().filter(|&&tile| tile != 0);
        for (&tile, name) in tiles.zip(1..) {
            names[0][usize::from(tile)] = name;
            names[1][usize::from(name)] = tile;
        }
        let cells = (0..).zip(goal.cells());
        Self {
            graph: goal.graph,
            homes: cells
                .filter(|(_, tile)| **tile == 0)
                .map(|(cell, _)| cell)
                .collect(),
            names,
        }
    }

    /// Returns the cells of the blanks in the goal, ascending.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }
}

impl Reduce for GraphReduction {
    type State = GraphBoard;

    fn cells(&self) -> usize {
        self.graph.cells()
    }

    fn state_from_cells(&self, cells: &[u8]) -> Result<GraphBoard, StateError> {
        GraphBoard::from_cells(self.graph, cells)
    }

    /// Returns true: the table shows whether a state can reach the goal.
    fn may_reach_goal(&self, _: &GraphBoard) -> bool {
        true
    }

    fn apply(&self, board: &GraphBoard) -> GraphBoard {
        board.renamed(&self.names[0])
    }

    fn restore(&self, canonical: &GraphBoard) -> GraphBoard {
        canonical.renamed(&self.names[1])
    }

    fn blank_of(&self, canonical: &GraphBoard) -> usize {
        let blank = canonical.cells().iter().position(|&tile| tile == 0);
        blank.unwrap_or_default()
    }
}
