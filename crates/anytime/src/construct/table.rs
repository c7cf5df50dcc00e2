//! The exact number of moves that a stage takes.

use std::mem;

use tilebase_core::sliding::Shape;

use super::stages::Stage;

/// The cells of the blank, of the stage's tile, and of the tile that is held, if one is.
pub(super) type Places = [u8; 3];

/// No distance: the backward search has not reached these places, or there is no path.
pub(super) const UNKNOWN: u16 = u16::MAX;

/// The moves from all [`Places`] to the end of a stage, with all other tiles alike, by a backward
/// search. The search continues as far as [`reach`](StageTable::reach) requires.
///
/// If there is only one board to reach, the search is A\*: it expands only what may lie on a short
/// enough path to this board. Otherwise it is breadth-first.
pub(super) struct StageTable {
    cells: usize,
    /// The number of each cell in which the held tile may be; one for all if no tile is held.
    free_region: Vec<Option<u8>>,
    /// The cells beside each that are not done.
    beside: Vec<Vec<u8>>,
    distances: Vec<u16>,
    /// The only board to reach, if there is one.
    towards: Option<Towards>,
    /// Places to be expanded, by their estimates.
    queue: Vec<Vec<Places>>,
    /// Memory for the next estimate.
    spare: Vec<Places>,
    /// All places of smaller estimates have been expanded.
    estimate: usize,
}

/// The places of the only board.
struct Towards {
    /// The row and the column of each cell.
    cells: Vec<(i16, i16)>,
    blank: (i16, i16),
    tile: (i16, i16),
}

impl Towards {
    fn new(shape: Shape, [blank, tile, _]: Places) -> Self {
        let cells = 0..shape.cells();
        let cells = cells.map(|cell| (shape.row(cell) as i16, shape.col(cell) as i16));
        let cells: Vec<_> = cells.collect();
        Self {
            blank: cells[usize::from(blank)],
            tile: cells[usize::from(tile)],
            cells,
        }
    }

    /// Returns a lower bound of the moves between these places and `places`, as if the blank could
    /// pass through tiles. The tile slides when the blank is beside it, on the side that it goes
    /// to, and between two slides the blank makes at least two other moves. A move changes the
    /// bound by at most 1.
    fn at_least(&self, [blank, tile, _]: Places) -> u16 {
        let apart = |a: (i16, i16), b: (i16, i16)| (a.0 - b.0).abs() + (a.1 - b.1).abs();
        let (blank, tile) = (
            self.cells[usize::from(blank)],
            self.cells[usize::from(tile)],
        );
        let slides = apart(tile, self.tile);
        if slides == 0 {
            return apart(blank, self.blank) as u16;
        }
        let down = (self.tile.0 - tile.0).signum();
        let right = (self.tile.1 - tile.1).signum();
        let sides = [(down, 0), (0, right)].into_iter();
        let sides = sides.filter(|&side| side != (0, 0));
        let beside = sides.map(|side| apart(blank, (tile.0 + side.0, tile.1 + side.1)));
        let last = apart(self.tile, self.blank) - 1;
        (beside.min().unwrap_or(0) + 1 + 3 * (slides - 1) + last) as u16
    }
}

impl StageTable {
    /// Returns the table of a stage. `only` has the places of the board to reach, if there is only
    /// one.
    pub fn new(shape: Shape, stage: &Stage, only: Option<Places>) -> Self {
        let cells = shape.cells();
        let is_free = |&cell: &usize| !stage.done[cell];
        let beside = (0..cells).map(|cell| {
            let cells = shape.neighbours(cell).filter(is_free);
            cells.map(|cell| cell as u8).collect()
        });
        let mut free_region = vec![Some(0); cells];
        let mut home = None;
        if let Some((tile, region)) = &stage.held {
            free_region.fill(None);
            for (number, &cell) in region.iter().enumerate() {
                free_region[usize::from(cell)] = Some(number as u8);
            }
            home = Some(tile - 1);
        }
        let layers = stage.held.as_ref().map_or(1, |(_, region)| region.len());
        let mut table = Self {
            cells,
            free_region,
            beside: beside.collect(),
            distances: vec![UNKNOWN; layers * cells * cells],
            towards: only.map(|places| Towards::new(shape, places)),
            queue: vec![],
            spare: vec![],
            estimate: 0,
        };
        for blank in (0..cells).filter(is_free) {
            let fits = !stage.blank_last || blank + 1 == cells;
            for &tile in stage.targets.iter().filter(|_| fits) {
                let blank = blank as u8;
                if blank != tile && Some(blank) != home {
                    table.add([blank, tile, home.unwrap_or(0)], 0);
                }
            }
        }
        table
    }

    #[inline]
    fn index(&self, [blank, tile, held]: Places) -> Option<usize> {
        let held = usize::from(self.free_region[usize::from(held)]?);
        Some((held * self.cells + usize::from(tile)) * self.cells + usize::from(blank))
    }

