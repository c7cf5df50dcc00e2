//! Trials: arbitrary bytes for every parser and every kind of table.
//!
//! A trial does with some bytes what a user could do with them. It returns whatever the bytes are,
//! and panics only if a promise of `docs/RELIABILITY.md` is broken. The fuzz targets in `fuzz/` run
//! trials on the inputs of a fuzzer, the tests of this crate on a fixed number of [rounds] and on
//! every input in `fuzz/corpus/`, and the torture command on many more.
//!
//! - [`texts`] has the trials of parsers.
//! - [`tables`] has those of table files: samples in every encoding, and questions whose answers
//!   are known.
//! - [`forge`] edits files, and gives edited files right checksums.

pub mod forge;
pub mod rounds;
pub mod tables;
pub mod texts;

/// A trial, by name.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    /// The name of its fuzz target and of the folder of its inputs.
    pub name: &'static str,
    /// Uses the bytes, and panics if a promise is broken.
    pub run: fn(&[u8]),
    /// Texts from which inputs are made; empty if any bytes will do.
    pub examples: &'static [&'static str],
}

/// All trials.
pub const TRIALS: [Trial; 12] = [
    trial("names", texts::names, NAMES),
    trial("states", texts::states, STATES),
    trial("streams", texts::streams, STREAMS),
    trial("moves", texts::moves, MOVES),
    trial("partitions", texts::partitions, PARTITIONS),
    trial("instances", texts::instances, INSTANCES),
    trial("sudoku", texts::sudoku, SUDOKUS),
    trial("mazes", texts::mazes, MAZES),
    trial("saved_searches", texts::saved_searches, &[]),
    trial("files", tables::files, &[]),
    trial("metadata", tables::metadata, &[]),
    trial("tables", tables::edits, &[]),
];

const fn trial(name: &'static str, run: fn(&[u8]), examples: &'static [&'static str]) -> Trial {
    Trial {
        name,
        run,
        examples,
    }
}

const NAMES: &[&str] = &[
    "4x4",
    "16x16",
    "35-puzzle",
    "oshidori-kinds-20",
    "oshidori-bw-3",
    "multi",
    "300MiB",
    "1.5 GB",
];

const STATES: &[&str] = &[
    "3x3\n8 6 7 / 2 5 4 / 3 0 1",
    "4x4\n[10, 8, 4, 14, 15, 12, 13, 0, 7, 11, 6, 1, 5, 9, 2, 3]",
    "4x8\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 \
    30 0 31",
    "oshidori-kinds-2\n1 1 2 2 _ _",
    "oshidori-bw-2\nBWBW__",
    "oshidori-kinds-2\nany-gap",
];

const STREAMS: &[&str] = &[
    "2x2\n# contest\n1 2\n* 3\n\n3 1 2 0 ; one line",
    "3x3\n1  1 0 2 3 4 5 6 7 8  1\n{\"state\": [1,2,3,4,5,6,7,8,0]}",
];

const MOVES: &[&str] = &[
    "3x3\nR R D L2 U",
    "4x4\n12 11 15",
    "16x16\nD15 R15 U15 239 L3",
    "oshidori-kinds-4\n1 5 2",
];

const PARTITIONS: &[&str] = &[
    "3x3\n1,2,3,4/5,6,7,8",
    "4x4\n# two\n1 2 3 4 5 6 7\n8 9 10 11 12 13 14 15",
    "10x10\n5-5-5",
];

const INSTANCES: &[&str] = &["3x3\n# easy\n 1  1 0 2 3 4 5 6 7 8  1\n"];

const SUDOKUS: &[&str] = &[
    "....4. 56.... 3.2654 .4.2.3 4...65 156...",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
];

const MAZES: &[&str] = &["#####\n#S G#\n#####\n", "S.#\n.#.\n..G\n"];
