//! Solutions: a board whose tiles slide, and rows with the jumps as arcs.

use tilebase_core::{
    Puzzle, counted,
    sliding::{Metric, Shape, blank_of},
};

use super::Drawing;
use crate::{moves::Moves, values::State};

/// The side of a cell, in pixels.
const CELL: f64 = 56.0;
/// The margin around a board or row, in pixels.
const MARGIN: f64 = 24.0;
/// The seconds that a move takes, and those for which the start and the end are shown.
const MOVE: f64 = 0.5;
const PAUSE: f64 = 2.0;
/// The number of letters in a line of moves below a board, for each column of the board.
const LETTERS: usize = 7;

/// Draws a solution, given as the states from start to goal. On a board, the tiles slide in a loop,
/// and the moves are written below, so that a printed picture can be read; nothing is drawn after
/// two states that are not one move apart. In a row, each state is drawn below the one before, with
/// an arc along each jump.
pub fn solution(path: &[State]) -> String {
    match path.first().map(State::puzzle) {
        None => Drawing::new("no solution", 2.0 * MARGIN, 2.0 * MARGIN).finish(),
        Some(Puzzle::Sliding(shape)) => {
            let places = (0..shape.cells()).map(|cell| [shape.row(cell), shape.col(cell)]);
            board(&places.collect::<Vec<_>>(), path, |path| {
                tracks(shape, path)
            })
        }
        Some(Puzzle::Graph(graph)) if !graph.places().is_empty() => {
            let places = graph.places().iter().map(|place| place.map(usize::from));
            board(&places.collect::<Vec<_>>(), path, exchanges)
        }
        Some(_) => rows(path),
    }
}

fn title(path: &[State]) -> String {
    let puzzle = path.first().map(|state| state.puzzle().to_string());
    let moves = path.len().saturating_sub(1);
    format!("{}: {}", puzzle.unwrap_or_default(), counted(moves, "move"))
}

