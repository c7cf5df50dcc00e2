//! States in every form in which people write them, one by one, in streams and in files.

use crate::common::Tilebase;

#[test]
fn boards_are_read_as_other_programs_write_them() {
    let tilebase = Tilebase::new();
    for state in [
        "[8 6 7 2 5 4 3 0 1]",
        "[8,6,7,2,5,4,3,0,1]",
        "[[8, 6, 7], [2, 5, 4], [3, 0, 1]]",
        "((8,6,7),(2,5,4),(3,_,1))",
        "8 6 7; 2 5 4; 3 0 1",
        "8 6 7 | 2 5 4 | 3 . 1",
        "{8,6,7},{2,5,4},{3,0,1}",
        "8 6 7/2 5 4/3 0 1",
        "['8', '6', '7', '2', '5', '4', '3', '*', '1']",
        r#"{"space":"3x3","state":[8,6,7,2,5,4,3,0,1],"solvable":true,"distance":31}"#,
        r#"{ "distance": 31, "state": [8, 6, 7, 2, 5, 4, 3, 0, 1], "states": [[1]] }"#,
    ] {
        assert_eq!(tilebase.ok(&["distance", "3x3", state]), "31\n", "{state}");
    }
    for state in [
        "黒白黒白黒白__",
        "['黒','白','黒','白','黒','白','_','_']",
        "[1 2 1 2 1 2 0 0]",
    ] {
        assert_eq!(
            tilebase.ok(&["distance", "oshidori-bw-3", state]),
            "4\n",
            "{state}"
        );
    }
    for (state, says) in [
        ("[8,6,7,2,5,4,3,0]", "8 cells given, but 9 are needed"),
        (r#"{"state":8}"#, "1 cell given, but 9 are needed"),
        ("[]", "the state is empty"),
        ("8 6 7 2 5 4 3 0 x", "which is not a number"),
    ] {
        let said = tilebase.run(&["distance", "3x3", state]);
        assert_eq!(said.code, Some(2), "{state}: {said:?}");
        assert!(said.err.contains(says), "{state}: {said:?}");
    }
}

#[test]
fn streams_pass_over_comments_and_join_the_lines_of_a_board() {
    let tilebase = Tilebase::new();
    let said = tilebase.pipe(
        &["distance", "3x3", "-"],
        b"# two boards of a contest\n8 6 7\n2 5 4\n3 * 1\n\n\
        6 4 7\n8 5 0   # the other\n3 2 1\n867254301\n\n",
    );
    assert_eq!((said.out.as_str(), said.code), ("31\n31\n31\n", Some(0)));
    // Some editors begin a file with a mark.
    let marked = |text: &str| format!("\u{feff}{text}").into_bytes();
    let said = tilebase.pipe(&["distance", "3x3", "-"], &marked("867254301\r\n"));
    assert_eq!((said.out.as_str(), said.code), ("31\n", Some(0)));
    let said = tilebase.pipe(
        &["review", "3x3", "--file", "-", "--csv"],
        &marked("867254301: 1\n"),
    );
    assert_eq!(said.code, Some(0), "{said:?}");
    // Every form that `random` writes can be read again.
    for format in ["contest", "line"] {
        let options = [
            "-n",
            "20",
            "--seed",
            "3",
            "--distance",
            "12",
            "--format",
            format,
        ];
        let states = tilebase.ok(&[&["random", "3x3"][..], &options].concat());
        let distances = tilebase.pipe(&["distance", "3x3", "-"], states.as_bytes());
        assert_eq!(distances.out, "12\n".repeat(20), "{format}");
    }
    let ours = tilebase.ok(&["solve", "3x3", "867254301", "--json"]);
    let solved = tilebase.pipe(&["solve", "3x3", "-"], ours.as_bytes());
    assert!(solved.out.starts_with("31: "), "{solved:?}");
    // A board without its end is one error, both before and after other lines.
    let said = tilebase.pipe(
        &["distance", "3x3", "-"],
        b"1 2 3\n4 5 6\n867254301\n1 2 3\n",
    );
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(
        (lines.len(), lines[1], said.code),
        (3, "31", Some(2)),
        "{said:?}"
    );
    assert!(
        lines[0].starts_with("error: line 3: 6 cells given"),
        "{said:?}"
    );
    assert!(
        lines[2].starts_with("error: line 4: 3 cells given"),
        "{said:?}"
    );
    let rows = tilebase.pipe(
        &["distance", "oshidori-bw-3", "-"],
        b"\n# ducks\nBWBWBW__\n",
    );
    assert_eq!((rows.out.as_str(), rows.code), ("4\n", Some(0)));
}

#[test]
fn files_are_read_where_they_are_named() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("states.txt");
    let name = file.to_str().unwrap();
    let instances = "# number, cells, length\n 1  1 0 2 3 4 5 6 7 8  1\n\
        2 0 1 2 3 4 5 6 7 8\n7  3 1 2 4 0 5 6 7 8  2 and more\n";
    std::fs::write(&file, instances).unwrap();
    let question = ["distance", "3x3", "--goal", "blank-first"];
    assert_eq!(
        tilebase.ok(&[&question[..], &["--file", name]].concat()),
        "1\n0\n2\n"
    );
    assert_eq!(
        tilebase
            .pipe(
                &[&question[..], &["--file", "-"]].concat(),
                instances.as_bytes()
            )
            .out,
        "1\n0\n2\n"
    );
    let said = tilebase.run(&["distance", "3x3", name]);
    assert_eq!(said.code, Some(2));
    assert!(
        said.err
            .contains(&format!("{name} is a file, not a state: --file {name}")),
        "{said:?}"
    );
    let said = tilebase.run(&["distance", "3x3", "--file", "no such file"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("cannot read no such file"), "{said:?}");
    let said = tilebase.run(&["distance", "3x3", "--file", "."]);
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.contains("cannot read .: is a directory"),
        "{said:?}"
    );
    let said = tilebase.run(&["distance", "3x3", "867254301", "--file", name]);
    assert_eq!(said.code, Some(2));
}

