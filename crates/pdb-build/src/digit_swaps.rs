//! Exchanging neighbouring digits of the Lehmer codes of all permutations in a word at once.
//!
//! Exchanging two neighbouring entries of a permutation changes two digits of its Lehmer code: with
//! a before b, (a, b) becomes (b, a − 1) if a > b, else (b + 1, a). In a word this is a permutation
//! of bits with few different distances: a code with a ≤ b moves by (b − a)(r − 1) + r steps of b,
//! where r is the radix of b, and exchanges places with the code that moves back. So a swap is a
//! handful of masked shifts by constants, which the compiler applies to several words at a time if
//! the processor can.

use tilebase_core::pattern::lehmer;

/// A digit of a number: its radix, and its unit, the difference that a step of it makes.
pub(crate) struct Digit {
    pub(crate) radix: usize,
    pub(crate) unit: usize,
}

/// Returns a number with these digits after exchanging the two at each of some places and the next,
/// one pair after the other.
pub(crate) fn exchange_pairs(
    number: usize,
    digits: &[Digit],
    places: impl IntoIterator<Item = usize>,
) -> usize {
    let value = |digit: &Digit| number / digit.unit % digit.radix;
    let mut values: Vec<usize> = digits.iter().map(value).collect();
    for place in places {
        let (first, second) = (values[place], values[place + 1]);
        (values[place], values[place + 1]) = lehmer::exchange(first, second);
    }
    let units = values.iter().zip(digits);
    units.map(|(value, digit)| value * digit.unit).sum()
}

/// For each difference k = b − a ≥ 0: the distance of codes with this difference to their partners
/// above, and the mask of these codes.
pub(crate) type Swap<const R: usize> = [(u32, u64); R];

/// Returns the swap of a digit of radix `R + 1` with the next, of radix `R`, whose step is `unit`
/// bits, in words of `bits` bits.
pub(crate) const fn swap<const R: usize>(unit: usize, bits: usize) -> Swap<R> {
    let mut terms = [(0, 0); R];
    let mut k = 0;
    while k < R {
        terms[k].0 = (unit * (k * (R - 1) + R)) as u32;
        k += 1;
    }
    let mut bit = 0;
    while bit < bits {
        let (a, b) = (bit / (unit * R) % (R + 1), bit / unit % R);
        if a <= b {
            terms[b - a].1 |= 1 << bit;
        }
        bit += 1;
    }
    terms
}
