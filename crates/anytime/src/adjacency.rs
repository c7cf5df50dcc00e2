//! Which cells of a beam's boards are neighbours: on a rectangle, or on a graph.

#[cfg(feature = "graphs")]
use tilebase_core::graph::CellGraph;
use tilebase_core::sliding::Shape;

/// The cells of boards, with up to four neighbours each, and their distances.
#[derive(Debug, Clone)]
pub(crate) struct Adjacency {
    /// The cells to which the blank can move from a cell, by direction: up, left, right, down. The
    /// direction `3 - d` leads back.
    pub beside: Vec<[Option<u8>; 4]>,
    /// The moves that a lone tile needs from each cell to each, one cell after another.
    pub between: Vec<u8>,
}

impl Adjacency {
    /// Returns the cells of a rectangle.
    pub fn of_board(shape: Shape) -> Self {
        let cells = 0..shape.cells();
        let beside = |cell| shape.beside(cell).map(|to| to.map(|to| to as u8));
        let distances = |from| cells.clone().map(move |to| shape.distance(from, to) as u8);
        Self {
            beside: cells.clone().map(beside).collect(),
            between: cells.clone().flat_map(distances).collect(),
        }
    }

    /// Returns the cells of a graph; `None` if it was read from pairs, so that its edges have no
    /// directions, if it is not connected, or if it has two blanks.
    #[cfg(feature = "graphs")]
    pub fn of_graph(graph: CellGraph) -> Option<Self> {
        let (places, cells) = (graph.places(), 0..graph.cells());
        (graph.blanks() == 1 && !places.is_empty()).then_some(())?;
        // After the last row or column comes the first, if it is a ring.
        let is_next = |from: u8, to: u8| to == from + 1 || to + 1 < from;
        let beside = |cell| {
            let mut beside = [None; 4];
            for &to in graph.neighbours(cell) {
                let [[row, col], [to_row, to_col]] = [places[cell], places[usize::from(to)]];
                let direction = match row == to_row {
                    true if is_next(col, to_col) => 2,
                    true => 1,
                    false if is_next(row, to_row) => 3,
                    false => 0,
                };
                beside[direction] = Some(to);
            }
            beside
        };
        let distances = |from| graph.distances_from(from, None);
        let between = cells.clone().flat_map(distances);
        Some(Self {
            beside: cells.map(beside).collect(),
            between: between
                .map(|moves| Some(moves? as u8))
                .collect::<Option<_>>()?,
        })
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.beside.len()
    }
}
