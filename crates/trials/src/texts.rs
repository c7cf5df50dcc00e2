//! Trials of parsers. Accepted texts are written and read again.

use std::{sync::LazyLock, time::Duration};

use serde_json::{Value, json};
use tilebase::{Library, Moves, Notation, State, StateLines, puzzle_of, units::ByteSize};
use tilebase_core::{
    Monitor, Puzzle,
    oshidori::{Goal, Row, Stones},
    pattern::{Groups, Partition},
    sliding::{Board, Metric, PartialGoal, Placement, Reduction, blank_of},
};
use tilebase_search::{Maze, SearchLimits, Sudoku};
use tilebase_solve::{
    instances as sets,
    oshidori::{RowCheckpoint, RowOptions, solve},
};

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// Returns the puzzle that the first line names, and the rest.
fn of_puzzle(data: &[u8]) -> Option<(Puzzle, String)> {
    let text = text(data);
    let (name, rest) = text.split_once('\n')?;
    Some((name.parse().ok()?, rest.to_owned()))
}

/// Names of puzzles and metrics, sizes in bytes.
pub fn names(data: &[u8]) {
    let text = text(data);
    if let Ok(puzzle) = text.parse::<Puzzle>() {
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    }
    if let Ok(metric) = text.parse::<Metric>() {
        assert_eq!(metric.to_string().parse::<Metric>().ok(), Some(metric));
    }
    if let Ok(size) = text.parse::<ByteSize>() {
        let _ = size.to_string();
    }
}

/// A state or a goal of the puzzle in the first line.
pub fn states(data: &[u8]) {
    let Some((puzzle, text)) = of_puzzle(data) else {
        return;
    };
    if let Ok(state) = State::parse(puzzle, &text) {
        assert_eq!(state.puzzle(), puzzle);
        assert_eq!(State::parse(puzzle, &state.to_string()), Ok(state));
    }
    match puzzle {
        Puzzle::Sliding(shape) => {
            let _ = Board::parse(shape, &text)
                .map(|board| Reduction::to_canonical(&board, Metric::Single));
            let solver = Library::in_memory().solver(puzzle);
            if let Ok(partial_goal) = PartialGoal::parse(shape, &text) {
                assert_eq!(
                    PartialGoal::parse(shape, &partial_goal.to_string()).as_ref(),
                    Ok(&partial_goal)
                );
                let asked = solver.clone().with_goal(text.as_str()).expect("a goal");
                let goal = asked.state(&partial_goal.some_goal()[..]).expect("a state");
                let check = asked.check(&goal).expect("an answer");
                assert_eq!(check.solvable, Some(true));
            }
            if let Ok(check) = solver.check(text.as_str()) {
                let goal = solver.with_goal(text.as_str()).map(|solver| solver.goal());
                assert_eq!(goal.ok(), Some(check.state.to_string()));
            }
        }
        Puzzle::Oshidori(stones) => {
            let _ = Goal::parse(stones, &text).map(|goal| goal.to_string());
        }
        Puzzle::Graph(_) => {
            let solver = Library::in_memory().solver(puzzle);
            if let (Ok(solver), Ok(state)) =
                (solver.with_goal(text.as_str()), State::parse(puzzle, &text))
            {
                assert_eq!(solver.goal(), state.to_string());
            }
        }
    }
}

/// A stream of states of the puzzle in the first line.
pub fn streams(data: &[u8]) {
    let Some((puzzle, text)) = of_puzzle(data) else {
        return;
    };
    let solver = Library::in_memory().solver(puzzle);
    let mut lines = StateLines::new(puzzle);
    let mut texts = Vec::new();
    for line in text.lines() {
        texts.extend(lines.push(line.into()));
    }
    texts.extend(lines.finish());
    for text in texts {
        let _ = solver.reading_of(&text);
        let _ = text.goal().map(|goal| solver.clone().with_goal(goal));
    }
    if let Ok(reading) = solver.reading(&text) {
        let plain = State::parse(puzzle, &reading.state.to_string());
        assert_eq!(plain.as_ref(), Ok(&reading.state));
    }
    let _ = puzzle_of(&text);
}

/// Moves from the goal of the puzzle in the first line.
pub fn moves(data: &[u8]) {
    let Some((puzzle, text)) = of_puzzle(data) else {
        return;
    };
    let goal = Library::in_memory().solver(puzzle).goal();
    let goal = State::parse(puzzle, &goal).expect("the usual goal is a state");
    for notation in [Notation::Tile, Notation::Blank] {
        for metric in [Metric::Single, Metric::Multi] {
            play(&goal, metric, &text, notation);
        }
    }
}

