//! The places of a block of stones in the orders of a few stones.
//!
//! Take the stones that are left after a prefix, and give each of their orders one bit, in
//! lexicographic order. For a block `x` of stones and a place `j`, the *field* (x, j) is the set of
//! orders with `x` at `j`. Without `x` they are the orders of the other stones in lexicographic
//! order, whatever `j` is. So the gathered bits of a field are a *run*, the same for every `j`, and
//! a jump of `x` from one place to another gathers one field and scatters the run into another.
//!
//! Only the pattern of the rest matters: how many stones it has of its first kind, its second kind,
//! …. The names of the kinds do not matter. There are few patterns (13 for six stones of two each).

use std::{collections::HashMap, ops::Range};

use tilebase_core::oshidori::StoneOrders;

use super::bits::{deposit, extract};

/// The most bits of a run, which has to fit a `u64`.
const LONGEST_RUN: u64 = 64;

/// The part of a field in one `u64` of bits.
#[derive(Debug, Clone, Copy)]
struct FieldPart {
    mask: u64,
    /// The index of the `u64`.
    index: u16,
    /// The number of the field's bits in the `u64`s before.
    skip: u16,
}

/// All orders of some stones, one bit for each.
#[derive(Debug)]
pub(super) struct SuffixPattern {
    /// Number of orders.
    pub bits: usize,
    /// The numbers of the blocks that occur, with their stones by the rest's own names.
    pub blocks: Vec<(usize, Vec<u8>)>,
    /// The range of `parts` of each field, by block and place.
    fields: Vec<(u32, u32)>,
    parts: Vec<FieldPart>,
    places: usize,
    kinds: usize,
}

impl SuffixPattern {
    /// Lists the orders of `left[i]` stones of kind i, for all i, and the fields of blocks of
    /// `block` stones.
    fn new(left: &[u8], block: usize) -> Self {
        let stones: usize = left.iter().map(|&count| usize::from(count)).sum();
        let (kinds, places) = (left.len(), stones - block + 1);
        let mut orders = Vec::new();
        arrange(&mut left.to_vec(), &mut Vec::new(), &mut orders);

        let mut pattern = Self {
            bits: orders.len(),
            blocks: Vec::new(),
            fields: Vec::new(),
            parts: Vec::new(),
            places,
            kinds,
        };
        for number in 0..kinds.pow(block as u32) {
            let stones: Vec<u8> = (0..block)
                .map(|place| (number / kinds.pow(place as u32) % kinds) as u8)
                .collect();
            debug_assert_eq!(pattern.block(stones.iter().copied()), number);
            for place in 0..places {
                let start = pattern.parts.len() as u32;
                pattern.add_field(&orders, &stones, place);
                pattern.fields.push((start, pattern.parts.len() as u32));
            }
            if !pattern.field(number, 0).is_empty() {
                pattern.blocks.push((number, stones));
            }
        }
        pattern
    }

    fn add_field(&mut self, orders: &[Vec<u8>], stones: &[u8], place: usize) {
        let mut skip = 0;
        for (index, some) in orders.chunks(64).enumerate() {
            let mask = some.iter().enumerate().fold(0, |mask, (bit, order)| {
                mask | u64::from(order[place..].starts_with(stones)) << bit
            });
            if mask != 0 {
                self.parts.push(FieldPart {
                    mask,
                    index: index as u16,
                    skip,
                });
                skip += mask.count_ones() as u16;
            }
        }
    }

    /// Returns the number of a block of stones, given by the rest's own names.
    #[inline(always)]
    pub fn block(&self, stones: impl DoubleEndedIterator<Item = u8>) -> usize {
        stones
            .rev()
            .fold(0, |number, stone| number * self.kinds + usize::from(stone))
    }

    #[inline(always)]
    fn field(&self, block: usize, place: usize) -> &[FieldPart] {
        let (start, end) = self.fields[block * self.places + place];
        &self.parts[start as usize..end as usize]
    }

    /// Adds a run to a field.
    #[inline(always)]
    pub fn scatter<const BMI2: bool>(
        &self,
        run: u64,
        block: usize,
        place: usize,
        into: &mut [u64],
    ) {
        for part in self.field(block, place) {
            into[usize::from(part.index)] |= deposit::<BMI2>(run >> part.skip, part.mask);
        }
    }

