//! Numbers the arrangements of tiles on a graph.
//!
//! The rank of a state is the number of the set of its blanks (as in [`colex`]) times n!, plus the
//! number of the order of its n tiles along the other cells, in lexicographic order. States that no
//! moves lead to have ranks, too.

use super::{CellGraph, GraphBoard};
use crate::{RankedSpace, pattern::colex, ranked::check_rank};

/// The most tiles that are numbered: 20! fits 64 bits, also for two blanks.
const MOST_TILES: usize = 18;

/// The arrangements of tiles on a graph, numbered without gaps, for the goal with the tiles in
/// order and the blanks at given cells.
///
/// ```
/// use tilebase_core::{RankedSpace, graph::GraphSpace};
/// let space = GraphSpace::new("torus-3x3".parse()?, &[8]).expect("few tiles");
/// assert_eq!(space.len(), 362_880);
/// let board = space.unrank(123_456);
/// assert_eq!(space.rank(&board), 123_456);
/// # Ok::<(), tilebase_core::graph::GraphError>(())
/// ```
#[derive(Debug, Clone)]
pub struct GraphSpace {
    graph: CellGraph,
    homes: u64,
    /// The number of orders of the tiles.
    orders: u64,
    len: u64,
}

impl GraphSpace {
    /// Returns the states of a graph, for the goal with the tiles in order and the blanks at
    /// `homes`; `None` if there are more than 18 tiles, or not as many homes as blanks.
    pub fn new(graph: CellGraph, homes: &[u8]) -> Option<Self> {
        let on_board = homes.iter().all(|&home| usize::from(home) < graph.cells());
        if graph.tiles() > MOST_TILES || !on_board {
            return None;
        }
        let homes = colex::mask(homes.iter().map(|&home| home.into()));
        let orders = (1..=graph.tiles() as u64).product();
        (homes.count_ones() as usize == graph.blanks()).then(|| Self {
            graph,
            homes,
            orders,
            len: orders * u64::from(colex::count(graph.cells(), graph.blanks())),
        })
    }

    /// Returns the graph.
    pub fn graph(&self) -> CellGraph {
        self.graph
    }

    /// Returns the board with the tiles in this order along the cells that are not in a set.
    fn board(&self, blanks: u64, mut tiles: impl Iterator<Item = u8>) -> GraphBoard {
        let mut board = GraphBoard::empty(self.graph);
        for (cell, at) in board.cells_mut().iter_mut().enumerate() {
            if blanks >> cell & 1 == 0 {
                *at = tiles.next().unwrap_or_default();
            }
        }
        board
    }

    #[inline]
    fn rank_of_cells(&self, cells: &[u8]) -> u64 {
        let (mut set, mut blanks, mut order) = (0, 0, 0);
        let (mut left, mut unused) = (self.graph.tiles() as u64, u32::MAX);
        for (cell, &tile) in cells.iter().enumerate() {
            if tile == 0 {
                blanks += 1;
                set += u64::from(colex::count(cell, blanks));
            } else {
                let bit = 1 << (tile - 1);
                order = order * left + u64::from((unused & (bit - 1)).count_ones());
                unused &= !bit;
                left -= 1;
            }
        }
        set * self.orders + order
    }
}

impl RankedSpace for GraphSpace {
    type State = GraphBoard;

    fn len(&self) -> u64 {
        self.len
    }

    #[inline]
    fn rank(&self, board: &GraphBoard) -> u64 {
        self.rank_of_cells(board.cells())
    }

    fn unrank(&self, rank: u64) -> GraphBoard {
        check_rank(rank, self.len);
        let (blanks, mut order) = (rank / self.orders, rank % self.orders);
        let blanks = colex::unrank(blanks as u32, self.graph.blanks());
        let count = self.graph.tiles();
        let mut tiles = [0; MOST_TILES];
        for at in (0..count).rev() {
            let radix = (count - at) as u64;
            tiles[at] = (order % radix) as u8 + 1;
            order /= radix;
            // The digit counts the smaller tiles behind; the others make room for this one.
            for place in at + 1..count {
                tiles[place] += u8::from(tiles[place] >= tiles[at]);
            }
        }
        self.board(blanks, tiles.into_iter())
    }

    fn neighbours(&self, board: &GraphBoard, visit: impl FnMut(GraphBoard)) {
        board.neighbours().for_each(visit);
    }

    fn goals(&self) -> Vec<u64> {
        vec![self.rank(&self.board(self.homes, 1..))]
    }
}
