//! What a table holds: the families of subjects, the names of their files, and their texts.

use std::fmt;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::tile_mask;
#[cfg(feature = "graphs")]
use crate::graph::CellGraph;
use crate::{
    colours::Colouring,
    oshidori::Stones,
    parse::joined,
    pattern::{PatternIndex, PatternKind},
    sliding::{ANY_TILE, Metric, PartialGoal, Shape},
};

/// The extension of the names of table files, without the dot.
pub const EXTENSION: &str = "tilebase";

/// The states and the goal whose distances a table holds. Two tables are interchangeable if and
/// only if their subjects are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// Every position of a sliding board, for the goal with tiles in order and the blank at `home`.
    Sliding {
        /// Rows and columns, at least as high as wide.
        shape: Shape,
        /// The blank's cell in the goal.
        home: u8,
    },
    /// Every arrangement of a row of stones.
    Oshidori {
        /// The stones.
        puzzle: Stones,
        /// The goal as text: `default`, `together`, `any-gap`, `any`, or a row.
        goal: String,
    },
    /// A pattern database: every placement of some tiles of a board, with all other tiles alike.
    Pattern {
        /// Rows and columns, at least as high as wide.
        shape: Shape,
        /// The blank's cell in the goal.
        home: u8,
        /// The tiles kept, as a mask: bit t for tile t.
        #[serde(with = "tile_mask")]
        tiles: u64,
        /// The kind of the table: whether it distinguishes the regions of the blank.
        kind: PatternKind,
    },
    /// Every position of a sliding board, for the goal with tiles in order and the blank at `home`,
    /// if sliding several tiles in a line counts as one move.
    SlidingMulti {
        /// Rows and columns, at least as wide as high.
        shape: Shape,
        /// The blank's cell in the goal.
        home: u8,
    },
    /// A colour table: every painted class of a board on which sliding several tiles in a line
    /// counts as one move. Such files need format version 2 or later.
    Colours {
        /// Rows and columns, at least as wide as high.
        shape: Shape,
        /// The blank's cell in the goal.
        home: u8,
        /// The colours of the tiles in the goal's cells, from 1, and 0 for the blank.
        colours: Vec<u8>,
    },
    /// Every state of a goal that leaves cells open, or in which tiles are alike.
    PartialGoal {
        /// Rows and columns.
        shape: Shape,
        /// The kinds of the goal's cells, as [`PartialGoal::cells`] returns them.
        kinds: Vec<u8>,
        /// What counts as one move.
        metric: Metric,
    },
    /// Every state of a puzzle that a program defines.
    Own {
        /// The name that the program gives it.
        name: String,
        /// The number of its states.
        states: u64,
        /// Whether some moves cost nothing: neighbours may then be equally far from the goal.
        free_moves: bool,
    },
    /// Every arrangement of tiles on a graph, for the goal with the tiles in order and the blanks
    /// at `homes`. Such files need format version 3 or later.
    #[cfg(feature = "graphs")]
    Graph {
        /// The graph, which is written as its name.
        graph: CellGraph,
        /// The blanks' cells in the goal, ascending.
        homes: Vec<u8>,
    },
}

impl Subject {
    /// Returns the tiles of a pattern in ascending order; no tiles for tables of whole states.
    pub fn tiles(&self) -> impl Iterator<Item = u32> + use<> {
        let mask = match self {
            Self::Pattern { tiles, .. } => *tiles,
            _ => 0,
        };
        (0..u64::BITS).filter(move |tile| mask >> tile & 1 == 1)
    }

    /// Returns the name of the file that holds this table.
    ///
    /// ```
    /// use tilebase_core::format::Subject;
    /// let subject = Subject::Sliding { shape: "4x3".parse()?, home: 0 };
    /// assert_eq!(subject.file_name(), "sliding-4x3-home0.tilebase");
    /// # Ok::<(), tilebase_core::sliding::ShapeError>(())
    /// ```
    pub fn file_name(&self) -> String {
        let stem = match self {
            Self::Sliding { shape, home } => format!("sliding-{shape}-home{home}"),
            Self::SlidingMulti { shape, home } => format!("sliding-multi-{shape}-home{home}"),
            Self::Oshidori { puzzle, goal } => {
                let rules = puzzle.rules().suffix();
                let goal = match goal.as_str() {
                    "default" => String::new(),
                    // Rows may be long, and may hold characters that file systems do not allow.
                    "any" | "any-gap" | "together" => format!("-{goal}"),
                    row => format!("-goal{:016x}", xxh3_64(row.as_bytes())),
                };
                format!("{puzzle}{rules}{goal}")
            }
            Self::Pattern {
                shape, home, kind, ..
            } => {
                let aware = match kind {
                    PatternKind::Plain => "",
                    PatternKind::ZeroAware => "-zero-aware",
                };
                format!(
                    "pattern-{shape}-home{home}-{}{aware}",
                    joined(self.tiles(), ".")
                )
            }
            Self::Colours {
                shape,
                home,
                colours,
            } => {
                let colours = joined(colours, "");
                format!("colours-multi-{shape}-home{home}-{colours}")
            }
            Self::PartialGoal {
                shape,
                kinds,
                metric,
            } => {
                let multi = match metric {
                    Metric::Single => "",
                    Metric::Multi => "multi-",
                };
                let goal = match kinds.len() {
                    ..=MOST_NAMED => joined(shown(kinds), "."),
                    // File systems do not allow names of hundreds of characters.
                    _ => format!("goal{:016x}", xxh3_64(kinds)),
                };
                format!("mask-{multi}{shape}-{goal}")
            }
            // A name may hold characters that file systems do not allow.
            Self::Own { name, .. } => format!("own-{:016x}", xxh3_64(name.as_bytes())),
            #[cfg(feature = "graphs")]
            Self::Graph { graph, homes } => {
                format!("{}-home{}", graph.file_stem(), joined(homes, "."))
            }
        };
        format!("{stem}.{EXTENSION}")
    }
}

