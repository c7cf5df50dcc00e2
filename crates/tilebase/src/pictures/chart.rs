//! Charts: bars and lines over numbers of moves.

use tilebase_core::counted;

use super::Drawing;
use crate::{
    answers::{Answer, Bounds, Depths, Review},
    units::count,
};

/// The sides of a chart and the margins around its plot, in pixels.
const SIZE: (f64, f64) = (800.0, 480.0);
/// The width of a digit of the labels at the left, and what stands beside them.
const DIGIT: f64 = 7.5;
const BESIDE: f64 = 20.0;
/// The letters of the name of the numbers at the left.
const LABEL: usize = 12;
const RIGHT: f64 = 24.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 56.0;

/// A plot whose columns are whole numbers of moves.
struct Plot {
    drawing: Drawing,
    /// The margin at the left, in which the greatest label fits.
    left: f64,
    first: f64,
    columns: f64,
    most: f64,
    log: bool,
}

impl Plot {
    /// Returns a plot of columns from `first` on, and heights up to `most`.
    fn new(title: &str, first: u32, columns: u32, most: f64, log: bool) -> Self {
        let mut drawing = Drawing::new(title, SIZE.0, SIZE.1);
        let left = BESIDE + DIGIT * count(most as u64).len().max(LABEL) as f64;
        drawing.text("title", left, 32.0, title);
        Self {
            drawing,
            left,
            first: first.into(),
            columns: f64::from(columns.max(1)),
            most: most.max(1.0),
            log,
        }
    }

    /// Returns the middle of a column.
    fn x(&self, column: f64) -> f64 {
        self.left + (column - self.first + 0.5) * self.width()
    }

    /// Returns the width of a column.
    fn width(&self) -> f64 {
        (SIZE.0 - self.left - RIGHT) / self.columns
    }

    /// Returns the height of a number. On a logarithmic scale, 1 is above the axis, too, so that it
    /// can be seen.
    fn y(&self, number: f64) -> f64 {
        let part = if self.log {
            (number.max(0.5) * 2.0).ln() / (self.most * 2.0).ln()
        } else {
            number / self.most
        };
        SIZE.1 - BOTTOM - part * (SIZE.1 - TOP - BOTTOM)
    }

    /// Returns the point of a height in a column.
    fn at(&self, column: u32, height: u32) -> (f64, f64) {
        (self.x(column.into()), self.y(height.into()))
    }

    /// Draws the axes with their numbers and names.
    fn axes(&mut self, along: &str, up: &str) {
        let floor = SIZE.1 - BOTTOM;
        for number in self.heights() {
            let y = self.y(number);
            (self.drawing).line("grid", (self.left, y), (SIZE.0 - RIGHT, y));
            let label = count(number as u64);
            (self.drawing).text("faint end", self.left - 8.0, y + 4.0, &label);
        }
        (self.drawing).line("axis", (self.left, floor), (SIZE.0 - RIGHT, floor));
        let step = nice(self.columns / 16.0).max(1.0);
        let mut column = (self.first / step).ceil() * step;
        while column < self.first + self.columns {
            let x = self.x(column);
            (self.drawing).line("axis", (x, floor), (x, floor + 4.0));
            let label = format!("{column}");
            (self.drawing).text("faint mid", x, floor + 19.0, &label);
            column += step;
        }
        let middle = (self.left + SIZE.0 - RIGHT) / 2.0;
        (self.drawing).text("mid", middle, SIZE.1 - 14.0, along);
        (self.drawing).text("faint end", self.left - 8.0, TOP - 14.0, up);
    }

    /// Draws bars, each centred on its column of so many moves.
    fn bars(&mut self, bars: impl Iterator<Item = (u32, u64)>) {
        // Bars stay narrow if there are few columns.
        let width = (self.width() * 0.8).clamp(1.0, 36.0);
        for (moves, number) in bars {
            let (x, y) = (self.x(moves.into()) - width / 2.0, self.y(number as f64));
            self.drawing.add(format!(
                "<rect class=\"bar\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
                height=\"{:.1}\"><title>{}: {}</title></rect>",
                SIZE.1 - BOTTOM - y,
                counted(moves, "move"),
                count(number)
            ));
        }
    }

    /// Returns the numbers at which lines cross the plot.
    fn heights(&self) -> Vec<f64> {
        let step = nice(self.most / 6.0).max(1.0);
        if self.log {
            let powers = (0..20).map(|power| 10f64.powi(power));
            powers.take_while(|&number| number <= self.most).collect()
        } else {
            let times = 0..=(self.most / step) as u32;
            times.map(|times| f64::from(times) * step).collect()
        }
    }
}

