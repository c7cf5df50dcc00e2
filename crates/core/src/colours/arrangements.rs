//! The numbering of the orders of coloured tiles.

use super::MOST_COLOURS;
use crate::ranked::check_rank;

/// The number of tiles in a part.
const PART: usize = 5;

/// The number of words of a part's colours.
const CODES: usize = 1 << (2 * PART);

/// The number of tiles of each colour.
type Composition = [u8; MOST_COLOURS];

/// The orders of up to 15 tiles with given numbers of up to four colours, numbered without gaps.
///
/// The tiles are cut into three parts of five (the last parts are shorter if there are fewer
/// tiles). The colours of a part, two bits per tile with the first tile lowest, form its *code*.
/// The *composition* of a part is the number of its tiles of each colour. Compositions are ordered
/// by their least codes, and the codes of a composition by size. Orders of all tiles are numbered
/// by the composition of the first part, then by its code, then by the composition of the second
/// part, then by its code, and last by the code of the third part.
///
/// ```
/// use tilebase_core::colours::Arrangements;
/// let orders = Arrangements::new([2, 4, 5, 4]);
/// assert_eq!(orders.len(), 9_459_450); // 15! / (2! 4! 5! 4!)
/// let colours = orders.unrank(1_234_567);
/// assert_eq!(orders.rank(colours), 1_234_567);
/// ```
#[derive(Clone)]
pub struct Arrangements {
    /// The number of tiles of each colour.
    tiles: Composition,
    len: u32,
    /// The rank of the first order that begins with a code of the first part, and the code's row in
    /// `joint`, by code.
    first: Box<[[u32; 2]; CODES]>,
    /// The composition of a code of the second part, and the code's rank in the composition, by
    /// code.
    second: Box<[[u16; 2]; CODES]>,
    /// The rank of a code of the third part in its composition, by code.
    third: Box<[u8; CODES]>,
    /// The number of orders with the same first part and lesser compositions of the second part,
    /// and the number of codes of the third part, by the compositions of the first two parts.
    joint: Vec<[u32; 2]>,
    parts: [PartCodes; 3],
    /// The number of orders with lesser compositions of the first part, and the number of orders
    /// for each code of the composition, by the composition of the first part.
    starts: Vec<[u32; 2]>,
}

/// All codes of a part.
#[derive(Debug, Clone)]
struct PartCodes {
    compositions: Vec<Composition>,
    /// The codes of each composition, ascending.
    codes: Vec<Vec<u16>>,
}

impl PartCodes {
    fn new(tiles: usize) -> Self {
        let (mut compositions, mut codes) = (Vec::<Composition>::new(), Vec::<Vec<u16>>::new());
        for code in 0..1u16 << (2 * tiles) {
            let mut composition = [0; MOST_COLOURS];
            for tile in 0..tiles {
                composition[usize::from(code >> (2 * tile) & 3)] += 1;
            }
            match compositions.iter().position(|known| *known == composition) {
                Some(place) => codes[place].push(code),
                None => {
                    compositions.push(composition);
                    codes.push(vec![code]);
                }
            }
        }
        Self {
            compositions,
            codes,
        }
    }

    /// Calls `visit` with each code, its composition and its rank in the composition.
    fn each(&self, mut visit: impl FnMut(usize, usize, usize)) {
        for (composition, codes) in self.codes.iter().enumerate() {
            for (rank, &code) in codes.iter().enumerate() {
                visit(code.into(), composition, rank);
            }
        }
    }
}

/// Returns the composition that is left when `part` is taken from `whole`; `None` if `part` has
/// more tiles of a colour.
fn without(whole: Composition, part: Composition) -> Option<Composition> {
    let mut rest = whole;
    for (rest, part) in rest.iter_mut().zip(part) {
        *rest = rest.checked_sub(part)?;
    }
    Some(rest)
}

impl Arrangements {
    /// Returns the numbering of the orders of `tiles[0]` tiles of the first colour, and so on.
    ///
    /// # Panics
    /// If there are more than 15 tiles.
    pub fn new(tiles: Composition) -> Self {
        let count: usize = tiles.iter().map(|&tiles| usize::from(tiles)).sum();
        assert!(count <= 3 * PART, "{count} tiles are too many");
        let parts =
            [0, 1, 2].map(|part| PartCodes::new(count.saturating_sub(PART * part).min(PART)));
        let mut orders = Self {
            tiles,
            len: 0,
            first: Box::new([[0; 2]; CODES]),
            second: Box::new([[0; 2]; CODES]),
            third: Box::new([0; CODES]),
            joint: Vec::new(),
            parts,
            starts: Vec::new(),
        };
        orders.number_compositions();
        orders.number_codes();
        orders
    }

    /// Sets the number of orders before each composition.
    fn number_compositions(&mut self) {
        for (one, firsts) in self.parts[0].codes.iter().enumerate() {
            let mut orders = 0;
            for (two, seconds) in self.parts[1].codes.iter().enumerate() {
                let third = self.third_part(one, two);
                let thirds = third.map_or(0, |third| self.parts[2].codes[third].len() as u32);
                self.joint.push([orders, thirds]);
                orders += seconds.len() as u32 * thirds;
            }
            self.starts.push([self.len, orders]);
            self.len += firsts.len() as u32 * orders;
        }
    }

    /// Sets what the code of each part adds to a rank.
    fn number_codes(&mut self) {
        let columns = self.parts[1].compositions.len();
        self.parts[0].each(|code, composition, rank| {
            let [start, orders] = self.starts[composition];
            let row = composition * columns;
            self.first[code] = [start + rank as u32 * orders, row as u32];
        });
        self.parts[1].each(|code, composition, rank| {
            self.second[code] = [composition as u16, rank as u16];
        });
        self.parts[2].each(|code, _, rank| self.third[code] = rank as u8);
    }

