//! Boards without a table, which the program solves by IDA*.

use std::fs;

use crate::common::{Tilebase, fails, interrupted_knowing};

/// Pattern databases of a few thousand entries, which are built in an instant.
const SMALL: [&str; 2] = ["--partition", "1,2,5,6/3,4,7,8/9,10,13,14/11,12,15"];

/// A board a few moves from the goal.
const NEAR: &str = "1 2 3 4 5 6 7 8 13 9 10 12 14 0 11 15";

#[test]
fn every_heuristic_agrees_with_the_table() {
    let tilebase = Tilebase::new();
    let states = tilebase.ok(&[
        "random", "3x3", "-n", "20", "--seed", "11", "--format", "line",
    ]);
    let table = tilebase.pipe(&["distance", "3x3", "-"], states.as_bytes());
    assert_eq!(table.code, Some(0));
    for heuristic in [
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "maximum",
        "pdb",
        "zpdb",
    ] {
        let search = tilebase.pipe(
            &["distance", "3x3", "-", "--heuristic", heuristic],
            states.as_bytes(),
        );
        assert_eq!(search.out, table.out, "{heuristic}");
    }
    let answer = &tilebase.json(&["solve", "3x3", "867254301", "--heuristic", "pdb", "--stats"])[0];
    assert_eq!(
        (&answer["distance"], &answer["method"]),
        (&31.into(), &"ida*".into())
    );
    assert!(answer["stats"]["generated"].as_u64() > Some(31), "{answer}");
    assert_eq!(answer["states"].as_array().unwrap().len(), 32);
}

#[test]
fn the_fifteen_puzzle_with_small_patterns() {
    let tilebase = Tilebase::new();
    let ask = |arguments: &[&str]| tilebase.ok(&[arguments, &SMALL].concat());
    let near = ask(&["distance", "4x4", NEAR]);
    assert_eq!(
        near,
        tilebase.ok(&["distance", "4x4", NEAR, "--heuristic", "manhattan"])
    );
    assert_eq!(
        near.trim().parse::<u32>().unwrap() % 2,
        0,
        "the colour of the blank's cell"
    );
    // Goal and start exchanged: any goal and any home are allowed.
    let back = tilebase.ok(&[
        "distance",
        "4x4",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0",
        "--goal",
        NEAR,
        "--heuristic",
        "manhattan",
    ]);
    assert_eq!(near, back);
    let hints = ask(&["hint", "4x4", NEAR]);
    let near = near.trim();
    let begin = format!("{near} moves to go; after each move:\n");
    assert!(hints.starts_with(&begin), "{hints}");
    let counted = ask(&["solve", "4x4", NEAR, "--count", "--all"]);
    assert!(counted.contains("the only optimal solution"), "{counted}");
    assert_eq!(
        tilebase.ok(&["verify", "4x4"]).matches("good").count(),
        tilebase.tables().len()
    );
}

