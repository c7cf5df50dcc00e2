//! Tables of puzzles of one's own, against plain searches.

use std::{collections::VecDeque, fs};

use tilebase::{
    Monitor, RankedSpace, own,
    own::OwnTable,
    seeded,
    sliding::{Board, SlidingSpace},
};

/// The places of some tiles and of the blank on a 3x3 board, each in a cell of its own or not: a
/// state in which two share a cell leads nowhere. A move of a named tile costs 1, others nothing.
struct Placed {
    /// The cells of the tiles in the goal.
    goal: Vec<u64>,
}

impl Placed {
    fn things(&self) -> u32 {
        self.goal.len() as u32 + 1
    }

    /// Calls `visit` with each state that a step of the blank leads to, and whether a named tile
    /// moves.
    fn each(&self, state: &[u64], mut visit: impl FnMut(Vec<u64>, bool)) {
        if (1..state.len()).any(|at| state[..at].contains(&state[at])) {
            return;
        }
        let blank = state[state.len() - 1];
        let (row, col) = (blank / 3, blank % 3);
        let beside = [
            (row > 0).then(|| blank - 3),
            (row < 2).then(|| blank + 3),
            (col > 0).then(|| blank - 1),
            (col < 2).then(|| blank + 1),
        ];
        for to in beside.into_iter().flatten() {
            let mut next = state.to_vec();
            let moved = state.iter().position(|&cell| cell == to);
            if let Some(tile) = moved {
                next[tile] = blank;
            }
            *next.last_mut().unwrap() = to;
            visit(next, moved.is_some());
        }
    }
}

impl RankedSpace for Placed {
    type State = Vec<u64>;

    fn len(&self) -> u64 {
        9u64.pow(self.things())
    }

    fn rank(&self, state: &Vec<u64>) -> u64 {
        state.iter().fold(0, |rank, cell| 9 * rank + cell)
    }

    fn unrank(&self, mut rank: u64) -> Vec<u64> {
        let mut state = vec![0; self.things() as usize];
        for cell in state.iter_mut().rev() {
            (*cell, rank) = (rank % 9, rank / 9);
        }
        state
    }

    fn neighbours(&self, state: &Vec<u64>, mut visit: impl FnMut(Vec<u64>)) {
        self.each(state, |next, costs| {
            if costs {
                visit(next);
            }
        });
    }

    /// The blank is at home in the last cell.
    fn goals(&self) -> Vec<u64> {
        let mut goal = self.goal.clone();
        goal.push(8);
        vec![self.rank(&goal)]
    }
}

fn free(placed: &Placed) -> impl Fn(&Vec<u64>, &mut dyn FnMut(Vec<u64>)) + Sync + use<> {
    let placed = Placed {
        goal: placed.goal.clone(),
    };
    move |state, visit| {
        placed.each(state, |next, costs| {
            if !costs {
                visit(next);
            }
        });
    }
}

/// The least costs by Dijkstra's algorithm for costs 0 and 1.
fn plain(space: &Placed) -> Vec<u8> {
    let mut costs = vec![u8::MAX; space.len() as usize];
    let mut queue = VecDeque::new();
    for goal in space.goals() {
        costs[goal as usize] = 0;
        queue.push_back((0, goal));
    }
    while let Some((cost, rank)) = queue.pop_front() {
        if cost > costs[rank as usize] {
            continue;
        }
        space.each(&space.unrank(rank), |next, moved| {
            let (next, cost) = (space.rank(&next), cost + u8::from(moved));
            if cost < costs[next as usize] {
                costs[next as usize] = cost;
                if moved {
                    queue.push_back((cost, next))
                } else {
                    queue.push_front((cost, next))
                }
            }
        });
    }
    costs
}

