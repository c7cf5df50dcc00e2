//! Searches that are interrupted, killed, saved and continued.

use std::{fs, path::Path};

use serde_json::Value;

use crate::{
    common::{Tilebase, has_lines_like, interrupted_knowing, said, signal, wait_until},
    rows::{refused, replayed, usual_goal},
};

/// A search that is long enough to be interrupted twice, with its number of kinds and of moves.
const LONG: (&str, u64, usize) = if cfg!(debug_assertions) {
    ("oshidori-kinds-18", 18, 22)
} else {
    ("oshidori-kinds-20", 20, 25)
};

fn wait_for(file: &Path) {
    wait_until("a saved search", || file.exists());
}

/// A search that is interrupted, killed and then run to its end gives the same answer as without
/// interruption.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn interrupted_and_killed_searches_go_on() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("search.json");
    let ask = ["solve", LONG.0, "--stats", "--threads", "1", "--resume"];
    let ask = [&ask[..], &[file.to_str().unwrap()]].concat();

    let child = tilebase.command(&ask).spawn().unwrap();
    wait_for(&file);
    signal("-INT", child.id());
    let stopped = said(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    assert!(stopped.out.is_empty(), "{stopped:?}");
    has_lines_like(&stopped.err, r"proven so far: .* moves");
    let saved = format!(
        "; saved in {}: the same question continues from there\n",
        file.display()
    );
    assert!(stopped.err.ends_with(&saved), "{stopped:?}");
    let generated = |file: &Path| {
        let saved: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let number = |value: &Value| value.as_u64().unwrap();
        number(&saved["generated"]) + number(&saved["progress"]["generated"])
    };
    let saved = generated(&file);
    assert!(saved > 0);

    let mut child = tilebase.command(&ask).spawn().unwrap();
    wait_until("more saved", || generated(&file) != saved);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(file.exists(), "a killed search leaves what it had saved");
    let saved_twice = generated(&file);
    assert!(saved_twice > saved);

    let end = &tilebase.json(&ask)[0];
    assert!(!file.exists(), "the search has come to its end");
    let whole = &tilebase.json(&["solve", LONG.0])[0];
    assert_eq!(end["distance"], LONG.2);
    assert_eq!(end["distance"], whole["distance"]);
    assert_eq!(end["proof"], whole["proof"]);
    assert_eq!(replayed(end, 2), usual_goal(LONG.1));
    assert!(end["stats"]["generated"].as_u64() > Some(saved_twice));
    assert!(tilebase.parts().is_empty(), "nothing half-written is left");
}

/// A search that is stopped and continued many times gives the answer of one that never stops.
#[test]
fn a_search_in_slices_comes_to_its_end() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("search.json");
    let file = file.to_str().unwrap();
    let ask = [
        "solve",
        "oshidori-kinds-16",
        "--time",
        "0.1",
        "--resume",
        file,
    ];
    let mut bounds = (0, u64::MAX);
    let mut slices = 1;
    let end = loop {
        let answer = tilebase.json(&ask).remove(0);
        let now = (
            answer["lower"].as_u64().unwrap(),
            answer["upper"].as_u64().unwrap_or(u64::MAX),
        );
        assert!(
            bounds.0 <= now.0 && now.1 <= bounds.1,
            "{bounds:?}: {answer}"
        );
        bounds = now;
        if answer["distance"].is_u64() {
            break answer;
        }
        slices += 1;
    };
    assert!(slices > 1);
    assert_eq!(end["distance"], 20);
    assert_eq!(replayed(&end, 2), usual_goal(16));
    assert!(!Path::new(file).exists());
}

#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn an_interrupted_search_says_what_it_has_proven() {
    let tilebase = Tilebase::new();
    for (options, says) in [
        (&[][..], r"^4\d\.\.\d+ moves$"),
        (&["--json"], r#""lower":4\d,"upper":\d+,"#),
    ] {
        let ask = [&["distance", "oshidori-kinds-40"], options].concat();
        let said = interrupted_knowing(&tilebase, &ask, says);
        assert_eq!(said.err, "", "{said:?}");
    }
}

