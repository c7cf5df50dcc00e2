//! Mazes: text, generation, and searches that agree on them.

use proptest::prelude::*;
use tilebase_core::Monitor;
use tilebase_search::{
    GenerateError, MAX_MAZE_CELLS, Maze, MazeError, SearchError, SearchLimits, SearchOutcome,
    SearchStats, StateSpace, Traced, a_star, bidirectional, breadth_first, depth_first,
};

/// Lengths by breadth-first, bidirectional and A* search, after checks on the paths and on the one
/// by depth-first search.
fn lengths(maze: &Maze) -> [Option<usize>; 3] {
    let (limits, silent) = (SearchLimits::default(), Monitor::silent());
    let outcomes = [
        breadth_first(maze, maze.start(), &limits, &silent).unwrap(),
        bidirectional(maze, maze.start(), &[maze.goal()], &limits, &silent).unwrap(),
        a_star(maze, maze.start(), &limits, &silent).unwrap(),
        depth_first(maze, maze.start(), &limits, &silent).unwrap(),
    ];
    for outcome in &outcomes {
        if let Some(path) = &outcome.path {
            follow(maze, path);
        }
    }
    let [breadth, both, star, depth] = outcomes.map(|outcome| outcome.length());
    assert_eq!(depth.is_some(), breadth.is_some());
    assert!(depth >= breadth);
    [breadth, both, star]
}

/// Walks a path by its letters over the text of the maze.
fn follow(maze: &Maze, path: &[u32]) {
    let text = maze.to_string();
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let cols = maze.cols();
    let (mut row, mut col) = (path[0] as usize / cols, path[0] as usize % cols);
    assert_eq!(path[0], maze.start());
    for letter in maze.directions(path).chars() {
        match letter {
            'N' => row -= 1,
            'S' => row += 1,
            'W' => col -= 1,
            'E' => col += 1,
            _ => panic!("{letter} is not a direction"),
        }
        assert_ne!(rows[row][col], b'#');
    }
    assert_eq!(row * cols + col, maze.goal() as usize);
}

fn open_cells(maze: &Maze) -> usize {
    let cells = 0..(maze.rows() * maze.cols()) as u32;
    cells.filter(|&cell| maze.is_open(cell)).count()
}

/// Cells reached from the start, by a separate flood fill.
fn reached(maze: &Maze) -> usize {
    let mut dry: Vec<bool> = (0..(maze.rows() * maze.cols()) as u32)
        .map(|cell| maze.is_open(cell))
        .collect();
    let mut todo = vec![maze.start() as usize];
    let mut wet = 0;
    while let Some(cell) = todo.pop() {
        if std::mem::take(&mut dry[cell]) {
            wet += 1;
            // Generated mazes have walls around, so no step leaves the grid.
            todo.extend([cell - 1, cell + 1, cell - maze.cols(), cell + maze.cols()]);
        }
    }
    wet
}

