//! Questions whose time is limited build nothing that takes long.

use std::time::{Duration, Instant};

use crate::common::Tilebase;

/// What a question with a time may build, in bytes.
const MOST: u64 = 4 << 20;

/// Far more than the time and a second: other work may take the processors.
const LATE: Duration = Duration::from_secs(60);

#[test]
fn every_command_with_a_time_ends_and_builds_nothing_large() {
    let drawing = Tilebase::new();
    for space in ["3x4", "2x7", "4x4", "4x5", "5x5", "6x6", "2x50"] {
        let state = drawing.ok(&[
            "random", space, "--walk", "301", "--seed", "5", "--format", "line",
        ]);
        for metric in ["single", "multi"] {
            for question in [
                &["distance"][..],
                &["solve"],
                &["solve", "--anytime"],
                &["solve", "--stages", "rows"],
                &["solve", "--stages", "rows-columns"],
                &["solve", "--stages", "grids"],
                &["solve", "--stage", "1-5"],
                &["hint"],
                &["review"],
                &["shorten"],
            ] {
                let (command, options) = question.split_first().unwrap();
                // The last move back, and a way round: one of them can be made.
                let game = format!("{} {}", beside(space, &state), beside(space, &state));
                let mut arguments = vec![*command, space, state.trim()];
                if matches!(*command, "review" | "shorten") {
                    arguments.push(&game);
                }
                arguments.extend(options);
                arguments.extend(["--time", "0.1", "--metric", metric, "--json"]);
                ends(&arguments);
            }
        }
    }
    for row in ["oshidori-kinds-5", "oshidori-kinds-9", "oshidori-bw-12"] {
        for command in ["distance", "solve", "hint"] {
            ends(&[command, row, "--time", "0.1", "--json"]);
        }
    }
}

/// Checks that a question is answered in time and leaves little.
fn ends(arguments: &[&str]) {
    let (tilebase, start) = (Tilebase::new(), Instant::now());
    let said = tilebase.run(arguments);
    let (took, here) = (start.elapsed(), arguments.join(" "));
    assert_eq!(said.code, Some(0), "{here}: {said:?}");
    assert!(took < LATE, "{here}: {took:?}");
    let sizes = tilebase.tables().into_iter().map(|name| {
        let file = tilebase.data().join(name).metadata();
        file.expect("a table").len()
    });
    assert!(
        sizes.sum::<u64>() <= MOST,
        "{here}: {:?}",
        tilebase.tables()
    );
    assert!(tilebase.parts().is_empty(), "{here}");
}

/// Returns a tile beside the blank of a board.
fn beside(space: &str, state: &str) -> String {
    let cells: Vec<&str> = state.split_whitespace().collect();
    let cols: usize = space.split_once('x').unwrap().1.parse().unwrap();
    let blank = cells.iter().position(|&cell| cell == "0").unwrap();
    let tile = if blank >= cols { blank - cols } else { blank + cols };
    cells[tile].to_owned()
}
