//! Pictures that commands draw.

use std::fs;

use crate::common::Tilebase;

fn drawn(tilebase: &Tilebase, arguments: &[&str]) -> String {
    let file = tilebase.data().join("picture.svg");
    tilebase.ok(&[arguments, &["--svg", file.to_str().unwrap()]].concat());
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("\n<title id=\"title\">"), "{svg}");
    assert!(
        svg.contains("\n@media(prefers-color-scheme:dark){"),
        "{svg}"
    );
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    let names = fs::read_dir(tilebase.data()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(
        !names
            .into_iter()
            .any(|name| name.contains("picture") && name != "picture.svg")
    );
    svg
}

#[test]
fn histograms_have_a_bar_for_each_distance() {
    let tilebase = Tilebase::new();
    for options in [&["depths", "3x3"][..], &["depths", "3x3", "--log"]] {
        let log = options.len() > 2;
        let options = &options[..2];
        let file = tilebase.data().join("d.svg");
        let mut arguments = [options, &["--svg", file.to_str().unwrap()]].concat();
        arguments.extend(log.then_some("--log"));
        tilebase.ok(&arguments);
        let svg = fs::read_to_string(&file).unwrap();
        assert_eq!(svg.matches("class=\"bar\"").count(), 32);
        assert!(
            svg.contains("24 moves: 24,047") && svg.contains("31 at most: 2"),
            "{svg}"
        );
        assert!(svg.contains("mean 21.97"), "{svg}");
        let decades = svg.contains(">1,000<") && svg.contains(">10<");
        assert_eq!(decades, log, "{svg}");
    }
}

#[test]
fn solutions_move() {
    let tilebase = Tilebase::new();
    let svg = drawn(&tilebase, &["solve", "3x3", "1 2 3 / 4 0 5 / 7 8 6"]);
    assert_eq!(svg.matches("class=\"tile\"").count(), 8);
    assert_eq!(
        svg.matches("<animateTransform").count(),
        2,
        "only tiles that move"
    );
    assert!(
        svg.contains("3x3: 2 moves") && svg.contains(">5 6<"),
        "{svg}"
    );
    let ducks = drawn(&tilebase, &["solve", "oshidori-bw-3"]);
    assert_eq!(ducks.matches("class=\"stone\"").count(), 5 * 6, "{ducks}");
    assert_eq!(ducks.matches("class=\"mark\"").count(), 4, "{ducks}");
    let said = tilebase.pipe(&["solve", "3x3", "-", "--svg", "x.svg"], b"867254301\n");
    assert_eq!(said.code, Some(2));
}

