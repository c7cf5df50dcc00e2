//! `review --file`: grades of many games, and their means.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use tilebase::{Bounds, Review, Solver, sliding::Metric};

use super::{
    review::{better_lines, grade, outcome},
    unsolvable,
};
use crate::{
    Context, Failure, Outcome, Result, SearchArgs, args::ReviewArgs, input, input::PlayedGame,
    json, output,
};

/// An answer about a game of a file, as JSON has it.
#[derive(Serialize)]
struct Numbered {
    game: usize,
    #[serde(flatten)]
    answer: Value,
}

/// All games, graded in one metric.
struct Grades {
    solver: Solver,
    rows: Vec<Vec<String>>,
    /// Better lines and errors.
    notes: String,
    reviews: Vec<Review>,
}

pub fn run(context: &Context, args: &ReviewArgs, file: &Path) -> Result<Outcome> {
    let search = SearchArgs::Improving(&args.improving);
    let solver = context.solver(&args.question, search)?;
    let solver = solver.with_copied_patterns(true);
    let metrics = if args.both_metrics {
        vec![Metric::Single, Metric::Multi]
    } else {
        vec![solver.metric()]
    };
    let grades = |metric| {
        let solver = solver.clone().with_metric(metric)?;
        Ok(Grades::new(solver.reviewed_soon()?))
    };
    let mut grades: Vec<Grades> = metrics.into_iter().map(grades).collect::<Result<_>>()?;
    // Moves that are the same game in both metrics are read as those of lines of tiles.
    let reader = grades[grades.len() - 1].solver.clone();
    let text = input::text(file)?;
    let games = text.lines().map(str::trim);
    let games = games.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut worst = Outcome::Done;
    for (game, line) in (1..).zip(games) {
        for grades in &mut grades {
            let metric = grades.solver.metric();
            let transposed = args.question.target.transpose;
            let played = input::game(&reader, line, args.game.moves, transposed);
            let played = played.and_then(|(game, signs)| {
                let game = if args.both_metrics { game.in_metric(metric)? } else { game };
                Ok((game, signs))
            });
            worst = worst.max(grades.add(context, args, game, played)?);
        }
        // What is graded by then is the answer.
        if worst == Outcome::Interrupted {
            break;
        }
    }
    if args.csv {
        let rows = grades.into_iter().flat_map(|grades| grades.rows);
        context.print(&output::csv(&FIELDS, rows))?;
    } else if !context.json {
        let texts = grades.iter().map(|grades| {
            let heading = match (args.both_metrics, grades.solver.metric()) {
                (false, _) => "",
                (true, Metric::Single) => "tiles alone\n",
                (true, Metric::Multi) => "lines of tiles\n",
            };
            heading.to_owned() + &grades.text()
        });
        context.print(&output::joined(texts, "\n"))?;
    }
    Ok(worst)
}

impl Grades {
    fn new(solver: Solver) -> Self {
        Self {
            solver,
            rows: Vec::new(),
            notes: String::new(),
            reviews: Vec::new(),
        }
    }

    /// Grades a game, and prints it as JSON or keeps its row.
    fn add(
        &mut self,
        context: &Context,
        args: &ReviewArgs,
        game: usize,
        played: Result<PlayedGame>,
    ) -> Result<Outcome> {
        let mut signs = Vec::new();
        let graded = played.and_then(|(played, written)| {
            signs = written;
            let graded = grade(context, args, &self.solver, &played)?;
            Ok(graded.ok_or_else(|| played.start().clone()))
        });
        let (outcome, said) = match &graded {
            Err(Failure::Interrupted(_)) => return Ok(Outcome::Interrupted),
            Err(failure) => (
                failure.as_outcome(),
                output::printable(&failure.to_string()),
            ),
            Ok(Err(state)) => (Outcome::Unsolvable, unsolvable(state)),
            Ok(Ok(graded)) => (outcome(&graded.review), String::new()),
        };
        if context.json {
            let answer = match &graded {
                Ok(Ok(graded)) => json::value(graded),
                Ok(Err(state)) => json::value(&context.work(|| self.solver.distance(state))?),
                Err(_) => json::value(&json::ErrorLine { error: said }),
            };
            context.print(&json::text(&Numbered { game, answer }))?;
            return Ok(outcome);
        }
        let graded = graded.ok().and_then(std::result::Result::ok);
        self.notes += &match &graded {
            Some(graded) => {
                let notation = output::notation(&self.solver, args.game.moves);
                better_lines(graded, &format!("game {game}, "), notation, &signs)
            }
            None => format!("error: game {game}: {said}\n"),
        };
        let review = graded.as_ref().map(|graded| &graded.review);
        let mut row = vec![game.to_string()];
        if args.csv {
            row.extend(review.map_or_else(Default::default, fields));
            row.extend([said, self.solver.metric().to_string()]);
        } else {
            row.extend(review.map_or_else(Default::default, cells));
        }
        self.rows.push(row);
        self.reviews.extend(graded.map(|graded| graded.review));
        Ok(outcome)
    }

