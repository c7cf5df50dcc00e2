//! Signals: long work tidies up, everything else ends, and a crash is called a crash.

use std::{
    fs,
    io::{Read, Write},
    process::{Child, Stdio},
    time::Instant,
};

use crate::common::{
    Said, Tilebase, has_lines_like, interrupted_knowing, said, signal, wait_until, wait_until_busy,
};

#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn an_interrupted_build_tidies_up() {
    let tilebase = Tilebase::new();
    // The build takes seconds, so that the signal comes in its midst.
    let mut command = tilebase.command(&["build", "oshidori-kinds-6"]);
    let child = command.spawn().unwrap();
    wait_until_busy(child.id());
    // Two signals at once are one request: `timeout` sends two.
    signal("-TERM", child.id());
    signal("-TERM", child.id());
    let said = said(child.wait_with_output().unwrap());
    assert_eq!(said.code, Some(130), "{said:?}");
    let told = said
        .err
        .ends_with("\nerror: interrupted: nothing was kept of the table that was being built\n");
    assert!(told, "{said:?}");
    assert_eq!(
        fs::read_dir(tilebase.data()).unwrap().count(),
        0,
        "not even a lock is left"
    );
    assert!(tilebase.tables().is_empty() && tilebase.parts().is_empty());
}

/// Interrupts a program once it is at work, and returns what it said.
fn interrupted(child: Child) -> Said {
    wait_until_busy(child.id());
    signal("-INT", child.id());
    let said = said(child.wait_with_output().unwrap());
    assert_eq!(said.code, Some(130), "{said:?}");
    said
}

/// Work in many small pieces ends too, and so does a program that waits.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn everything_can_be_interrupted() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "3x3"]);
    let endless = ["random", "3x3", "-n", "18446744073709551615"];
    for options in [
        &["--distance", "5", "--format", "line"][..],
        &["--format", "line"],
    ] {
        let mut command = tilebase.command(&[&endless[..], options].concat());
        let child = command.stdout(Stdio::null()).spawn().unwrap();
        let said = interrupted(child);
        assert_eq!(said.err, "error: interrupted\n");
    }
    // The table of a heuristic takes many seconds.
    let state = "7 4 3 1 0 2 6 9 18 5 12 13 8 15 10 11 17 19 14 23 16 21 22 24 20";
    let question = ["distance", "5x5", state, "--metric", "multi"];
    let child = tilebase.command(&question).spawn().unwrap();
    wait_until_busy(child.id());
    signal("-INT", child.id());
    let ended = said(child.wait_with_output().unwrap());
    assert_eq!(
        (ended.code, &*ended.err),
        (Some(130), "error: interrupted\n")
    );
    // Thousands of endings of each stage are followed, each with thousands of solutions.
    let board = tilebase.json(&["random", "8x8", "--seed", "4"])[0]["state"].to_string();
    let question = ["solve", "8x8", &board, "--stages=rows", "--best=3000"];
    tilebase.ok(&question[..4]);
    let child = tilebase.command(&question).spawn().unwrap();
    let ended = interrupted(child);
    assert!(ended.err.starts_with("error: interrupted"), "{ended:?}");
    let mut command = tilebase.command(&["distance", "3x3", "-"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "123456780").unwrap();
    let mut answer = [0; 2];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut answer)
        .unwrap();
    signal("-HUP", child.id());
    let said = said(child.wait_with_output().unwrap());
    assert_eq!((said.code, &*said.err), (Some(130), "error: interrupted\n"));
}

