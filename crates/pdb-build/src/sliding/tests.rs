//! The search against the reference, and against known numbers.

use proptest::prelude::*;
use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::{Encoding, Subject},
    sliding::{Shape, SlidingSpace},
};

use super::{
    search::{self, BoardSearch},
    sizes::memory_needed,
    verify_neighbours, *,
};
use crate::{
    Added, BuildError, Checked, DistanceTable, Inconsistency, LISTED_AT_MOST, Level, VerifyError,
    reference,
    verify::{self, NeighbourRule},
};

pub(super) fn space(shape: &str, home: usize) -> SlidingSpace {
    SlidingSpace::new(shape.parse().unwrap(), home).unwrap()
}

/// Returns the table of a board in bits.
pub(super) fn search(space: &SlidingSpace, monitor: &Monitor<'_, Level>) -> DistanceTable {
    search::search(space, Encoding::Bit, Instructions::detect(), monitor).unwrap()
}

/// Compares the states of a table in bits with their neighbours.
fn verify_neighbours(
    space: &SlidingSpace,
    payload: &[u8],
    monitor: &Monitor<'_, Checked>,
) -> Result<(), VerifyError> {
    verify_neighbours::verify_neighbours(Instructions::detect(), space, payload, monitor)
}

/// Returns the bit of every state, read from a payload.
fn bits(payload: &[u8]) -> impl Iterator<Item = u8> {
    let words = payload.as_chunks::<8>().0;
    words.iter().flat_map(|&word| {
        let word = u64::from_le_bytes(word);
        assert_eq!(word >> 60, 0, "unused bits are zero");
        (0..60).map(move |bit| (word >> bit & 1) as u8)
    })
}

/// Both kernels and the byte table against the reference, state by state.
fn agrees_with_the_reference(space: &SlidingSpace) {
    let expected = reference::build(space, &Monitor::silent()).unwrap();
    let last = expected.counts.len() as u32 - 1;
    for kernel in [Instructions::portable(), Instructions::detect()] {
        let bytes = search::search(space, Encoding::Byte, kernel, &Monitor::silent()).unwrap();
        assert_eq!(*bytes.payload, expected.bytes, "{space:?} by {kernel:?}");
        assert_eq!(bytes.counts, expected.counts, "{space:?} by {kernel:?}");
        assert_eq!(bytes.listed, [(last, expected.ranks_at(last))]);
        let table = search::search(space, Encoding::Bit, kernel, &Monitor::silent()).unwrap();
        assert_eq!(table.counts, expected.counts, "{space:?} by {kernel:?}");
        let few = |&(_, &count): &(u32, &u64)| count <= LISTED_AT_MOST as u64;
        let lists = (0..).zip(&expected.counts).filter(few);
        let lists = lists.map(|(depth, _)| (depth, expected.ranks_at(depth)));
        assert!(
            table.listed.iter().cloned().eq(lists),
            "{space:?} by {kernel:?}"
        );
        let wanted = expected.bytes.iter().map(|depth| depth >> 1 & 1);
        assert!(bits(&table.payload).eq(wanted), "{space:?} by {kernel:?}");
    }
}

#[test]
fn every_home_of_3x3_agrees_with_the_reference() {
    for home in 0..9 {
        agrees_with_the_reference(&space("3x3", home));
    }
}