/// The most cells of a goal that are written in a file name.
const MOST_NAMED: usize = 32;

/// Returns the kinds of a goal's cells as text.
fn shown(kinds: &[u8]) -> impl Iterator<Item = String> {
    kinds.iter().map(|&kind| match kind {
        ANY_TILE => "x".to_owned(),
        kind => kind.to_string(),
    })
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sliding { shape, home } => {
                write!(f, "the table of {}", wide(*shape, *home))
            }
            Self::SlidingMulti { shape, home } => {
                write!(f, "the multi-tile table of {}", wide(*shape, *home))
            }
            Self::Oshidori { puzzle, goal } => {
                let rules = puzzle.rules();
                write!(f, "the table of {puzzle}, {rules}, goal {goal}")
            }
            Self::Pattern {
                shape, home, kind, ..
            } => {
                let kind = match kind {
                    PatternKind::Plain => "pattern",
                    PatternKind::ZeroAware => "zero-aware pattern",
                };
                let tiles = joined(self.tiles(), ",");
                write!(
                    f,
                    "the {kind} {tiles} on {}",
                    boards(*shape, (*home).into())
                )
            }
            Self::Colours {
                shape,
                home,
                colours,
            } => {
                let colours = joined(colours, "");
                write!(f, "the colour table {colours} of {}", wide(*shape, *home))
            }
            Self::PartialGoal {
                shape,
                kinds,
                metric,
            } => {
                let multi = if *metric == Metric::Multi { "multi-tile " } else { "" };
                // Of many open cells, the first and the last are shown.
                let runs = kinds.chunk_by(|&kind, &next| (kind, next) == (ANY_TILE, ANY_TILE));
                let short = |run: &[u8]| match run.len() {
                    ..=3 => joined(shown(run), " "),
                    _ => "x … x".to_owned(),
                };
                let goal = joined(runs.map(short), " ");
                write!(f, "the {multi}table of {shape} boards with the goal {goal}")
            }
            Self::Own {
                name,
                states,
                free_moves,
            } => {
                let free = if *free_moves { ", where some moves cost nothing" } else { "" };
                write!(f, "the table of {name} with {states} states{free}")
            }
            #[cfg(feature = "graphs")]
            Self::Graph { graph, homes } => {
                let blanks = match homes[..] {
                    [_] => "blank belongs at cell",
                    _ => "blanks belong at cells",
                };
                let homes = joined(homes, " and ");
                write!(f, "the table of {graph} whose {blanks} {homes}")
            }
        }
    }
}

/// Returns boards as messages name them: with the blank's home, unless it is the first cell.
fn boards(shape: Shape, home: usize) -> String {
    let (row, col) = (shape.row(home) + 1, shape.col(home) + 1);
    match home {
        0 => format!("{shape} boards"),
        _ => format!("{shape} boards whose blank belongs in row {row}, column {col}"),
    }
}

/// Returns boards as [`boards`] does, with the shorter side first: transposed if they are higher
/// than wide. Tiles on transposed boards have other numbers.
fn wide(shape: Shape, home: u8) -> String {
    let (wide, home) = (shape.wide(), home.into());
    let transposed = wide != shape;
    let home = if transposed { wide.cell(shape.col(home), shape.row(home)) } else { home };
    boards(wide, home)
}

impl PatternIndex {
    /// Returns the subject of the pattern database that this index numbers.
    pub fn subject(&self) -> Subject {
        Subject::Pattern {
            shape: self.pattern().shape(),
            home: self.pattern().home() as u8,
            tiles: self.pattern().mask(),
            kind: self.kind(),
        }
    }
}

