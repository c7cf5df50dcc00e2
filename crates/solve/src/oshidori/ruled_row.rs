//! Positions by any rules: open lines, unlike stones, blocks that are turned round or wide.
//!
//! A move is named by the block, the holes where it lands, and its direction, so each move of a
//! position is made and judged by itself. The bounds hold whatever may jump and wherever it lands:
//!
//! - Towards one row, every cell that lacks the goal's stone must be filled, and every stone that
//!   stands where the goal has another or none must be taken away. A move fills one block of
//!   neighbouring cells and empties one, so there are at least as many moves as blocks that cover
//!   the cells of either kind. If there is one gap, the first move fills the gap and nothing else:
//!   [`covering`](super::covering) explains that bound.
//! - Towards a goal of many rows: call two neighbours in the word that are unlike a *border*. A
//!   move joins the word anew in three places, so it removes at most three borders, and a goal has
//!   one border fewer than there are kinds.
//!
//! Two moves that share no cell lead to the same row in either order. Of all shortest solutions,
//! the one whose list of numbers is lexicographically least has no two such moves in succession of
//! which the second has the lesser number, so these are left out unless every solution is wanted.

use tilebase_core::oshidori::{Jump, Row, Rules};
use xxhash_rust::xxh3::xxh3_64;

use super::{
    cell_set::CellSet,
    covering::covering,
    pair::{Aim, Pair},
    position::{Past, Position},
};

/// A row by any rules. Waste is counted in moves.
#[derive(Debug, Clone)]
pub(super) struct RuledRow {
    row: Row,
    goal: Aim,
    /// The last move.
    last: Option<Jump>,
}

impl RuledRow {
    fn rules(&self) -> Rules {
        self.row.puzzle().rules()
    }

    /// Counts the neighbours in the word that are unlike.
    fn borders(&self) -> u32 {
        let word = self.row.word().windows(2);
        word.filter(|two| two[0] != two[1]).count() as u32
    }

    /// Returns the cells to be filled, and those to be emptied.
    fn misplaced(&self, goal: &Row) -> (u128, u128) {
        let (mut fill, mut empty) = (0, 0);
        for (cell, (here, wanted)) in self.row.cells().zip(goal.cells()).enumerate() {
            let wrong = u128::from(here != wanted) << cell;
            fill |= if wanted == 0 { 0 } else { wrong };
            empty |= if here == 0 { 0 } else { wrong };
        }
        (fill, empty)
    }

    fn after(&self, jump: Jump) -> Self {
        let mut next = self.clone();
        next.row.jump(jump);
        next.last = Some(jump);
        next
    }

    /// Returns whether the order of the last move and this one does not matter, and the other one
    /// comes first by their numbers.
    fn comes_before_last(&self, jump: Jump) -> bool {
        let cells = |jump: Jump| {
            let block = |cell| u128::block(cell, self.row.puzzle().block());
            block(jump.from) | block(jump.to)
        };
        self.last.is_some_and(|last| {
            cells(last) & cells(jump) == 0 && self.row.number(jump) < self.row.number(last)
        })
    }
}

impl Position for RuledRow {
    type Mark = (Row, Option<Jump>);
    type Moves = std::vec::IntoIter<(u32, u32)>;

    fn new(pair: &Pair) -> Self {
        Self {
            row: pair.start,
            goal: pair.goal,
            last: None,
        }
    }

    fn mark(&self) -> Self::Mark {
        (self.row, self.last)
    }

    fn is_goal(&self) -> bool {
        self.goal.is_met(&self.row)
    }

    fn bound(&self) -> u32 {
        if self.is_goal() {
            return 0;
        }
        let block = self.row.puzzle().block();
        match &self.goal {
            Aim::Row(goal) => {
                let (fill, empty) = self.misplaced(goal);
                if self.rules().is_open() {
                    covering(fill, block).max(covering(empty, block))
                } else {
                    1 + covering(fill & empty, block)
                }
            }
            Aim::Goal(_) => {
                let least = self.row.puzzle().kinds() as u32 - 1;
                self.borders().saturating_sub(least).div_ceil(3).max(1)
            }
        }
    }

    fn slack(&self, threshold: u32) -> Option<u32> {
        threshold.checked_sub(self.bound())
    }

    fn moves(&self, slack: u32, [before, _]: Past<'_, Self::Mark>, every: bool) -> Self::Moves {
        let now = self.bound();
        let judged = |jump: Jump| {
            if !every && self.comes_before_last(jump) {
                return None;
            }
            let next = self.after(jump);
            let waste = 1 + next.bound() - now;
            let back = before.is_some_and(|(row, _)| *row == next.row);
            (waste <= slack && !back).then(|| (waste, self.row.number(jump)))
        };
        let mut moves: Vec<_> = self.row.moves().filter_map(judged).collect();
        moves.sort_unstable();
        moves.into_iter()
    }

    fn needs_waste(&self) -> bool {
        false
    }

    /// In sixteenths of a move.
    fn guess(&self) -> u32 {
        16 * self.bound() + self.borders()
    }

    fn fingerprint(&self) -> u64 {
        let mut cells = [0; 128];
        cells
            .iter_mut()
            .zip(self.row.cells())
            .for_each(|(cell, stone)| *cell = stone);
        xxh3_64(&cells)
    }

    fn jump(&mut self, number: u32) {
        *self = self.after(self.row.numbered(number));
    }

    fn take_back(&mut self, &(row, last): &Self::Mark) {
        (self.row, self.last) = (row, last);
    }
}