/// What is known when a search is ended is the answer: of a game, of a state and of its moves.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn the_best_that_is_known_answers_an_interrupted_question() {
    let tilebase = Tilebase::new();
    let state = tilebase.json(&["random", "6x6", "--seed", "7"])[0]["state"].to_string();
    let solve = ["solve", "6x6", &state, "--width", "1"];
    let game = tilebase.json(&solve)[0]["letters"]
        .as_str()
        .unwrap()
        .to_owned();
    for ask in [
        &["shorten", "6x6", &state, &game][..],
        &["review", "6x6", &state, &game],
        &["hint", "6x6", &state],
        &["solve", "6x6", &state],
    ] {
        let options = ["--time", "600", "--json"];
        let child = tilebase.command(&[ask, &options].concat()).spawn().unwrap();
        let said = interrupted(child);
        let answer: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert!(
            answer["moves"]
                .as_array()
                .is_some_and(|moves| !moves.is_empty()),
            "{answer}"
        );
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn an_interrupted_comparison_has_the_bounds() {
    let tilebase = Tilebase::new();
    let ask = ["compare", "oshidori-kinds-40", "--methods", "table"];
    interrupted_knowing(&tilebase, &ask, "moves, at least");
}

/// What is known of a game, of a file of games and of the methods that have ended is not lost.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn grades_and_comparisons_so_far_are_printed() {
    let tilebase = Tilebase::new();
    let far = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let games = tilebase.data().join("games.txt");
    let solved = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15: L";
    fs::write(&games, format!("{solved}\n{far}: L U\n{solved}\n")).unwrap();
    let games = games.to_str().unwrap();
    let by_hand = ["--heuristic", "manhattan", "--threads", "1"];
    for (ask, says) in [
        (
            &["review", "4x4", far, "L U"][..],
            "^2 moves, .* to go, best ",
        ),
        (&["review", "4x4", "--file", games], "^2 games graded; "),
        (
            &["review", "4x4", "--file", games, "--csv"],
            "^1,.*,1,1,0,1,0,0,,single$",
        ),
    ] {
        let child = tilebase.command(&[ask, &by_hand].concat()).spawn().unwrap();
        let said = interrupted(child);
        has_lines_like(&said.out, says);
    }
    let ask = [
        "compare",
        "4x4",
        far,
        "--methods",
        "bfs,ida",
        "--memory",
        "10M",
    ];
    let child = tilebase.command(&ask).spawn().unwrap();
    let said = interrupted(child);
    assert!(said.out.contains("\nbreadth-first "), "{said:?}");
}

/// The boards that are drawn and the instances that are solved by then are not lost.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn what_is_drawn_and_measured_so_far_is_printed() {
    let tilebase = Tilebase::new();
    let random = ["random", "4x4", "-n", "1000000"];
    for options in [
        &["--distance", "25", "--format", "line"][..],
        &["--walk", "40", "--format", "jsonl"],
        &["--walk", "40", "--format", "moves"],
    ] {
        // A pipe that nobody reads would be full before a second of work is done.
        let listed = tilebase.data().join("listed.txt");
        let mut command = tilebase.command(&[&random[..], options].concat());
        command.stdout(fs::File::create(&listed).unwrap());
        interrupted(command.spawn().unwrap());
        let listed = fs::read_to_string(&listed).unwrap();
        let first = listed.lines().next().expect("a board");
        match options.last() {
            Some(&"line") => {
                let distance = ["distance", "4x4", first, "--heuristic", "linear-conflict"];
                assert_eq!(tilebase.ok(&distance), "25\n");
            }
            Some(&"jsonl") => {
                let drawn: serde_json::Value = serde_json::from_str(first).unwrap();
                assert!(drawn["distance"].as_u64() <= Some(40), "{first}");
            }
            _ => assert!(
                !first.is_empty() && first.split(" ").all(|tile| tile.parse::<u8>().is_ok())
            ),
        }
    }
    assert!(tilebase.tables().is_empty(), "none is needed near the goal");

    let boards = tilebase.data().join("boards.txt");
    let near = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15";
    let far = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    fs::write(&boards, format!("1 {near} 1\n2 {far}\n")).unwrap();
    let bench = ["bench", boards.to_str().unwrap(), "--goal", "blank-last"];
    let by_hand = ["--heuristic", "manhattan", "--threads", "1", "--json"];
    let child = tilebase
        .command(&[&bench[..], &by_hand].concat())
        .spawn()
        .unwrap();
    let ended = interrupted(child);
    let solved: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        (&solved["instance"], &solved["length"]),
        (&1.into(), &1.into())
    );
}

