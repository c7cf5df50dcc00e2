//! The distances to a goal that names only some of the kinds: a lower bound on those to the goal.

use tilebase_core::{
    RankedSpace,
    format::UNREACHABLE,
    sliding::{PartialGoalSpace, Placement},
};

/// The distances to a goal that names some of the kinds of another.
#[derive(Debug)]
pub struct PartialGoalBound<B> {
    /// For each kind of the other goal, the kind of this one.
    kind: Vec<u8>,
    /// For each cell of this goal's board, the cell of the other's that it stands for.
    cell: Vec<u8>,
    space: PartialGoalSpace,
    bytes: B,
}

impl<B: AsRef<[u8]>> PartialGoalBound<B> {
    /// Returns the bound from the states of a goal that [keeps] some kinds of another, after the
    /// placement of its [canonical] form, and from all their distances, one byte each.
    ///
    /// [keeps]: tilebase_core::sliding::PartialGoal::keeping
    /// [canonical]: tilebase_core::sliding::PartialGoal::canonical
    ///
    /// # Panics
    /// If there are not as many bytes as states.
    pub fn new(space: PartialGoalSpace, placement: Placement, bytes: B) -> Self {
        assert_eq!(bytes.as_ref().len() as u64, space.len(), "a byte per state");
        let mut cell = vec![0; space.goal().cells().len()];
        for there in 0..cell.len() {
            cell[placement.cell(there)] = there as u8;
        }
        Self {
            kind: space.goal().kind_of_labels().to_vec(),
            cell,
            space,
            bytes,
        }
    }

    /// Returns the least number of moves to the goal. `own` is memory for the kinds of
    /// this one.
    pub(super) fn distance(&self, kinds: &[u8], own: &mut Vec<u8>) -> u32 {
        own.clear();
        let cells = self.cell.iter();
        own.extend(cells.map(|&cell| self.kind[usize::from(kinds[usize::from(cell)])]));
        let distance = self.bytes.as_ref()[self.space.rank_of_kinds(own) as usize];
        // Only boards of the other parity are out of reach, and these are not searched.
        if distance == UNREACHABLE { 0 } else { distance.into() }
    }
}
