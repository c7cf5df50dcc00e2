//! Texts with states, in every form in which people write them.

use serde_json::{Value, json};
use tilebase::FORMS;
use tilebase_web::Session;

fn read(session: &mut Session, mut question: Value) -> Value {
    question["do"] = json!("read");
    let answer = session.ask(&question.to_string());
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
}

/// The library's list of forms is what the page and the package read.
#[test]
fn every_form_is_read_with_its_goal() {
    let mut session = Session::new(|_| ());
    for form in FORMS {
        let mut found = read(&mut session, json!({"state": form.example}));
        if let Some(problem) = found["error"].as_str() {
            // Its cells may be a board of several shapes.
            assert!(
                problem.contains("name the puzzle"),
                "{}: {problem}",
                form.name
            );
            found = read(
                &mut session,
                json!({"state": form.example, "space": form.space}),
            );
        }
        assert_eq!(found["space"], form.space, "{}", form.name);
        let cells = |list: &Value| {
            let cells = list.as_array().unwrap().iter();
            cells.map(Value::to_string).collect::<Vec<_>>().join(" ")
        };
        let state = |state: &Value| match state.get("goal") {
            None => cells(&state["state"]),
            Some(goal) => format!(
                "{}; goal {}",
                cells(&state["state"]),
                goal.as_str().unwrap()
            ),
        };
        let states = found["states"].as_array().unwrap();
        let states: Vec<String> = states.iter().map(state).collect();
        assert_eq!(states, form.states, "{}", form.name);
    }
}

#[test]
fn what_was_guessed_is_said() {
    let mut session = Session::new(|_| ());
    let found = read(
        &mut session,
        json!({"state": "GEF/HCB/D_A", "goal": "spiral"}),
    );
    assert_eq!(
        found,
        json!({"space": "3x3", "goal": "1 2 3 8 0 4 7 6 5", "states": [{
            "state": [7, 5, 6, 8, 3, 2, 4, 0, 1],
            "read_as": {
                "form": "letters for tiles, A is 1", "goal": "1 2 3 8 0 4 7 6 5",
                "signs": ["_", "A", "B", "C", "D", "E", "F", "G", "H"],
            },
        }]})
    );
    let plain = read(&mut session, json!({"state": "1 2 3 / 4 5 6 / 7 0 8"}));
    assert_eq!(
        plain["states"],
        json!([{"state": [1, 2, 3, 4, 5, 6, 7, 0, 8]}])
    );
    let alike = json!({"space": "2x2", "state": "A_BA", "goal": "AAB_"});
    assert_eq!(
        read(&mut session, alike)["states"][0]["state"],
        json!([1, 0, 2, 1])
    );
    let goal = read(
        &mut session,
        json!({"space": "3x3", "goal": "1 2 3 x x x x x x"}),
    );
    let rows = read(&mut session, json!({"goal": "x 1 / 2 x / x x"}));
    assert_eq!(
        (&rows["space"], &rows["goal"]),
        (&json!("3x2"), &json!("x 1 2 x x x"))
    );
    let goals = (goal["goal"].as_str().unwrap(), &goal["states"]);
    assert_eq!(goals, ("1 2 3 x x x x x x", &json!([])));
}

#[test]
fn what_cannot_be_read_says_why() {
    let mut session = Session::new(|_| ());
    for (question, said) in [
        (json!({"state": ""}), "there is no state in it"),
        (
            json!({"state": "", "space": "3x3"}),
            "there is no state in the text",
        ),
        (
            json!({"state": "1 2 3 4 5 0"}),
            "6 cells may be a board of 2x3 or 3x2: name the puzzle",
        ),
        (
            json!({"state": "3 1 2 0 4 5 6 7 8 3", "space": "3x3"}),
            "the line can be read in two ways: as 3 1 2 0 4 5 6 7 8 and a number, or as a number \
            and 1 2 0 4 5 6 7 8 3",
        ),
        (
            json!({"state": "8\n0\n1 2 3\n4 5 6\n7 0 8", "goal": "spiral"}),
            "the text asks for the goal 0 1 2 3 4 5 6 7 8, but the question for 1 2 3 8 0 4 7 6 5",
        ),
        (json!({}), "the question: `space` is missing"),
    ] {
        let found = read(&mut session, question);
        let ambiguous = said.contains("in two ways").then_some(true);
        assert_eq!(found["error"], said);
        assert_eq!(found["ambiguous"].as_bool(), ambiguous, "{said}");
    }
}
