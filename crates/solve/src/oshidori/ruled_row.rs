//! Positions by any rules: open lines, unlike stones, blocks that are turned round or wide.
//!
//! A move is named by the block, the holes where it lands, and its direction, so each move of a
//! position is made and judged separately. The bounds hold whatever may jump and wherever it lands:
//!
//! - Towards one row, every cell without the goal's stone must be filled, and every stone that
//!   stands where the goal has another or none must be taken away. A move fills one block of
//!   neighbouring cells and empties one, so there are at least as many moves as blocks that cover
//!   the cells of either kind. If there is one gap, the first move fills the gap and nothing else:
//!   [`covering`](super::covering) explains that bound.
//! - Towards a goal of many rows: call two neighbours in the order that are unlike a *border*. A
//!   move changes the neighbours in the order at three places, so it removes at most three borders,
//!   and a goal has one border fewer than there are kinds.
//!
//! Two moves that share no cell lead to the same row in either order. Of all shortest solutions,
//! the one whose list of numbers is lexicographically least has no two such moves in succession of
//! which the second has the lesser number, so these are left out unless every solution is wanted.

use tilebase_core::{
    checksum,
    oshidori::{Jump, Row},
};

use super::{
    cell_set::CellSet,
    covering::covering,
    pair::{Aim, Pair},
    position::{Past, Position},
    stone_sets::CELLS,
};

/// A row by any rules. Waste is counted in moves.
#[derive(Debug, Clone)]
pub(super) struct RuledRow {
    row: Row,
    goal: Aim,
    /// The goal's cells, if it is one row.
    goal_cells: [u8; CELLS],
    misplaced: Misplaced,
    /// The last move.
    last: Option<Jump>,
}

/// The cells that differ from the goal, if it is one row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Misplaced {
    /// Those without the goal's stone.
    fill: u128,
    /// Those with a stone that the goal does not have there.
    empty: u128,
}

impl RuledRow {
    fn block(&self) -> usize {
        self.row.puzzle().block()
    }

    /// Returns the row's cells; 0 beyond it.
    fn cells(row: &Row) -> [u8; CELLS] {
        let mut cells = [0; CELLS];
        let each = cells.iter_mut().zip(row.cells());
        each.for_each(|(cell, stone)| *cell = stone);
        cells
    }

    /// Returns the misplaced cells after a move of the row that has these cells.
    fn misplaced_after(&self, cells: &[u8; CELLS], jump: Jump) -> Misplaced {
        let block = self.block();
        let moved = u128::block(jump.from, block) | u128::block(jump.to, block);
        let Misplaced { fill, empty } = self.misplaced;
        let (mut fill, mut empty) = (fill & !moved, empty & !moved);
        for place in 0..block {
            let taken = if jump.turned { block - 1 - place } else { place };
            let (to, stone) = (jump.to + place, cells[jump.from + taken]);
            fill |= u128::from(self.goal_cells[jump.from + place] != 0) << (jump.from + place);
            let wrong = u128::from(self.goal_cells[to] != stone) << to;
            empty |= wrong;
            fill |= if self.goal_cells[to] == 0 { 0 } else { wrong };
        }
        Misplaced { fill, empty }
    }

    /// Returns the bound of a row towards the one goal row.
    fn bound_of(&self, Misplaced { fill, empty }: Misplaced) -> u32 {
        if fill | empty == 0 {
            0
        } else if self.row.puzzle().rules().is_open() {
            covering(fill, self.block()).max(covering(empty, self.block()))
        } else {
            1 + covering(fill & empty, self.block())
        }
    }

    /// Returns the bound of a row towards a goal of many.
    fn bound_by_borders(&self, row: &Row) -> u32 {
        if self.goal.is_met(row) {
            return 0;
        }
        let least = row.puzzle().kinds() as u32 - 1;
        borders(row).saturating_sub(least).div_ceil(3).max(1)
    }

    /// Returns whether the order of the last move and this one does not matter, and the other one
    /// comes first by their numbers.
    fn comes_before_last(&self, jump: Jump) -> bool {
        let cells = |jump: Jump| {
            let block = |cell| u128::block(cell, self.block());
            block(jump.from) | block(jump.to)
        };
        self.last.is_some_and(|last| {
            cells(last) & cells(jump) == 0 && self.row.number(jump) < self.row.number(last)
        })
    }
}

/// Counts the neighbouring stones that are unlike, without the holes.
fn borders(row: &Row) -> u32 {
    let neighbours = row.stone_order().windows(2);
    neighbours.filter(|two| two[0] != two[1]).count() as u32
}

impl Position for RuledRow {
    type Mark = (Misplaced, Option<Jump>);
    type Moves = std::vec::IntoIter<(u32, u32)>;

    fn new(pair: &Pair) -> Self {
        let mut position = Self {
            row: pair.start,
            goal: pair.goal,
            goal_cells: [0; CELLS],
            misplaced: Misplaced::default(),
            last: None,
        };
        if let Aim::Row(goal) = &pair.goal {
            position.goal_cells = Self::cells(goal);
            let cells = pair.start.cells().zip(goal.cells()).enumerate();
            for (cell, (here, wanted)) in cells.filter(|(_, (here, wanted))| here != wanted) {
                position.misplaced.fill |= u128::from(wanted != 0) << cell;
                position.misplaced.empty |= u128::from(here != 0) << cell;
            }
        }
        position
    }

    fn mark(&self) -> Self::Mark {
        (self.misplaced, self.last)
    }

    fn is_goal(&self) -> bool {
        match self.goal {
            Aim::Row(_) => self.misplaced == Misplaced::default(),
            Aim::Goal(goal) => goal.is_met(&self.row),
        }
    }

    fn bound(&self) -> u32 {
        match self.goal {
            Aim::Row(_) => self.bound_of(self.misplaced),
            Aim::Goal(_) => self.bound_by_borders(&self.row),
        }
    }

    fn moves(&self, slack: u32, _: Past<'_, Self::Mark>, every: bool) -> Self::Moves {
        let (now, cells, back) = (
            self.bound(),
            Self::cells(&self.row),
            self.last.map(Jump::back),
        );
        let judged = |jump: Jump| {
            if back == Some(jump) || !every && self.comes_before_last(jump) {
                return None;
            }
            let next = match self.goal {
                Aim::Row(_) => self.bound_of(self.misplaced_after(&cells, jump)),
                Aim::Goal(_) => {
                    let mut next = self.row;
                    next.jump(jump);
                    self.bound_by_borders(&next)
                }
            };
            let waste = 1 + next - now;
            (waste <= slack).then(|| (waste, self.row.number(jump)))
        };
        let mut moves: Vec<_> = self.row.moves().filter_map(judged).collect();
        moves.sort_unstable();
        moves.into_iter()
    }

    /// In sixteenths of a move.
    fn guess(&self) -> u32 {
        16 * self.bound() + borders(&self.row)
    }

    fn fingerprint(&self) -> u64 {
        checksum(&Self::cells(&self.row))
    }

    fn jump(&mut self, number: u32) {
        let jump = self.row.numbered(number);
        if matches!(self.goal, Aim::Row(_)) {
            self.misplaced = self.misplaced_after(&Self::cells(&self.row), jump);
        }
        self.row.jump(jump);
        self.last = Some(jump);
    }

    fn take_back(&mut self, &(misplaced, last): &Self::Mark) {
        if let Some(jump) = self.last {
            self.row.jump(jump.back());
        }
        (self.misplaced, self.last) = (misplaced, last);
    }
}
