//! Numbers the states of a goal that leaves cells open or in which tiles are alike.
//!
//! A state consists of the cells of each kind's tiles and of the blank. Kinds are placed one after
//! another, in order; the one with the most tiles (the last of several) takes the remaining cells.
//! The n tiles of a kind are on n of the cells that the earlier kinds leave, numbered from 0 in
//! reading order: c₁ < c₂ < … < c_n. Their digit is C(c₁,1) + C(c₂,2) + … + C(c_n,n), and its radix
//! is the number of such sets. The last digit is the number of the blank's cell among those still
//! left. The digit of the first kind is the most significant.
//!
//! If four to eight kinds are placed and each is one tile, on a board of up to 64 cells, states are
//! numbered in *blocks* instead, as in pattern databases. S is the set of the cells of these tiles,
//! numbered as in [`colex`]; b is the number of the blank's cell among the others; and p is the
//! order of the tiles along S in reading order, numbered as in [`lehmer`].
//! With k tiles and c cells, the rank is ((number of S) · (c − k) + b) · k! + number of p. A move
//! of the blank then maps the k! states of a block onto those of another one, and builders take
//! them together.

use super::{LargeBoard, Metric, PartialGoal, Shape, shape::CELLS_LIMIT};
use crate::{
    RankedSpace,
    pattern::{MAX_TILES, colex, lehmer},
    ranked::check_rank,
};

/// The states of a goal that leaves cells open or in which tiles are alike, numbered without gaps.
///
/// Cells of states are kinds, as [`PartialGoal::kinds`] gives them.
///
/// ```
/// use tilebase_core::{RankedSpace, sliding::{PartialGoal, PartialGoalSpace, Metric}};
/// let text = "1 2 3 4 x/x x x x x/x x x x x/x x x x x/x x x x x";
/// let goal = PartialGoal::parse("5x5".parse()?, text)?;
/// let space = PartialGoalSpace::new(goal, Metric::Single).expect("not too many");
/// assert_eq!(space.len(), 25 * 24 * 23 * 22 * 21);
/// assert_eq!(space.goals().len(), 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PartialGoalSpace {
    goal: PartialGoal,
    metric: Metric,
    kinds: Vec<KindDigit>,
    /// The kind that takes the remaining cells.
    rest: u8,
    /// The first place of each kind's tiles among all that are placed; [`FREE`] of the rest.
    first_place: [u8; CELLS_LIMIT],
    /// The kind of each place, by its number in `kinds`.
    kind_of_place: Vec<u8>,
    /// The number of cells that are left when all kinds are placed: the radix of the blank.
    left: usize,
    /// The number of states of a block; 0 if states are not numbered in blocks.
    block: u64,
    len: u64,
    neighbours: Vec<Vec<u8>>,
}

/// A kind whose tiles are placed.
#[derive(Debug, Clone)]
struct KindDigit {
    kind: u8,
    tiles: usize,
    /// The number of sets of cells that the tiles can take.
    radix: u64,
    /// C(c, place + 1), by place and c.
    choose: Vec<[u64; CELLS_LIMIT + 1]>,
}

/// The fewest tiles that are numbered in blocks: words of 24 orders are then full.
const FEWEST_IN_BLOCKS: usize = 4;

/// The mark of a cell without a placed tile.
const FREE: u8 = u8::MAX;

/// The cells of all tiles that are placed, kind by kind, ascending in each kind.
type PlacedCells = [u8; CELLS_LIMIT];

impl PartialGoalSpace {
    /// Returns the states of a goal; `None` if their number exceeds 2^48.
    pub fn new(goal: PartialGoal, metric: Metric) -> Option<Self> {
        /// The largest number of states; no table is larger.
        const MOST: u64 = 1 << 48;
        let shape = goal.shape();
        let most = goal.kinds_of_tiles().map(|(_, tiles)| tiles).max()?;
        let largest = goal.kinds_of_tiles().filter(|&(_, tiles)| tiles == most);
        let (rest, _) = largest.last()?;
        let (mut kinds, mut left, mut len) = (Vec::new(), shape.cells(), 1u64);
        for (kind, tiles) in goal.kinds_of_tiles().filter(|&(kind, _)| kind != rest) {
            let choose = binomials(tiles);
            let radix = choose[tiles - 1][left];
            len = len.checked_mul(radix).filter(|&len| len <= MOST)?;
            left -= tiles;
            kinds.push(KindDigit {
                kind,
                tiles,
                radix,
                choose,
            });
        }
        let len = len.checked_mul(left as u64).filter(|&len| len <= MOST)?;
        let (mut first_place, mut kind_of_place) = ([FREE; CELLS_LIMIT], Vec::new());
        for (digit, number) in kinds.iter().zip(0..) {
            first_place[usize::from(digit.kind)] = kind_of_place.len() as u8;
            kind_of_place.extend(std::iter::repeat_n(number, digit.tiles));
        }
        let in_blocks = (FEWEST_IN_BLOCKS..=MAX_TILES).contains(&kinds.len())
            && kinds.len() == kind_of_place.len()
            && shape.cells() <= colex::MOST_CELLS;
        let block = if in_blocks { lehmer::count(kinds.len()) } else { 0 };
        let neighbours =
            (0..shape.cells()).map(|cell| shape.neighbours(cell).map(|next| next as u8).collect());
        Some(Self {
            metric,
            kinds,
            rest,
            first_place,
            kind_of_place,
            left,
            block,
            len,
            neighbours: neighbours.collect(),
            goal,
        })
    }

