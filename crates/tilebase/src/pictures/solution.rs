//! Solutions: a board whose tiles slide, rows with the jumps as arcs, and states side by side.

use tilebase_core::{
    Puzzle, counted, joined,
    sliding::{Metric, blank_of},
    wrapped,
};

use super::Drawing;
use crate::{
    moves::{Move, Moves},
    values::State,
};

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
/// an arc along each jump, and below the last the numbers of the places, by which moves are named.
///
/// Cells are written with these signs, by their numbers, if there are any. Tiles that are alike
/// have one colour, and black and white stones are black and white.
pub fn solution(path: &[State], signs: &[String]) -> String {
    match path.first().map(State::puzzle) {
        None => Drawing::new("no solution", 2.0 * MARGIN, 2.0 * MARGIN).finish(),
        Some(puzzle) => match puzzle.places() {
            Some(places) => board(&places, path, signs),
            None => rows(path, signs),
        },
    }
}

/// Returns the columns and rows that cells at these places take.
fn extent(places: &[[usize; 2]]) -> (f64, f64) {
    let count = |line: usize| places.iter().map(|place| place[line] + 1).max();
    (count(1).unwrap_or(0) as f64, count(0).unwrap_or(0) as f64)
}

/// The width of a sheet of boards, in pixels: that of a printed page.
const SHEET: f64 = 760.0;
/// The room for a heading above a state.
const HEADING: f64 = 22.0;

/// Draws states side by side, each under its heading, with signs as for [`solution`]: for print.
pub fn sheet(title: &str, entries: &[(String, &State)], signs: &[String]) -> String {
    let size = |state: &State| match state.puzzle().places().map(|places| extent(&places)) {
        Some((cols, rows)) => (cols * CELL, rows * CELL),
        None => (state.cells().len() as f64 * STONE, 2.0 * STONE),
    };
    let (width, height) = entries.first().map_or((0.0, 0.0), |(_, state)| size(state));
    let (across, down) = (width + MARGIN, height + HEADING + MARGIN);
    let columns = ((SHEET - MARGIN) / across)
        .floor()
        .max(1.0)
        .min(entries.len().max(1) as f64);
    let lines = (entries.len() as f64 / columns).ceil();
    let top = MARGIN + 24.0;
    let sheet = (MARGIN + columns * across).max(2.0 * MARGIN + 150.0);
    let mut drawing = Drawing::new(title, sheet, top + lines * down);
    drawing.text("title", MARGIN, MARGIN + 6.0, title);
    for (number, (heading, state)) in entries.iter().enumerate() {
        let (line, column) = ((number as f64 / columns).floor(), number as f64 % columns);
        let (x, y) = (MARGIN + column * across, top + line * down);
        drawing.text("", x, y + 16.0, heading);
        match state.puzzle().places() {
            Some(places) => {
                for ([row, col], &tile) in places.into_iter().zip(state.cells()) {
                    let at = (x + CELL * col as f64, y + HEADING + CELL * row as f64);
                    drawing.cell(at);
                    if tile != 0 {
                        let tile = tile_of(state.cells(), tile, signs, "");
                        drawing.add(format!(
                            "<g transform=\"translate({},{})\">{tile}</g>",
                            at.0, at.1
                        ));
                    }
                }
            }
            None => row(&mut drawing, state, signs, (x, y + HEADING + STONE)),
        }
    }
    drawing.finish()
}

