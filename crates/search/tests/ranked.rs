//! Puzzles that only have a numbering: every search against the table, on every state.

use tilebase_core::{
    Monitor, RankedSpace,
    sliding::{Board, SlidingSpace},
};
use tilebase_pdb_build::reference;
use tilebase_search::{
    Ranked, SearchLimits, Sliding, StateSpace, a_star, bidirectional, breadth_first, depth_first,
    ida_star,
};

/// Pieces of either puzzle.
const PIECES: usize = 6;

type Pieces = [u8; PIECES];

/// The number of a permutation in lexicographic order.
fn rank(pieces: &Pieces) -> u64 {
    (0..PIECES).fold(0, |rank, at| {
        let rest = &pieces[at..];
        let smaller = rest.iter().filter(|&&piece| piece < pieces[at]).count();
        rank * rest.len() as u64 + smaller as u64
    })
}

fn unrank(mut rank: u64) -> Pieces {
    assert!(rank < 720);
    let mut pieces = [0; PIECES];
    for at in (0..PIECES).rev() {
        let radix = (PIECES - at) as u64;
        pieces[at] = (rank % radix) as u8;
        rank /= radix;
        for later in at + 1..PIECES {
            pieces[later] += u8::from(pieces[later] >= pieces[at]);
        }
    }
    pieces
}

/// A stack of pancakes, sorted by turning over the topmost ones.
struct Pancakes;

impl RankedSpace for Pancakes {
    type State = Pieces;

    fn len(&self) -> u64 {
        720
    }

    fn rank(&self, state: &Pieces) -> u64 {
        rank(state)
    }

    fn unrank(&self, rank: u64) -> Pieces {
        unrank(rank)
    }

    fn neighbours(&self, state: &Pieces, mut visit: impl FnMut(Pieces)) {
        for turned in 2..=PIECES {
            let mut next = *state;
            next[..turned].reverse();
            visit(next);
        }
    }

    fn goals(&self) -> Vec<u64> {
        vec![0]
    }
}

/// Neighbours that differ by more than one in size; the plate counts as the largest pancake.
fn gaps(stack: &Pieces) -> u32 {
    let apart = stack
        .windows(2)
        .filter(|pair| pair[0].abs_diff(pair[1]) != 1);
    apart.count() as u32 + u32::from(stack[PIECES - 1] != PIECES as u8 - 1)
}

/// A ring of pieces; a move reverses `SPIN` that lie side by side. Solved if they ascend around the
/// ring, wherever they begin: six goals.
struct TopSpin<const SPIN: usize>;

impl<const SPIN: usize> RankedSpace for TopSpin<SPIN> {
    type State = Pieces;

    fn len(&self) -> u64 {
        720
    }

    fn rank(&self, state: &Pieces) -> u64 {
        rank(state)
    }

    fn unrank(&self, rank: u64) -> Pieces {
        unrank(rank)
    }

    fn neighbours(&self, state: &Pieces, mut visit: impl FnMut(Pieces)) {
        for first in 0..PIECES {
            let mut next = *state;
            for place in 0..SPIN {
                next[(first + place) % PIECES] = state[(first + SPIN - 1 - place) % PIECES];
            }
            visit(next);
        }
    }

    fn goals(&self) -> Vec<u64> {
        let mut goals: Vec<u64> = (0..PIECES)
            .map(|turn| {
                let mut ring: Pieces = std::array::from_fn(|place| place as u8);
                ring.rotate_left(turn);
                rank(&ring)
            })
            .collect();
        goals.sort_unstable();
        goals
    }
}

