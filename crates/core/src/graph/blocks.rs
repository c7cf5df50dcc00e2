//! The blocks of a graph, and what one blank can do in each.
//!
//! A block is a part that stays connected without any one of its cells, or an edge that no cycle
//! has. A blank that leaves a cell and comes back permutes the tiles of blocks only, each block by
//! itself: its way from the block's *door*, the cell where it enters, leads back to the door.

use std::collections::{HashSet, VecDeque};

use super::CellGraph;

/// The number of cells of the one graph beside cycles in which Wilson's theorem fails.
const THETA: usize = 7;

/// A block, as one enters it from a given cell.
#[derive(Debug, Clone)]
pub(super) struct GraphBlock {
    /// The cells, the door first. Those of a cycle are in the order of the cycle.
    pub cells: Vec<usize>,
    pub group: BlockGroup,
    /// Those of a block that allows 120 of 720.
    pub orders: Vec<Vec<usize>>,
}

/// The orders into which one blank can bring the tiles of a block before it returns to the door.
/// These are the groups of R. M. Wilson, *Graph puzzles, homotopy, and the alternating group*
/// (1974).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockGroup {
    /// Only their own: the block is an edge.
    Fixed,
    /// Those of the same cyclic order: the block is a cycle.
    Cyclic,
    /// 120 of 720: the block is a hexagon and a cell between two opposite ones.
    Theta,
    /// The even ones: the block is bipartite.
    Even,
    /// All.
    All,
}

/// Returns the blocks of the component of a cell, each as one enters it from there.
pub(super) fn blocks(graph: CellGraph, from: usize) -> Vec<GraphBlock> {
    let mut walk = BlockWalk {
        graph,
        entered: vec![0; graph.cells()],
        count: 0,
        open: Vec::new(),
        blocks: Vec::new(),
    };
    walk.enter(from, None);
    walk.blocks
}

/// A walk through a component, depth first (Hopcroft and Tarjan).
struct BlockWalk {
    graph: CellGraph,
    /// The number of each cell in the order in which they were entered, from 1.
    entered: Vec<usize>,
    count: usize,
    /// Cells whose block is not complete.
    open: Vec<usize>,
    blocks: Vec<GraphBlock>,
}

impl BlockWalk {
    /// Enters a cell and what lies behind it. Returns the first cell, by number, that is next to
    /// one of these.
    fn enter(&mut self, cell: usize, before: Option<usize>) -> usize {
        self.count += 1;
        self.entered[cell] = self.count;
        self.open.push(cell);
        let mut first = self.count;
        for &near in self.graph.neighbours(cell) {
            let near = usize::from(near);
            if self.entered[near] == 0 {
                let behind = self.enter(near, Some(cell));
                if behind >= self.entered[cell] {
                    let start = self.open.iter().rposition(|&other| other == near);
                    let mut cells = vec![cell];
                    cells.extend(self.open.drain(start.unwrap_or_default()..));
                    self.blocks.push(GraphBlock::new(self.graph, cells));
                }
                first = first.min(behind);
            } else if Some(near) != before {
                first = first.min(self.entered[near]);
            }
        }
        first
    }
}

impl GraphBlock {
    fn new(graph: CellGraph, cells: Vec<usize>) -> Self {
        let near = |cell: usize| {
            let all = graph.neighbours(cell).iter().map(|&near| usize::from(near));
            all.filter(|near| cells.contains(near)).collect::<Vec<_>>()
        };
        let ends: usize = cells.iter().map(|&cell| near(cell).len()).sum();
        let group = match cells.len() {
            2 => BlockGroup::Fixed,
            count if ends == 2 * count => BlockGroup::Cyclic,
            THETA if is_theta(&cells, near) => BlockGroup::Theta,
            _ if is_bipartite(&cells, near) => BlockGroup::Even,
            _ => BlockGroup::All,
        };
        if group != BlockGroup::Cyclic {
            let is_theta = group == BlockGroup::Theta;
            let orders = if is_theta { orders_of_theta(graph, &cells) } else { Vec::new() };
            return Self {
                cells,
                group,
                orders,
            };
        }
        let mut around = vec![cells[0]];
        let mut here = cells[0];
        while let Some(next) = near(here).into_iter().find(|next| !around.contains(next)) {
            around.push(next);
            here = next;
        }
        Self {
            cells: around,
            group,
            orders: Vec::new(),
        }
    }

