//! `hardest`: the states farthest from the goal, or at any distance.

use std::{
    io::{IsTerminal, stdout},
    time::Instant,
};

use serde_json::json;

use crate::{
    args::{Format, Hardest},
    context::Context,
    engine::{self, Tabulated},
    failure::{Failure, Outcome},
    output, progress,
    state::State,
};

/// States listed unless more are asked for.
const USUAL_LIMIT: usize = 1000;

/// The states at one distance.
struct Level {
    table: Box<dyn Tabulated>,
    depth: u32,
    /// How many there are.
    count: u64,
    /// How many are wanted at most.
    limit: usize,
}

pub fn run(context: &Context, args: &Hardest) -> Result<Outcome, Failure> {
    let asked = args.question.asked()?;
    let table = engine::tabulated(context, &asked)?;
    let metadata = table.metadata();
    let depth = args.distance.unwrap_or(metadata.eccentricity());
    let level = Level {
        depth,
        count: metadata
            .counts
            .get(depth as usize)
            .copied()
            .unwrap_or_default(),
        limit: args.limit.unwrap_or(USUAL_LIMIT),
        table,
    };
    if context.json {
        return level.print_json(context, &asked.space.to_string());
    }
    let left_out = level.count.saturating_sub(level.limit as u64);
    if left_out > 0 {
        context.note(&format!(
            "{} more are not listed; --limit N lists more",
            output::count(left_out)
        ));
    }
    match args.format {
        Format::Grid => level.print_grids(context),
        Format::Line => level.each(context, |states| {
            let lines: String = states.iter().map(|state| state.line() + "\n").collect();
            context.print_part(&lines)
        }),
        Format::Contest => {
            let mut between = "";
            level.each(context, |states| {
                context.print_part(&format!("{between}{}", super::random::contest(&states)))?;
                between = "\n";
                Ok(())
            })
        }
    }
}

impl Level {
    /// Calls `visit` with the states, some at a time, as they are found, until it fails or on Ctrl-C.
    fn each(
        &self,
        context: &Context,
        mut visit: impl FnMut(Vec<State>) -> Result<(), Failure>,
    ) -> Result<Outcome, Failure> {
        let started = Instant::now();
        let all = self.table.metadata().reachable();
        let looked = |states: &u64| {
            let text = format!(
                "looked at {} of {} states",
                output::count(*states),
                output::count(all)
            );
            (started.elapsed().as_secs_f64(), text)
        };
        // States on the same terminal show well enough that work goes on.
        let quiet = context.quiet || stdout().is_terminal();
        progress::search(quiet, looked, |monitor| {
            self.table
                .each_at(self.depth, self.limit, monitor, &mut visit)
        })?;
        Ok(Outcome::Done)
    }

    /// One object, its states as they are found.
    fn print_json(&self, context: &Context, space: &str) -> Result<Outcome, Failure> {
        let head = json!({ "space": space, "distance": self.depth, "count": self.count });
        let head = head.to_string();
        context.print_part(&format!("{},\"states\":[", head.trim_end_matches('}')))?;
        let mut listed = 0;
        let end = self.each(context, |states| {
            let between = if listed > 0 { "," } else { "" };
            listed += states.len() as u64;
            let states: Vec<String> = states
                .iter()
                .map(|state| state.json().to_string())
                .collect();
            context.print_part(&format!("{between}{}", states.join(",")))
        });
        // Interrupted, the list is shorter, and the object still whole.
        if matches!(end, Ok(_) | Err(Failure::Interrupted(_))) {
            let tail = match listed < self.count {
                true => format!("],\"listed\":{listed}}}"),
                false => "]}".to_owned(),
            };
            context.print(&tail)?;
        }
        end
    }

    /// Pictures, as many side by side as fit, once all are known.
    fn print_grids(&self, context: &Context) -> Result<Outcome, Failure> {
        let mut entries = Vec::new();
        self.each(context, |states| {
            let pictures = states.iter().map(output::picture);
            entries.extend(pictures.map(|picture| (String::new(), picture)));
            Ok(())
        })?;
        let strong = output::STRONG;
        let which = match self.depth == self.table.metadata().eccentricity() {
            true => ", the greatest distance there is",
            false => "",
        };
        let how_many = match self.count {
            1 => "1 state".to_owned(),
            count => format!("{} states", output::count(count)),
        };
        context.print(&format!(
            "{strong}{how_many} at {} moves{strong:#}{which}\n\n{}",
            self.depth,
            output::gallery(&entries)
        ))?;
        Ok(Outcome::Done)
    }
}
