//! `oshidori-report`: least numbers of moves by kinds, how they are proven and what that cost.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use tilebase::{
    Bounds, Monitor, pictures,
    programs::{Line, RowProgress, report},
};

use crate::{
    Context, Failure, Outcome, Result, args::OshidoriReport, interrupt, json, output, picture,
};

pub fn run(context: &Context, args: &OshidoriReport) -> Result<Outcome> {
    // Lines for programs come as they are known; people get columns, which wait for the widest.
    let alone = picture::alone(args.svg.as_deref());
    let mut printed = Ok(());
    if args.csv && !alone {
        context.print("kinds,lower,upper,construction,proof,generated,seconds")?;
    }
    // The kinds under way; the report begins with three.
    let at = AtomicUsize::new(3);
    let mut print = |line: &Line| {
        at.store(line.kinds + 1, Ordering::Relaxed);
        if printed.is_ok() && !alone && context.json {
            printed = context.print(&json_line(line));
        } else if printed.is_ok() && !alone && args.csv {
            printed = output::csv([csv_line(line)]).and_then(|text| context.print(&text));
        }
    };
    let shown = |progress: &RowProgress| {
        let kinds = at.load(Ordering::Relaxed);
        context
            .progress
            .searching(&format!("{kinds} kinds: "), &progress.into());
    };
    let (lines, interrupted) = interrupt::stoppable(|stop| {
        let monitor = Monitor::new(&shown).stopping_on(stop);
        let lines = report(args.up_to.into(), args.time, &monitor, &mut print);
        (lines, monitor.stopped())
    });
    context.progress.clear();
    let lines = lines.map_err(|error| Failure::input(error.to_string()))?;
    printed?;
    if !context.json && !args.csv && !alone {
        context.print(&text(&lines))?;
    }
    picture::draw(context, args.svg.as_deref(), || {
        pictures::moves_by_kinds(&lines)
    })?;
    if interrupted {
        return Err(Failure::Interrupted(format!(
            "stopped after {} kinds",
            lines.last().map_or(0, |line| line.kinds)
        )));
    }
    Ok(Outcome::Done)
}

/// Returns what JSON, CSV and people call how a line is proven; nothing for bounds apart.
fn proof(line: &Line) -> Option<&'static str> {
    line.proof.map(|proof| proof.name())
}

#[derive(Serialize)]
struct Object<'a> {
    space: String,
    distance: Option<u32>,
    #[serde(flatten)]
    line: &'a Line,
}

fn json_line(line: &Line) -> String {
    json::text(&Object {
        space: format!("oshidori-kinds-{}", line.kinds),
        distance: line.proof.map(|_| line.lower),
        line,
    })
}

fn csv_line(line: &Line) -> [String; 7] {
    [
        line.kinds.to_string(),
        line.lower.to_string(),
        maybe(line.upper),
        maybe(line.construction),
        proof(line).unwrap_or_default().to_owned(),
        line.stats.generated.to_string(),
        format!("{:.6}", line.stats.seconds),
    ]
}

fn text(lines: &[Line]) -> String {
    let rows = lines.iter().map(|line| {
        let bounds = Bounds {
            lower: line.lower,
            upper: line.upper,
        };
        let moves = match line.proof {
            Some(_) => line.lower.to_string(),
            None => bounds.to_string(),
        };
        vec![
            ("kinds", line.kinds.to_string()),
            ("moves", moves.trim_end_matches(" moves").to_owned()),
            ("K−1+c(K)", maybe(line.construction)),
            ("proof", proof(line).unwrap_or("open").to_owned()),
            ("nodes", output::count(line.stats.generated)),
            ("time", output::seconds(line.stats.seconds)),
        ]
    });
    output::table(&rows.collect::<Vec<_>>())
}

/// Returns a number, or nothing if there is none.
fn maybe(number: Option<u32>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}