    /// Returns the run of a field of the bits of `from`.
    #[inline(always)]
    pub fn gather<const BMI2: bool>(&self, from: &[u64], block: usize, place: usize) -> u64 {
        let mut run = 0;
        for part in self.field(block, place) {
            run |= extract::<BMI2>(from[usize::from(part.index)], part.mask) << part.skip;
        }
        run
    }

    /// Returns the indices of the `u64`s that hold a field that is not empty.
    #[inline(always)]
    pub fn span(&self, block: usize, place: usize) -> Range<usize> {
        let parts = self.field(block, place);
        usize::from(parts[0].index)..usize::from(parts[parts.len() - 1].index) + 1
    }
}

/// Lists the orders of `left[i]` stones of kind i, in lexicographic order.
fn arrange(left: &mut Vec<u8>, order: &mut Vec<u8>, orders: &mut Vec<Vec<u8>>) {
    if left.iter().all(|&count| count == 0) {
        orders.push(order.clone());
    }
    for kind in 0..left.len() {
        if left[kind] > 0 {
            left[kind] -= 1;
            order.push(kind as u8);
            arrange(left, order, orders);
            order.pop();
            left[kind] += 1;
        }
    }
}

/// Stones of some kinds, the rest after a prefix.
#[derive(Debug, Default)]
struct Rest {
    pattern: usize,
    /// The puzzle's names of the rest's kinds.
    kinds: Vec<u8>,
    /// The rest's names of the puzzle's kinds (and of 0, which is none).
    own: Vec<u8>,
}

/// The suffixes, the last stones, of all orders.
#[derive(Debug)]
pub(super) struct Suffixes {
    /// Number of stones before them.
    pub prefix: usize,
    patterns: Vec<SuffixPattern>,
    /// The rests, by code. Only codes that leave a whole suffix have one.
    rests: Vec<Rest>,
}

impl Suffixes {
    /// Returns the longest suffixes whose runs fit a `u64`.
    pub fn new(orders: &StoneOrders) -> Self {
        let puzzle = orders.puzzle();
        let block = puzzle.block();
        let codes = 0..=orders.all();
        let lefts: Vec<Vec<u8>> = codes
            .map(|code| {
                (1..=puzzle.kinds())
                    .map(|kind| orders.left(code, kind) as u8)
                    .collect()
            })
            .collect();
        let stones = |code: usize| {
            lefts[code]
                .iter()
                .map(|&left| usize::from(left))
                .sum::<usize>()
        };
        // The most orders that a rest of 0, 1, 2, … stones makes.
        let mut most = vec![0; puzzle.stones() + 1];
        for code in 0..=orders.all() {
            let most = &mut most[stones(code)];
            *most = orders.count(code).max(*most);
        }
        let length = (block..=puzzle.stones())
            .take_while(|length| most[length - block] <= LONGEST_RUN)
            .last()
            .expect("no stones at all make one order");

        let mut suffixes = Self {
            prefix: puzzle.stones() - length,
            patterns: Vec::new(),
            rests: Vec::new(),
        };
        let mut known = HashMap::new();
        for (code, left) in lefts.iter().enumerate() {
            let rest = if stones(code) == length {
                suffixes.rest(left, block, &mut known)
            } else {
                Rest::default()
            };
            suffixes.rests.push(rest);
        }
        suffixes
    }

    fn rest(&mut self, left: &[u8], block: usize, known: &mut HashMap<Vec<u8>, usize>) -> Rest {
        let (mut kinds, mut own, mut pattern) = (Vec::new(), vec![0], Vec::new());
        for (kind, &count) in (1..).zip(left) {
            own.push(kinds.len() as u8);
            if count > 0 {
                kinds.push(kind);
                pattern.push(count);
            }
        }
        let pattern = *known.entry(pattern).or_insert_with_key(|left| {
            self.patterns.push(SuffixPattern::new(left, block));
            self.patterns.len() - 1
        });
        Rest {
            pattern,
            kinds,
            own,
        }
    }

    /// Returns how many `u64`s of bits the largest pattern needs.
    pub fn most_u64s(&self) -> usize {
        let most = self.patterns.iter().map(|pattern| pattern.bits).max();
        most.unwrap_or_default().div_ceil(64)
    }

    /// Returns the pattern of a rest, its names of the puzzle's kinds, and the puzzle's names of
    /// its kinds.
    #[inline(always)]
    pub fn of(&self, code: usize) -> (&SuffixPattern, &[u8], &[u8]) {
        let rest = &self.rests[code];
        (&self.patterns[rest.pattern], &rest.own, &rest.kinds)
    }
}