    /// Returns the number of orders.
    #[allow(clippy::len_without_is_empty, reason = "there is at least one order")]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Returns the rank of an order, given as two bits per tile with the first tile lowest. For
    /// other numbers of colours the result is meaningless.
    #[inline(always)]
    pub fn rank(&self, colours: u32) -> u32 {
        let part = |number: usize| colours as usize >> (2 * PART * number) & (CODES - 1);
        let [base, row] = self.first[part(0)];
        let [composition, rank] = self.second[part(1)];
        let [before, thirds] = self.joint[row as usize + usize::from(composition)];
        base + before + u32::from(rank) * thirds + u32::from(self.third[part(2)])
    }

    /// Returns the order of a rank, as two bits per tile with the first tile lowest.
    ///
    /// # Panics
    /// If `rank` is not less than [`len`](Self::len).
    pub fn unrank(&self, rank: u32) -> u32 {
        let run = self.run(rank);
        run.colours(rank - run.first)
    }

    /// Returns the orders around `rank` with the same first part and the same composition of the
    /// second.
    ///
    /// # Panics
    /// If `rank` is not less than [`len`](Self::len).
    pub fn run(&self, rank: u32) -> Run<'_> {
        check_rank(rank.into(), self.len.into());
        let one = self.starts.partition_point(|&[start, _]| start <= rank) - 1;
        let [start, orders] = self.starts[one];
        let number = (rank - start) / orders;
        let start = start + number * orders;
        let columns = self.parts[1].compositions.len();
        let row = &self.joint[one * columns..][..columns];
        let two = row.partition_point(|&[before, _]| before <= rank - start) - 1;
        let [before, thirds] = row[two];
        let colours = u32::from(self.parts[0].codes[one][number as usize]);
        let third = (self.third_part(one, two)).expect("there are orders of these compositions");
        let seconds = &self.parts[1].codes[two];
        Run {
            first: start + before,
            len: seconds.len() as u32 * thirds,
            colours,
            seconds,
            thirds: &self.parts[2].codes[third],
        }
    }

    /// Returns the composition of the third part that goes with compositions of the first two;
    /// `None` if there is none.
    fn third_part(&self, one: usize, two: usize) -> Option<usize> {
        let rest = without(self.tiles, self.parts[0].compositions[one])?;
        let rest = without(rest, self.parts[1].compositions[two])?;
        let mut compositions = self.parts[2].compositions.iter();
        compositions.position(|&third| third == rest)
    }
}

/// Orders with consecutive ranks.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// The rank of the first order.
    pub first: u32,
    /// The number of orders.
    pub len: u32,
    /// The code of the first part.
    colours: u32,
    seconds: &'a [u16],
    thirds: &'a [u16],
}

impl Run<'_> {
    /// Returns one of the orders, by its number from 0.
    ///
    /// # Panics
    /// If there are fewer orders.
    #[inline(always)]
    pub fn colours(&self, number: u32) -> u32 {
        let thirds = self.thirds.len() as u32;
        let second = u32::from(self.seconds[(number / thirds) as usize]);
        let third = u32::from(self.thirds[(number % thirds) as usize]);
        self.colours | second << (2 * PART) | third << (4 * PART)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all orders of tiles of these colours, sorted as the documentation says.
    fn orders(tiles: Composition) -> Vec<u32> {
        let count = tiles.iter().map(|&tiles| u32::from(tiles)).sum::<u32>();
        let codes = 0..1u32 << (2 * count);
        let mut all: Vec<u32> = codes
            .filter(|code| {
                let mut found = [0; MOST_COLOURS];
                for tile in 0..count {
                    found[(code >> (2 * tile) & 3) as usize] += 1;
                }
                found == tiles
            })
            .collect();
        let composition = |part: u32| {
            let mut found: Vec<u32> = (0..5).map(|tile| part >> (2 * tile) & 3).collect();
            // The least number of a composition has its greatest colours first.
            found.sort_unstable_by(|a, b| b.cmp(a));
            found
                .iter()
                .rev()
                .fold(0, |code, colour| code << 2 | colour)
        };
        all.sort_by_key(|&code| {
            let parts = [code & 1023, code >> 10 & 1023, code >> 20];
            (
                composition(parts[0]),
                parts[0],
                composition(parts[1]),
                parts[1],
                parts[2],
            )
        });
        all
    }

    #[test]
    fn ranks_are_as_the_format_says_and_without_holes() {
        for tiles in [
            [1, 1, 1, 0],
            [2, 3, 0, 0],
            [1, 2, 3, 2],
            [3, 3, 3, 1],
            [2, 4, 5, 0],
        ] {
            let numbered = Arrangements::new(tiles);
            let expected = orders(tiles);
            assert_eq!(numbered.len() as usize, expected.len());
            for (rank, &colours) in expected.iter().enumerate() {
                assert_eq!(numbered.rank(colours), rank as u32, "{tiles:?}");
                assert_eq!(numbered.unrank(rank as u32), colours, "{tiles:?}");
            }
        }
    }

    #[test]
    fn ranks_of_15_tiles_go_there_and_back() {
        let numbered = Arrangements::new([4, 4, 5, 2]);
        assert_eq!(numbered.len(), 9_459_450);
        for rank in (0..numbered.len()).step_by(1009) {
            assert_eq!(numbered.rank(numbered.unrank(rank)), rank);
        }
    }
}
