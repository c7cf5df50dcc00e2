//! The commands as a user runs them, compared with known answers.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use serde_json::json;

use crate::common::Tilebase;

#[test]
fn the_eight_puzzle() {
    let tilebase = Tilebase::new();
    assert_eq!(tilebase.ok(&["distance", "3x3", "867254301"]), "31\n");
    assert_eq!(
        tilebase.ok(&["distance", "8-puzzle", "6,4,7/8,5,_/3,2,1"]),
        "31\n"
    );
    assert_eq!(
        tilebase.ok(&[
            "distance", "3x3", "1", "2", "3", "4", "5", "6", "7", "8", "0"
        ]),
        "0\n"
    );

    let hardest = &tilebase.json(&["hardest", "3x3"])[0];
    assert_eq!(hardest["distance"], 31);
    assert_eq!(hardest["count"], 2);
    let mut states: Vec<String> = hardest["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s.to_string())
        .collect();
    states.sort();
    assert_eq!(states, ["[6,4,7,8,5,0,3,2,1]", "[8,6,7,2,5,4,3,0,1]"]);

    let depths = &tilebase.json(&["depths", "3x3"])[0];
    assert_eq!(depths["states"], 181_440);
    assert_eq!(depths["eccentricity"], 31);
    assert_eq!(
        depths["counts"].as_array().unwrap()[..4],
        [json!(1), json!(2), json!(4), json!(8)]
    );
    assert_eq!(tilebase.tables(), ["sliding-3x3-home0.tilebase"]);
}

#[test]
fn the_nine_puzzle_either_way_up() {
    let tilebase = Tilebase::new();
    let hardest = &tilebase.json(&["hardest", "2x5"])[0];
    assert_eq!(
        (&hardest["distance"], &hardest["count"]),
        (&json!(55), &json!(2))
    );
    let states = hardest["states"].as_array().unwrap();
    assert!(states.contains(&json!([0, 9, 3, 7, 1, 5, 4, 8, 2, 6])));
    assert!(states.contains(&json!([0, 5, 3, 2, 1, 9, 4, 8, 7, 6])));
    let upright = &tilebase.json(&["hardest", "5x2"])[0];
    assert_eq!(
        (&upright["distance"], &upright["count"]),
        (&json!(55), &json!(2))
    );
    assert_eq!(
        tilebase.tables(),
        ["sliding-5x2-home0.tilebase"],
        "one table serves both"
    );
}

#[test]
fn small_boards() {
    let tilebase = Tilebase::new();
    for (space, states, farthest) in [
        ("2x2", 12, 6),
        ("2x3", 360, 21),
        ("3x2", 360, 21),
        ("2x4", 20_160, 36),
    ] {
        let depths = &tilebase.json(&["depths", space])[0];
        assert_eq!(
            (&depths["states"], &depths["eccentricity"]),
            (&json!(states), &json!(farthest)),
            "{space}"
        );
    }
}

#[test]
fn a_solution_is_legal_and_of_the_stated_length() {
    let tilebase = Tilebase::new();
    let answer = &tilebase.json(&["solve", "3x3", "867254301", "--count", "--all"])[0];
    assert_eq!(answer["distance"], 31);
    assert_eq!(answer["method"], "table");
    let states: Vec<Vec<u64>> = serde_json::from_value(answer["states"].clone()).unwrap();
    let moves: Vec<u64> = serde_json::from_value(answer["moves"].clone()).unwrap();
    assert_eq!((states.len(), moves.len()), (32, 31));
    assert_eq!(states[31], [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    for (step, tile) in states.windows(2).zip(&moves) {
        let from = step[0].iter().position(|cell| cell == tile).unwrap();
        let to = step[0].iter().position(|cell| *cell == 0).unwrap();
        assert_eq!((from / 3).abs_diff(to / 3) + (from % 3).abs_diff(to % 3), 1);
        let mut next = step[0].clone();
        next.swap(from, to);
        assert_eq!(next, step[1]);
    }
    let solutions = answer["solutions"].as_array().unwrap();
    assert_eq!(answer["optimal_solutions"], solutions.len());
    assert_eq!(
        tilebase.json(&["solve", "3x3", "867254301", "--all", "--limit", "1"])[0]["solutions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn hints_are_every_move_best_first() {
    let tilebase = Tilebase::new();
    let answer = &tilebase.json(&["hint", "3x3", "1 2 3 4 0 5 7 8 6"])[0];
    assert_eq!(answer["distance"], 2);
    let moves: Vec<(u64, u64)> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| {
            (
                hint["move"].as_u64().unwrap(),
                hint["distance"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(moves.len(), 4);
    assert_eq!(moves[0], (5, 1));
    assert!(moves[1..].iter().all(|&(_, distance)| distance == 3));
}

#[test]
fn any_goal_any_home() {
    let tilebase = Tilebase::new();
    // The distance from the goal to a state is that from the state to the goal.
    for state in [
        "8 6 7 2 5 4 3 0 1",
        "1 2 3 4 0 5 6 7 8",
        "1 5 2 0 4 3 7 8 6",
        "0 8 7 6 5 4 3 2 1",
    ] {
        let there = tilebase.ok(&["distance", "3x3", state]);
        let back = tilebase.ok(&["distance", "3x3", "--goal", state, "1 2 3 4 5 6 7 8 0"]);
        assert_eq!(there, back, "{state}");
    }
    assert_eq!(tilebase.tables().len(), 3, "corner, edge and centre");
    let centre = &tilebase.json(&["depths", "3x3", "--goal", "1 2 3 8 0 4 7 6 5"])[0];
    assert_eq!(centre["eccentricity"], 30);
}

#[test]
fn rows_of_stones() {
    let tilebase = Tilebase::new();
    assert_eq!(
        tilebase.ok(&["distance", "oshidori-bw-3", "BWBWBW__"]),
        "4\n"
    );
    assert_eq!(
        tilebase.ok(&["distance", "oshidori-bw-3"]),
        "4\n",
        "the usual start"
    );
    assert_eq!(
        tilebase.ok(&[
            "distance",
            "oshidori-bw-3",
            "--goal",
            "WWWBBB__",
            "BWBWBW__"
        ]),
        "4\n"
    );
    assert_eq!(
        tilebase.ok(&["distance", "oshidori-bw-3", "--goal", "any", "BWBWBW__"]),
        "3\n"
    );
    let depths = &tilebase.json(&["depths", "oshidori-bw-3"])[0];
    assert_eq!(
        (&depths["states"], &depths["unreachable"]),
        (&json!(140), &json!(0))
    );
    for (kinds, moves) in [(3, "3\n"), (4, "7\n"), (5, "5\n")] {
        assert_eq!(
            tilebase.ok(&["distance", &format!("oshidori-kinds-{kinds}")]),
            moves
        );
    }
    let answer = &tilebase.json(&["solve", "oshidori-kinds-3", "1 2 3 1 2 3 0 0"])[0];
    let states: Vec<Vec<u64>> = serde_json::from_value(answer["states"].clone()).unwrap();
    let moves: Vec<usize> = serde_json::from_value(answer["moves"].clone()).unwrap();
    assert_eq!(states[3], [1, 1, 2, 2, 3, 3, 0, 0]);
    for (step, &left) in states.windows(2).zip(&moves) {
        let gap = step[0].iter().position(|stone| *stone == 0).unwrap();
        let mut next = step[0].clone();
        next.swap(left, gap);
        next.swap(left + 1, gap + 1);
        assert_eq!(next, step[1]);
    }
}

#[test]
fn rows_that_no_jumps_connect() {
    let tilebase = Tilebase::new();
    for space in ["oshidori-bw-2", "oshidori-kinds-2"] {
        let depths = &tilebase.json(&["depths", space])[0];
        assert!(depths["unreachable"].as_u64().unwrap() > 0, "{space}");
        let said = tilebase.run(&["distance", space, "1 2 1 2 0 0"]);
        assert_eq!(said.code, Some(1), "{said:?}");
    }
}

#[test]
fn solvability_by_hand() {
    let tilebase = Tilebase::new();
    let state = "10 8 4 14 / 15 12 13 * / 7 11 6 1 / 5 9 2 3";
    let text = tilebase.ok(&["check", "4x4", state]);
    let inversions = "  9 7 3 10 10 8 8 5 6 4 0 2 2 0 0\n  sum 74\n";
    assert!(text.contains(inversions), "{text}");
    assert!(
        text.ends_with("\n76 is even: every such board can be solved\n"),
        "{text}"
    );
    let said = tilebase.run(&["check", "4x4", "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"]);
    assert_eq!(said.code, Some(1));
    let verdict = "\n1 is odd: no move ever makes it even\n\
        it could be solved for the goal 0 1 2 … 15: --goal blank-first, or columns-blank-first, \
        snake, snake-blank-first\n";
    assert!(said.out.ends_with(verdict), "{said:?}");
    assert!(!text.contains("--goal"), "{text}");
    assert_eq!(tilebase.tables().len(), 0, "no table is needed");
}

/// A seed means the same states in every version, whatever makes the random numbers.
#[test]
fn seeds_keep_their_meaning() {
    let tilebase = Tilebase::new();
    let drawn = |arguments: &[&str]| tilebase.ok(arguments);
    assert_eq!(
        drawn(&[
            "random", "3x3", "--seed", "5", "-n", "2", "--format", "line"
        ]),
        "2 8 6 0 5 3 7 4 1\n3 1 4 7 6 8 0 2 5\n"
    );
    let large = drawn(&["random", "10x10", "--seed", "5", "--format", "line"]);
    assert!(
        large.starts_with("50 15 35 45 25 19 79 9 97 95 90 48 1 52 14 "),
        "{large}"
    );
    assert_eq!(
        drawn(&["maze", "--generate", "5x5", "--seed", "1"]),
        "#####\n#S# #\n# # #\n#  G#\n#####\n"
    );
}

#[test]
fn random_states_keep_what_they_promise() {
    let tilebase = Tilebase::new();
    let contest = tilebase.ok(&["random", "4x4", "--format", "contest", "--seed", "5"]);
    assert_eq!(contest.lines().count(), 4);
    assert!(contest.contains('*'));
    tilebase.ok(&["check", "4x4", &contest]);
    let again = tilebase.ok(&["random", "4x4", "--format", "contest", "--seed", "5"]);
    assert_eq!(contest, again);

    let states = tilebase.ok(&[
        "random",
        "3x3",
        "-n",
        "200",
        "--distance",
        "20",
        "--format",
        "line",
        "--seed",
        "1",
    ]);
    let distances = tilebase.pipe(&["distance", "3x3", "-"], states.as_bytes());
    assert_eq!(distances.out, "20\n".repeat(200));

    let set = tilebase.ok(&[
        "random",
        "3x3",
        "--levels",
        "4",
        "--per-level",
        "3",
        "--csv",
        "--seed",
        "2",
    ]);
    let rows: Vec<&str> = set.lines().collect();
    assert_eq!(rows.len(), 12, "a heading, and only two states are hardest");
    assert_eq!(rows[0], "level,distance,state,moves");
    // The hardest level is the greatest distance, at which there are only two states.
    let set = tilebase.ok(&[
        "random",
        "3x3",
        "--levels",
        "31",
        "--per-level",
        "2",
        "--csv",
    ]);
    let states: std::collections::HashSet<&str> = set
        .lines()
        .map(|row| row.split(',').nth(2).unwrap())
        .collect();
    assert_eq!(states.len(), 63, "no puzzle twice");
}

/// Every state of 2x2 is as likely as any other, by Pearson's test: with 11 degrees of freedom,
/// chance exceeds 31.3 once in a thousand times. The seed is fixed.
#[test]
fn random_states_are_uniform() {
    let tilebase = Tilebase::new();
    for (arguments, kinds) in [
        (&["random", "2x2"][..], 12),
        (&["random", "2x2", "--distance", "4"], 2),
    ] {
        let options = ["-n", "12000", "--seed", "7", "--format", "line"];
        let states = tilebase.ok(&[arguments, &options].concat());
        let mut counts = std::collections::HashMap::<&str, f64>::new();
        for state in states.lines() {
            *counts.entry(state).or_default() += 1.0;
        }
        assert_eq!(counts.len(), kinds, "{arguments:?}");
        let expected = 12_000.0 / kinds as f64;
        let chi: f64 = counts
            .values()
            .map(|count| (count - expected).powi(2) / expected)
            .sum();
        assert!(chi < 31.3, "{arguments:?}: {chi}");
    }
}

#[test]
fn a_stream_answers_line_by_line() {
    let tilebase = Tilebase::new();
    let said = tilebase.pipe(
        &["distance", "3x3", "-"],
        b"867254301\n1 2\n1 2 3 4 5 6 8 7 0\n\n123456780",
    );
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "31");
    assert!(
        lines[1].starts_with("error: line 3: 2 cells given"),
        "{said:?}"
    );
    assert!(lines[2].starts_with("unsolvable"), "{said:?}");
    assert_eq!(lines[3..], ["0"], "an empty line is passed over");
    assert_eq!(said.code, Some(2), "the worst of its lines");
    let said = tilebase.pipe(&["distance", "3x3", "-"], b"123456780\n123456870\n");
    assert_eq!(said.code, Some(1));
}

/// Each answer is there as soon as it and those before it are found.
#[test]
fn a_stream_shows_what_it_has_found() {
    let tilebase = Tilebase::new();
    let easy = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0 24\n";
    let hard = "0 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1\n";
    let ask = ["distance", "5x5", "--heuristic", "manhattan", "-"];
    for threads in ["1", "2"] {
        let mut command = tilebase.command(&[&ask[..], &["--threads", threads]].concat());
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input
            .write_all(format!("{easy}{hard}{hard}").as_bytes())
            .unwrap();
        drop(input);
        let mut first = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut first).unwrap();
        assert_eq!(first, "1\n");
        assert!(child.try_wait().unwrap().is_none(), "the others take hours");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn depths_as_csv_and_picture() {
    let tilebase = Tilebase::new();
    let csv = tilebase.ok(&["depths", "2x2", "--csv"]);
    assert_eq!(csv, "distance,states\n0,1\n1,2\n2,2\n3,2\n4,2\n5,2\n6,1\n");
    let picture = tilebase.data().join("depths.svg");
    tilebase.ok(&["depths", "3x3", "--svg", picture.to_str().unwrap()]);
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(
        svg.starts_with("<svg") && svg.matches("<rect").count() > 31,
        "{svg}"
    );
}

#[test]
fn tables_are_listed_and_verified() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "3x3", "oshidori-bw-3"]);
    let listed = tilebase.json(&["list"]);
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0]["file"], "oshidori-bw-3.tilebase");
    assert_eq!(listed[1]["eccentricity"], 31);
    let verified = tilebase.json(&["verify"]);
    assert!(
        verified.iter().all(|table| table["good"] == true),
        "{verified:?}"
    );
    assert_eq!(tilebase.json(&["verify", "8-puzzle"]).len(), 1);
    let again = &tilebase.json(&["build", "3x3"])[0];
    assert_eq!(again["built"], false);
    let forced = &tilebase.json(&["build", "3x3", "--force"])[0];
    assert_eq!(forced["built"], true);
}

/// Without a limit this search would take hours.
#[test]
fn hints_have_a_limit_of_their_own() {
    let tilebase = Tilebase::new();
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let ask = ["hint", "4x4", hard, "--heuristic", "manhattan"];
    let began = std::time::Instant::now();
    let text = tilebase.ok(&ask);
    // The limit is under two seconds; the machine may be busy.
    assert!(began.elapsed().as_secs() < 30);
    assert!(text.contains(" moves, at least "), "{text}");
    let hints = &tilebase.json(&ask)[0];
    assert!(hints["distance"].is_null(), "{hints}");
    assert!(hints["bounds"]["least"].as_u64() >= Some(50), "{hints}");
    assert!(hints["bounds"]["most"].as_u64() >= Some(80), "{hints}");
    for hint in hints["moves"].as_array().unwrap() {
        assert!(hint["bounds"]["most"].is_u64(), "{hint}");
    }
    // What is proven in the time is exact, as without a limit.
    let easy = "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15";
    let hints = &tilebase.json(&["hint", "4x4", easy, "--heuristic", "manhattan"])[0];
    assert_eq!(hints["distance"], 3);
    assert_eq!(hints["moves"][0]["distance"], 2);
}

/// Commands that count one of something. LARGE is a board of one move; BOARDS, GAMES and MAZE are
/// files.
const OF_ONE: &str = "\
    solve 3x3 123456708
    solve 3x3 123456708 --count --all --stats
    solve 3x3 123456708 --stages 1-8
    solve 3x3 123456708 --svg -
    solve 3x3 --file BOARDS
    solve 3x3 123456708 --heuristic manhattan --stats
    solve 3x3 123456708 --heuristic manhattan --time 1 --anytime
    solve 6x6 LARGE
    distance 3x3 123456708 --heuristic manhattan --bounds --svg -
    distance 3x3 123456708 --hardness
    hint 3x3 123456708
    hint 3x3 --file BOARDS
    review 3x3 123456708 8
    review 3x3 123456708 7 --better
    review 3x3 123456708 8 --svg -
    review 3x3 --file GAMES
    review 3x3 123456708 8 --stages 1-8
    shorten 3x3 123456708 8
    hardest 3x3 --distance 1
    hardest 3x3 --distance 0 --solve
    depths 3x3
    depths 3x3 --svg -
    depths 3x3 --mean-of 1 --below 1
    check 3x3 213456780
    check 3x3 --file BOARDS
    compare 3x3 123456708 --path
    compare 3x3 123456708 --methods bfs --nodes 1
    maze MAZE
    maze MAZE --svg -
    sudoku 1234341221434321 --count
    solve oshidori-bw-3 B__WBWBW --count
    random 3x3 --distance 1
    random 3x3 --levels 1 --per-level 1
    list";

#[test]
fn one_is_not_written_as_many() {
    let tilebase = Tilebase::new();
    let file = |name: &str, text: &str| {
        let file = tilebase.data().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    tilebase.ok(&["distance", "3x3", "123456708"]);
    let large = (1..35).chain([0, 35]).map(|cell: u8| cell.to_string());
    let named = [
        ("BOARDS", file("boards.txt", "123456708\n213456780\n")),
        ("GAMES", file("games.txt", "123456708: L\n")),
        ("MAZE", file("maze.txt", "SG\n")),
        ("LARGE", large.collect::<Vec<_>>().join(",")),
    ];
    let things = "moves|nodes|states|solutions|cells|boards|games|inversions|rows|tiles";
    let plural = regex::Regex::new(&format!(r"(^|[^\d.,])1 ({things})\b")).unwrap();
    for command in OF_ONE.lines() {
        let words = command.split_whitespace().map(|word| {
            let text = named.iter().find(|(name, _)| *name == word);
            text.map_or(word, |(_, text)| text.as_str())
        });
        let said = tilebase.run(&words.collect::<Vec<_>>());
        for text in [&said.out, &said.err] {
            assert!(!plural.is_match(text), "{command}: {text}");
        }
    }
}
