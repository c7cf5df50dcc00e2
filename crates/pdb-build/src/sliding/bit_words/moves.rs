//! The effect of a vertical move on the Lehmer code, seen from the state to which it leads.
//!
//! A vertical move over a board of C columns rotates C consecutive entries of the permutation, at
//! places s ..= E with E = s + C − 1. The digits before s and after E stay the same, so with index
//! = (hi · mids + mid) · unit + lo a move changes only `mid`, by a small table: runs of `unit`
//! consecutive states move together.
//!
//! A search that *pulls* needs to know where the states of a run come from. Let D be the digits of
//! the window after the move, and S those before it.
//! - From above (the blank came down, the tile went up): the tile is at s now and was at E. Its
//!   entry v moves right past the others: S_i = D_{i+1} and v becomes v − 1 if v > D_{i+1},
//!   otherwise S_i = D_{i+1} + 1.
//! - From below: the tile is at E now and was at s. Its entry e moves left: S_{i+1} = D_i − 1 if
//!   D_i > e, otherwise S_{i+1} = D_i and e becomes e + 1.
//!
//! Windows that begin before the digits of a chunk (s < n − 8) move runs of words between chunks
//! ([`Pull::Runs`]) if they end at or before the last digit that numbers words (E ≤ n − 6, which
//! holds for C ≤ 4). If they reach beyond it, they move single words and bits inside them
//! ([`Pull::Straddle`]). The other windows stay in the chunk ([`Pull::Steps`]) and look alike on
//! every board: rotating C entries means swapping C − 1 neighbouring pairs in turn, so a step is a
//! gather of whole words for the digits of radices 8, 7, 6, or a swap of [`bits`](super::bits). The
//! last swap, of radices 2 and 1, changes no index.

use super::{
    bits,
    chunk::{Chunk, WORDS},
};
use crate::digit_swaps::{Digit, exchange_pairs};

/// The radices of the three digits that number the words of a chunk.
const WORD_RADICES: [usize; 3] = [8, 7, 6];

/// The side from which the blank came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    Above,
    Below,
}

/// How the states of a cell come from those of a neighbouring cell.
#[derive(Debug)]
pub(crate) enum Pull {
    /// Every index stays the same: horizontal moves, and the last window of boards of two columns.
    Same,
    /// Word w comes from word w + `shifts`[w / `unit` mod number of shifts].
    Runs { unit: usize, shifts: Vec<isize> },
    /// The chunk comes from the chunk of the same number, by these steps.
    Steps(Vec<ChunkStep>),
    /// Single words come from other chunks, like runs of one word, and bits in them are moved by
    /// these swaps. From below the words move first, from above the bits.
    Straddle {
        from: From,
        shifts: Vec<isize>,
        swaps: Vec<ChunkStep>,
    },
}

/// A step of a window inside a chunk.
#[derive(Debug)]
pub(crate) enum ChunkStep {
    /// Each word comes from the word with this number.
    Words(Sources),
    Swap65,
    Swap54,
    Swap43,
    /// `odd`: the difference modulo 2 between the digit sum of chunk and word and that of the
    /// permutation to which the swap is applied, without the digits in the word and the implied
    /// one.
    Swap32 {
        odd: bool,
    },
}

/// The numbers of words of a chunk.
#[derive(Debug)]
pub(crate) struct Sources(Box<[u16; WORDS]>);

impl Sources {
    /// # Panics
    /// If a number is not that of a word of a chunk.
    fn new(numbers: Box<[u16; WORDS]>) -> Self {
        assert!(numbers.iter().all(|&number| usize::from(number) < WORDS));
        Self(numbers)
    }

    /// Copies to each word of a chunk the word from which it comes.
    #[inline(always)]
    fn gather(&self, from: &Chunk, to: &mut Chunk) {
        for (word, &source) in to.iter_mut().zip(self.0.iter()) {
            // SAFETY: `new` has checked that every number is below the length of a chunk. Checking
            // again takes as long as the rest of this loop, which is a tenth of a search.
            *word = *unsafe { from.get_unchecked(usize::from(source)) };
        }
    }
}

/// Returns for each value of the window's digits after the move, which have these radices, the
/// value before it: the entry of the tile passes the others one by one.
fn rotations(radices: &[usize], from: From) -> Vec<usize> {
    let total = radices.iter().product();
    let mut unit = total;
    let digits = radices.iter().map(|&radix| {
        unit /= radix;
        Digit { radix, unit }
    });
    let digits: Vec<Digit> = digits.collect();
    let places = 0..radices.len() - 1;
    let before = |value| match from {
        From::Above => exchange_pairs(value, &digits, places.clone()),
        From::Below => exchange_pairs(value, &digits, places.clone().rev()),
    };
    (0..total).map(before).collect()
}

