//! Rows of stones by all rules: every state of small rows against a plain search that shares
//! nothing with the program.

use std::collections::HashMap;

use serde_json::{Value, json};
use tilebase_testing::plain_search;

use crate::{common::Tilebase, rows::refused};

/// The rules of a row, told once more without the library's words.
struct Told {
    block: usize,
    holes: usize,
    unlike: bool,
    turn: &'static str,
}

impl Told {
    fn options(&self) -> Vec<String> {
        let mut options = vec![
            format!("--block={}", self.block),
            format!("--holes={}", self.holes),
        ];
        options.extend(self.unlike.then(|| "--unlike".to_owned()));
        options.extend((self.turn != "never").then(|| format!("--turn={}", self.turn)));
        options
    }

    /// The rows one move away: any block of stones into any empty cells side by side.
    fn after(&self, row: &[u8]) -> Vec<Vec<u8>> {
        let (mut after, windows) = (Vec::new(), row.len() + 1 - self.block);
        for from in 0..windows {
            let stones = &row[from..from + self.block];
            if stones.contains(&0) || self.unlike && stones.iter().all(|s| *s == stones[0]) {
                continue;
            }
            for to in (0..windows).filter(|&to| row[to..to + self.block].iter().all(|c| *c == 0)) {
                let mut next = row.to_vec();
                next[from..from + self.block].fill(0);
                next[to..to + self.block].copy_from_slice(stones);
                if self.turn != "must" {
                    after.push(next.clone());
                }
                next[to..to + self.block].reverse();
                if self.turn != "never" && !after.contains(&next) {
                    after.push(next);
                }
            }
        }
        after
    }

    /// All rows: every order of the stones, and on an open line every choice of the holes.
    fn rows(&self, stones: &[u8]) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for _ in 0..stones.len() + self.holes {
            let longer = |row: &Vec<u8>| {
                let left = |kind: u8| {
                    let most = match kind {
                        0 => self.holes,
                        _ => stones.iter().filter(|&&stone| stone == kind).count(),
                    };
                    row.iter().filter(|&&cell| cell == kind).count() < most
                };
                let kinds = (0..=*stones.iter().max().unwrap()).filter(|&kind| left(kind));
                let longer = kinds.map(|kind| [&row[..], &[kind]].concat());
                longer.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let gap = vec![0; self.block];
        let closed = self.holes == self.block;
        all.retain(|row| !closed || row.windows(self.block).any(|cells| cells == gap));
        all
    }

    fn is_goal(&self, row: &[u8], goal: &str) -> bool {
        let word: Vec<u8> = row.iter().copied().filter(|&cell| cell != 0).collect();
        let from_first = &row[row.iter().position(|&cell| cell != 0).unwrap()..];
        let together = from_first[..word.len()] == word;
        match goal {
            "default" => word.is_sorted() && row.starts_with(&word),
            "together" => word.is_sorted() && together,
            "any-gap" => word.is_sorted(),
            _ => (1..=*word.iter().max().unwrap()).all(|kind| {
                let places = (0..word.len()).filter(|&place| word[place] == kind);
                let places: Vec<usize> = places.collect();
                places[places.len() - 1] - places[0] + 1 == places.len()
            }),
        }
    }

    fn distances(&self, rows: &[Vec<u8>], goal: &str) -> HashMap<Vec<u8>, u32> {
        let goals = rows.iter().filter(|row| self.is_goal(row, goal)).cloned();
        plain_search(goals, |row| self.after(row))
    }
}

/// Every state of small rows, by all rules and to all goals that have a name: the table's distance,
/// the counts, and for some states the search, the moves, hints and numbers of solutions.
#[test]
fn every_state_by_all_rules() {
    let tilebase = Tilebase::new();
    for (space, stones, block, holes) in [
        ("oshidori-bw-3", &[1, 1, 1, 2, 2, 2][..], 2, 2),
        ("oshidori-bw-3", &[1, 1, 1, 2, 2, 2], 2, 4),
        ("oshidori-bw-2x4", &[1, 1, 2, 2, 2, 2], 3, 3),
        ("oshidori-bw-3x4", &[1, 1, 1, 2, 2, 2, 2], 4, 4),
        ("oshidori-kinds-2,1,2", &[1, 1, 2, 3, 3], 2, 3),
    ] {
        for (unlike, turn) in [
            (false, "never"),
            (true, "never"),
            (false, "may"),
            (false, "must"),
            (true, "may"),
        ] {
            let rules = Told {
                block,
                holes,
                unlike,
                turn,
            };
            let rows = rules.rows(stones);
            for goal in ["default", "together", "any-gap", "any"] {
                let mut options = rules.options();
                options.extend((goal != "default").then(|| format!("--goal={goal}")));
                let asked = Asked {
                    tilebase: &tilebase,
                    space,
                    rules: &rules,
                    goal,
                    options,
                    known: rules.distances(&rows, goal),
                };
                asked.compare_distances(&rows);
                for row in rows.iter().step_by(rows.len() / 2) {
                    asked.compare_solutions(row);
                    asked.compare_hints(row);
                }
            }
        }
    }
}

/// A question about rows by told rules, and all distances.
struct Asked<'a> {
    tilebase: &'a Tilebase,
    space: &'a str,
    rules: &'a Told,
    goal: &'a str,
    options: Vec<String>,
    known: HashMap<Vec<u8>, u32>,
}

