//! Moves as people write them, and reviews of games.

use serde_json::{Value, json};

use crate::common::{Tilebase, fails};

const START: &str = "8 6 7 / 2 5 4 / 3 0 1";

#[test]
fn moves_are_written_as_asked_and_read_back() {
    let tilebase = Tilebase::new();
    let board = "1 2 3 / 4 0 6 / 7 5 8";
    for (style, moves) in [("tiles", "5 8"), ("letters", "UL"), ("blank", "DR")] {
        let solved = tilebase.ok(&["solve", "3x3", board, "--moves", style]);
        let first = solved.lines().next().unwrap();
        assert!(first.ends_with(&format!(": {moves}")), "{solved}");
        let line = tilebase.pipe(&["solve", "3x3", "-", "--moves", style], board.as_bytes());
        assert_eq!(line.out, format!("2: {moves}\n"));
        let reviewed = tilebase.json(&["review", "3x3", board, moves, "--moves", style]);
        assert_eq!(reviewed[0]["final_distance"], 0, "{style}");
        assert_eq!(reviewed[0]["wasted"], 0, "{style}");
    }
    let long = &tilebase.json(&["solve", "3x3", "0 1 2 / 4 5 3 / 7 8 6"])[0];
    assert_eq!(
        (&long["letters"], &long["blank"]),
        (&json!("L2U2"), &json!("R2D2"))
    );
    assert_eq!(long["moves"], json!([1, 2, 3, 6]));

    let hint = tilebase.ok(&["hint", "3x3", board, "--moves", "letters"]);
    assert!(hint.contains("\nslide U: 1 "), "{hint}");
    let hint = tilebase.pipe(&["hint", "3x3", "-", "--moves", "blank"], board.as_bytes());
    assert_eq!(hint.out, "2: D=1 U=3 L=3 R=3\n");

    let graded = [
        "random",
        "2x2",
        "--levels",
        "1",
        "--per-level",
        "1",
        "--csv",
        "--moves",
    ];
    let graded = tilebase.ok(&[&graded[..], &["blank"]].concat());
    let moves = graded.lines().nth(1).unwrap().rsplit(',').next().unwrap();
    assert!(moves.chars().all(|c| "UDLR2".contains(c)), "{graded}");

    // Rows have no directions: their moves are cells in every style.
    let row = ["solve", "oshidori-bw-3", "BWBWBW__", "--moves", "letters"];
    let said = tilebase.ok(&row);
    assert!(
        said.contains("left cells of the stones that jump, from 0"),
        "{said}"
    );
}

#[test]
fn solutions_are_written_as_boards_alone() {
    let tilebase = Tilebase::new();
    let board = "1 2 3 / 4 0 5 / 7 8 6";
    let lines = tilebase.ok(&["solve", "3x3", board, "--format", "line"]);
    assert_eq!(
        lines,
        "1 2 3 4 0 5 7 8 6\n1 2 3 4 5 0 7 8 6\n1 2 3 4 5 6 7 8 0\n"
    );
    let distances = tilebase.pipe(&["distance", "3x3", "-"], lines.as_bytes());
    assert_eq!(distances.out, "2\n1\n0\n");
    let contest = tilebase.ok(&["solve", "3x3", board, "--format", "contest"]);
    assert!(
        contest.starts_with("1 2 3\n4 * 5\n7 8 6\n\n1 2 3\n4 5 *\n"),
        "{contest}"
    );
    let counted = ["solve", "3x3", board, "--format", "line", "--count"];
    let says = "all of --format but grid print the states on the way, the moves or a record, and \
        nothing else: not for --count, --all or --stats";
    fails(&tilebase, &counted, 2, says);
}

