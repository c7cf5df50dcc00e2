//! Tables of goals with open cells or equal tiles: their costs, and how they are built and proved.

use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::Encoding,
    sliding::{Metric, PartialGoal, PartialGoalSpace, Shape, line_of_cells},
};

use super::{search, verify::beside_neighbours};
use crate::{
    BuildError, Checked, DistanceTable, Level, Result, VerifyError, dense,
    table_builder::{PlannedTable, TableBuilder, bytes_or_remainders},
    verify::entries_beside_neighbours,
};

/// Tables of up to this many states are stored in bytes, so that a look-up needs no walk.
const BYTE_STATES: u64 = 1 << 24;

/// Returns the table of a goal, given the kinds of its cells.
///
/// # Errors
/// If no board has the goal, or its states are too many.
pub(crate) fn partial_goal_table(
    shape: Shape,
    kinds: &[u8],
    metric: Metric,
    encoding: Option<Encoding>,
) -> Result<PlannedTable<PartialGoalSpace>> {
    let goal = PartialGoal::from_kinds(shape, kinds).map_err(|problem| BuildError::Goal {
        goal: line_of_cells(kinds),
        problem,
    })?;
    let name = goal.to_string();
    let space = PartialGoalSpace::new(goal, metric).ok_or(BuildError::TooManyStates(name))?;
    let encoding = bytes_or_remainders(encoding, space.len(), BYTE_STATES);
    Ok(PlannedTable { space, encoding })
}

/// Returns the number of tiles of a block, if the search handles blocks.
pub(crate) fn tiles_in_blocks(space: &PartialGoalSpace) -> Option<usize> {
    let one_by_one = space.metric() == Metric::Single;
    space.tiles_in_blocks().filter(|_| one_by_one)
}

impl TableBuilder for PartialGoalSpace {
    const HAS_REMAINDERS: bool = true;

    fn name(&self) -> String {
        self.goal().subject(self.metric()).to_string()
    }

    fn memory(&self, encoding: Encoding) -> u64 {
        match tiles_in_blocks(self) {
            Some(tiles) => search::memory_needed(self, tiles, encoding),
            None => dense::memory_needed(self.len(), encoding),
        }
    }

    fn build(&self, encoding: Encoding, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
        match tiles_in_blocks(self) {
            Some(tiles) => search::build(self, tiles, encoding, Instructions::detect(), monitor),
            None => dense::build(self, encoding, None, self.name(), monitor),
        }
    }

    fn verify_neighbours(
        &self,
        encoding: Encoding,
        payload: &[u8],
        monitor: &Monitor<'_, Checked>,
    ) -> Result<(), VerifyError> {
        match tiles_in_blocks(self) {
            Some(tiles) if encoding == Encoding::Mod3 => {
                beside_neighbours(self, tiles, payload, monitor)
            }
            _ => entries_beside_neighbours((self, 0..self.len()), encoding, payload, monitor),
        }
    }
}

#[cfg(test)]
mod tests {
    use tilebase_core::format::TableFile;

    use super::*;
    use crate::reference;

    /// Returns the table with a change made to its first byte.
    fn file(space: &PartialGoalSpace, built: &DistanceTable, change: u8) -> TableFile {
        let mut payload = built.payload.to_vec();
        payload[0] ^= change;
        let subject = space.goal().subject(space.metric());
        built.with_payload(&payload).into_file(subject)
    }

    #[test]
    fn goals_that_can_be_laid_onto_each_other_share_distances() {
        for (shape, goal) in [
            ("2x3", "x x 2 x x 1"),
            ("3x2", "x 1 x x 2 2"),
            ("3x3", "x x x x x 6 x 8 x"),
            ("3x3", "x x x 1 2 x 0 x x"),
        ] {
            let partial_goal = PartialGoal::parse(shape.parse().unwrap(), goal).unwrap();
            let (canonical, placement) = partial_goal.canonical();
            assert_eq!(canonical.canonical().0, canonical, "{shape} {goal}");
            let [own, other] = [&partial_goal, &canonical].map(|partial_goal| {
                let space = PartialGoalSpace::new(partial_goal.clone(), Metric::Single).unwrap();
                let distances = reference::build(&space, &Monitor::silent()).unwrap();
                (space, distances.bytes)
            });
            for (rank, distance) in own.1.iter().enumerate() {
                let mut cells = own.0.unrank(rank as u64).cells().to_vec();
                partial_goal.fill(&mut cells);
                let mut there = cells.clone();
                for (cell, &tile) in cells.iter().enumerate() {
                    there[placement.cell(cell)] = tile;
                }
                let rank = other.0.rank_of_kinds(&canonical.kinds(&there));
                assert_eq!(
                    other.1[rank as usize], *distance,
                    "{shape} {goal} {cells:?}"
                );
            }
        }
    }

