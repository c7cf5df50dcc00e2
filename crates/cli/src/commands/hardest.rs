//! `hardest`: the states farthest from the goal, or at any distance.

use std::{ops::ControlFlow, path::Path};

use serde::Serialize;
use tilebase::{About, Depths, Moves, Notation, Solver, State};

use super::{records, states::check_transpose};
use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::{Format, HardestArgs},
    input, json, output, picture, terminal,
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
    notation: Notation,
    /// The signs with which the goal is written.
    signs: Vec<String>,
}

pub fn run(context: &Context, args: &HardestArgs) -> Result<Outcome> {
    check_transpose(&args.question.target)?;
    let solver = context.solver(&args.question, SearchArgs::None)?;
    let (written, format) = (&args.written, context.format(args.written.format)?);
    if written.domain.domain {
        return records::domain(context, &solver);
    }
    check(args, format)?;
    let depths = context.work(|| solver.depths())?;
    let depth = args.distance.unwrap_or(depths.eccentricity);
    let level = StatesAtDistance {
        count: depths.at(depth),
        limit: args.limit.unwrap_or(USUAL_LIMIT),
        notation: output::notation(&solver, written.moves),
        signs: input::signs_of_goal(&solver, args.question.target.goal.as_deref())?,
        solver,
        depths,
        depth,
    };
    let svg = written.exports.svg.as_deref();
    let drawn = level.count.min(level.limit as u64);
    picture::check_sheet(svg, drawn, level.solver.puzzle())?;
    if let Some(record) = format.record() {
        return level.each(context, |states| {
            records::print(context, &level.solver, record, &states)
        });
    }
    let is_drawn_only = picture::alone(svg);
    if context.json && !is_drawn_only {
        return level.draw(context, svg, level.print_json(context, args.solve)?);
    }
    let left_out = level.count.saturating_sub(level.limit as u64);
    if left_out > 0 {
        context.note(&format!(
            "{} more are not listed; --limit N lists more",
            output::count(left_out)
        ));
    }
    if written.exports.csv && !is_drawn_only {
        return level.draw(context, svg, level.print_csv(context, args.solve)?);
    }
    match format {
        Format::Grid if args.solve => level.print_paths(context),
        Format::Grid => {
            let (states, outcome) = level.states(context)?;
            if !is_drawn_only {
                let grids = Format::Grid.states(&states, &level.signs);
                context.print(&format!("{}\n{grids}", level.heading()))?;
            }
            level.draw_all(context, svg, &states)?;
            Ok(outcome)
        }
        Format::Line if args.solve => level.each(context, |states| {
            states.iter().try_for_each(|state| {
                let moves = level.moves(&level.solver.solve(state)?.moves());
                context.print_part(&format!("{state}: {moves}\n"))
            })
        }),
        Format::Moves => level.each(context, |states| {
            states.iter().try_for_each(|state| {
                let line = output::scramble(&level.solver, state, level.notation, &level.signs)?;
                context.print_part(&line)
            })
        }),
        format => {
            // An empty line is between boards of several lines.
            let (mut between, next) = ("", if format == Format::Contest { "\n" } else { "" });
            level.each(context, |states| {
                context.print_part(&format!("{between}{}", format.states(&states, &[])))?;
                between = next;
                Ok(())
            })
        }
    }
}

/// Refuses options that would have no effect.
fn check(args: &HardestArgs, format: Format) -> Result<()> {
    if args.solve && !matches!(format, Format::Grid | Format::Line) {
        return Err(Failure::input(
            "--solve goes with --format grid and line, and with --csv and --json",
        ));
    }
    if args.written.moves.is_some() && !(args.solve || format == Format::Moves) {
        return Err(Failure::input(
            "--moves says how to write moves: with --solve or --format moves",
        ));
    }
    Ok(())
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
    fn print_paths(&self, context: &Context) -> Result<Outcome> {
        context.print(&(self.heading() + "\n"))?;
        self.each(context, |states| {
            states.iter().try_for_each(|state| {
                let answer = self.solver.solve(state)?;
                let named = output::meaning(self.notation, state, answer.metric);
                let moves = self.moves(&answer.moves());
                let path = answer.path.unwrap_or_default();
                let path = output::path(answer.metric, &path, self.notation, &self.signs);
                context.print_part(&format!("{path}{named}: {moves}\n\n"))
            })
        })
    }

    /// Prints a record for each state, as it is found.
    fn print_csv(&self, context: &Context, solve: bool) -> Result<Outcome> {
        let headings = ["distance", "state", "moves"];
        let columns = if solve { 3 } else { 2 };
        context.print(&output::csv(&headings[..columns], []))?;
        self.each(context, |states| {
            let record = |state: &State| {
                let mut record = vec![self.depth.to_string(), state.to_string()];
                if solve {
                    record.push(self.moves(&self.solver.solve(state)?.moves()));
                }
                Ok(record)
            };
            let records = states.iter().map(record).collect::<Result<Vec<_>>>()?;
            context.print_part(&output::csv(&[], records))
        })
    }

    /// Returns all states, once they are known; those found so far if the user ends the work.
    fn states(&self, context: &Context) -> Result<(Vec<State>, Outcome)> {
        let mut all = Vec::new();
        let end = self.each(context, |states| {
            all.extend(states);
            Ok(())
        });
        match end {
            Err(Failure::Interrupted(_)) if !all.is_empty() => Ok((all, Outcome::Interrupted)),
            end => end.map(|outcome| (all, outcome)),
        }
    }

    /// Draws the states, if a file is named, after a list of them that ended so.
    fn draw(&self, context: &Context, file: Option<&Path>, listed: Outcome) -> Result<Outcome> {
        if file.is_some() {
            self.draw_all(context, file, &self.states(context)?.0)?;
        }
        Ok(listed)
    }

    fn draw_all(&self, context: &Context, file: Option<&Path>, states: &[State]) -> Result<()> {
        let title = format!("{}: {}", self.solver.puzzle(), output::moves(self.depth));
        picture::draw(context, file, || {
            picture::sheet(&title, states, &self.signs)
        })
    }

    /// Returns moves, as they are written here.
    fn moves(&self, moves: &Moves) -> String {
        output::steps(self.notation, moves, &self.signs)
    }

    /// Returns a line with the number of states and their distance.
    fn heading(&self) -> String {
        let strong = output::STRONG;
        let which = if self.depth == self.depths.eccentricity { "; none needs more" } else { "" };
        let how_many = output::counted(output::count(self.count), "position");
        let need = if self.count == 1 { "needs" } else { "need" };
        let depth = output::moves(self.depth);
        let heading = format!("{strong}{how_many} {need} {depth}{strong:#}{which}\n");
        output::fitting(&heading, terminal::known_width())
    }
}
