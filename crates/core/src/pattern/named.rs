//! The partitions and catalogues that have names, for goals with the blank in the first cell.
//!
//! `four` and `seven` of 5x5 are the small catalogue of R. Clausecker and A. Reinefeld (2019) and
//! its first four partitions, which need the fewest tables. The partitions of 4x4 and of 5x5 are
//! those that publications mostly use.
//!
//! Those of other boards were searched for by simulated annealing, as
//! `crates/pdb-build/examples/partitions.rs` does. A partition is better if its bound for random
//! boards is greater in the mean. Partitions of a catalogue were added one by one: the next is the
//! one that raises the mean of the greatest bounds most.

use crate::{parse::joined, sliding::Shape};

/// Each name with its board and its partitions. Partitions, which are lists of one, come before
/// catalogues, and of the catalogues of a board the one with the smallest tables comes first.
pub(super) static NAMED: &[(&str, &str, &[&str])] = &[
    ("5-5-5", "4x4", &["1,2,3,6,7/4,5,8,9,12/10,11,13,14,15"]),
    ("6-6-3", "4x4", &["1,2,4,5,8,9/3,6,7,10,11,15/12,13,14"]),
    ("7-8", "4x4", &["1,2,3,4,5,6,7/8,9,10,11,12,13,14,15"]),
    (
        "6-6-6-6",
        "5x5",
        &["1,2,5,6,7,12/3,4,8,9,13,14/10,11,15,16,20,21/17,18,19,22,23,24"],
    ),
    (
        "6-6-6-2",
        "7x3",
        &["1,2,3,4,5,6/7,8,9,10,11,14/15,16,17,18,19,20/12,13"],
    ),
    (
        "7-6-6-1",
        "7x3",
        &["1,3,4,5,6,7,8/9,10,11,12,13,14/15,16,17,18,19,20/2"],
    ),
    ("6-6-6-5", "6x4", &[OF_6X4[0]]),
    ("6-6-6-5", "8x3", &[OF_8X3[0]]),
    ("6-6-6-6-2", "9x3", &[OF_9X3[0]]),
    ("6-6-6-6-3", "7x4", &[OF_7X4[0]]),
    ("6-6-6-6-5", "6x5", &[OF_6X5[0]]),
    ("6-6-6-6-5", "10x3", &[OF_10X3[0]]),
    ("four", "5x5", OF_5X5.split_at(4).0),
    ("seven", "5x5", &OF_5X5),
    ("four", "6x4", &OF_6X4),
    ("three", "8x3", &OF_8X3),
    ("two", "9x3", &OF_9X3),
    ("three", "7x4", &OF_7X4),
    ("three", "6x5", &OF_6X5),
    ("two", "10x3", &OF_10X3),
];

const OF_5X5: [&str; 7] = [
    "1,5,6,10,11,12/2,3,4,7,8,9/13,14,18,19,23,24/15,16,17,20,21,22",
    "1,2,5,6,10,11/3,4,7,8,9,12/13,14,18,19,23,24/15,16,17,20,21,22",
    "1,5,6,10,11,12/2,3,4,7,8,9/13,14,15,16,17,18/19,20,21,22,23,24",
    "1,2,5,6,10,11/3,4,7,8,9,12/13,14,15,16,17,18/19,20,21,22,23,24",
    "1,5,6,10,15,20/2,3,4,7,8,9/11,12,16,17,21,22/13,14,18,19,23,24",
    "1,2,5,6,10,11/3,4,9,14,19,24/7,8,12,13,18,23/15,16,17,20,21,22",
    "1,5,6,10,15,20/2,3,4,7,8,9/11,12,13,16,17,18/14,19,21,22,23,24",
];

const OF_6X4: [&str; 4] = [
    "1,2,4,5,8,9/12,13,16,17,20,21/14,15,18,19,22,23/3,6,7,10,11",
    "3,7,11,15,19,23/6,9,10,14,18,22/12,13,16,17,20,21/1,2,4,5,8",
    "1,2,4,5,8,9/3,6,7,10,11,14/12,13,16,17,20,21/15,18,19,22,23",
    "3,6,7,9,10,11/12,13,16,17,20,21/14,15,18,19,22,23/1,2,4,5,8",
];

const OF_8X3: [&str; 3] = [
    "1,2,3,4,5,6/12,13,14,15,16,17/18,19,20,21,22,23/7,8,9,10,11",
    "6,7,8,9,10,11/12,13,14,15,16,17/18,19,20,21,22,23/1,2,3,4,5",
    "1,2,3,4,5,6/7,8,9,10,11,14/12,13,15,16,17,18/19,20,21,22,23",
];

const OF_9X3: [&str; 2] = [
    "1,2,3,4,5,6/7,8,9,10,11,14/15,16,17,18,19,20/21,22,23,24,25,26/12,13",
    "3,4,5,6,7,8/9,10,11,12,13,14/15,16,17,18,19,20/21,22,23,24,25,26/1,2",
];

const OF_7X4: [&str; 3] = [
    "1,2,4,5,8,12/3,6,7,10,11,15/16,17,20,21,24,25/18,19,22,23,26,27/9,13,14",
    "1,2,4,5,6,8/3,7,11,15,19,23/9,10,13,14,17,18/12,16,20,21,24,25/22,26,27",
    "1,2,3,4,5,8/6,10,14,18,22,26/7,11,15,19,23,27/12,16,20,21,24,25/9,13,17",
];

const OF_6X5: [&str; 3] = [
    "1,2,5,6,10,11/3,4,8,9,13,14/15,16,20,21,25,26/18,19,23,24,28,29/7,12,17,22,27",
    "1,2,5,6,7,10/3,4,8,9,14,19/11,12,13,16,17,18/22,23,24,27,28,29/15,20,21,25,26",
    "1,2,5,6,7,10/3,4,8,9,13,14/11,12,15,16,17,22/18,19,23,24,28,29/20,21,25,26,27",
];

const OF_10X3: [&str; 2] = [
    "6,7,8,9,10,11/12,13,14,15,16,17/18,19,20,21,22,23/24,25,26,27,28,29/1,2,3,4,5",
    "1,2,3,4,5,6/7,8,9,10,11,14/18,19,20,21,22,23/24,25,26,27,28,29/12,13,15,16,17",
];

/// Returns what has a name on canonical boards of this shape and home.
pub(super) fn for_board(
    shape: Shape,
    home: usize,
) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let fits = move |board| home == 0 && shape.to_string() == board;
    let all = NAMED.iter();
    all.filter_map(move |(name, board, lines)| fits(*board).then_some((*name, *lines)))
}

/// Returns the partitions of the name on canonical boards of this shape and home.
pub(super) fn lines(name: &str, shape: Shape, home: usize) -> Option<&'static [&'static str]> {
    let known = for_board(shape, home).find(|(known, _)| *known == name);
    known.map(|(_, lines)| lines)
}

/// Returns the names of the partitions and catalogues for canonical boards of this shape, as text.
/// The shape is not in it: users may know the board turned.
pub(super) fn known(shape: Shape) -> String {
    let names = joined(for_board(shape, 0).map(|(name, _)| name), ", ");
    if names.is_empty() {
        "this board has none with a name".to_owned()
    } else {
        format!("with the blank's home in a corner there are {names}")
    }
}
