//! Colour tables against searches that share no code with them.

use std::collections::HashMap;

use tilebase_core::{
    Memory, Monitor, RankedSpace,
    colours::{ColourSpace, Colouring, Side},
    format::{Built, Encoding, TableFile},
    sliding::{Metric, Shape, SlidingSpace},
};
use tilebase_pdb_build::{Inconsistency, VerifyError, build, reference, verify};
use tilebase_testing::plain_search;

fn colouring(name: &str, home: usize, text: &str) -> Colouring {
    Colouring::parse(name.parse().unwrap(), home, text).unwrap()
}

/// A class as its blank's line and the colours along all lines, blank left out.
type Plain = (bool, usize, Vec<u8>);

/// The row class and the column class of a painted board, 0 the blank.
fn classes(cells: &[u8], shape: Shape) -> [Plain; 2] {
    let blank = cells.iter().position(|&cell| cell == 0).unwrap();
    let along = |cells: Vec<u8>| cells.into_iter().filter(|&cell| cell > 0).collect();
    let by_columns = (0..shape.cols())
        .flat_map(|col| (0..shape.rows()).map(move |row| row * shape.cols() + col))
        .map(|cell| cells[cell]);
    [
        (false, shape.row(blank), along(cells.to_vec())),
        (true, shape.col(blank), along(by_columns.collect())),
    ]
}

/// Returns the distance of every class, by moving the blank of painted boards along lines.
fn distances(colouring: &Colouring) -> HashMap<Plain, u32> {
    let shape = colouring.shape();
    // All boards of a class: the blank moves along its line.
    let boards = |cells: &[u8], axis: usize| -> Vec<Vec<u8>> {
        let blank = cells.iter().position(|&cell| cell == 0).unwrap();
        let (first, step, length) = match axis {
            0 => (shape.row(blank) * shape.cols(), 1, shape.cols()),
            _ => (shape.col(blank), shape.cols(), shape.rows()),
        };
        let line: Vec<usize> = (0..length).map(|place| first + place * step).collect();
        let tiles = line
            .iter()
            .map(|&cell| cells[cell])
            .filter(|&cell| cell > 0);
        let tiles: Vec<u8> = tiles.collect();
        let with_blank_at = |place: usize| {
            let mut moved = cells.to_vec();
            let mut tiles = tiles.iter();
            for (at, &cell) in line.iter().enumerate() {
                moved[cell] = if at == place { 0 } else { *tiles.next().unwrap() };
            }
            moved
        };
        (0..length).map(with_blank_at).collect()
    };
    // The board that stands for a class has its blank at the beginning of the line.
    let class_of = |cells: &[u8], axis: usize| (boards(cells, axis).swap_remove(0), axis);
    let goals = [0, 1].map(|axis| class_of(colouring.cells(), axis));
    let found = plain_search(goals, |(cells, axis)| {
        let crossing = |moved: Vec<u8>| class_of(&moved, 1 - axis);
        boards(cells, *axis).into_iter().map(crossing).collect()
    });
    let named = |((cells, axis), distance): ((Vec<u8>, usize), u32)| {
        (classes(&cells, shape)[axis].clone(), distance)
    };
    found.into_iter().map(named).collect()
}

#[test]
fn every_class_has_the_distance_of_a_plain_search() {
    for (name, home, text) in [
        ("2x2", 0, "01/12"),
        ("2x3", 1, "101/222"),
        ("2x3", 5, "112/330"),
        ("2x4", 0, "0112/3322"),
        ("3x3", 0, "011/122/332"),
        ("3x3", 4, "112/304/432"),
    ] {
        let colouring = colouring(name, home, text);
        let shape = colouring.shape();
        let expected = distances(&colouring);
        let table = build(&colouring.subject(), None, &Monitor::silent()).unwrap();
        let space = ColourSpace::new(colouring);
        let counts = &table.metadata().counts;
        let slow = reference::build(&space, &Monitor::silent()).unwrap();
        assert_eq!(*counts, slow.counts, "{name} {text}");
        assert_eq!(expected.len() as u64, counts.iter().sum::<u64>());
        for rank in 0..space.len() {
            let class = space.unrank(rank);
            assert_eq!(space.rank(&class), rank);
            let colours =
                (0..shape.tiles()).map(|tile| (class.colours >> (2 * tile) & 3) as u8 + 1);
            let plain = (
                class.side == Side::Columns,
                usize::from(class.line),
                colours.collect(),
            );
            let distance = expected.get(&plain).copied();
            let entry = Encoding::Mod3.read(table.payload(), rank);
            assert_eq!(distance.map_or(3, |distance| distance % 3), entry.into());
            let byte = slow.bytes[rank as usize];
            assert_eq!(
                distance.unwrap_or(reference::UNREACHABLE.into()),
                byte.into()
            );
        }
    }
}

/// One more than the lesser distance of its two classes is at most the distance of a board.
#[test]
fn bounds_are_bounds() {
    for home in 0..9 {
        let mut colours = *b"\x01\x01\x01\x01\x02\x02\x03\x03\x02";
        colours[home] = 0;
        let colouring = Colouring::new("3x3".parse().unwrap(), home, &colours).unwrap();
        let space = ColourSpace::new(colouring);
        let bounds = reference::build(&space, &Monitor::silent()).unwrap().bytes;
        let boards = SlidingSpace::new("3x3".parse().unwrap(), home).unwrap();
        let boards = boards.with_metric(Metric::Multi);
        let distances = reference::build(&boards, &Monitor::silent()).unwrap().bytes;
        let mut exact = 0;
        for (&distance, rank) in distances.iter().zip(0..) {
            let board = boards.unrank(rank);
            let classes = Side::BOTH.map(|side| space.rank(&space.class(&board, side)));
            let least = classes
                .map(|class| bounds[class as usize])
                .into_iter()
                .min()
                .unwrap();
            assert!(distance == 0 || least < distance, "{board}");
            exact += u32::from(least + 1 == distance);
        }
        assert!(exact > 0);
    }
}

#[test]
fn any_flipped_bit_is_found_and_wrong_counts_are() {
    let colouring = colouring("2x4", 0, "0112/3322");
    let built = build(&colouring.subject(), None, &Monitor::silent()).unwrap();
    let file: TableFile = built.into();
    verify(&file, &Monitor::silent(), &Monitor::silent()).unwrap();
    let counts = &file.metadata().counts;
    let proof = |payload: &[u8], counts: &[u64]| {
        let mut metadata = file.metadata().clone();
        metadata.counts = counts.to_vec();
        let given = Built::new(metadata, Vec::new(), Memory::copy_of(payload).unwrap());
        verify(&given.into(), &Monitor::silent(), &Monitor::silent())
    };
    for byte in 0..file.payload().len() {
        let mut wrong = file.payload().to_vec();
        wrong[byte] ^= 1 << (byte % 8);
        match proof(&wrong, counts) {
            Err(VerifyError::Wrong(Inconsistency::Value { rank, .. })) => {
                assert_eq!(rank as usize, 4 * byte + byte % 8 / 2);
            }
            other => panic!("{other:?}"),
        }
    }
    let mut more = counts.clone();
    more[2] += 1;
    assert!(matches!(
        proof(file.payload(), &more),
        Err(VerifyError::Wrong(Inconsistency::Count { depth: 2, .. }))
    ));
}
