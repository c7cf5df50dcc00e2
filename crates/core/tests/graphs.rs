//! Graphs: their text, the numbers of their states, and which of these can be reached.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use tilebase_core::{
    Puzzle, RankedSpace, Reduce,
    graph::{CellGraph, GraphBoard, GraphError, GraphReach, GraphReduction, GraphSpace},
};
use tilebase_testing::plain_search;

fn graph(name: &str) -> CellGraph {
    name.parse()
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the neighbours of each cell, as sets of numbers.
fn adjacency(graph: CellGraph) -> Vec<Vec<u8>> {
    (0..graph.cells())
        .map(|cell| graph.neighbours(cell).to_vec())
        .collect()
}

fn goal(graph: CellGraph) -> GraphBoard {
    GraphBoard::from_cells(graph, &graph.ordered()).unwrap()
}

/// Returns the distances to the goal by a search that uses only the lists of neighbours.
fn distances(graph: CellGraph) -> HashMap<Vec<u8>, u32> {
    let near = adjacency(graph);
    plain_search([graph.ordered()], |cells| {
        let mut after = HashSet::new();
        for (blank, _) in cells.iter().enumerate().filter(|(_, cell)| **cell == 0) {
            for &from in near[blank]
                .iter()
                .filter(|&&from| cells[usize::from(from)] != 0)
            {
                let mut next = cells.clone();
                next.swap(blank, from.into());
                after.insert(next);
            }
        }
        after.into_iter().collect()
    })
}

/// Compares the rules with a plain search on every state. Returns the number of states that can be
/// reached.
fn compare_reach(graph: CellGraph) -> usize {
    let (found, reach) = (distances(graph), GraphReach::new(&goal(graph)));
    let space = space(graph);
    for rank in 0..space.len() {
        let board = space.unrank(rank);
        let is_reached = found.contains_key(board.cells());
        match reach.of(&board) {
            Some((reached, why)) => assert_eq!(reached, is_reached, "{board:?}: {why}"),
            None => assert!(!GraphReach::decides(graph), "{board:?}"),
        }
    }
    found.len()
}

fn space(graph: CellGraph) -> GraphSpace {
    let homes: Vec<u8> = (graph.tiles() as u8..graph.cells() as u8).collect();
    GraphSpace::new(graph, &homes).unwrap()
}

#[test]
fn names_say_what_graphs_are() {
    for name in [
        "torus-3x4",
        "torus-1x3-blanks-2",
        "cylinder-2x5",
        "cells-.../.#./...",
        "cells-.|.+./++--/.+.+.",
        "cells-#../#/..",
        "edges-0-1,1-2,0-2",
        "edges-0-1,2-3-blanks-2",
    ] {
        let read = graph(name);
        let canonical = read.to_string();
        assert_eq!(graph(&canonical), read, "{name}");
        assert_eq!(canonical.parse::<Puzzle>().unwrap().to_string(), canonical);
    }
    for (name, canonical) in [
        ("torus-3X3", "torus-3x3"),
        ("torus-3x3-blanks-1", "torus-3x3"),
        ("edges-1-0,2-1,0-2,1-2", "edges-0-1,0-2,1-2"),
        ("cells-.+.+#/.+.", "cells-..#/..#"),
        ("cells-. ./. .", "cells-../.."),
        ("cells-.|./. .", "cells-.|./.+."),
    ] {
        assert_eq!(graph(name).to_string(), canonical);
    }
    assert_ne!(graph("torus-3x3"), graph("torus-3x3-blanks-2"));
    assert_eq!(graph("torus-3x3").states(), Some(362_880));
    assert_eq!(graph("torus-3x3-blanks-2").states(), Some(181_440));
    assert_eq!(graph("torus-5x5").states(), None);
}

#[test]
fn neighbours_are_sets() {
    // Up and down are one neighbour, and a ring of one cell has none.
    assert_eq!(adjacency(graph("torus-2x3"))[0], [1, 2, 3]);
    assert_eq!(
        adjacency(graph("torus-2x2")),
        [vec![1, 2], vec![0, 3], vec![0, 3], vec![1, 2]]
    );
    assert_eq!(
        adjacency(graph("cylinder-3x1")),
        [vec![1], vec![0, 2], vec![1]]
    );
    assert_eq!(adjacency(graph("torus-3x3"))[4], [1, 3, 5, 7]);
    assert_eq!(adjacency(graph("cylinder-3x3"))[1], [0, 2, 4]);
    // What is drawn without walls is a board.
    let board = CellGraph::read("...\n...\n").unwrap();
    assert_eq!(
        adjacency(board),
        [
            vec![1, 3],
            vec![0, 2, 4],
            vec![1, 5],
            vec![0, 4],
            vec![1, 3, 5],
            vec![2, 4]
        ]
    );
    assert_eq!(
        (board.columns(), graph("cells-.../.#.").columns()),
        (Some(3), None)
    );
}

#[test]
fn drawings_have_walls() {
    let drawn = "+-+-+-+\n|. .|.|\n     - \n|. . .|\n+-+-+-+\n";
    let walled = CellGraph::read(drawn).unwrap();
    assert_eq!(
        walled.to_string(),
        "cells-+-+-+-+/|.+.|.|/+++++-/|.+.+.|/+-+-+-+"
    );
    assert_eq!(
        adjacency(walled),
        [
            vec![1, 3],
            vec![0, 4],
            vec![],
            vec![0, 4],
            vec![1, 3, 5],
            vec![4]
        ]
    );
    // Pairs, one per line, are the same graph under another name.
    let pairs = CellGraph::read("0 1\n3,0\n1-4\n3 4\n4 5\n5 2\n").unwrap();
    assert_eq!(pairs.to_string(), "edges-0-1,0-3,1-4,2-5,3-4,4-5");
    assert!(pairs.places().is_empty());
}

#[test]
fn texts_that_are_no_graph_say_why() {
    let wrong_sign = "of the drawing has `x`: write . for a cell, # for none, | for a wall between \
                      two cells of a row, and - under a cell, in a line between two rows, for a \
                      wall below it";
    for (text, error) in [
        ("..\n.x", format!("line 2 {wrong_sign}")),
        (
            "#.#",
            "a graph has 2 to 64 cells, but this one has 1".to_owned(),
        ),
        (
            "",
            "a graph has 2 to 64 cells, but this one has 0".to_owned(),
        ),
        (
            "0 1\n1 1",
            "line 2 is `1 1`, but a pair of different cells is needed, numbered from 0 to 63, as \
             0 1"
            .to_owned(),
        ),
        (
            "1 2",
            "cell 0 is in no pair: the cells are numbered from 0, without gaps".to_owned(),
        ),
    ] {
        assert_eq!(CellGraph::read(text).unwrap_err().to_string(), error);
    }
    for text in [
        format!(".{}.", "#\n".repeat(300)),
        format!(".{}.", "#".repeat(300)),
    ] {
        assert_eq!(
            CellGraph::read(&text).unwrap_err(),
            GraphError::TooLargeDrawing
        );
    }
    for (name, error) in [
        (
            "torus-9x9",
            "a graph has 2 to 64 cells, but this one has 81",
        ),
        (
            "torus-3x3-blanks-3",
            "3 blanks: a graph has one blank or two, and fewer than its cells, of which this one \
             has 9",
        ),
        (
            "torus-3",
            "`torus-3` is not a graph: write torus-RxC or cylinder-RxC, cells- and the lines of a \
             drawing joined by slashes, as cells-.../.#./..., or edges- and pairs of cells, as \
             edges-0-1,1-2,2-0; -blanks-2 at the end means two blanks",
        ),
    ] {
        assert_eq!(name.parse::<Puzzle>().unwrap_err().to_string(), error);
    }
}

#[test]
fn states_are_checked() {
    let two = graph("torus-2x2-blanks-2");
    for (text, error) in [
        ("1 2 0", "3 cells given, but 4 are needed"),
        (
            "1 2 3 0",
            "cell 3 is 3, but the numbers here go from 0 (blank) to 2",
        ),
        ("1 1 0 0", "tile 1 appears twice, but must appear once"),
        (
            "1 2 0 x",
            "cell 4 is `x`, which is not a number (the blank is 0, *, _ or .)",
        ),
    ] {
        let read = two.parse_cells(text, &mut [0; 4]).unwrap_err().to_string();
        let read = read.replace("2 times", "twice");
        assert_eq!(read, error);
    }
    let mut cells = [0; 4];
    two.parse_cells("1 _/2 .", &mut cells).unwrap();
    assert_eq!(cells, [1, 0, 2, 0]);
}

#[test]
fn ranks_are_numbers_without_gaps() {
    for name in [
        "torus-2x3",
        "torus-2x3-blanks-2",
        "cells-..../.##.-blanks-2",
        "torus-1x2",
    ] {
        let space = space(graph(name));
        let mut seen = HashSet::new();
        for rank in 0..space.len() {
            let board = space.unrank(rank);
            assert_eq!(space.rank(&board), rank);
            assert!(seen.insert(board.cells().to_vec()), "{board:?}");
            GraphBoard::from_cells(space.graph(), board.cells()).unwrap();
        }
        assert_eq!(Some(space.len()), space.graph().states());
        assert_eq!(space.goals(), [space.rank(&goal(space.graph()))]);
    }
}

#[test]
fn neighbours_of_words_are_those_of_their_states() {
    for name in ["torus-2x3", "torus-2x3-blanks-2", "cylinder-2x2"] {
        let space = space(graph(name));
        for first in (0..space.len()).step_by(64) {
            let all = u64::MAX >> (64 - (space.len() - first).min(64));
            for bits in [
                all,
                all & 0x5555_5555_5555_5555,
                all & 0xFFF0_0FF0_1234_8001,
                0,
            ] {
                let mut found = Vec::new();
                space.neighbours_of_word(first, bits, |rank| found.push(rank));
                let mut expected = Vec::new();
                for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
                    let board = space.unrank(first + bit);
                    space.neighbours(&board, |next| expected.push(space.rank(&next)));
                }
                assert_eq!(found, expected, "{name} {first} {bits:x}");
            }
        }
    }
}

