//! `oshidori-report`: least numbers of moves by kinds, how they are proven and what that cost.

use serde::Serialize;
use tilebase::{
    Answer, Bounds, Proof, Row, Stats, Stones, pictures, pictures::Kinds, programs::doubling_cycles,
};

use crate::{Context, Outcome, Result, args::OshidoriReportArgs, interrupt, json, output, picture};

/// The least number of moves of rows of this many kinds, two stones of each.
#[derive(Serialize)]
struct KindsRow {
    space: String,
    distance: Option<u32>,
    kinds: u8,
    lower: u32,
    upper: Option<u32>,
    /// Moves of the construction, for an odd number of kinds.
    construction: Option<u32>,
    proof: Option<Proof>,
    #[serde(flatten)]
    stats: Stats,
}

pub fn run(context: &Context, args: &OshidoriReportArgs) -> Result<Outcome> {
    // Lines for programs come as they are known; people get columns, which wait for the widest.
    let alone = picture::alone(args.exports.svg.as_deref());
    if args.exports.csv && !alone {
        context.print("kinds,lower,upper,construction,proof,generated,seconds")?;
    }
    let mut rows = Vec::new();
    for kinds in 3..=args.up_to {
        context
            .progress
            .answered(rows.len(), usize::from(args.up_to) - 2);
        let stones = Stones::of_kinds(kinds.into(), 2)?;
        let solver = context
            .library
            .solver(stones)
            .with_search()
            .with_time(args.time);
        let answer = context.work(|| solver.distance(Row::start(stones)))?;
        let row = row(kinds, answer);
        if context.json && !alone {
            context.print(&json::text(&row))?;
        } else if args.exports.csv && !alone {
            context.print(&output::csv(&[], [csv_line(&row)]))?;
        }
        rows.push(row);
        if interrupt::is_requested() {
            break;
        }
    }
    if !context.json && !args.exports.csv && !alone {
        context.print(&text(&rows))?;
    }
    picture::draw(context, args.exports.svg.as_deref(), || {
        let kinds = rows.iter().map(|row| Kinds {
            kinds: row.kinds.into(),
            bounds: bounds(row),
            construction: row.construction,
        });
        pictures::moves_by_kinds(&kinds.collect::<Vec<_>>())
    })?;
    let interrupted = interrupt::is_requested();
    Ok(if interrupted { Outcome::Interrupted } else { Outcome::Done })
}

fn row(kinds: u8, answer: Answer) -> KindsRow {
    let construction = || u32::from(kinds) - 1 + doubling_cycles(kinds.into()) as u32;
    KindsRow {
        space: answer.state.puzzle().to_string(),
        distance: answer.distance(),
        kinds,
        lower: answer.lower(),
        upper: answer.upper(),
        construction: (kinds % 2 == 1).then(construction),
        proof: answer.proof,
        stats: answer.stats.unwrap_or_default(),
    }
}

fn bounds(row: &KindsRow) -> Bounds {
    Bounds {
        lower: row.lower,
        upper: row.upper,
    }
}

/// Returns what CSV and people call how a line is proven, if it is.
fn proof(row: &KindsRow) -> Option<&'static str> {
    row.proof.map(|proof| proof.name())
}

fn csv_line(row: &KindsRow) -> Vec<String> {
    vec![
        row.kinds.to_string(),
        row.lower.to_string(),
        maybe(row.upper),
        maybe(row.construction),
        proof(row).unwrap_or_default().to_owned(),
        row.stats.generated.to_string(),
        format!("{:.6}", row.stats.seconds),
    ]
}

fn text(report: &[KindsRow]) -> String {
    let rows = report.iter().map(|row| {
        vec![
            ("kinds", row.kinds.to_string()),
            ("moves", bounds(row).range()),
            ("K−1+c(K)", maybe(row.construction)),
            ("proof", proof(row).unwrap_or("open").to_owned()),
            ("nodes", output::count(row.stats.generated)),
            ("time", output::seconds(row.stats.seconds)),
        ]
    });
    output::table(rows)
}

/// Returns a number, or nothing if there is none.
fn maybe(number: Option<u32>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}