fn as_line(row: &[u8]) -> String {
    row.iter().map(|cell| format!("{cell} ")).collect()
}

impl Asked<'_> {
    /// The command with the options of the question.
    fn with<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        let options = self.options.iter().map(String::as_str);
        arguments.iter().copied().chain(options).collect()
    }

    fn about(&self) -> String {
        format!("{} {:?}", self.space, self.options)
    }

    /// Compares the distance of every row, and the numbers of rows that have one and have none.
    fn compare_distances(&self, rows: &[Vec<u8>]) {
        let (about, known) = (self.about(), &self.known);
        let lines: Vec<String> = rows.iter().map(|row| as_line(row)).collect();
        let ask = self.with(&["distance", self.space, "-", "--json"]);
        let said = self.tilebase.pipe(&ask, lines.join("\n").as_bytes());
        let unreachable = rows.len() - known.len();
        assert_eq!(
            said.code,
            Some(i32::from(unreachable > 0)),
            "{about}: {said:?}"
        );
        assert_eq!(said.out.lines().count(), rows.len());
        for (row, answer) in rows.iter().zip(said.out.lines()) {
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert_eq!(
                answer["distance"].as_u64(),
                known.get(row).copied().map(u64::from),
                "{about}: {answer}"
            );
        }
        let depths = &self.tilebase.json(&self.with(&["depths", self.space]))[0];
        assert_eq!(depths["states"], known.len(), "{about}");
        assert_eq!(depths["unreachable"], unreachable, "{about}");
    }

    /// Compares the solution of a row by the table, and what the search says of it.
    fn compare_solutions(&self, row: &[u8]) {
        let (about, line) = (self.about(), as_line(row));
        let ask = self.with(&["solve", self.space, &line, "--json", "--count"]);
        let said = self.tilebase.run(&ask);
        let answer: Value = serde_json::from_str(&said.out).unwrap();
        let Some(&distance) = self.known.get(row) else {
            assert_eq!(said.code, Some(1), "{about}: {said:?}");
            return;
        };
        let states: Vec<Vec<u8>> = serde_json::from_value(answer["states"].clone()).unwrap();
        assert_eq!(states.len() as u32, distance + 1, "{about}: {answer}");
        let legal = |step: &[Vec<u8>]| self.rules.after(&step[0]).contains(&step[1]);
        assert!(states.windows(2).all(legal), "{about}: {answer}");
        let last = &states[states.len() - 1];
        assert!(self.rules.is_goal(last, self.goal), "{about}: {answer}");

        let search = [
            "solve",
            self.space,
            &line,
            "--count",
            "--heuristic",
            "covering",
        ];
        let searched = &self.tilebase.json(&self.with(&search))[0];
        for key in ["distance", "optimal_solutions"] {
            assert_eq!(searched[key], answer[key], "{about}: {searched}");
        }
        let usual = ["--block=2", "--holes=2"];
        let named = |option: &String| !option.starts_with("--goal") && !usual.contains(&&**option);
        let named = self.options.iter().any(named);
        assert_eq!(answer["rules"].is_object(), named, "{about}: {answer}");
        assert_eq!(answer["jumps"].is_array(), named, "{about}: {answer}");
        let jumps = if named { &answer["jumps"] } else { &answer["moves"] };
        let jumps: Vec<String> = jumps
            .as_array()
            .unwrap()
            .iter()
            .map(Value::to_string)
            .collect();
        if !jumps.is_empty() {
            let moves = jumps.join(" ").replace('"', "");
            let game = self.with(&["review", self.space, &line, &moves]);
            assert_eq!(
                self.tilebase.json(&game)[0]["wasted"],
                0,
                "{about}: {answer}"
            );
        }
    }

    /// Compares the distance after every move of a row that has one.
    fn compare_hints(&self, row: &[u8]) {
        if !self.known.contains_key(row) {
            return;
        }
        let line = as_line(row);
        let hints = &self.tilebase.json(&self.with(&["hint", self.space, &line]))[0];
        let hints = hints["moves"].as_array().unwrap();
        assert_eq!(
            hints.len(),
            self.rules.after(row).len(),
            "{}, {line}",
            self.about()
        );
        for hint in hints {
            let state: Vec<u8> = serde_json::from_value(hint["state"].clone()).unwrap();
            let distance = self.known.get(&state).copied().map(u64::from);
            assert_eq!(
                hint["distance"].as_u64(),
                distance,
                "{}: {hint}",
                self.about()
            );
        }
    }
}