fn play(start: &State, metric: Metric, text: &str, notation: Notation) {
    let Ok(path) = Moves::play(metric, start, text, notation) else {
        return;
    };
    for step in path.windows(2) {
        let neighbours = step[0].neighbours(metric);
        assert!(neighbours.contains(&step[1]), "a step that is not a move");
    }
    let moves = Moves::along(metric, &path);
    assert_eq!(moves.len(), path.len() - 1);
    let _ = (moves.to_string(), moves.letters(), moves.blank());
}

/// A partition of the tiles of the board in the first line.
pub fn partitions(data: &[u8]) {
    let Some((Puzzle::Sliding(shape), text)) = of_puzzle(data) else {
        return;
    };
    let goal = shape.ordered_cells(shape.tiles());
    let canonical = Placement::of_goal(shape, &goal);
    let parsed = text.parse::<Groups>();
    if let Ok(Ok(partition)) = parsed.map(|groups| Partition::of_goal(shape, &goal, &groups)) {
        let sizes = partition.patterns().iter().map(|pattern| pattern.size());
        assert_eq!(sizes.sum::<usize>(), shape.tiles());
    }
    let _ = Partition::named(&text, canonical.image(), canonical.cell(blank_of(&goal)));
}

/// A file of instances of the board in the first line.
pub fn instances(data: &[u8]) {
    let Some((Puzzle::Sliding(shape), text)) = of_puzzle(data) else {
        return;
    };
    let _ = sets::parse(shape, &text);
}

/// A sudoku.
pub fn sudoku(data: &[u8]) {
    let text = text(data);
    for (rows, cols) in [(2, 3), (3, 3), (0, 1), (usize::MAX, 2)] {
        let _ = Sudoku::parse_with_boxes(&text, rows, cols);
    }
    let Ok(sudoku) = text.parse::<Sudoku>() else {
        return;
    };
    assert_eq!(sudoku.to_string().parse().as_ref(), Ok(&sudoku));
    let limits = SearchLimits {
        expanded: 200,
        ..SearchLimits::default()
    };
    if let Ok(solutions) = sudoku.solutions(2, &limits, &Monitor::silent())
        && let Some(solution) = solutions.first
    {
        assert_eq!(solution.conflict(), None);
        let mut kept = sudoku.cells().iter().zip(solution.cells());
        assert!(kept.all(|(&clue, &value)| clue == 0 || clue == value));
    }
}

/// A maze.
pub fn mazes(data: &[u8]) {
    let Ok(maze) = text(data).parse::<Maze>() else {
        return;
    };
    if maze.start() != maze.goal() {
        assert_eq!(maze.draw(&[]).parse().as_ref(), Ok(&maze));
    }
}

/// Returns the question of [`saved_searches`].
fn question() -> (Row, Goal) {
    let stones = Stones::of_kinds(12, 2).expect("a puzzle");
    (Row::start(stones), Goal::default(stones))
}

/// Returns the saved state of a stopped search, and some states that no search has written.
pub fn saved() -> &'static [String] {
    static SAVED: LazyLock<Vec<String>> = LazyLock::new(|| {
        let (start, goal) = question();
        let late = Monitor::silent().for_at_most(Duration::ZERO);
        let answer = solve(&start, &goal, RowOptions::default(), &late).expect("a search");
        let saved = serde_json::to_value(&answer.checkpoint).expect("JSON");
        let place = json!({"job": 1, "path": [1, 5, 3]});
        let forged = [
            json!({"next": 3, "under_way": [place], "found": null, "expanded": 9, "generated": 9}),
            json!({"next": 2, "under_way": [], "found": place, "expanded": 9, "generated": 9}),
        ];
        let forged = forged.map(|progress| {
            let mut forged = saved.clone();
            forged["progress"] = progress;
            forged
        });
        let all = [&saved, &forged[0], &forged[1]];
        all.map(Value::to_string).to_vec()
    });
    &SAVED
}

/// A saved search, which is continued as it is, and again with the right checksum.
pub fn saved_searches(data: &[u8]) {
    let Ok(checkpoint) = serde_json::from_slice::<RowCheckpoint>(data) else {
        return;
    };
    let (start, goal) = question();
    for checkpoint in [checkpoint.clone(), checkpoint.sealed()] {
        let options = RowOptions {
            resume: Some(checkpoint),
            ..RowOptions::default()
        };
        let monitor = Monitor::silent().for_at_most(Duration::from_millis(2));
        // A forged lower bound cannot be detected, but a solution must be valid.
        if let Ok(answer) = solve(&start, &goal, options, &monitor) {
            let is_right = |upper| upper >= answer.lower && upper >= 15;
            assert!(answer.upper.is_none_or(is_right));
        }
    }
}
