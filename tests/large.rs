//! Boards with more cells than tables and exact searches take, as the program answers about them.

use std::{collections::HashSet, time::Instant};

use crate::common::{Tilebase, has_lines_like};

/// The cells of a state in an answer.
fn cells(answer: &serde_json::Value) -> Vec<u64> {
    let cells = answer["state"].as_array().unwrap();
    cells.iter().map(|cell| cell.as_u64().unwrap()).collect()
}

fn line(answer: &serde_json::Value) -> String {
    let cells = cells(answer);
    cells
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn random_boards_of_any_size_are_checked_in_every_form() {
    let tilebase = Tilebase::new();
    for (name, size) in [
        ("6x6", 36),
        ("255-puzzle", 256),
        ("2x128", 256),
        ("3x85", 255),
    ] {
        let drawn = tilebase.json(&["random", name, "-n", "3", "--seed", "5"]);
        let different: HashSet<_> = drawn.iter().map(line).collect();
        assert_eq!(different.len(), 3);
        for answer in &drawn {
            let mut cells = cells(answer);
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..size), "{name}");
        }
        for format in ["line", "contest"] {
            let options = ["-n", "3", "--seed", "5", "--format", format];
            let states = tilebase.ok(&[&["random", name][..], &options].concat());
            let checked = tilebase.pipe(&["check", name, "-"], states.as_bytes());
            assert_eq!(checked.out, "solvable\n".repeat(3), "{name} {format}");
        }
    }
}