    /// Returns whether the blank can bring the tiles from an order to another one. Places are those
    /// of the cells behind the door: tile t of the first order is at place `order[t]` in the
    /// second.
    pub fn permits(&self, order: &[usize]) -> bool {
        match self.group {
            BlockGroup::Fixed => true,
            BlockGroup::Cyclic => {
                let turned = |(place, &to): (usize, &usize)| (place + order[0]) % order.len() == to;
                order.iter().enumerate().all(turned)
            }
            BlockGroup::Theta => self.orders.iter().any(|found| found == order),
            BlockGroup::Even => is_even(order),
            BlockGroup::All => true,
        }
    }
}

/// Returns the orders of the block with 120 of them, found by a search.
fn orders_of_theta(graph: CellGraph, cells: &[usize]) -> Vec<Vec<usize>> {
    let place = |cell: usize| cells.iter().position(|&other| other == cell);
    // Place 0 is the door; the blank is 0, and each tile has the number of its place.
    let start: [usize; THETA] = std::array::from_fn(|place| place);
    let (mut seen, mut queue) = (HashSet::from([start]), VecDeque::from([start]));
    let mut orders = Vec::new();
    while let Some(here) = queue.pop_front() {
        if here[0] == 0 {
            let mut order = vec![0; THETA - 1];
            for (place, &tile) in here.iter().enumerate().skip(1) {
                order[tile - 1] = place - 1;
            }
            orders.push(order);
        }
        let blank = here.iter().position(|&tile| tile == 0).unwrap_or_default();
        let near = graph.neighbours(cells[blank]).iter();
        for from in near.filter_map(|&near| place(near.into())) {
            let mut next = here;
            next.swap(blank, from);
            if seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    orders
}

/// Returns whether seven cells are a hexagon and a cell between two opposite ones: the two cells
/// with three neighbours have one neighbour in common, and are none themselves.
fn is_theta(cells: &[usize], near: impl Fn(usize) -> Vec<usize>) -> bool {
    let ends: usize = cells.iter().map(|&cell| near(cell).len()).sum();
    let hubs: Vec<usize> = cells
        .iter()
        .copied()
        .filter(|&cell| near(cell).len() == 3)
        .collect();
    match hubs[..] {
        [a, b] if ends == 2 * (THETA + 1) => {
            let (beside_a, beside_b) = (near(a), near(b));
            let common = beside_a.iter().filter(|cell| beside_b.contains(cell));
            common.count() == 1 && !beside_a.contains(&b)
        }
        _ => false,
    }
}

fn is_bipartite(cells: &[usize], near: impl Fn(usize) -> Vec<usize>) -> bool {
    let mut colours = vec![(cells[0], false)];
    let mut next = 0;
    while next < colours.len() {
        let (cell, colour) = colours[next];
        next += 1;
        for near in near(cell) {
            match colours.iter().find(|(known, _)| *known == near) {
                Some(&(_, same)) if same == colour => return false,
                Some(_) => {}
                None => colours.push((near, !colour)),
            }
        }
    }
    true
}

/// Returns whether a permutation is even.
fn is_even(order: &[usize]) -> bool {
    let (mut seen, mut cycles) = (vec![false; order.len()], 0);
    for start in 0..order.len() {
        let mut here = start;
        cycles += usize::from(!seen[start]);
        while !seen[here] {
            seen[here] = true;
            here = order[here];
        }
    }
    (order.len() - cycles).is_multiple_of(2)
}
