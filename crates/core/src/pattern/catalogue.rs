//! Catalogues: several partitions of the same tiles. The lower bound is the greatest of their sums.

use std::str::FromStr;

use thiserror::Error;

use super::{Groups, Partition, PartitionError, Pattern, PatternKind, canonical_pattern, named};
use crate::{
    parse::joined,
    sliding::{Placement, Shape},
};

/// Several partitions of a board's tiles, with the kind of each pattern's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    lines: Vec<(Partition, Vec<PatternKind>)>,
}

/// A catalogue as people write it, not yet checked: one partition per line, with its groups
/// separated by slashes and tiles by commas. A `0` in a group stands for the blank: the table of
/// that group is zero-aware. `#` starts a comment, and empty lines are ignored. A semicolon
/// separates partitions as the end of a line does.
///
/// ```
/// use tilebase_core::pattern::{Catalogue, CatalogueText, PatternKind};
/// use tilebase_core::sliding::Shape;
/// let text: CatalogueText = "1,2,3,4/5,6,7,8 # plain\n0,1,2,4,5/3,6,7,8\n".parse()?;
/// let shape: Shape = "3x3".parse()?;
/// let goal = shape.ordered_cells(0);
/// let catalogue = Catalogue::of_goal(shape, &goal, &text, PatternKind::Plain)?;
/// assert_eq!(catalogue.lines().len(), 2);
/// assert_eq!(catalogue.name(shape, &goal), "pdb:1,2,3,4/5,6,7,8;0,1,2,4,5/3,6,7,8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogueText(Vec<(usize, Groups)>);

/// An error in the text of a catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// A line is not a partition.
    #[error("line {line} of the catalogue: {source}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The error in the line.
        source: PartitionError,
    },
    /// No line has a partition.
    #[error("the catalogue is empty: write one partition per line, such as 1,2,5/3,4,6/…")]
    Empty,
}

impl FromStr for CatalogueText {
    type Err = CatalogueError;

    fn from_str(text: &str) -> Result<Self, CatalogueError> {
        let mut lines = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default();
            for text in text.split(';').filter(|text| !text.trim().is_empty()) {
                let failed = |source| CatalogueError::Line { line, source };
                lines.push((line, text.parse().map_err(failed)?));
            }
        }
        if lines.is_empty() { Err(CatalogueError::Empty) } else { Ok(Self(lines)) }
    }
}

impl Catalogue {
    /// Returns the catalogue of a single partition.
    pub fn of_partition(partition: Partition, kind: PatternKind) -> Self {
        let kinds = vec![kind; partition.patterns().len()];
        Self {
            lines: vec![(partition, kinds)],
        }
    }

    /// Returns the catalogue of the canonical goal's partition that corresponds to groups of tiles
    /// of the user's goal. A group with a `0`, for the blank, has a zero-aware table, the others
    /// have tables of `kind`.
    ///
    /// # Errors
    /// If the groups are not a partition of the goal's tiles.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of boards of this shape.
    pub fn of_groups(
        shape: Shape,
        goal: &[u8],
        groups: &Groups,
        kind: PatternKind,
    ) -> Result<Self, PartitionError> {
        let mut groups = groups.clone();
        let kinds = groups.take_blanks().into_iter().map(|marked| match marked {
            PatternKind::Plain => kind,
            PatternKind::ZeroAware => marked,
        });
        let kinds = kinds.collect();
        let partition = Partition::of_goal(shape, goal, &groups)?;
        let lines = vec![(partition, kinds)];
        Ok(Self { lines })
    }

    /// Returns the catalogue of the canonical goal's tiles that corresponds to a text about the
    /// tiles of the user's goal. Groups without a `0` have tables of `kind`.
    ///
    /// # Errors
    /// If a line is not a partition of the goal's tiles.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of boards of this shape.
    pub fn of_goal(
        shape: Shape,
        goal: &[u8],
        text: &CatalogueText,
        kind: PatternKind,
    ) -> Result<Self, CatalogueError> {
        let mut lines = Vec::new();
        for &(line, ref groups) in &text.0 {
            let partition = Self::of_groups(shape, goal, groups, kind)
                .map_err(|source| CatalogueError::Line { line, source })?;
            lines.extend(partition.lines);
        }
        Ok(Self { lines })
    }