#[test]
fn saved_searches_of_no_use() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("search.json");
    let name = file.to_str().unwrap();
    let ask = ["distance", "oshidori-kinds-40", "--resume", name];
    tilebase.ok(&[&ask[..], &["--time", "1"]].concat());
    let whole = fs::read_to_string(&file).expect("saved when the time was up");

    // Another puzzle, another start, another goal, another width.
    let start = "2 1 3 4 5 6 7 8 9 10 11 12 1 2 3 4 5 6 7 8 9 10 11 12 0 0";
    let kinds_12 = &["distance", "oshidori-kinds-12", "--resume", name];
    for options in [&[][..], &["--goal", "any-gap"], &[start]] {
        refused(
            &tilebase,
            &[&kinds_12[..], options].concat(),
            3,
            "saved search is about",
        );
    }
    refused(
        &tilebase,
        &[&ask[..], &["--goal", "any-gap"]].concat(),
        3,
        "the goal",
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), whole, "left as it was");

    for cut in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&file, &whole[..cut]).unwrap();
        refused(
            &tilebase,
            &ask,
            3,
            "damaged or not a saved search of such a puzzle",
        );
    }
    for (from, to, says) in [
        ("\"generated\":", "\"generated\":1", "checksum"),
        ("\"version\":", "\"version\":9", "version 9"),
        ("\"threshold\":", "\"threshold\":1", "checksum"),
    ] {
        fs::write(&file, whole.replacen(from, to, 1)).unwrap();
        refused(&tilebase, &ask, 3, says);
    }
    fs::write(&file, &whole).unwrap();
    tilebase.ok(&[&ask[..], &["--time", "0.2"]].concat());

    // A folder in which nobody can make a file.
    if cfg!(target_os = "linux") {
        let ask = [
            "distance",
            "oshidori-kinds-9",
            "--resume",
            "/proc/search.json",
        ];
        refused(&tilebase, &ask, 3, "cannot save the search");
    }
}

/// The third of Korf's instances, and pattern databases that are built in an instant.
const KORF_3: [&str; 6] = [
    "4x4",
    "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15",
    "--goal",
    "blank-first",
    "--partition",
    "1,2,3,4/5,6,7,8/9,10,11,12/13,14,15",
];

#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn killed_and_interrupted_searches_of_boards_go_on() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("board.json");
    let ask = [&["solve", "--stats", "--threads", "2"], &KORF_3[..]].concat();
    let ask = [&ask[..], &["--resume", file.to_str().unwrap()]].concat();
    let walked = |file: &Path| {
        let saved: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let number = |key: &str| saved[key].as_u64().unwrap();
        number("generated") + number("walked_generated")
    };
    tilebase.ok(&[&["build"], &KORF_3[..1], &KORF_3[2..]].concat());

    let mut child = tilebase.command(&ask).spawn().unwrap();
    wait_for(&file);
    child.kill().unwrap();
    child.wait().unwrap();
    let saved = walked(&file);
    assert!(saved > 0);

    let child = tilebase.command(&ask).spawn().unwrap();
    wait_until("more saved", || walked(&file) != saved);
    signal("-INT", child.id());
    let stopped = said(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    has_lines_like(&stopped.err, r"at least \d+ moves");
    let where_saved = format!(
        "; saved in {}: the same question continues from there\n",
        file.display()
    );
    assert!(stopped.err.ends_with(&where_saved), "{stopped:?}");
    let saved_twice = walked(&file);
    assert!(saved_twice > saved);

    // A search for another board is refused and does not change the file.
    let mut other = ask.clone();
    other[5] = "14 7 8 2 13 11 10 0 9 12 5 4 3 6 1 15";
    refused(&tilebase, &other, 3, "the saved search is about the start");

    let end = &tilebase.json(&ask)[0];
    assert!(!file.exists(), "the search has come to its end");
    assert_eq!(end["distance"], 59);
    assert_eq!(end["proof"], "search");
    assert!(end["stats"]["generated"].as_u64() > Some(saved_twice));
}