impl Pull {
    /// Returns the window of `width` entries from place `first` on a board of `tiles` tiles.
    ///
    /// `odd`: the parity of inversions of the states pulled *to*.
    pub(crate) fn window(tiles: usize, width: usize, first: usize, from: From, odd: bool) -> Self {
        let last = first + width - 1;
        if first + 8 >= tiles {
            return Self::inside(first + 8 - tiles, last + 8 - tiles, from, odd);
        }
        // The radices of the digits first ..= last that number words, then of those that number
        // words within a run.
        let last_word = last.min(tiles - 6);
        let radices: Vec<usize> = (first..=last_word).map(|place| tiles - place).collect();
        let unit = (last_word + 1..tiles - 5)
            .map(|place| tiles - place)
            .product();
        let shifts = rotations(&radices, from)
            .iter()
            .enumerate()
            .map(|(to, &from)| (from as isize - to as isize) * unit as isize)
            .collect();
        if last <= last_word {
            Self::Runs { unit, shifts }
        } else {
            Self::Straddle {
                from,
                shifts,
                swaps: swaps(tiles, first, last, from, odd),
            }
        }
    }

    /// Returns the window `first ..= last` counted from the first digit of a chunk.
    fn inside(first: usize, last: usize, from: From, odd: bool) -> Self {
        let mut steps = swaps(8, first, last, from, odd);
        // Digits are rotated from the target of the pull, arrays from its source: from above, the
        // entry passes the low places last, so they come first here.
        if first < 2 {
            let at = match from {
                From::Above => steps.len(),
                From::Below => 0,
            };
            steps.insert(at, ChunkStep::words(first, last.min(2), from));
        }
        if steps.is_empty() { Self::Same } else { Self::Steps(steps) }
    }
}

/// Returns the steps inside words of the window `first ..= last` of `tiles` places, in the order of
/// their application.
fn swaps(tiles: usize, first: usize, last: usize, from: From, odd: bool) -> Vec<ChunkStep> {
    // The swap of place and place + 1, and the number of swaps between it and the target of the
    // pull.
    let swap = |place: usize| {
        let nearer = match from {
            From::Above => place - first,
            From::Below => last - 1 - place,
        };
        match tiles - place {
            6 => Some(ChunkStep::Swap65),
            5 => Some(ChunkStep::Swap54),
            4 => Some(ChunkStep::Swap43),
            3 => Some(ChunkStep::Swap32 {
                odd: odd ^ (nearer % 2 == 1),
            }),
            _ => None,
        }
    };
    let places = first.max(tiles - 6)..last;
    match from {
        From::Above => places.rev().filter_map(swap).collect(),
        From::Below => places.filter_map(swap).collect(),
    }
}

impl ChunkStep {
    /// Returns the rotation of the places first ..= last among those that number words.
    fn words(first: usize, last: usize, from: From) -> Self {
        let rotated = rotations(&WORD_RADICES[first..=last], from);
        let unit: usize = WORD_RADICES[last + 1..].iter().product();
        let mut sources = Box::new([0; WORDS]);
        for (to, source) in sources.iter_mut().enumerate() {
            let mid = to / unit % rotated.len();
            *source = (to - mid * unit + rotated[mid] * unit) as u16;
        }
        Self::Words(Sources::new(sources))
    }

    /// Applies the step; `odd_chunk` is whether the digits that number the chunk have an odd sum.
    #[inline(always)]
    pub(crate) fn apply(&self, from: &Chunk, to: &mut Chunk, odd_chunk: bool) {
        match self {
            Self::Words(sources) => sources.gather(from, to),
            Self::Swap65 => {
                let groups = from.as_chunks().0.iter().zip(to.as_chunks_mut().0);
                for (from, to) in groups {
                    *to = bits::swap_6_5(from);
                }
            }
            Self::Swap54 => {
                for (word, from) in to.iter_mut().zip(from) {
                    *word = bits::swap_5_4(u64::from_le_bytes(*from)).to_le_bytes();
                }
            }
            Self::Swap43 => {
                for (word, from) in to.iter_mut().zip(from) {
                    *word = bits::swap_4_3(u64::from_le_bytes(*from)).to_le_bytes();
                }
            }
            Self::Swap32 { odd } => {
                let flip = u64::from(odd ^ odd_chunk).wrapping_neg();
                for ((word, from), odd) in to.iter_mut().zip(from).zip(&ODD_WORDS) {
                    *word = bits::swap_3_2(u64::from_le_bytes(*from), odd ^ flip).to_le_bytes();
                }
            }
        }
    }
}

/// All ones for the words of a chunk whose three digits have an odd sum.
static ODD_WORDS: [u64; WORDS] = {
    let mut odd = [0; WORDS];
    let mut word = 0;
    while word < WORDS {
        if (word / 42 + word / 6 % 7 + word % 6) % 2 == 1 {
            odd[word] = u64::MAX;
        }
        word += 1;
    }
    odd
};
