//! The lexicographic numbering of the orders of k labels, by Lehmer codes.

/// Returns k!, the number of orders of k labels.
///
/// # Panics
/// If k is more than 20, because larger factorials do not fit 64 bits.
pub fn count(k: usize) -> u64 {
    assert!(k <= 20, "{k}! does not fit 64 bits");
    (1..=k as u64).product()
}

/// Returns the rank of an order of the labels 0..k.
///
/// ```
/// use tilebase_core::pattern::lehmer;
/// assert_eq!(lehmer::rank(&[0, 1, 2]), 0);
/// assert_eq!(lehmer::rank(&[0, 2, 1]), 1);
/// assert_eq!(lehmer::rank(&[2, 1, 0]), 5);
/// let mut order = [0; 3];
/// lehmer::unrank(1, &mut order);
/// assert_eq!(order, [0, 2, 1]);
/// ```
pub fn rank(order: &[u8]) -> u32 {
    let mut rank = 0;
    for (place, &label) in order.iter().enumerate() {
        let later = &order[place + 1..];
        let digit = later.iter().filter(|&&other| other < label).count();
        rank = rank * (order.len() - place) as u32 + digit as u32;
    }
    rank
}

/// Writes to `order` the order of the labels 0..k that has this rank. The length of `order` is k.
///
/// # Panics
/// If `rank` is not less than k!.
pub fn unrank(mut rank: u32, order: &mut [u8]) {
    let k = order.len();
    assert!(
        u64::from(rank) < count(k),
        "no order of {k} labels has rank {rank}"
    );
    for place in (0..k).rev() {
        let radix = (k - place) as u32;
        order[place] = (rank % radix) as u8;
        rank /= radix;
        // The digit is the label's place among those that are left. The later labels make room for
        // it.
        let label = order[place];
        for other in &mut order[place + 1..] {
            *other += u8::from(*other >= label);
        }
    }
}

/// Returns the digits of two neighbouring places after their labels have changed places, given the
/// digits before: (a, b) becomes (b + 1, a) if a ≤ b, and (b, a − 1) otherwise. All other digits
/// stay as they are. A second exchange restores the first digits.
///
/// ```
/// use tilebase_core::pattern::lehmer;
/// // 2 0 1 has the digits 2, 0, 0; and 0 2 1 has 0, 1, 0.
/// assert_eq!(lehmer::exchange(2, 0), (0, 1));
/// assert_eq!(lehmer::exchange(0, 1), (2, 0));
/// ```
#[inline]
pub const fn exchange(a: usize, b: usize) -> (usize, usize) {
    if a <= b { (b + 1, a) } else { (b, a - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_neighbours_changes_two_digits() {
        let digits = |order: &[u8]| -> Vec<usize> {
            let later = |place| order[place + 1..].iter();
            let digit = |place: usize| later(place).filter(|&&other| other < order[place]).count();
            (0..order.len()).map(digit).collect()
        };
        let mut order = [0; 5];
        for number in 0..count(5) as u32 {
            unrank(number, &mut order);
            for place in 0..4 {
                let mut expected = digits(&order);
                let (a, b) = exchange(expected[place], expected[place + 1]);
                (expected[place], expected[place + 1]) = (a, b);
                order.swap(place, place + 1);
                assert_eq!(digits(&order), expected);
                order.swap(place, place + 1);
            }
        }
    }

    #[test]
    fn orders_are_numbered_lexicographically() {
        for k in 0..=8 {
            let mut last: Option<Vec<u8>> = None;
            for number in 0..count(k) as u32 {
                let mut order = vec![0; k];
                unrank(number, &mut order);
                assert_eq!(rank(&order), number);
                assert!(last.is_none_or(|last| last < order));
                last = Some(order);
            }
        }
    }
}