#[test]
fn goals_become_that_of_a_table() {
    let graph = graph("torus-2x3-blanks-2");
    let goal = GraphBoard::from_cells(graph, &[4, 0, 2, 0, 1, 3]).unwrap();
    let reduction = GraphReduction::new(&goal);
    assert_eq!(reduction.homes(), [1, 3]);
    let space = GraphSpace::new(graph, reduction.homes()).unwrap();
    assert_eq!(space.goals(), [space.rank(&reduction.apply(&goal))]);
    for rank in 0..space.len() {
        let board = space.unrank(rank);
        assert_eq!(reduction.apply(&reduction.restore(&board)), board);
    }
}

/// Wilson (1974): with one blank, a graph of one block that is no cycle reaches half of its states
/// if it is bipartite and all if it is not, but one of seven cells.
#[test]
fn wilsons_theorem_and_its_exceptions() {
    for (name, reached) in [
        // Cycles: the places of the blank times the turns.
        ("torus-1x3", 3 * 2),
        ("torus-1x6", 6 * 5),
        ("torus-2x2", 4 * 3),
        // Bipartite: half.
        ("cells-.../...", 720 / 2),
        ("torus-2x4", 40_320 / 2),
        ("cylinder-2x4", 40_320 / 2),
        // Not bipartite: all.
        ("torus-2x3", 720),
        ("cylinder-2x3", 720),
        ("edges-0-1,1-2,2-3,3-0,0-2", 24),
        // A hexagon and a cell between two opposite ones: 120 of 720 at each place of the blank.
        ("edges-0-1,1-2,2-3,3-4,4-5,5-0,0-6,6-3", 7 * 120),
        // Other graphs of seven cells with two cells of three neighbours.
        ("edges-0-1,1-2,2-3,3-4,4-5,5-6,6-0,0-2", 5040),
        ("edges-0-1,1-2,2-3,3-4,4-5,5-0,1-6,6-3", 5040 / 2),
        ("edges-0-1,1-2,2-3,3-4,4-5,5-6,6-0,0-3", 5040),
        // A path: tiles keep their order.
        ("cells-.....", 5),
        // Two cycles that share a cell.
        ("edges-0-1,1-2,2-0,2-3,3-4,4-2", 5 * 2 * 2),
    ] {
        assert_eq!(compare_reach(graph(name)), reached, "{name}");
    }
}