    /// Returns the table, the means of the games, and how long they are in both metrics.
    fn text(&self) -> String {
        let reviews = || self.reviews.iter();
        let mean = |sum: f64| format!("{:.2}", sum / reviews().len() as f64);
        let known = |bounds: fn(&Review) -> Bounds| {
            let sum: Option<u32> = reviews().map(|review| bounds(review).exact()).sum();
            sum.map_or_else(|| "–".to_owned(), |sum| mean(sum.into()))
        };
        let made: usize = reviews().map(|review| review.moves.len()).sum();
        let mut text = output::columns(&HEADINGS, &self.rows);
        if self.reviews.is_empty() {
            return text + "\nno game graded\n" + &self.notes;
        }
        text += &format!(
            "\n{} graded; on average {} moves, {} necessary, {} wasted; {} optimal\n",
            output::counted(reviews().len(), "game"),
            mean(made as f64),
            known(|review| review.bounds),
            known(Review::wasted),
            optimal(reviews()),
        );
        if output::board(self.solver.puzzle()).is_some() {
            let lengths = || reviews().map(Review::lengths);
            let single: u32 = lengths().map(|lengths| lengths.single).sum();
            let multi: u32 = lengths().map(|lengths| lengths.multi).sum();
            let [single, multi] = [single, multi].map(|sum| mean(sum.into()));
            text += &format!("{single} moves tile by tile, {multi} if a line counts as one\n");
        }
        text + &self.notes
    }
}

/// The columns of the table.
const HEADINGS: [&str; 7] = ["game", "made", "least", "wasted", "optimal", "runs", "left"];

/// Returns the cells of a graded game in the table, after its number.
fn cells(review: &Review) -> [String; 6] {
    [
        review.moves.len().to_string(),
        review.bounds.range(),
        review.wasted().range(),
        optimal([review]),
        review.mistakes().len().to_string(),
        review.last_bounds().range(),
    ]
}

/// The fields of comma-separated values.
const FIELDS: [&str; 10] = [
    "game",
    "state",
    "made",
    "distance",
    "wasted",
    "optimal_moves",
    "mistakes",
    "final_distance",
    "error",
    "metric",
];

/// Returns the fields of a graded game, after its number. Distances that are not proven are empty;
/// moves count as optimal, and as mistakes, if that is proven.
fn fields(review: &Review) -> [String; 7] {
    let proven = |bounds: Bounds| bounds.exact().map_or_else(String::new, |n| n.to_string());
    [
        review.state.to_string(),
        review.moves.len().to_string(),
        proven(review.bounds),
        proven(review.wasted()),
        review.optimal_moves().to_string(),
        review.mistakes().len().to_string(),
        proven(review.last_bounds()),
    ]
}

/// Returns the percentage of optimal moves; a dash if there are no moves, or if some of them are
/// neither proven to be optimal nor proven not to be.
fn optimal<'a>(reviews: impl IntoIterator<Item = &'a Review>) -> String {
    let moves = reviews.into_iter().flat_map(|review| &review.moves);
    let known: Option<Vec<bool>> = moves.map(|reviewed| reviewed.optimal).collect();
    match known {
        Some(known) if !known.is_empty() => {
            let optimal = known.iter().filter(|&&optimal| optimal).count();
            format!("{:.1}%", 100.0 * optimal as f64 / known.len() as f64)
        }
        _ => "–".to_owned(),
    }
}
