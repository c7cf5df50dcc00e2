//! Sets of orders: which of the k! orders of k labels, as bits, and how moves permute them.
//!
//! An order is its Lehmer code: digit i, of radix k − i, counts the later labels that are smaller.
//! The last four digits (radices 4, 3, 2, 1) choose one of 24 bits of a word, in lexicographic
//! order; the digits before choose the word, *the first digit varying fastest*.
//!
//! A tile that slides up or down a row passes the kept tiles between its old and its new cell. In
//! the order of labels one label moves from place j to place i: |i − j| exchanges of adjacent
//! labels. Exchanging the labels at places m and m + 1 changes two digits ([`lehmer::exchange`])
//! and is its own inverse. With r = k − m, the radix of the first of the two:
//!
//! - r ≤ 4: both digits are in the word, and pairs of bit fields change places. That takes masks
//!   and shifts, the same for all words.
//! - r = 5: one digit chooses one of five planes of words (it varies slowest), the other a quarter
//!   of the 24 bits. Five words go to five words by masks and shifts, again the same everywhere.
//! - r ≥ 6: whole words change places, and since the first digits vary fastest, runs of
//!   k · (k − 1) · … (m factors) words stay together. A whole chain of such exchanges is one table.
//!
//! Everything here is written as plain loops over words that compilers turn into vector code.

use tilebase_core::pattern::{MAX_TILES, colex, lehmer};

use crate::digit_swaps::{Digit, exchange_pairs, swap};

/// The bits of a word that are used when k is 4 or more.
pub(crate) const WORD_BITS: usize = 24;

/// The bytes of a word of orders in a plane.
pub(crate) const WORD_BYTES: usize = WORD_BITS / 8;

/// The layout of sets of orders of k labels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Orders {
    k: usize,
    /// The number of orders: k!.
    pub(crate) count: usize,
    /// The number of bits used of each word.
    pub(crate) bits: usize,
}

impl Orders {
    pub(crate) fn new(k: usize) -> Self {
        debug_assert!((1..=MAX_TILES).contains(&k));
        Self {
            k,
            count: lehmer::count(k) as usize,
            bits: lehmer::count(k.min(4)) as usize,
        }
    }

    /// Returns the number of labels whose order the bits of a word distinguish.
    pub(crate) fn suffix(self) -> usize {
        self.k.min(4)
    }

    /// Returns the number of words of a set.
    pub(crate) fn words(self) -> usize {
        self.count / self.bits
    }

    /// Returns the places of the words of orders 0..24, 24..48, … in lexicographic order.
    pub(crate) fn lexicographic(self) -> Vec<u16> {
        let radices = self.word_radices();
        let mut words = vec![0];
        // Each further digit is less significant in lexicographic order, more so in a word's place.
        let mut stride = 1;
        for &radix in &radices {
            words = words
                .iter()
                .flat_map(|&word| (0..radix as u16).map(move |digit| word + digit * stride))
                .collect();
            stride *= radix as u16;
        }
        words
    }

    /// Returns the radices of the digits that choose a word.
    fn word_radices(self) -> Vec<usize> {
        (self.suffix() + 1..=self.k).rev().collect()
    }
}

/// The permutation of orders by which one label moves from a place to another.
#[derive(Debug)]
pub(crate) struct Rotation {
    exchanges: Vec<DigitExchange>,
}

#[derive(Debug)]
enum DigitExchange {
    /// Exchanges inside words: the radix of the first digit, from the first exchange to the last.
    Inside { first: usize, last: usize },
    /// The exchange of radices 5 and 4.
    Planes,
    /// Run t of the new set is the run of the old one that starts at word `from[t]`.
    Runs { length: usize, from: Vec<u16> },
}

impl Rotation {
    /// Returns those from each place to each, `k` times the first place and the second.
    pub(crate) fn all(orders: Orders) -> Vec<Self> {
        let places = (0..orders.k).flat_map(|from| (0..orders.k).map(move |to| (from, to)));
        places
            .map(|(from, to)| Self::new(orders, from, to))
            .collect()
    }

    /// Returns the rotation by which the label at place `from` moves to place `to`.
    fn new(orders: Orders, from: usize, to: usize) -> Self {
        let k = orders.k;
        let chain: Vec<usize> =
            if from < to { (from..to).collect() } else { (to..from).rev().collect() };
        let radix = |place: usize| k - place;
        let mut exchanges = Vec::new();
        // The exchanges inside words, of planes, and of whole words.
        let kind = |&place: &usize| radix(place).clamp(4, 6);
        for part in chain.chunk_by(|a, b| kind(a) == kind(b)) {
            let (first, last) = (radix(part[0]), radix(part[part.len() - 1]));
            exchanges.push(match first {
                ..=4 => DigitExchange::Inside { first, last },
                5 => DigitExchange::Planes,
                _ => runs(orders, part),
            });
        }
        Self { exchanges }
    }