fn odd(range: std::ops::Range<usize>) -> impl Strategy<Value = usize> {
    range.prop_map(|half| 2 * half + 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn generated_mazes_are_connected_and_searches_agree(
        rows in odd(1..20),
        cols in odd(1..20),
        seed in any::<u64>(),
        braid in prop::sample::select(vec![0.0, 0.3, 1.0]),
    ) {
        let maze = Maze::generate(rows, cols, seed, braid).unwrap();
        prop_assert_eq!((maze.rows(), maze.cols()), (rows, cols));
        prop_assert_eq!(reached(&maze), open_cells(&maze));
        let [breadth, both, star] = lengths(&maze);
        prop_assert!(breadth.is_some());
        prop_assert_eq!([both, star], [breadth, breadth]);

        let rooms = rows.div_ceil(2).saturating_sub(1) * cols.div_ceil(2).saturating_sub(1);
        if braid == 0.0 {
            // A tree: one opening fewer than there are rooms.
            prop_assert_eq!(open_cells(&maze), 2 * rooms - 1);
        }
        if braid == 1.0 && rows > 3 && cols > 3 {
            let mut ways = Vec::new();
            for cell in (0..(rows * cols) as u32).filter(|&cell| maze.is_open(cell)) {
                ways.clear();
                maze.successors(&cell, &mut ways);
                prop_assert!(ways.len() > 1, "cell {} is a dead end", cell);
            }
        }
        prop_assert_eq!(Maze::generate(rows, cols, seed, braid).unwrap(), maze);
    }

    #[test]
    fn searches_agree_in_random_caves(
        cols in 1usize..16,
        cells in prop::collection::vec(prop::bool::weighted(0.65), 1..200),
    ) {
        let rows = cells.len() / cols;
        prop_assume!(rows > 0 && cells[..rows * cols].contains(&true));
        let mut text = String::new();
        for row in cells[..rows * cols].chunks(cols) {
            text.extend(row.iter().map(|&open| if open { ' ' } else { '#' }));
            text.push('\n');
        }
        let maze: Maze = text.parse().unwrap();
        let [breadth, both, star] = lengths(&maze);
        prop_assert_eq!([both, star], [breadth, breadth]);
    }

    #[test]
    fn text_is_read_back(
        rows in odd(2..12),
        cols in odd(1..12),
        seed in any::<u64>(),
    ) {
        let maze = Maze::generate(rows, cols, seed, 0.2).unwrap();
        let path = breadth_first(&maze, maze.start(), &SearchLimits::default(), &Monitor::silent())
            .unwrap()
            .path
            .unwrap();
        prop_assert_eq!(&maze.to_string().parse::<Maze>().unwrap(), &maze);
        let drawn = maze.draw(&path);
        prop_assert_eq!(drawn.matches('.').count(), path.len() - 2);
        prop_assert_eq!(&drawn.parse::<Maze>().unwrap(), &maze);
    }
}

#[test]
fn a_seed_always_gives_the_same_maze() {
    let maze = Maze::generate(7, 15, 7, 0.0).unwrap();
    assert_eq!(maze.to_string(), include_str!("maze-7x15-seed-7.txt"));
    let sample: Maze = include_str!("../../../data/mazes/21x41.txt")
        .parse()
        .unwrap();
    assert_eq!(sample, Maze::generate(21, 41, 7, 0.1).unwrap());
}

#[test]
fn a_loop_and_an_open_field() {
    let maze: Maze = "S   \n    \n   G".parse().unwrap();
    assert_eq!(lengths(&maze), [Some(5); 3]);
    // Manhattan distance is exact here, and A* goes straight.
    let star = a_star(&maze, 0, &SearchLimits::default(), &Monitor::silent()).unwrap();
    assert_eq!(star.stats.expanded, 6);
    let breadth = breadth_first(&maze, 0, &SearchLimits::default(), &Monitor::silent()).unwrap();
    assert_eq!(breadth.stats.generated, 12);
}

#[test]
fn a_maze_without_a_path_has_no_solution() {
    let maze: Maze = "S#G\n".parse().unwrap();
    assert_eq!(lengths(&maze), [None; 3]);
}

#[test]
fn ends_are_found_without_letters() {
    let maze: Maze = "\n####\n# ##\n#  #\n####\n\n".parse().unwrap();
    assert_eq!((maze.rows(), maze.cols()), (4, 4));
    assert_eq!((maze.start(), maze.goal()), (5, 10));
    let maze: Maze = "\u{feff}# #\r\n# S\r\n".parse().unwrap();
    assert_eq!((maze.start(), maze.goal()), (5, 5));
    assert_eq!(lengths(&maze), [Some(0); 3]);
}

#[test]
fn a_maze_of_too_many_cells_is_refused() {
    let error = |text: String| text.parse::<Maze>().unwrap_err();
    let line = " ".repeat(MAX_MAZE_CELLS + 1);
    assert_eq!(error(line), MazeError::TooLarge { line: 1 });
    let lines = format!("{}\n", " ".repeat(1 << 13)).repeat((1 << 13) + 1);
    assert_eq!(
        error(lines),
        MazeError::TooLarge {
            line: (1 << 13) + 1
        }
    );
}

#[test]
fn errors_name_line_and_column() {
    let error = |text: &str| text.parse::<Maze>().unwrap_err();
    assert_eq!(error(""), MazeError::Empty);
    assert_eq!(error("\n\r\n"), MazeError::Empty);
    assert_eq!(error("##\n##\n"), MazeError::NoOpenCell);
    assert_eq!(
        error("\n# #\n#\t#\n"),
        MazeError::Unknown {
            line: 3,
            column: 2,
            found: "\\t".into()
        }
    );
    assert_eq!(
        error("# #\n####\n"),
        MazeError::Ragged {
            line: 2,
            column: 4,
            expected: 3,
            found: 4
        }
    );
    assert_eq!(
        error("# #\n\n# #\n"),
        MazeError::Ragged {
            line: 2,
            column: 1,
            expected: 3,
            found: 0
        }
    );
    assert_eq!(
        error("#S#\n#GS\n"),
        MazeError::Second {
            what: 'S',
            line: 2,
            column: 3,
            first_line: 1,
            first_column: 2
        }
    );
    for (rows, cols) in [
        (4, 5),
        (5, 4),
        (1, 5),
        (0, 0),
        (usize::MAX, 3),
        (8193, 8193),
    ] {
        let found = Maze::generate(rows, cols, 0, 0.0);
        assert_eq!(found, Err(GenerateError::Size { rows, cols }));
    }
    for braid in [-0.1, 1.1, f64::NAN] {
        let found = Maze::generate(5, 5, 0, braid);
        assert!(matches!(found, Err(GenerateError::Braid(_))));
    }
}

#[test]
fn the_picture_has_walls_and_path() {
    let maze: Maze = "###\n#S#\n# #\n#G#\n###\n".parse().unwrap();
    let svg = maze.svg(&[4, 7, 10], &[]);
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"50\"")
    );
    assert!(svg.contains("M0 0h30v10h-30z"));
    assert!(svg.contains("M20 10h10v10h-10z"));
    assert!(svg.contains("points=\"15,15 15,25 15,35\""));
    assert!(!maze.svg(&[], &[]).contains("polyline"));
    // Twelve cells in six shades of two, the first lightest.
    let field: Maze = "S   \n    \n   G".parse().unwrap();
    let cells: Vec<u32> = (0..12).collect();
    let svg = field.svg(&[], &cells);
    assert_eq!(svg.matches("<path").count(), 7);
    assert!(svg.contains("<path class=\"v0\" d=\"M0 0h10v10h-10zM10 0h10v10h-10z\"/>"));
    assert!(svg.contains("d=\"M20 20h10v10h-10zM30 20h10v10h-10z\"/>"));
}