/// A strip has every state of a solution, and a sheet every board, each under a heading.
#[test]
fn strips_and_sheets_are_for_print() {
    let tilebase = Tilebase::new();
    let solve = ["solve", "3x3", "1 2 3 / 4 0 5 / 7 8 6", "--strip"];
    let strip = drawn(&tilebase, &solve);
    assert_eq!(strip.matches("class=\"tile\"").count(), 3 * 8, "{strip}");
    for heading in [">start<", ">1: 5<", ">2: 6<"] {
        assert!(strip.contains(heading), "{heading}: {strip}");
    }
    assert!(!strip.contains("animate"), "{strip}");
    let random = ["random", "3x3", "-n", "12", "--seed", "1"];
    let sheet = drawn(&tilebase, &random);
    assert_eq!(sheet.matches("class=\"tile\"").count(), 12 * 8, "{sheet}");
    assert!(sheet.contains(">12</text>"), "{sheet}");
    let width: f64 = sheet
        .split("width=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(width <= 800.0, "{width}");
    let hardest = drawn(&tilebase, &["hardest", "3x3"]);
    assert!(hardest.contains("3x3: 31 moves"), "{hardest}");
    assert_eq!(
        hardest.matches("class=\"tile\"").count(),
        2 * 8,
        "{hardest}"
    );
    let rows = drawn(&tilebase, &["random", "oshidori-bw-3", "-n", "3"]);
    assert_eq!(rows.matches("class=\"stone\"").count(), 3 * 6, "{rows}");
    let said = tilebase.run(&["solve", "3x3", "123456708", "--strip"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    let said = tilebase.run(&["random", "3x3", "-n", "5000", "--svg", "x.svg"]);
    let refused = "error: --svg draws at most 4,444 states of 3x3, and 5,000 were asked for\n";
    assert_eq!((said.code, &*said.err), (Some(2), refused));
    // Of thousands of large boards some are drawn, the first and the last among them.
    let board = tilebase.ok(&["random", "9x9", "--seed", "1", "--format", "line"]);
    let solve = ["solve", "9x9", board.trim(), "--width", "1", "--strip"];
    let strip = drawn(&tilebase, &solve);
    let title = strip.split("<title id=\"title\">").nth(1).unwrap();
    let title = title.split('<').next().unwrap();
    let (moves, apart) = title.split_once(" moves, of which every ").unwrap();
    let moves: usize = moves.rsplit(' ').next().unwrap().parse().unwrap();
    let apart: usize = apart.strip_suffix("th is drawn").unwrap().parse().unwrap();
    assert!(apart > 1 && moves * 81 / apart < 41_000, "{title}");
    let headings = [
        ">start<".to_owned(),
        format!(">{apart}: "),
        format!(">{moves}: "),
    ];
    assert!(
        headings.iter().all(|heading| strip.contains(heading)),
        "{title}"
    );
    assert!(strip.len() < 30_000_000, "{}", strip.len());
}

/// `hint` draws the state and that after each move, `compare` a bar for each method.
#[test]
fn hints_and_comparisons_are_drawn() {
    let tilebase = Tilebase::new();
    let hint = drawn(&tilebase, &["hint", "3x3", "867254301"]);
    assert_eq!(hint.matches("class=\"tile\"").count(), 4 * 8, "{hint}");
    for text in ["3x3: 31 moves to go", ">now<", ">slide 5: 30<"] {
        assert!(hint.contains(text), "{text}: {hint}");
    }
    let ask = [
        "compare",
        "3x3",
        "867254301",
        "--methods",
        "bfs,greedy,table",
    ];
    let bars = drawn(&tilebase, &ask);
    assert_eq!(bars.matches("class=\"bar\"").count(), 3, "{bars}");
    for text in [
        "3x3: states expanded",
        ">breadth-first<",
        ">181,380<",
        ">looked up<",
    ] {
        assert!(bars.contains(text), "{text}: {bars}");
    }
    let said = tilebase.pipe(&["hint", "3x3", "-", "--svg", "x.svg"], b"867254301\n");
    assert_eq!(
        (said.code, &*said.err),
        (
            Some(2),
            "error: --svg draws the moves of one state, not of a stream\n"
        )
    );
}

/// Stones are black and white, empty places are drawn, and the places have the numbers by which
/// moves are named.
#[test]
fn stones_look_like_stones() {
    let tilebase = Tilebase::new();
    let row = drawn(&tilebase, &["solve", "oshidori-bw-3"]);
    for (part, times) in [
        ("fill=\"#2e3440\"", 5 * 3),
        ("fill=\"#fff\"", 5 * 3),
        (">B</text>", 5 * 3),
        (">W</text>", 5 * 3),
        ("stroke-dasharray", 5 * 2),
    ] {
        assert_eq!(row.matches(part).count(), times, "{part}: {row}");
    }
    for place in 0..8 {
        let places = format!(
            "class=\"faint mid\" x=\"{:.1}\"",
            60.0 + 32.0 * (f64::from(place) + 0.5)
        );
        let label = row
            .split(&places)
            .nth(1)
            .unwrap_or_else(|| panic!("{place}: {row}"));
        assert!(label.contains(&format!(">{place}</text>")), "{row}");
    }
}

/// The numbers at the left of a chart are whole.
#[test]
fn labels_have_room() {
    let tilebase = Tilebase::new();
    let ask = ["depths", "15-puzzle", "--log"];
    let file = tilebase.data().join("p.svg");
    tilebase.ok(&[&ask[..], &["--svg", file.to_str().unwrap()]].concat());
    let chart = fs::read_to_string(&file).unwrap();
    let labels = chart
        .lines()
        .filter(|line| line.contains("class=\"faint end\""));
    for label in labels {
        let x: f64 = label
            .split("x=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        let text = label.split('>').nth(1).unwrap().split('<').next().unwrap();
        assert!(x >= 7.0 * text.chars().count() as f64, "{label}");
    }
    assert!(chart.contains(">100,000,000,000<"), "{chart}");
}

#[test]
fn nothing_is_drawn_of_a_board_that_cannot_be_solved() {
    let tilebase = Tilebase::new();
    let file = tilebase.data().join("picture.svg");
    let ways = [
        &["solve"][..],
        &["solve", "--stages", "rows"],
        &["distance"],
    ];
    for way in ways {
        for json in [&[][..], &["--json"]] {
            let asked = ["3x3", "1 2 3 4 5 6 8 7 0", "--svg", file.to_str().unwrap()];
            let said = tilebase.run(&[way, &asked, json].concat());
            assert_eq!(said.code, Some(1), "{way:?}");
            assert!(!file.exists(), "{way:?}");
        }
    }
}

#[test]
fn equal_tiles_and_moves_of_several_tiles_are_drawn() {
    let tilebase = Tilebase::new();
    let pairs = [
        "solve",
        "3x3",
        "DDCCBBAA0",
        "--goal",
        "AABBCCDD0",
        "--metric",
        "multi",
    ];
    let moves = tilebase.json(&pairs)[0]["moves"].as_array().unwrap().len();
    let svg = drawn(&tilebase, &pairs);
    assert_eq!(svg.matches("class=\"tile\"").count(), 8);
    for label in 'A'..='H' {
        let count = svg.matches(&format!("\">{label}</text>")).count();
        assert_eq!(count, if label <= 'D' { 2 } else { 0 }, "{svg}");
    }
    let below = svg.split("class=\"faint\"").skip(1);
    let words = below.flat_map(|line| {
        let text = line.split('>').nth(1).unwrap();
        text.split('<').next().unwrap().split(' ')
    });
    assert_eq!(words.count(), moves, "{svg}");
    let slides = svg.split("keyTimes=\"").skip(1);
    for times in slides {
        let times = times.split('"').next().unwrap().split(';');
        let times: Vec<f64> = times.map(|time| time.parse().unwrap()).collect();
        assert!(times.is_sorted() && times.last() == Some(&1.0), "{svg}");
    }
}

#[test]
fn games_are_drawn_and_pictures_go_to_standard_output() {
    let tilebase = Tilebase::new();
    let game = ["review", "3x3", "867254301", "1 1 5"];
    let svg = drawn(&tilebase, &game);
    assert_eq!(svg.matches("class=\"bad\"").count(), 1, "{svg}");
    assert_eq!(svg.matches("class=\"good\"").count(), 2, "{svg}");
    for arguments in [
        &game[..],
        &["depths", "2x2"],
        &["depths", "2x2", "--csv"],
        &["solve", "2x2", "1 2 0 3"],
        &["oshidori-report", "--up-to", "4"],
        &["maze", "--generate", "7x9", "--seed", "1"],
    ] {
        let svg = tilebase.ok(&[arguments, &["--svg", "-"]].concat());
        assert!(
            svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
            "{svg}"
        );
    }
    let maze = tilebase.ok(&["maze", "--generate", "7x9", "--seed", "1"]);
    let solved = tilebase.pipe(&["maze", "-", "--svg", "-"], maze.as_bytes());
    assert!(solved.out.starts_with("<svg") && solved.out.ends_with("</svg>\n"));
    assert!(solved.out.contains("cells visited") && solved.out.contains("prefers-color-scheme"));
    // There is nothing to draw of a board that cannot be solved.
    for command in ["distance", "solve"] {
        let ask = [command, "3x3", "213456780", "--heuristic", "manhattan"];
        let said = tilebase.run(&[&ask[..], &["--svg", "-"]].concat());
        assert_eq!(said.code, Some(1), "{said:?}");
        assert!(said.out.starts_with("unsolvable"), "{said:?}");
    }
}

/// A picture that cannot be written loses no answer.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_the_picture_alone() {
    let tilebase = Tilebase::new();
    let game = ["review", "3x3", "123456708", "R"];
    let maze = ["maze", "--generate", "3x3", "--seed", "1"];
    for (ask, says) in [
        (
            &["solve", "3x3", "123456708"][..],
            "1 move (tiles that slide): 8\n",
        ),
        (
            &["distance", "3x3", "123405678", "--heuristic", "manhattan"],
            "14\n",
        ),
        (&["depths", "2x2", "--csv"], "distance,states\n0,1\n1,2\n"),
        (
            &game,
            "1 move made, 2 to go; an optimal game has 1 move: 2 wasted\n",
        ),
        (&maze, "###\n#S#\n###\n"),
        (
            &["oshidori-report", "--up-to", "3"],
            "kinds  moves  K−1+c(K)  proof ",
        ),
    ] {
        let said = tilebase.run(&[ask, &["--svg", "/dev/full"]].concat());
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!(said.out.contains(says), "{said:?}");
        assert!(said.err.contains("cannot write /dev/full"), "{said:?}");
    }
}

#[test]
fn a_picture_on_standard_output_is_alone_there() {
    let tilebase = Tilebase::new();
    for ask in [
        &["random", "2x3", "--seed", "1"][..],
        &["hardest", "2x3"],
        &["depths", "2x3"],
        &["solve", "2x3", "1 2 3 4 0 5"],
        &["review", "2x3", "1 2 3 4 0 5", "5"],
    ] {
        let csv = matches!(ask[0], "random" | "hardest" | "depths");
        for more in [&[][..], &["--json"], &["--csv"]] {
            if more == ["--csv"] && !csv {
                continue;
            }
            let svg = tilebase.ok(&[ask, &["--svg", "-"], more].concat());
            assert!(svg.starts_with("<svg"), "{ask:?} {more:?}: {svg}");
            assert!(
                svg.trim_end().ends_with("</svg>"),
                "{ask:?} {more:?}: {svg}"
            );
        }
    }
}
