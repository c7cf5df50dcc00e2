//! Positions with one goal row.
//!
//! A position keeps one set of cells for each kind, and one of the wrong cells. The goal wants a
//! certain stone in each cell of the gap. The blocks that bring all of them are an intersection of
//! shifted sets, and so are those that bring only some. All blocks of such a class leave the same
//! set of wrong cells in the gap, and [`relieving`] says which of them waste nothing. So all moves
//! of a position are sorted by waste without considering each one.

use tilebase_core::checksum;

use super::{
    cell_set::CellSet,
    covering::{covering, even_offsets, odd_runs, relieving},
    pair::{Aim, Pair},
    position::{ByWaste, GapMark, Past, Position, banned},
    stone_sets::{CELLS, StoneSets},
};

/// A row with one goal row. Blocks are `B` stones wide. Waste is counted in moves.
#[derive(Debug, Clone)]
pub(super) struct RowGoal<M, const B: usize> {
    stones: StoneSets<M, B>,
    /// The kind in each cell of the goal.
    goal: [u8; CELLS],
    /// The leftmost cell of the goal's gap.
    goal_gap: usize,
    /// The cells outside the goal's gap.
    judged: M,
    /// Cells of [`judged`](Self::judged) with a stone other than the goal's.
    wrong: M,
}

impl<M: CellSet, const B: usize> RowGoal<M, B> {
    /// Returns whether a walk from the domino `first`, always to dominoes that hold what the last
    /// one wants, can visit all `dominoes`, and each of them finds what it wants.
    #[inline(always)]
    fn walk_covers(&self, dominoes: M, first: usize) -> bool {
        let end = M::block(self.goal_gap, 1);
        let mut unseen = dominoes;
        let mut cell = first;
        let mut open = M::NONE;
        loop {
            let next = self.wanted(cell) & (self.wanted(cell + 1) >> 1) & (dominoes | end);
            if next.is_empty() {
                return false;
            }
            open |= next & unseen;
            unseen &= !next;
            if open.is_empty() {
                return unseen.is_empty();
            }
            cell = open.first();
            open = open.rest();
        }
    }

    /// Returns how many of `dominoes`, given by their left cells, want a pair of kinds that stands
    /// in none of `sources`. Stops counting beyond `enough`.
    #[inline(always)]
    fn unformed(&self, mut dominoes: M, sources: M, enough: u32) -> u32 {
        let mut unformed = 0;
        while !dominoes.is_empty() && unformed <= enough {
            let cell = dominoes.first();
            dominoes = dominoes.rest();
            let pairs = self.wanted(cell) & (self.wanted(cell + 1) >> 1) & sources;
            unformed += u32::from(pairs.is_empty());
        }
        unformed
    }

    /// Returns the places that blocks come from if nothing is wasted, see
    /// [`needs_waste`](Self::needs_waste).
    #[inline(always)]
    fn sources(&self, even: M, odd: M) -> M {
        even | odd | (odd >> 1) | M::block(self.goal_gap, 1)
    }

    /// Returns the cells with the stones that the goal wants in `cell`.
    #[inline(always)]
    fn wanted(&self, cell: usize) -> M {
        self.stones.of_kind(self.goal[cell & (CELLS - 1)])
    }
}

impl<M: CellSet, const B: usize> Position for RowGoal<M, B> {
    type Mark = GapMark<M>;
    type Moves = ByWaste<M, 3>;

    fn new(pair: &Pair) -> Self {
        let Aim::Row(goal) = &pair.goal else {
            unreachable!("`kernel` chooses the type by the aim");
        };
        let mut position = Self {
            stones: StoneSets::new(&pair.start),
            goal: [0; CELLS],
            goal_gap: goal.gap(),
            judged: !M::block(goal.gap(), B),
            wrong: M::NONE,
        };
        for (cell, (stone, wanted)) in pair.start.cells().zip(goal.cells()).enumerate() {
            position.goal[cell] = wanted;
            if stone != 0 && stone != wanted && wanted != 0 {
                position.wrong |= M::block(cell, 1);
            }
        }
        position
    }

    /// Returns the gap and the wrong cells.
    #[inline(always)]
    fn mark(&self) -> GapMark<M> {
        (self.stones.gap as u8, self.wrong)
    }

