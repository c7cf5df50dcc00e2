//! The names of heuristics, as users write them.

use std::{fmt, str::FromStr};

use thiserror::Error;
use tilebase_core::pattern::PatternKind;

/// The heuristic of a search, as users name it.
///
/// ```
/// use tilebase_core::pattern::PatternKind;
/// use tilebase_solve::heuristic::HeuristicName;
///
/// let name: HeuristicName = "pdb:7-8".parse()?;
/// assert_eq!(name, HeuristicName::Patterns(PatternKind::Plain, Some("7-8".to_owned())));
/// assert_eq!(name.to_string(), "pdb:7-8");
/// assert!("euclid".parse::<HeuristicName>().is_err());
/// # Ok::<(), tilebase_solve::heuristic::UnknownHeuristic>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeuristicName {
    /// `manhattan`.
    Manhattan,
    /// `linear-conflict`.
    LinearConflict,
    /// `lines`, the simplest bound for moves of several tiles.
    Lines,
    /// `walking-distance`.
    WalkingDistance,
    /// `maximum`: the greatest of `manhattan`, `linear-conflict` and `walking-distance`.
    Maximum,
    /// `pdb` or `zpdb`, alone for the best pattern databases that fit the memory, or with a
    /// partition or a catalogue: `pdb:7-8`, `pdb:seven`.
    Patterns(PatternKind, Option<String>),
    /// `catalogue:FILE`: pattern databases of the partitions in a file.
    Catalogue(String),
    /// `colours`, alone for the colourings known to be good, or with the colours of the goal's
    /// cells: `colours:1122/3322/3344/3440`.
    Colours(Option<String>),
    /// `covering`, the bound for rows.
    Covering,
}

/// The searches that a heuristic can guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guides {
    /// Boards on which moves slide one tile.
    Boards,
    /// Boards on which moves slide several tiles.
    MultiTile,
    /// Rows of stones.
    Rows,
}

/// A heuristic as lists name it: its name, or some of its names; its names and what they stand for,
/// as a part of a sentence; and the searches that it guides.
pub type KnownHeuristic = (&'static [&'static str], &'static str, &'static [Guides]);

/// A text that is not the name of a heuristic.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown heuristic `{0}`")]
pub struct UnknownHeuristic(String);

impl HeuristicName {
    /// The pattern databases that are used unless a heuristic is named.
    pub const USUAL_PATTERNS: Self = Self::Patterns(PatternKind::Plain, None);

    /// Every heuristic.
    pub const ALL: [KnownHeuristic; 9] = [
        (&["manhattan"], "manhattan", &[Guides::Boards]),
        (&["linear-conflict"], "linear-conflict", &[Guides::Boards]),
        (
            &["colours"],
            "colours (on boards of 15 and 16 cells), colours:1122/3322/3344/3440 and other \
            colours of the goal's cells (on boards of up to 16 cells)",
            &[Guides::MultiTile],
        ),
        (
            &["walking-distance"],
            "walking-distance",
            &[Guides::Boards, Guides::MultiTile],
        ),
        (&["lines"], "lines", &[Guides::MultiTile]),
        (&["maximum"], "maximum (of these)", &[Guides::Boards]),
        (
            &[
                "pdb",
                "pdb:5-5-5",
                "pdb:7-8",
                "pdb:6-6-6-6",
                "pdb:four",
                "pdb:seven",
                "zpdb",
            ],
            "pdb, pdb:7-8 and other partitions, pdb:seven and other catalogues of partitions, \
            zpdb for zero-aware tables",
            &[Guides::Boards],
        ),
        (
            &[],
            "catalogue:FILE for a file that names a partition per line",
            &[Guides::Boards],
        ),
        (&["covering"], "covering", &[Guides::Rows]),
    ];

    /// Returns the names of the heuristics that guide some searches, as a part of a sentence.
    pub fn known(guides: Guides) -> String {
        let known = Self::ALL.iter().filter(|(_, _, its)| its.contains(&guides));
        let forms: Vec<&str> = known.map(|(_, forms, _)| *forms).collect();
        match &forms[..] {
            [others @ .., last] if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            forms => forms.concat(),
        }
    }
}

impl FromStr for HeuristicName {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let (family, member) = match text.split_once(':') {
            Some((family, member)) => (family, Some(member.to_owned())),
            None => (text, None),
        };
        Ok(match (family, member) {
            ("manhattan", None) => Self::Manhattan,
            ("linear-conflict", None) => Self::LinearConflict,
            ("lines", None) => Self::Lines,
            ("walking-distance", None) => Self::WalkingDistance,
            ("maximum", None) => Self::Maximum,
            ("pdb", member) => Self::Patterns(PatternKind::Plain, member),
            ("zpdb", member) => Self::Patterns(PatternKind::ZeroAware, member),
            ("catalogue", Some(file)) => Self::Catalogue(file),
            ("colours", member) => Self::Colours(member),
            ("covering", None) => Self::Covering,
            _ => return Err(UnknownHeuristic(text.chars().take(40).collect())),
        })
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (family, member) = match self {
            Self::Manhattan => ("manhattan", None),
            Self::LinearConflict => ("linear-conflict", None),
            Self::Lines => ("lines", None),
            Self::WalkingDistance => ("walking-distance", None),
            Self::Maximum => ("maximum", None),
            Self::Patterns(PatternKind::Plain, member) => ("pdb", member.as_ref()),
            Self::Patterns(PatternKind::ZeroAware, member) => ("zpdb", member.as_ref()),
            Self::Catalogue(file) => ("catalogue", Some(file)),
            Self::Colours(member) => ("colours", member.as_ref()),
            Self::Covering => ("covering", None),
        };
        f.write_str(family)?;
        member.map_or(Ok(()), |member| write!(f, ":{member}"))
    }
}
