//! Showing mazes: as text, and as a picture.

use std::fmt::{self, Write};

use super::Maze;

/// Side of a cell in an SVG picture, in pixels.
const SIDE: usize = 10;

impl Maze {
    /// The maze as text with the cells of `path` between start and goal as `.`; reading it back gives
    /// the same maze (unless start and goal are one cell, which one letter cannot say).
    ///
    /// # Panics
    /// If `path` has a cell that is not in the maze.
    pub fn draw(&self, path: &[u32]) -> String {
        let mut characters: Vec<char> = self
            .open
            .iter()
            .map(|&open| if open { ' ' } else { '#' })
            .collect();
        for &cell in path {
            characters[cell as usize] = '.';
        }
        // Where both are one cell, the goal's letter is left out.
        characters[self.goal as usize] = 'G';
        characters[self.start as usize] = 'S';
        let mut text = String::with_capacity(self.rows * (self.cols + 1));
        for row in characters.chunks(self.cols) {
            text.extend(row);
            text.push('\n');
        }
        text
    }

    /// The maze as an SVG picture, ten pixels a cell, with `path` as a red line.
    pub fn svg(&self, path: &[u32]) -> String {
        let (width, height) = (self.cols * SIDE, self.rows * SIDE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n<path fill=\"black\" d=\""
        );
        for (row, cells) in self.open.chunks(self.cols).enumerate() {
            for (first, length) in runs_of_walls(cells) {
                let (x, y, w) = (first * SIDE, row * SIDE, length * SIDE);
                push(&mut svg, format_args!("M{x} {y}h{w}v{SIDE}h-{w}z"));
            }
        }
        svg.push_str("\"/>\n");
        let middle = |cell: u32| {
            (
                self.col(cell) * SIDE + SIDE / 2,
                self.row(cell) * SIDE + SIDE / 2,
            )
        };
        if !path.is_empty() {
            svg.push_str("<polyline fill=\"none\" stroke=\"crimson\" stroke-width=\"3\" points=\"");
            for (place, &cell) in path.iter().enumerate() {
                let (x, y) = middle(cell);
                let gap = if place == 0 { "" } else { " " };
                push(&mut svg, format_args!("{gap}{x},{y}"));
            }
            svg.push_str("\"/>\n");
        }
        for (cell, colour) in [(self.start, "seagreen"), (self.goal, "royalblue")] {
            let (x, y) = middle(cell);
            push(
                &mut svg,
                format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{colour}\"/>\n"),
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// First cell and length of each run of walls in a row.
fn runs_of_walls(row: &[bool]) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    row.chunk_by(|a, b| a == b).filter_map(move |run| {
        let first = at;
        at += run.len();
        (!run[0]).then_some((first, run.len()))
    })
}

fn push(text: &mut String, what: fmt::Arguments<'_>) {
    text.write_fmt(what)
        .expect("writing to a string cannot fail");
}

/// The maze as text, the form that is read.
impl fmt::Display for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(&[]))
    }
}