#[test]
fn moves_that_cost_nothing_make_additive_pattern_databases() {
    let halves = [vec![0, 1, 2, 3], vec![4, 5, 6, 7]];
    let tables = halves.map(|goal| {
        let space = Placed { goal };
        let (costs, free) = (plain(&space), free(&space));
        let table = own::build_with_free_moves(space, free, &Monitor::silent()).unwrap();
        for (rank, &cost) in (0..).zip(&costs) {
            let expected = (cost < u8::MAX).then_some(u32::from(cost));
            assert_eq!(table.distance_of_rank(rank).unwrap(), expected);
        }
        let count = |far| costs.iter().filter(|&&cost| u32::from(cost) == far).count() as u64;
        let counts: Vec<u64> = (0..=table.eccentricity()).map(count).collect();
        assert_eq!(table.counts(), counts);
        assert!(table.path(&table.space().unrank(0)).is_err());
        table
    });
    // Their sum is a lower bound of every board, and the greatest exceeds that of either.
    let shape = "3x3".parse().unwrap();
    let boards = own::build(SlidingSpace::new(shape, 8).unwrap(), &Monitor::silent()).unwrap();
    let mut greatest = 0;
    for rank in 0..boards.space().len() {
        let board = boards.space().unrank(rank);
        let cell = |tile: u8| {
            board
                .cells()
                .iter()
                .position(|&other| other == tile)
                .unwrap() as u64
        };
        let cost = |table: &OwnTable<Placed>| {
            let tiles = table.space().goal.iter().map(|&home| cell(home as u8 + 1));
            table
                .distance(&tiles.chain([cell(0)]).collect())
                .unwrap()
                .unwrap()
        };
        let sum = cost(&tables[0]) + cost(&tables[1]);
        assert!(sum <= boards.distance(&board).unwrap().unwrap());
        greatest = greatest.max(sum);
    }
    assert!(greatest > tables[0].eccentricity().max(tables[1].eccentricity()));
}

fn boards(shape: &str) -> SlidingSpace {
    SlidingSpace::new(shape.parse().unwrap(), 0).unwrap()
}

#[test]
fn own_tables_answer_as_the_library_does() {
    let table = own::build(boards("3x3"), &Monitor::silent()).unwrap();
    let solver = tilebase::Library::in_memory().puzzle("3x3").unwrap();
    let solver = solver.with_goal("blank-first").unwrap();
    let depths = solver.depths().unwrap();
    assert_eq!(table.counts(), depths.counts);
    assert_eq!(table.eccentricity(), 31);
    let hardest = table.hardest(10).unwrap();
    assert_eq!(hardest.len(), 2);
    for distance in 0..=31 {
        let all = table.at(distance, usize::MAX).unwrap();
        assert_eq!(all.len() as u64, depths.counts[distance as usize]);
        let some = table.at(distance, 5).unwrap();
        assert_eq!(some, all[..5.min(all.len())]);
        for board in table.sample(3, Some(distance), &mut seeded(7)).unwrap() {
            assert_eq!(table.distance(&board).unwrap(), Some(distance));
            let path = table.path(&board).unwrap().unwrap();
            assert_eq!(path.len(), distance as usize + 1);
        }
    }
    assert_eq!(table.at(32, 5).unwrap(), Vec::<Board>::new());
    let said = table
        .sample(1, Some(32), &mut seeded(7))
        .unwrap_err()
        .to_string();
    assert_eq!(
        said,
        "no state is 32 moves from the goals: the farthest are 31 away"
    );
    // About as many of a uniform sample are at a distance as of all states.
    let drawn = table.sample(20_000, None, &mut seeded(7)).unwrap();
    let far = drawn
        .iter()
        .filter(|board| table.distance(board).unwrap() == Some(22))
        .count();
    let share = far as f64 / 20_000.0;
    assert!(
        (share - depths.counts[22] as f64 / 181_440.0).abs() < 0.01,
        "{share}"
    );
}

