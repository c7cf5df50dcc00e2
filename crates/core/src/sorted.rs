//! Numbers sorted by a key of one byte, by counting.

/// Numbers with keys of one byte, sorted by key. Numbers with equal keys keep their order.
///
/// ```
/// use tilebase_core::SortedNumbers;
/// let distances = [2, 0, 1, 2];
/// let sorted = SortedNumbers::new((0..).zip(distances));
/// assert_eq!(sorted.all(), [1, 2, 0, 3]);
/// assert_eq!(sorted.with(2), [0, 3]);
/// ```
#[derive(Debug, Clone)]
pub struct SortedNumbers {
    /// For each key, how many numbers have a lesser one; then the count of all.
    starts: Box<[usize; 257]>,
    numbers: Vec<u32>,
}

impl SortedNumbers {
    /// Sorts numbers by their keys. Reads all of them twice; takes 4 bytes for each.
    pub fn new(numbers: impl Iterator<Item = (u32, u8)> + Clone) -> Self {
        let mut starts = Box::new([0; 257]);
        for (_, key) in numbers.clone() {
            starts[usize::from(key) + 1] += 1;
        }
        for key in 1..starts.len() {
            starts[key] += starts[key - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![0; starts[256]];
        for (number, key) in numbers {
            let place = &mut next[usize::from(key)];
            sorted[*place] = number;
            *place += 1;
        }
        Self {
            starts,
            numbers: sorted,
        }
    }

    /// Returns all numbers, those with the least key first.
    pub fn all(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns the numbers with a key.
    pub fn with(&self, key: u8) -> &[u32] {
        let key = usize::from(key);
        &self.numbers[self.starts[key]..self.starts[key + 1]]
    }
}
