//! Textbook searches, sudokus and mazes as a user runs them.

use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Said, Tilebase, fails, said, signal, wait_until_busy};

/// Runs the program with text on standard input, in a data folder of its own.
fn pipe(arguments: &[&str], input: &str) -> Said {
    Tilebase::new().pipe(arguments, input.as_bytes())
}

fn run(arguments: &[&str]) -> Said {
    pipe(arguments, "")
}

/// Returns the JSON output of a run that ends with `code`.
fn json_of(said: &Said, code: i32) -> Value {
    assert_eq!(said.code, Some(code), "{said:?}");
    serde_json::from_str(&said.out).expect("one object")
}

/// Checks that a run fails with exit code 2 and the right message.
fn refused(said: &Said, says: &str) {
    assert_eq!(said.code, Some(2), "{said:?}");
    assert_eq!(said.out, "");
    assert!(said.err.contains(says), "{says:?} in {said:?}");
}

/// Returns a file of the project's data folder.
fn data(name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data");
    root.join(name)
        .to_str()
        .expect("a readable path")
        .to_owned()
}

/// A method, the length of its solution, and the number of states that it generated.
type Line = (String, Value, Value);

fn line(method: &str, length: u64, generated: impl Into<Value>) -> Line {
    (method.to_owned(), length.into(), generated.into())
}

fn compared(arguments: &[&str]) -> Vec<Line> {
    let answer = json_of(&run(&[&["compare", "--json"], arguments].concat()), 0);
    let methods = answer["methods"].as_array().expect("a list");
    methods
        .iter()
        .map(|line| {
            let name = line["method"].as_str().expect("a name").to_owned();
            (name, line["length"].clone(), line["generated"].clone())
        })
        .collect()
}

#[test]
fn the_nine_puzzle_by_several_methods() {
    let methods = "bfs,bidirectional,table";
    assert_eq!(
        compared(&["2x5", "0 5 3 2 1 9 4 8 7 6", "--methods", methods]),
        [
            line("bfs", 55, 1_814_400),
            line("bidirectional", 55, 387_239),
            line("table", 55, Value::Null),
        ]
    );
    assert_eq!(
        compared(&["2x5", "0937154826", "--methods", "bidirectional"]),
        [line("bidirectional", 55, 386_360)]
    );
}

#[test]
fn rows_of_stones_by_several_methods() {
    for (space, moves, forward, both_ways) in [
        ("oshidori-kinds-3", 3, 28, 15),
        ("oshidori-kinds-4", 7, 12_031, 467),
        ("oshidori-kinds-5", 5, 4_552, 199),
    ] {
        assert_eq!(
            compared(&[space, "--methods", "bfs,bidirectional"]),
            [
                line("bfs", moves, forward),
                line("bidirectional", moves, both_ways)
            ]
        );
    }
    let bw = |goal| compared(&["oshidori-bw-3", "--goal", goal, "--methods", "bfs"]);
    assert_eq!(bw("BBBWWW__"), [line("bfs", 4, 65)]);
    assert_eq!(bw("WWWBBB__"), [line("bfs", 4, 54)]);

    // All methods find a goal that many rows meet.
    let all = compared(&["oshidori-bw-3", "BWBWBW__", "--goal", "any"]);
    assert_eq!(all.len(), 6);
    for (method, length, _) in all {
        assert!(length == 3 || method == "dfs", "{method}: {length}");
    }
}

