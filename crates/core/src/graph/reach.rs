//! Which states can reach a goal.
//!
//! Tiles stay in their component. With one blank, R. M. Wilson's theorem decides: see
//! [`blocks`](super::blocks). With two blanks in one component, this knows cycles, where tiles keep
//! their cyclic order, and components of one block that are no cycle, where all is possible; for
//! others it decides nothing.

use super::{
    CellGraph, GraphBoard,
    blocks::{BlockGroup, GraphBlock, blocks},
};

/// The states that can reach a goal, by rules.
#[derive(Debug, Clone)]
pub struct GraphReach {
    goal: GraphBoard,
    components: Vec<Component>,
}

/// A component, and the blanks of the goal in it.
#[derive(Debug, Clone)]
struct Component {
    cells: Vec<usize>,
    blanks: Vec<usize>,
    /// As one enters them from the first blank; none without one.
    blocks: Vec<GraphBlock>,
}

/// Why a state can reach the goal or not.
mod why {
    pub const ALL: &str = "on this graph, every arrangement can be brought into every other";
    pub const EVEN: &str = "the graph is bipartite, and the parity is that of the goal";
    pub const ODD: &str = "the graph is bipartite, and the parity is not that of the goal";
    pub const IN_ORDER: &str = "the cyclic order of the tiles is that of the goal";
    pub const TURNED: &str = "on a cycle, tiles keep their cyclic order, which is not that of the \
        goal";
    pub const THETA: &str = "the order is one of the 120 of 720 that this graph allows";
    pub const NOT_THETA: &str = "of 720 orders of the tiles, this graph allows 120, and not this";
    pub const APART: &str = "tiles stay in their component of the graph, and those of the goal are \
        in others";
    pub const PARTS: &str = "every part of the graph that hangs at one cell has the tiles of the \
        goal, in an order that it allows";
    pub const NOT_PARTS: &str = "a part of the graph that hangs at one cell does not have the \
        tiles of the goal, in an order that it allows";
}

impl GraphReach {
    /// Returns the rules for a goal. Takes microseconds.
    pub fn new(goal: &GraphBoard) -> Self {
        let graph = goal.graph();
        let mut components: Vec<Component> = Vec::new();
        for cell in 0..graph.cells() {
            if components.iter().any(|known| known.cells.contains(&cell)) {
                continue;
            }
            let distances = graph.distances_from(cell);
            let cells = (0..graph.cells()).filter(|&other| distances[other].is_some());
            let cells: Vec<usize> = cells.collect();
            let blanks = cells
                .iter()
                .copied()
                .filter(|&cell| goal.cells()[cell] == 0);
            let blanks: Vec<usize> = blanks.collect();
            let blocks = blanks
                .first()
                .map_or_else(Vec::new, |&blank| blocks(graph, blank));
            components.push(Component {
                cells,
                blanks,
                blocks,
            });
        }
        Self {
            goal: *goal,
            components,
        }
    }

    /// Returns whether a state of the graph can reach the goal, and why; `None` if no rule decides
    /// it.
    pub fn of(&self, board: &GraphBoard) -> Option<(bool, &'static str)> {
        // What excludes a state comes first, and what is not decided before what is.
        let each = self
            .components
            .iter()
            .map(|component| self.of_component(component, board));
        let each: Vec<_> = each.collect();
        let excluded = each.iter().flatten().find(|(reached, _)| !reached);
        let open = each.iter().any(Option::is_none);
        match excluded {
            Some(excluded) => Some(*excluded),
            None if open => None,
            None => {
                let reasons = each
                    .into_iter()
                    .flatten()
                    .filter(|(_, why)| *why != why::APART);
                let reasons: Vec<_> = reasons.collect();
                Some(match reasons[..] {
                    [only] => only,
                    _ => (true, why::PARTS),
                })
            }
        }
    }

    fn of_component(
        &self,
        component: &Component,
        board: &GraphBoard,
    ) -> Option<(bool, &'static str)> {
        let Component {
            cells,
            blanks,
            blocks,
        } = component;
        let mut board = *board;
        let [own, goals] = [&board, &self.goal].map(|board| {
            let mut own: Vec<u8> = cells.iter().map(|&cell| board.cells()[cell]).collect();
            own.sort_unstable();
            own
        });
        if own != goals {
            return Some((false, why::APART));
        }
        match blanks[..] {
            // Nothing moves.
            [] => {
                let is_home = |&cell: &usize| board.cells()[cell] == self.goal.cells()[cell];
                Some((cells.iter().all(is_home), why::APART))
            }
            [home] => {
                let blank = cells.iter().find(|&&cell| board.cells()[cell] == 0);
                move_blank(&mut board, *blank?, home);
                let reached = blocks.iter().all(|block| self.permits(block, &board));
                Some(match (&blocks[..], reached) {
                    ([block], reached) => (reached, block.group.why(reached)),
                    (_, true) => (true, why::PARTS),
                    (_, false) => (false, why::NOT_PARTS),
                })
            }
            _ => match &blocks[..] {
                [block] if block.group == BlockGroup::Cyclic => {
                    let tiles = |board: &GraphBoard| {
                        let tiles = block.cells.iter().map(|&cell| board.cells()[cell]);
                        tiles.filter(|&tile| tile != 0).collect::<Vec<u8>>()
                    };
                    let (mut here, goal) = (tiles(&board), tiles(&self.goal));
                    let turned = (0..here.len().max(1)).any(|_| {
                        let is_turned = here == goal;
                        let last = here.pop();
                        here.splice(0..0, last);
                        is_turned
                    });
                    Some((turned, block.group.why(turned)))
                }
                [_] => Some((true, why::ALL)),
                _ => None,
            },
        }
    }

