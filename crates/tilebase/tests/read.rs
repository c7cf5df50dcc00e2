//! Answers are read back from their objects.

use serde::{Serialize, de::DeserializeOwned};
use tilebase::{
    Answer, Chance, Depths, FarthestStages, Hints, Library, Notation, Review, Solver, Staged,
    Stages, State, sliding::Metric,
};

/// Checks that a value is read back from its object, and returns the object.
fn round<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    let again: T = serde_json::from_str(&text).unwrap();
    assert_eq!(again, *value, "{text}");
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
    text
}

fn all_answers(solver: &Solver, state: &str) {
    let state: State = solver.state(state).unwrap();
    round(&state);
    round::<Answer>(&solver.distance(&state).unwrap());
    round::<Answer>(&solver.solve(&state).unwrap());
    let hints: Hints = solver.hints(&state).unwrap();
    round(&hints);
    if let Some(hint) = hints.moves.last() {
        let moves = hint.step.to_string();
        let game = solver.game(&state, &moves, Notation::Tile).unwrap();
        let review: Review = solver.review(&game).unwrap();
        round(&review);
    }
}

#[test]
fn answers_of_every_kind_are_read_back() {
    let library = Library::in_memory();
    let puzzle = |name: &str| library.puzzle(name).unwrap();
    all_answers(&puzzle("3x3"), "867254301");
    all_answers(&puzzle("3x3"), "213456780");
    all_answers(&puzzle("3x3").with_heuristic("manhattan"), "123456078");
    all_answers(
        &puzzle("2x4").with_metric(Metric::Multi).unwrap(),
        "1 2 3 4 / 0 5 6 7",
    );
    all_answers(&puzzle("3x3").with_goal("AABBCCDD0").unwrap(), "DDCCBBAA0");
    all_answers(
        &puzzle("6x6").with_width(5),
        &puzzle("6x6").random(1, &mut tilebase::seeded(1))[0].to_string(),
    );
    all_answers(&puzzle("oshidori-bw-3"), "BWBWBW__");
    all_answers(&puzzle("oshidori-kinds-4"), "1 2 3 4 1 2 3 4 0 0");
}

#[test]
fn counts_and_stages_are_read_back() {
    let library = Library::in_memory();
    let puzzle = |name: &str| library.puzzle(name).unwrap();
    let multi = puzzle("2x4").with_metric(Metric::Multi).unwrap();
    for solver in [puzzle("3x3"), puzzle("4x4"), multi, puzzle("oshidori-bw-3")] {
        let depths: Depths = solver.depths().unwrap();
        round(&depths);
        // serde_json reads most fractions to within their last digit, but 0 exactly.
        round::<Chance>(&depths.chance_of_mean(2, 0.0).unwrap());
    }
    let solver = puzzle("3x3");
    let stages: Stages = solver.stages("1-3/rest").unwrap();
    round::<FarthestStages>(&solver.farthest_stages(&stages).unwrap());
    for board in ["867254301", "213456780"] {
        let board = solver.state(board).unwrap();
        round::<Staged>(&solver.solve_stages(&board, &stages, 1).unwrap());
    }
}

#[test]
fn what_is_no_answer_is_refused() {
    let refused = |text: &str| {
        serde_json::from_str::<Answer>(text)
            .unwrap_err()
            .to_string()
    };
    let begin = r#"{"space":"3x3","state":[1,2,3,4,5,6,7,8,0]"#;
    assert!(
        refused(&format!("{begin},\"method\":\"table\"}}"))
            .contains("neither a distance nor bounds")
    );
    let said = refused(&format!(
        "{begin},\"solvable\":true,\"distance\":0,\"method\":\"magic\"}}"
    ));
    assert!(said.contains("`magic` is not the name of a method"));
    let short = r#"{"space":"3x3","state":[1,2],"solvable":true,"distance":0,"method":"table"}"#;
    assert!(refused(short).contains("2 cells with 0 blanks are not a state of 3x3"));
    assert!(refused(r#"{"space":"9","state":[],"method":"table"}"#).contains("unknown puzzle"));
    let step = r#"{"state":[0,1,2,3],"distance":1}"#;
    let hints = format!(r#"{{"space":"2x2","state":[1,2,3,0],"distance":0,"moves":[{step}]}}"#);
    let said = serde_json::from_str::<Hints>(&hints)
        .unwrap_err()
        .to_string();
    assert!(said.contains("no move leads from"), "{said}");
}