/// Checks that a search visits as many cells as it reports as expanded, each once, and returns
/// them.
fn visited<'a>(maze: &'a Maze, search: MazeSearch<'a>) -> Vec<u32> {
    let space = Traced::new(maze);
    let outcome = search(
        &space,
        maze.start(),
        &SearchLimits::default(),
        &Monitor::silent(),
    )
    .unwrap();
    let visited = space.into_visited();
    assert_eq!(visited[0], maze.start());
    // Depth-first search and A* count the goal, which ends them, as expanded too.
    let ended = visited.len() as u64 + 1 == outcome.stats.expanded;
    assert!(ended || visited.len() as u64 == outcome.stats.expanded);
    let mut distinct = visited.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), visited.len());
    assert!(visited.iter().all(|&cell| maze.is_open(cell)));
    // Each cell but the first lies beside one visited before it.
    for (place, cell) in visited.iter().enumerate().skip(1) {
        let mut beside = Vec::new();
        maze.successors(cell, &mut beside);
        assert!(beside.iter().any(|next| visited[..place].contains(next)));
    }
    visited
}

type MazeSearch<'a> = fn(
    &Traced<'a, Maze>,
    u32,
    &SearchLimits,
    &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<u32>, SearchError>;

#[test]
fn visited_cells_come_in_the_order_of_the_search() {
    let maze = Maze::generate(21, 41, 7, 0.1).unwrap();
    let breadth = visited(&maze, breadth_first);
    let star = visited(&maze, a_star);
    visited(&maze, depth_first);
    assert!(star.len() <= breadth.len());
    // Breadth-first search visits cells in order of their distance from the start.
    let far = |cell: u32| {
        let mut from_here = maze.to_string().replace(['S', 'G'], " ").into_bytes();
        let place = |cell: u32| cell as usize / 41 * 42 + cell as usize % 41;
        from_here[place(cell)] = b'G';
        from_here[place(maze.start())] = b'S';
        let way: Maze = String::from_utf8(from_here).unwrap().parse().unwrap();
        lengths(&way)[0].unwrap()
    };
    let distances: Vec<usize> = breadth[1..].iter().map(|&cell| far(cell)).collect();
    assert!(distances.is_sorted());
}

/// The perfect mazes of 3x3 rooms are 192, and are drawn equally often.
#[test]
fn uniform_mazes_are_uniform() {
    const DRAWS: u64 = 192 * 40;
    let mut drawn = std::collections::HashMap::new();
    for seed in 0..DRAWS {
        let maze = Maze::generate_uniform(7, 7, seed, 0.0).unwrap();
        *drawn.entry(maze.to_string()).or_insert(0u32) += 1;
    }
    assert_eq!(drawn.len(), 192);
    for maze in drawn.keys() {
        // Nine rooms and eight openings without a loop.
        assert_eq!(maze.chars().filter(|&c| c != '#' && c != '\n').count(), 17);
        let maze: Maze = maze.parse().unwrap();
        assert!(lengths(&maze)[0].is_some());
    }
    // 191 degrees of freedom: the mean is 191, the standard deviation 19.5.
    let square = |count: u32| (f64::from(count) - 40.0).powi(2) / 40.0;
    let sum: f64 = drawn.values().map(|&count| square(count)).sum();
    assert!(sum < 191.0 + 4.0 * 19.5, "{sum}");
    let long = Maze::generate_uniform(41, 81, 1, 0.0).unwrap();
    assert!(lengths(&long)[0].is_some());
    assert!(matches!(
        Maze::generate_uniform(4, 5, 1, 0.0),
        Err(GenerateError::Size { .. })
    ));
}
