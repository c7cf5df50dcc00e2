//! `hardest`: the states farthest from the goal, or at any distance.

use std::ops::ControlFlow;

use serde::Serialize;
use tilebase::{About, Depths, Notation, Solver, State};

use super::records;
use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::{Format, HardestArgs},
    json, output,
};

/// States listed unless more are asked for.
const USUAL_LIMIT: usize = 1000;

/// The beginning of the object that JSON has for a level.
#[derive(Serialize)]
struct LevelHead {
    #[serde(flatten)]
    about: About,
    distance: u32,
    count: u64,
}

/// The states at one distance.
struct StatesAtDistance {
    solver: Solver,
    depths: Depths,
    depth: u32,
    /// How many there are.
    count: u64,
    /// How many are wanted at most.
    limit: usize,
}

pub fn run(context: &Context, args: &HardestArgs) -> Result<Outcome> {
    let solver = context.solver(&args.question, SearchArgs::None)?;
    if args.domain.domain {
        return records::domain(context, &solver);
    }
    let depths = context.work(|| solver.depths())?;
    let depth = args.distance.unwrap_or(depths.eccentricity);
    let level = StatesAtDistance {
        count: depths.at(depth),
        limit: args.limit.unwrap_or(USUAL_LIMIT),
        solver,
        depths,
        depth,
    };
    if args.solve && args.format == Format::Contest {
        return Err(Failure::input(
            "--solve has nothing to add to --format contest",
        ));
    }
    if let Some(record) = args.format.record().filter(|_| !context.json) {
        return level.each(context, |states| {
            context.print_part(&records::texts(&level.solver, record, &states)?)
        });
    }
    if context.json {
        return level.print_json(context, args.solve);
    }
    let left_out = level.count.saturating_sub(level.limit as u64);
    if left_out > 0 {
        context.note(&format!(
            "{} more are not listed; --limit N lists more",
            output::count(left_out)
        ));
    }
    match args.format {
        Format::Grid if args.solve => level.print_paths(context, args.moves),
        Format::Grid => level.print_grids(context),
        Format::Line if args.solve => level.each(context, |states| {
            states.iter().try_for_each(|state| {
                let moves = level.solver.solve(state)?.moves().written(args.moves);
                context.print_part(&format!("{state}: {moves}\n"))
            })
        }),
        format => {
            // An empty line is between boards of several lines.
            let (mut between, next) = ("", if format == Format::Line { "" } else { "\n" });
            level.each(context, |states| {
                context.print_part(&format!("{between}{}", format.states(&states, &[])))?;
                between = next;
                Ok(())
            })
        }
    }
}

impl StatesAtDistance {
    /// Calls `visit` with the states, some at a time, as they are found, until it fails or on
    /// Ctrl-C.
    fn each(
        &self,
        context: &Context,
        mut visit: impl FnMut(Vec<State>) -> Result<()>,
    ) -> Result<Outcome> {
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

    /// Prints one object, with its states as they are found.
    fn print_json(&self, context: &Context, solve: bool) -> Result<Outcome> {
        let head = json::text(&LevelHead {
            about: (&self.solver).into(),
            distance: self.depth,
            count: self.count,
        });
        // An error before the first states is printed alone.
        let mut before = format!("{},\"states\":[", head.trim_end_matches('}'));
        let (mut listed, mut solutions) = (0, Vec::new());
        let end = self.each(context, |states| {
            listed += states.len() as u64;
            if solve {
                for state in &states {
                    let moves = self.solver.solve(state)?.moves();
                    solutions.push(json::Solution::new(state.puzzle(), moves));
                }
            }
            let states = states.iter().map(|state| json::text(&state.cells()));
            context.print_part(&format!("{before}{}", output::joined(states, ",")))?;
            ",".clone_into(&mut before);
            Ok(())
        });
        // Interrupted, the list is shorter, and the object still whole.
        if matches!(end, Ok(_) | Err(Failure::Interrupted(_))) {
            let mut tail = if listed == 0 { before } else { String::new() } + "]";
            if solve {
                tail += &format!(",\"solutions\":{}", json::text(&solutions));
            }
            if listed < self.count {
                tail += &format!(",\"listed\":{listed}");
            }
            context.print(&(tail + "}"))?;
        }
        end
    }

    /// Prints the path from each state to the goal, as it is found.
    fn print_paths(&self, context: &Context, notation: Notation) -> Result<Outcome> {
        context.print(&(self.heading() + "\n"))?;
        self.each(context, |states| {
            states.iter().try_for_each(|state| {
                let answer = self.solver.solve(state)?;
                let moves = answer.moves();
                let named = output::meaning(notation, state, answer.metric, &moves);
                let moves = moves.written(notation);
                let path = answer.path.unwrap_or_default();
                let path = output::path(answer.metric, &path, notation, &[]);
                context.print_part(&format!("{path}{named}: {moves}\n\n"))
            })
        })
    }

    /// Prints pictures, as many side by side as fit, once all states are known.
    fn print_grids(&self, context: &Context) -> Result<Outcome> {
        let mut all = Vec::new();
        self.each(context, |states| {
            all.extend(states);
            Ok(())
        })?;
        context.print(&format!(
            "{}\n{}",
            self.heading(),
            Format::Grid.states(&all, &[])
        ))?;
        Ok(Outcome::Done)
    }

    /// Returns a line with the number of states and their distance.
    fn heading(&self) -> String {
        let strong = output::STRONG;
        let which = if self.depth == self.depths.eccentricity {
            ", the greatest distance there is"
        } else {
            ""
        };
        let how_many = output::counted(output::count(self.count), "state");
        let depth = output::moves(self.depth);
        format!("{strong}{how_many} at {depth}{strong:#}{which}\n")
    }
}
