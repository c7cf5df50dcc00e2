//! Cutting a board into shards that do not read each other.
//!
//! A shard holds the states whose permutation begins with the same Lehmer digits, for every cell of
//! the blank. A move keeps the digits before its window, so only the windows that begin among the
//! first `digits` places lead out of a shard: those of one or two edges of the grid for each digit.
//! All other moves work inside a shard as on a whole board, with chunks numbered within the shard.
//!
//! States cross by whole chunks, as long as the crossing windows end before the digits of a chunk.
//! Each cell has at most one crossing edge, as long as there are no more digits than columns.

use tilebase_core::sliding::SlidingSpace;

use super::super::{bit_words::extent::Extent, sizes};
use crate::{BuildError, Result};

/// A board cut into shards by the first digits of its permutations, which are the number of the
/// shard. With no digit, the whole board is one shard.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    space: SlidingSpace,
    digits: usize,
    shards: usize,
    /// The number of chunks in a segment.
    pub(super) chunks: usize,
}

impl Cut {
    /// Returns the whole board as one shard.
    pub fn whole(space: &SlidingSpace) -> Self {
        Self {
            space: *space,
            digits: 0,
            shards: 1,
            chunks: Extent::whole(space).chunks,
        }
    }

    /// Returns the board cut by the first `digits` digits.
    ///
    /// # Errors
    /// If the board is not [searched](super::super::supports) by windows, or [cannot be
    /// cut](Self::most_digits) so finely.
    ///
    /// ```
    /// use tilebase_core::sliding::SlidingSpace;
    /// use tilebase_pdb_build::sliding::Cut;
    /// let board = SlidingSpace::new("6x2".parse()?, 0)?;
    /// assert_eq!(Cut::new(&board, 2)?.shards(), 11 * 10);
    /// assert!(Cut::new(&board, 3).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(space: &SlidingSpace, digits: usize) -> Result<Self> {
        let most = Self::most_digits(space);
        if !sizes::supports(space) || digits > most {
            return Err(BuildError::NoCut {
                shape: space.shape(),
                digits,
                most,
            });
        }
        let tiles = space.shape().tiles();
        let whole = Self::whole(space);
        let shards = (0..digits).map(|place| tiles - place).product();
        Ok(Self {
            digits,
            shards,
            chunks: whole.chunks / shards,
            ..whole
        })
    }

    /// Returns all cuts of a board, the coarsest first. A board that can be cut is not left whole.
    pub(super) fn all(space: &SlidingSpace) -> impl Iterator<Item = Result<Self>> {
        let most = Self::most_digits(space);
        (1.min(most)..=most).map(|digits| Self::new(space, digits))
    }

    /// Returns the coarsest cut of a board that gives each of some processes at least two shards,
    /// or else the finest.
    ///
    /// # Errors
    /// If the board is not [searched](super::super::supports) by windows.
    pub fn for_processes(space: &SlidingSpace, processes: usize) -> Result<Self> {
        let cuts: Vec<Self> = Self::all(space).collect::<Result<_, _>>()?;
        let enough = cuts.iter().find(|cut| cut.shards >= 2 * processes);
        Ok(*enough.unwrap_or(&cuts[cuts.len() - 1]))
    }

    /// Returns the most digits by which a board can be cut: 1 for 4x3, 2 for 6x2 and 7x2, 3 for
    /// 5x3, 4 for 4x4.
    pub fn most_digits(space: &SlidingSpace) -> usize {
        let shape = space.shape();
        let (tiles, cols) = (shape.tiles(), shape.cols());
        tiles.saturating_sub(cols + 7).min(cols)
    }

    /// Returns the board.
    pub fn space(&self) -> &SlidingSpace {
        &self.space
    }

    /// Returns the number of digits.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// Returns the number of shards.
    pub fn shards(&self) -> usize {
        self.shards
    }

    /// Returns the bytes of a segment: the bits of one plane for one cell of the blank in one
    /// shard. Payloads consist of the segments of all shards for the first cell, of all shards for
    /// the second, and so on.
    pub fn segment_bytes(&self) -> usize {
        self.extent(0).segment_bytes()
    }

    /// Returns the number of cells of the board, which is that of the segments of a shard.
    pub fn cells(&self) -> usize {
        self.space.shape().cells()
    }

    /// Returns the states of a shard.
    pub(super) fn extent(&self, shard: usize) -> Extent {
        Extent::whole(&self.space).run(shard * self.chunks, self.chunks)
    }
}

#[cfg(test)]
mod tests {
    use tilebase_core::RankedSpace;

    use super::{super::super::bit_words::chunk::STATES, *};

    /// Returns the shard that holds the state of a rank.
    fn shard_of(cut: &Cut, rank: u64) -> usize {
        let holds = |&shard: &usize| cut.extent(shard).place(rank).is_some();
        let holding: Vec<usize> = (0..cut.shards()).filter(holds).collect();
        assert_eq!(holding.len(), 1, "each state is in one shard");
        holding[0]
    }

    #[test]
    fn ranks_and_places_are_inverse() {
        for (shape, digits) in [("3x3", 0), ("4x3", 1), ("6x2", 2), ("5x3", 3)] {
            let space = SlidingSpace::new(shape.parse().unwrap(), 0).unwrap();
            let cut = Cut::new(&space, digits).unwrap();
            assert_eq!(
                (cut.shards() * cut.cells() * cut.chunks * STATES) as u64,
                space.len()
            );
            for step in 0..1000 {
                let rank = space.len() / 1000 * step + step;
                let extent = cut.extent(shard_of(&cut, rank));
                let place = extent.place(rank).unwrap();
                let first = extent.rank(place.cell, place.chunk);
                assert_eq!(first + place.state as u64, rank, "{shape}");
            }
        }
    }

    #[test]
    fn a_shard_is_the_states_with_the_same_first_digits() {
        let space = SlidingSpace::new("6x2".parse().unwrap(), 0).unwrap();
        let cut = Cut::new(&space, 2).unwrap();
        for step in 0..1000 {
            let rank = space.len() / 1000 * step;
            let board = space.unrank(rank);
            let tiles: Vec<u8> = board.cells().iter().copied().filter(|&t| t != 0).collect();
            let digit = |place: usize| {
                let later = &tiles[place + 1..];
                later.iter().filter(|&&tile| tile < tiles[place]).count()
            };
            let shard = shard_of(&cut, rank);
            assert_eq!(shard, digit(0) * 10 + digit(1));
            // The other digits of its first chunk are 0.
            assert_eq!(cut.extent(shard).is_odd(0), (digit(0) + digit(1)) % 2 == 1);
        }
    }

    #[test]
    fn cuts_that_would_cross_inside_chunks_are_refused() {
        for (shape, most) in [("3x3", 0), ("5x2", 0), ("4x3", 1), ("6x2", 2), ("4x4", 4)] {
            let space = SlidingSpace::new(shape.parse().unwrap(), 0).unwrap();
            assert_eq!(Cut::most_digits(&space), most, "{shape}");
            Cut::new(&space, most).unwrap();
            let refused = Cut::new(&space, most + 1);
            assert!(matches!(refused, Err(BuildError::NoCut { .. })), "{shape}");
        }
    }
}