/// Compares the searches with the table on every state, and returns how many states reach a goal.
fn searches_agree_with_the_table<S: RankedSpace>(
    puzzle: &S,
    space: &impl StateSpace<State = u64>,
    goals: &[u64],
) -> usize {
    let table = reference::build(puzzle, &Monitor::silent()).unwrap();
    let (limits, silent) = (SearchLimits::default(), Monitor::silent());
    let mut solvable = 0;
    for start in 0..puzzle.len() {
        assert_eq!(puzzle.rank(&puzzle.unrank(start)), start);
        let distance = match table.bytes[start as usize] {
            reference::UNREACHABLE => None,
            moves => Some(usize::from(moves)),
        };
        solvable += usize::from(distance.is_some());
        let bound = space.lower_bound(&start) as usize;
        assert!(distance.is_none_or(|distance| bound <= distance));

        let mut outcomes = vec![
            breadth_first(space, start, &limits, &silent).unwrap(),
            bidirectional(space, start, goals, &limits, &silent).unwrap(),
            a_star(space, start, &limits, &silent).unwrap(),
        ];
        // If no goal can be reached, IDA* does not end.
        if distance.is_some() {
            outcomes.push(ida_star(space, start, &limits, &silent).unwrap());
        }
        let depth = depth_first(space, start, &limits, &silent).unwrap();
        assert_eq!(depth.path.is_some(), distance.is_some());
        assert!(depth.length() >= distance);
        for outcome in &outcomes {
            assert_eq!(outcome.length(), distance, "from rank {start}");
        }
        // Each path is one: it starts at the start, moves to neighbours and ends at a goal.
        for path in outcomes.into_iter().chain([depth]).flat_map(|o| o.path) {
            assert_eq!(path[0], start);
            assert!(goals.contains(&path[path.len() - 1]));
            for step in path.windows(2) {
                let mut beside = false;
                puzzle.neighbours(&puzzle.unrank(step[0]), |next| {
                    beside |= puzzle.rank(&next) == step[1];
                });
                assert!(beside);
            }
        }
    }
    solvable
}

#[test]
fn pancakes_of_six() {
    let space = Ranked::new(&Pancakes);
    let blind = searches_agree_with_the_table(&Pancakes, &space, space.goals());
    let guided = Ranked::new(&Pancakes).with_lower_bound(gaps);
    let with_gaps = searches_agree_with_the_table(&Pancakes, &guided, space.goals());
    assert_eq!([blind, with_gaps], [720, 720]);
    // Every stack of six can be sorted in seven moves, and two need them.
    let table = reference::build(&Pancakes, &Monitor::silent()).unwrap();
    assert_eq!(table.counts, [1, 5, 20, 79, 199, 281, 133, 2]);
}

#[test]
fn top_spin_of_six() {
    fn solvable<const SPIN: usize>() -> usize {
        let puzzle = TopSpin::<SPIN>;
        let space = Ranked::new(&puzzle);
        assert_eq!(space.goals().len(), PIECES);
        searches_agree_with_the_table(&puzzle, &space, space.goals())
    }
    assert_eq!(solvable::<4>(), 720);
    // Reversing three exchanges the outer two, which keeps pieces on even places on even places or,
    // from the odd turns of the ring, on odd ones.
    assert_eq!(solvable::<3>(), 72);
}

#[test]
fn a_better_bound_expands_fewer_states() {
    let blind = Ranked::new(&Pancakes);
    let guided = Ranked::new(&Pancakes).with_lower_bound(gaps);
    let (limits, silent) = (SearchLimits::default(), Monitor::silent());
    let (mut without, mut with) = (0, 0);
    for start in 0..720 {
        let outcome = a_star(&blind, start, &limits, &silent).unwrap();
        without += outcome.stats.expanded;
        let outcome = a_star(&guided, start, &limits, &silent).unwrap();
        with += outcome.stats.expanded;
    }
    assert!(with * 10 < without, "{with} and {without}");
}

/// Boards by rank show the counts of packed boards: both take successors in the same order.
#[test]
fn boards_by_rank_give_the_published_counts() {
    let shape = "2x5".parse().unwrap();
    let goal = Board::goal(shape);
    let space = SlidingSpace::new(shape, goal.blank()).unwrap();
    let ranked = Ranked::new(&space);
    let packed = Sliding::new(&goal);
    let (limits, silent) = (SearchLimits::default(), Monitor::silent());
    for (text, entries) in [
        ("0 5 3 2 1 9 4 8 7 6", 387_239),
        ("0 9 3 7 1 5 4 8 2 6", 386_360),
    ] {
        let board = Board::parse(shape, text).unwrap();
        let start = space.rank(&board);
        let outcome = bidirectional(&ranked, start, ranked.goals(), &limits, &silent).unwrap();
        assert_eq!(outcome.stats.generated, entries);
        let by_rank = outcome.path.unwrap();
        let outcome = bidirectional(
            &packed,
            packed.pack(&board),
            &[packed.goal()],
            &limits,
            &silent,
        )
        .unwrap();
        let by_board = outcome.path.unwrap();
        assert_eq!(by_rank.len(), 56);
        assert!(
            by_rank
                .iter()
                .zip(&by_board)
                .all(|(&rank, &board)| space.unrank(rank) == packed.unpack(board))
        );
    }
}