#[test]
fn two_blanks_reach_all_states_of_a_block_that_is_no_cycle() {
    for (name, reached) in [
        ("torus-1x6", 15 * 4),
        ("cells-.../...", 360),
        ("torus-2x3", 360),
        ("edges-0-1,1-2,2-3,3-4,4-5,5-0,0-6,6-3", 2520),
    ] {
        let two = graph(name).with_blanks(2).unwrap();
        assert_eq!(compare_reach(two), reached, "{name}");
    }
}

#[test]
fn rules_agree_with_a_search_on_every_graph_of_up_to_five_cells() {
    let mut graphs = 0;
    for cells in 2..=5 {
        let pairs: Vec<String> = (0..cells)
            .flat_map(|b| (0..b).map(move |a| format!("{a} {b}")))
            .collect();
        for chosen in 1u32..1 << pairs.len() {
            let lines = pairs
                .iter()
                .zip(0..)
                .filter(|(_, bit)| chosen >> bit & 1 == 1);
            let text = lines
                .map(|(pair, _)| format!("{pair}\n"))
                .collect::<String>();
            // Some cells may be in no pair.
            let Ok(graph) = CellGraph::read(&text) else {
                continue;
            };
            for blanks in 1..=2.min(graph.cells() - 1) {
                compare_reach(graph.with_blanks(blanks).unwrap());
                graphs += 1;
            }
        }
    }
    assert!(graphs > 1000, "{graphs}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[.#| +\\-\n0-9,x]{0,60}") {
        if let Ok(graph) = CellGraph::read(&text) {
            prop_assert_eq!(graph.to_string().parse::<CellGraph>().unwrap(), graph);
            prop_assert!(graph.columns().is_none_or(|columns| graph.cells() % columns == 0));
        }
    }

    #[test]
    fn rules_agree_with_a_search_on_graphs_of_six_cells(
        chosen in 0u32..1 << 15,
        blanks in 1usize..3,
    ) {
        let pairs = (0..6).flat_map(|b| (0..b).map(move |a| (a, b))).zip(0..);
        let pairs = pairs.filter(|(_, bit)| chosen >> bit & 1 == 1);
        let text: String = pairs.map(|((a, b), _)| format!("{a} {b}\n")).collect();
        if let Ok(graph) = CellGraph::read(&text)
            && graph.cells() > blanks
        {
            compare_reach(graph.with_blanks(blanks).unwrap());
        }
    }
}
