//! `check`: whether a state can reach the goal, and why.

use std::time::Duration;

use serde_json::json;
use tilebase_core::{Puzzle, sliding::Parity};
use tilebase_solve::oshidori::{self, OshidoriError};

use super::for_each_state;
use crate::{
    args::{Limits, OneState},
    context::{Asked, Context, States},
    engine::{self, Residence},
    failure::{Failure, Outcome},
    state::{Goal, State},
};

/// How long a solution is looked for where no rule decides.
const LOOK: Duration = Duration::from_secs(5);

pub fn run(context: &Context, args: &OneState) -> Result<Outcome, Failure> {
    let asked = args.question.asked()?;
    let streamed = matches!(args.states(asked.space)?, States::Stream);
    for_each_state(context, args, &asked, |state| match (state, asked.goal) {
        (State::Board(board), Goal::Board(goal)) => {
            let parity = Parity::between(board, &goal)?;
            let text = match (context.json, streamed) {
                (true, _) => json_text(&asked, state, &parity),
                (false, true) => verdict(&parity).to_owned(),
                (false, false) => text(&parity),
            };
            let outcome = if parity.solvable() {
                Outcome::Done
            } else {
                Outcome::Unsolvable
            };
            Ok((text, outcome))
        }
        _ => row(context, &asked, state),
    })
}

fn verdict(parity: &Parity) -> &'static str {
    if parity.solvable() {
        "solvable"
    } else {
        "unsolvable"
    }
}

fn json_text(asked: &Asked, state: &State, parity: &Parity) -> String {
    json!({
        "space": asked.space.to_string(),
        "state": state.json(),
        "solvable": parity.solvable(),
        "inversions_by_tile": parity.inversions_by_tile,
        "inversions": parity.inversions(),
        "blank_row": parity.blank_row,
        "home_row": parity.home_row,
        "row_counts": parity.row_counts(),
        "sum": parity.sum(),
    })
    .to_string()
}

fn text(parity: &Parity) -> String {
    let by_tile: Vec<String> = parity
        .inversions_by_tile
        .iter()
        .map(u32::to_string)
        .collect();
    let (inversions, sum) = (parity.inversions(), parity.sum());
    let mut text = format!(
        "{}\n\ninversions: for each tile in reading order, the later tiles that belong before it\n  {}\n  sum {inversions}\n",
        verdict(parity),
        by_tile.join(" "),
    );
    if parity.row_counts() {
        text += &format!(
            "blank: in row {}, at home in row {}; on a board of even width the rows between count\n  {inversions} + {} = {sum}\n",
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

/// For rows there are rules where stones repeat or all differ; others are looked up, or a solution is
/// looked for.
fn row(context: &Context, asked: &Asked, state: &State) -> Result<(String, Outcome), Failure> {
    let Puzzle::Oshidori(puzzle) = asked.space else {
        unreachable!("boards were answered above");
    };
    let by_rule = puzzle.all_connected();
    let (solvable, reason) = if by_rule {
        let reason = "with pairs that jump and some stones alike, six stones or more can always be brought into any order";
        (Some(true), reason)
    } else if let (State::Row(row), Goal::Rows(goal)) = (state, asked.goal)
        && let Err(OshidoriError::Unreachable { reason }) = oshidori::lower_bound(row, &goal)
    {
        (Some(false), reason)
    } else {
        let limits = Limits {
            time: Some(LOOK),
            ..Limits::default()
        };
        let answer =
            engine::open_within(context, asked, &limits, Residence::Mapped)?.distance(state)?;
        let reason = match answer.solvable() {
            Some(true) => "a sequence of jumps leads to the goal",
            Some(false) => "no sequence of jumps leads to the goal",
            None => "no rule decides it, and no solution was met in some seconds",
        };
        (answer.solvable(), reason)
    };
    let outcome = match solvable {
        Some(false) => Outcome::Unsolvable,
        _ => Outcome::Done,
    };
    let text = match context.json {
        true => json!({
            "space": asked.space.to_string(),
            "state": state.json(),
            "solvable": solvable,
            "reason": reason,
        })
        .to_string(),
        false => format!(
            "{}: {reason}",
            match solvable {
                Some(true) => "solvable",
                Some(false) => "unsolvable",
                None => "unknown",
            }
        ),
    };
    Ok((text, outcome))
}