    /// Adds the images of the orders in `set` to `to`. `scratch` holds two sets.
    #[inline(always)]
    pub(crate) fn add(&self, set: &[u32], to: &mut [u32], scratch: &mut [Vec<u32>; 2]) {
        let Some((last, before)) = self.exchanges.split_last() else {
            return or(set, to);
        };
        let mut from = set;
        for (exchange, image) in before.iter().zip(scratch) {
            exchange.run::<false>(from, image);
            from = image;
        }
        last.run::<true>(from, to);
    }
}

/// Returns a chain of exchanges of whole words, at these places one after the other.
fn runs(orders: Orders, places: &[usize]) -> DigitExchange {
    let mut next_unit = 1;
    let digits = orders.word_radices().into_iter().map(|radix| {
        let unit = next_unit;
        next_unit *= radix;
        Digit { radix, unit }
    });
    let digits: Vec<Digit> = digits.collect();
    let lowest = places.iter().copied().min().unwrap_or(0);
    let length = digits[lowest].unit;
    // Each exchange is its own inverse; the last is undone first.
    let source = |start| exchange_pairs(start, &digits, places.iter().rev().copied()) as u16;
    DigitExchange::Runs {
        length,
        from: (0..orders.words()).step_by(length).map(source).collect(),
    }
}

impl DigitExchange {
    /// Puts the images of `set` into `to`: adds them or, without `OR`, replaces its content.
    #[inline(always)]
    fn run<const OR: bool>(&self, set: &[u32], to: &mut [u32]) {
        match self {
            Self::Inside { first, last } => inside::<OR>(*first, *last, set, to),
            // The planes for k from 5 to 8.
            Self::Planes => match set.len() / 5 {
                1 => planes::<OR, 1>(set, to),
                6 => planes::<OR, 6>(set, to),
                42 => planes::<OR, 42>(set, to),
                _ => planes::<OR, 336>(set, to),
            },
            // The lengths for k up to 8: products of 8·7, of 7, and none.
            Self::Runs { length: 1, from } => copy_runs::<OR, 1>(from, set, to),
            Self::Runs { length: 7, from } => copy_runs::<OR, 7>(from, set, to),
            Self::Runs { length: 8, from } => copy_runs::<OR, 8>(from, set, to),
            Self::Runs { from, .. } => copy_runs::<OR, 56>(from, set, to),
        }
    }
}

#[inline(always)]
fn put<const OR: bool>(to: &mut u32, bits: u32) {
    *to = if OR { *to | bits } else { bits };
}

#[inline(always)]
pub(crate) fn or(set: &[u32], to: &mut [u32]) {
    for (to, &bits) in to.iter_mut().zip(set) {
        *to |= bits;
    }
}

#[inline(always)]
fn copy_runs<const OR: bool, const LENGTH: usize>(from: &[u16], set: &[u32], to: &mut [u32]) {
    let (to, _) = to.as_chunks_mut::<LENGTH>();
    for (to, &from) in to.iter_mut().zip(from) {
        let run = &set[usize::from(from)..][..LENGTH];
        for (to, &bits) in to.iter_mut().zip(run) {
            put::<OR>(to, bits);
        }
    }
}

#[inline(always)]
fn inside<const OR: bool>(first: usize, last: usize, set: &[u32], to: &mut [u32]) {
    let ends = set.iter().zip(to);
    // Spelled out so that each loop is compiled for its own exchanges.
    match (first, last) {
        (4, 4) => each::<OR>(ends, exchange::<3>),
        (3, 3) => each::<OR>(ends, exchange::<2>),
        (2, 2) => each::<OR>(ends, exchange::<1>),
        (4, 3) => each::<OR>(ends, |x| exchange::<2>(exchange::<3>(x))),
        (3, 2) => each::<OR>(ends, |x| exchange::<1>(exchange::<2>(x))),
        (4, 2) => each::<OR>(ends, |x| exchange::<1>(exchange::<2>(exchange::<3>(x)))),
        (3, 4) => each::<OR>(ends, |x| exchange::<3>(exchange::<2>(x))),
        (2, 3) => each::<OR>(ends, |x| exchange::<2>(exchange::<1>(x))),
        _ => each::<OR>(ends, |x| exchange::<3>(exchange::<2>(exchange::<1>(x)))),
    }
}

#[inline(always)]
fn each<'a, const OR: bool>(
    ends: impl Iterator<Item = (&'a u32, &'a mut u32)>,
    exchange: impl Fn(u32) -> u32,
) {
    for (&bits, to) in ends {
        put::<OR>(to, exchange(bits));
    }
}