    /// Returns the goal.
    pub fn goal(&self) -> &PartialGoal {
        &self.goal
    }

    /// Returns what counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of tiles that are placed, if states are numbered in blocks.
    pub fn tiles_in_blocks(&self) -> Option<usize> {
        (self.block > 0).then_some(self.kinds.len())
    }

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// Returns the rank of a state that is given by its kinds.
    #[inline]
    pub fn rank_of_kinds(&self, kinds: &[u8]) -> u64 {
        if self.block > 0 {
            return self.rank_in_blocks(kinds);
        }
        let (mut places, mut next, mut blank) = ([0; CELLS_LIMIT], self.first_place, 0);
        for (&kind, cell) in kinds.iter().zip(0..=u8::MAX) {
            let place = &mut next[usize::from(kind)];
            if kind == 0 {
                blank = cell;
            } else if *place != FREE {
                places[usize::from(*place)] = cell;
                *place += 1;
            }
        }
        self.rank_of_places(&places, blank)
    }

    #[inline]
    fn rank_in_blocks(&self, kinds: &[u8]) -> u64 {
        let (mut set, mut blank, mut order) = (0, 0, 0);
        // The set of the tiles passed, and their number.
        let (mut passed, mut count) = (0u32, 0);
        for (cell, &kind) in kinds.iter().enumerate() {
            let tile = self.first_place[usize::from(kind)];
            if kind == 0 {
                blank = cell - count;
            } else if tile != FREE {
                let below = (passed & ((1 << tile) - 1)).count_ones();
                order =
                    order * (self.kinds.len() - count) as u64 + u64::from(tile) - u64::from(below);
                passed |= 1 << tile;
                count += 1;
                set += u64::from(colex::count(cell, count));
            }
        }
        (set * self.left as u64 + blank as u64) * self.block + order
    }

    /// Returns the cells of the tiles of a state and the number of the blank's cell among the
    /// others, given its rank in blocks.
    fn places_in_blocks(&self, rank: u64) -> (PlacedCells, usize) {
        let (block, order) = (rank / self.block, (rank % self.block) as u32);
        let (set, blank) = (block / self.left as u64, block % self.left as u64);
        let (mut tiles, mut places) = ([0; MAX_TILES], [0; CELLS_LIMIT]);
        let tiles = &mut tiles[..self.kinds.len()];
        lehmer::unrank(order, tiles);
        let cells = colex::cells(colex::unrank(set as u32, tiles.len()));
        for (&tile, cell) in tiles.iter().zip(cells) {
            places[usize::from(tile)] = cell as u8;
        }
        (places, blank as usize)
    }

    #[inline(always)]
    fn rank_of_places(&self, places: &PlacedCells, blank: u8) -> u64 {
        let (mut rank, mut first) = (0, 0);
        for digit in &self.kinds {
            let (before, own) = places[..first + digit.tiles].split_at(first);
            let mut value = 0;
            for (&cell, choose) in own.iter().zip(&digit.choose) {
                value += choose[usize::from(cell - number_below(before, cell))];
            }
            rank = rank * digit.radix + value;
            first += digit.tiles;
        }
        let blank = blank - number_below(&places[..first], blank);
        rank * self.left as u64 + u64::from(blank)
    }

