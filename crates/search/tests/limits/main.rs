//! Bounds and the stop flag, and that the memory a search takes stays under its bound.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use tilebase_core::{
    Monitor,
    sliding::{Board, Parity},
};
use tilebase_search::{
    FillOrder, PackedBoard, SearchError, SearchLimits, SearchOutcome, SearchStats, Sliding, Sudoku,
    SudokuTree, a_star, beam, bidirectional, breadth_first, depth_first, ida_star,
};

/// The system's allocator, with a count of the bytes in use and of the most that ever were.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: the system allocates; this only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    // SAFETY: as `alloc`, this adds counting to what the system does.
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`, and all memory is the system's.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

type BoardSearch =
    fn(&Sliding, PackedBoard, &SearchLimits, &Monitor<'_, SearchStats>) -> SearchResult;
type SearchResult = Result<SearchOutcome<PackedBoard>, SearchError>;

const SEARCHES: [BoardSearch; 6] = [
    breadth_first::<Sliding>,
    |space, start, limits, monitor| bidirectional(space, start, &[space.goal()], limits, monitor),
    depth_first::<Sliding>,
    a_star::<Sliding>,
    |space, start, limits, monitor| beam(space, start, usize::MAX, limits, monitor),
    ida_star::<Sliding>,
];

/// The 15-puzzle, and a board that takes longer to solve than any bound here allows.
fn hard() -> (Sliding, PackedBoard) {
    let goal = Board::goal("4x4".parse().unwrap());
    let space = Sliding::new(&goal);
    let board = Board::parse(goal.shape(), "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15").unwrap();
    assert!(Parity::of_cells(goal.shape(), board.cells(), goal.cells()).solvable());
    let start = space.pack(&board);
    (space, start)
}

/// One test, since the allocator counts the whole process.
#[test]
fn bounds_hold() {
    memory_stays_under_its_bound();
    a_tree_is_searched_depth_first_in_little_memory();
    expansions_are_bounded();
    a_search_stops_when_asked();
}

fn memory_stays_under_its_bound() {
    let (space, start) = hard();
    for memory in [10_000, 1 << 20, 10 << 20, 30 << 20] {
        // IDA* would run for very long, because it holds so few states.
        for search in &SEARCHES[..5] {
            let limits = SearchLimits {
                memory,
                ..SearchLimits::default()
            };
            let before = NOW.load(Ordering::Relaxed);
            MOST.store(before, Ordering::Relaxed);
            let found = search(&space, start, &limits, &Monitor::silent());
            let most = MOST.load(Ordering::Relaxed) - before;
            let Err(SearchError::Memory { stats, allowed }) = found else {
                panic!("expected the bound of {memory} bytes to be reached");
            };
            assert_eq!(allowed, memory);
            assert!(most <= memory, "{most} bytes under a bound of {memory}");
            // The bound is not reached with next to nothing in memory either.
            let held = stats.peak_states as usize * size_of::<PackedBoard>();
            assert!(memory <= 10_000 || held > memory / 16, "{held} of {memory}");
        }
    }
}

fn a_tree_is_searched_depth_first_in_little_memory() {
    // The last cell can take no number, but in reading order only the end shows this.
    let text = format!("........9{}12345678.", ".".repeat(63));
    let sudoku: Sudoku = text.parse().unwrap();
    let tree = SudokuTree::new(&sudoku, FillOrder::Reading).unwrap();
    let limits = SearchLimits {
        memory: 1 << 20,
        expanded: 100_000,
    };
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let found = depth_first(&tree, tree.root(), &limits, &Monitor::silent());
    assert!(MOST.load(Ordering::Relaxed) - before <= limits.memory);
    let Err(SearchError::Expanded { stats, .. }) = found else {
        panic!("expected the bound on expansions to be reached");
    };
    let peak = stats.peak_states;
    assert!(peak <= 81 * 9, "{peak} grids held");

    let found = breadth_first(&tree, tree.root(), &limits, &Monitor::silent());
    assert!(matches!(found, Err(SearchError::Memory { .. })));
}

fn expansions_are_bounded() {
    let (space, start) = hard();
    for search in SEARCHES {
        let limits = SearchLimits {
            expanded: 1000,
            ..SearchLimits::default()
        };
        let found = search(&space, start, &limits, &Monitor::silent());
        let Err(SearchError::Expanded { stats, allowed }) = found else {
            panic!("expected the bound to be reached");
        };
        assert_eq!((stats.expanded, allowed), (1000, 1000));
    }
}

fn a_search_stops_when_asked() {
    let (space, start) = hard();
    for search in SEARCHES {
        let stop = AtomicBool::new(true);
        let monitor = Monitor::silent().stopping_on(&stop);
        let found = search(&space, start, &SearchLimits::default(), &monitor);
        assert!(matches!(found, Err(SearchError::Stopped { .. })));
    }
    // In the middle of a search, as soon as it reports.
    let stop = AtomicBool::new(false);
    let halt = |_: &SearchStats| stop.store(true, Ordering::Relaxed);
    let monitor = Monitor::new(&halt).stopping_on(&stop);
    let found = ida_star(&space, start, &SearchLimits::default(), &monitor);
    let Err(SearchError::Stopped { stats }) = found else {
        panic!("expected a stop");
    };
    assert!((1 << 20..1 << 21).contains(&stats.expanded));
}