/// Returns the least of 1, 2, 5, 10, 20, … that is at least this number.
fn nice(number: f64) -> f64 {
    let power = 10f64.powf(number.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    let step = steps.iter().find(|&step| step * power >= number);
    step.unwrap_or(&10.0) * power
}

/// Draws the number of states at each distance, and marks the mean and the greatest distance. With
/// `log`, the scale is logarithmic, so that small counts can be seen.
pub fn depths(depths: &Depths, log: bool) -> String {
    let title = format!("{}: states by distance", depths.about.puzzle);
    let most = depths.counts.iter().copied().max().unwrap_or(1) as f64;
    let columns = depths.counts.len() as u32;
    let mut plot = Plot::new(&title, 0, columns, most, log);
    plot.axes("distance from the goal, in moves", "states");
    let floor = SIZE.1 - BOTTOM;
    plot.bars((0..).zip(depths.counts.iter().copied()));
    let mean = depths.mean();
    let farthest = depths.counts.last().copied().unwrap_or_default();
    let (x, y) = (plot.x(mean), TOP - 6.0);
    plot.drawing.line("mark", (x, y), (x, floor));
    let label = format!("mean {mean:.2}");
    plot.drawing.text("mid", x, y - 6.0, &label);
    let (x, top) = (plot.x(depths.eccentricity.into()), plot.y(farthest as f64));
    plot.drawing.line("mark", (x, y), (x, top - 4.0));
    let label = format!("{} at most: {}", depths.eccentricity, count(farthest));
    plot.drawing.text("end", SIZE.0 - RIGHT, y - 6.0, &label);
    plot.drawing.finish()
}

/// Draws the number of moves that a search of a board tried within each threshold, on a logarithmic
/// scale. `None` if the answer has no thresholds, as that of a table.
pub fn growth(answer: &Answer) -> Option<String> {
    let stats = answer.stats.as_ref()?;
    let (first, last) = (stats.iterations.first()?, stats.iterations.last()?);
    let title = format!(
        "{}: {} tried with {}",
        answer.state.puzzle(),
        counted(count(stats.generated), "move"),
        answer.heuristic.as_deref().unwrap_or("its bound"),
    );
    let generated = stats.iterations.iter().map(|step| step.generated);
    let most = generated.max().unwrap_or(1) as f64;
    let columns = last.threshold - first.threshold + 1;
    let mut plot = Plot::new(&title, first.threshold, columns, most, true);
    plot.axes("threshold, in moves", "moves tried");
    let steps = stats.iterations.iter();
    plot.bars(steps.map(|step| (step.threshold, step.generated)));
    Some(plot.drawing.finish())
}

/// Draws the distance after each move of a game, and marks the moves that were not optimal. If a
/// distance is not proven, a vertical line leads from its lower bound to the best solution known.
pub fn review(review: &Review) -> String {
    let made = review.moves.len() as u32;
    let title = format!(
        "{}: a game of {}, {} wasted",
        review.state.puzzle(),
        counted(made, "move"),
        review.wasted().range()
    );
    let bounds: Vec<Bounds> = review.bounds_along().collect();
    let highest = |bounds: &Bounds| bounds.upper.unwrap_or(bounds.lower);
    let most = bounds.iter().map(highest).max().unwrap_or(1);
    let mut plot = Plot::new(&title, 0, made + 1, most.into(), false);
    plot.axes("moves made", "moves to go");
    let proven = (0u32..).zip(&bounds).map(|(number, bounds)| {
        let distance = bounds.exact()?;
        Some(plot.at(number, distance))
    });
    let proven: Vec<Option<(f64, f64)>> = proven.collect();
    for run in proven.split(Option::is_none).filter(|run| !run.is_empty()) {
        plot.drawing.polyline(run.iter().flatten().copied());
    }
    for (number, bounds) in (0u32..).zip(&bounds) {
        if bounds.exact().is_none() {
            let lower = plot.at(number, bounds.lower);
            let upper = plot.at(number, bounds.upper.unwrap_or(most));
            plot.drawing.line("axis", lower, upper);
        }
    }
    for (number, step) in (1u32..).zip(&review.moves) {
        let (class, radius, verdict) = match step.optimal {
            Some(true) => ("good", 3.0, "optimal"),
            Some(false) => ("bad", 5.0, "wasted"),
            None => ("bar", 3.0, "not known whether optimal"),
        };
        let at = plot.at(number, highest(&step.bounds));
        let (made, range) = (step.step, step.bounds.range());
        let title = format!("{number}: {made}, {range} to go, {verdict}");
        plot.drawing.circle(class, at, radius, &title);
    }
    plot.drawing.finish()
}

/// A number with a name.
#[derive(Debug, Clone)]
pub struct Bar {
    /// What stands before the bar.
    pub name: String,
    /// The length of the bar; without a number there is none.
    pub number: Option<u64>,
    /// What stands after the bar.
    pub label: String,
}

/// The distance between the bars of [`bars`], and the letters of the labels behind them.
const PITCH: f64 = 30.0;
const BEHIND: usize = 24;

/// Draws numbers as bars, one below the other, on a logarithmic scale: ten times as many is as much
/// longer everywhere.
pub fn bars(title: &str, bars: &[Bar]) -> String {
    let longest = bars.iter().map(|bar| bar.name.chars().count()).max();
    let left = BESIDE + DIGIT * longest.unwrap_or_default() as f64;
    let room = SIZE.0 - left - RIGHT - DIGIT * BEHIND as f64;
    let numbers = bars.iter().filter_map(|bar| bar.number);
    let most = (numbers.max().unwrap_or(1).max(1) as f64 * 2.0).ln();
    let height = TOP + PITCH * bars.len() as f64;
    let mut drawing = Drawing::new(title, SIZE.0, height);
    drawing.text("title", left, 32.0, title);
    for (bar, place) in bars.iter().zip(0u32..) {
        let y = TOP - 14.0 + PITCH * f64::from(place);
        let length = bar.number.map_or(0.0, |number| {
            room * (number.max(1) as f64 * 2.0).ln() / most
        });
        drawing.add(format!(
            "<rect class=\"bar\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{length:.1}\" \
            height=\"18\"/>"
        ));
        drawing.text("end", left - 8.0, y + 13.5, &bar.name);
        drawing.text("faint", left + length + 8.0, y + 13.5, &bar.label);
    }
    drawing.finish()
}

/// What is known of rows of a number of kinds, two stones of each.
#[derive(Debug, Clone, Copy)]
pub struct Kinds {
    /// The number of kinds.
    pub kinds: u32,
    /// The bounds of the least number of moves.
    pub bounds: Bounds,
    /// Moves of the construction, for an odd number of kinds.
    pub construction: Option<u32>,
}

/// Draws the least number of moves of rows by the number of kinds, between the covering bound and
/// the construction.
pub fn moves_by_kinds(lines: &[Kinds]) -> String {
    let last = lines.last().map_or(3, |line| line.kinds);
    let moves = |line: &Kinds| {
        [
            Some(line.bounds.lower),
            line.bounds.upper,
            line.construction,
        ]
    };
    let most = lines.iter().flat_map(moves).flatten().max().unwrap_or(3);
    let title = "oshidori: least number of moves by kinds";
    let mut plot = Plot::new(title, 3, last - 2, f64::from(most + 2), false);
    plot.axes("kinds, two stones of each", "moves");
    let bound = (plot.at(3, 3), plot.at(last, last));
    plot.drawing.line("axis", bound.0, bound.1);
    let construction = lines.iter().filter_map(|line| {
        let moves = line.construction?;
        Some(plot.at(line.kinds, moves))
    });
    let construction: Vec<(f64, f64)> = construction.collect();
    plot.drawing.polyline(construction.into_iter());
    for line in lines {
        let Kinds { kinds, bounds, .. } = *line;
        let lower = plot.at(kinds, bounds.lower);
        let upper = plot.at(kinds, bounds.upper.unwrap_or(most + 2));
        let title = format!("{kinds} kinds: {}", counted(bounds.lower, "move"));
        match bounds.exact() {
            Some(_) => plot.drawing.circle("good", lower, 4.0, &title),
            None => plot.drawing.line("mark", lower, upper),
        }
    }
    let legend = [
        ("good", "least number of moves, proven"),
        ("mark", "between proven bounds"),
        ("line", "the construction, for odd numbers of kinds"),
        ("axis", "the covering bound"),
    ];
    let left = plot.left;
    for ((class, text), row) in legend.iter().zip(0u8..) {
        let y = TOP + 10.0 + 20.0 * f64::from(row);
        match *class {
            "good" => plot.drawing.circle("good", (left + 22.0, y), 4.0, ""),
            class => plot.drawing.line(class, (left + 12.0, y), (left + 32.0, y)),
        }
        plot.drawing.text("", left + 40.0, y + 4.0, text);
    }
    plot.drawing.finish()
}
