//! `hardest`: the states farthest from the goal, or at any distance.

use std::ops::ControlFlow;

use serde_json::json;
use tilebase::{AnySolver, Depths, Position, State};

use crate::{
    args::{Format, Hardest},
    context::Context,
    failure::{Failure, Outcome},
    output,
};

/// States listed unless more are asked for.
const USUAL_LIMIT: usize = 1000;

/// The states at one distance.
struct Level {
    solver: AnySolver,
    depths: Depths,
    depth: u32,
    /// How many there are.
    count: u64,
    /// How many are wanted at most.
    limit: usize,
}

pub fn run(context: &Context, args: &Hardest) -> Result<Outcome, Failure> {
    let solver = context.solver(&args.question)?;
    let depths = context.work(|| solver.depths())?;
    let depth = args.distance.unwrap_or(depths.eccentricity);
    let level = Level {
        count: depths
            .counts
            .get(depth as usize)
            .copied()
            .unwrap_or_default(),
        limit: args.limit.unwrap_or(USUAL_LIMIT),
        solver,
        depths,
        depth,
    };
    if context.json {
        return level.print_json(context);
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
            let lines: String = states.iter().map(|state| format!("{state}\n")).collect();
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
        let mut failed = Ok(());
        context.work(|| {
            self.solver.each_at(self.depth, self.limit, |states| {
                failed = visit(states);
                match failed {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            })
        })?;
        failed?;
        Ok(Outcome::Done)
    }

    /// One object, its states as they are found.
    fn print_json(&self, context: &Context) -> Result<Outcome, Failure> {
        let head = json!({ "space": self.depths.puzzle.to_string(), "distance": self.depth, "count": self.count });
        let head = head.to_string();
        context.print_part(&format!("{},\"states\":[", head.trim_end_matches('}')))?;
        let mut listed = 0;
        let end = self.each(context, |states| {
            let between = if listed > 0 { "," } else { "" };
            listed += states.len() as u64;
            let states: Vec<String> = states
                .iter()
                .map(|state| json!(state.cells()).to_string())
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
        let which = match self.depth == self.depths.eccentricity {
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
