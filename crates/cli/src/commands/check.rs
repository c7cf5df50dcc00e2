//! `check`: whether a state can reach the goal, and why.

use serde_json::json;
use tilebase_core::{Space, sliding::Parity};

use super::for_each_state;
use crate::{
    args::OneState,
    context::{Asked, Context, States},
    engine,
    failure::{Failure, Outcome},
    state::{Goal, State},
};

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

/// For rows there is a rule where stones repeat; other rows are looked up.
fn row(context: &Context, asked: &Asked, state: &State) -> Result<(String, Outcome), Failure> {
    let Space::Oshidori(puzzle) = asked.space else {
        unreachable!("boards were answered above");
    };
    let by_rule = puzzle.all_connected();
    let solvable = by_rule
        || engine::open(context, asked)?
            .distance(state)?
            .distance
            .is_some();
    let reason = match (by_rule, solvable) {
        (true, _) => {
            "with pairs that jump and some stones alike, six stones or more can always be brought into any order"
        }
        (false, true) => "a sequence of jumps leads to the goal",
        (false, false) => "no sequence of jumps leads to the goal",
    };
    let outcome = if solvable {
        Outcome::Done
    } else {
        Outcome::Unsolvable
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
            if solvable { "solvable" } else { "unsolvable" }
        ),
    };
    Ok((text, outcome))
}
