//! The boards of a beam, and their moves.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tilebase_core::sliding::blank_of;

use crate::{
    adjacency::Adjacency,
    children::{CELL_BYTE, Parent},
    estimator::TileSlide,
};

/// A board of a beam. Up to 49 cells it is one cache line.
#[derive(Clone)]
#[repr(align(64))]
pub(crate) struct Node<const N: usize> {
    pub hash: u64,
    pub estimate: i32,
    /// The sum of the distances of the tiles from their cells in the target.
    pub manhattan: u16,
    pub blank: u8,
    /// The cells, and zeros after them.
    pub cells: [u8; N],
}

/// The moves of boards with the same cells in one metric.
#[derive(Debug, Clone)]
pub(crate) struct Slides {
    pub adjacency: Adjacency,
    /// The most tiles that one move slides.
    pub longest: usize,
    /// The most children of a board.
    pub branching: usize,
    /// A word for each tile at each cell, by tile and then by cell: random bits, and a byte that is
    /// the cell. The hash of a board is the exclusive or of the words of its tiles. In its byte are
    /// all cells but the blank's, so boards with the same byte have the blank in the same cell.
    hash_words: Vec<u64>,
}

impl Slides {
    pub fn new(adjacency: Adjacency, [longest, branching]: [usize; 2], seed: u64) -> Self {
        let cells = adjacency.cells();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let words = (0..cells * cells).map(|number| {
            let mut bytes: [u8; 8] = rng.random();
            bytes[CELL_BYTE] = (number % cells) as u8;
            u64::from_le_bytes(bytes)
        });
        Self {
            hash_words: words.collect(),
            adjacency,
            longest,
            branching,
        }
    }

    /// Returns whether a move in a direction may follow one in the direction `before`. No shortest
    /// path takes back a slide, or has two moves in one line if several tiles may slide in one.
    pub fn may_follow(&self, before: usize, direction: usize) -> bool {
        before != 3 - direction && (self.longest == 1 || before != direction)
    }

    /// Returns the hash of a board.
    fn hash_of(&self, board: &[u8]) -> u64 {
        let tiles = board.iter().enumerate().filter(|&(_, &tile)| tile > 0);
        let words =
            tiles.map(|(cell, &tile)| self.hash_words[usize::from(tile) * board.len() + cell]);
        words.fold(0, |hash, word| hash ^ word)
    }

    /// Returns a board with its hash, and with zeros for the estimate and the distances.
    pub fn node<const N: usize>(&self, board: &[u8]) -> Node<N> {
        let mut cells = [0; N];
        cells[..board.len()].copy_from_slice(board);
        Node {
            hash: self.hash_of(board),
            estimate: 0,
            manhattan: 0,
            blank: blank_of(board) as u8,
            cells,
        }
    }

    /// Returns the slide of a board's tile by which the blank goes in a direction.
    #[inline(always)]
    pub fn slide<const N: usize>(&self, board: &Node<N>, direction: usize) -> Option<TileSlide> {
        let from = self.adjacency.beside[usize::from(board.blank)][direction]?;
        Some(TileSlide {
            tile: board.cells[usize::from(from)],
            from,
            to: board.blank,
            direction: direction as u8,
        })
    }

    /// Returns the hash of a board after a slide.
    #[inline(always)]
    pub fn hash_after<const N: usize>(&self, board: &Node<N>, slide: TileSlide) -> u64 {
        let cells = self.adjacency.cells();
        let words = &self.hash_words[usize::from(slide.tile) * cells..][..cells];
        board.hash ^ words[usize::from(slide.from)] ^ words[usize::from(slide.to)]
    }

    /// Returns the board after a slide whose hash is known, with the estimate and the distances
    /// before it.
    #[inline(always)]
    pub fn moved<const N: usize>(&self, board: &Node<N>, slide: TileSlide, hash: u64) -> Node<N> {
        let mut moved = Node {
            hash,
            blank: slide.from,
            ..board.clone()
        };
        moved.cells.swap(slide.from.into(), slide.to.into());
        moved
    }

    /// Calls `visit` with each board that is a move away. Estimates stay as they were.
    pub fn around<const N: usize>(&self, board: &Node<N>, visit: &mut dyn FnMut(&Node<N>)) {
        for direction in 0..4 {
            let mut board = board.clone();
            for _ in 0..self.longest {
                let Some(slide) = self.slide(&board, direction) else {
                    break;
                };
                board = self.moved(&board, slide, self.hash_after(&board, slide));
                visit(&board);
            }
        }
    }

    /// Returns the cells that the blank enters on moves from a cell that end in these cells.
    pub fn steps(&self, mut blank: u8, ends: &[u8]) -> Vec<u8> {
        let mut steps = Vec::new();
        for &end in ends {
            let line = |direction: usize| {
                let beside = |cell: &u8| self.adjacency.beside[usize::from(*cell)][direction];
                let cells = std::iter::successors(beside(&blank), beside);
                let cells: Vec<u8> = cells.take(self.longest).collect();
                let last = cells.iter().position(|&cell| cell == end)?;
                Some(cells[..=last].to_vec())
            };
            steps.extend((0..4).find_map(line).expect("a move that was made before"));
            blank = end;
        }
        steps
    }

    /// Makes moves on a board, and returns the cells that the blank enters.
    pub fn play(&self, board: &mut [u8], moves: &[Parent]) -> Vec<u8> {
        let mut blank = blank_of(board);
        let mut path = Vec::new();
        for made in moves {
            for _ in 0..made.tiles() {
                let to = self.adjacency.beside[blank][made.direction()];
                let to = to.expect("a move that was made before");
                board.swap(blank, to.into());
                blank = to.into();
                path.push(to);
            }
        }
        path
    }
}
