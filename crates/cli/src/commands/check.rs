//! `check`: whether a state can reach the goal, and why.

use tilebase::{Reason, sliding::Parity};

use super::{
    other_goal, outcome, records,
    states::{Cost, Printed, StateQuestion},
};
use crate::{Context, Outcome, Result, SearchArgs, args::CheckArgs, json, output, terminal};

pub fn run(
    context: &Context,
    CheckArgs {
        state: args,
        format,
        domain,
    }: &CheckArgs,
) -> Result<Outcome> {
    // Programs that write states to standard input read a word for each.
    let is_brief = args.file.is_none();
    let solver = context.solver(&args.question, SearchArgs::None)?;
    if domain.domain {
        return records::domain(context, &solver);
    }
    let question = StateQuestion {
        context,
        states: args,
        solver,
        picture: None,
        cost: Cost::Rules,
    };
    let fitting = |text: &str| output::fitting(text, terminal::known_width());
    question.answer(&|request| {
        let check = request.solver.check(request.state)?;
        if let Some(record) = *format {
            let text = records::of_state(request.solver, record, request.state)?;
            return Ok(Printed::new(text, outcome(check.solvable)));
        }
        let verdict = match check.solvable {
            Some(true) => "solvable",
            Some(false) => "unsolvable",
            None => "unknown",
        };
        let text = match &check.reason {
            _ if context.json => json::text(&check),
            Reason::Parity(parity) => {
                let unsolvable = check.solvable == Some(false);
                let goal = unsolvable.then(|| other_goal(request.state)).flatten();
                match (request.streamed, goal) {
                    (true, _) if is_brief => verdict.to_owned(),
                    (true, None) => line(verdict, parity),
                    (true, Some(goal)) => format!("{}; {goal}", line(verdict, parity)),
                    (false, None) => fitting(&text(verdict, parity)),
                    (false, Some(goal)) => fitting(&format!("{}{goal}\n", text(verdict, parity))),
                }
            }
            Reason::Rule(reason) if request.streamed => format!("{verdict}: {reason}"),
            Reason::Rule(reason) => fitting(&format!("{verdict}: {reason}")),
            _ => verdict.to_owned(),
        };
        Ok(Printed::new(text, outcome(check.solvable)))
    })
}

/// The verdict and the figures in a line of a stream.
fn line(verdict: &str, parity: &Parity) -> String {
    let (inversions, sum) = (parity.inversions(), parity.sum());
    let figures = output::counted(inversions, "inversion");
    let kind = if parity.solvable() { "even" } else { "odd" };
    if parity.row_counts() {
        let rows = output::counted(sum - inversions, "row");
        format!("{verdict}: {figures} + {rows} of the blank = {sum}, {kind}")
    } else {
        format!("{verdict}: {figures}, {kind}")
    }
}

fn text(verdict: &str, parity: &Parity) -> String {
    let by_tile = output::joined(&parity.inversions_by_tile, " ");
    let (inversions, sum) = (parity.inversions(), parity.sum());
    let mut text = format!(
        "{verdict}\n\ninversions: for each tile in reading order, the later tiles that belong \
        before it\n  {by_tile}\n  sum {inversions}\n",
    );
    if parity.row_counts() {
        text += &format!(
            "blank: in row {}, at home in row {}; on a board of even width the rows between \
            count\n  {inversions} + {} = {sum}\n",
            parity.blank_row,
            parity.home_row,
            sum - inversions,
        );
    } else {
        text += "blank: on a board of odd width its row does not count\n";
    }
    let (kind, which) = if parity.solvable() {
        ("even", "every such board can be solved")
    } else {
        ("odd", "no move ever makes it even")
    };
    text + &format!("{sum} is {kind}: {which}\n")
}