    #[inline(always)]
    fn is_goal(&self) -> bool {
        self.wrong.is_empty() && self.stones.gap == self.goal_gap
    }

    /// Returns the covering bound.
    fn bound(&self) -> u32 {
        if self.is_goal() { 0 } else { 1 + covering(self.wrong, B) }
    }

    #[inline(always)]
    fn moves(&self, slack: u32, past: Past<'_, GapMark<M>>, every: bool) -> Self::Moves {
        let apart = self.stones.blocks() & !banned(self.stones.gap, past, every);
        let now = covering(self.wrong, B);
        let mut sorted = ByWaste::default();
        for misfit in 0..1usize << B {
            // The blocks that bring a wrong stone to just the cells of `misfit` in the gap.
            let mut class = apart;
            for place in 0..B {
                let cell = self.stones.gap + place;
                let fits =
                    if self.judged.has(cell) { self.wanted(cell) >> place } else { !M::NONE };
                class &= if misfit >> place & 1 == 0 { fits } else { !fits };
            }
            if class.is_empty() {
                continue;
            }
            let filled = self.wrong | (M::from(misfit as u8) << self.stones.gap);
            let more = covering(filled, B) - now;
            if more > slack {
                continue;
            }
            let mut relief = relieving::<M, B>(filled);
            if filled.is_empty() {
                // Only the gap is out of place: filling it from the goal's gap ends the game.
                relief = M::block(self.goal_gap, 1);
            }
            sorted.0[more as usize] |= class & relief;
            if more < slack {
                sorted.0[more as usize + 1] |= class & !relief;
            }
        }
        sorted
    }

    /// Returns true only if no solution has exactly as many moves as the covering bound; always
    /// false unless blocks have two stones.
    ///
    /// Suppose that exactly `1 + covering(wrong)` moves are left. The first fills the gap. The
    /// others fill a least covering, so each wrong run of even length by its aligned dominoes, once
    /// each. And since a block leaves the gap that the next one fills, all blocks come from
    /// dominoes of the covering or, last, from the goal's gap: the *sources*, at most what is
    /// computed here.
    ///
    /// Call a fill *idle* if it is not the last of its cell, or its cell need not be filled at all.
    /// The moves fill `2 + 2·covering(wrong)` cells; every wrong cell and every cell of the gap
    /// outside the goal's takes one last fill; left over for idle fills are one for each run of odd
    /// length and one for each cell of the gap inside the goal's.
    ///
    /// *Pairs.* Take an aligned domino whose pair of kinds stands in no source. The two stones that
    /// will fill it together either stand apart now, or stand side by side but must first be moved
    /// apart (only from a source can they be moved together). So some fill brings them together:
    /// one of them moves to a cell next to the other. It moves again later, so this fill is idle. A
    /// stone that moves to a cell has one neighbour beside its companion in the block, so an idle
    /// fill brings one pair together, and each pair ends in one domino. If more dominoes wait for a
    /// pair than there are idle fills, a further move is needed.
    ///
    /// *Cycles.* If there is no run of odd length and the gap is that of the goal, or apart from
    /// it, then the only idle fills are those of the goal's gap by the first move. So every domino
    /// gives away what it holds now and takes its own pair, and the gap walks from a domino to one
    /// that holds what the former wants. The walk starts at the gap or, if that is the goal's, at
    /// any domino (it then closes a ring). If it cannot reach all dominoes, a further move is
    /// needed.
    #[inline(always)]
    fn needs_waste(&self) -> bool {
        if B != 2 {
            return false;
        }
        let even = even_offsets(self.wrong);
        let odd = odd_runs(self.wrong, even);
        let home = (M::block(self.stones.gap, B) & !self.judged).len();
        if odd.is_empty() && home != 1 {
            let first = match home {
                0 => self.stones.gap,
                _ => even.first(),
            };
            return !self.walk_covers(even, first);
        }
        let idle = (odd & even & !(odd >> 1)).len() + home;
        self.unformed(even & !odd, self.sources(even, odd), idle) > idle
    }

    /// In quarters of a move. A domino whose pair stands in no source is a sign of waste to come;
    /// about four of them cost a move.
    fn guess(&self) -> u32 {
        if B != 2 {
            return 4 * covering(self.wrong, B);
        }
        let even = even_offsets(self.wrong);
        let odd = odd_runs(self.wrong, even);
        let dominoes = even & (self.wrong >> 1);
        4 * even.len() + self.unformed(dominoes, self.sources(even, odd), u32::MAX)
    }