impl Colouring {
    /// Returns the subject of the colour table of this colouring.
    pub fn subject(&self) -> Subject {
        Subject::Colours {
            shape: self.shape(),
            home: self.home() as u8,
            colours: self.cells().to_vec(),
        }
    }
}

impl PartialGoal {
    /// Returns the subject of the table of this goal's states.
    pub fn subject(&self, metric: Metric) -> Subject {
        Subject::PartialGoal {
            shape: self.shape(),
            kinds: self.cells().to_vec(),
            metric,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subject_has_a_name() {
        let shape = "4x3".parse().unwrap();
        let row = |goal: &str| Subject::Oshidori {
            puzzle: "oshidori-kinds-2".parse().unwrap(),
            goal: goal.to_owned(),
        };
        let pattern = |kind| Subject::Pattern {
            shape,
            home: 11,
            tiles: 0b1_0000_0110,
            kind,
        };
        let partial = |kinds, metric| Subject::PartialGoal {
            shape,
            kinds,
            metric,
        };
        for (subject, name, text) in [
            (
                Subject::Sliding { shape, home: 4 },
                "sliding-4x3-home4",
                "the table of 3x4 boards whose blank belongs in row 2, column 2",
            ),
            (
                Subject::SlidingMulti { shape, home: 0 },
                "sliding-multi-4x3-home0",
                "the multi-tile table of 3x4 boards",
            ),
            (
                row("default"),
                "oshidori-kinds-2",
                "the table of oshidori-kinds-2, blocks of 2, goal default",
            ),
            (
                row("any-gap"),
                "oshidori-kinds-2-any-gap",
                "the table of oshidori-kinds-2, blocks of 2, goal any-gap",
            ),
            (
                pattern(PatternKind::Plain),
                "pattern-4x3-home11-1.2.8",
                "the pattern 1,2,8 on 4x3 boards whose blank belongs in row 4, column 3",
            ),
            (
                pattern(PatternKind::ZeroAware),
                "pattern-4x3-home11-1.2.8-zero-aware",
                "the zero-aware pattern 1,2,8 on 4x3 boards whose blank belongs in row 4, column 3",
            ),
            (
                partial(vec![1, 2, ANY_TILE, 0], Metric::Multi),
                "mask-multi-4x3-1.2.x.0",
                "the multi-tile table of 4x3 boards with the goal 1 2 x 0",
            ),
            (
                partial(vec![ANY_TILE; 32], Metric::Single),
                "mask-4x3-x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x",
                "the table of 4x3 boards with the goal x … x",
            ),
            (
                Subject::Colours {
                    shape,
                    home: 0,
                    colours: vec![0, 1, 2],
                },
                "colours-multi-4x3-home0-012",
                "the colour table 012 of 3x4 boards",
            ),
        ] {
            assert_eq!(subject.file_name(), format!("{name}.{EXTENSION}"));
            assert_eq!(subject.to_string(), text);
            let tiles: &[u32] = if text.contains("pattern") { &[1, 2, 8] } else { &[] };
            assert!(subject.tiles().eq(tiles.iter().copied()), "{text}");
        }
    }

    #[test]
    fn graphs_have_names_and_drawn_ones_a_hash() {
        let graph = |name: &str, homes| Subject::Graph {
            graph: name.parse().unwrap(),
            homes,
        };
        for (subject, name, text) in [
            (
                graph("torus-3x4", vec![11]),
                "torus-3x4-home11",
                "the table of torus-3x4 whose blank belongs at cell 11",
            ),
            (
                graph("cylinder-3x2-blanks-2", vec![0, 4]),
                "cylinder-3x2-blanks-2-home0.4",
                "the table of cylinder-3x2-blanks-2 whose blanks belong at cells 0 and 4",
            ),
        ] {
            assert_eq!(subject.file_name(), format!("{name}.{EXTENSION}"));
            assert_eq!(subject.to_string(), text);
        }
        let names = ["cells-.../.#.", "cells-.../.#.-blanks-2", "cells-.../#.."];
        let names = names.map(|name| graph(name, vec![0]).file_name());
        for name in &names {
            assert_eq!(name.len(), "cells-0123456789abcdef-home0.tilebase".len());
        }
        assert!(names[0] != names[1] && names[0] != names[2] && names[1] != names[2]);
    }

    #[test]
    fn long_goals_are_named_by_their_hash() {
        let long = Subject::PartialGoal {
            shape: "6x6".parse().unwrap(),
            kinds: vec![1; 36],
            metric: Metric::Single,
        };
        let name = long.file_name();
        let hash = name.strip_prefix("mask-6x6-goal").unwrap();
        assert_eq!(hash.len(), "0123456789abcdef.tilebase".len());
    }
}