    /// Returns whether a block whose door has the blank, on the board as in the goal, allows the
    /// order of the board to become that of the goal.
    fn permits(&self, block: &GraphBlock, board: &GraphBoard) -> bool {
        let behind = &block.cells[1..];
        let place = |tile| {
            behind
                .iter()
                .position(|&cell| self.goal.cells()[cell] == tile)
        };
        let order = behind.iter().map(|&cell| place(board.cells()[cell]));
        let order: Option<Vec<usize>> = order.collect();
        order.is_some_and(|order| block.permits(&order))
    }

    /// Returns a state drawn uniformly among those that can reach the goal or, unless the rules
    /// [decide](Self::decides) which can, perhaps among more: all with the same tiles in each
    /// component. `below` returns a random number that is less than its argument.
    pub fn draw(&self, mut below: impl FnMut(usize) -> usize) -> GraphBoard {
        let mut board = self.goal;
        for component in &self.components {
            match component.blanks[..] {
                [] => {}
                [home] => {
                    for block in &component.blocks {
                        let (order, behind) = (block.draw(&mut below), &block.cells[1..]);
                        let tiles: Vec<u8> =
                            behind.iter().map(|&cell| board.cells()[cell]).collect();
                        for (tile, place) in tiles.into_iter().zip(order) {
                            board.cells_mut()[behind[place]] = tile;
                        }
                    }
                    let to = component.cells[below(component.cells.len())];
                    move_blank(&mut board, home, to);
                }
                _ => {
                    let is_cycle = |block: &GraphBlock| block.group == BlockGroup::Cyclic;
                    let cycle = match &component.blocks[..] {
                        [block] if is_cycle(block) => Some(&block.cells),
                        _ => None,
                    };
                    let cells = cycle.unwrap_or(&component.cells);
                    let tiles = cells.iter().map(|&cell| self.goal.cells()[cell]);
                    let mut tiles: Vec<u8> = tiles.filter(|&tile| tile != 0).collect();
                    if cycle.is_none() {
                        shuffle(&mut tiles, &mut below);
                    } else if !tiles.is_empty() {
                        let by = below(tiles.len());
                        tiles.rotate_left(by);
                    }
                    let mut places: Vec<usize> = (0..cells.len()).collect();
                    shuffle(&mut places, &mut below);
                    let blanks = &places[..component.blanks.len()];
                    let mut tiles = tiles.into_iter();
                    for (place, &cell) in cells.iter().enumerate() {
                        let tile = if blanks.contains(&place) { None } else { tiles.next() };
                        board.cells_mut()[cell] = tile.unwrap_or(0);
                    }
                }
            }
        }
        board
    }

    /// Returns whether the rules decide about every state of a graph, for any goal.
    pub fn decides(graph: CellGraph) -> bool {
        graph.blanks() == 1 || (0..graph.cells()).all(|cell| blocks(graph, cell).len() <= 1)
    }
}

impl BlockGroup {
    /// Returns why a state of a component of one block can reach the goal or not.
    fn why(self, reached: bool) -> &'static str {
        match (self, reached) {
            (Self::Even, true) => why::EVEN,
            (Self::Even, false) => why::ODD,
            (Self::Cyclic, true) => why::IN_ORDER,
            (Self::Cyclic, false) => why::TURNED,
            (Self::Theta, true) => why::THETA,
            (Self::Theta, false) => why::NOT_THETA,
            (Self::Fixed | Self::All, _) => why::ALL,
        }
    }
}

impl GraphBlock {
    /// Returns one of the orders that the block allows.
    fn draw(&self, below: &mut impl FnMut(usize) -> usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cells.len() - 1).collect();
        match self.group {
            BlockGroup::Fixed => {}
            BlockGroup::Cyclic => {
                let by = below(order.len());
                order.rotate_left(by);
            }
            BlockGroup::Theta => {
                order = self.orders[below(self.orders.len())].clone();
            }
            BlockGroup::Even | BlockGroup::All => {
                shuffle(&mut order, below);
                if !self.permits(&order) {
                    order.swap(0, 1);
                }
            }
        }
        order
    }
}

fn shuffle<T>(items: &mut [T], below: &mut impl FnMut(usize) -> usize) {
    for place in (1..items.len()).rev() {
        items.swap(place, below(place + 1));
    }
}

/// Moves a blank along a shortest way, which has no other blank.
fn move_blank(board: &mut GraphBoard, from: usize, to: usize) {
    let graph = board.graph();
    let distances = graph.distances_from(to);
    let mut here = from;
    while here != to {
        let near = graph.neighbours(here).iter().map(|&near| usize::from(near));
        let Some(next) = near.min_by_key(|&near| distances[near].unwrap_or(u32::MAX)) else {
            return;
        };
        board.cells_mut().swap(here, next);
        here = next;
    }
}
