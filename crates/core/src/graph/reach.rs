//! Which states can reach a goal.
//!
//! R. M. Wilson's theorem (*Graph puzzles, homotopy, and the alternating group*, 1974) decides it
//! on graphs that stay connected without any one of their cells and are no cycle: with one blank,
//! half of the arrangements if the graph is bipartite, else all, except on one graph of seven
//! cells. With two blanks all are reached. On other graphs, and with one blank on all of seven
//! cells, a search decides.

use super::{CellGraph, GraphBoard};

/// The number of cells of the one graph beside cycles that Wilson's theorem excepts: a hexagon and
/// a cell between two opposite ones.
const EXCEPTED: usize = 7;

/// The states that can reach a goal, as far as a rule says it.
#[derive(Debug, Clone)]
pub struct GraphReach {
    goal: GraphBoard,
    rule: Option<WilsonRule>,
}

/// What the theorem says about all states of a graph.
#[derive(Debug, Clone)]
enum WilsonRule {
    All,
    /// Half: each move changes the parity of the arrangement, and the colour of the blank's cell.
    Half {
        colours: Vec<u32>,
    },
}

impl GraphReach {
    /// Returns the rule for a goal. Takes microseconds.
    ///
    /// ```
    /// use tilebase_core::graph::{GraphBoard, GraphReach};
    /// let torus = "torus-2x4".parse()?;
    /// let goal = GraphBoard::from_cells(torus, &[1, 2, 3, 4, 5, 6, 7, 0])?;
    /// let swapped = GraphBoard::from_cells(torus, &[2, 1, 3, 4, 5, 6, 7, 0])?;
    /// let reached = GraphReach::new(&goal).of(&swapped).map(|(reached, _)| reached);
    /// assert_eq!(reached, Some(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(goal: &GraphBoard) -> Self {
        Self {
            goal: *goal,
            rule: WilsonRule::of(goal.graph()),
        }
    }

    /// Returns whether a state of the graph can reach the goal, and why; `None` if no rule decides
    /// it.
    pub fn of(&self, board: &GraphBoard) -> Option<(bool, &'static str)> {
        let place = |tile| self.goal.cells().iter().position(|&other| other == tile);
        match &self.rule {
            Some(WilsonRule::All) => Some((
                true,
                "on this graph, every arrangement can be brought into every other",
            )),
            Some(WilsonRule::Half { colours }) => {
                let order: Vec<_> = board.cells().iter().map(|&tile| place(tile)).collect();
                let behind = |(cell, place)| order[cell + 1..].iter().filter(move |&p| p < place);
                let inversions = order.iter().enumerate().flat_map(behind).count();
                let colours = colours
                    .iter()
                    .zip(board.cells().iter().zip(self.goal.cells()));
                let blanks = colours.filter(|(_, (here, goal))| (**here == 0) != (**goal == 0));
                let even = (blanks.map(|(colour, _)| colour).sum::<u32>() as usize + inversions)
                    .is_multiple_of(2);
                Some((
                    even,
                    if even {
                        "the graph is bipartite, and the parity is that of the goal"
                    } else {
                        "the graph is bipartite, and the parity is not that of the goal"
                    },
                ))
            }
            None => {
                let mut tiles = (0..).zip(board.cells()).filter(|(_, tile)| **tile != 0);
                let is_apart = |(cell, &tile): (usize, &u8)| {
                    let distances = board.graph().distances_from(cell, None);
                    place(tile).is_none_or(|place| distances[place].is_none())
                };
                tiles.any(is_apart).then_some((
                    false,
                    "tiles stay in their component of the graph, and those of the goal are in \
                    others",
                ))
            }
        }
    }

    /// Returns whether a rule decides about every state of a graph, for any goal.
    pub fn decides(graph: CellGraph) -> bool {
        WilsonRule::of(graph).is_some()
    }
}

impl WilsonRule {
    fn of(graph: CellGraph) -> Option<Self> {
        let cells = graph.cells();
        let stays_connected = |gone: usize| {
            let left = graph.distances_from(usize::from(gone == 0), Some(gone));
            left.iter().flatten().count() == cells - 1
        };
        let is_cycle = (0..cells).all(|cell| graph.neighbours(cell).len() < 3);
        if is_cycle || !(0..cells).all(stays_connected) {
            return None;
        }
        if graph.blanks() > 1 {
            return Some(Self::All);
        }
        if cells == EXCEPTED {
            return None;
        }
        let distances = graph.distances_from(0, None).into_iter();
        let colours: Vec<u32> = distances
            .map(|distance| distance.unwrap_or(0) % 2)
            .collect();
        let joins_one_colour = |cell: usize| {
            let mut near = graph.neighbours(cell).iter();
            near.any(|&near| colours[usize::from(near)] == colours[cell])
        };
        let is_bipartite = !(0..cells).any(joins_one_colour);
        Some(if is_bipartite { Self::Half { colours } } else { Self::All })
    }
}
