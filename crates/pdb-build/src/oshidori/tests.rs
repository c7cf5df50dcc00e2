//! The fast search against the reference builder, state by state, by each method of a level.

use proptest::prelude::*;
use tilebase_core::{
    Instructions, Monitor, RankedSpace,
    format::Subject,
    oshidori::{Goal, Mates, OshidoriSpace, Row, Rules, Stones, Turn},
};

use super::{
    Ways,
    bits::{deposit, extract},
    dense::WIDEST,
    search,
};
use crate::{
    BuildError, DistanceTable, Inconsistency, LISTED_AT_MOST, Level, Result, VerifyError,
    reference::{self, ByteDistances, UNREACHABLE},
    verify,
};

fn space(puzzle: &str, block: usize, goal: &str) -> OshidoriSpace {
    let puzzle: Stones = puzzle.parse().unwrap();
    space_of(
        puzzle.with_rules(Rules::of_block(block as u8)).unwrap(),
        goal,
    )
}

fn space_of(puzzle: Stones, goal: &str) -> OshidoriSpace {
    let goal = match goal {
        "default" => Goal::default(puzzle),
        "start" => Goal::Row(Row::start(puzzle)),
        other => Goal::parse(puzzle, other).unwrap(),
    };
    OshidoriSpace::new(puzzle, goal).unwrap()
}

/// Builds in the usual way.
fn build(space: &OshidoriSpace, monitor: &Monitor<'_, Level>) -> Result<DistanceTable> {
    search(space, Ways::of(space), monitor)
}

fn entry(payload: &[u8], rank: usize) -> u8 {
    payload[rank / 4] >> (2 * (rank % 4)) & 3
}

fn assert_equal(table: &DistanceTable, reference: &ByteDistances) {
    assert_eq!(table.counts, reference.counts);
    let lists = (0..)
        .zip(&table.counts)
        .filter(|&(_, &count)| count <= LISTED_AT_MOST as u64);
    let lists = lists.map(|(depth, _)| (depth, reference.ranks_at(depth)));
    assert_eq!(table.listed, lists.collect::<Vec<_>>());
    assert_eq!(table.payload.len(), reference.bytes.len().div_ceil(4));
    for (rank, &distance) in reference.bytes.iter().enumerate() {
        let expected = if distance == UNREACHABLE { 3 } else { distance % 3 };
        assert_eq!(entry(&table.payload, rank), expected, "rank {rank}");
    }
}

/// Builds in the usual way, by lists alone, and by dense levels alone with and without BMI2.
fn check(puzzle: &str, block: usize, goal: &str) {
    let space = space(puzzle, block, goal);
    let reference = reference::build(&space, &Monitor::silent()).unwrap();
    assert_equal(&build(&space, &Monitor::silent()).unwrap(), &reference);
    if block > WIDEST {
        return;
    }
    let (portable, best) = (Instructions::portable(), Instructions::detect());
    let by = |few, instructions| {
        let ways = Ways { few, instructions };
        search(&space, ways, &Monitor::silent()).unwrap()
    };
    assert_equal(&by(usize::MAX, best), &reference);
    if space.orders().len() >= 256 {
        assert_equal(&by(0, best), &reference);
        if space.len() < 200_000 {
            assert_equal(&by(0, portable), &reference);
        }
    }
}

#[test]
fn black_and_white() {
    for n in 2..=7 {
        check(&format!("oshidori-bw-{n}"), 2, "default");
    }
}

#[test]
fn kinds() {
    for k in 2..=5 {
        check(&format!("oshidori-kinds-{k}"), 2, "default");
    }
}

#[test]
fn more_of_a_kind() {
    check("oshidori-kinds-3x3", 2, "default");
    check("oshidori-kinds-3x4", 2, "any-gap");
    check("oshidori-kinds-7x1", 2, "default");
    check("oshidori-kinds-1x9", 2, "default");
    check("oshidori-kinds-1x124", 2, "default");
}

#[test]
fn other_goals() {
    for puzzle in [
        "oshidori-bw-3",
        "oshidori-bw-6",
        "oshidori-kinds-4",
        "oshidori-kinds-3x3",
    ] {
        for goal in ["any", "any-gap", "start"] {
            check(puzzle, 2, goal);
        }
    }
    check("oshidori-kinds-3", 2, "1 2 _ _ 3 1 2 3");
    check("oshidori-kinds-5", 2, "any");
}

