//! The stones of a puzzle.

use std::{fmt, iter, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeTuple};
use thiserror::Error;

use super::{Mates, Rules, Turn};
use crate::{parse::joined, ranked::multinomial};

/// The largest number of kinds.
pub const MAX_KINDS: usize = 62;

/// The largest number of stones in a row.
pub(super) const MAX_STONES: usize = 2 * MAX_KINDS;

/// The largest number of cells in a row: a set of cells is a word of as many bits.
pub const MAX_CELLS: usize = u128::BITS as usize;

/// The stones of an oshidori row, some of each kind, and the [`Rules`] by which they jump.
///
/// `oshidori-bw-N` is two kinds of N stones, printed as B and W, and `oshidori-bw-NxM` is N black
/// and M white stones; `oshidori-kinds-KxM` is K kinds of M stones, `oshidori-kinds-K` has two of
/// each, and `oshidori-kinds-2,2,3` has this many of the first, the second, … kind.
///
/// ```
/// use tilebase_core::oshidori::Stones;
/// let stones: Stones = "oshidori-kinds-6".parse()?;
/// assert_eq!((stones.kinds(), stones.each(), stones.cells()), (6, Some(2), 14));
/// assert_eq!(stones.states(), Some(97_297_200));
/// let unequal: Stones = "oshidori-bw-4x5".parse()?;
/// assert_eq!((unequal.stones(), unequal.each()), (9, None));
/// # Ok::<(), tilebase_core::oshidori::StonesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones {
    /// Stones in order are numbered from 0: bit s is set if s is the last of its kind.
    ends: u128,
    rules: Rules,
    letters: bool,
}

/// An error in the description of a row of stones.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StonesError {
    /// The name is not that of an oshidori puzzle.
    #[error(
        "`{0}` is not an oshidori puzzle: write oshidori-bw-N, oshidori-bw-NxM, oshidori-kinds-K, \
        oshidori-kinds-KxM or a list such as oshidori-kinds-2,2,3, with at most {MAX_KINDS} kinds \
        and at most {MAX_STONES} stones"
    )]
    Unknown(String),
    /// Blocks are too small or too large.
    #[error(
        "{stones} with blocks of {block}: a block has at least 2 stones, and no more than the row"
    )]
    Block {
        /// The stones.
        stones: Stones,
        /// The number of stones of a block.
        block: u8,
    },
    /// The cells without stones are too few or too many.
    #[error(
        "{stones} with {holes} holes: a block of {block} stones needs at least {block} holes, and \
        a row has at most {MAX_CELLS} cells, stones and holes together"
    )]
    Holes {
        /// The stones.
        stones: Stones,
        /// The number of stones of a block.
        block: u8,
        /// The number of cells without stones.
        holes: u8,
    },
}

impl Stones {
    /// Returns `each` stones of each of `kinds` kinds.
    ///
    /// # Errors
    /// If either is 0, there are more than 62 kinds or more than 124 stones.
    pub fn of_kinds(kinds: usize, each: usize) -> Result<Self, StonesError> {
        let unknown = || StonesError::Unknown(format!("oshidori-kinds-{kinds}x{each}"));
        Self::counted(iter::repeat_n(each, kinds), false).ok_or_else(unknown)
    }

    /// Returns this many stones of the first, the second, … kind, if they are a row.
    fn counted(counts: impl IntoIterator<Item = usize>, letters: bool) -> Option<Self> {
        let (mut ends, mut stones) = (0u128, 0usize);
        for count in counts {
            stones = stones.saturating_add(count);
            if count == 0 || stones > MAX_STONES {
                return None;
            }
            ends |= 1 << (stones - 1);
        }
        let kinds = 1..=MAX_KINDS as u32;
        kinds.contains(&ends.count_ones()).then_some(Self {
            ends,
            rules: Rules::default(),
            letters,
        })
    }