    /// Enters a distance, unless a smaller one is known.
    #[inline]
    fn add(&mut self, places: Places, distance: u16) {
        let Some(index) = self.index(places) else {
            return;
        };
        if distance < self.distances[index] {
            self.distances[index] = distance;
            let estimate = self.estimated(places, distance);
            if self.queue.len() <= estimate {
                let places = || mem::take(&mut self.spare);
                self.queue.resize_with(estimate + 1, places);
            }
            self.queue[estimate].push(places);
        }
    }

    /// Returns the number of moves to the end of the stage, or [`UNKNOWN`].
    #[inline]
    pub fn distance(&self, places: Places) -> u16 {
        self.index(places)
            .map_or(UNKNOWN, |index| self.distances[index])
    }

    /// Returns the cells that the blank can move to.
    #[inline]
    pub fn beside(&self, blank: u8) -> &[u8] {
        &self.beside[usize::from(blank)]
    }

    /// Enters the places one move away, unless these were queued again with a smaller distance.
    #[inline]
    fn expand(&mut self, at: Places) {
        let done = self.distance(at);
        if self.towards.is_some() && self.estimated(at, done) < self.estimate {
            return;
        }
        for number in 0..self.beside(at[0]).len() {
            let to = self.beside(at[0])[number];
            self.add(moved(at, to), done + 1);
        }
    }

    /// Returns the distance plus the least number of moves to the board to reach; without one, the
    /// distance.
    #[inline]
    fn estimated(&self, places: Places, distance: u16) -> usize {
        let left = self.towards.as_ref().map_or(0, |to| to.at_least(places));
        usize::from(distance + left)
    }

    /// Continues until the distance from `places` is known, and all estimates that are at most
    /// `further` greater. Returns [`UNKNOWN`] if there is no path.
    pub fn reach(&mut self, places: Places, further: u16) -> u16 {
        while self.estimate < self.queue.len()
            && usize::from(self.distance(places).saturating_add(further)) > self.estimate
        {
            let mut places = mem::take(&mut self.queue[self.estimate]);
            self.estimate += usize::from(places.is_empty());
            for at in places.drain(..) {
                self.expand(at);
            }
            self.spare = places;
        }
        self.distance(places)
    }
}

/// Returns the places after a move of the blank.
#[inline]
pub(super) fn moved([blank, tile, held]: Places, to: u8) -> Places {
    let slid = |cell| if cell == to { blank } else { cell };
    [to, slid(tile), slid(held)]
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::{super::stages::stages, *};

    /// The distance of a stage by a search forwards from `places`, without a table.
    fn plain(shape: Shape, stage: &Stage, places: Places) -> u16 {
        let mut seen = HashMap::from([(places, 0)]);
        let mut queue = VecDeque::from([places]);
        while let Some(at) = queue.pop_front() {
            let distance = seen[&at];
            let [blank, tile, held] = at;
            let held_home = stage
                .held
                .as_ref()
                .is_none_or(|&(tile, _)| held == tile - 1);
            let blank_home = !stage.blank_last || usize::from(blank) + 1 == shape.cells();
            if stage.targets.contains(&tile) && held_home && blank_home {
                return distance;
            }
            for to in shape.neighbours(blank.into()).filter(|&to| !stage.done[to]) {
                let next = moved(at, to as u8);
                let stays = stage
                    .held
                    .as_ref()
                    .is_none_or(|(_, region)| region.contains(&next[2]));
                if stays && !seen.contains_key(&next) {
                    seen.insert(next, distance + 1);
                    queue.push_back(next);
                }
            }
        }
        UNKNOWN
    }

    #[test]
    fn tables_have_the_distances_of_a_plain_search() {
        let mut compared = 0;
        for (name, columns_first) in [("2x4", false), ("4x3", false), ("3x4", true), ("4x4", true)]
        {
            let shape: Shape = name.parse().unwrap();
            for stage in &stages(shape, columns_first) {
                let mut table = StageTable::new(shape, stage, None);
                let mut narrow = StageTable::new(shape, stage, None);
                let free: Vec<u8> = (0..shape.cells() as u8)
                    .filter(|&cell| !stage.done[usize::from(cell)])
                    .collect();
                let region = stage.held.as_ref().map(|(_, region)| region.as_slice());
                for (&blank, &tile) in free
                    .iter()
                    .flat_map(|blank| free.iter().map(move |tile| (blank, tile)))
                {
                    // Without a held tile, its place is that of the tile.
                    for &held in region.unwrap_or(&[tile]) {
                        if blank == tile || held == blank || region.is_some() && held == tile {
                            continue;
                        }
                        let places = [blank, tile, held];
                        let expected = plain(shape, stage, places);
                        assert_eq!(
                            table.reach(places, 100),
                            expected,
                            "{name} {} {places:?}",
                            stage.tile
                        );
                        assert_eq!(
                            narrow.reach(places, 0),
                            expected,
                            "{name} {} {places:?}",
                            stage.tile
                        );
                        let mut aimed = StageTable::new(shape, stage, Some(places));
                        assert_eq!(aimed.reach(places, 0), expected, "{name} {places:?}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 5000, "{compared}");
    }
}