#[test]
fn the_hardest_boards_with_the_way_to_each() {
    let tilebase = Tilebase::new();
    let text = tilebase.ok(&["hardest", "3x3", "--solve", "--moves", "letters"]);
    assert_eq!(text.matches("start").count(), 2, "{text}");
    assert_eq!(text.matches("31: ").count(), 2, "the last move of each");
    let lines = tilebase.ok(&["hardest", "3x3", "--solve", "--format", "line"]);
    for line in lines.lines() {
        let (state, moves) = line.split_once(": ").expect("a state and its moves");
        let review = &tilebase.json(&["review", "3x3", state, moves])[0];
        assert_eq!(
            (&review["made"], &review["wasted"]),
            (&json!(31), &json!(0))
        );
        assert_eq!(review["final"], json!([1, 2, 3, 4, 5, 6, 7, 8, 0]));
    }
    let answer = &tilebase.json(&["hardest", "3x3", "--solve"])[0];
    let solutions = answer["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 2);
    assert_eq!(solutions[0]["moves"].as_array().unwrap().len(), 31);
}

#[test]
fn a_game_is_graded_move_by_move() {
    let tilebase = Tilebase::new();
    let review = &tilebase.json(&["review", "3x3", START, "1", "1", "5", "R", "L"])[0];
    let distances: Vec<u64> = each(review, "distance");
    let optimal: Vec<bool> = each(review, "optimal");
    assert_eq!(distances, [30, 31, 30, 29, 30]);
    assert_eq!(optimal, [true, false, true, true, false]);
    assert_eq!(each::<u64>(review, "move"), [1, 1, 5, 2, 2]);
    assert_eq!(each::<String>(review, "letter"), ["L", "R", "D", "R", "L"]);
    assert_eq!(review["distance"], 31);
    assert_eq!(review["made"], 5);
    assert_eq!(review["final_distance"], 30);
    assert_eq!(review["wasted"], 4);
    assert_eq!(review["final"], json!([8, 6, 7, 2, 0, 4, 3, 5, 1]));

    let text = tilebase.ok(&["review", "3x3", START, "1 1 5 R L"]);
    assert_eq!(text.matches('✓').count(), 3, "{text}");
    assert_eq!(text.matches('✗').count(), 2, "{text}");
    assert!(
        text.contains("5 moves made, 30 to go; an optimal game has 31 moves: 4 wasted"),
        "{text}"
    );
    let piped = tilebase.pipe(&["review", "3x3", START, "-"], b"1, 1\n5 RL\n");
    assert_eq!(piped.out, text);

    // On rows a move may leave the distance unchanged. Boards without a table are searched.
    let row = &tilebase.json(&["review", "oshidori-bw-3", "BWBWBW__", "1 3"])[0];
    assert_eq!(row["distance"], 4);
    let wasted = 2 + row["final_distance"].as_u64().unwrap() - 4;
    assert_eq!(row["wasted"], wasted);
    let fifteen = "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15";
    let options = ["--heuristic", "manhattan", "--json"];
    let searched =
        &tilebase.json(&[&["review", "15-puzzle", fifteen, "LLR"][..], &options[..2]].concat())[0];
    assert_eq!(each::<u64>(searched, "distance"), [1, 0, 1]);
    assert!(tilebase.tables().iter().all(|name| !name.contains("4x4")));
}

fn each<T: serde::de::DeserializeOwned>(review: &Value, key: &str) -> Vec<T> {
    let moves = review["moves"].as_array().expect("a list").iter();
    moves
        .map(|step| serde_json::from_value(step[key].clone()).expect("the type asked for"))
        .collect()
}

#[test]
fn games_that_cannot_be_played_are_refused() {
    let tilebase = Tilebase::new();
    for (moves, says) in [
        ("1 1 8", "move 3, 8, cannot be made"),
        ("LLL", "move 2, L, cannot be made"),
        ("1 X", "`X` is not a move"),
    ] {
        let said = tilebase.run(&["review", "3x3", START, moves]);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said:?}");
        assert!(said.err.contains(says), "{says}: {said:?}");
    }
    let unsolvable = "1 2 3 4 5 6 8 7 0";
    let said = tilebase.run(&["review", "3x3", unsolvable, "D"]);
    assert_eq!(said.code, Some(1));
    assert!(said.out.starts_with("unsolvable"), "{said:?}");
    let said = tilebase.run(&["review", "3x3", unsolvable, "D", "--json"]);
    let answer: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(answer["solvable"], false);
}

#[test]
fn no_share_is_given_of_moves_that_are_not_known() {
    let tilebase = Tilebase::new();
    let ask = [
        "review",
        "4x4",
        "--file",
        "-",
        "--heuristic",
        "manhattan",
        "--time",
        "0",
    ];
    let said = tilebase.pipe(&ask, b"15 2 1 12 8 5 6 11 4 9 10 7 3 13 14 0: D\n");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.out.contains("; – optimal"), "{said:?}");
    let said = tilebase.pipe(&ask, b"");
    assert!(said.out.ends_with("\nno game graded\n"), "{said:?}");
}

