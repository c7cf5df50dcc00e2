//! Thousands of questions to several faces, whose objects must be equal: those of the program, of
//! the library and of the page's module.

use rand::RngExt;
use serde_json::{Value, json};
use tilebase::{Library, Notation, Rng, Solver, sliding::Metric};
use tilebase_web::Session;

use crate::common::Tilebase;

/// The questions about a state, each with the module's name of the command.
const QUESTIONS: [(&str, &str); 5] = [
    ("distance", "distance"),
    ("solve", "solve"),
    ("hint", "hint"),
    ("check", "check"),
    ("review", "review"),
];

/// Puzzles, each with a goal and a metric.
const SUBJECTS: [(&str, Option<&str>, Metric); 12] = [
    ("2x2", None, Metric::Single),
    ("2x3", Some("blank-first"), Metric::Single),
    ("3x2", None, Metric::Multi),
    ("3x3", None, Metric::Single),
    ("3x3", Some("8 7 6 5 4 3 2 1 0"), Metric::Single),
    ("3x3", None, Metric::Multi),
    ("2x5", None, Metric::Single),
    ("3x3", Some("1 2 3 x x x x x x"), Metric::Single),
    ("2x3", Some("1 2 3 4 x x"), Metric::Multi),
    ("2x3", Some("AABBC0"), Metric::Single),
    ("oshidori-kinds-3", None, Metric::Single),
    ("oshidori-bw-3", Some("any"), Metric::Single),
];

/// The states of each subject: 60 questions about each, 2,000 in all with some more.
const STATES: usize = 34;

/// Returns random states of a solver, half of them with two tiles exchanged: those of boards that
/// can reach the goal and then cannot.
fn states(solver: &Solver, rng: &mut Rng) -> Vec<Vec<u8>> {
    let drawn = solver.random(STATES, rng).into_iter();
    let exchanged = drawn.enumerate().map(|(number, state)| {
        let mut cells = state.cells().to_vec();
        let full: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
        if number % 2 == 1 {
            cells.swap(full[0], full[1]);
        }
        cells
    });
    exchanged.collect()
}

/// Returns the moves of a game from a state: the solution, or any move.
fn moves(solver: &Solver, state: &str, rng: &mut Rng) -> String {
    let hints = solver.hints(state).unwrap();
    let first = hints
        .moves
        .get(rng.random_range(0..hints.moves.len().max(1)));
    let first = first.map(|hint| hint.state.clone());
    let state = solver.state(state).unwrap();
    let next = first.unwrap_or_else(|| state.neighbours(solver.metric()).remove(0));
    let moves = tilebase::Moves::along(solver.metric(), &[state, next]);
    // Tiles that are alike have the same number.
    let letters = moves.letters();
    if letters.is_empty() { moves.to_string() } else { letters }
}

#[test]
fn all_faces_give_the_same_objects() {
    let mut rng = tilebase::seeded(66);
    // Tables of some questions before others must make no difference.
    let (tilebase, library) = (Tilebase::new(), Library::in_memory());
    let mut module = Session::new(|_| ());
    let mut asked = 0;
    for (number, (space, goal, metric)) in SUBJECTS.iter().enumerate() {
        let solver = library.puzzle(space).unwrap().with_goal(*goal).unwrap();
        let solver = solver.with_metric(*metric).unwrap();
        let lines = states(&solver, &mut rng).into_iter().map(|cells| {
            let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
            cells.join(" ")
        });
        let lines: Vec<String> = lines.collect();
        let games = lines.iter().map(|state| moves(&solver, state, &mut rng));
        let games: Vec<String> = games.collect();
        for at in 0..QUESTIONS.len() {
            let (command, task) = QUESTIONS[(at + number) % QUESTIONS.len()];
            let said = by_program(&tilebase, command, (space, *goal, *metric), &lines, &games);
            assert_eq!(said.len(), lines.len(), "{space} {command}");
            for ((state, game), said) in lines.iter().zip(&games).zip(said) {
                let here = format!("{command} {space} {goal:?} {metric} {state}: {game}");
                assert_eq!(said, by_library(&solver, command, state, game), "{here}");
                let mut question = json!({"do": task, "space": space, "state": state,
                    "metric": metric.to_string()});
                if let Some(goal) = goal {
                    question["goal"] = json!(goal);
                }
                if command == "review" {
                    question["moves"] = json!(game);
                }
                let answer = module.ask(&question.to_string());
                let answer: Value = serde_json::from_str(&answer).unwrap();
                assert_eq!(said, answer, "{here}");
                asked += 1;
            }
        }
    }
    assert!(asked >= 2000, "{asked}");
}

