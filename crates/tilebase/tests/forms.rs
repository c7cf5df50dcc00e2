//! States in every form in which people write them.

use proptest::prelude::*;
use tilebase::{FORMS, Library, Reading, Solver, StateLines, puzzle_of, seeded};

const SHAPES: [&str; 15] = [
    "2x2", "2x3", "3x2", "3x3", "2x5", "5x2", "3x4", "4x3", "4x4", "3x5", "5x5", "6x6", "4x7",
    "9x9", "16x16",
];

/// Returns the states in a text, each with its goal if the text names one; or the first error.
fn states(solver: &Solver, text: &str) -> Result<Vec<String>, String> {
    let readings = solver.readings(text).map_err(|error| error.to_string())?;
    let read = |reading: &Reading| {
        let Some(goal) = reading.goal() else {
            return Ok(reading.state.to_string());
        };
        let other = solver.clone().with_goal(goal);
        let goal = other.map_err(|error| error.to_string())?.goal();
        Ok(format!("{}; goal {goal}", reading.state))
    };
    readings.iter().map(read).collect()
}

#[test]
fn every_form_is_read_as_its_example_says() {
    for form in FORMS {
        let solver = Library::in_memory().puzzle(form.space).unwrap();
        let read = states(&solver, form.example);
        let expected: Vec<String> = form.states.iter().map(ToString::to_string).collect();
        assert_eq!(read, Ok(expected), "{}", form.name);
        // The same in one argument, if it is one state.
        if let [state] = form.states
            && !state.contains("goal")
        {
            let read = solver
                .reading(form.example)
                .map(|reading| reading.state.to_string());
            assert_eq!(read.ok().as_deref(), Some(*state), "{}", form.name);
        }
        match puzzle_of(form.example) {
            Ok(puzzle) => assert_eq!(puzzle.to_string(), form.space, "{}", form.name),
            Err(problem) => assert!(problem.contains("name the puzzle"), "{problem}"),
        }
    }
}

#[test]
fn the_document_has_every_form() {
    let document = include_str!("../../../docs/FORMS.md");
    let mut rows = String::new();
    for form in FORMS {
        let example = form.example.replace('|', "\\|").replace('\n', "⏎");
        let states = form.states.join("<br>");
        rows += &format!(
            "| {} | {} | `{example}` | {}: {states} |\n",
            form.name,
            form.reading.replace('|', "\\|"),
            form.space
        );
    }
    assert!(
        document.contains(&rows),
        "docs/FORMS.md should have these rows:\n{rows}"
    );
}

