//! `hardest`: the states farthest from the goal, or at any distance.

use serde_json::json;

use crate::{
    args::{Format, Hardest},
    context::Context,
    engine,
    failure::{Failure, Outcome},
    output,
    state::State,
};

/// States listed for people unless they ask for more.
const USUAL_LIMIT: usize = 1000;

pub fn run(context: &Context, args: &Hardest) -> Result<Outcome, Failure> {
    let asked = args.question.asked()?;
    let table = engine::tabulated(context, &asked)?;
    let eccentricity = table.metadata().eccentricity();
    let depth = args.distance.unwrap_or(eccentricity);
    let count = table
        .metadata()
        .counts
        .get(depth as usize)
        .copied()
        .unwrap_or(0);
    let states = table.at(depth, args.limit.unwrap_or(USUAL_LIMIT))?;
    let left_out = count - (states.len() as u64).min(count);
    if context.json {
        let mut value = json!({
            "space": asked.space.to_string(),
            "distance": depth,
            "count": count,
            "states": states.iter().map(State::json).collect::<Vec<_>>(),
        });
        if left_out > 0 {
            value["listed"] = json!(states.len());
        }
        context.print(&value.to_string())?;
        return Ok(Outcome::Done);
    }
    if left_out > 0 {
        context.note(&format!(
            "{} more are not listed; --limit N lists more",
            output::count(left_out)
        ));
    }
    let text = match args.format {
        Format::Line => states.iter().map(|state| state.line() + "\n").collect(),
        Format::Contest => super::random::contest(&states),
        Format::Grid => {
            let strong = output::STRONG;
            let which = if depth == eccentricity {
                ", the greatest distance there is"
            } else {
                ""
            };
            let entries: Vec<(String, Vec<String>)> = states
                .iter()
                .map(|state| (String::new(), output::picture(state)))
                .collect();
            format!(
                "{strong}{} at {depth} moves{strong:#}{which}\n\n{}",
                if count == 1 {
                    "1 state".to_owned()
                } else {
                    format!("{} states", output::count(count))
                },
                output::gallery(&entries)
            )
        }
    };
    context.print(&text)?;
    Ok(Outcome::Done)
}
