//! Where a block of stones stands among the words of a few stones.
//!
//! Take the stones that are left after a prefix, all their words in lexicographic order, one bit for
//! each word. For a block `x` of stones and a place `j`, the *field* (x, j) is the set of words with `x`
//! at `j`. Taking `x` out of them leaves the words of the other stones in lexicographic order, whatever
//! `j` is: so the bits of a field, gathered, are a *run*, the same for every `j`, and the jump of `x` from one
//! place to another is to gather one field and to scatter the run into another.
//!
//! Only the pattern of the rest matters, how many stones of its first kind, its second kind, …: what
//! they are called does not. There are few patterns (13 for six stones of two each).

use std::{collections::HashMap, ops::Range};

use tilebase_core::oshidori::Words;

use super::bits::Bits;

/// The most bits of a run: it has to fit a word.
const LONGEST_RUN: u64 = 64;

/// The part of a field in one word of bits.
#[derive(Debug, Clone, Copy)]
struct Part {
    mask: u64,
    /// Which word.
    word: u16,
    /// Bits of the field in the words before.
    skip: u16,
}

/// All words of some stones.
#[derive(Debug)]
pub(super) struct Pattern {
    /// Number of words, each a bit.
    pub bits: usize,
    /// Blocks there can be, each with its number: the rest's own numbers of its stones.
    pub blocks: Vec<(usize, Vec<u8>)>,
    /// By block and place: where its parts are.
    fields: Vec<(u32, u32)>,
    parts: Vec<Part>,
    places: usize,
    kinds: usize,
}

impl Pattern {
    /// The words of `left[i]` stones of kind i, for all i, and blocks of `block` stones.
    fn new(left: &[u8], block: usize) -> Self {
        let stones: usize = left.iter().map(|&count| usize::from(count)).sum();
        let (kinds, places) = (left.len(), stones - block + 1);
        let mut words = Vec::new();
        arrange(&mut left.to_vec(), &mut Vec::new(), &mut words);

        let mut pattern = Self {
            bits: words.len(),
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
                pattern.add_field(&words, &stones, place);
                pattern.fields.push((start, pattern.parts.len() as u32));
            }
            if !pattern.field(number, 0).is_empty() {
                pattern.blocks.push((number, stones));
            }
        }
        pattern
    }

    fn add_field(&mut self, words: &[Vec<u8>], stones: &[u8], place: usize) {
        let mut skip = 0;
        for (word, some) in words.chunks(64).enumerate() {
            let mask = some.iter().enumerate().fold(0, |mask, (bit, word)| {
                mask | u64::from(word[place..].starts_with(stones)) << bit
            });
            if mask != 0 {
                self.parts.push(Part {
                    mask,
                    word: word as u16,
                    skip,
                });
                skip += mask.count_ones() as u16;
            }
        }
    }

    /// The number of a block of stones, which are called as the rest calls them.
    #[inline(always)]
    pub fn block(&self, stones: impl DoubleEndedIterator<Item = u8>) -> usize {
        stones
            .rev()
            .fold(0, |number, stone| number * self.kinds + usize::from(stone))
    }

    #[inline(always)]
    fn field(&self, block: usize, place: usize) -> &[Part] {
        let (start, end) = self.fields[block * self.places + place];
        &self.parts[start as usize..end as usize]
    }

    /// Adds a run to a field.
    #[inline(always)]
    pub fn scatter<B: Bits>(&self, run: u64, block: usize, place: usize, into: &mut [u64]) {
        for part in self.field(block, place) {
            into[usize::from(part.word)] |= B::deposit(run >> part.skip, part.mask);
        }
    }

    /// The run of a field of the bits of `from`.
    #[inline(always)]
    pub fn gather<B: Bits>(&self, from: &[u64], block: usize, place: usize) -> u64 {
        let mut run = 0;
        for part in self.field(block, place) {
            run |= B::extract(from[usize::from(part.word)], part.mask) << part.skip;
        }
        run
    }

    /// The words of bits that hold a field, which has some.
    #[inline(always)]
    pub fn span(&self, block: usize, place: usize) -> Range<usize> {
        let parts = self.field(block, place);
        usize::from(parts[0].word)..usize::from(parts[parts.len() - 1].word) + 1
    }
}

/// Lists the words of `left[i]` stones of kind i, in lexicographic order.
fn arrange(left: &mut Vec<u8>, word: &mut Vec<u8>, words: &mut Vec<Vec<u8>>) {
    if left.iter().all(|&count| count == 0) {
        words.push(word.clone());
    }
    for kind in 0..left.len() {
        if left[kind] > 0 {
            left[kind] -= 1;
            word.push(kind as u8);
            arrange(left, word, words);
            word.pop();
            left[kind] += 1;
        }
    }
}

/// What a rest has of each kind.
#[derive(Debug, Default)]
struct Rest {
    pattern: usize,
    /// What the puzzle calls the rest's kinds.
    kinds: Vec<u8>,
    /// What the rest calls the puzzle's kinds (and 0, which is none).
    own: Vec<u8>,
}

/// The last stones of all words.
#[derive(Debug)]
pub(super) struct Suffixes {
    /// Number of stones before them.
    pub prefix: usize,
    patterns: Vec<Pattern>,
    /// By code; of use where so many stones are left.
    rests: Vec<Rest>,
}

impl Suffixes {
    /// The longest suffixes whose runs fit a word.
    pub fn new(words: &Words) -> Self {
        let puzzle = words.puzzle();
        let block = puzzle.block();
        let codes = 0..=words.all();
        let lefts: Vec<Vec<u8>> = codes
            .map(|code| {
                (1..=puzzle.kinds())
                    .map(|kind| words.left(code, kind) as u8)
                    .collect()
            })
            .collect();
        let stones = |code: usize| {
            lefts[code]
                .iter()
                .map(|&left| usize::from(left))
                .sum::<usize>()
        };
        // How many words the rests of so many stones make, at most.
        let mut most = vec![0; puzzle.stones() + 1];
        for code in 0..=words.all() {
            let most = &mut most[stones(code)];
            *most = words.count(code).max(*most);
        }
        let length = (block..=puzzle.stones())
            .take_while(|length| most[length - block] <= LONGEST_RUN)
            .last()
            .expect("no stones at all make one word");

        let mut suffixes = Self {
            prefix: puzzle.stones() - length,
            patterns: Vec::new(),
            rests: Vec::new(),
        };
        let mut known = HashMap::new();
        for (code, left) in lefts.iter().enumerate() {
            let rest = match stones(code) == length {
                true => suffixes.rest(left, block, &mut known),
                false => Rest::default(),
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
            self.patterns.push(Pattern::new(left, block));
            self.patterns.len() - 1
        });
        Rest {
            pattern,
            kinds,
            own,
        }
    }

    /// Words of bits that any pattern needs at most.
    pub fn most_words(&self) -> usize {
        let most = self.patterns.iter().map(|pattern| pattern.bits).max();
        most.unwrap_or_default().div_ceil(64)
    }

    /// The pattern of a rest, what it calls the puzzle's kinds, and what the puzzle calls its.
    #[inline(always)]
    pub fn of(&self, code: usize) -> (&Pattern, &[u8], &[u8]) {
        let rest = &self.rests[code];
        (&self.patterns[rest.pattern], &rest.own, &rest.kinds)
    }
}