#[test]
fn every_home_of_5x2_agrees_with_the_reference() {
    for home in 0..10 {
        agrees_with_the_reference(&space("5x2", home));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Windows of all widths, between and inside chunks, also on boards too large for the
    /// reference: what a level over the whole board finds from scattered states are their
    /// neighbours.
    #[test]
    fn levels_over_the_board_agree_with_single_moves(
        (shape, home) in prop::sample::select(vec![("4x3", 4), ("6x2", 3), ("3x4", 5), ("7x2", 2)]),
        places in prop::collection::vec(any::<prop::sample::Index>(), 1..50),
    ) {
        let space = space(shape, home);
        let mut starts: Vec<u64> = places
            .iter()
            .map(|place| place.index(space.len() as usize) as u64)
            .filter(|rank| space.colour((rank / space.per_cell()) as usize) == 0)
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let second_level = |kernel, sparse| {
            let mut search = BoardSearch::new(&space, kernel).unwrap();
            (search.sparse, search.list_up_to) = (sparse, u64::MAX);
            search.insert(&starts, 0);
            let starts = Added::listed(starts.clone());
            let level = search.expand(0, &starts, &Monitor::silent()).unwrap();
            level.ranks.unwrap()
        };
        let expected = second_level(Instructions::detect(), u64::MAX);
        prop_assert_eq!(&second_level(Instructions::portable(), 0), &expected);
        prop_assert_eq!(&second_level(Instructions::detect(), 0), &expected);
    }
}

#[test]
fn known_depths_of_small_boards() {
    let three = search(&space("3x3", 0), &Monitor::silent());
    assert_eq!(three.counts.len() - 1, 31);
    assert_eq!(three.counts.iter().sum::<u64>(), 181_440);
    assert_eq!(*three.counts.last().unwrap(), 2);
    let five = search(&space("5x2", 0), &Monitor::silent());
    assert_eq!(five.counts.len() - 1, 55);
    assert_eq!(five.counts.iter().sum::<u64>(), 1_814_400);
    assert_eq!(*five.counts.last().unwrap(), 2);
}

/// Checks the greatest depth and the number of states of a board, and that each has a nearer
/// neighbour.
fn check_large(shape: &str, home: usize, depth: usize, states: u64) {
    let space = space(shape, home);
    let table = search(&space, &Monitor::silent());
    assert_eq!(table.counts.len() - 1, depth);
    assert_eq!(table.counts.iter().sum::<u64>(), states);
    assert_eq!(space.len(), states);
    verify_neighbours(&space, &table.payload, &Monitor::silent()).unwrap();
}

#[test]
fn depth_of_6x2() {
    check_large("6x2", 0, 80, 239_500_800);
}

#[test]
fn depth_of_4x3() {
    check_large("4x3", 0, 53, 239_500_800);
}

#[test]
#[ignore = "10.9 GiB and minutes: cargo xtask test --heavy"]
fn depth_of_7x2() {
    check_large("7x2", 0, 108, 43_589_145_600);
}

#[test]
fn a_board_and_its_transpose_have_the_same_depths() {
    let counts = |shape, home| search(&space(shape, home), &Monitor::silent()).counts;
    // The blank's home in row 1 and column 0, and in row 0 and column 1.
    assert_eq!(counts("3x4", 4), counts("4x3", 1));
}

#[test]
fn a_search_stops_when_asked() {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let report = |level: &Level| {
        if level.depth == 20 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        assert!(level.depth <= 20, "no level follows");
    };
    let monitor = Monitor::new(&report).stopping_on(&stop);
    let encoding = Encoding::Bit;
    let stopped = search::search(&space("3x3", 0), encoding, Instructions::detect(), &monitor);
    assert!(matches!(stopped, Err(BuildError::Stopped)));
}

#[test]
fn only_boards_with_whole_chunks_and_narrow_windows_are_supported() {
    let supported = |shape| supports(&space(shape, 0));
    for shape in [
        "3x3", "5x2", "4x3", "3x4", "6x2", "7x2", "5x3", "8x2", "4x4",
    ] {
        assert!(supported(shape), "{shape}");
    }
    for shape in ["2x2", "4x2", "2x5"] {
        assert!(!supported(shape), "{shape}");
    }
}

#[test]
fn figures_of_memory() {
    let twelve = space("6x2", 0);
    assert_eq!(Encoding::Bit.bytes(twelve.len()), 239_500_800 / 60 * 8);
    assert!(memory_needed(&twelve) < 120_000_000);
    assert!(memory_needed(&space("7x2", 0)) < 13_000_000_000);
}

/// Returns the right table of 3x3, built once for all tests that damage it.
fn table() -> &'static DistanceTable {
    static TABLE: std::sync::OnceLock<DistanceTable> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| search(&space("3x3", 0), &Monitor::silent()))
}

fn verify(payload: &[u8]) -> Result<(), VerifyError> {
    compare(table().with_payload(payload))
}

/// Compares a table with the right one.
fn compare(given: DistanceTable) -> Result<(), VerifyError> {
    let (shape, home) = (space("3x3", 0).shape(), 0);
    let file = given.into_file(Subject::Sliding { shape, home });
    verify::same_table(table(), &file, &Monitor::silent())
}