/// The help offers no streams of states, which are refused.
#[test]
fn one_state_is_compared() {
    let help = run(&["compare", "--help"]).out;
    assert!(
        !help.contains("--file") && !help.contains("standard input"),
        "{help}"
    );
    let said = run(&["compare", "3x3", "-"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.err
            .contains("`compare` is for one state, not for a stream of them"),
        "{said:?}"
    );
}

#[test]
fn a_bound_is_one_line_of_the_table() {
    let said = run(&["compare", "3x3", "867254301", "--memory", "1M"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 7, "{said:?}");
    let of = |label: &str| {
        let found = lines.iter().find(|line| line.starts_with(label));
        *found.expect("a line for each method")
    };
    assert!(of("breadth-first").ends_with("reached the bound of 1.00 MiB (--memory)"));
    assert!(of("IDA*").starts_with("IDA*               31 "));
    assert!(of("table").starts_with("table              31 "));

    let start = "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let arguments = ["--json", "--methods", "ida", "--nodes", "1000"];
    let said = run(&[&["compare", "4x4", start], &arguments[..]].concat());
    let answer = json_of(&said, 0);
    assert_eq!(answer["solvable"], Value::Null);
    assert_eq!(answer["methods"][0]["expanded"], 1000);
    assert_eq!(answer["methods"][0]["length"], Value::Null);
    assert!(answer["methods"][0]["error"].is_string());

    // Boards of more than 25 cells are not solved optimally unless that is asked for.
    let start = "2 1 4 3 6 5 8 7 10 9 12 11 14 13 16 15 18 17 20 19 22 21 24 23 25 26 27 0";
    let said = run(&["compare", "4x7", start, "--json", "--nodes", "10"]);
    let answer = json_of(&said, 0);
    assert_eq!(answer["solvable"], Value::Null);
    let known = answer["methods"][5]["error"].as_str().expect("bounds");
    assert!(known.contains(" moves, at least "), "{known}");
}

/// Textbooks tabulate these on one board: the better the bound, the fewer are expanded.
#[test]
fn searches_with_less_and_less_of_a_bound() {
    let methods = "bfs,uniform-cost,iterative-deepening,misplaced,astar,greedy,table";
    let compare = ["compare", "3x3", "0 1 5 4 3 8 7 6 2", "--methods", methods];
    let answer = json_of(&run(&[&compare[..], &["--json"]].concat()), 0);
    let of = |name: &str| {
        let methods = answer["methods"].as_array().expect("a list");
        let found = methods.iter().find(|run| run["method"] == name);
        let run = found.expect("each method");
        (run["length"].as_u64(), run["expanded"].as_u64())
    };
    for name in methods.split(',').filter(|name| *name != "greedy") {
        assert_eq!(of(name).0, Some(12), "{name}");
    }
    assert!(of("greedy").0 >= Some(12));
    let names = ["iterative-deepening", "uniform-cost", "misplaced", "astar"];
    let expanded = names.map(|name| of(name).1.expect("a count"));
    assert!(
        expanded.is_sorted_by(|more, fewer| more > fewer),
        "{expanded:?}"
    );
    let text = run(&compare).out;
    for label in [
        "\nuniform-cost ",
        "\niterative deepening ",
        "\nA* with misplaced tiles ",
        "\ngreedy best-first ",
    ] {
        assert!(text.contains(label), "{label}: {text}");
    }
    let row = run(&[
        "compare",
        "oshidori-bw-3",
        "--methods",
        "misplaced",
        "--json",
    ]);
    let answer = json_of(&row, 0);
    let reason = &answer["methods"][0]["error"];
    assert_eq!(reason, "only boards have misplaced tiles");
}

#[test]
fn compare_says_what_cannot_be_done() {
    let unsolvable = run(&["compare", "3x3", "213456780"]);
    assert_eq!(unsolvable.code, Some(1), "{unsolvable:?}");
    assert!(unsolvable.out.starts_with("unsolvable"));
    // Not all rows of four stones in two colours can reach each other: only a search finds out.
    let answer = json_of(&run(&["compare", "oshidori-bw-2", "--json"]), 1);
    assert_eq!(answer["solvable"], false);
    assert_eq!(answer["methods"].as_array().map(Vec::len), Some(1));

    let solved = ["compare", "3x3", "123456780"];
    let with = |more: &[&str]| run(&[&solved, more].concat());
    refused(&with(&["--methods", "magic"]), "magic");
    refused(&with(&["--memory", "1X"]), "512M");
    refused(&run(&["compare", "3x3", "-"]), "is for one state");
    refused(&run(&["compare", "3x3", "1234567"]), "7 cells given");

    let arguments = ["--json", "--no-build", "--methods", "bfs,table"];
    let said = run(&[&["compare", "3x3", "123456708"], &arguments[..]].concat());
    let answer = json_of(&said, 0);
    assert_eq!(answer["methods"][0]["length"], 1);
    assert_eq!(answer["methods"][1]["length"], Value::Null);
    assert!(answer["methods"][1]["error"].is_string());
}

#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn an_interrupt_ends_a_search() {
    let tilebase = Tilebase::new();
    let hard = "0 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1";
    let arguments = ["--methods", "ida", "--nodes", "1000000000000"];
    let mut command = tilebase.command(&[&["compare", "5x5", hard], &arguments[..]].concat());
    let child = command.spawn().expect("the program runs");
    wait_until_busy(child.id());
    signal("-INT", child.id());
    let said = said(child.wait_with_output().expect("the program ends"));
    assert_eq!(said.code, Some(130), "{said:?}");
    assert_eq!(said.out, "");
}

#[test]
fn the_four_sudokus() {
    let expected = [
        [78, 23, 21],
        [48, 20, 20],
        [1_932, 939, 49],
        [28_532, 16_427, 410],
    ];
    for (number, nodes) in (1..).zip(expected) {
        let file = data(&format!("sudoku/problem{number}.txt"));
        for (algorithm, nodes) in ["bfs", "dfs", "mrv"].into_iter().zip(nodes) {
            let arguments = ["--algorithm", algorithm, "--count", "--json"];
            let answer = json_of(&run(&[&["sudoku", &file], &arguments[..]].concat()), 0);
            assert_eq!(answer["nodes"], nodes, "problem {number} by {algorithm}");
            let (verdict, solutions) = match number {
                1 => ("ambiguous", 4),
                _ => ("unique", 1),
            };
            assert_eq!(answer["verdict"], verdict);
            assert_eq!(answer["solutions"], solutions);
            assert_eq!(answer["complete"], true);
        }
    }
    let said = run(&["sudoku", &data("sudoku/problem2.txt"), "--count"]);
    assert!(said.out.starts_with("231546\n564321\n312654\n"), "{said:?}");
    assert!(said.out.contains("exactly one solution"));
    assert!(said.out.contains("mrv: 20 nodes"));
}

#[test]
fn many_sudokus_are_answered_one_a_line() {
    let easy = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    let solved =
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    let dotted = easy.replace('0', ".");
    let starred = easy.replace('0', "*");
    let open = ".".repeat(81);
    let rows: Vec<&str> = (0..9).map(|row| &easy[9 * row..][..9]).collect();
    let rows = rows.join("\n");
    let clash = format!("11{}", ".".repeat(79));
    for text in [
        format!("{easy}\n{dotted}\n{starred}\n"),
        format!("# three\n{easy}\n\n{dotted}\n{easy}"),
        format!("Grid 01\n{rows}\nGrid 02\n{rows}\nGrid 03\n{rows}\n"),
        format!("{rows}\n\n{rows}\n\n{rows}\n"),
    ] {
        let said = pipe(&["sudoku", "--file", "-"], &text);
        assert_eq!(
            (said.code, said.out),
            (Some(0), format!("{solved}\n").repeat(3)),
            "{text}"
        );
        let lines = pipe(&["sudoku", "-", "--json"], &text);
        let answers: Vec<Value> = lines
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let numbers: Vec<&Value> = answers.iter().map(|answer| &answer["grid"]).collect();
        assert_eq!(numbers, [1, 2, 3]);
        assert!(answers.iter().all(|answer| answer["unique"] == true));
    }
    let said = pipe(
        &["sudoku", "--file", "-"],
        &format!("{easy}\n{open}\n{clash}\n{easy}x\n{easy}\n"),
    );
    assert_eq!(said.code, Some(2));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!((lines[0], lines[4]), (solved, solved));
    assert!(lines[1].ends_with(" not the only solution"), "{said:?}");
    assert!(
        lines[2].starts_with("contradictory: 1 appears twice in row 1"),
        "{said:?}"
    );
    assert!(
        lines[3].starts_with("error: standard input: 82 cells found by line 4")
            || lines[3].starts_with("error: standard input: line 4"),
        "{said:?}"
    );

    // One grid as an argument; whether it has other solutions is said unasked.
    let said = run(&["sudoku", easy, "--data", "anywhere"]);
    assert!(said.out.starts_with("483921657\n"), "{said:?}");
    assert!(!said.out.contains("the only solution"), "{said:?}");
    let said = run(&["sudoku", &open]);
    assert!(
        said.out
            .contains("\nnot the only solution; --count counts them\n"),
        "{said:?}"
    );
    refused(&run(&["sudoku", "5300"]), "cannot read 5300");
    // A grid with an error is one grid, not many.
    let wrong = rows.replacen('3', "x", 1);
    refused(
        &pipe(&["sudoku", "-"], &wrong),
        "standard input: line 1, column 3",
    );
}

#[test]
fn mazes_of_others_are_read_and_several() {
    for maze in [
        "%%%%%\n%P .%\n%%%%%\n",
        "#####\n#A B#\n#####\n",
        "#####\n#S_G#\n#####\n",
        "#####\n#S.E#\n#####\n",
        "%%%%%\n%S G%\n%%%%%\n",
    ] {
        let said = pipe(&["maze", "--file", "-", "--data", "anywhere"], maze);
        assert!(
            said.out.starts_with("#####\n#S.G#\n#####\n2 moves: EE\n"),
            "{maze}: {said:?}"
        );
    }
    let one = pipe(&["maze", "-"], "SG\n");
    assert!(one.out.contains("\n1 move: E\n"), "{one:?}");
    let two = "SG\n##\n\nS#G\n\n#?\n\nSG\n";
    let said = pipe(&["maze", "-"], two);
    assert_eq!(said.code, Some(2), "{said:?}");
    let parts: Vec<&str> = said.out.split("\n\n").collect();
    assert_eq!(parts.len(), 4, "{said:?}");
    assert!(parts[1].contains("no path leads"), "{said:?}");
    assert!(
        parts[2].starts_with("error: standard input: line 6, column 2: `?`"),
        "{said:?}"
    );
    refused(&pipe(&["maze", "-"], "%%%%\n%P..%\n"), "line 2");
    refused(&pipe(&["maze", "-"], "P..%\n"), "a second `.`");
    let drawn = |seed: &str| run(&["maze", "--generate", "7x7", "--uniform", "--seed", seed]).out;
    assert_eq!(drawn("1"), drawn("1"));
    assert_ne!(drawn("1"), drawn("2"));
    refused(&run(&["maze", "--uniform"]), "--generate");
}

/// The counts that a course gives for a board, whose solution its search must find, too.
#[test]
fn counts_of_courses_come_out() {
    let tilebase = Tilebase::new();
    let ask = |rest: &[&str]| {
        let common = [
            "compare",
            "3x3",
            "125340678",
            "--goal",
            "blank-first",
            "--moves",
            "blank",
        ];
        let answer =
            &tilebase.json(&[&common[..], &["--goal-test", "expansion"], rest].concat())[0];
        let run = &answer["methods"][0];
        (
            run["length"].as_u64().unwrap(),
            run["expanded"].as_u64().unwrap(),
        )
    };
    assert_eq!(ask(&["--methods", "bfs", "--order", "UDLR"]), (3, 10));
    assert_eq!(ask(&["--methods", "astar", "--order", "UDLR"]), (3, 3));
    // The last successor first.
    assert_eq!(ask(&["--methods", "dfs", "--order", "RLDU"]), (3, 181_437));

    for (order, says) in [
        ("UDL", "not each of U D L R once"),
        ("UDLL", "not each"),
        ("ABCD", "not each"),
    ] {
        let words = ["compare", "3x3", "125340678", "--order", order];
        fails(&tilebase, &words, 2, says);
    }
    let row = ["compare", "oshidori-bw-3", "BWBWBW__", "--order", "UDLR"];
    fails(&tilebase, &row, 2, "--order is for boards");
}

#[test]
fn sudokus_without_a_solution() {
    let contradictory = pipe(&["sudoku", "-"], "1..1 .... .... ....");
    assert_eq!(contradictory.code, Some(1));
    assert!(contradictory.out.contains("1 appears twice in row 1"));
    let answer = json_of(&pipe(&["sudoku", "-", "--json"], "1..1 .... .... ...."), 1);
    assert_eq!(answer["verdict"], "contradictory");

    for algorithm in ["bfs", "dfs", "mrv"] {
        let arguments = ["sudoku", "-", "--json", "--algorithm", algorithm];
        let answer = json_of(&pipe(&arguments, "123. ...4 .... ...."), 1);
        assert_eq!(answer["verdict"], "unsolvable");
        assert_eq!(answer["solution"], Value::Null);
    }
    let said = pipe(&["sudoku", "-", "--count"], "123. ...4 .... ....");
    let verdict = "unsolvable: no number appears twice, but the grid cannot be completed\n";
    assert!(said.out.starts_with(verdict), "{said:?}");
}

/// As banks of sudokus and courses have them: a name and a rating beside a grid, a last line `end`,
/// and mazes with walls of `%` and dashes for open cells.
#[test]
fn collections_of_others_are_read() {
    let grid = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.";
    let solved =
        "527389416819426735436751829375692184194538267268174593643217958951843672782965341";
    let bank = format!("00015097c6c3 {grid}  7.2\n0001d2888928 {grid}  7.1\nend\n");
    let said = pipe(&["sudoku", "-"], &bank);
    assert_eq!(
        (said.code, said.out),
        (Some(0), format!("{solved}\n{solved}\n"))
    );
    let maze = "%%%G%%\n%----%\n%-%%-%\n%%S%%%\n".replace("%%S", "S%%");
    let said = pipe(&["maze", "-"], &maze);
    assert_eq!(said.code, Some(1), "{said:?}");
    let said = pipe(&["maze", "-"], "%%%G%%\n%----%\n%-%%-%\n%S%%%%\n");
    assert_eq!(said.code, Some(0), "{said:?}");
}

#[test]
fn sudokus_that_are_refused() {
    let unknown = pipe(&["sudoku", "-"], "12..\n..!.\n....\n....\n");
    refused(&unknown, "line 2, column 3");
    refused(
        &pipe(&["sudoku", "-"], ""),
        "standard input: the sudoku is empty",
    );
    refused(&run(&["sudoku", "/no/such/file"]), "/no/such/file");
    let six = ".".repeat(36);
    refused(&pipe(&["sudoku", "-", "--boxes", "3x3"], &six), "3x3");
    refused(&pipe(&["sudoku", "-", "--boxes", "3"], &six), "21x41");
    // Boxes of three rows by two columns are read only if the user asks for them.
    let upright = "...... ...... 5..... .5.... ...... ......";
    assert_eq!(pipe(&["sudoku", "-"], upright).code, Some(1));
    let said = pipe(&["sudoku", "-", "--boxes", "3x2"], upright);
    assert_eq!(said.code, Some(0), "{said:?}");

    let bounded = ["sudoku", "-", "--algorithm", "bfs", "--memory", "5M"];
    let said = pipe(&bounded, &".".repeat(625));
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("reached the memory bound"));
    let said = pipe(&["sudoku", "-", "--count", "--limit", "2"], &".".repeat(81));
    assert!(
        said.out.contains("2 solutions and perhaps more"),
        "{said:?}"
    );
}

