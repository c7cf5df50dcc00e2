//! `review --file`: grades of many games, and their means.

use std::path::Path;

use serde::Serialize;
use tilebase::{Bounds, Lengths, Puzzle, Solver, sliding::Metric};

use super::{
    review::{GradedGame, NoReview, grade},
    unsolvable,
};
use crate::{
    Context, Failure, Outcome,
    args::Review,
    input::{self, Played},
    json, output,
};

/// The columns of the table.
const HEADINGS: [&str; 7] = ["game", "made", "least", "wasted", "optimal", "runs", "left"];

/// The columns as comma-separated values.
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

/// An answer about a game of a file, as JSON has it.
#[derive(Serialize)]
struct Numbered<T> {
    game: usize,
    #[serde(flatten)]
    answer: T,
}

/// The sums over all games.
#[derive(Default)]
struct Sum {
    games: u32,
    made: usize,
    optimal: usize,
    least: Option<u32>,
    wasted: Option<u32>,
    lengths: [u32; 2],
}

/// All games, graded in one metric.
struct Grades {
    solver: Solver,
    rows: Vec<Vec<String>>,
    /// Better lines and errors.
    notes: String,
    sum: Sum,
}

pub fn run(context: &Context, args: &Review, file: &Path) -> Result<Outcome, Failure> {
    let solver = context.searching(&args.question, &args.heuristic)?;
    let solver = args.improving.apply(solver).copy_patterns(true);
    let metrics = if args.both_metrics {
        vec![Metric::Single, Metric::Multi]
    } else {
        vec![solver.metric()]
    };
    let grades = |metric| Ok(Grades::new(solver.clone().with_metric(metric)?));
    let mut grades: Vec<Grades> = metrics
        .into_iter()
        .map(grades)
        .collect::<Result<_, Failure>>()?;
    let text = input::text(file)?;
    let games = text.lines().map(str::trim);
    let games = games.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut worst = Outcome::Done;
    for (game, line) in (1..).zip(games) {
        let played = || {
            let played = Played::read(&solver, line, args.game.moves)?;
            if args.both_metrics { played.in_both_metrics() } else { Ok(played) }
        };
        for grades in &mut grades {
            worst = worst.max(grades.add(context, args, game, played())?);
        }
    }
    if args.csv {
        let heading = FIELDS.map(str::to_owned).to_vec();
        let rows = grades.into_iter().flat_map(|grades| grades.rows);
        context.print(&output::csv([heading].into_iter().chain(rows))?)?;
    } else if !context.json {
        let texts = grades.iter().map(|grades| {
            let heading = match (args.both_metrics, grades.solver.metric()) {
                (false, _) => "",
                (true, Metric::Single) => "tiles alone\n",
                (true, Metric::Multi) => "lines of tiles\n",
            };
            heading.to_owned() + &grades.text()
        });
        context.print(&texts.collect::<Vec<_>>().join("\n"))?;
    }
    Ok(worst)
}

impl Grades {
    fn new(solver: Solver) -> Self {
        Self {
            solver,
            rows: Vec::new(),
            notes: String::new(),
            sum: Sum {
                least: Some(0),
                wasted: Some(0),
                ..Sum::default()
            },
        }
    }