    #[test]
    fn tables_are_those_of_the_plain_builder_in_both_encodings() {
        for (shape, goal) in [
            ("2x2", "1 2 x x"),
            ("2x3", "1 1 2 2 3 0"),
            ("3x3", "1 2 3 x x x x x x"),
            ("3x3", "x x x x 5 6 x 8 0"),
            ("3x3", "1 1 1 x x x 2 x x"),
            ("3x3", "x 2 x 4 x 6 x 8 x"),
            ("3x3", "1 2 3 x 5 x 7 x 0"),
            ("2x4", "x 2 3 4 5 6 7 x"),
            ("3x3", "1 2 3 4 5 6 7 8 0"),
        ] {
            for metric in [Metric::Single, Metric::Multi] {
                let partial_goal = PartialGoal::parse(shape.parse().unwrap(), goal).unwrap();
                let space = PartialGoalSpace::new(partial_goal, metric).unwrap();
                let right = reference::build(&space, &Monitor::silent()).unwrap();
                for encoding in [Encoding::Byte, Encoding::Mod3] {
                    let space = space.clone();
                    let table = PlannedTable { space, encoding };
                    let built = table.build(&Monitor::silent()).unwrap();
                    for instructions in Instructions::all() {
                        let Some(tiles) = tiles_in_blocks(&table.space) else {
                            continue;
                        };
                        let monitor = Monitor::silent();
                        let other =
                            search::build(&table.space, tiles, encoding, instructions, &monitor)
                                .unwrap();
                        assert!(*other.payload == *built.payload, "{instructions:?}");
                    }
                    assert_eq!(built.counts, right.counts, "{shape} {goal} {metric}");
                    let last = right.counts.len() as u32 - 1;
                    assert_eq!(built.listed, [(last, right.ranks_at(last))]);
                    for (rank, &distance) in right.bytes.iter().enumerate() {
                        let entry = encoding.read(&built.payload, rank as u64);
                        let expected = match (encoding, distance) {
                            (Encoding::Byte, distance) => distance,
                            (_, reference::UNREACHABLE) => 3,
                            (_, distance) => distance % 3,
                        };
                        assert_eq!(entry, expected, "{shape} {goal} {metric} {rank}");
                    }
                    let (levels, checks) = (Monitor::silent(), Monitor::silent());
                    let verify = |change| {
                        let file = file(&table.space, &built, change);
                        table.verify(&file, &levels, &checks)
                    };
                    assert!(verify(0).is_ok());
                    assert!(verify(1).is_err());
                }
            }
        }
    }

    #[test]
    fn distances_that_do_not_fit_bytes_are_stored_as_remainders() {
        for metric in [Metric::Single, Metric::Multi] {
            for goal in ["1 x", "x 1"] {
                let board = "x ".repeat(118) + goal;
                let partial_goal = PartialGoal::parse("2x60".parse().unwrap(), &board).unwrap();
                let right = distances(&partial_goal, metric);
                for encoding in [None, Some(Encoding::Byte), Some(Encoding::Mod3)] {
                    let (shape, kinds) = (partial_goal.shape(), partial_goal.cells());
                    let table = partial_goal_table(shape, kinds, metric, encoding).unwrap();
                    let built = table.build(&Monitor::silent()).unwrap();
                    let farthest = right.iter().max().unwrap();
                    assert_eq!(built.counts.len() as u32, farthest + 1);
                    let deep = *farthest > 254;
                    let expected = match encoding {
                        _ if deep => Encoding::Mod3,
                        encoding => encoding.unwrap_or(Encoding::Byte),
                    };
                    assert_eq!(built.encoding, expected, "{metric} {encoding:?}");
                    for (rank, distance) in (0..).zip(&right) {
                        let entry = u32::from(expected.read(&built.payload, rank));
                        let is_byte = expected == Encoding::Byte;
                        assert_eq!(entry, if is_byte { *distance } else { distance % 3 });
                    }
                    let file = file(&table.space, &built, 0);
                    let its = Some(file.metadata().encoding);
                    let again = partial_goal_table(shape, kinds, metric, its).unwrap();
                    let (levels, checks) = (Monitor::silent(), Monitor::silent());
                    assert!(again.verify(&file, &levels, &checks).is_ok());
                }
            }
        }
    }

    /// Returns the distances of all ranks, by a search that knows no encoding.
    fn distances(goal: &PartialGoal, metric: Metric) -> Vec<u32> {
        let space = PartialGoalSpace::new(goal.clone(), metric).unwrap();
        let mut level = space.goals();
        let mut found = vec![u32::MAX; space.len() as usize];
        level.iter().for_each(|&goal| found[goal as usize] = 0);
        for depth in 1.. {
            let mut next = Vec::new();
            for &rank in &level {
                space.ranked_neighbours(&space.unrank(rank), rank, |_, rank| {
                    if found[rank as usize] == u32::MAX {
                        found[rank as usize] = depth;
                        next.push(rank);
                    }
                });
            }
            level = next;
            if level.is_empty() {
                break;
            }
        }
        found
    }
}