#[test]
fn the_way_through_a_maze() {
    let file = data("mazes/21x41.txt");
    let answers = ["bfs", "dfs", "astar"].map(|algorithm| {
        let said = run(&["maze", &file, "--algorithm", algorithm, "--json"]);
        json_of(&said, 0)
    });
    let [bfs, dfs, astar] = &answers;
    assert_eq!(bfs["length"], astar["length"]);
    assert!(dfs["length"].as_u64() >= bfs["length"].as_u64());
    for answer in &answers {
        let path = answer["path"].as_str().expect("letters");
        assert_eq!(answer["length"], path.len());
        let dots = answer["maze"].to_string().matches('.').count();
        assert_eq!(dots + 1, path.len());
    }

    let folder = TempDir::new().expect("a temporary folder");
    let picture = folder.path().join("maze.svg");
    let name = picture.to_str().expect("a readable path");
    let said = pipe(
        &["maze", "-", "--svg", name],
        "#####\n#S# #\n# G #\n#####\n",
    );
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(
        said.out.starts_with("#####\n#S# #\n#.G #\n#####\n"),
        "{said:?}"
    );
    assert!(said.out.contains(": SE\nbfs: "), "{said:?}");
    let svg = std::fs::read_to_string(picture).expect("a picture");
    assert!(svg.contains("points=\"15,15 15,25 25,25\""));
}