    /// Returns these stones by other rules.
    ///
    /// # Errors
    /// If blocks have fewer than two stones or more than there are, there are fewer holes than a
    /// block has stones, or more than 128 cells; never for the rules that the row has.
    pub fn with_rules(self, rules: Rules) -> Result<Self, StonesError> {
        // A single stone has the usual rules, although no block of two can jump.
        if rules == self.rules {
            return Ok(self);
        }
        let Rules { block, holes, .. } = rules;
        let stones = self;
        if !(2..=self.stones()).contains(&block.into()) {
            return Err(StonesError::Block { stones, block });
        }
        if holes < block || self.stones() + usize::from(holes) > MAX_CELLS {
            return Err(StonesError::Holes {
                stones,
                block,
                holes,
            });
        }
        Ok(Self { rules, ..self })
    }

    /// Returns the rules of moves.
    #[inline]
    pub fn rules(self) -> Rules {
        self.rules
    }

    /// Returns the number of kinds.
    #[inline]
    pub fn kinds(self) -> usize {
        self.ends.count_ones() as usize
    }

    /// Returns the number of stones of each kind, in order of the kinds.
    pub fn counts(self) -> impl Iterator<Item = usize> {
        let mut rest = self.ends;
        iter::from_fn(move || {
            let last = (rest != 0).then(|| rest.trailing_zeros())?;
            rest = rest >> last >> 1;
            Some(last as usize + 1)
        })
    }

    /// Returns the number of stones of a kind, if it is the same for all kinds.
    pub fn each(self) -> Option<usize> {
        let each = self.ends.trailing_zeros() as usize + 1;
        self.counts().all(|count| count == each).then_some(each)
    }

    /// Returns the number of stones moved at a time.
    #[inline]
    pub fn block(self) -> usize {
        self.rules.block.into()
    }

    /// Returns the number of cells without stones.
    #[inline]
    pub fn holes(self) -> usize {
        self.rules.holes.into()
    }

    /// Returns whether the stones are written as B and W.
    pub fn letters(self) -> bool {
        self.letters
    }

    /// Returns the number of stones.
    #[inline]
    pub fn stones(self) -> usize {
        (u128::BITS - self.ends.leading_zeros()) as usize
    }

    /// Returns the length of the row in cells: stones and holes.
    #[inline]
    pub fn cells(self) -> usize {
        self.stones() + self.holes()
    }

    /// Returns whether every arrangement is known to reach every other. This is the case if any
    /// pair may jump into the gap, and there are at least six stones, two or more of each kind. (A
    /// pair that jumps over others permutes the stones evenly. Exchanging two stones that are alike
    /// changes nothing, and so supplies the odd permutations.)
    pub fn all_connected(self) -> bool {
        let alike = self.counts().all(|count| count >= 2);
        self.rules == Rules::default() && alike && self.stones() >= 6
    }

    /// Returns all cells of the row: bit c for cell c.
    #[inline]
    pub(super) fn all_cells(self) -> u128 {
        u128::MAX >> (MAX_CELLS - self.cells())
    }

    /// Returns the cells that are without stones if all holes stand after the first `gap` stones.
    #[inline]
    pub(super) fn holes_at(self, gap: usize) -> u128 {
        (u128::MAX >> (MAX_CELLS - self.holes())) << gap
    }

    /// Returns the number of sets of cells that can be without stones; `None` if it does not fit.
    pub(super) fn places(self) -> Option<u128> {
        if !self.rules.is_open() {
            return Some(self.stones() as u128 + 1);
        }
        multinomial([self.stones(), self.holes()])
    }

    /// Returns the number of arrangements: of orders, `stones! / (the product of count! over the
    /// kinds)`, times `stones + 1` places of the gap, or on an open line times the sets of cells
    /// that can be without stones; `None` if it does not fit 64 bits.
    pub fn states(self) -> Option<u64> {
        let orders = multinomial(self.counts())?;
        orders.checked_mul(self.places()?)?.try_into().ok()
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = |between| joined(self.counts(), between);
        match (self.letters, self.each()) {
            (true, Some(n)) => write!(f, "oshidori-bw-{n}"),
            (true, None) => write!(f, "oshidori-bw-{}", counts("x")),
            (false, Some(2)) => write!(f, "oshidori-kinds-{}", self.kinds()),
            (false, Some(m)) => write!(f, "oshidori-kinds-{}x{m}", self.kinds()),
            (false, None) => write!(f, "oshidori-kinds-{}", counts(",")),
        }
    }
}

impl FromStr for Stones {
    type Err = StonesError;