#[test]
fn rules_that_there_cannot_be() {
    let tilebase = Tilebase::new();
    for (arguments, says) in [
        (
            &["oshidori-bw-3", "--holes", "1"][..],
            "needs at least 2 holes",
        ),
        (&["oshidori-bw-3", "--block", "1"], "at least 2 stones"),
        (&["oshidori-bw-3", "--block", "7"], "no more than the row"),
        (&["oshidori-bw-3", "--block", "999999"], "999999"),
        (&["oshidori-bw-62", "--holes", "9"], "at most 128 cells"),
        (&["oshidori-bw-3", "--turn", "never"], "may, must"),
        (&["oshidori-bw-0x3"], "oshidori-bw-NxM"),
        (&["oshidori-kinds-2,2,"], "oshidori-kinds-2,2,3"),
        (
            &["3x3", "123456780", "--holes", "3"],
            "`holes` is for rows of stones",
        ),
        (
            &["3x3", "123456780", "--block", "2"],
            "`block` is for rows of stones",
        ),
        (
            &["3x3", "123456780", "--unlike"],
            "`unlike` is for rows of stones",
        ),
        (
            &["oshidori-bw-3", "--holes", "3", "BWBWBW__"],
            "8 cells given, but 9 are needed",
        ),
    ] {
        refused(&tilebase, &[&["distance"][..], arguments].concat(), 2, says);
    }
    let game = ["review", "oshidori-bw-3", "BWBWBW____", "--holes", "4"];
    let made = |moves| [&game[..3], &[moves], &game[3..]].concat();
    refused(&tilebase, &made("1"), 2, "write where it ends");
    refused(&tilebase, &made("1-5"), 2, "cannot be made");
    refused(&tilebase, &made("1-6t"), 2, "cannot be made");
    refused(&tilebase, &made("1-x"), 2, "is not a move");
}

/// Larger rows than tables are built for unasked: the search answers, or what it has proven.
#[test]
fn open_lines_without_tables() {
    let tilebase = Tilebase::new();
    let ask = [
        "solve",
        "oshidori-bw-7",
        "--holes",
        "4",
        "--goal",
        "together",
    ];
    let answer = &tilebase.json(&[&ask[..], &["--stats"]].concat())[0];
    assert_eq!(
        (&answer["distance"], &answer["method"]),
        (&json!(8), &json!("ida*")),
        "{answer}"
    );
    assert_eq!(
        (&answer["heuristic"], &answer["proof"]),
        (&json!("covering"), &json!("search"))
    );
    let ask = ["solve", "oshidori-kinds-20", "--holes", "4", "--time", "1"];
    let answer = &tilebase.json(&ask)[0];
    assert!(
        answer["distance"].is_null() && answer["lower"].as_u64() >= Some(6),
        "{answer}"
    );
    // A beam may find a solution between two thresholds.
    if let Some(upper) = answer["upper"].as_u64() {
        assert_eq!(answer["method"], "ida*");
        assert_eq!(answer["moves"].as_array().unwrap().len() as u64, upper);
        assert!(answer["lower"].as_u64() < Some(upper), "{answer}");
    }
}
