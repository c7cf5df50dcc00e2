//! The order in which tiles are brought home: line by line, from the outside in.

use tilebase_core::sliding::Shape;

/// A stage of a construction: one tile is brought to its cell, or two at the end of a line.
pub(super) struct Stage {
    /// The tile that has to move.
    pub tile: u8,
    /// The cells of which it has to reach one.
    pub targets: Vec<u8>,
    /// A second tile that has to be at home in the end, and the cells that it stays in until then.
    pub held: Option<(u8, Vec<u8>)>,
    /// Whether the blank has to be in the last cell in the end.
    pub blank_last: bool,
    /// The cells of tiles that earlier stages brought home.
    pub done: Vec<bool>,
    /// The first row and column of the rectangle that is left, if only whole lines are done.
    pub rectangle: Option<(usize, usize)>,
}

/// The last tile but one of a line is free to move, until the last is at home, in this many cells
/// of this many lines.
const FREE_SIDE: usize = 3;

/// Returns the stages for boards of a shape. If a rectangle is square, `columns_first` chooses
/// between its first row and its first column; otherwise the shorter line goes first.
pub(super) fn stages(shape: Shape, columns_first: bool) -> Vec<Stage> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let (mut top, mut left) = (0, 0);
    let mut done = vec![false; shape.cells()];
    let mut stages = vec![];
    let mut add = |targets: Vec<usize>, tile: usize, held, done: &[bool], rectangle| {
        stages.push(Stage {
            tile: tile as u8 + 1,
            targets: targets.iter().map(|&cell| cell as u8).collect(),
            held,
            blank_last: false,
            done: done.to_vec(),
            rectangle,
        });
    };
    while rows - top > 2 || cols - left > 2 {
        let (height, width) = (rows - top, cols - left);
        let is_row = height > width || height == width && !columns_first;
        let length = if is_row { width } else { height };
        let at = |place: usize, depth: usize| {
            let (down, right) = if is_row { (depth, place) } else { (place, depth) };
            (top + down) * cols + left + right
        };
        let mut rectangle = Some((top, left));
        for home in (0..length - 2).map(|place| at(place, 0)) {
            add(vec![home], home, None, &done, rectangle.take());
            done[home] = true;
        }
        let (waiting, last) = (at(length - 2, 0), at(length - 1, 0));
        let near = length.saturating_sub(FREE_SIDE)..length;
        let region = near.flat_map(|place| (0..FREE_SIDE).map(move |depth| at(place, depth)));
        let free_region: Vec<usize> = region.filter(|&cell| !done[cell]).collect();
        let held = (
            waiting as u8 + 1,
            free_region.iter().map(|&cell| cell as u8).collect(),
        );
        add(free_region, waiting, None, &done, rectangle.take());
        add(vec![last], last, Some(held), &done, None);
        (done[waiting], done[last]) = (true, true);
        if is_row {
            top += 1;
        } else {
            left += 1;
        }
    }
    // In 2x2 cells three tiles keep their cyclic order: if one of them and the blank are at home,
    // so are the others.
    let first = top * cols + left;
    add(vec![first], first, None, &done, Some((top, left)));
    if let Some(stage) = stages.last_mut() {
        stage.blank_last = true;
    }
    stages
}