/// The figures of the tables that were asked before the user ended the work are not lost.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn look_ups_measured_so_far_are_printed() {
    let tilebase = Tilebase::new();
    let child = tilebase
        .command(&["bench", "lookup", "--repeat", "1", "--json"])
        .spawn()
        .unwrap();
    // Once the second has a table, the first has its figures.
    wait_until("a second table", || tilebase.tables().len() > 1);
    signal("-INT", child.id());
    let ended = said(child.wait_with_output().unwrap());
    assert_eq!(ended.code, Some(130), "{ended:?}");
    assert!(ended.out.starts_with("{\"bench\":\"lookup\""), "{ended:?}");
}

/// The tables that an interrupted build has finished stay, and are listed.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn finished_tables_of_an_interrupted_build_are_listed() {
    let tilebase = Tilebase::new();
    let child = tilebase
        .command(&["build", "2x2", "oshidori-kinds-6"])
        .spawn()
        .unwrap();
    let said = interrupted(child);
    has_lines_like(&said.out, "^ *2x2 +12 +6 ");
    assert_eq!(tilebase.tables().len(), 1);
}

/// A game on a board without a table is graded within seconds, without an option.
#[test]
fn a_long_game_is_graded_soon() {
    let tilebase = Tilebase::new();
    let state = "7 4 3 1 0 2 6 9 18 5 12 13 8 15 10 11 17 19 14 23 16 21 22 24 20";
    let solved = tilebase.ok(&["solve", "5x5", state, "--width", "10", "--moves", "letters"]);
    let moves = solved.lines().next().unwrap().rsplit(": ").next().unwrap();
    let begun = Instant::now();
    let graded = &tilebase.json(&["review", "5x5", state, moves])[0];
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    let steps = graded["moves"].as_array().unwrap();
    let exact = steps.iter().filter(|step| step["distance"].is_number());
    assert!(exact.count() > steps.len() / 4, "{graded}");
}

/// A stream of searches ends at the line at which it is interrupted.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn an_interrupted_stream_says_so_once() {
    let tilebase = Tilebase::new();
    let hard = "0 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1\n";
    let states = tilebase.data().join("states.txt");
    fs::write(&states, hard.repeat(100)).unwrap();
    let ask = [
        "distance",
        "5x5",
        "--heuristic",
        "manhattan",
        "--threads",
        "1",
        "--file",
    ];
    let mut command = tilebase.command(&[&ask[..], &[states.to_str().unwrap()]].concat());
    let child = command.spawn().unwrap();
    wait_until_busy(child.id());
    signal("-INT", child.id());
    let said = said(child.wait_with_output().unwrap());
    // What is known of the state that was searched is told, and no other line is answered.
    assert_eq!(said.code, Some(130), "{said:?}");
    assert_eq!(said.out.matches(" moves\n").count(), 1, "{said:?}");
    assert_eq!(said.out.lines().count(), 1, "{said:?}");
    assert_eq!(said.err.matches("error").count(), 1, "{said:?}");
}

/// Only a refused allocation is called lack of memory.
#[test]
#[cfg(unix)]
fn an_abort_is_a_crash() {
    use std::os::unix::process::ExitStatusExt;
    let tilebase = Tilebase::new();
    let child = tilebase
        .command(&["build", "oshidori-kinds-6"])
        .spawn()
        .unwrap();
    wait_until_busy(child.id());
    signal("-ABRT", child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(6), "{output:?}");
    assert!(
        !String::from_utf8_lossy(&output.stderr).contains("refused memory"),
        "{output:?}"
    );
}

/// What is solved of a solution by stages is not lost.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn the_stages_that_are_solved_are_told() {
    let tilebase = Tilebase::new();
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let ask = [
        "solve",
        "4x4",
        hard,
        "--stages",
        "1-2/rest",
        "--heuristic",
        "manhattan",
    ];
    let child = tilebase.command(&ask).spawn().unwrap();
    let said = interrupted(child);
    assert!(
        said.err.contains("; solved up to the stage 1,2: "),
        "{said:?}"
    );
}
