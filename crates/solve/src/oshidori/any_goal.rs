//! Positions with the goal `any`: the stones of each kind stand together.
//!
//! With many kinds there are too many goal rows to consider each, so the bound counts stones and
//! not cells. Call two neighbouring cells with stones of one kind a *join*.
//!
//! - With `k` kinds and `n` stones, a goal has `n − k` joins, or one less if its gap stands between
//!   two stones of a kind. No row has more.
//! - A move keeps the joins inside its block, makes joins only at the two ends of the block in its
//!   new place, and elsewhere only breaks joins. So it makes at most two.
//!
//! Therefore, with `missing` = `n − k` − joins, and unless the goal is reached,
//!
//! ```text
//! moves still needed  ≥  max(1, ⌈(missing − 1) / 2⌉)
//! ```
//!
//! Slack and waste are counted in joins: `n` moves can make `2·n` of them, `missing − 1` are
//! needed, and a move that makes `j` more than it breaks wastes `2 − j`, from 0 to 4. A search may
//! reach a row that has one join too few and is not a goal with all moves made and no slack. It
//! tries nothing there, since no move makes two joins if only one is missing.
//!
//! All blocks that make the join on the left have the left neighbour's kind in their first cell,
//! and likewise on the right; which joins a block breaks is known from the set of joins. So here
//! too all moves of a position are sorted by waste with a few word operations.

use tilebase_core::checksum;

use super::{
    cell_set::CellSet,
    pair::Pair,
    position::{ByWaste, GapMark, Past, Position, banned},
    stone_sets::StoneSets,
};

/// A row whose goal is `any`. Blocks are `B` stones wide.
#[derive(Debug, Clone)]
pub(super) struct AnyGoal<M, const B: usize> {
    stones: StoneSets<M, B>,
    /// The left cells of the joins.
    joins: M,
    /// The number of joins of a goal whose gap separates no two stones of a kind.
    most: u32,
}

impl<M: CellSet, const B: usize> AnyGoal<M, B> {
    #[inline(always)]
    fn missing(&self) -> u32 {
        self.most - self.joins.len()
    }

    /// Returns the kinds on the left and on the right of the gap, 0 where the row ends.
    #[inline(always)]
    fn beside(&self) -> (u8, u8) {
        let gap = self.stones.gap;
        let left = if gap == 0 { 0 } else { self.stones.at(gap - 1) };
        (left, self.stones.at(gap + B))
    }
}

impl<M: CellSet, const B: usize> Position for AnyGoal<M, B> {
    type Mark = GapMark<M>;
    type Moves = ByWaste<M, 5>;

    fn new(pair: &Pair) -> Self {
        let puzzle = pair.start.puzzle();
        let cells: Vec<u8> = pair.start.cells().collect();
        let mut joins = M::NONE;
        for (cell, two) in cells.windows(2).enumerate() {
            if two[0] == two[1] && two[0] != 0 {
                joins |= M::block(cell, 1);
            }
        }
        Self {
            stones: StoneSets::new(&pair.start),
            joins,
            most: (puzzle.stones() - puzzle.kinds()) as u32,
        }
    }

    /// Returns the gap and the joins.
    #[inline(always)]
    fn mark(&self) -> GapMark<M> {
        (self.stones.gap as u8, self.joins)
    }

    #[inline(always)]
    fn is_goal(&self) -> bool {
        match self.missing() {
            0 => true,
            1 => {
                let (left, right) = self.beside();
                left == right && left != 0
            }
            _ => false,
        }
    }

    fn bound(&self) -> u32 {
        if self.is_goal() { 0 } else { (self.missing() / 2).max(1) }
    }

    fn slack(&self, threshold: u32) -> Option<u32> {
        threshold
            .saturating_mul(2)
            .checked_sub(self.missing().saturating_sub(1))
    }

    #[inline(always)]
    fn moves(&self, slack: u32, past: Past<'_, GapMark<M>>, every: bool) -> Self::Moves {
        let gap = self.stones.gap;
        let blocks = self.stones.blocks() & !banned(gap, past, every);
        let (left, right) = self.beside();
        // A block beside the gap leaves the new gap at its side, where it then has no neighbour.
        let mut join_left = self.stones.of_kind(left);
        if gap >= B {
            join_left &= !M::block(gap - B, 1);
        }
        let join_right = (self.stones.of_kind(right) >> (B - 1)) & !(M::block(gap, 1) << B);
        let (part_left, part_right) = (self.joins << 1, self.joins >> (B - 1));
        let counted = |a: M, b: M| [!(a | b), (a & !b) | (b & !a), a & b];
        let made = counted(join_left, join_right);
        let broken = counted(part_left, part_right);
        let mut sorted = ByWaste::default();
        for (made, with) in made.into_iter().enumerate() {
            for (broken, without) in broken.into_iter().enumerate() {
                let waste = 2 - made + broken;
                if waste as u32 <= slack {
                    sorted.0[waste] |= blocks & with & without;
                }
            }
        }
        sorted
    }

    /// In quarters of a join: a join that the next move can make counts half.
    fn guess(&self) -> u32 {
        if self.is_goal() {
            return 0;
        }
        let first = self.moves(4, [None; 2], true).next();
        4 * self.missing() + 2 * first.map_or(4, |(waste, _)| waste)
    }