    /// Returns the partition or the catalogue known as `name` for canonical boards of this shape
    /// and home, with tables of one kind.
    ///
    /// # Errors
    /// If the name is unknown, or belongs to another board or home.
    pub fn named(
        name: &str,
        shape: Shape,
        home: usize,
        kind: PatternKind,
    ) -> Result<Self, PartitionError> {
        let named = named::lines(name, shape, home);
        let named = named.ok_or_else(|| PartitionError::unknown(name, shape))?;
        let goal = shape.ordered_cells(home);
        let mut lines = Vec::new();
        for groups in named {
            lines.extend(Self::of_groups(shape, &goal, &groups.parse()?, kind)?.lines);
        }
        Ok(Self { lines })
    }

    /// Returns all that have names for canonical boards of this shape and home: first partitions,
    /// then catalogues, and of both those with the smallest tables first.
    pub fn all_named(
        shape: Shape,
        home: usize,
        kind: PatternKind,
    ) -> impl Iterator<Item = (&'static str, Self)> {
        named::for_board(shape, home).filter_map(move |(name, _)| {
            let named = Self::named(name, shape, home, kind).ok()?;
            Some((name, named))
        })
    }

    /// Returns the partitions, each with the kinds of its patterns' tables. There is at least one.
    pub fn lines(&self) -> &[(Partition, Vec<PatternKind>)] {
        &self.lines
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> Shape {
        self.lines[0].0.shape()
    }

    /// Returns the blank's cell in the goal.
    pub fn home(&self) -> usize {
        self.lines[0].0.home()
    }

    /// Returns the patterns and kinds of the tables that the catalogue needs, each once: patterns
    /// that are reflections or rotations of each other share a table.
    pub fn distinct(&self) -> Vec<(Pattern, PatternKind)> {
        let mut distinct = Vec::new();
        for (partition, kinds) in &self.lines {
            for (pattern, &kind) in partition.patterns().iter().zip(kinds) {
                let stored = (canonical_pattern(pattern), kind);
                if !distinct.contains(&stored) {
                    distinct.push(stored);
                }
            }
        }
        distinct
    }

    /// Returns the heuristic's name for boards of this shape with this goal, in the form that users
    /// can enter: `pdb` or `zpdb` with the name of the partition or catalogue, such as `pdb:7-8`;
    /// if it has no name, with the tiles of the goal, as [`CatalogueText`] reads them.
    ///
    /// # Panics
    /// If `goal` is not an arrangement of such boards that the catalogue can serve.
    pub fn name(&self, shape: Shape, goal: &[u8]) -> String {
        let mut kinds = self.lines.iter().flat_map(|(_, kinds)| kinds);
        let (family, kind) = if kinds.all(|&kind| kind == PatternKind::ZeroAware) {
            ("zpdb", PatternKind::ZeroAware)
        } else {
            ("pdb", PatternKind::Plain)
        };
        let mut known = Self::all_named(self.shape(), self.home(), kind);
        let known = known.find(|(_, known)| known == self);
        let member = known.map_or_else(
            || self.tiles(shape, goal, kind),
            |(name, _)| name.to_owned(),
        );
        format!("{family}:{member}")
    }

    /// Returns the tiles of the user's goal as text, with a `0` in each group whose table is not of
    /// `kind`.
    fn tiles(&self, shape: Shape, goal: &[u8], kind: PatternKind) -> String {
        let names = Placement::of_goal(shape, goal).names(goal);
        let group = |(pattern, its): (&Pattern, &PatternKind)| {
            let blank = (*its != kind).then_some(0);
            let kept = |&tile: &u8| pattern.label(names[usize::from(tile)]).is_some();
            let tiles = blank
                .into_iter()
                .chain((1..=shape.tiles() as u8).filter(kept));
            joined(tiles, ",")
        };
        let line = |(partition, kinds): &(Partition, Vec<PatternKind>)| {
            joined(partition.patterns().iter().zip(kinds).map(group), "/")
        };
        joined(self.lines.iter().map(line), ";")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All consist of partitions; the first is the one that the board has by itself.
    #[test]
    fn the_named_catalogues_share_their_tables() {
        for (name, board, tables) in [
            ("four", "5x5", 6),
            ("seven", "5x5", 11),
            ("four", "6x4", 6),
            ("three", "8x3", 6),
            ("two", "9x3", 6),
            ("three", "7x4", 9),
            ("three", "6x5", 7),
            ("two", "10x3", 6),
        ] {
            let shape = board.parse().unwrap();
            let catalogue = Catalogue::named(name, shape, 0, PatternKind::Plain).unwrap();
            let words = ["two", "three", "four", "five", "six", "seven"];
            assert_eq!(words[catalogue.lines().len() - 2], name);
            let distinct = catalogue.distinct();
            let large = distinct.iter().filter(|(pattern, _)| pattern.size() == 6);
            assert_eq!(large.count(), tables, "{name} {board}");
            let all = Catalogue::all_named(shape, 0, PatternKind::Plain);
            let own = all
                .filter(|(_, own)| own.lines().len() == 1)
                .last()
                .unwrap();
            assert_eq!(board == "5x5", own.1.lines()[0] != catalogue.lines()[0]);
        }
        let catalogues = named::NAMED.iter().filter(|(.., lines)| lines.len() > 1);
        assert_eq!(catalogues.count(), 8);
        for (name, board, known) in [
            ("seven", "3x3", "none with a name"),
            (
                "six",
                "5x5",
                "with the blank's home in a corner there are 6-6-6-6, four, seven",
            ),
        ] {
            let shape = board.parse().unwrap();
            let error = Catalogue::named(name, shape, 0, PatternKind::Plain).unwrap_err();
            assert_eq!(Partition::named(name, shape, 0).as_ref(), Err(&error));
            assert!(error.to_string().contains(known));
        }
    }

    #[test]
    fn kinds_may_be_mixed_and_errors_name_the_line() {
        let shape: Shape = "3x3".parse().unwrap();
        let goal = shape.ordered_cells(0);
        let read =
            |text: &str| Catalogue::of_goal(shape, &goal, &text.parse()?, PatternKind::Plain);
        let text = "0,1,2,3,4/5,6,7,8\n";
        let mixed = read(&format!("# both kinds\n\n{text}")).unwrap();
        assert_eq!(
            mixed.lines()[0].1,
            [PatternKind::ZeroAware, PatternKind::Plain]
        );
        assert_eq!(mixed.name(shape, &goal), format!("pdb:{}", text.trim_end()));
        assert_eq!(read(" # nothing\n"), Err(CatalogueError::Empty));
        for wrong in ["1,2/3,4", "1,2,3,4/5,6,7,8,9", "1,x", "0/1,2,3,4,5,6,7,8"] {
            let error = read(&format!("{text}{wrong}\n")).unwrap_err();
            assert!(
                matches!(error, CatalogueError::Line { line: 2, .. }),
                "{wrong}: {error}"
            );
        }
    }

    /// Named ones have their name, others the tiles of the user's goal, and the name is read as
    /// what it names.
    #[test]
    fn a_name_is_read_as_the_same_catalogue() {
        let seven = named::NAMED.iter().find(|named| named.0 == "seven");
        let seven = seven.unwrap().2.join("\n");
        let cases = [
            (
                "4x4",
                "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
                "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15",
            ),
            ("3x2", "1 2 3 4 5 0", "1,2/0,3,4/5;1,2,3/4,5"),
            ("3x3", "8 7 6 5 0 4 3 2 1", "1,2,3,4/5,6,7,8"),
            ("5x5", "", &seven),
        ];
        for kind in [PatternKind::Plain, PatternKind::ZeroAware] {
            for ((shape, goal, text), short) in cases.into_iter().zip(["7-8", "", "", "seven"]) {
                let shape: Shape = shape.parse().unwrap();
                let goal: Vec<u8> = goal
                    .split_whitespace()
                    .map(|tile| tile.parse().unwrap())
                    .collect();
                let goal = if goal.is_empty() { shape.ordered_cells(0) } else { goal };
                let read = |text: &str| {
                    Catalogue::of_goal(shape, &goal, &text.parse().unwrap(), kind).unwrap()
                };
                let name = read(text).name(shape, &goal);
                let (family, member) = name.split_once(':').unwrap();
                if short.is_empty() {
                    let again = if family == "zpdb" {
                        read(member)
                    } else {
                        Catalogue::of_goal(
                            shape,
                            &goal,
                            &member.parse().unwrap(),
                            PatternKind::Plain,
                        )
                        .unwrap()
                    };
                    assert_eq!(again, read(text), "{name}");
                } else {
                    assert_eq!(member, short);
                }
            }
        }
    }
}
