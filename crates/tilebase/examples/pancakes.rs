//! Heuristics of one's own: stacks of pancakes by A\*, from both ends and by beams, guided by a
//! rule and by a pattern database.
//!
//! A move turns over some of the topmost pancakes. The pattern database keeps the places of the
//! largest pancakes alone: that is a puzzle too, so it has a table, and a stack takes no fewer
//! moves than what is left of it.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use tilebase::{
    Monitor, RankedSpace, own,
    search::{Ranked, SearchLimits, a_star, beam, bidirectional},
};

/// Pancakes in a stack.
const ALL: usize = 9;

/// The places of the largest pancakes, the largest last, from 0 at the top. If they are all kept,
/// that is the stack itself.
struct Pancakes<const KEPT: usize>;

impl<const KEPT: usize> RankedSpace for Pancakes<KEPT> {
    type State = [u8; KEPT];

    fn len(&self) -> u64 {
        (0..KEPT as u64).map(|kept| ALL as u64 - kept).product()
    }

    /// The number of the arrangement in lexicographic order.
    fn rank(&self, places: &[u8; KEPT]) -> u64 {
        (0..KEPT).fold(0, |rank, kept| {
            let before = &places[..kept];
            let smaller = before.iter().filter(|&&place| place < places[kept]).count();
            rank * (ALL - kept) as u64 + u64::from(places[kept]) - smaller as u64
        })
    }

    fn unrank(&self, mut rank: u64) -> [u8; KEPT] {
        assert!(rank < self.len(), "there are no more stacks");
        let mut digits = [0; KEPT];
        for kept in (0..KEPT).rev() {
            let left = (ALL - kept) as u64;
            (digits[kept], rank) = ((rank % left) as usize, rank / left);
        }
        let mut free: Vec<u8> = (0..ALL as u8).collect();
        digits.map(|digit| free.remove(digit))
    }

    fn neighbours(&self, places: &[u8; KEPT], mut visit: impl FnMut([u8; KEPT])) {
        for turned in 2..=ALL as u8 {
            visit(places.map(|place| if place < turned { turned - 1 - place } else { place }));
        }
    }

    fn goals(&self) -> Vec<u64> {
        vec![self.rank(&std::array::from_fn(|kept| (ALL - KEPT + kept) as u8))]
    }
}

/// Pancakes next to each other, and the lowest and the plate, that are not next in size: a move
/// changes one such pair.
fn gaps(places: &[u8; ALL]) -> u32 {
    let apart = places
        .windows(2)
        .filter(|pair| pair[0].abs_diff(pair[1]) != 1);
    apart.count() as u32 + u32::from(usize::from(places[ALL - 1]) != ALL - 1)
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (stacks, silent, limits) = (Pancakes::<ALL>, Monitor::silent(), SearchLimits::default());
    // The largest four: 3,024 states instead of 362,880.
    let patterns = own::build(Pancakes::<4>, &Monitor::silent())?;
    let pattern = |places: &[u8; ALL]| -> u32 {
        let largest = std::array::from_fn(|kept| places[ALL - 4 + kept]);
        let moves = patterns.distance(&largest).ok().flatten();
        moves.unwrap_or_default()
    };

    let start = [4, 0, 7, 2, 8, 5, 1, 6, 3];
    let from = stacks.rank(&start);
    let blind = Ranked::new(&stacks);
    let both = bidirectional(&blind, from, blind.goals(), &limits, &silent)?;
    let by_rule = a_star(
        &Ranked::new(&stacks).with_lower_bound(gaps),
        from,
        &limits,
        &silent,
    )?;
    let greater = |places: &[u8; ALL]| gaps(places).max(pattern(places));
    let guided = Ranked::new(&stacks).with_lower_bound(greater);
    let by_both = a_star(&guided, from, &limits, &silent)?;
    let by_beam = beam(&guided, from, 10, &limits, &silent)?;
    for (name, found) in [
        ("bidirectional", &both),
        ("A* with gaps", &by_rule),
        ("A* with gaps and the pattern database", &by_both),
        ("a beam of ten", &by_beam),
    ] {
        let (length, expanded) = (found.length().ok_or("a path")?, found.stats.expanded);
        println!("{name}: {length} moves, {expanded} stacks expanded");
    }

    let table = own::build(Pancakes::<ALL>, &Monitor::silent())?;
    let distance = table.distance(&start)?.map(|moves| moves as usize);
    assert_eq!(
        [both.length(), by_rule.length(), by_both.length()],
        [distance; 3]
    );
    assert!(by_beam.length() >= distance);
    for rank in (0..stacks.len()).step_by(101) {
        let state = stacks.unrank(rank);
        assert_eq!(stacks.rank(&state), rank);
        assert!(table.distance(&state)? >= Some(greater(&state)));
    }
    Ok(())
}