#[test]
fn options_may_stand_before_the_command() {
    let tilebase = Tilebase::new();
    let said = tilebase.run(&["--no-build", "distance", "3x3", "867254301"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    let board = "123456078";
    let options = ["--heuristic", "manhattan", "--stats"];
    let searched = tilebase.json(&[&options[..], &["solve", "3x3", board]].concat());
    assert_eq!(searched[0]["heuristic"], "manhattan");
    assert!(searched[0]["stats"]["expanded"].is_u64());
    for (option, command) in [
        (&["--no-build"][..], "list"),
        (&["--stats"], "list"),
        (&["--heuristic", "manhattan"], "verify"),
    ] {
        let said = tilebase.run(&[option, &[command]].concat());
        assert_eq!(said.code, Some(2), "{said:?}");
        let says = format!("{} does not apply to `tilebase {command}`", option[0]);
        assert!(said.err.contains(&says), "{said:?}");
    }
}

#[test]
fn compare_prints_the_moves_that_each_method_found() {
    let tilebase = Tilebase::new();
    let arguments = [
        "compare",
        "3x3",
        "1 2 3 / 4 0 6 / 7 5 8",
        "--path",
        "--methods",
        "bfs,ida",
    ];
    let text = tilebase.ok(&[&arguments[..], &["--moves", "letters"]].concat());
    assert!(
        text.contains("\nbreadth-first: UL\n") && text.contains("\nIDA*: UL\n"),
        "{text}"
    );
    let methods = &tilebase.json(&arguments)[0]["methods"];
    assert_eq!(methods[1]["moves"], json!([5, 8]));
    // The program reads the moves of rows by other rules as it writes them.
    let (row, rules) = ("0 1 0 0 2 1 2 2 1", ["--holes", "3"]);
    let compare = ["compare", "oshidori-bw-3", row, "--path"];
    let compared = &tilebase.json(&[&compare[..], &rules].concat())[0];
    for method in compared["methods"].as_array().unwrap() {
        let jumps = method["jumps"].as_array().unwrap().iter();
        let jumps: Vec<&str> = jumps.map(|jump| jump.as_str().unwrap()).collect();
        let review = ["review", "oshidori-bw-3", row, &jumps.join(" ")];
        let played = &tilebase.json(&[&review[..], &rules].concat())[0];
        assert_eq!(played["final_distance"], 0, "{method}");
    }
}

/// What the tools say of moves is what playing them does.
#[test]
fn moves_are_inverted_mirrored_and_joined() {
    let tilebase = Tilebase::new();
    let tool = |arguments: &[&str]| tilebase.ok(&[&["moves"], arguments].concat());
    assert_eq!(tool(&["inverse", "R2 U L"]), "RDL2\n");
    assert_eq!(tool(&["mirror", "r2ul"]), "L2UR\n");
    assert_eq!(tool(&["transpose", "R2", "U", "L"]), "D2LU\n");
    assert_eq!(tool(&["simplify", "R3 L U D L2 D"]), "D\n");
    assert_eq!(tool(&["join", "R2U", "UL"]), "R2U2L\n");
    let lengths = &tilebase.json(&["moves", "join", "R2U", "UL"])[0];
    assert_eq!(
        *lengths,
        json!({"letters": "R2U2L", "single": 5, "multi": 3})
    );

    let solved = &tilebase.json(&["solve", "3x3", START])[0];
    let letters = solved["letters"].as_str().unwrap();
    for (style, moves) in [
        ("letters", letters),
        ("blank", solved["blank"].as_str().unwrap()),
    ] {
        let start = &tilebase.json(&["moves", "start", "3x3", moves, "--moves", style])[0];
        assert_eq!(start["state"], solved["state"]);
    }
    // The moves of the transposed board solve it.
    let transposed = tool(&["transpose", letters]);
    let review = [
        "review",
        "3x3",
        "8 2 3 / 6 5 0 / 7 4 1",
        transposed.trim_end(),
        "--goal",
        "1 4 7 / 2 5 8 / 3 6 0",
        "--moves",
        "letters",
    ];
    assert_eq!(tilebase.json(&review)[0]["final_distance"], 0);
    for (wrong, said) in [
        (&["inverse", "R2 5"][..], "`5` is not a move in letters"),
        (&["inverse", "R2 X"], "`X` is not a move in letters"),
        (&["start", "3x3", "D"], "move 1, D, does not lead to 1 2 3"),
        (&["start", "3x3", "UUU"], "move 1, U, does not"),
        (&["start", "oshidori-bw-3", "U"], "move 1, U, does not"),
        (
            &["start", "oshidori-bw-3", "U", "--goal", "any"],
            "the goal any, which is not a single state",
        ),
    ] {
        let refused = tilebase.run(&[&["moves"], wrong].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.err.contains(said), "{refused:?}");
    }
}

/// Plays moves of the blank or of tiles with the program, and returns the last state.
fn reached(tilebase: &Tilebase, space: &str, state: &Value, letters: &str) -> Value {
    let game = ["review", space, &state.to_string(), letters, "--width", "1"];
    tilebase.json(&game)[0]["final"].clone()
}

/// A game becomes no longer, and leads where it led, wherever that is.
#[test]
fn games_are_made_shorter_between_their_ends() {
    let tilebase = Tilebase::new();
    // Where a table answers, the way is the shortest that there is, to the goal and elsewhere.
    for (moves, length) in [
        ("D R U L D R U L", 4),
        ("D R U L", 4),
        ("D U", 0),
        ("D R U", 3),
    ] {
        for style in ["letters", "tiles"] {
            let ask = ["shorten", "3x3", "123456780", moves, "--moves", style];
            let game = &tilebase.json(&ask)[0];
            assert_eq!(game["before"], moves.split(' ').count());
            assert_eq!(
                (&game["length"], &game["optimal"]),
                (&json!(length), &json!(true))
            );
            let last = reached(&tilebase, "3x3", &game["state"], moves);
            assert_eq!(game["final"], last);
            let states = game["states"].as_array().unwrap();
            assert_eq!((&states[0], &states[length]), (&game["state"], &last));
        }
    }
    let text = tilebase.ok(&["shorten", "3x3", "123456780", "D R U L D R U L"]);
    assert_eq!(
        text,
        "8 moves before, now 4 moves, the fewest there are (tiles that slide): 8 5 6 8\n"
    );
    // On large boards it is what is found in the time, with what is proven beside it.
    for name in ["4x4", "5x5", "7x5", "10x10"] {
        let walk = ["random", name, "--walk", "300", "--seed", "1"];
        let start = &tilebase.json(&walk)[0]["state"];
        let solve = ["solve", name, &start.to_string(), "--width", "1"];
        let long = tilebase.json(&solve)[0]["letters"]
            .as_str()
            .unwrap()
            .to_owned()
            + "DRULD";
        for moves in [&*long, "DDUURRLL"] {
            let ask = [
                "shorten",
                name,
                &start.to_string(),
                "-",
                "--time",
                "0.4",
                "--json",
            ];
            let said = tilebase.pipe(&ask, moves.as_bytes());
            let Ok(game) = serde_json::from_str::<Value>(&said.out) else {
                // A move of a short game that this board does not allow.
                assert_eq!((moves.len(), said.code), (8, Some(2)), "{said:?}");
                continue;
            };
            let number = |key: &str| game[key].as_u64().unwrap();
            assert!(number("lower_bound") <= number("length"), "{game}");
            assert!(number("length") <= number("before"), "{game}");
            assert_eq!(game["optimal"], number("lower_bound") == number("length"));
            let letters = game["letters"].as_str().unwrap();
            assert_eq!(
                reached(&tilebase, name, start, letters),
                game["final"],
                "{name}"
            );
            assert_eq!(
                reached(&tilebase, name, start, moves),
                game["final"],
                "{name}"
            );
        }
    }
    let row = &tilebase.json(&["shorten", "oshidori-bw-3", "BWBWBW__", "1 6 1"])[0];
    assert_eq!((&row["before"], &row["length"]), (&json!(3), &json!(1)));
    let said = tilebase.run(&["shorten", "3x3", "123456780", "D R D D"]);
    let says = "error: move 4, D, cannot be made at 1 0 3 4 2 5 7 8 6\n";
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains(says), "{said:?}");
}

/// In both metrics a game is graded as it is in each alone, with runs of letters.
#[test]
fn many_games_are_graded_in_both_metrics() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("games.txt");
    // The first game is written with a letter for each tile, the last with tiles that push others.
    let games = "1 2 3 4 5 6 0 7 8: L R L L\nnonsense\n1 2 3 4 5 6 0 7 8: 8\n";
    std::fs::write(&file, games).unwrap();
    let both = [
        "review",
        "3x3",
        "--file",
        file.to_str().unwrap(),
        "--both-metrics",
    ];
    let said = tilebase.run(&[&both[..], &["--json"]].concat());
    assert_eq!(said.code, Some(2), "{said:?}");
    let lines: Vec<Value> = said.out.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(lines.len(), 6, "{said:?}");
    for (at, moves, metric) in [(4, "LL", "single"), (5, "L2", "multi")] {
        let game = [
            "review",
            "3x3",
            "1 2 3 4 5 6 0 7 8",
            moves,
            "--metric",
            metric,
        ];
        let mut alone = tilebase.json(&game)[0].clone();
        alone["game"] = json!(3);
        assert_eq!(lines[at], alone);
    }
    assert_eq!(
        (&lines[0]["made"], &lines[1]["made"]),
        (&json!(4), &json!(3))
    );
    assert_eq!(
        (&lines[2]["game"], &lines[3]["game"]),
        (&json!(2), &json!(2))
    );
    assert!(lines[2]["error"].is_string() && lines[3]["error"].is_string());
    let text = tilebase.run(&both).out;
    assert!(
        text.starts_with("tiles alone\n") && text.contains("\n\nlines of tiles\n"),
        "{text}"
    );
    let csv = tilebase.run(&[&both[..], &["--csv"]].concat()).out;
    assert!(
        csv.contains(",single\n") && csv.contains(",multi\n"),
        "{csv}"
    );
    let wrong = [&both[..], &["--metric", "multi"]].concat();
    assert_eq!(tilebase.run(&wrong).code, Some(2));
}

