//! Boards of all sizes as slices of cells: text, checks, moves, solvability and names.

use proptest::prelude::*;
use tilebase_core::{
    Puzzle, StateError,
    sliding::{
        Board, CELLS_LIMIT, MAX_CELLS, Metric, Parity, Shape, line_of_cells, solvable_cells,
    },
};
use tilebase_testing::shapes;

fn any_shape() -> impl Strategy<Value = Shape> {
    proptest::sample::select(shapes())
}

/// A shape with an arrangement of its tiles, solvable or not.
fn arrangement() -> impl Strategy<Value = (Shape, Vec<u8>)> {
    any_shape().prop_flat_map(|shape| (Just(shape), shuffled(shape)))
}

fn shuffled(shape: Shape) -> impl Strategy<Value = Vec<u8>> {
    Just(shape.ordered_cells(0)).prop_shuffle()
}

fn parsed(shape: Shape, text: &str) -> Result<Vec<u8>, StateError> {
    let mut cells = vec![0; shape.cells()];
    shape.parse_cells(text, &mut cells).map(|()| cells)
}

fn blank(cells: &[u8]) -> usize {
    cells.iter().position(|&cell| cell == 0).unwrap()
}

/// Returns whether `cells` can reach `goal`, by the oldest of rules: each move exchanges the blank
/// with a tile and changes the blank's colour on a checkerboard. The exchanges are counted by
/// sorting.
fn solvable_by_exchanges(shape: Shape, cells: &[u8], goal: &[u8]) -> bool {
    let mut sorted = cells.to_vec();
    let mut exchanges = shape.distance(blank(cells), blank(goal));
    for (place, wanted) in goal.iter().enumerate() {
        let from = sorted.iter().position(|cell| cell == wanted).unwrap();
        if from != place {
            sorted.swap(from, place);
            exchanges += 1;
        }
    }
    exchanges.is_multiple_of(2)
}

/// Returns whether the cells are an arrangement, by sorting them.
fn is_arrangement(shape: Shape, cells: &[u8]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.len() == shape.cells()
        && sorted
            .iter()
            .enumerate()
            .all(|(at, &cell)| at == cell.into())
}