#[test]
fn what_can_be_read_in_two_ways_names_both() {
    let solver = Library::in_memory().puzzle("3x3").unwrap();
    for (text, says) in [
        ("3 1 2 0 4 5 6 7 8 3", "in two ways"),
        ("3x4:1,2,3,4,5,6,7,8,9,10,11,0", "the board is 4x3"),
        (
            "4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0",
            "the boards have 4 columns",
        ),
    ] {
        let error = states(&solver, text).unwrap_err();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn the_lines_before_tell_where_the_number_of_a_line_stands() {
    let solver = Library::in_memory().puzzle("3x3").unwrap();
    let (twice, state) = ("3 1 2 0 4 5 6 7 8 3", "1 2 3 4 5 6 7 0 8");
    let (before, after) = (format!("2 {state}"), format!("{state} 31"));
    let both = ["3 1 2 0 4 5 6 7 8", "1 2 0 4 5 6 7 8 3"];
    for (line, expected) in [(&after, both[0]), (&before, both[1])] {
        let found = states(&solver, &format!("{line}\n{twice}")).unwrap();
        assert_eq!(found, [state, expected]);
    }
    for text in [
        format!("{before}\n{after}\n{twice}"),
        format!("{twice}\n{after}"),
    ] {
        let error = states(&solver, &text).unwrap_err();
        assert!(error.contains("in two ways"), "{text}: {error}");
    }
}

#[test]
fn problems_of_planners_are_read_back() {
    for name in ["2x2", "3x2", "3x3", "4x5"] {
        let solver = Library::in_memory().puzzle(name).unwrap();
        for state in solver.random(5, &mut seeded(2)) {
            let problem = solver.pddl_problem(&state, "a note").unwrap();
            let read = format!("{state}; goal {}", solver.goal());
            assert_eq!(states(&solver, &problem), Ok(vec![read]), "{problem}");
            assert!(!problem.contains("t_0"), "the blank is no tile: {problem}");
            // The place after the last of a row is not the first of the next row.
            let cols: usize = name[2..].parse().unwrap();
            let beyond = problem.replace("p_2_1)", &format!("p_1_{})", cols + 1));
            assert!(states(&solver, &beyond).is_err(), "{beyond}");
        }
    }
    let row = Library::in_memory().puzzle("oshidori-bw-2").unwrap();
    let state = row.state("BWBW__").unwrap();
    let problem = row
        .with_goal("BBWW__")
        .unwrap()
        .pddl_problem(&state, "")
        .unwrap();
    for fact in [
        "(at s_1 p_1)",
        "(at s_2 p_4)",
        "(empty p_5)",
        "(next p_1 p_2)",
    ] {
        assert!(problem.contains(fact), "{fact}: {problem}");
    }
}

/// The puzzle of a text that does not name it.
#[test]
fn texts_tell_their_puzzle() {
    for (text, puzzle) in [
        ("1 2 3 4 5 6 7 8 0", "3x3"),
        ("8 1 2 3 4 5 6 7 0 17", "3x3"),
        ("12 8 1 2 3 4 5 6 7 0 17", "3x3"),
        ("1 2 3\n4 5 6\n7 8 0", "3x3"),
        ("1 2 3 4\n5 6 7 8\n9 10 11 0", "3x4"),
        ("1 2\n3 4\n5 0", "3x2"),
        ("1 2 3 / 4 5 0", "2x3"),
        ("123/450", "2x3"),
        ("123456780", "3x3"),
        ("3\n1 2 3\n4 5 6\n7 8 0", "3x3"),
        ("2 3\n1 2 3\n4 5 0", "2x3"),
        ("3 2\n1 2 3\n4 5 0", "2x3"),
        ("4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0", "4x4"),
        (
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15",
            "4x4",
        ),
        ("WBWBWB__", "oshidori-bw-3"),
        ("W B W B W B _ _", "oshidori-bw-3"),
        ("B B B B W W W W . .", "oshidori-bw-4"),
        ("|1|2|3|\n|4| |5|", "2x3"),
        ("0 1 2\n3 4 5\n6 7 8", "3x3"),
        ("3 1 2 0\n1 2 3 0", "2x2"),
        // Numbers before and after whole states in lines.
        ("1 8 1 2 3 4 5 6 7 0\n2 8 1 2 3 4 5 6 0 7", "3x3"),
        // The first of three rows is no size: four rows do not follow.
        ("4 3\n1 2 5\n6 7 8", "3x3"),
    ] {
        let found = puzzle_of(text).map(|puzzle| puzzle.to_string());
        assert_eq!(found.as_deref(), Ok(puzzle), "{text}");
    }
    for (text, problem) in [
        ("", "there is no state in it"),
        (
            "1 2 3 4 5 0",
            "6 cells may be a board of 2x3 or 3x2: name the puzzle",
        ),
        ("1 2 3 4 5 6 0", "no board has 7 cells: name the puzzle"),
        (
            "WWBB__",
            "6 cells may be a board of 2x3 or 3x2: name the puzzle",
        ),
    ] {
        assert_eq!(puzzle_of(text), Err(problem.to_owned()), "{text}");
    }
}

/// Where the blank is left out, it is in the short row, in the column of the gap.
#[test]
fn a_blank_that_is_left_out_is_in_the_short_row() {
    for (name, text, state) in [
        ("3x3", "1 2 3\n4 5\n6 7 8", "1 2 3 4 5 0 6 7 8"),
        ("3x3", "1 2 3\n4   5\n6 7 8", "1 2 3 4 0 5 6 7 8"),
        ("3x3", "  1 2\n3 4 5\n6 7 8", "0 1 2 3 4 5 6 7 8"),
        ("2x4", "1 2 3 4\n5 6 7", "1 2 3 4 5 6 7 0"),
        // No other row shows the column: it is the last.
        ("2x3", "1 2\n3\t4   5", "1 2 0 3 4 5"),
    ] {
        let solver = Library::in_memory().puzzle(name).unwrap();
        let state = solver.state(state).unwrap().to_string();
        assert_eq!(states(&solver, text), Ok(vec![state]), "{text}");
    }
}

/// A row of stones in any signs, and the stones that are read.
#[test]
fn rows_are_read_in_any_signs() {
    let bw = Library::in_memory().puzzle("oshidori-bw-3").unwrap();
    for (text, row) in [
        ("WBWBWB__", "2 1 2 1 2 1 0 0"),
        ("wbwbwb..", "2 1 2 1 2 1 0 0"),
        ("○●○●○●__", "2 1 2 1 2 1 0 0"),
        ("0 1 0 1 0 1 - -", "1 2 1 2 1 2 0 0"),
        ("_ _ B W B W B W", "0 0 1 2 1 2 1 2"),
    ] {
        assert_eq!(states(&bw, text), Ok(vec![row.to_owned()]), "{text}");
    }
    let kinds = Library::in_memory().puzzle("oshidori-kinds-3").unwrap();
    for (text, row) in [
        ("1 2 3 1 2 3 0 0", "1 2 3 1 2 3 0 0"),
        ("a b c a b c . .", "1 2 3 1 2 3 0 0"),
        ("cbacba__", "3 2 1 3 2 1 0 0"),
    ] {
        assert_eq!(states(&kinds, text), Ok(vec![row.to_owned()]), "{text}");
    }
}

/// What is guessed is named; a row in its own letters is no guess, nor are usual signs of a blank.
#[test]
fn guesses_are_named() {
    for (name, text, state, forms) in [
        ("oshidori-bw-3", "BBBWWW__", "1 1 1 2 2 2 0 0", &[][..]),
        ("3x3", "1 2 3 4 5 6 7 8 _", "1 2 3 4 5 6 7 8 0", &[]),
        (
            "3x3",
            "1 2 3 4 5 6 7 8 ++",
            "1 2 3 4 5 6 7 8 0",
            &["the blank is `++`"],
        ),
        (
            "2x3",
            "ABC DE_",
            "1 2 3 4 5 0",
            &["letters for tiles, A is 1"],
        ),
        (
            "2x3",
            "ABC DE",
            "1 2 3 4 5 0",
            &[
                "letters for tiles, A is 1",
                "the blank is left out at the end",
            ],
        ),
    ] {
        let solver = Library::in_memory().puzzle(name).unwrap();
        let reading = solver.reading(text).unwrap();
        assert_eq!(reading.state.to_string(), state, "{text}");
        assert_eq!(reading.forms(), forms, "{text}");
        assert!(!forms.is_empty() || reading.signs().is_empty(), "{text}");
    }
    let solver = Library::in_memory().puzzle("3x3").unwrap();
    for (text, says) in [
        ("1 2 3 4 5 6 7 8 ++++", "++++"),
        ("123=4567_", "walls (`=`)"),
        ("0 1 2 3 4 5 6 7 0", "only graphs have two blanks"),
    ] {
        let error = solver.reading(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

/// A goal in rows of signs gives its signs to the states.
#[test]
fn states_are_written_in_the_signs_of_the_goal() {
    let solver = Library::in_memory().puzzle("3x3").unwrap();
    for goal in ["PQR STU VW_", "P Q R\nS T U\nV W _", "PQRSTUVW_"] {
        let solver = solver.clone().with_goal(goal).unwrap();
        for text in ["QPR STU V_W", "Q P R S T U V . W", "qprstuv_w"] {
            let reading = solver.reading(text).unwrap();
            assert_eq!(
                reading.state.to_string(),
                "2 1 3 4 5 6 7 0 8",
                "{goal}: {text}"
            );
            assert_eq!(reading.forms(), ["the signs of the goal"]);
        }
    }
}

/// The size, the cell of the blank's home and the number of boards stand before them; the distance
/// after a state, and its number before.
#[test]
fn numbers_around_states_are_no_cells() {
    let solver = Library::in_memory().puzzle("3x3").unwrap();
    let state = "1 2 3 4 5 6 7 0 8";
    for size in [8, 9] {
        let text = format!("{size}\n8\n1\n{state}");
        let expected = format!("{state}; goal {}", solver.goal());
        assert_eq!(states(&solver, &text), Ok(vec![expected]), "{text}");
    }
    let other = states(&solver, &format!("7\n8\n1\n{state}"));
    assert_eq!(
        other,
        Ok(vec![state.to_owned()]),
        "boards of 9 cells have 8 tiles"
    );
    let mut lines = StateLines::from(&solver);
    for (line, number) in [
        (format!("12 {state} 17"), Some(17)),
        (format!("{state} 17"), Some(17)),
        (format!("12 {state}"), None),
    ] {
        let mut texts = lines.push(line.clone().into());
        texts.extend(lines.finish());
        assert_eq!(texts.len(), 1, "{line}");
        assert_eq!(
            (&*texts[0].text, texts[0].number()),
            (state, number),
            "{line}"
        );
    }
}

#[test]
fn what_is_no_state_is_refused() {
    let solver = Library::in_memory().puzzle("3x3").unwrap();
    for text in [
        "1 2 3 4 5 6 7 7 0",
        "1 2 3 4 5 6 7 8 8",
        "1 2 3 4 5 6 7 x 0",
        "0 1 2 3 4 5 6 7 9",
        "1 2 3 4 5 6 7 8 99999999999999999999999",
        "1 2 3 4 5 6 7 8 no-number",
        "1 2 3 4 5 6 7 8 9 0",
        "8 6 7 2 5 4 3 0",
        "ABCDEFGA_",
        "abc",
        "3",
        "|1| |3|\n|4| |5|\n|6|7|8|",
    ] {
        states(&solver, text).expect_err(text);
    }
}

/// Writes a board of this many columns in each form; some forms are for small boards only.
fn written(cells: &[u8], cols: usize) -> Vec<String> {
    let number = |cell: u8| if cell == 0 { String::new() } else { cell.to_string() };
    let rows = |blank: &str, between: &str| {
        let rows = cells.chunks(cols).map(|row| {
            let cells = row.iter().map(|&cell| match cell {
                0 => blank.to_owned(),
                cell => number(cell),
            });
            cells.collect::<Vec<_>>().join(between)
        });
        rows.collect::<Vec<_>>()
    };
    let wide = |blank: &str| {
        let row = |row: &[u8]| {
            let cells = row.iter().map(|&cell| match cell {
                0 => format!("{blank:>4}"),
                cell => format!("{cell:>4}"),
            });
            cells.collect::<String>()
        };
        cells.chunks(cols).map(row).collect::<Vec<_>>()
    };
    let height = cells.len() / cols;
    let rule = format!("\n{}+\n", "+----".repeat(cols));
    let framed = wide("")
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .as_bytes()
                .chunks(4)
                .map(|cell| String::from_utf8_lossy(cell).into_owned())
                .collect();
            format!("|{}|", cells.join("|"))
        })
        .collect::<Vec<_>>();
    let largest = cells.len().to_string();
    let zero_based: Vec<String> = cells
        .iter()
        .map(|&cell| (i16::from(cell) - 1).to_string())
        .collect();
    let mut texts = vec![
        rows("0", " ").join(" "),
        rows("_", ",").join(" / "),
        rows("x", " ").join("\n"),
        rows("-1", "\t").join("\n\n"),
        rows(&largest, " ").join("\n"),
        format!("{height} {cols}\n{}", rows("0", " ").join("\n")),
        format!("1\n{height}x{cols}\n{}", rows("0", " ").join("\n")),
        format!("{}\n-1\n{}", cells.len() - 1, rows("0", " ").join("\n")),
        rows("0", "\n").join("\n"),
        format!("[[{}]]", rows("None", ", ").join("],\n [")),
        format!(
            "array([[{}]], dtype=int32)",
            rows("0", ", ").join("],\n       [")
        ),
        format!("{cols}x{height}:{}", rows("0", ",").join(",")),
        format!("# comment\n{}", rows("0", " ").join("  # a row\n")),
        format!("{rule}{}{rule}", framed.join(&rule)),
        format!("Puzzle 1:\n{}\nEND OF FILE", rows("*", " ").join("\n")),
        zero_based.join(" "),
        format!("{{\"state\":[{}]}}", rows("0", ",").join(",")),
    ];
    if cols > 2 {
        texts.push(wide("").join("\n"));
    }
    if cells.len() <= 10 {
        texts.push(rows("0", "").concat());
        texts.push(rows("_", "").join("\n"));
    }
    let letter = |cell: u8| if cell == 0 { '_' } else { char::from(b'A' + cell - 1) };
    if cells.len() <= 27 {
        texts.push(cells.iter().map(|&cell| letter(cell)).collect());
    }
    let hexadecimal = |&cell: &u8| char::from_digit(cell.into(), 36).unwrap_or('?');
    if (11..=36).contains(&cells.len()) {
        texts.push(cells.iter().map(hexadecimal).collect());
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// Every board in every form is read as itself, or refused with both readings.
    #[test]
    fn boards_are_read_in_every_form(
        shape in prop::sample::select(&SHAPES[..]),
        seed: u64,
    ) {
        let solver = Library::in_memory().puzzle(shape).unwrap();
        let state = &solver.random(1, &mut seeded(seed))[0];
        let cols: usize = shape.split('x').nth(1).unwrap().parse().unwrap();
        for text in written(state.cells(), cols) {
            match states(&solver, &text) {
                Ok(read) => {
                    let cells = read.iter().map(|state| state.split(';').next().unwrap());
                    let read: Vec<&str> = cells.collect();
                    prop_assert_eq!(read, [state.to_string()], "{}", text);
                }
                Err(error) => prop_assert!(error.contains("in two ways"), "{}: {}", text, error),
            }
            if !text.contains('\n') {
                let read = solver.reading(&text).map(|reading| reading.state.to_string());
                prop_assert_eq!(read.ok(), Some(state.to_string()), "{}", text);
            }
        }
    }
}