    fn fingerprint(&self) -> u64 {
        checksum(&self.stones.kinds())
    }

    #[inline(always)]
    fn jump(&mut self, number: u32) {
        let cell = number as usize;
        let gap = self.stones.gap;
        let mut wrong = self.wrong & !M::block(cell, B);
        for place in 0..B {
            let stone = self.stones.shift(cell + place, gap + place);
            if self.goal[(gap + place) & (CELLS - 1)] != stone {
                wrong |= M::block(gap + place, 1) & self.judged;
            }
        }
        self.wrong = wrong;
        self.stones.gap = cell;
    }

    #[inline(always)]
    fn take_back(&mut self, &(gap, wrong): &GapMark<M>) {
        self.stones.take_back(gap.into());
        self.wrong = wrong;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tilebase_core::oshidori::{Row, Rules, Stones};

    use super::*;

    /// Checks the moves of one position against trying each, and the position after each against
    /// one built afresh.
    fn check<M: CellSet, const B: usize>(start: &Row, goal: &Row) {
        let pair = |start: &Row| Pair {
            start: *start,
            goal: Aim::Row(*goal),
        };
        let mut position = RowGoal::<M, B>::new(&pair(start));
        if position.is_goal() {
            return;
        }
        let sorted = position.moves(2, [None; 2], true).0;
        let (mark, bound) = (position.mark(), position.bound());
        let mut listed = 0;
        for jump in start.moves() {
            let (mut row, cell) = (*start, jump.from);
            row.jump(jump);
            let fresh = RowGoal::<M, B>::new(&pair(&row));
            let waste = 1 + fresh.bound() - bound;
            for (rank, moves) in sorted.iter().enumerate() {
                assert_eq!(
                    moves.has(cell),
                    rank == waste as usize,
                    "{start} to {goal}, {cell}"
                );
            }
            listed += 1;
            position.jump(cell as u32);
            assert_eq!(position.mark(), fresh.mark());
            for kind in 1..=start.puzzle().kinds() as u8 {
                assert_eq!(position.stones.of_kind(kind), fresh.stones.of_kind(kind));
            }
            assert_eq!(position.fingerprint(), fresh.fingerprint());
            position.take_back(&mark);
        }
        assert_eq!(sorted.iter().map(|moves| moves.len()).sum::<u32>(), listed);
        for slack in 0..2 {
            let fewer = position.moves(slack, [None; 2], true).0;
            for (rank, moves) in fewer.into_iter().enumerate() {
                let expected = if rank <= slack as usize { sorted[rank] } else { M::NONE };
                assert_eq!(moves, expected, "{start} to {goal}, slack {slack}");
            }
        }
    }

    proptest! {
        #[test]
        fn moves_are_sorted_by_waste(
            kinds in 2usize..62, each in 1usize..20, gaps in any::<[u16; 2]>(),
            swaps in prop::collection::vec(any::<(u16, u16)>(), 0..40),
        ) {
            let each = each.min(124 / kinds);
            let puzzle = Stones::of_kinds(kinds, each).unwrap();
            prop_assume!(puzzle.stones() >= 4);
            let stones = puzzle.stones();
            let mut order = Row::goal(puzzle).stone_order().to_vec();
            for (a, b) in swaps {
                order.swap(usize::from(a) % stones, usize::from(b) % stones);
            }
            let [from, to] = gaps.map(|gap| usize::from(gap) % (stones + 1));
            for block in [2, 3, 4] {
                let puzzle = puzzle.with_rules(Rules::of_block(block as u8)).unwrap();
                let start = Row::from_stone_order(puzzle, &order, from).unwrap();
                let goal = Row::goal(puzzle);
                let goal = Row::from_stone_order(puzzle, goal.stone_order(), to).unwrap();
                match block {
                    2 => check::<u128, 2>(&start, &goal),
                    4 => check::<u128, 4>(&start, &goal),
                    _ => check::<u128, 3>(&start, &goal),
                }
                match block {
                    2 if puzzle.cells() <= 64 => check::<u64, 2>(&start, &goal),
                    3 if puzzle.cells() <= 64 => check::<u64, 3>(&start, &goal),
                    _ => {}
                }
            }
        }
    }
}
