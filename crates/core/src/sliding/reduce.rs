//! Maps boards with any goal to the boards of a canonical goal's table, and back.

use super::{Board, CellRanker, LargeBoard, MAX_CELLS, PartialGoal, Reduction, solvable};
use crate::{BadState, RankedSpace, Reduce, StateError, reduce};

impl Reduction {
    /// Returns the ranker of boards given as cells; `None` if the board has more than 16 cells.
    #[inline]
    pub fn cell_ranker(&self) -> Option<&CellRanker> {
        self.ranker.as_ref()
    }

    /// Returns the user's cell for a cell of the canonical board.
    #[inline]
    pub fn restored_cell(&self, canonical: u8) -> u8 {
        self.from[usize::from(canonical)]
    }
}

impl Reduce for Reduction {
    type State = Board;

    fn cells(&self) -> usize {
        self.shape.cells()
    }

    fn state_from_cells(&self, cells: &[u8]) -> Result<Board, StateError> {
        Board::from_cells(self.goal.shape(), cells)
    }

    #[inline]
    fn rank_cells<S: RankedSpace<State = Board>>(
        &self,
        space: &S,
        cells: &[u8],
        ranks: &mut [Option<u64>],
    ) -> Result<(), BadState> {
        match self.cell_ranker() {
            Some(ranker) => ranker.ranks(cells, ranks),
            // `SlidingSpace` does not number such large boards, but other spaces may.
            None => reduce::rank_one_by_one(self, space, cells, ranks),
        }
    }

    #[inline]
    fn may_reach_goal(&self, board: &Board) -> bool {
        solvable(board, &self.goal)
    }

    /// Returns the canonical board of this board, which has the same distance.
    ///
    /// # Panics
    /// If the board does not have the goal's shape.
    #[inline]
    fn apply(&self, board: &Board) -> Board {
        assert_eq!(
            board.shape(),
            self.goal.shape(),
            "the board must have the goal's shape"
        );
        let mut cells = [0; MAX_CELLS];
        for (from, &name) in board.cells().iter().enumerate() {
            cells[usize::from(self.cell[from])] = self.tile[usize::from(name)];
        }
        Board::from_parts(self.shape, self.cell[board.blank()].into(), cells)
    }

    /// Returns the user's board that [`apply`](Self::apply) maps to `canonical`.
    ///
    /// # Panics
    /// If the board does not have the canonical shape.
    fn restore(&self, canonical: &Board) -> Board {
        assert_eq!(
            canonical.shape(),
            self.shape,
            "the board must have the canonical shape"
        );
        let mut name = [0u8; MAX_CELLS];
        for (from, &to) in self.tile[..self.goal.cells().len()].iter().enumerate() {
            name[usize::from(to)] = from as u8;
        }
        let mut cells = [0; MAX_CELLS];
        for (cell, &to) in cells.iter_mut().zip(&self.cell[..self.goal.cells().len()]) {
            *cell = name[usize::from(canonical.cells()[usize::from(to)])];
        }
        Board::from_parts(self.goal.shape(), self.blank_of(canonical), cells)
    }

    fn blank_of(&self, canonical: &Board) -> usize {
        self.restored_cell(canonical.blank() as u8).into()
    }
}

/// Maps boards whose tiles have the numbers of the goal to boards of kinds.
impl Reduce for PartialGoal {
    type State = LargeBoard;

    fn cells(&self) -> usize {
        self.shape().cells()
    }

    fn state_from_cells(&self, cells: &[u8]) -> Result<LargeBoard, StateError> {
        self.check_cells(cells)?;
        Ok(LargeBoard::from_checked_cells(self.shape(), cells))
    }

    fn may_reach_goal(&self, board: &LargeBoard) -> bool {
        self.is_solvable(&self.kinds(board.cells()))
    }

    fn apply(&self, board: &LargeBoard) -> LargeBoard {
        LargeBoard::from_checked_cells(self.shape(), &self.kinds(board.cells()))
    }

    /// Returns a board of these kinds. The tiles that the goal does not name, which are all alike,
    /// stand in ascending order.
    fn restore(&self, kinds: &LargeBoard) -> LargeBoard {
        let mut cells = kinds.cells().to_vec();
        self.fill(&mut cells);
        LargeBoard::from_checked_cells(self.shape(), &cells)
    }

    fn user_state_after(&self, before: &LargeBoard, kinds: &LargeBoard) -> LargeBoard {
        before.after(kinds.blank())
    }

    fn blank_of(&self, kinds: &LargeBoard) -> usize {
        kinds.blank()
    }
}