/// The grades of a file of games are those of each game alone.
#[test]
fn many_games_are_graded_at_once() {
    let tilebase = Tilebase::new();
    let link = tilebase.ok(&["moves", "link", "3x3", "U2LDRUL"]);
    let start = tilebase
        .ok(&["moves", "start", "3x3", "U2LDRUL"])
        .replace('\n', " ");
    let games = [
        format!("{START}: 1 1 5 R L"),
        "1 2 3 / 4 0 5 / 7 8 6: L U".to_owned(),
        link.trim().to_owned(),
    ];
    let file = tilebase.data().join("games.txt");
    let text = format!(
        "# games\n{}\n\nnonsense\n1 2 3 4 5 6 8 7 0: D\n",
        games.join("\n")
    );
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let said = tilebase.run(&["review", "3x3", "--file", file, "--json", "--better"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    let lines: Vec<Value> = said.out.lines().map(|line| line.parse().unwrap()).collect();
    let alone = [
        vec![START, "1 1 5 R L"],
        vec!["1 2 3 / 4 0 5 / 7 8 6", "L U"],
        vec![start.trim(), "U2LDRUL"],
    ];
    for (number, (line, game)) in lines.iter().zip(alone).enumerate() {
        let mut alone =
            tilebase.json(&[&["review", "3x3", "--better"][..], &game].concat())[0].clone();
        alone["game"] = (number + 1).into();
        assert_eq!(line, &alone);
    }
    let mistakes = &lines[0]["mistakes"];
    assert_eq!(mistakes.as_array().unwrap().len(), 2, "{mistakes}");
    assert_eq!(
        (&mistakes[0]["first"], &mistakes[0]["last"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(mistakes[0]["wasted"], 2);
    assert_eq!(mistakes[0]["better"].as_array().unwrap().len(), 30);
    assert!(
        lines[3]["error"].is_string() && lines[4]["solvable"] == false,
        "{said:?}"
    );
    assert_eq!(
        (&lines[3]["game"], &lines[4]["game"]),
        (&json!(4), &json!(5))
    );

    let csv = tilebase
        .run(&["review", "3x3", "--file", file, "--csv"])
        .out;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 6, "{csv}");
    assert_eq!(rows[1], "1,8 6 7 2 5 4 3 0 1,5,31,4,3,2,30,,single");
    let table = tilebase
        .run(&["review", "3x3", "--file", file, "--better"])
        .out;
    assert!(
        table.contains("3 games graded; on average 4.67 moves"),
        "{table}"
    );
    assert!(
        table.contains("game 1, move 2: 2 moves wasted; better: "),
        "{table}"
    );
    let multi = tilebase.json(&["review", "3x3", link.trim(), "--metric", "multi"]);
    assert_eq!(multi[0]["made"], 6);
    assert_eq!(multi[0]["final_distance"], 0);
    let inverse = tilebase.ok(&["moves", "inverse", link.trim()]);
    assert_eq!(inverse, "RDLURD2\n");
    for wrong in [
        &["review", "3x3"][..],
        &["review", "3x3", START],
        &["shorten", "3x3", "?r=x"],
    ] {
        assert_eq!(tilebase.run(wrong).code, Some(2), "{wrong:?}");
    }
    assert_eq!(tilebase.run(&["review", "2x3", link.trim()]).code, Some(2));
}
