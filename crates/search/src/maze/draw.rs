//! Mazes as text and as pictures.

use std::fmt::{self, Write};

use bitvec::slice::BitSlice;
use tilebase_core::counted;

use super::Maze;

/// Side of a cell in an SVG picture, in pixels.
const SIDE: usize = 10;

/// Fills of visited cells, the first visited lightest; on a dark page, darkest.
const SHADES: usize = 6;

/// The colours, which follow the reader's choice of a dark or a light page.
const STYLE: &str = "
.floor{fill:#fff}.wall{fill:#4c566a}.path{stroke:#c2694f;stroke-width:3;fill:none}
.start{fill:#5e8f72}.goal{fill:#c2694f}
.v0{fill:#e8eff7}.v1{fill:#d8e4f1}.v2{fill:#c8d9eb}.v3{fill:#b8cee5}.v4{fill:#a8c2de}.v5{fill:#98b6d8}
@media(prefers-color-scheme:dark){
.floor{fill:#20242c}.wall{fill:#6c7587}
.v0{fill:#27303d}.v1{fill:#2d3a4b}.v2{fill:#344459}.v3{fill:#3a4e67}.v4{fill:#415876}.v5{fill:#476284}
}";

impl Maze {
    /// Returns the maze as text, with `.` for the cells of `path` between start and goal. The text
    /// reads back as the same maze, unless start and goal are the same cell, which one letter
    /// cannot show.
    ///
    /// # Panics
    /// If `path` has a cell that is not in the maze.
    pub fn draw(&self, path: &[u32]) -> String {
        let mut characters: Vec<char> = self
            .open
            .iter()
            .map(|open| if *open { ' ' } else { '#' })
            .collect();
        for &cell in path {
            characters[cell as usize] = '.';
        }
        // If both are the same cell, it gets the start's letter.
        characters[self.goal as usize] = 'G';
        characters[self.start as usize] = 'S';
        let mut text = String::with_capacity(self.rows * (self.cols + 1));
        for row in characters.chunks(self.cols) {
            text.extend(row);
            text.push('\n');
        }
        text
    }

    /// Returns the maze as an SVG picture, ten pixels per cell, with `path` as a line and the cells
    /// of `visited` (see [`Traced`](crate::Traced)) in blue, later ones darker (on a dark page,
    /// lighter). Either may be empty.
    ///
    /// ```
    /// use tilebase_core::Monitor;
    /// use tilebase_search::{SearchLimits, Maze, Traced, a_star};
    ///
    /// let maze = Maze::generate(21, 41, 7, 0.1)?;
    /// let space = Traced::new(&maze);
    /// let found = a_star(&space, maze.start(), &SearchLimits::default(), &Monitor::silent())?;
    /// let picture = maze.svg(&found.path.unwrap_or_default(), &space.into_visited());
    /// assert!(picture.starts_with("<svg "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self, path: &[u32], visited: &[u32]) -> String {
        let (width, height) = (self.cols * SIDE, self.rows * SIDE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title\">\n\
             <title id=\"title\">{}</title>\n<style>{STYLE}\n</style>\n\
             <rect class=\"floor\" width=\"{width}\" height=\"{height}\"/>\n",
            self.title(path, visited)
        );
        let each = visited.len().div_ceil(SHADES).max(1);
        for (shade, cells) in visited.chunks(each).enumerate() {
            push(&mut svg, format_args!("<path class=\"v{shade}\" d=\""));
            for &cell in cells {
                push_cells(&mut svg, self.row(cell), self.col(cell), 1);
            }
            svg.push_str("\"/>\n");
        }
        svg.push_str("<path class=\"wall\" d=\"");
        for (row, cells) in self.open.chunks(self.cols).enumerate() {
            for (first, length) in runs_of_walls(cells) {
                push_cells(&mut svg, row, first, length);
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
            svg.push_str("<polyline class=\"path\" points=\"");
            for (place, &cell) in path.iter().enumerate() {
                let (x, y) = middle(cell);
                let gap = if place == 0 { "" } else { " " };
                push(&mut svg, format_args!("{gap}{x},{y}"));
            }
            svg.push_str("\"/>\n");
        }
        for (cell, end) in [(self.start, "start"), (self.goal, "goal")] {
            let (x, y) = middle(cell);
            push(
                &mut svg,
                format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" class=\"{end}\"/>\n"),
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Says in words what the picture shows.
    fn title(&self, path: &[u32], visited: &[u32]) -> String {
        let mut title = format!(
            "a maze of {} and {}",
            counted(self.rows, "row"),
            counted(self.cols, "column")
        );
        if !path.is_empty() {
            title += &format!(", a path of {}", counted(path.len() - 1, "move"));
        }
        if !visited.is_empty() {
            title += &format!(
                ", {} visited, the first lightest",
                counted(visited.len(), "cell")
            );
        }
        title
    }
}

/// Adds a rectangle of `length` cells of one row to the data of an SVG path.
fn push_cells(svg: &mut String, row: usize, col: usize, length: usize) {
    let (x, y, width) = (col * SIDE, row * SIDE, length * SIDE);
    push(svg, format_args!("M{x} {y}h{width}v{SIDE}h-{width}z"));
}

/// Returns the first cell and the length of each run of walls in a row.
fn runs_of_walls(row: &BitSlice) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    row.split(|_, &open| open).filter_map(move |run| {
        let first = at;
        at += run.len() + 1;
        (!run.is_empty()).then_some((first, run.len()))
    })
}

fn push(text: &mut String, what: fmt::Arguments<'_>) {
    text.write_fmt(what)
        .expect("writing to a string cannot fail");
}

/// Writes the maze as text, in the form that is read.
impl fmt::Display for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(&[]))
    }
}