#[test]
fn impossible_partitions() {
    let tilebase = Tilebase::new();
    for (partition, says) in [
        ("1,2,3/3,4,5", "tile 3 is in pattern 1 and in pattern 2"),
        ("1,2,3/4,5,6,7", "the partition does not have tile 8:"),
        (
            "1,2,3,4/5,6,7,9",
            "pattern 2: there is no tile 9: the tiles are 1 to 8",
        ),
        ("1,2,x", "`x` in pattern 1 is not a tile"),
        ("", "does not have tile 1, tile 2, tile 3"),
    ] {
        let said = tilebase.run(&["distance", "3x3", "867254301", "--partition", partition]);
        assert_eq!(said.code, Some(2), "{partition}: {said:?}");
        assert!(
            said.err.contains(says),
            "{partition} must name {says}: {said:?}"
        );
    }
    let said = tilebase.run(&["distance", "3x3", "867254301", "--heuristic", "oracle"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("unknown heuristic `oracle`"), "{said:?}");
    let said = tilebase.run(&["distance", "4x4", NEAR, "--memory", "lots"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    let pairs = (1..=7).flat_map(|first| (first + 1..=8).map(move |second| [first, second]));
    let partitions = pairs.map(|pair| {
        let others = (1..=8)
            .filter(|tile| !pair.contains(tile))
            .map(|tile| tile.to_string());
        format!(
            "{},{}/{}",
            pair[0],
            pair[1],
            others.collect::<Vec<_>>().join(",")
        )
    });
    let many = format!("pdb:{}", partitions.collect::<Vec<_>>().join(";"));
    let arguments = ["distance", "3x3", "867254301", "--heuristic", &many];
    fails(
        &tilebase,
        &arguments,
        2,
        "of which a search compares at most 16 and 32: take fewer",
    );
    assert!(
        tilebase.tables().is_empty(),
        "nothing is built for bad input"
    );
}

#[test]
fn a_partition_from_a_file() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("partition.txt");
    // Some editors begin a file with a mark.
    fs::write(&file, "\u{feff}# two rows\n1 2 3 4\n5 6 7 8\n").unwrap();
    let answer = tilebase.ok(&[
        "distance",
        "3x3",
        "867254301",
        "--partition",
        file.to_str().unwrap(),
    ]);
    assert_eq!(answer, "31\n");
    // The blank in a pattern makes its table zero-aware.
    let aware = "0,1,2,3/4,5,6,7,8";
    let answer = tilebase.ok(&["distance", "3x3", "867254301", "--partition", aware]);
    assert_eq!(answer, "31\n");
}

#[test]
fn damaged_pattern_databases() {
    let tilebase = Tilebase::new();
    let ask: Vec<&str> = [&["distance", "4x4", NEAR][..], &SMALL].concat();
    tilebase.ok(&ask);
    let name = tilebase.tables().remove(0);
    let path = tilebase.data().join(&name);
    let whole = fs::read(&path).unwrap();
    for length in [0, 50, 4096, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(tilebase.run(&ask).code, Some(3), "cut to {length}");
    }
    let mut flipped = whole.clone();
    flipped[5000] ^= 16;
    fs::write(&path, &flipped).unwrap();
    let said = tilebase.run(&["verify"]);
    assert_eq!(said.code, Some(3));
    let damaged = format!("damaged  {name}: {} is damaged: ", path.display());
    assert!(said.out.contains(&damaged), "{said:?}");
    // A database stands under the name of another.
    fs::write(
        &path,
        fs::read(tilebase.data().join(&tilebase.tables()[1])).unwrap(),
    )
    .unwrap();
    let said = tilebase.run(&ask);
    assert_eq!(said.code, Some(3));
    assert!(said.err.contains("holds the pattern"), "{said:?}");
}

#[test]
fn distances_that_sampling_does_not_find() {
    let tilebase = Tilebase::new();
    let said = tilebase.run(&[
        "random",
        "3x3",
        "--distance",
        "31",
        "-n",
        "50",
        "--heuristic",
        "walking-distance",
        "--no-build",
    ]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("nine in ten need"), "{said:?}");
    let states = tilebase.ok(&[
        "random",
        "3x3",
        "--distance",
        "22",
        "-n",
        "5",
        "--format",
        "line",
        "--heuristic",
        "walking-distance",
        "--no-build",
    ]);
    let distances = tilebase.pipe(&["distance", "3x3", "-"], states.as_bytes());
    assert_eq!(distances.out, "22\n".repeat(5));
    // A table of the distances needs no guide.
    let guided = [
        "random",
        "3x3",
        "--distance",
        "22",
        "--heuristic",
        "manhattan",
    ];
    let said = tilebase.run(&guided);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.err.contains("a table of 3x3 knows the distances"),
        "{said:?}"
    );
}

/// After Ctrl-C the program prints what it has proven and exits with code 130.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn an_interrupted_search_tells_its_bound() {
    let tilebase = Tilebase::new();
    let hard = "0 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1";
    let ask = ["distance", "5x5", hard, "--heuristic", "manhattan"];
    let said = interrupted_knowing(&tilebase, &ask, r"^\d+\.\.\d+ moves$");
    // A beam has found a solution before the exact search began.
    let bounds = said.out.trim().strip_suffix(" moves").expect("bounds");
    let (lower, upper) = bounds.split_once("..").expect("two of them");
    let (lower, upper): (u32, u32) = (lower.parse().unwrap(), upper.parse().unwrap());
    assert!((90..upper).contains(&lower), "{said:?}");
    assert_eq!(said.err, "");
}