/// The distances of long boards do not fit into the tables of others.
#[test]
fn long_boards_are_solved_by_every_preset_on_every_face() {
    let tilebase = Tilebase::new();
    let mut module = Session::new(|_| ());
    for (space, cells) in [("2x50", 100), ("2x128", 256), ("128x2", 256), ("3x85", 255)] {
        let mut near: Vec<String> = (1..cells).map(|tile| tile.to_string()).collect();
        near.insert(cells - 2, "0".to_owned());
        let near = near.join(" ");
        // The first tile is at home.
        let said = tilebase.json(&["distance", space, &near, "--stage", "1"]);
        assert_eq!(said[0]["distance"], 0, "{space}: {}", said[0]);
        for preset in ["rows", "rows-columns", "grids"] {
            let arguments = ["solve", space, &near, "--stages", preset, "--no-build"];
            let said = tilebase.json(&arguments).remove(0);
            let question = json!({"do": "solve", "space": space, "state": near, "stages": preset});
            let answer: Value = serde_json::from_str(&module.ask(&question.to_string())).unwrap();
            for key in ["moves", "states", "stages"] {
                assert!(!said[key].is_null(), "{space} {preset}: {said}");
                assert_eq!(said[key], answer[key], "{space} {preset} {key}");
            }
            assert_eq!(said["moves"], json!([cells - 1]), "{space} {preset}");
        }
    }
}

/// Returns the program's answers about states, and about a game from each.
fn by_program(
    tilebase: &Tilebase,
    command: &str,
    (space, goal, metric): (&str, Option<&str>, Metric),
    states: &[String],
    games: &[String],
) -> Vec<Value> {
    let metric = metric.to_string();
    let mut arguments = vec![command, space, "--json", "--quiet", "--metric", &metric];
    if let Some(goal) = goal {
        arguments.extend(["--goal", goal]);
    }
    let games = states.iter().zip(games);
    let input = match command {
        "review" => games
            .map(|(state, game)| format!("{state}: {game}\n"))
            .collect(),
        _ => states.join("\n"),
    };
    arguments.extend(["--file", "-"]);
    if space.starts_with("oshidori") {
        arguments.retain(|argument| !["--metric", &metric].contains(argument));
    }
    let said = tilebase.pipe(&arguments, input.as_bytes());
    assert!(matches!(said.code, Some(0 | 1)), "{arguments:?}: {said:?}");
    let answers = said.out.lines().map(|line| {
        let mut answer: Value = serde_json::from_str(line).unwrap();
        // The number of the game in its file.
        answer.as_object_mut().unwrap().shift_remove("game");
        answer
    });
    answers.collect()
}

fn by_library(solver: &Solver, command: &str, state: &str, game: &str) -> Value {
    let json = |answer: serde_json::Result<Value>| answer.unwrap();
    match command {
        "distance" => json(serde_json::to_value(solver.distance(state).unwrap())),
        "solve" => json(serde_json::to_value(solver.solve(state).unwrap())),
        "hint" => json(serde_json::to_value(solver.hints(state).unwrap())),
        "check" => json(serde_json::to_value(solver.check(state).unwrap())),
        _ => {
            let game = solver.game(state, game, Notation::Tile).unwrap();
            match solver.review(&game) {
                Err(tilebase::Error::Unsolvable { .. }) => {
                    json(serde_json::to_value(solver.distance(state).unwrap()))
                }
                review => json(serde_json::to_value(review.unwrap())),
            }
        }
    }
}