#[test]
fn goals_have_names() {
    let tilebase = Tilebase::new();
    assert_eq!(
        tilebase.ok(&["distance", "3x3", "012345678", "--goal", "blank-first"]),
        "0\n"
    );
    assert_eq!(
        tilebase.ok(&["distance", "3x3", "123456780", "--goal", "blank-last"]),
        "0\n"
    );
    let last = tilebase.ok(&["distance", "oshidori-bw-3", "--goal", "blank-last"]);
    assert_eq!(last, tilebase.ok(&["distance", "oshidori-bw-3"]));
    let first = tilebase.ok(&["distance", "oshidori-bw-3", "--goal", "blank-first"]);
    assert_eq!(
        first,
        tilebase.ok(&["distance", "oshidori-bw-3", "--goal", "__BBBWWW"])
    );
    // The first of Korf's instances is for the goal with the blank first.
    let korf = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let said = tilebase.run(&["distance", "4x4", korf]);
    assert_eq!(said.code, Some(1));
    assert!(
        said.out.contains("could be solved") && said.out.contains("--goal blank-first"),
        "{said:?}"
    );
    // Every answer that the goal is out of reach names that goal, as text and as JSON.
    let games = [
        vec!["solve"],
        vec!["hint"],
        vec!["check"],
        vec!["compare"],
        vec!["solve", "--stages", "rows"],
        vec!["solve", "--anytime"],
        vec!["review", "--moves", "letters"],
        vec!["review", "--moves", "letters", "--stages", "rows"],
    ];
    for words in games {
        let mut args = vec![words[0], "4x4", korf];
        args.extend((words[0] == "review").then_some("R"));
        args.extend(&words[1..]);
        let said = tilebase.run(&args);
        assert_eq!(said.code, Some(1), "{args:?}: {said:?}");
        assert!(
            said.out.contains("--goal blank-first"),
            "{args:?}: {said:?}"
        );
        args.push("--json");
        let said = tilebase.run(&args);
        assert_eq!(said.code, Some(1), "{args:?}: {said:?}");
        assert!(
            said.out
                .contains(r#""solvable":false,"usual_goal":"blank-first""#),
            "{args:?}: {said:?}"
        );
    }
    let said = tilebase.run(&["distance", "3x3", "123456870"]);
    let spiral = "it could be solved for --goal spiral, columns, columns-blank-first, snake";
    assert!(
        said.out.contains(spiral),
        "no usual goal is in reach: {said:?}"
    );
}

/// Files of courses and judges, each answered by one command as it stands.
#[test]
fn files_say_their_puzzle_and_their_goal() {
    let tilebase = Tilebase::new();
    let write = |name: &str, text: &str| {
        let file = tilebase.data().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let school = write(
        "42.txt",
        "# solvable\n3 # size\n0 2 6 # row\n4 3 1\n7 5 8\n",
    );
    assert_eq!(
        tilebase.ok(&["distance", &school, "--goal", "spiral"]),
        "22\n"
    );
    let goal = write("goal.txt", "1 2 3\n8 0 4\n7 6 5\nEND OF FILE\n");
    for given in [format!("@{goal}"), goal.clone()] {
        assert_eq!(
            tilebase.ok(&["distance", &school, "--goal", &given]),
            "22\n"
        );
    }
    let sofia = write("fmi.txt", "8\n0\n1 2 3\n4 5 6\n0 7 8\n");
    let said = tilebase.run(&["distance", &sofia]);
    assert_eq!(
        (said.out.as_str(), said.code),
        ("22\n", Some(0)),
        "{said:?}"
    );
    assert!(
        said.err.contains("read as 3x3, goal 0 1 2 3 4 5 6 7 8"),
        "{said:?}"
    );
    let said = tilebase.run(&["distance", &sofia, "--goal", "spiral"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.out.contains("asks for the goal 0 1 2"), "{said:?}");
    let sizes = write("sizes.txt", "3x3:1,2,3,8,0,4,7,6,5\n2x2:1,2,0,3\n");
    assert_eq!(
        tilebase.ok(&["distance", &sizes, "--goal", "spiral"]),
        "0\n0\n"
    );
    let pairs = write("pairs.txt", "1 123456708 123456780\n12346875G 12345678G\n");
    assert_eq!(
        tilebase.ok(&["distance", "3x3", "--pairs", &pairs]),
        "1\n4\n"
    );
    // Tiles that are alike in start and goal, as numbers, words or letters.
    let alike = write(
        "alike.txt",
        "1 1 2 2 3 3 4 0 4 1 1 2 2 3 3 4 4 0\n7 112233404 112233440\nAABBCCD0D AABBCCDD0\n",
    );
    for ask in [["--pairs", &alike], ["--file", &alike]] {
        let said = tilebase.run(&[&["distance", "3x3"][..], &ask].concat());
        assert_eq!((said.code, &*said.out), (Some(0), "1\n1\n1\n"), "{said:?}");
    }
    let signs = write("signs.txt", "[[\n]]\n");
    let said = tilebase.run(&["distance", "3x3", "--file", &signs]);
    let refused = format!("error: {signs}:2: there are brackets or signs here, but no cells\n");
    assert_eq!((said.code, said.out), (Some(2), refused));
    let turns = write("turns.txt", "1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 0 5\n7 8 6\n");
    assert_eq!(tilebase.ok(&["distance", "3x3", "--pairs", &turns]), "3\n");
    let table = write(
        "table.csv",
        "state,moves\n123456780,0\n123456708,1\n123450786,2\n",
    );
    let said = tilebase.run(&["distance", "3x3", "--file", &table, "--expect"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert_eq!(said.out, "0\n1\n1  (expected: 2)\n");
    let wrong = write("wrong.txt", "1 2 3\n4 5 6\n7 8 8\n");
    let said = tilebase.run(&["distance", "3x3", "--file", &wrong]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.out
            .starts_with(&format!("error: {wrong}:3: tile 8 appears")),
        "{said:?}"
    );
    let walls = write("walls.txt", "3,3,=25476308\n3,3,120743586\n");
    let said = tilebase.run(&["distance", &walls]);
    assert!(
        said.out.contains("walls") && said.out.ends_with("\n8\n"),
        "{said:?}"
    );
}

/// Boards are answered with the signs that came in, and the moves are read back.
#[test]
fn answers_have_the_signs_of_the_question() {
    let tilebase = Tilebase::new();
    let letters = "GEF/HCB/D_A";
    let solved = tilebase.ok(&["solve", "3x3", letters, "--format", "grid"]);
    assert!(
        solved.contains("A B C") && solved.contains("G H _"),
        "{solved}"
    );
    let moves = solved.lines().next().unwrap().rsplit(": ").next().unwrap();
    let review = ["review", "3x3", letters, moves, "--json"];
    let review: serde_json::Value = serde_json::from_str(&tilebase.ok(&review)).unwrap();
    assert_eq!(
        (&review["wasted"], &review["final_distance"]),
        (&0.into(), &0.into())
    );
    let read = &tilebase.json(&["distance", "3x3", letters])[0]["read_as"];
    assert_eq!(read["signs"][1], "A");
    // The cell of the blank, of tile 1 and so on; and columns instead of rows.
    let cells = ["distance", "3x3", "7 0 1 2 3 4 5 6 8", "--cells-of-tiles"];
    assert_eq!(tilebase.ok(&cells), "1\n");
    assert_eq!(
        tilebase.ok(&["distance", "3x3", "147258360", "--transpose"]),
        "0\n"
    );
}

/// What an option or a line says holds for every command that takes a state, or is refused.
#[test]
fn nothing_about_a_state_is_passed_over() {
    let tilebase = Tilebase::new();
    let by_columns = ["123456780", "--transpose", "--goal", "1 4 7 x x x x x x"];
    let by_rows = ["147258360", "--goal", "1 2 3 x x x x x x"];
    let distance = |state: &[&str]| tilebase.ok(&[&["distance", "3x3"], state].concat());
    assert_eq!(distance(&by_columns), distance(&by_rows));
    // A goal that begins with an open cell or a small letter is no name.
    for (by_columns, by_rows) in [
        (
            ["123456780", "--transpose", "--goal", "x x x x x x 3 6 0"],
            ["147258360", "--goal", "x x 3 x x 6 x x 0"],
        ),
        (
            ["cathidps_", "--transpose", "--goal", "dispatch_"],
            ["chpaistd_", "--goal", "dpciahst_"],
        ),
        (
            ["7 5 6 8 2 1 4 3 0", "--transpose", "--goal", "DISPATCH_"],
            ["7 8 4 5 2 3 6 1 0", "--goal", "1 4 7 2 5 8 3 6 0"],
        ),
    ] {
        assert_eq!(distance(&by_columns), distance(&by_rows));
        let solved = tilebase.ok(&[&["check", "3x3"], &by_columns[..]].concat());
        assert!(solved.starts_with("solvable"), "{solved}");
    }
    let row = ["check", "oshidori-bw-3", "--cells-of-tiles"];
    let said = tilebase.run(&row);
    let says = "error: --cells-of-tiles is for boards: a row has several stones of a kind\n";
    assert_eq!((&*said.err, said.code), (says, Some(2)));
    let signs = ["CATHIDPS_", "--goal", "DISPATCH_", "--cells-of-tiles"];
    for command in ["distance", "check"] {
        let said = tilebase.run(&[&[command, "3x3"], &signs[..]].concat());
        let says = "cells are numbers from 0, but the state was read with the signs of the goal";
        assert!(said.err.contains(says) && said.code == Some(2), "{said:?}");
    }
    for command in ["distance", "compare", "solve", "hint", "check"] {
        let ask = [command, "3x3", "7 0 1 2 3 4 5 6 8", "--cells-of-tiles"];
        let answer = &tilebase.json(&ask)[0];
        assert_eq!(
            answer["state"],
            serde_json::json!([1, 2, 3, 4, 5, 6, 7, 0, 8])
        );
        let said = tilebase.run(&[command, "3x3", "123456780", "--expect"]);
        assert_eq!(said.code, Some(2), "{command}: {said:?}");
    }
    for (command, code) in [("hint", 0), ("check", 2)] {
        let ask = [command, "3x3", "-", "--expect"];
        let said = tilebase.pipe(&ask, b"123456708 1\n");
        assert_eq!(said.code, Some(code), "{said:?}");
    }
    // A short line after states is an error, and not a size.
    let lines = b"123456780\n12\n123456708\n";
    let said = tilebase.pipe(&["distance", "3x3", "-"], lines);
    assert_eq!(
        (said.out.lines().count(), said.code),
        (3, Some(2)),
        "{said:?}"
    );
}