impl Drawing {
    /// Appends a cell of a board.
    fn cell(&mut self, (x, y): (f64, f64)) {
        self.add(format!(
            "<rect class=\"cell\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        ));
    }
}

/// Returns the sign of a cell, by its number.
fn sign(number: u8, signs: &[String]) -> String {
    let sign = signs.get(usize::from(number));
    sign.map_or_else(|| number.to_string(), |sign| super::escape(sign))
}

/// Returns the colour of the `number`th of `kinds`. Hues go around the circle, so that neighbours
/// differ.
fn colour(number: u8, kinds: u8) -> String {
    let hue = 360 * u32::from(number.max(1) - 1) / u32::from(kinds.max(1));
    format!("hsl({hue},35%,78%)")
}

/// Returns whether other tiles of a board are like this one.
fn is_alike(cells: &[u8], tile: u8) -> bool {
    cells.iter().filter(|&&other| other == tile).count() > 1
}

/// Returns a tile of a board with these cells, and what follows it in its group. A tile that others
/// are like has their colour.
fn tile_of(cells: &[u8], tile: u8, signs: &[String], more: &str) -> String {
    let half = CELL / 2.0;
    let mut kinds: Vec<u8> = cells.iter().copied().filter(|&tile| tile != 0).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let place = kinds.partition_point(|&kind| kind <= tile) as u8;
    let (fill, ink) = if is_alike(cells, tile) {
        let colour = colour(place, kinds.len() as u8);
        let fill = format!(" style=\"fill:{colour}\"");
        (fill, " style=\"fill:#2e3440\"")
    } else {
        Default::default()
    };
    format!(
        "<rect class=\"tile\" x=\"2\" y=\"2\" width=\"{side}\" height=\"{side}\" rx=\"6\"{fill}/>\
        <text class=\"big\" x=\"{half}\" y=\"{}\"{ink}>{}</text>{more}",
        half + 7.0,
        sign(tile, signs),
        side = CELL - 4.0,
    )
}

fn title(path: &[State]) -> String {
    let puzzle = path.first().map(|state| state.puzzle().to_string());
    let moves = path.len().saturating_sub(1);
    format!("{}: {}", puzzle.unwrap_or_default(), counted(moves, "move"))
}

fn board(places: &[[usize; 2]], path: &[State], signs: &[String]) -> String {
    let place = |cell: usize| {
        let [row, col] = places[cell].map(|line| CELL * line as f64);
        (MARGIN + col, MARGIN + 24.0 + row)
    };
    let (cols, rows) = extent(places);
    // A move of the single-tile metric has the same name in the multi-tile metric.
    let moves = Moves::along(Metric::Multi, path);
    let path = &path[..=moves.len()];
    // Where tiles are alike, a letter would be a tile or a direction.
    let has_alike = path[0]
        .cells()
        .iter()
        .any(|&tile| is_alike(path[0].cells(), tile));
    let name = |step: Move| match signs.get(usize::from(step.name)) {
        _ if has_alike => step.letters().unwrap_or_default(),
        Some(sign) => sign.clone(),
        None => step.to_string(),
    };
    let words = joined(moves.iter().map(name), " ");
    let text = wrapped(&words, (LETTERS * cols as usize).max(20));
    let width = (2.0 * MARGIN + CELL * cols).max(2.0 * MARGIN + 150.0);
    let below = MARGIN + 24.0 + CELL * rows + 24.0;
    let height = below + 18.0 * text.len() as f64 + 8.0;
    let mut drawing = Drawing::new(title(path), width, height);
    drawing.text("title", MARGIN, MARGIN + 6.0, &title(path));
    for cell in 0..places.len() {
        drawing.cell(place(cell));
    }
    let seconds = MOVE * moves.len() as f64 + 2.0 * PAUSE;
    for (cells, tile) in tracks(path).iter().zip(path[0].cells()) {
        if *tile == 0 {
            continue;
        }
        let (x, y) = place(cells[0]);
        let tile = tile_of(
            path[0].cells(),
            *tile,
            signs,
            &slides(cells, place, seconds),
        );
        drawing.add(format!("<g transform=\"translate({x},{y})\">{tile}</g>"));
    }
    for (line, number) in text.iter().zip(0u16..) {
        drawing.text("faint", MARGIN, below + 18.0 * f64::from(number), line);
    }
    drawing.finish()
}

/// Returns, for what is in each cell at the start, the cells where it is in each state of the path.
/// Tiles that look alike are told apart.
fn tracks(path: &[State]) -> Vec<Vec<usize>> {
    let cells = path[0].cells().len();
    let mut tracks: Vec<Vec<usize>> = (0..cells).map(|cell| vec![cell]).collect();
    // The cell where what is in each cell began.
    let mut began: Vec<u8> = (0..=u8::MAX).take(cells).collect();
    for step in path.windows(2) {
        let [before, after] = [step[0].cells(), step[1].cells()];
        if let Puzzle::Sliding(shape) = step[0].puzzle() {
            shape.slide_cells(&mut began, blank_of(before), blank_of(after));
        } else {
            let mut changed = (0..cells).filter(|&cell| before[cell] != after[cell]);
            if let (Some(a), Some(b)) = (changed.next(), changed.next()) {
                began.swap(a, b);
            }
        }
        for (cell, &start) in began.iter().enumerate() {
            tracks[usize::from(start)].push(cell);
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

/// The distance between rows, and the radius of a stone.
const APART: f64 = 64.0;
const RADIUS: f64 = 13.0;
const STONE: f64 = 32.0;

/// Draws a row of stones and its empty places, from this point at the left of its middle.
fn row(drawing: &mut Drawing, state: &State, signs: &[String], (left, y): (f64, f64)) {
    let letters = match state.puzzle() {
        Puzzle::Oshidori(stones) => stones.letters(),
        _ => false,
    };
    let kinds = state.cells().iter().copied().max().unwrap_or(1);
    for (cell, &kind) in state.cells().iter().enumerate() {
        let x = left + STONE * (cell as f64 + 0.5);
        let (fill, ink) = match kind {
            0 => {
                drawing.add(format!(
                    "<circle class=\"cell\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" \
                    stroke-dasharray=\"3 3\"/>"
                ));
                continue;
            }
            1 if letters => ("#2e3440".to_owned(), "#fff"),
            _ if letters => ("#fff".to_owned(), "#2e3440"),
            kind => (colour(kind, kinds), "#2e3440"),
        };
        let sign = match (signs, kind) {
            ([], 1) if letters => "B".to_owned(),
            ([], _) if letters => "W".to_owned(),
            (signs, kind) => sign(kind, signs),
        };
        drawing.add(format!(
            "<circle class=\"stone\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" \
            fill=\"{fill}\"/><text x=\"{x}\" y=\"{}\" \
            style=\"fill:{ink};text-anchor:middle\">{sign}</text>",
            y + 4.5
        ));
    }
}

fn rows(path: &[State], signs: &[String]) -> String {
    let cells = path[0].cells().len();
    let width = 2.0 * MARGIN + STONE * cells as f64 + 40.0;
    let height = 2.0 * MARGIN + 66.0 + APART * (path.len() as f64 - 1.0);
    let mut drawing = Drawing::new(title(path), width.max(220.0), height);
    drawing.text("title", MARGIN, MARGIN + 2.0, &title(path));
    let x = |cell: f64| MARGIN + 36.0 + STONE * (cell + 0.5);
    let y = |number: usize| MARGIN + 40.0 + APART * number as f64;
    for (number, state) in path.iter().enumerate() {
        if number > 0 {
            drawing.text("faint", MARGIN, y(number) + 4.0, &format!("{number}"));
        }
        row(&mut drawing, state, signs, (MARGIN + 36.0, y(number)));
    }
    for place in 0..cells {
        let below = y(path.len() - 1) + RADIUS + 20.0;
        drawing.text("faint mid", x(place as f64), below, &place.to_string());
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
