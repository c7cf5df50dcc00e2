//! Additive pattern databases of graphs: the least number of moves that a group of tiles needs.
//!
//! The tiles of a group and the blank are placed, the other tiles are not: the blank passes them
//! at no cost. Each move slides a tile of one group, so that the sum over the groups is a lower
//! bound. It is no less than the sum of the distances of the tiles, which is each tile's alone.
//!
//! Korf and Felner, *Disjoint pattern database heuristics*, 2002.

use std::iter;

use tilebase_core::graph::{GraphBoard, MOST_CELLS};

/// The most placements of a group and the blank, which are searched in memory.
const MOST_PLACEMENTS: usize = 20_000_000;

/// The cost of a placement that was not reached.
const UNKNOWN: u8 = u8::MAX;

/// A pattern database for each group of tiles.
#[derive(Debug, Clone)]
pub(super) struct GraphPatterns {
    groups: Vec<Vec<u8>>,
    /// By tile: its group, and the weight of its cell in the index of a placement of that.
    tiles: Vec<(usize, usize)>,
}

/// A placement for each group, by its index.
pub(super) type Placements = [u32; MOST_CELLS];

impl GraphPatterns {
    /// Searches the patterns of a goal with one blank; `None` if a group of two tiles is too large,
    /// or the caller asks to stop.
    pub(super) fn new(goal: &GraphBoard, stopped: &dyn Fn() -> bool) -> Option<Self> {
        let cells = goal.cells().len();
        let sizes = (2..cells).take_while(|&size| {
            let placements = cells.checked_pow(size as u32 + 1);
            placements.is_some_and(|placements| placements <= MOST_PLACEMENTS)
        });
        let size = sizes.last().filter(|_| goal.graph().blanks() == 1)?;
        let mut tiles = vec![(0, 0); goal.graph().tiles() + 1];
        let mut groups = Vec::new();
        for homes in groups_of(goal, size) {
            for (place, &home) in homes.iter().enumerate() {
                let tile = usize::from(goal.cells()[home]);
                tiles[tile] = (groups.len(), cells.pow(place as u32));
            }
            groups.push(costs(goal, &homes, stopped)?);
        }
        Some(Self { groups, tiles })
    }

    /// Returns the placements of the groups in a state.
    pub(super) fn placements(&self, cells: &[u8]) -> Placements {
        let mut placements = [0; MOST_CELLS];
        for (cell, &tile) in cells.iter().enumerate() {
            self.slide(&mut placements, tile, 0, cell);
        }
        placements
    }

    /// Changes the placement of a tile's group. The blank is in none.
    pub(super) fn slide(&self, placements: &mut Placements, tile: u8, from: usize, to: usize) {
        let (group, weight) = self.tiles[usize::from(tile)];
        placements[group] += (weight * to) as u32;
        placements[group] -= (weight * from) as u32;
    }

    /// Returns the bound of a tile's group; `None` if it cannot come home.
    pub(super) fn part(&self, placements: &Placements, tile: u8) -> Option<u32> {
        self.cost(placements, self.tiles[usize::from(tile)].0)
    }

    /// Returns the sum of the bounds of all groups.
    pub(super) fn bound(&self, placements: &Placements) -> Option<u32> {
        let groups = 0..self.groups.len();
        groups.map(|group| self.cost(placements, group)).sum()
    }

    fn cost(&self, placements: &Placements, group: usize) -> Option<u32> {
        let cost = self.groups[group][placements[group] as usize];
        (cost != UNKNOWN).then_some(cost.into())
    }
}

/// Returns the homes of groups of up to `size` tiles, each of neighbours.
fn groups_of(goal: &GraphBoard, size: usize) -> Vec<Vec<usize>> {
    let is_tile = |&cell: &usize| goal.cells()[cell] != 0;
    let mut left: Vec<usize> = (0..goal.cells().len()).filter(is_tile).collect();
    iter::from_fn(|| {
        let distances = goal.graph().distances_from(*left.first()?, None);
        left.sort_by_key(|&cell| (distances[cell].unwrap_or(u32::MAX), cell));
        let rest = left.split_off(size.min(left.len()));
        let mut group = std::mem::replace(&mut left, rest);
        left.sort_unstable();
        group.sort_unstable();
        Some(group)
    })
    .collect()
}

/// Returns the least number of moves of each placement of the tiles with these homes, by a
/// breadth-first search from the goal, in which steps of the blank beside them cost nothing.
fn costs(goal: &GraphBoard, homes: &[usize], stopped: &dyn Fn() -> bool) -> Option<Vec<u8>> {
    let (graph, cells) = (goal.graph(), goal.cells().len());
    let placements = cells.pow(homes.len() as u32);
    let mut costs = vec![UNKNOWN; placements];
    // By placement and the blank's cell.
    let mut seen = vec![false; placements * cells];
    let blank = goal.cells().iter().position(|&tile| tile == 0)?;
    let weights: Vec<usize> = (0..homes.len())
        .map(|place| cells.pow(place as u32))
        .collect();
    let start: usize = iter::zip(homes, &weights)
        .map(|(home, weight)| home * weight)
        .sum();
    let (mut level, mut next) = (vec![(start * cells + blank) as u32], Vec::new());
    for cost in 0..UNKNOWN {
        while let Some(at) = level.pop() {
            let (placement, blank) = (at as usize / cells, at as usize % cells);
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            costs[placement] = costs[placement].min(cost);
            for &cell in graph.neighbours(blank) {
                let cell = usize::from(cell);
                let tile = weights
                    .iter()
                    .find(|&&weight| placement / weight % cells == cell);
                let (list, placement) = match tile {
                    Some(weight) => (&mut next, placement + weight * blank - weight * cell),
                    None => (&mut level, placement),
                };
                let after = placement * cells + cell;
                if !seen[after] {
                    list.push(after as u32);
                }
            }
        }
        if stopped() {
            return None;
        }
        if next.is_empty() {
            return Some(costs);
        }
        std::mem::swap(&mut level, &mut next);
    }
    None
}