#[test]
fn walks_are_drawn_again_from_their_seed() {
    let tilebase = Tilebase::new();
    let ask = ["random", "10x10", "--walk", "25", "-n", "4"];
    let drawn = tilebase.json(&ask);
    assert_eq!(drawn.len(), 4);
    let seed = drawn[0]["seed"].to_string();
    assert_eq!(
        tilebase.json(&[&ask[..], &["--seed", &seed]].concat()),
        drawn
    );
    for answer in &drawn {
        assert_eq!(answer["walk"], 25);
        assert_eq!(answer["uniform"], false);
        assert!(answer.get("distance").is_none());
        assert_eq!(
            tilebase.json(&["check", "10x10", &line(answer)])[0]["solvable"],
            true
        );
        // A walk of an odd number of moves leaves the blank on the other colour.
        let blank = cells(answer).iter().position(|&cell| cell == 0).unwrap();
        assert_eq!((blank / 10 + blank % 10) % 2, 1);
    }
    let far = tilebase.json(&["random", "3x3", "--walk", "1"]);
    let state = line(&far[0]);
    assert_eq!(tilebase.ok(&["distance", "3x3", &state]), "1\n");
    let row = tilebase.json(&["random", "oshidori-bw-3", "--walk", "1"]);
    assert_eq!(
        tilebase.ok(&["distance", "oshidori-bw-3", &line(&row[0])]),
        "1\n"
    );
    let said = tilebase.run(&["random", "6x6", "--walk", "5", "--distance", "3"]);
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[test]
fn boards_that_cannot_be_solved_say_why() {
    let tilebase = Tilebase::new();
    let mut cells: Vec<u64> = (1..144).chain([0]).collect();
    cells.swap(0, 1);
    let state = cells
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    for command in ["check", "solve", "distance", "hint"] {
        let said = tilebase.run(&[command, "12x12", &state]);
        assert_eq!(said.code, Some(1), "{said:?}");
        let begin = match command {
            "check" => "unsolvable\n\ninversions: ",
            _ => "unsolvable: the goal cannot be reached from this state of 12x12 ",
        };
        assert!(said.out.starts_with(begin), "{said:?}");
    }
    let answer = tilebase.run(&["check", "12x12", &state, "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((line(&answer), &answer["solvable"]), (state, &false.into()));
}

#[test]
fn tables_of_large_boards_are_refused_with_a_reason() {
    let tilebase = Tilebase::new();
    let board = &*tilebase.ok(&["random", "6x6", "--format", "line"]);
    for (arguments, says) in [
        (&["depths", "10x10"][..], "10x10 is too large to tabulate"),
        (&["hardest", "10x10"], "10x10 is too large to tabulate"),
        (
            &["estimate", "10x10"],
            "no estimate of a table is made for 10x10",
        ),
        (&["estimate", "4x7"], "`tilebase solve 4x7 STATE --time 10`"),
        (&["random", "17x16"], "at most 256 cells"),
        (&["random", "288-puzzle"], "at most 256 cells"),
        (&["check", "6x6", "1 2 3"], "3 cells given, but 36"),
        (&["hardest", "6x6"], "`distance`, `solve`, `hint`, `review`"),
        (&["compare", "6x6", board], "on boards of up to 32 cells"),
    ] {
        let said = tilebase.run(arguments);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(says), "{said:?}");
    }
}

/// An option that would have no effect is refused.
#[test]
fn options_without_effect_are_refused() {
    let tilebase = Tilebase::new();
    let board = &*tilebase.ok(&["random", "6x6", "--format", "line"]);
    let large = &*tilebase.ok(&["random", "9x9", "--format", "line"]);
    let goal = ["--goal", "1 2 3 x x x x x x"];
    let lines = ["solve", "6x6", board, "--metric", "multi"];
    let solve = |arguments: &[&'static str]| [&["solve", "3x3", "867254301"], arguments].concat();
    for (arguments, says) in [
        (vec!["solve", "6x6", board, "--whole-tree"], "no whole tree"),
        (
            vec!["distance", "6x6", board, "--heuristic", "maximum"],
            "only manhattan",
        ),
        (
            vec!["hint", "9x9", large, "--heuristic", "pdb"],
            "up to 64 cells",
        ),
        (solve(&["--width", "9", "--whole-tree"]), "no whole tree"),
        (
            solve(&["--width", "9", "--whole-tree", "--heuristic", "pdb"]),
            "no whole tree",
        ),
        (
            solve(&["--width", "9", "--heuristic", "maximum"]),
            "only manhattan",
        ),
        (
            [&lines[..], &["--heuristic", "walking-distance"]].concat(),
            "only lines",
        ),
        (
            solve(&[&["--whole-tree"], &goal[..]].concat()),
            "are always searched with the tables of some of their tiles",
        ),
        (
            solve(&["--partition", "1,2,3,4/5,6,7,8", "--heuristic", "manhattan"]),
            "not with manhattan",
        ),
        (solve(&["--limit", "3"]), "--all"),
        (
            vec![
                "random",
                "3x3",
                "--levels",
                "2",
                "--per-level",
                "1",
                "-n",
                "2",
            ],
            "cannot be used with",
        ),
        (vec!["random", "3x3", "--heuristic", "pdb"], "--distance"),
        (
            vec!["random", "4x4", "--walk", "9", "--partition", "1,2,3"],
            "--distance",
        ),
        (
            vec!["estimate", "2x2", "--metric", "multi", "--machines", "2"],
            "single moves",
        ),
        (
            vec!["bench", "tables", "--widths", "3"],
            "--widths goes with",
        ),
    ] {
        let said = tilebase.run(&arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {said:?}");
        assert!(said.err.contains(says), "{arguments:?}: {said:?}");
    }
    assert!(tilebase.tables().is_empty(), "built before it was refused");
    // The bounds of beams are those of the heuristic that is named.
    let ask = ["solve", "3x3", "867254301", "--width", "1", "--json"];
    let bound = |heuristic| {
        let said = tilebase.ok(&[&ask[..], &["--heuristic", heuristic]].concat());
        let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
        answer["lower_bound"].as_u64().unwrap()
    };
    assert!(bound("linear-conflict") < bound("pdb:1,2,3,4/5,6,7,8"));
}

/// Solutions are replayed to the goal, wherever its blank is, and nothing unproven is called
/// optimal.
#[test]
fn large_boards_have_solutions_with_a_bound() {
    let tilebase = Tilebase::new();
    let mut middle: Vec<u64> = (1..36).collect();
    middle.insert(15, 0);
    let middle = middle
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    for goal in ["blank-last", "blank-first", &middle] {
        let walk = [
            "random", "6x6", "--walk", "400", "--seed", "2", "--goal", goal,
        ];
        let state = tilebase.json(&walk)[0]["state"].clone();
        let ask = [
            "solve",
            "6x6",
            &state.to_string(),
            "--goal",
            goal,
            "--width",
            "50",
        ];
        let answer = &tilebase.json(&ask)[0];
        assert_eq!(answer, &tilebase.json(&ask)[0], "a width alone decides");
        let (lower, length) = (&answer["lower_bound"], &answer["length"]);
        assert!(lower.as_u64() <= length.as_u64(), "{answer}");
        assert_eq!(answer["method"], "beam");
        assert_eq!(answer["optimal"], lower == length);
        assert_eq!(answer["distance"].is_null(), lower != length);
        let states = answer["states"].as_array().unwrap();
        assert_eq!(states.len() as u64, length.as_u64().unwrap() + 1);
        assert_eq!(states[0], state);
        let last = [
            "distance",
            "6x6",
            &states[states.len() - 1].to_string(),
            "--goal",
            goal,
        ];
        assert_eq!(tilebase.ok(&last), "0\n");
        for pair in states.windows(2) {
            let moved = pair[0]
                .as_array()
                .unwrap()
                .iter()
                .zip(pair[1].as_array().unwrap());
            assert_eq!(moved.filter(|(before, after)| before != after).count(), 2);
        }
    }
}

/// Each line of `--anytime` has a shorter solution than the one before, or a greater bound.
#[test]
fn solutions_become_shorter() {
    let tilebase = Tilebase::new();
    let state = tilebase.json(&["random", "6x6", "--seed", "4"])[0]["state"].to_string();
    let lines = tilebase.json(&["solve", "6x6", &state, "--time", "2", "--anytime"]);
    let lengths: Vec<u64> = lines
        .iter()
        .map(|line| line["length"].as_u64().unwrap())
        .collect();
    let bounds = lines
        .iter()
        .map(|line| line["lower_bound"].as_u64().unwrap());
    let known: Vec<(u64, u64)> = lengths.into_iter().zip(bounds).collect();
    assert!(
        known.is_sorted_by(
            |before, after| after.0 < before.0 || after.0 == before.0 && after.1 > before.1
        ),
        "{known:?}"
    );
    assert!(known[0].1 < known[known.len() - 1].1, "{known:?}");
}

/// A beam between iterations finds a shortest solution before the iteration that would.
#[test]
fn beams_take_turns_with_an_exact_search() {
    let tilebase = Tilebase::new();
    let groups = "1,2,3,8/4,5,6,7/9,10,15,16/11,12,17,18/13,14,19,20";
    let solve = |more: &[&str]| {
        let state = "8 1 4 13 2 6 20 15 17 12 10 14 7 19 9 18 3 16 0 11 5";
        let question = ["solve", "3x7", state, "--partition", groups];
        tilebase.json(&[&question[..], more].concat())
    };
    let thresholds = |answer: &serde_json::Value| {
        let all = answer["stats"]["thresholds"].as_array().unwrap();
        all.iter()
            .map(|moves| moves.as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    // Beams do not help a search of the whole tree.
    let alone = &solve(&["--whole-tree", "--stats"])[0];
    let distance = alone["distance"].as_u64().unwrap();
    assert_eq!(thresholds(alone).last(), Some(&distance));

    let lines = solve(&["--anytime"]);
    let (proven, found) = lines.split_last().unwrap();
    let lengths = found.iter().map(|line| line["length"].as_u64().unwrap());
    let lengths: Vec<u64> = lengths.collect();
    assert!(
        lengths.len() > 1 && lengths.is_sorted_by(|a, b| a > b),
        "{lengths:?}"
    );
    assert_eq!(lengths.last(), Some(&distance), "a beam found it");
    assert!(found.iter().all(|line| line["distance"].is_null()));
    assert_eq!(proven["distance"], distance);
    assert_eq!(
        (&proven["method"], &proven["proof"]),
        (&"ida*".into(), &"search".into())
    );
    assert_eq!(proven["moves"], found[found.len() - 1]["moves"]);
    // The iteration with the distance as its threshold is left out.
    assert_eq!(thresholds(proven).last(), Some(&(distance - 2)));
}

/// An easy board is proven before beams have had their time.
#[test]
fn easy_boards_do_not_wait_for_beams() {
    let tilebase = Tilebase::new();
    let groups = "1,2,3,8/4,5,6,7/9,10,15,16/11,12,17,18/13,14,19,20";
    let state = "15 8 4 20 7 13 14 16 17 2 10 5 0 19 3 1 9 18 12 11 6";
    let ask = |command: &str, more: &[&str]| {
        let question = [command, "3x7", state, "--partition", groups];
        tilebase.json(&[&question[..], more].concat())
    };
    // All beams would take more than two hundred seconds.
    let lines = ask("solve", &["--time", "400", "--anytime"]);
    let (proven, before) = lines.split_last().unwrap();
    assert!(before.len() <= 2, "a construction, a short beam");
    assert!(before[0]["length"].as_u64() > proven["length"].as_u64());
    assert_eq!(proven["proof"], "search");
    let [timed, alone] = [&["--time", "400"][..], &[]].map(|more| ask("hint", more));
    assert_eq!(timed[0]["distance"], proven["distance"]);
    assert_eq!(timed, alone);

    // A search that cannot pause follows a beam.
    let textbook = ["solve", "3x7", state, "--heuristic", "linear-conflict"];
    let lines = tilebase.json(&[&textbook[..], &["--anytime"]].concat());
    let found = [&lines[1]["length"], &lines[2]["distance"]];
    assert_eq!(found, [&proven["distance"]; 2]);
    assert_eq!(lines.len(), 3, "a construction, a beam, the proof");

    // No tables for boards of 5x6 are built.
    let walk = ["random", "5x6", "--walk", "40", "--seed", "1"];
    let state = tilebase.json(&walk)[0]["state"].to_string();
    let answer = &tilebase.json(&["solve", "5x6", &state, "--time", "4"])[0];
    assert_eq!(answer["optimal"], true, "{answer}");
    assert_eq!(tilebase.tables().len(), 5);
}

/// A beam that ends in time has its own answer, and a longer one ends with the best so far.
#[test]
fn a_time_limit_ends_a_beam() {
    let tilebase = Tilebase::new();
    let state = tilebase.json(&["random", "6x6", "--seed", "4"])[0]["state"].to_string();
    for command in ["solve", "distance", "hint"] {
        let beam = [command, "6x6", &state, "--width", "20"];
        let alone = tilebase.json(&beam);
        assert_eq!(
            tilebase.json(&[&beam[..], &["--time", "500"]].concat()),
            alone
        );
    }
    let began = Instant::now();
    let solve = [
        "solve",
        "6x6",
        &state,
        "--width",
        "100000000",
        "--time",
        "0.5",
    ];
    assert!(tilebase.json(&solve)[0]["length"].as_u64() > Some(0));
    let distance = ["distance", "6x6", &state, "--bounds", "--width", "20"];
    assert!(tilebase.json(&distance)[0]["upper"].as_u64() > Some(0));
    assert!(began.elapsed().as_secs() < 60);
}

/// Returns the bounds in an answer, which are there if and only if the number is not.
fn bounds(answer: &serde_json::Value, [exact, open]: [&str; 2]) -> (u64, u64) {
    let number = answer[exact].as_u64();
    assert_eq!(answer.get(open).is_none(), number.is_some(), "{answer}");
    let end = |which| answer[open][which].as_u64();
    let least = number.or_else(|| end("least")).unwrap();
    let most = number.or_else(|| end("most")).unwrap();
    assert!(least <= most, "{answer}");
    (least, most)
}

const DISTANCE: [&str; 2] = ["distance", "bounds"];

/// The best known move comes first; a game that ends at the goal is graded up to there.
#[test]
fn hints_and_reviews_of_large_boards_have_bounds() {
    let tilebase = Tilebase::new();
    for (name, options) in [
        ("6x6", &["--width", "50"][..]),
        ("10x10", &["--time", "0.5"]),
        ("5x5", &["--time", "0.5", "--heuristic", "manhattan"]),
    ] {
        let state = tilebase.json(&["random", name, "--seed", "4"])[0]["state"].to_string();
        let hint = &tilebase.json(&[&["hint", name, &state], options].concat())[0];
        let (least, most) = bounds(hint, DISTANCE);
        assert!(least < most, "{hint}");
        let moves = hint["moves"].as_array().unwrap();
        let after: Vec<_> = moves.iter().map(|after| bounds(after, DISTANCE)).collect();
        assert!(after.is_sorted_by_key(|after| after.1), "{hint}");
        assert_eq!(after[0].1 + 1, most, "{hint}");
        let text = tilebase.ok(&[&["hint", name, &state], options].concat());
        has_lines_like(&text, r"^\d+ moves, at least \d+ to go; after each move:$");
        let line = tilebase.pipe(&[&["hint", name, "-"], options].concat(), state.as_bytes());
        has_lines_like(&line.out, r"^\d+\.\.\d+:( \d+=\d+(\.\.\d+)?)+$");

        let solve = [&["solve", name, &state, "--time", "0.5"], &options[2..]].concat();
        let solved = &tilebase.json(&solve)[0];
        let letters = solved["letters"].as_str().unwrap();
        let ask = [&["review", name, &state, letters], options].concat();
        let review = &tilebase.json(&ask)[0];
        let (_, most) = bounds(review, DISTANCE);
        assert!(most <= solved["length"].as_u64().unwrap(), "{review}");
        assert_eq!(review["final_distance"], 0);
        bounds(review, ["wasted", "wasted_bounds"]);
        let mut before = bounds(review, DISTANCE);
        for step in review["moves"].as_array().unwrap() {
            let after = bounds(step, DISTANCE);
            match step["optimal"].as_bool() {
                Some(optimal) => assert_eq!(optimal, after.1 < before.0, "{before:?} {step}"),
                None => assert!(
                    before.0 <= after.1 && after.0 < before.1,
                    "{before:?} {step}"
                ),
            }
            before = after;
        }
        // The last moves are near the goal.
        let last = review["moves"].as_array().unwrap().iter().rev();
        assert!(
            last.take_while(|step| step["distance"].is_u64()).count() > 3,
            "{review}"
        );
        let text = tilebase.ok(&ask);
        has_lines_like(&text, r"^ +\d+: \d+ +\d+\.\.\d+ +\?$");
        let verdict = r"^solved in \d+ moves; the best known game has \d+ moves, at least \d+: ";
        has_lines_like(&text, verdict);
        let picture = tilebase.ok(&[&ask[..], &["--svg", "-"]].concat());
        assert!(picture.contains("not known whether optimal"), "{name}");
    }
}

/// What needs exact distances is refused with a sentence, not called unsolvable.
#[test]
fn exact_questions_about_large_boards_are_refused() {
    let tilebase = Tilebase::new();
    let state = tilebase.json(&["random", "6x6", "--seed", "4"])[0]["state"].to_string();
    for ask in [
        &["solve", "6x6", &state, "--all"][..],
        &["solve", "6x6", &state, "--count"],
    ] {
        let said = tilebase.run(ask);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains("needs exact distances"), "{said:?}");
    }
}

/// Boards of more than 25 cells have a solution within a second or so, and build nothing, unless a
/// search is asked for.
#[test]
fn boards_of_26_cells_and_more_do_not_wait_for_a_proof() {
    let tilebase = Tilebase::new();
    for name in ["5x6", "4x7", "2x13"] {
        let state = tilebase.json(&["random", name, "--seed", "4"])[0]["state"].to_string();
        let solved = &tilebase.json(&["solve", name, &state])[0];
        let length = solved["moves"].as_array().unwrap().len();
        assert_eq!(solved["length"], length, "{name}");
        assert_eq!(solved["optimal"], false, "{name}");
        assert!(solved["distance"].is_null(), "{name}");
        assert!(
            solved["lower_bound"].as_u64().unwrap() <= length as u64,
            "{name}"
        );
        assert!(tilebase.tables().is_empty(), "{name}");
    }
    // What is asked for is proven.
    let near =
        tilebase.json(&["random", "2x13", "--seed", "4", "--walk", "12"])[0]["state"].to_string();
    let ask = ["distance", "2x13", &near, "--heuristic", "linear-conflict"];
    assert!(tilebase.json(&ask)[0]["distance"].as_u64().unwrap() <= 12);
}

/// What a heuristic may be called is said in the words of the question, not those of the board to
/// which it is reduced.
#[test]
fn unknown_partitions_are_refused_in_the_words_of_the_question() {
    let tilebase = Tilebase::new();
    for (name, known) in [
        ("4x7", "there are 6-6-6-6-3, three;"),
        ("3x7", "there are 6-6-6-2, 7-6-6-1;"),
        ("2x9", "this board has none with a name;"),
    ] {
        let [rows, cols] = [&name[..1], &name[2..]];
        let state = tilebase.json(&["random", name, "--walk", "9"])[0]["state"].to_string();
        let said = tilebase.run(&["solve", name, &state, "--heuristic", "pdb:nine"]);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(known), "{said:?}");
        assert!(!said.err.contains(&format!("{cols}x{rows}")), "{said:?}");
        let said = tilebase.run(&["solve", name, &state, "--partition", "1,2/99"]);
        assert!(said.err.contains("there is no tile 99"), "{said:?}");
        assert!(!said.err.contains(&format!("{cols}x{rows}")), "{said:?}");
    }
}

/// What is said of the time that random 24-puzzles take is what the table of the fifty comes to, at
/// 36 ns per node on each of two threads.
#[test]
fn the_times_of_random_boards_are_those_of_the_book() {
    let book = include_str!("../docs/TWENTY-FOUR.md");
    let row = |line: &str| {
        let cells: Vec<String> = line
            .split('|')
            .map(|cell| cell.trim().replace(',', ""))
            .collect();
        let [_, instance, moves, published, nodes, _, _] = &cells[..] else {
            return None;
        };
        let _: (u8, u8, u64) = (
            instance.parse().ok()?,
            moves.parse().ok()?,
            published.parse().ok()?,
        );
        Some(nodes.parse::<f64>().ok()? * 36e-9 / 2.0)
    };
    let seconds: Vec<f64> = book.lines().filter_map(row).collect();
    assert_eq!(seconds.len(), 50);
    let within = |limit: f64| seconds.iter().filter(|&&taken| taken <= limit).count();
    let [second, ten, minute, minutes] = [1.0, 10.0, 60.0, 600.0].map(within);
    let said = format!(
        "of 50 random ones, two threads prove {second} within 1 s, {ten} within 10 s, {minute} \
        within 60 s, {minutes} within 600 s"
    );
    let error = Tilebase::new().run(&["estimate", "5x5"]).err;
    assert!(error.contains(&said), "{error}\nthe book has: {said}");
    // The drawing has a step for each board, and the four numbers beside the curve.
    let drawing = include_str!("../docs/drawings/fifty.svg");
    let curve = drawing.lines().find(|line| line.contains("curve\" d="));
    assert_eq!(curve.unwrap().matches('V').count(), seconds.len());
    for proven in [second, ten, minute, minutes] {
        assert!(drawing.contains(&format!(">{proven}</text>")), "{proven}");
    }
}
