//! Whatever is printed as a state or as moves is read in again: in all formats and notations, of
//! all families, in all signs.

use serde_json::Value;

use crate::common::Tilebase;

/// Puzzles, with the options that name their goal, metric or rules.
const SUBJECTS: &[(&str, &[&str])] = &[
    ("3x3", &[]),
    ("2x4", &["--metric", "multi"]),
    ("3x3", &["--goal", "AABBCCDD0"]),
    ("3x3", &["--goal", "rrrgggbb_"]),
    // Tiles that are called as directions are.
    ("3x3", &["--goal", "UUDDLLRR0"]),
    ("3x3", &["--goal", "1 1 2 2 3 3 4 4 0", "--metric", "multi"]),
    ("3x3", &["--goal", "1 2 3 x x x x x x"]),
    ("3x3", &["--goal", "spiral"]),
    ("oshidori-bw-3", &[]),
    ("oshidori-kinds-3", &["--goal", "any-gap"]),
    ("oshidori-bw-3", &["--holes", "4"]),
    ("oshidori-kinds-3", &["--turn", "may", "--unlike"]),
];

const NOTATIONS: [&[&str]; 7] = [
    &[],
    &["--moves", "tiles"],
    &["--moves", "letters"],
    &["--moves", "plain"],
    &["--moves", "words"],
    &["--moves", "arrows"],
    &["--moves", "blank"],
];

/// The moves after the colon of a line.
fn moves(line: &str) -> &str {
    line.split_once(": ").expect("moves").1.trim_end()
}

/// A question about a subject.
fn ask<'a>(words: &[&'a str], options: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [words, options, more].concat()
}

#[test]
fn what_is_printed_is_read_in() {
    let tilebase = Tilebase::new();
    for &(puzzle, options) in SUBJECTS {
        let draw = ["random", puzzle, "--seed", "4", "--distance", "3"];
        let mut written = Vec::new();
        for format in ["grid", "line", "contest", "slashes"] {
            let state = tilebase.ok(&ask(&draw, options, &["--format", format]));
            let distance = ask(&["distance", puzzle, &state], options, &[]);
            assert_eq!(tilebase.ok(&distance), "3\n", "{distance:?}");
            let stream = ask(&["distance", puzzle, "-"], options, &[]);
            assert_eq!(
                tilebase.pipe(&stream, state.as_bytes()).out,
                "3\n",
                "{state}"
            );
            written.push(state.trim_end().to_owned());
        }
        let json = &tilebase.json(&ask(&draw, options, &[]))[0].to_string();
        assert_eq!(
            tilebase.ok(&ask(&["distance", puzzle, json], options, &[])),
            "3\n"
        );
        let is_one = !options
            .iter()
            .any(|goal| goal.contains('x') || *goal == "any-gap");
        for (&notation, state) in NOTATIONS.iter().zip(written.iter().cycle()) {
            // Only the blank's directions need a name.
            let named: &[&str] = if notation.contains(&"blank") { notation } else { &[] };
            let solved = tilebase.ok(&ask(&["solve", puzzle, state], options, notation));
            let made = moves(solved.lines().next().unwrap());
            let review = ask(&["review", puzzle, state, made], options, named);
            let graded: &Value = &tilebase.json(&review)[0];
            assert_eq!(
                (&graded["made"], &graded["final_distance"]),
                (&3.into(), &0.into()),
                "{made}"
            );
            // Each step of a game that is printed is read, too.
            let shown = if named.is_empty() { notation } else { &[][..] };
            let game = tilebase.ok(&ask(&review, &[], shown));
            let steps = game.lines().filter(|line| line.ends_with('✓'));
            let steps = steps.map(|line| moves(line).split_whitespace().next().unwrap());
            let steps: Vec<&str> = steps.collect();
            let again = steps.join(" ");
            let review = ask(&["review", puzzle, state, &again], options, named);
            assert_eq!(tilebase.json(&review)[0]["made"], 3, "{game}");
            let hint = tilebase.pipe(
                &ask(&["hint", puzzle, "-"], options, notation),
                state.as_bytes(),
            );
            let first = moves(&hint.out).split('=').next().unwrap();
            let review = ask(&["review", puzzle, state, first], options, named);
            assert_eq!(tilebase.json(&review)[0]["wasted"], 0, "{hint:?}");
            let shorter = ["shorten", puzzle, state, made];
            let shorter = tilebase.ok(&ask(&shorter, options, notation));
            let review = ask(&["review", puzzle, state, moves(&shorter)], options, named);
            assert_eq!(tilebase.json(&review)[0]["made"], 3, "{shorter}");
            if is_one {
                let scramble = tilebase.ok(&ask(&draw, options, &["--format", "moves"]));
                let scramble = scramble.trim_end();
                let apply = ask(&["moves", "apply", puzzle, scramble], options, &[]);
                let state = tilebase.ok(&apply);
                let distance = ask(&["distance", puzzle, &state], options, &[]);
                assert_eq!(tilebase.ok(&distance), "3\n", "{scramble}");
            }
        }
    }
}

/// Tiles that are alike come out in the signs in which they came in, also in errors and pictures.
#[test]
fn letters_stay_letters() {
    let tilebase = Tilebase::new();
    let goal = ["--goal", "RRRGGGBB0"];
    let state = "RRRG0GBBG";
    let solved = tilebase.ok(&["solve", "3x3", state, goal[0], goal[1]]);
    assert!(
        solved.starts_with("2 moves (directions in which tiles slide): LU\n\nstart"),
        "{solved}"
    );
    assert!(solved.contains("\nG _ G   G G _   G G G\n"), "{solved}");
    for ask in [
        &["random", "3x3", "--seed", "1"][..],
        &["hardest", "3x3", "--limit", "1"],
        &["hint", "3x3", state],
    ] {
        let said = tilebase.ok(&[ask, &goal].concat());
        let rows = said
            .lines()
            .filter(|line| line.contains('R') && !line.contains(':'));
        assert!(rows.count() > 0 && !said.contains("18"), "{said}");
    }
    let said = tilebase.run(&["solve", "3x3", "RRRRGGBB0", goal[0], goal[1]]);
    assert_eq!(
        said.err.lines().next(),
        Some("error: tile R appears 4 times, but must appear 3 times"),
        "{said:?}"
    );
    let picture = tilebase.ok(&["solve", "3x3", state, goal[0], goal[1], "--svg", "-"]);
    assert_eq!(picture.matches(">R</text>").count(), 3, "{picture}");
    assert_eq!(picture.matches("style=\"fill:hsl(").count(), 8, "{picture}");
}