#[test]
fn mazes_that_are_refused() {
    let closed = pipe(&["maze", "-"], "S#G\n");
    assert_eq!(closed.code, Some(1), "{closed:?}");
    assert!(closed.out.contains("no path leads from S to G"));
    let answer = json_of(&pipe(&["maze", "-", "--json"], "S#G\n"), 1);
    assert_eq!(answer["path"], Value::Null);

    refused(&pipe(&["maze", "-"], "###\n#x#\n###\n"), "line 2, column 2");
    refused(&pipe(&["maze", "-"], "###\n# #\n##\n"), "line 3, column 3");
    refused(&pipe(&["maze", "-"], ""), "the maze is empty");
    refused(&run(&["maze", "/no/such/file"]), "/no/such/file");
    refused(&run(&["maze"]), "FILE");
    let generate = |more: &[&str]| run(&[&["maze", "--generate"], more].concat());
    refused(&generate(&["4x5"]), "odd");
    refused(&generate(&["5x5", "--braid", "2"]), "between 0 and 1");
    refused(&run(&["maze", "x", "--generate", "5x5"]), "--generate");
    refused(&run(&["maze", "x", "--seed", "5"]), "--seed");
    refused(&run(&["maze", "x", "--braid", "0.5"]), "--braid");
    let said = pipe(&["maze", "-", "--svg", "/no/such/folder/x.svg"], "S G\n");
    refused(&said, "there is no folder /no/such/folder");
}

#[test]
fn generated_mazes_can_be_solved() {
    let generate = |seed| {
        let arguments = ["--seed", seed, "--braid", "0.1"];
        run(&[&["maze", "--generate", "21x41"], &arguments[..]].concat())
    };
    let maze = generate("7");
    assert_eq!(maze.code, Some(0), "{maze:?}");
    assert_eq!(maze.err, "");
    let kept = std::fs::read_to_string(data("mazes/21x41.txt")).expect("the sample");
    assert_eq!(maze.out, kept);
    assert_ne!(generate("8").out, kept);
    let answer = json_of(&pipe(&["maze", "-", "--json"], &maze.out), 0);
    assert_eq!((&answer["rows"], &answer["cols"]), (&json!(21), &json!(41)));

    // Without a seed the program prints the one with which the same maze can be made again.
    let other = run(&["maze", "--generate", "5x5"]);
    assert!(other.err.starts_with("--seed "), "{other:?}");
}
