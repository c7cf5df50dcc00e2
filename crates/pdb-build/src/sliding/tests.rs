//! The search against the plain one, and against known numbers.

use proptest::prelude::*;
use tilebase_core::sliding::Shape;

use super::*;
use crate::reference;

fn space(shape: &str, home: usize) -> SlidingSpace {
    SlidingSpace::new(shape.parse().unwrap(), home).unwrap()
}

/// The bit of every state, read from a payload.
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
    assert_eq!(
        byte_distances(space, &Monitor::silent()).unwrap(),
        expected,
        "{space:?}"
    );
    for kernel in [Kernel::Portable, Kernel::detect()] {
        let table = search_by(kernel, space, &Monitor::silent()).unwrap();
        assert_eq!(table.counts, expected.counts, "{space:?} by {kernel:?}");
        assert_eq!(table.listed, expected.listed, "{space:?} by {kernel:?}");
        let wanted = expected.bytes.iter().map(|depth| depth >> 1 & 1);
        assert!(bits(table.payload()).eq(wanted), "{space:?} by {kernel:?}");
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

    /// Windows of all widths, between and inside chunks, also on boards too large for the reference:
    /// what a level over the whole board finds from scattered states are their neighbours.
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
            let mut flood = Flood::new(&space, kernel).unwrap();
            flood.start(starts.clone());
            flood.expand(sparse, u64::MAX, &Monitor::silent()).unwrap().ranks.clone().unwrap()
        };
        let expected = second_level(Kernel::detect(), u64::MAX);
        prop_assert_eq!(&second_level(Kernel::Portable, 0), &expected);
        prop_assert_eq!(&second_level(Kernel::detect(), 0), &expected);
    }
}

#[test]
fn known_depths_of_small_boards() {
    let three = search(&space("3x3", 0), &Monitor::silent()).unwrap();
    assert_eq!(three.counts.len() - 1, 31);
    assert_eq!(three.counts.iter().sum::<u64>(), 181_440);
    assert_eq!(*three.counts.last().unwrap(), 2);
    let five = search(&space("5x2", 0), &Monitor::silent()).unwrap();
    assert_eq!(five.counts.len() - 1, 55);
    assert_eq!(five.counts.iter().sum::<u64>(), 1_814_400);
    assert_eq!(*five.counts.last().unwrap(), 2);
}

/// The depths of a board, its states, and memory within the figure given.
fn check_large(shape: &str, home: usize, depth: usize, states: u64) {
    let space = space(shape, home);
    let table = search(&space, &Monitor::silent()).unwrap();
    assert_eq!(table.counts.len() - 1, depth);
    assert_eq!(table.counts.iter().sum::<u64>(), states);
    assert_eq!(space.len(), states);
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
fn a_board_and_its_transpose_have_the_same_depths() {
    let counts = |shape, home| {
        search(&space(shape, home), &Monitor::silent())
            .unwrap()
            .counts
    };
    // The blank's home in row 1 and column 0, and in row 0 and column 1.
    assert_eq!(counts("3x4", 4), counts("4x3", 1));
}

#[test]
#[ignore = "11.5 GB and a minute: cargo test --release -p tilebase-pdb-build -- --ignored"]
fn depth_of_7x2() {
    check_large("7x2", 0, 108, 43_589_145_600);
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
    let stopped = search(&space("3x3", 0), &monitor);
    assert!(matches!(stopped, Err(BuildError::Interrupted)));
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
    assert_eq!(table_bytes(&twelve), 239_500_800 / 60 * 8);
    assert!(memory_needed(&twelve) < 120_000_000);
    assert!(memory_needed(&space("7x2", 0)) < 13_000_000_000);
}

/// A right table of 3x3, built once for all the damage done to it.
fn table() -> &'static DepthBits {
    static TABLE: std::sync::OnceLock<DepthBits> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| search(&space("3x3", 0), &Monitor::silent()).unwrap())
}

fn verify(payload: &[u8]) -> Result<(), Inconsistency> {
    let DepthBits { counts, listed, .. } = table();
    verify_bits(
        &space("3x3", 0),
        payload,
        counts,
        listed,
        &Monitor::silent(),
    )
}

#[test]
fn a_right_table_is_proven() {
    verify(table().payload()).unwrap();
}

proptest! {
    #[test]
    fn any_changed_bit_is_found(at in 0..table().payload().len() * 8) {
        let mut payload = table().payload().to_vec();
        payload[at / 8] ^= 1 << (at % 8);
        let (word, bit) = (at / 64, at % 64);
        match verify(&payload) {
            Err(Inconsistency::State { rank, expected, found, .. }) => {
                prop_assert!(bit < 60);
                prop_assert_eq!(rank, (word * 60 + bit) as u64);
                prop_assert_eq!(expected ^ found, 2);
            }
            Err(Inconsistency::Unused { offset }) => {
                prop_assert!(bit >= 60);
                prop_assert_eq!(offset, (at / 8) as u64);
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

#[test]
fn wrong_lengths_counts_and_lists_are_found() {
    let right = table();
    let payload = right.payload();
    assert!(matches!(
        verify(&payload[8..]),
        Err(Inconsistency::Length { .. })
    ));
    let given = |counts: &[u64], listed: &[(u32, Vec<u64>)]| {
        verify_bits(
            &space("3x3", 0),
            payload,
            counts,
            listed,
            &Monitor::silent(),
        )
    };
    let mut counts = right.counts.clone();
    counts.push(1);
    let wrong = given(&counts, &right.listed);
    assert!(matches!(
        wrong,
        Err(Inconsistency::Count {
            depth: 32,
            expected: 0,
            found: 1
        })
    ));
    counts.truncate(31);
    let wrong = given(&counts, &right.listed);
    assert!(matches!(
        wrong,
        Err(Inconsistency::Count {
            depth: 31,
            expected: 2,
            found: 0
        })
    ));
    let mut listed = right.listed.clone();
    listed[5].1[0] ^= 1;
    let wrong = given(&right.counts, &listed);
    assert!(matches!(wrong, Err(Inconsistency::List { depth: 5 })));
    listed.clone_from(&right.listed);
    listed.pop();
    let wrong = given(&right.counts, &listed);
    assert!(matches!(wrong, Err(Inconsistency::List { depth: 31 })));
}

#[test]
fn homes_related_by_symmetry_have_the_same_depths() {
    let shape: Shape = "5x2".parse().unwrap();
    let counts = |home| {
        let space = SlidingSpace::new(shape, home).unwrap();
        search(&space, &Monitor::silent()).unwrap().counts
    };
    assert_eq!(counts(2), counts(7));
    assert_ne!(counts(0), counts(2));
}