    /// Kinds are numbered in order of appearance, since the goal does not distinguish them.
    fn fingerprint(&self) -> u64 {
        let mut names = [0; 256];
        let mut named = 0;
        let row = self.stones.kinds().map(|kind| {
            if kind != 0 && names[usize::from(kind)] == 0 {
                named += 1;
                names[usize::from(kind)] = named;
            }
            names[usize::from(kind)]
        });
        checksum(&row)
    }

    #[inline(always)]
    fn jump(&mut self, number: u32) {
        let cell = number as usize;
        let gap = self.stones.gap;
        let inside = (self.joins >> cell) & M::block(0, B - 1);
        let broken = M::block(cell, B) | (M::block(cell, 1) >> 1);
        self.joins = (self.joins & !broken) | (inside << gap);
        for place in 0..B {
            self.stones.shift(cell + place, gap + place);
        }
        self.stones.gap = cell;
        if gap > 0 && cell + B != gap && self.stones.at(gap - 1) == self.stones.at(gap) {
            self.joins |= M::block(gap - 1, 1);
        }
        if cell != gap + B && self.stones.at(gap + B - 1) == self.stones.at(gap + B) {
            self.joins |= M::block(gap + B - 1, 1);
        }
    }

    #[inline(always)]
    fn take_back(&mut self, &(gap, joins): &GapMark<M>) {
        self.stones.take_back(gap.into());
        self.joins = joins;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tilebase_core::oshidori::{Goal, Row, Rules, Stones};

    use super::*;
    use crate::oshidori::pair::Aim;

    fn position<M: CellSet, const B: usize>(row: &Row) -> AnyGoal<M, B> {
        AnyGoal::new(&Pair {
            start: *row,
            goal: Aim::Goal(Goal::Any),
        })
    }

    /// Checks a position against the definition of the goal, its moves against trying each, and the
    /// position after each against one built afresh.
    fn check<M: CellSet, const B: usize>(row: &Row) {
        let mut here = position::<M, B>(row);
        assert_eq!(here.is_goal(), Goal::Any.is_met(row), "{row}");
        if here.is_goal() {
            return;
        }
        let sorted = here.moves(4, [None; 2], true).0;
        let (mark, missing) = (here.mark(), here.missing());
        for jump in row.moves() {
            let (mut next, cell) = (*row, jump.from);
            next.jump(jump);
            let fresh = position::<M, B>(&next);
            let waste = 2 + fresh.missing() - missing;
            for (rank, moves) in sorted.iter().enumerate() {
                assert_eq!(moves.has(cell), rank == waste as usize, "{row}, {cell}");
            }
            here.jump(cell as u32);
            assert_eq!(here.mark(), fresh.mark(), "{row}");
            assert_eq!(here.fingerprint(), fresh.fingerprint());
            here.take_back(&mark);
        }
        let listed: u32 = sorted.iter().map(|moves| moves.len()).sum();
        assert_eq!(listed as usize, row.moves().count());
        for slack in 0..4 {
            let fewer = here.moves(slack, [None; 2], true).0;
            for (rank, moves) in fewer.into_iter().enumerate() {
                let expected = if rank <= slack as usize { sorted[rank] } else { M::NONE };
                assert_eq!(moves, expected, "{row}, slack {slack}");
            }
        }
    }

    #[test]
    fn rows_as_long_as_their_sets() {
        let puzzle = |kinds, block| {
            Stones::of_kinds(kinds, 2)
                .unwrap()
                .with_rules(Rules::of_block(block as u8))
                .unwrap()
        };
        check::<u64, 2>(&Row::start(puzzle(31, 2)));
        check::<u64, 3>(&Row::start(puzzle(30, 3)));
        check::<u128, 2>(&Row::start(puzzle(62, 2)));
        check::<u128, 3>(&Row::start(puzzle(62, 3)));
        // A gap at the end of a row that fills its set, whose first stone is not a neighbour.
        let longest = puzzle(62, 4);
        let stones = longest.stones();
        let mut order = Row::goal(longest).stone_order().to_vec();
        order.swap(0, 4);
        check::<u128, 4>(&Row::from_stone_order(longest, &order, stones).unwrap());
    }

    proptest! {
        #[test]
        fn moves_are_sorted_by_waste(
            kinds in 2usize..62, each in 1usize..20, gap in any::<u16>(),
            swaps in prop::collection::vec(any::<(u16, u16)>(), 0..40),
        ) {
            let puzzle = Stones::of_kinds(kinds, each.min(124 / kinds)).unwrap();
            prop_assume!(puzzle.stones() >= 4);
            let stones = puzzle.stones();
            let mut order = Row::goal(puzzle).stone_order().to_vec();
            for (a, b) in swaps {
                order.swap(usize::from(a) % stones, usize::from(b) % stones);
            }
            let gap = usize::from(gap) % (stones + 1);
            let row = |block| {
                let rules = Rules::of_block(block as u8);
                Row::from_stone_order(puzzle.with_rules(rules).unwrap(), &order, gap).unwrap()
            };
            check::<u128, 2>(&row(2));
            check::<u128, 3>(&row(3));
            check::<u128, 4>(&row(4));
            if puzzle.with_rules(Rules::of_block(3)).unwrap().cells() <= 64 {
                check::<u64, 2>(&row(2));
                check::<u64, 3>(&row(3));
            }
        }
    }
}
