//! A puzzle of one's own, top-spin: one implementation gives it a table of every state and the
//! textbook searches.
//!
//! Discs stand in a ring. A move turns the whole ring by one place, or turns over the four discs in
//! the turnstile.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use tilebase::{Monitor, RankedSpace, own, search};

/// Discs in the ring.
const DISCS: usize = 8;

/// Discs in the turnstile, which stands at the first places.
const TURNED: usize = 4;

struct TopSpin;

impl RankedSpace for TopSpin {
    type State = [u8; DISCS];

    fn len(&self) -> u64 {
        (1..=DISCS as u64).product()
    }

    /// The number of the permutation in lexicographic order.
    fn rank(&self, ring: &[u8; DISCS]) -> u64 {
        (0..DISCS).fold(0, |rank, place| {
            let smaller = ring[place..].iter().filter(|&&disc| disc < ring[place]);
            rank * (DISCS - place) as u64 + smaller.count() as u64
        })
    }

    fn unrank(&self, mut rank: u64) -> [u8; DISCS] {
        assert!(rank < self.len(), "there are no more rings");
        let mut ring = [0; DISCS];
        for place in (0..DISCS).rev() {
            let left = (DISCS - place) as u64;
            ring[place] = (rank % left) as u8;
            rank /= left;
            for later in place + 1..DISCS {
                ring[later] += u8::from(ring[later] >= ring[place]);
            }
        }
        ring
    }

    fn neighbours(&self, ring: &[u8; DISCS], mut visit: impl FnMut([u8; DISCS])) {
        let mut next = *ring;
        next.rotate_left(1);
        visit(next);
        next = *ring;
        next.rotate_right(1);
        visit(next);
        next = *ring;
        next[..TURNED].reverse();
        visit(next);
    }

    fn goals(&self) -> Vec<u64> {
        vec![0]
    }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = own::build(TopSpin, &Monitor::silent())?;
    let start = [1, 0, 2, 3, 4, 5, 6, 7];
    let path = table.path(&start)?.ok_or("every ring can be sorted")?;
    println!(
        "exchanging two discs that are neighbours takes {} moves:",
        path.len() - 1
    );
    for ring in &path {
        println!("  {ring:?}");
    }

    // The same puzzle, searched instead of looked up.
    let space = search::Ranked::new(&TopSpin);
    let (start, limits) = (TopSpin.rank(&start), search::SearchLimits::default());
    let found = search::bidirectional(&space, start, space.goals(), &limits, &Monitor::silent())?;
    println!("bidirectional search: {:?} moves", found.length());
    assert_eq!(found.length(), Some(path.len() - 1));
    Ok(())
}