    /// Returns the places of the tiles of the states whose rank, without the blank's digit, is
    /// this.
    fn places_of(&self, mut rank: u64) -> PlacedCells {
        let mut values = [0; CELLS_LIMIT];
        for (value, digit) in values.iter_mut().zip(&self.kinds).rev() {
            *value = rank % digit.radix;
            rank /= digit.radix;
        }
        let (mut places, mut taken, mut first) = ([0; CELLS_LIMIT], Vec::new(), 0);
        for (mut value, digit) in values.into_iter().zip(&self.kinds) {
            let own = &mut places[first..first + digit.tiles];
            let mut most = CELLS_LIMIT;
            for (cell, choose) in own.iter_mut().zip(&digit.choose).rev() {
                let number = choose[..most].partition_point(|&before| before <= value) - 1;
                value -= choose[number];
                most = number;
                *cell = number as u8;
            }
            for cell in own.iter_mut() {
                *cell += taken.iter().fold(0, |passed, &other| {
                    passed + u8::from(other <= *cell + passed)
                });
            }
            taken.extend_from_slice(own);
            taken.sort_unstable();
            first += digit.tiles;
        }
        places
    }

    /// Calls `visit` with the ranks of the neighbours of states with the same places of the tiles:
    /// of state `first + i` for each bit i of `bits`.
    #[inline(always)]
    fn neighbours_of_placement(&self, first: u64, bits: u64, visit: &mut impl FnMut(u64)) {
        let (number, first) = (
            first / self.left as u64,
            (first % self.left as u64) as usize,
        );
        let (base, places) = (number * self.left as u64, self.places_of(number));
        let mut moved = places;
        // The place of the tile in each cell, and the number of each cell that is left.
        let (mut place_at, mut number_at) = ([FREE; CELLS_LIMIT], [0; CELLS_LIMIT]);
        for (&cell, place) in places.iter().zip(0..self.kind_of_place.len()) {
            place_at[usize::from(cell)] = place as u8;
        }
        let (mut free, mut count) = ([0; CELLS_LIMIT], 0);
        for cell in 0..self.neighbours.len() {
            if place_at[cell] == FREE {
                (free[count], number_at[cell]) = (cell as u8, count as u8);
                count += 1;
            }
        }
        for bit in colex::cells(bits) {
            let blank = free[first + bit];
            for &cell in &self.neighbours[usize::from(blank)] {
                let place = usize::from(place_at[usize::from(cell)]);
                if place == usize::from(FREE) {
                    visit(base + u64::from(number_at[usize::from(cell)]));
                    continue;
                }
                let digit = &self.kinds[usize::from(self.kind_of_place[place])];
                let first = usize::from(self.first_place[usize::from(digit.kind)]);
                let own = first..first + digit.tiles;
                moved[place] = blank;
                moved[own.clone()].sort_unstable();
                visit(self.rank_of_places(&moved, cell));
                moved[own.clone()].copy_from_slice(&places[own]);
            }
        }
    }
}

/// Returns the number of cells before a cell.
#[inline(always)]
fn number_below(cells: &[u8], cell: u8) -> u8 {
    cells.iter().map(|&other| u8::from(other < cell)).sum()
}

/// Returns C(c, k) for k from 1 to `tiles` and each c, or `u64::MAX` if it does not fit 64 bits.
fn binomials(tiles: usize) -> Vec<[u64; CELLS_LIMIT + 1]> {
    let mut before = [1u64; CELLS_LIMIT + 1];
    let next = |_| {
        let mut row = [0u64; CELLS_LIMIT + 1];
        for c in 1..=CELLS_LIMIT {
            row[c] = row[c - 1].saturating_add(before[c - 1]);
        }
        before = row;
        row
    };
    (0..tiles).map(next).collect()
}

impl RankedSpace for PartialGoalSpace {
    type State = LargeBoard;

    fn len(&self) -> u64 {
        self.len
    }

    #[inline]
    fn rank(&self, kinds: &LargeBoard) -> u64 {
        self.rank_of_kinds(kinds.cells())
    }

    fn unrank(&self, rank: u64) -> LargeBoard {
        check_rank(rank, self.len);
        let (places, blank) = if self.block > 0 {
            self.places_in_blocks(rank)
        } else {
            let left = self.left as u64;
            (self.places_of(rank / left), (rank % left) as usize)
        };
        let mut cells = vec![self.rest; self.shape().cells()];
        for (&cell, &kind) in places.iter().zip(&self.kind_of_place) {
            cells[usize::from(cell)] = self.kinds[usize::from(kind)].kind;
        }
        let placed = &places[..self.kind_of_place.len()];
        let free = |cell: &usize| !placed.contains(&(*cell as u8));
        let blank = (0..cells.len()).filter(free).nth(blank);
        cells[blank.unwrap_or_default()] = 0;
        LargeBoard::from_checked_cells(self.shape(), &cells)
    }

    fn neighbours(&self, kinds: &LargeBoard, visit: impl FnMut(LargeBoard)) {
        kinds.neighbours(self.metric).for_each(visit);
    }