#[test]
fn three_at_a_time() {
    for puzzle in [
        "oshidori-bw-2",
        "oshidori-bw-5",
        "oshidori-bw-7",
        "oshidori-kinds-4",
        "oshidori-kinds-3x3",
    ] {
        for goal in ["default", "any", "any-gap"] {
            check(puzzle, 3, goal);
        }
    }
}

#[test]
fn unequal_numbers_and_wide_blocks() {
    for puzzle in [
        "oshidori-bw-4x6",
        "oshidori-bw-9x2",
        "oshidori-kinds-2,2,3",
        "oshidori-bw-5",
    ] {
        for goal in ["default", "together", "any-gap", "any", "start"] {
            check(puzzle, 2, goal);
            check(puzzle, 3, goal);
            check(puzzle, 4, goal);
        }
    }
    check("oshidori-bw-7", 6, "default");
}

/// By all rules except the plain ones, the search handles every level as a list, and some rows
/// cannot move.
#[test]
fn other_rules() {
    for (puzzle, block, holes) in [
        ("oshidori-bw-4", 2, 2),
        ("oshidori-bw-4", 2, 4),
        ("oshidori-bw-3x4", 3, 4),
        ("oshidori-kinds-3", 2, 3),
    ] {
        for (mates, turn) in [
            (Mates::Any, Turn::Never),
            (Mates::Unlike, Turn::Never),
            (Mates::Any, Turn::May),
            (Mates::Unlike, Turn::Must),
        ] {
            let rules = Rules {
                block,
                holes,
                mates,
                turn,
            };
            let puzzle: Stones = puzzle.parse().unwrap();
            let puzzle = puzzle.with_rules(rules).unwrap();
            for goal in ["default", "together", "any-gap", "any"] {
                let space = space_of(puzzle, goal);
                let reference = reference::build(&space, &Monitor::silent()).unwrap();
                assert_equal(&build(&space, &Monitor::silent()).unwrap(), &reference);
            }
        }
    }
}

fn distance(space: &OshidoriSpace, row: &str) -> u8 {
    let distances = reference::build(space, &Monitor::silent()).unwrap();
    let row = Row::parse(space.puzzle(), row).unwrap();
    distances.bytes[space.rank(&row) as usize]
}

#[test]
fn the_fewest_moves_are_the_known_ones() {
    for (goal, moves) in [("default", 4), ("WWWBBB__", 4), ("any", 3)] {
        let space = space("oshidori-bw-3", 2, goal);
        assert_eq!(
            build(&space, &Monitor::silent())
                .unwrap()
                .counts
                .iter()
                .sum::<u64>(),
            140
        );
        assert_eq!(distance(&space, "BWBWBW__"), moves);
    }
    for (k, moves) in [(3, 3), (4, 7), (5, 5)] {
        let space = space(&format!("oshidori-kinds-{k}"), 2, "default");
        let start = Row::start(space.puzzle());
        assert_eq!(distance(&space, &start.to_string()), moves);
        let table = build(&space, &Monitor::silent()).unwrap();
        assert_eq!(walk(&space, &table.payload, &start), u32::from(moves));
    }
}

#[test]
fn two_of_two_are_not_connected() {
    for puzzle in ["oshidori-bw-2", "oshidori-kinds-2"] {
        let space = space(puzzle, 2, "default");
        let table = build(&space, &Monitor::silent()).unwrap();
        assert!(table.counts.iter().sum::<u64>() < space.len());
        assert!((0..space.len() as usize).any(|rank| entry(&table.payload, rank) == 3));
    }
}

/// Compares a table of another payload with the right one.
fn compare(
    space: &OshidoriSpace,
    table: &DistanceTable,
    payload: &[u8],
) -> Result<(), VerifyError> {
    let (puzzle, goal) = (space.puzzle(), "default".to_owned());
    let given = table.with_payload(payload);
    let given = given.into_file(Subject::Oshidori { puzzle, goal });
    verify::same_table(table, &given, &Monitor::silent())
}

#[test]
fn a_table_of_another_length_is_refused() {
    let space = space("oshidori-bw-4", 2, "default");
    let table = build(&space, &Monitor::silent()).unwrap();
    for length in [0, table.payload.len() - 1] {
        let short = &table.payload[..length];
        let error = compare(&space, &table, short).unwrap_err();
        let found = length as u64;
        assert!(
            matches!(error, VerifyError::Wrong(Inconsistency::Length { found: f, .. })
                if f == found)
        );
    }
}