#[test]
fn own_tables_are_kept_in_files_that_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.tilebase");
    let table = own::build(boards("3x2"), &Monitor::silent()).unwrap();
    table.save("six cells", &path).unwrap();
    let again = OwnTable::open(boards("3x2"), "six cells", &path).unwrap();
    assert_eq!(again.counts(), table.counts());
    for rank in 0..360 {
        assert_eq!(again.distance_of_rank(rank), table.distance_of_rank(rank));
    }
    assert_eq!(again.hardest(9).unwrap(), table.hardest(9).unwrap());
    again.save("the same", &path).unwrap();
    let of = |space, name: &str| {
        let opened = OwnTable::open(space, name, &path);
        opened.map(|_| ()).unwrap_err().to_string()
    };
    let file = path.display();
    assert_eq!(
        of(boards("3x2"), "six cells"),
        format!(
            "{file} holds the table of the same with 360 states, not the table of six cells with \
             360 states; move it away and build the table again"
        )
    );
    let elsewhere = SlidingSpace::new("3x2".parse().unwrap(), 2).unwrap();
    assert_eq!(
        of(elsewhere, "the same"),
        format!("{file} is a table of the same for other goals: build it again")
    );
    assert!(of(boards("3x3"), "the same").contains("181440 states"));
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() - 500;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert!(OwnTable::open(boards("3x2"), "the same", &path).is_err());
    assert!(OwnTable::open(boards("3x2"), "the same", &folder.path().join("none")).is_err());
}

const YARD_ROWS: u8 = 5;
const YARD_COLS: u8 = 8;
const YARD_CELLS: u8 = YARD_ROWS * YARD_COLS;

/// Robots in a yard, one of which steps to a free cell beside it at a time. States in which two
/// share a cell lead nowhere.
struct Robots;

impl RankedSpace for Robots {
    type State = [u8; 5];

    fn len(&self) -> u64 {
        u64::from(YARD_CELLS).pow(5)
    }

    fn rank(&self, cells: &[u8; 5]) -> u64 {
        cells.iter().fold(0, |rank, &cell| {
            u64::from(YARD_CELLS) * rank + u64::from(cell)
        })
    }

    fn unrank(&self, mut rank: u64) -> [u8; 5] {
        assert!(rank < self.len(), "there are no more states");
        let mut cells = [0; 5];
        for cell in cells.iter_mut().rev() {
            *cell = (rank % u64::from(YARD_CELLS)) as u8;
            rank /= u64::from(YARD_CELLS);
        }
        cells
    }

    fn neighbours(&self, cells: &[u8; 5], mut visit: impl FnMut([u8; 5])) {
        for (robot, &cell) in cells.iter().enumerate() {
            let (row, col) = (cell / YARD_COLS, cell % YARD_COLS);
            let beside = [
                (row > 0).then(|| cell - YARD_COLS),
                (row + 1 < YARD_ROWS).then(|| cell + YARD_COLS),
                (col > 0).then(|| cell - 1),
                (col + 1 < YARD_COLS).then(|| cell + 1),
            ];
            for to in beside.into_iter().flatten() {
                if !cells.contains(&to) {
                    let mut next = *cells;
                    next[robot] = to;
                    visit(next);
                }
            }
        }
    }

    fn goals(&self) -> Vec<u64> {
        vec![self.rank(&std::array::from_fn(|robot| robot as u8))]
    }
}

/// The goals are within reach from every placement of the robots in cells of their own.
#[test]
#[ignore = "reason: a hundred million states; cargo test --release -p tilebase -- --ignored robots"]
fn five_robots_have_a_hundred_million_states() {
    let table = own::build(Robots, &Monitor::silent()).unwrap();
    let apart: u64 = (0..5).map(|robot| u64::from(YARD_CELLS) - robot).product();
    assert_eq!(table.counts().iter().sum::<u64>(), apart);
    let goal = table.space().unrank(table.space().goals()[0]);
    assert_eq!(table.distance(&goal).unwrap(), Some(0));
}
