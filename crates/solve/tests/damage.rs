//! Pattern databases that are damaged or forged: every answer is proved, nothing panics, and every
//! search ends.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use tilebase_core::{
    Monitor,
    format::{DamagedPage, Encoding, Origin, Payload},
    pattern::{Catalogue, Partition, PatternIndex, PatternKind},
    sliding::{Board, Metric, Shape},
};
use tilebase_solve::{
    Iteration,
    heuristic::{AdditivePatterns, PatternTable, PatternTableError},
    ida::{BoardSolver, SolveError, Tuning},
};

/// When the pages of a table are damaged, and whether anybody has read one since.
#[derive(Default)]
struct Disk {
    damaged: AtomicBool,
    found: AtomicBool,
    reads_after: AtomicU64,
}

/// A table on it.
struct Page {
    bytes: Vec<u8>,
    disk: Arc<Disk>,
}

impl AsRef<[u8]> for Page {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Payload for Page {
    fn touch(&self, _: usize) {
        if self.disk.damaged.load(Relaxed) {
            self.disk.found.store(true, Relaxed);
            self.disk.reads_after.fetch_add(1, Relaxed);
        }
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        let page = DamagedPage {
            origin: Origin::Memory,
            start: 0,
            end: 4096,
        };
        if self.disk.found.load(Relaxed) { Err(page) } else { Ok(()) }
    }

    fn touch_all(&self, _: bool, _: &dyn Fn() -> bool) -> bool {
        false
    }
}

/// Returns tables that hold `entry` everywhere, and 0 for the goal if `goal_is_right`.
fn tables(
    catalogue: &Catalogue,
    encoding: Encoding,
    entry: u8,
    goal_is_right: bool,
    disk: &Arc<Disk>,
) -> Result<Vec<PatternTable>, PatternTableError> {
    let goal = Board::ordered(catalogue.shape(), catalogue.home());
    let table = |(pattern, kind)| {
        let index = PatternIndex::new(pattern, kind);
        let mut bytes = vec![entry; encoding.bytes(index.len()) as usize];
        if goal_is_right {
            bytes[encoding.place(index.rank(goal.cells())).0] = 0;
        }
        let disk = Arc::clone(disk);
        PatternTable::new(index, encoding, Page { bytes, disk })
    };
    catalogue.distinct().into_iter().map(table).collect()
}

/// Groups of so many tiles, one after another.
fn catalogue(shape: Shape, size: u8) -> Catalogue {
    let tiles: Vec<u8> = (1..=shape.tiles() as u8).collect();
    let groups: Vec<Vec<u8>> = tiles.chunks(size.into()).map(<[u8]>::to_vec).collect();
    let partition = Partition::new(shape, 0, &groups).unwrap();
    Catalogue::of_partition(partition, PatternKind::Plain)
}

/// Damage is noticed within an iteration, which may be as long as the search of a lifetime.
#[test]
fn a_search_ends_soon_after_it_reads_a_damaged_page() {
    let shape: Shape = "4x4".parse().unwrap();
    let hard = Board::parse(shape, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3").unwrap();
    let catalogue = catalogue(shape, 5);
    for tuned in [true, false] {
        let disk = Arc::new(Disk::default());
        let tables = tables(&catalogue, Encoding::Nibble, 0, true, &disk).unwrap();
        let patterns = AdditivePatterns::new(&catalogue, tables).unwrap();
        let solver = if tuned {
            BoardSolver::with_patterns(patterns, Tuning::default())
        } else {
            BoardSolver::with_heuristic(Metric::Single, shape, 0, Box::new(patterns))
        };
        let report = |done: &Iteration| disk.damaged.store(done.generated > 50_000, Relaxed);
        let error = solver.solve(&hard, &Monitor::new(&report)).unwrap_err();
        assert!(matches!(error, SolveError::Damaged(_)), "{error}");
        // The whole iteration would read a million.
        let reads = disk.reads_after.load(Relaxed);
        assert!(reads < 150_000, "{reads} reads after the first");
    }
}

#[test]
fn estimates_come_with_the_damage_that_they_met() {
    let shape: Shape = "3x3".parse().unwrap();
    let catalogue = catalogue(shape, 4);
    let disk = Arc::new(Disk::default());
    let tables = tables(&catalogue, Encoding::Nibble, 0, true, &disk).unwrap();
    let solver = BoardSolver::with_patterns(
        AdditivePatterns::new(&catalogue, tables).unwrap(),
        Tuning::default(),
    );
    let board = Board::parse(shape, "1 0 2 3 4 5 6 7 8").unwrap();
    assert_eq!(solver.estimate(&board), 1);
    solver.damage().unwrap();
    disk.damaged.store(true, Relaxed);
    solver.estimate(&board);
    solver.damage().unwrap_err();
}

/// Values that no builder writes add up to more than a search can hold. It may find a solution or
/// not, but it neither panics nor returns moves that do not lead to the goal.
#[test]
fn tables_of_greatest_values_cause_no_panic() {
    for (name, size, encoding) in [
        ("3x3", 4, Encoding::Byte),
        ("4x4", 3, Encoding::Byte),
        ("5x5", 2, Encoding::Nibble),
        ("5x5", 2, Encoding::Byte),
    ] {
        let shape: Shape = name.parse().unwrap();
        let catalogue = catalogue(shape, size);
        let disk = Arc::new(Disk::default());
        let tables = tables(&catalogue, encoding, u8::MAX, true, &disk).unwrap();
        let solver = BoardSolver::with_patterns(
            AdditivePatterns::new(&catalogue, tables).unwrap(),
            Tuning::default(),
        );
        let mut board = *solver.goal();
        for cell in [1, shape.cols() + 1, shape.cols(), 2 * shape.cols()] {
            board.slide(cell);
        }
        let patient = Monitor::silent().for_at_most(Duration::from_millis(300));
        if let Ok(solution) = solver.solve(&board, &patient) {
            for &cell in &solution.moves {
                assert!(board.movable().any(|movable| movable == usize::from(cell)));
                board.slide(cell.into());
            }
            assert_eq!(board, *solver.goal());
        }
    }
}

#[test]
fn a_goal_that_is_far_from_itself_is_refused() {
    let shape: Shape = "3x3".parse().unwrap();
    for (encoding, found) in [(Encoding::Nibble, 30), (Encoding::Byte, 255)] {
        let disk = Arc::new(Disk::default());
        let tables = tables(&catalogue(shape, 4), encoding, u8::MAX, false, &disk);
        let error = tables.err().expect("no table");
        assert!(
            matches!(error, PatternTableError::Goal { found: moves, .. } if moves == found),
            "{error}"
        );
    }
}