    fn from_str(text: &str) -> Result<Self, StonesError> {
        let name = text.strip_prefix("oshidori-").unwrap_or_default();
        let number = |digits: &str| digits.parse::<usize>().ok();
        let read = match (name.strip_prefix("bw-"), name.strip_prefix("kinds-")) {
            (Some(numbers), _) => {
                let (black, white) = numbers.split_once('x').unwrap_or((numbers, numbers));
                number(black)
                    .zip(number(white))
                    .and_then(|(b, w)| Self::counted([b, w], true))
            }
            (_, Some(numbers)) if numbers.contains(',') => {
                let counts = numbers
                    .split(',')
                    .map(|count| number(count).unwrap_or_default());
                Self::counted(counts, false)
            }
            (_, Some(numbers)) => {
                let (kinds, each) = numbers.split_once('x').unwrap_or((numbers, "2"));
                let row = |(kinds, each)| Self::counted(iter::repeat_n(each, kinds), false);
                number(kinds).zip(number(each)).and_then(row)
            }
            _ => None,
        };
        read.ok_or_else(|| StonesError::Unknown(text.chars().take(40).collect()))
    }
}

/// Serializes, for files, as kinds, stones of each, block, and 1 for letters. If these do not
/// describe the puzzle completely: as 0 (no row has 0 kinds), block, holes, flags, the number of
/// stones of each kind, and 0. The flags are 1 for letters, 2 for unlike mates, and 4 or 8 for
/// blocks that may or must be turned round.
impl Serialize for Stones {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rules, letters) = (self.rules, u8::from(self.letters));
        let bytes = match self.each() {
            Some(each) if rules.is_plain() => {
                vec![self.kinds() as u8, each as u8, rules.block, letters]
            }
            _ => {
                let turn = (rules.turn as u8) << 2;
                let mates = if rules.mates == Mates::Unlike { 2 } else { 0 };
                let mut bytes = vec![0, rules.block, rules.holes, letters | mates | turn];
                bytes.extend(self.counts().map(|count| count as u8));
                bytes.push(0);
                bytes
            }
        };
        let mut tuple = serializer.serialize_tuple(bytes.len())?;
        bytes
            .iter()
            .try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}

impl<'d> Deserialize<'d> for Stones {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        // Four numbers, one for each kind, and the 0 after them.
        deserializer.deserialize_tuple(4 + MAX_KINDS + 1, StonesVisitor)
    }
}

/// Reads stones from a file.
struct StonesVisitor;

impl<'d> de::Visitor<'d> for StonesVisitor {
    type Value = Stones;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the numbers of a row of stones")
    }

    fn visit_seq<A: de::SeqAccess<'d>>(self, mut bytes: A) -> Result<Stones, A::Error> {
        let mut next = || -> Result<u8, A::Error> {
            let byte = bytes.next_element()?;
            byte.ok_or_else(|| de::Error::custom("a number of stones is missing"))
        };
        let head = [next()?, next()?, next()?, next()?];
        let read = match head {
            [0, block, holes, flags] => {
                let mut counts = Vec::new();
                while let count @ 1.. = next()? {
                    counts.push(usize::from(count));
                }
                let (letters, unlike) = (flags & 1 != 0, flags & 2 != 0);
                let turn = Turn::ALL.get(usize::from(flags >> 2));
                let rules = turn.map(|&turn| Rules::of_options(block, Some(holes), unlike, turn));
                // The long form is not used for stones that the short form describes.
                let long = |(stones, rules): &(Stones, Rules)| {
                    !rules.is_plain() || stones.each().is_none()
                };
                Stones::counted(counts, letters).zip(rules).filter(long)
            }
            [kinds, each, block, letters @ 0..=1] => {
                let counts = iter::repeat_n(each.into(), kinds.into());
                let stones = Stones::counted(counts, letters == 1);
                stones.zip(Some(Rules::of_block(block)))
            }
            _ => None,
        };
        let read = read.filter(|(stones, _)| !stones.letters || stones.kinds() == 2);
        let (stones, rules) = read.ok_or_else(|| de::Error::custom("not a row of stones"))?;
        stones.with_rules(rules).map_err(de::Error::custom)
    }
}