proptest! {
    #[test]
    fn text_reads_back((shape, cells) in arrangement()) {
        let line = line_of_cells(&cells);
        prop_assert_eq!(&line, &cells.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
        prop_assert_eq!(&parsed(shape, &line).unwrap(), &cells);
        let rows: Vec<String> = cells
            .chunks(shape.cols())
            .map(|row| format!("      {row:?}"))
            .collect();
        // A list with a line for each cell is the longest text that programs write.
        let pretty = format!("{{\n \"state\": {cells:#?},\n \"states\": [[0]]}}");
        let flat = format!("{{\"state\":{cells:?},\"states\":[[0]]}}");
        let list = format!("[{}]", rows.join(",\n"));
        prop_assert_eq!(&parsed(shape, &list).unwrap(), &cells);
        prop_assert_eq!(&parsed(shape, &flat).unwrap(), &cells);
        prop_assert_eq!(&parsed(shape, &pretty).unwrap(), &cells);
    }

    #[test]
    fn what_is_an_arrangement_is_found_as_sorting_finds_it(
        (shape, cells) in arrangement(),
        changes in proptest::collection::vec(any::<(prop::sample::Index, u8)>(), 0..3),
        missing in 0usize..2,
    ) {
        prop_assert_eq!(shape.check_cells(&cells), Ok(()));
        let mut cells = cells;
        for (place, value) in changes {
            let place = place.index(cells.len());
            cells[place] = value;
        }
        let given = &cells[missing..];
        prop_assert_eq!(shape.check_cells(given).is_ok(), is_arrangement(shape, given));
        match shape.check_cells(given) {
            Ok(()) => {}
            Err(StateError::WrongCount { expected, found }) => {
                prop_assert_eq!((expected, found), (shape.cells(), given.len()));
            }
            Err(StateError::OutOfRange { value, max, position }) => {
                let found = given[position - 1];
                prop_assert_eq!(found.to_string(), value);
                prop_assert_eq!(max as usize, shape.tiles());
                prop_assert!(u64::from(found) > max);
            }
            Err(StateError::WrongNumber { what, found, expected }) => {
                let value = what.strip_prefix("tile ").map_or(0, |tile| tile.parse().unwrap());
                let times = given.iter().filter(|&&cell| cell == value).count();
                prop_assert_eq!((found, expected), (times, 1));
                prop_assert!(found > 1);
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn moves_undo_and_go_one_cell_at_a_time((shape, cells) in arrangement()) {
        let start = blank(&cells);
        for metric in [Metric::Single, Metric::Multi] {
            let mut destinations: Vec<usize> = shape.destinations(start, metric).collect();
            for &to in &destinations {
                let mut moved = cells.clone();
                let tiles = shape.slide_cells(&mut moved, start, to);
                prop_assert_eq!(tiles, shape.distance(start, to));
                let mut stepped = cells.clone();
                while blank(&stepped) != to {
                    let at = blank(&stepped);
                    let next = shape.neighbours(at).min_by_key(|&cell| shape.distance(cell, to));
                    stepped.swap(at, next.unwrap());
                }
                prop_assert_eq!(&moved, &stepped);
                shape.slide_cells(&mut moved, to, start);
                prop_assert_eq!(&moved, &cells);
            }
            destinations.sort_unstable();
            let in_reach = (0..shape.cells()).filter(|&cell| match metric {
                Metric::Single => shape.distance(start, cell) == 1,
                Metric::Multi => cell != start
                    && (shape.row(cell) == shape.row(start) || shape.col(cell) == shape.col(start)),
            });
            prop_assert_eq!(destinations, in_reach.collect::<Vec<_>>());
        }
    }

    #[test]
    fn solvable_is_what_exchanges_say(
        (shape, cells, goal) in any_shape()
            .prop_flat_map(|shape| (Just(shape), shuffled(shape), shuffled(shape)))
    ) {
        let solvable = solvable_cells(shape, &cells, &goal);
        prop_assert_eq!(solvable, solvable_by_exchanges(shape, &cells, &goal));
        prop_assert_eq!(Parity::of_cells(shape, &cells, &goal).solvable(), solvable);
        let mut exchanged = cells.clone();
        let tiles: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] != 0).take(2).collect();
        exchanged.swap(tiles[0], tiles[1]);
        prop_assert_ne!(solvable_cells(shape, &exchanged, &goal), solvable);
        for to in shape.destinations(blank(&cells), Metric::Multi) {
            let mut moved = cells.clone();
            shape.slide_cells(&mut moved, blank(&cells), to);
            prop_assert_eq!(solvable_cells(shape, &moved, &goal), solvable);
        }
    }

    #[test]
    fn small_boards_are_the_same_cells((shape, cells) in arrangement()) {
        let (read, taken) = (
            Board::parse(shape, &line_of_cells(&cells)),
            Board::from_cells(shape, &cells),
        );
        prop_assert_eq!(&read, &taken);
        if Board::holds(shape) {
            let board = read.unwrap();
            prop_assert_eq!(board.cells(), &cells[..]);
            prop_assert_eq!(board.to_string(), line_of_cells(&cells));
            let home = blank(&cells);
            let ordered = Board::ordered(shape, home);
            prop_assert_eq!(ordered.cells(), shape.ordered_cells(home));
        } else {
            let (cells, most) = (shape.cells(), MAX_CELLS);
            prop_assert_eq!(read, Err(StateError::TooManyCells { cells, most }));
        }
    }
}

#[test]
fn ordered_cells_are_in_order_around_the_blank() {
    for shape in shapes() {
        for home in [0, 1, shape.cols(), shape.cells() / 2, shape.tiles()] {
            let cells = shape.ordered_cells(home);
            let tiles: Vec<u8> = cells.iter().copied().filter(|&cell| cell != 0).collect();
            assert_eq!(
                (blank(&cells), tiles.len()),
                (home, shape.tiles()),
                "{shape}"
            );
            assert!(
                tiles.iter().zip(1..=u8::MAX).all(|(&tile, at)| tile == at),
                "{shape}"
            );
        }
    }
}

#[test]
fn boards_have_from_four_cells_to_the_limit() {
    for text in ["2x2", "16x16", "2x128", "128x2", "3x85", "15x17"] {
        let puzzle: Puzzle = text.parse().unwrap();
        assert_eq!(puzzle.to_string(), text);
    }
    for text in [
        "1x4",
        "4x1",
        "17x16",
        "2x129",
        "3x86",
        "257x1",
        "300x300",
        "16x",
        "288-puzzle",
    ] {
        let error = text.parse::<Puzzle>().unwrap_err().to_string();
        assert!(
            error.contains(&format!("at most {CELLS_LIMIT} cells")),
            "{text}: {error}"
        );
    }
}

#[test]
fn square_boards_have_names_by_their_tiles() {
    for side in 2..=16 {
        let name = format!("{}-puzzle", side * side - 1);
        let shape = Shape::new(side, side).unwrap();
        assert_eq!(name.parse(), Ok(Puzzle::Sliding(shape)), "{name}");
    }
    assert_eq!("9-puzzle".parse(), "2x5".parse::<Puzzle>());
    for name in [
        "10-puzzle",
        "25-puzzle",
        "puzzle",
        "-puzzle",
        "x-puzzle",
        "99999-puzzle",
    ] {
        let error = name.parse::<Puzzle>().unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("unknown puzzle `{name}`")),
            "{error}"
        );
    }
}
