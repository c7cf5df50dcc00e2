//! Searches of rows that are interrupted, killed, saved and gone on with.

use std::{
    fs,
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    common::{Tilebase, said, signal},
    rows::{refused, replayed, usual_goal},
};

/// A search long enough to be interrupted twice, its kinds and its moves.
const LONG: (&str, u64, usize) = match cfg!(debug_assertions) {
    true => ("oshidori-kinds-18", 18, 22),
    false => ("oshidori-kinds-20", 20, 25),
};

fn wait_for(file: &Path) {
    let begun = Instant::now();
    while !file.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing saved");
        sleep(Duration::from_millis(20));
    }
}

/// Interrupted, killed and run to its end, a search gives the answer that it gives undisturbed.
#[test]
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
    for says in ["proven so far: ", " moves", "goes on from there"] {
        assert!(stopped.err.contains(says), "{stopped:?}");
    }
    let generated = |file: &Path| {
        let saved: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let number = |value: &Value| value.as_u64().unwrap();
        number(&saved["generated"]) + number(&saved["progress"]["generated"])
    };
    let saved = generated(&file);
    assert!(saved > 0);

    let mut child = tilebase.command(&ask).spawn().unwrap();
    let begun = Instant::now();
    while generated(&file) == saved && begun.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(20));
    }
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
    assert!(
        !tilebase.data().join(".search.json.part").exists(),
        "nothing half-written is left"
    );
}

/// The same by many small steps.
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
fn an_interrupted_search_says_what_it_has_proven() {
    let tilebase = Tilebase::new();
    let child = tilebase
        .command(&["distance", "oshidori-kinds-40"])
        .spawn()
        .unwrap();
    sleep(Duration::from_secs(1));
    signal("-INT", child.id());
    let said = said(child.wait_with_output().unwrap());
    assert_eq!((said.code, said.out.as_str()), (Some(130), ""), "{said:?}");
    assert!(said.err.contains("proven so far: 4"), "{said:?}");
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
        refused(&tilebase, &ask, 3, "damaged or no saved search");
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

    let nowhere = tilebase.data().join("no/such/folder/search.json");
    let nowhere = [
        "distance",
        "oshidori-kinds-9",
        "--resume",
        nowhere.to_str().unwrap(),
    ];
    refused(&tilebase, &nowhere, 3, "cannot save the search");
}