/// Where beams have found a solution, an interrupted search shows it, and is saved all the same.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn an_interrupted_search_shows_the_best_solution_known() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("board.json");
    let board = "11 14 17 6 20 18 21 8 10 23 24 19 22 15 12 13 7 3 5 16 4 2 1 0 9";
    let groups = "1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16/17,18,19,20/21,22,23,24";
    let ask = [
        "solve",
        "5x5",
        board,
        "--goal",
        "blank-first",
        "--partition",
    ];
    let ask = [&ask[..], &[groups, "--resume", file.to_str().unwrap()]].concat();
    let child = tilebase.command(&ask).spawn().unwrap();
    wait_for(&file);
    signal("-INT", child.id());
    let stopped = said(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    has_lines_like(&stopped.out, r"^\d+ moves, at least \d+; the best known");
    let saved = format!(
        "saved in {}: the same question continues from there\n",
        file.display()
    );
    assert!(stopped.err.ends_with(&saved), "{stopped:?}");
    assert!(file.exists());

    // Instances count if they are solved.
    let kept = tilebase.data().join("kept");
    let ask = ["bench", "korf-felner50", "--instances", "48", "--partition"];
    let ask = [&ask[..], &[groups, "--resume", kept.to_str().unwrap()]].concat();
    let child = tilebase.command(&ask).spawn().unwrap();
    let file = kept.with_extension("search");
    wait_for(&file);
    signal("-INT", child.id());
    let stopped = said(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    has_lines_like(
        &stopped.err,
        r"^error: interrupted: \d+\.\.\d+ moves are needed; saved in ",
    );
}

#[test]
fn searches_of_boards_end_with_bounds_when_their_time_is_over() {
    let tilebase = Tilebase::new();
    let ask = [
        &["distance", "--threads", "1", "--time", "0.01"],
        &KORF_3[..],
    ]
    .concat();
    let answer = &tilebase.json(&ask)[0];
    let lower = answer["lower"].as_u64().unwrap();
    assert!((30..59).contains(&lower), "{answer}");
    let upper = answer["upper"].as_u64().expect("a solution is known");
    assert!(upper >= 59 && answer["distance"].is_null(), "{answer}");
    assert_eq!(answer["length"], upper);
    assert_eq!(answer["optimal"], false);
    // Which solution is the best known by then is a matter of time.
    let text = tilebase.ok(&ask);
    let most = text
        .split_once("..")
        .and_then(|(_, most)| most.split_once(" moves"));
    let most: u64 = most.expect("a range").0.parse().unwrap();
    assert!(most >= 59, "{text}");
    // A table answers at once.
    let easy = ["distance", "3x3", "123456780", "--time", "0", "--bounds"];
    assert_eq!(tilebase.ok(&easy).trim(), "0");
    let textbook = ["--heuristic", "manhattan", "--resume", "x"];
    let saved = [&["solve"], &KORF_3[..4], &textbook[..]].concat();
    refused(&tilebase, &saved, 2, "cannot be saved");
}

#[test]
fn instances_are_solved_in_several_runs() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("solved.jsonl");
    let bench = |instances: &str| {
        let ask = ["bench", "korf100", "--instances", instances];
        let with = ["--partition", KORF_3[5], "--resume", file.to_str().unwrap()];
        tilebase.json(&[&ask[..], &with].concat())
    };
    let first = bench("79");
    let both = bench("79,42");
    assert_eq!(first[0], both[0], "solved once");
    assert_eq!(
        (&both[1]["instance"], &both[1]["length"]),
        (&42.into(), &42.into())
    );
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 2);
    // A later version may name the heuristic otherwise: its tables identify it.
    let renamed = fs::read_to_string(&file).unwrap();
    let renamed = renamed.replace("\"heuristic\":\"pdb:", "\"heuristic\":\"earlier:");
    fs::write(&file, &renamed).unwrap();
    let known = bench("79")[0]["heuristic"].to_string();
    assert!(known.starts_with("\"earlier:"), "{known}");
    assert_eq!(fs::read_to_string(&file).unwrap(), renamed);

    // What another board, goal, partition or an older version of the file has is solved again.
    let solved = fs::read_to_string(&file).unwrap();
    for (from, to) in [
        ("\"board\":\"", "\"board\":\"0 "),
        ("\"goal\":\"", "\"goal\":\"0 "),
        ("\"metric\":\"single", "\"metric\":\"multi"),
        ("\"tables\":[", "\"tables\":[\"a\","),
        ("\"asked\":", "\"earlier\":"),
    ] {
        assert!(solved.contains(from), "{solved}");
        let changed = solved
            .replace(from, to)
            .replace("\"length\":42", "\"length\":40");
        fs::write(&file, &changed).unwrap();
        let said = tilebase.run(&[
            "bench",
            "korf100",
            "--instances",
            "79",
            "--partition",
            KORF_3[5],
            "--resume",
            file.to_str().unwrap(),
            "--json",
        ]);
        assert_eq!(said.code, Some(0), "{to}: {said:?}");
        assert!(said.err.contains("it is solved again"), "{to}: {said:?}");
        assert!(said.out.contains("\"length\":42"), "{to}: {said:?}");
    }
    // Lengths that are known are compared with those in the file too.
    fs::write(&file, solved.replace("\"length\":42", "\"length\":40")).unwrap();
    let ask = [
        "bench",
        "korf100",
        "--instances",
        "79",
        "--partition",
        KORF_3[5],
    ];
    let with = ["--resume", file.to_str().unwrap()];
    refused(
        &tilebase,
        &[&ask[..], &with].concat(),
        3,
        "known to have 42",
    );

    fs::write(&file, "nothing of the kind").unwrap();
    let damaged = ["bench", "korf100", "--resume", file.to_str().unwrap()];
    refused(&tilebase, &damaged, 2, "not a solved instance");
}