    #[inline]
    fn neighbours_of_word(&self, first: u64, bits: u64, mut visit: impl FnMut(u64)) {
        let (mut bits, mut rank) = (bits, first);
        while bits != 0 {
            let skipped = bits.trailing_zeros();
            (rank, bits) = (rank + u64::from(skipped), bits >> skipped);
            if self.metric == Metric::Multi || self.block > 0 {
                self.ranked_neighbours(&self.unrank(rank), rank, |_, next| visit(next));
                bits &= !1;
                continue;
            }
            // The states with the same places of the tiles.
            let here = (self.left as u64 - rank % self.left as u64).min(64);
            let those = bits & (u64::MAX >> (64 - here));
            self.neighbours_of_placement(rank, those, &mut visit);
            if here == 64 {
                break;
            }
            (rank, bits) = (rank + here, bits >> here);
        }
    }

    fn goals(&self) -> Vec<u64> {
        let goals = self.goal.goals().map(|goal| self.rank_of_kinds(&goal));
        let mut goals: Vec<u64> = goals.collect();
        goals.sort_unstable();
        goals
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn space(shape: &str, goal: &str, metric: Metric) -> PartialGoalSpace {
        let goal = PartialGoal::parse(shape.parse().unwrap(), goal).unwrap();
        PartialGoalSpace::new(goal, metric).unwrap()
    }

    const GOALS: [(&str, &str); 11] = [
        ("2x2", "1 1 2 0"),
        ("2x3", "1 2 x x x x"),
        ("2x3", "AABBB0"),
        ("3x3", "x x 3 x 1 x x x x"),
        ("3x3", "AABBCCDD0"),
        ("3x3", "1 1 x x 5 x x x 0"),
        ("2x4", "1 2 3 4 5 6 x x"),
        ("3x4", "1 1 1 x x x 2 2 x x x x"),
        ("3x3", "x 2 x 4 x 6 x 8 x"),
        ("3x3", "1 2 3 4 5 6 7 8 0"),
        ("2x4", "x 2 3 4 5 6 x 0"),
    ];

    #[test]
    fn every_rank_comes_back_and_words_have_the_neighbours_of_their_states() {
        for (shape, goal) in GOALS {
            for metric in [Metric::Single, Metric::Multi] {
                let space = space(shape, goal, metric);
                for first in (0..space.len()).step_by(64) {
                    let bits =
                        0x9D31_FEED_0123_77BB & (u64::MAX >> (64 - (space.len() - first).min(64)));
                    let (mut one_by_one, mut together) = (Vec::new(), Vec::new());
                    for rank in first..(first + 64).min(space.len()) {
                        let board = space.unrank(rank);
                        assert_eq!(space.rank(&board), rank, "{shape} {goal}");
                        if bits >> (rank - first) & 1 == 1 {
                            space.neighbours(&board, |next| one_by_one.push(space.rank(&next)));
                        }
                    }
                    space.neighbours_of_word(first, bits, |rank| together.push(rank));
                    one_by_one.sort_unstable();
                    together.sort_unstable();
                    assert_eq!(one_by_one, together, "{shape} {goal}");
                }
                for goal in space.goals() {
                    assert!(space.goal().is_met(space.unrank(goal).cells()));
                }
            }
        }
    }

    #[test]
    fn states_are_as_many_as_placements() {
        for (shape, goal, len) in [
            ("2x2", "1 1 2 0", 12),
            ("3x3", "1 2 3 x x x x x x", 9 * 8 * 7 * 6),
            ("3x3", "1 2 3 x x x x x 0", 9 * 8 * 7 * 6),
            ("4x4", "1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 0", 252_252_000),
        ] {
            assert_eq!(
                space(shape, goal, Metric::Single).len(),
                len,
                "{shape} {goal}"
            );
        }
        let mut line = vec!["x"; 256];
        line[255] = "1";
        let large = space("16x16", &line.join(" "), Metric::Single);
        assert_eq!(large.len(), 256 * 255);
        let mut seen = 0;
        large.neighbours_of_word(large.len() - 64, u64::MAX, |rank| {
            seen += u64::from(rank < large.len())
        });
        assert!(seen > 128);
        let all: Vec<String> = (1..100).map(|tile| tile.to_string()).collect();
        let all = format!("{} 0", all.join(" "));
        let goal = PartialGoal::parse("10x10".parse().unwrap(), &all).unwrap();
        assert!(PartialGoalSpace::new(goal, Metric::Single).is_none());
    }

    proptest! {
        #[test]
        fn ranks_of_large_boards_come_back(rank in 0u64..127_512_000) {
            let five = "x x x x 5/1 x x 2 x/x x x x 3/x x x x 4/x x x x x";
            let space = space("5x5", five, Metric::Single);
            prop_assert_eq!(space.rank(&space.unrank(rank)), rank);
        }
    }
}