#[test]
fn a_right_table_is_proven() {
    verify(&table().payload).unwrap();
}

proptest! {
    #[test]
    fn any_changed_bit_is_found(at in 0..table().payload.len() * 8) {
        let mut payload = table().payload.to_vec();
        payload[at / 8] ^= 1 << (at % 8);
        let (word, bit) = (at / 64, at % 64);
        match verify(&payload) {
            Err(VerifyError::Wrong(Inconsistency::Value { rank, expected, found })) => {
                prop_assert!(bit < 60);
                prop_assert_eq!(rank, (word * 60 + bit) as u64);
                prop_assert_eq!(expected ^ found, 1);
            }
            Err(VerifyError::Wrong(Inconsistency::Unused { offset })) => {
                prop_assert!(bit >= 60);
                prop_assert_eq!(offset, (at / 8) as u64);
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

/// Returns the first state that is not the goal and has no nearer neighbour, or is the goal and not
/// at 0, by ranks and single moves.
fn first_stranded(space: &SlidingSpace, payload: &[u8]) -> Option<u64> {
    let depth = |rank: u64| {
        let (byte, bit) = Encoding::Bit.place(rank);
        let colour = space.colour((rank / space.per_cell()) as usize);
        2 * u32::from(payload[byte] >> bit & 1) + colour
    };
    (0..space.len()).find(|&rank| {
        let state = space.unrank(rank);
        if state == space.goal() {
            return depth(rank) != 0;
        }
        let mut nearer = false;
        space.neighbours(&state, |next| {
            nearer |= (depth(space.rank(&next)) + 1) % 4 == depth(rank);
        });
        !nearer
    })
}

/// The comparison of whole words reports the state that single moves find, and the check for all
/// puzzles fails if and only if there is one.
fn looks_the_same_state_by_state(space: &SlidingSpace, payload: &[u8]) {
    let expected = first_stranded(space, payload);
    for kernel in [Instructions::portable(), Instructions::detect()] {
        let found = match verify_neighbours::verify_neighbours(
            kernel,
            space,
            payload,
            &Monitor::silent(),
        ) {
            Ok(()) => None,
            Err(VerifyError::Wrong(Inconsistency::NoneNearer { rank, .. })) => {
                assert_ne!(space.unrank(rank), space.goal());
                Some(rank)
            }
            Err(VerifyError::Wrong(Inconsistency::Value {
                rank,
                expected: 0,
                found: 2,
            })) => {
                assert_eq!(space.unrank(rank), space.goal());
                Some(rank)
            }
            Err(other) => panic!("{other}"),
        };
        assert_eq!(found, expected, "{space:?} by {kernel:?}");
    }
    let remainder = |rank: u64| {
        let (byte, bit) = Encoding::Bit.place(rank);
        let colour = space.colour(space.unrank(rank).blank());
        Some(2 * u32::from(payload[byte] >> bit & 1) + colour)
    };
    let rule = NeighbourRule {
        modulus: 4,
        step: 1,
    };
    let (goals, monitor) = ([(space.rank(&space.goal()), 0)], Monitor::silent());
    let one_by_one =
        verify::beside_neighbours((space, 0..space.len()), rule, &goals, remainder, &monitor);
    assert_eq!(one_by_one.is_err(), expected.is_some());
}

#[test]
fn every_home_of_3x3_has_nearer_neighbours() {
    for home in 0..9 {
        let space = space("3x3", home);
        let table = search(&space, &Monitor::silent());
        looks_the_same_state_by_state(&space, &table.payload);
        verify_neighbours(&space, &table.payload, &Monitor::silent()).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// One to five wrong bits.
    #[test]
    fn damage_shows_beside_neighbours_as_by_single_moves(
        places in prop::collection::vec(0..181_440usize, 1..6),
    ) {
        let mut payload = table().payload.to_vec();
        for &place in &places {
            payload[place / 60 * 8 + place % 60 / 8] ^= 1 << (place % 60 % 8);
        }
        looks_the_same_state_by_state(&space("3x3", 0), &payload);
    }
}

#[test]
fn a_wrong_goal_is_named() {
    let mut payload = table().payload.to_vec();
    let goal = space("3x3", 0).goals()[0];
    let (byte, bit) = Encoding::Bit.place(goal);
    payload[byte] ^= 1 << bit;
    let wrong = verify_neighbours(&space("3x3", 0), &payload, &Monitor::silent());
    assert!(
        matches!(
            wrong,
            Err(VerifyError::Wrong(Inconsistency::Value { rank, expected: 0, found: 2 }))
                if rank == goal
        ),
        "{wrong:?}"
    );
}

/// On 5x2 a cell has several chunks, so that runs of words move between chunks, unlike on 3x3.
#[test]
fn damage_on_5x2_shows_beside_neighbours_as_by_single_moves() {
    let space = space("5x2", 3);
    let right = search(&space, &Monitor::silent());
    looks_the_same_state_by_state(&space, &right.payload);
    for rank in [1_000_000, 1_814_399] {
        let mut payload = right.payload.to_vec();
        let (byte, bit) = Encoding::Bit.place(rank);
        payload[byte] ^= 1 << bit;
        looks_the_same_state_by_state(&space, &payload);
    }
}

/// Inverting every bit of a table turns each nearer neighbour into a farther one. This shows only
/// at the goal and at states without a farther neighbour.
#[test]
fn a_table_of_farther_neighbours_is_refused() {
    let payload: Vec<u8> = table()
        .payload
        .as_chunks::<8>()
        .0
        .iter()
        .flat_map(|&word| (!u64::from_le_bytes(word) & ((1 << 60) - 1)).to_le_bytes())
        .collect();
    looks_the_same_state_by_state(&space("3x3", 0), &payload);
    verify_neighbours(&space("3x3", 0), &payload, &Monitor::silent()).unwrap_err();
}

#[test]
fn comparing_neighbours_stops_when_asked_and_counts_every_state() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let monitor = Monitor::silent().stopping_on(&stop);
    let space = space("3x3", 0);
    let stopped = verify_neighbours(&space, &table().payload, &monitor);
    assert!(matches!(stopped, Err(VerifyError::Stopped)));
    let most = std::sync::atomic::AtomicU64::new(0);
    let report = |checked: &Checked| {
        assert_eq!(checked.total, 181_440);
        most.fetch_max(checked.states, std::sync::atomic::Ordering::Relaxed);
    };
    verify_neighbours(&space, &table().payload, &Monitor::new(&report)).unwrap();
    assert_eq!(most.into_inner(), 181_440);
}

#[test]
fn wrong_lengths_counts_and_lists_are_found() {
    let right = table();
    let payload = &right.payload;
    assert!(matches!(
        verify(&payload[8..]),
        Err(VerifyError::Wrong(Inconsistency::Length { .. }))
    ));
    let given = |counts: &[u64], listed: &[(u32, Vec<u64>)]| {
        compare(DistanceTable {
            counts: counts.to_vec(),
            listed: listed.to_vec(),
            ..right.with_payload(payload)
        })
    };
    let mut counts = right.counts.clone();
    counts.push(1);
    let wrong = given(&counts, &right.listed);
    assert!(matches!(
        wrong,
        Err(VerifyError::Wrong(Inconsistency::Count {
            depth: 32,
            expected: 0,
            found: 1
        }))
    ));
    counts.truncate(31);
    let wrong = given(&counts, &right.listed);
    assert!(matches!(
        wrong,
        Err(VerifyError::Wrong(Inconsistency::Count {
            depth: 31,
            expected: 2,
            found: 0
        }))
    ));
    let mut listed = right.listed.clone();
    listed[5].1[0] ^= 1;
    let wrong = given(&right.counts, &listed);
    assert!(matches!(
        wrong,
        Err(VerifyError::Wrong(Inconsistency::List { depth: 5 }))
    ));
    listed.clone_from(&right.listed);
    listed.pop();
    let wrong = given(&right.counts, &listed);
    assert!(matches!(
        wrong,
        Err(VerifyError::Wrong(Inconsistency::List { depth: 31 }))
    ));
}

#[test]
fn homes_related_by_symmetry_have_the_same_depths() {
    let shape: Shape = "5x2".parse().unwrap();
    let counts = |home| {
        let space = SlidingSpace::new(shape, home).unwrap();
        search(&space, &Monitor::silent()).counts
    };
    assert_eq!(counts(2), counts(7));
    assert_ne!(counts(0), counts(2));
}