/// Exchanges a digit of radix `R` + 1 with the next, of radix `R`, in a word.
#[inline(always)]
fn exchange<const R: usize>(bits: u32) -> u32 {
    let mut exchanged = 0;
    for &(distance, mask) in const { &swap::<R>([0, 1, 1, 2][R], WORD_BITS) } {
        let mask = mask as u32;
        exchanged |= (bits & mask) << distance | (bits >> distance) & mask;
    }
    exchanged
}

/// The exchange of the digit that chooses one of five planes of `LENGTH` words with the one that
/// chooses a quarter.
#[inline(always)]
fn planes<const OR: bool, const LENGTH: usize>(set: &[u32], to: &mut [u32]) {
    let (Ok(from), [to_0, to_1, to_2, to_3, to_4]) =
        (set.as_chunks().0.try_into(), to.as_chunks_mut().0)
    else {
        unreachable!("a set has five planes");
    };
    // Spelled out so that each loop is compiled for its own plane.
    one_plane::<OR, LENGTH, 0>(from, to_0);
    one_plane::<OR, LENGTH, 1>(from, to_1);
    one_plane::<OR, LENGTH, 2>(from, to_2);
    one_plane::<OR, LENGTH, 3>(from, to_3);
    one_plane::<OR, LENGTH, 4>(from, to_4);
}

/// Gathers plane `A` after the exchange.
#[inline(always)]
fn one_plane<const OR: bool, const LENGTH: usize, const A: usize>(
    from: &[[u32; LENGTH]; 5],
    to: &mut [u32; LENGTH],
) {
    for (at, to) in to.iter_mut().enumerate() {
        let mut word = 0;
        for b in 0..4 {
            let (plane, quarter) = lehmer::exchange(A, b);
            word |= (from[plane][at] >> (6 * quarter) & 63) << (6 * b);
        }
        put::<OR>(to, word);
    }
}

/// Calls `each` with the word and bit of every order in a set, in lexicographic order; `places` are
/// those of [`Orders::lexicographic`].
#[inline(always)]
pub(crate) fn for_each(set: &[u32], places: &[u16], mut each: impl FnMut(usize, usize)) {
    for (word, &place) in places.iter().enumerate() {
        for bit in colex::cells(set[usize::from(place)].into()) {
            each(word, bit);
        }
    }
}

/// Returns the word of these bytes of a plane.
#[inline(always)]
pub(crate) fn word_of_plane([a, b, c]: [u8; WORD_BYTES]) -> u32 {
    u32::from_le_bytes([a, b, c, 0])
}

/// Returns the bits of a word at every other place.
#[inline(always)]
pub(crate) fn spread(word: u32) -> u64 {
    let mut bits = u64::from(word);
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF;
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    use proptest::prelude::*;

    /// Returns the set as bits, from ranks.
    fn pack(orders: Orders, ranks: &HashSet<u32>) -> Vec<u32> {
        let place = orders.lexicographic();
        let mut words = vec![0; orders.words()];
        for &rank in ranks {
            let (word, bit) = (rank as usize / orders.bits, rank as usize % orders.bits);
            words[usize::from(place[word])] |= 1 << bit;
        }
        words
    }

    fn rotated(k: usize, rank: u32, from: usize, to: usize) -> u32 {
        let mut order = vec![0; k];
        lehmer::unrank(rank, &mut order);
        let label = order.remove(from);
        order.insert(to, label);
        lehmer::rank(&order)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn rotations_move_every_order_to_its_place(k in 1usize..=8, seed: u32) {
            let orders = Orders::new(k);
            let count = orders.count as u32;
            let ranks: HashSet<u32> = (0..60u32)
                .map(|i| seed.wrapping_add(i.wrapping_mul(2_654_435_761)) % count)
                .collect();
            let set = pack(orders, &ranks);
            let mut scratch = [vec![u32::MAX; set.len()], vec![u32::MAX; set.len()]];
            for from in 0..k {
                for to in 0..k {
                    let mut found = vec![0; set.len()];
                    Rotation::new(orders, from, to).add(&set, &mut found, &mut scratch);
                    let expected = ranks.iter().map(|&r| rotated(k, r, from, to)).collect();
                    let expected = pack(orders, &expected);
                    prop_assert_eq!(found, expected, "{} labels, {} to {}", k, from, to);
                }
            }
        }
    }

    #[test]
    fn words_hold_every_order_once() {
        for k in 1..=8 {
            let orders = Orders::new(k);
            let mut places = orders.lexicographic();
            assert_eq!(orders.words() * orders.bits, orders.count);
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..orders.words() as u16));
        }
    }
}