/// Draws a board, given the row and the column of each cell, and a function that returns the cells
/// where each tile is in a path.
fn board(
    places: &[[usize; 2]],
    path: &[State],
    tracks: impl Fn(&[State]) -> Vec<Vec<usize>>,
) -> String {
    let place = |cell: usize| {
        let [row, col] = places[cell].map(|at| at as f64);
        (MARGIN + CELL * col, MARGIN + 24.0 + CELL * row)
    };
    let most = |side: usize| {
        places
            .iter()
            .map(|place| place[side] + 1)
            .max()
            .unwrap_or(0)
    };
    let (rows, cols) = (most(0), most(1));
    // A move of the single-tile metric has the same name in the multi-tile metric.
    let moves = Moves::along(Metric::Multi, path);
    let path = &path[..=moves.len()];
    let text = wrapped(&moves.to_string(), (LETTERS * cols).max(20));
    let width = (2.0 * MARGIN + CELL * cols as f64).max(2.0 * MARGIN + 150.0);
    let below = MARGIN + 24.0 + CELL * rows as f64 + 24.0;
    let height = below + 18.0 * text.len() as f64 + 8.0;
    let mut drawing = Drawing::new(title(path), width, height);
    drawing.text("title", MARGIN, MARGIN + 6.0, &title(path));
    for cell in 0..places.len() {
        let (x, y) = place(cell);
        drawing.add(format!(
            "<rect class=\"cell\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        ));
    }
    let seconds = MOVE * moves.len() as f64 + 2.0 * PAUSE;
    for (cells, tile) in tracks(path).iter().zip(path[0].cells()) {
        if *tile == 0 {
            continue;
        }
        let (x, y) = place(cells[0]);
        let half = CELL / 2.0;
        drawing.add(format!(
            "<g transform=\"translate({x},{y})\"><rect class=\"tile\" x=\"2\" y=\"2\" \
            width=\"{side}\" height=\"{side}\" rx=\"6\"/><text class=\"big\" x=\"{half}\" \
            y=\"{}\">{tile}</text>{}</g>",
            half + 7.0,
            slides(cells, place, seconds),
            side = CELL - 4.0,
        ));
    }
    for (line, number) in text.iter().zip(0u16..) {
        drawing.text("faint", MARGIN, below + 18.0 * f64::from(number), line);
    }
    drawing.finish()
}

/// Returns, for what is in each cell at the start, the cells where it is in each state of the path.
/// Tiles that look alike are told apart.
fn tracks(shape: Shape, path: &[State]) -> Vec<Vec<usize>> {
    let mut tracks: Vec<Vec<usize>> = (0..shape.cells()).map(|cell| vec![cell]).collect();
    // The cell where what is in each cell began.
    let mut began: Vec<u8> = (0..=u8::MAX).take(shape.cells()).collect();
    for step in path.windows(2) {
        let (from, to) = (blank_of(step[0].cells()), blank_of(step[1].cells()));
        shape.slide_cells(&mut began, from, to);
        for (cell, &start) in began.iter().enumerate() {
            tracks[usize::from(start)].push(cell);
        }
    }
    tracks
}

/// Returns the tracks on a graph, where a tile and a blank are exchanged in each step.
fn exchanges(path: &[State]) -> Vec<Vec<usize>> {
    let mut at: Vec<usize> = (0..path[0].cells().len()).collect();
    let mut tracks: Vec<Vec<usize>> = at.iter().map(|&cell| vec![cell]).collect();
    for step in path.windows(2) {
        let cells = step[0].cells().iter().zip(step[1].cells()).enumerate();
        let changed = cells.filter(|(_, (before, after))| before != after);
        if let [a, b] = changed.map(|(cell, _)| cell).collect::<Vec<_>>()[..] {
            for cell in &mut at {
                *cell = if *cell == a {
                    b
                } else if *cell == b {
                    a
                } else {
                    *cell
                };
            }
        }
        for (track, &cell) in tracks.iter_mut().zip(&at) {
            track.push(cell);
        }
    }
    tracks
}

/// Returns the animation of a tile that is in these cells, one after another.
fn slides(cells: &[usize], place: impl Fn(usize) -> (f64, f64), seconds: f64) -> String {
    let (mut values, mut times) = (Vec::new(), Vec::new());
    let mut key = |cell: usize, second: f64| {
        let (x, y) = place(cell);
        values.push(format!("{x},{y}"));
        times.push(format!("{:.4}", second / seconds));
    };
    key(cells[0], 0.0);
    let mut moved = false;
    for (step, number) in cells.windows(2).zip(0u32..) {
        if step[0] != step[1] {
            let begins = PAUSE + MOVE * f64::from(number);
            key(step[0], begins);
            key(step[1], begins + 0.8 * MOVE);
            moved = true;
        }
    }
    key(cells[cells.len() - 1], seconds);
    if moved {
        format!(
            "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{seconds}s\" \
            repeatCount=\"indefinite\" values=\"{}\" keyTimes=\"{}\"/>",
            values.join(";"),
            times.join(";")
        )
    } else {
        String::new()
    }
}

/// Returns a text in lines of at most this many letters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The distance between rows, and the radius of a stone.
const APART: f64 = 64.0;
const RADIUS: f64 = 13.0;
const STONE: f64 = 32.0;

fn rows(path: &[State]) -> String {
    let cells = path[0].cells().len();
    let width = 2.0 * MARGIN + STONE * cells as f64 + 40.0;
    let height = 2.0 * MARGIN + 40.0 + APART * (path.len() as f64 - 1.0);
    let mut drawing = Drawing::new(title(path), width.max(220.0), height);
    drawing.text("title", MARGIN, MARGIN + 2.0, &title(path));
    let x = |cell: f64| MARGIN + 36.0 + STONE * (cell + 0.5);
    let y = |number: usize| MARGIN + 40.0 + APART * number as f64;
    for (number, state) in path.iter().enumerate() {
        if number > 0 {
            drawing.text("faint", MARGIN, y(number) + 4.0, &format!("{number}"));
        }
        let kinds = state.cells().iter().copied().max().unwrap_or(1);
        for (cell, &kind) in state.cells().iter().enumerate() {
            if kind == 0 {
                continue;
            }
            let (x, y) = (x(cell as f64), y(number));
            // Hues go around the circle, so that neighbours differ.
            let hue = 360 * u32::from(kind - 1) / u32::from(kinds);
            drawing.add(format!(
                "<circle class=\"stone\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" \
                fill=\"hsl({hue},35%,78%)\"/><text x=\"{x}\" y=\"{}\" \
                style=\"fill:#2e3440;text-anchor:middle\">{kind}</text>",
                y + 4.5
            ));
        }
    }
    for (number, step) in path.windows(2).enumerate() {
        // The middle of the block of cells that are empty in only one of two states.
        let middle = |state: &State, other: &State| {
            let cells = (0u32..).zip(state.cells().iter().zip(other.cells()));
            let block = cells.filter(|(_, (here, there))| **here == 0 && **there != 0);
            let (sum, count) = block.fold((0, 0), |(sum, n), (cell, _)| (sum + cell, n + 1));
            f64::from(sum) / f64::from(count.max(1))
        };
        // The stones come from the cells that are empty afterwards.
        let (from, to) = (middle(&step[1], &step[0]), middle(&step[0], &step[1]));
        let (from, to) = (x(from), x(to));
        let (top, bottom) = (y(number) + RADIUS + 3.0, y(number + 1) - RADIUS - 3.0);
        drawing.add(format!(
            "<path class=\"mark\" d=\"M{from},{top} C{from},{bottom} {to},{top} \
            {to},{bottom}\"/><path class=\"bad\" d=\"M{},{} l8,0 l-4,7 z\"/>",
            to - 4.0,
            bottom - 5.0,
        ));
    }
    drawing.finish()
}