#[test]
#[ignore = "kinds-6 by the reference builder, 95 MiB: cargo test --release -- --ignored"]
fn six_kinds() {
    check("oshidori-kinds-6", 2, "default");
    let space = space("oshidori-kinds-6", 2, "default");
    let start = Row::start(space.puzzle()).to_string();
    assert_eq!(distance(&space, &start), 7);
}

/// Returns the distance of a state, by moves to nearer neighbours in a table of remainders.
fn walk(space: &OshidoriSpace, payload: &[u8], row: &Row) -> u32 {
    let (mut at, mut moves) = (*row, 0);
    while !space.goal().is_met(&at) {
        let nearer = (entry(payload, space.rank(&at) as usize) + 2) % 3;
        let mut next = None;
        space.neighbours(&at, |row| {
            if entry(payload, space.rank(&row) as usize) == nearer {
                next = Some(row);
            }
        });
        (at, moves) = (next.expect("a nearer neighbour"), moves + 1);
    }
    moves
}

#[test]
#[ignore = "10,216,206,000 states: 3.3 GiB and minutes; cargo test --release -- --ignored"]
fn seven_kinds() {
    let space = space("oshidori-kinds-7", 2, "default");
    let table = build(&space, &Monitor::silent()).unwrap();
    assert_eq!(table.counts.iter().sum::<u64>(), space.len());
    // As the whole table says, and its proof.
    assert_eq!(table.counts[..4], [1, 13, 144, 1527]);
    assert_eq!((table.counts.len(), table.counts[13]), (14, 5_507_287));
    assert_eq!(walk(&space, &table.payload, &Row::start(space.puzzle())), 8);
}

#[test]
fn interruption_is_an_error() {
    let space = space("oshidori-kinds-5", 2, "default");
    for few in [0, usize::MAX] {
        let stop = std::sync::atomic::AtomicBool::new(false);
        let at_six = |level: &Level| {
            stop.store(level.depth == 6, std::sync::atomic::Ordering::Relaxed);
        };
        let monitor = Monitor::new(&at_six).stopping_on(&stop);
        let ways = Ways {
            few,
            instructions: Instructions::detect(),
        };
        assert!(matches!(
            search(&space, ways, &monitor),
            Err(BuildError::Stopped)
        ));
    }
}

proptest! {
    #[test]
    fn verification_finds_a_single_changed_entry(
        place in any::<proptest::sample::Index>(),
        change in 1u8..4,
        puzzle in proptest::sample::select(vec![
            "oshidori-bw-5", "oshidori-kinds-2", "oshidori-kinds-3x3",
        ]),
    ) {
        let space = space(puzzle, 2, "default");
        let table = build(&space, &Monitor::silent()).unwrap();
        let verify = |payload: &[u8]| compare(&space, &table, payload);
        let mut payload = table.payload.to_vec();
        prop_assert!(verify(&payload).is_ok());
        let rank = place.index(space.len() as usize);
        payload[rank / 4] ^= change << (2 * (rank % 4));
        match verify(&payload) {
            Err(VerifyError::Wrong(Inconsistency::Value { rank: at, found, expected })) => {
                prop_assert_eq!(at, rank as u64);
                prop_assert_eq!(found ^ expected, u32::from(change));
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn bits_are_moved_in_order(bits: u64, mask: u64) {
        let places: Vec<u32> = (0..64).filter(|place| mask >> place & 1 == 1).collect();
        let moved = |bit: fn(u64, u32, u32) -> u64| {
            let places = places.iter().zip(0..);
            places.fold(0, |all, (&place, low)| all | bit(bits, place, low))
        };
        let deposited = moved(|bits, place, low| (bits >> low & 1) << place);
        let extracted = moved(|bits, place, low| (bits >> place & 1) << low);
        prop_assert_eq!(deposit::<false>(bits, mask), deposited);
        prop_assert_eq!(extract::<false>(bits, mask), extracted);
        // Every level above the portable one has BMI2.
        if Instructions::detect() != Instructions::portable() {
            prop_assert_eq!(deposit::<true>(bits, mask), deposited);
            prop_assert_eq!(extract::<true>(bits, mask), extracted);
        }
    }
}