    /// Grades a game, and prints it as JSON or keeps its row.
    fn add(
        &mut self,
        context: &Context,
        args: &Review,
        game: usize,
        played: Result<Played, Failure>,
    ) -> Result<Outcome, Failure> {
        let graded = played.and_then(|played| {
            let graded = grade(context, args, &self.solver, &played)?;
            Ok(graded.ok_or(played.state))
        });
        let (outcome, said) = match &graded {
            Err(Failure::Interrupted(said)) => return Err(Failure::Interrupted(said.clone())),
            Err(failure) => (
                failure.as_outcome(),
                output::printable(&failure.to_string()),
            ),
            Ok(Err(state)) => (Outcome::Unsolvable, unsolvable(state)),
            Ok(Ok(graded)) => (graded.outcome(), String::new()),
        };
        if context.json {
            context.print(&match &graded {
                Ok(Ok(answer)) => json::text(&Numbered { game, answer }),
                Ok(Err(state)) => {
                    let answer = NoReview::new(&self.solver, state);
                    json::text(&Numbered { game, answer })
                }
                Err(_) => {
                    let answer = json::Error { error: said };
                    json::text(&Numbered { game, answer })
                }
            })?;
            return Ok(outcome);
        }
        let mut row = match &graded {
            Ok(Ok(graded)) => {
                self.sum.add(graded);
                let better = graded.better_lines(&format!("game {game}, "), args.game.moves);
                self.notes += &better;
                if args.csv { fields(game, graded) } else { row(game, graded) }
            }
            _ => {
                let mut row = vec![game.to_string()];
                row.resize(
                    if args.csv { FIELDS.len() - 2 } else { HEADINGS.len() },
                    String::new(),
                );
                self.notes += &format!("error: game {game}: {said}\n");
                row
            }
        };
        if args.csv {
            row.extend([said, self.solver.metric().to_string()]);
        }
        self.rows.push(row);
        Ok(outcome)
    }

    fn text(&self) -> String {
        output::columns(&HEADINGS, &self.rows) + &self.sum.text(&self.solver) + &self.notes
    }
}

/// The cells of a game in the table.
fn row(game: usize, graded: &GradedGame) -> Vec<String> {
    let review = &graded.review;
    vec![
        game.to_string(),
        review.moves.len().to_string(),
        review.bounds.range(),
        review.wasted().range(),
        percent(review.optimal_moves(), review.moves.len()),
        review.mistakes().len().to_string(),
        review.last_bounds().range(),
    ]
}

/// The fields of a game as comma-separated values; what is not proven is empty.
fn fields(game: usize, graded: &GradedGame) -> Vec<String> {
    let review = &graded.review;
    let proven = |bounds: Bounds| bounds.exact().map_or_else(String::new, |n| n.to_string());
    vec![
        game.to_string(),
        review.state.to_string(),
        review.moves.len().to_string(),
        proven(review.bounds),
        proven(review.wasted()),
        review.optimal_moves().to_string(),
        review.mistakes().len().to_string(),
        proven(review.last_bounds()),
    ]
}

fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "–".to_owned(),
        whole => format!("{:.1}%", 100.0 * part as f64 / whole as f64),
    }
}

impl Sum {
    fn add(&mut self, graded: &GradedGame) {
        let review = &graded.review;
        let Lengths { single, multi, .. } = review.lengths();
        self.games += 1;
        self.made += review.moves.len();
        self.optimal += review.optimal_moves();
        let more = |sum: Option<u32>, bounds: Bounds| Some(sum? + bounds.exact()?);
        self.least = more(self.least, review.bounds);
        self.wasted = more(self.wasted, review.wasted());
        self.lengths = [self.lengths[0] + single, self.lengths[1] + multi];
    }

    /// The means of the games, and how long they are in both metrics.
    fn text(&self, solver: &Solver) -> String {
        let mean = |sum: f64| format!("{:.2}", sum / f64::from(self.games.max(1)));
        let known = |sum: Option<u32>| sum.map_or_else(|| "–".to_owned(), |sum| mean(sum.into()));
        let mut text = format!(
            "\n{} graded; on average {} moves, {} necessary, {} wasted; {} optimal\n",
            output::counted(self.games, "game"),
            mean(self.made as f64),
            known(self.least),
            known(self.wasted),
            percent(self.optimal, self.made),
        );
        if matches!(solver.puzzle(), Puzzle::Sliding(_)) {
            let [single, multi] = self.lengths.map(|length| mean(length.into()));
            text += &format!("{single} moves of single tiles, {multi} of lines of tiles\n");
        }
        text
    }
}
