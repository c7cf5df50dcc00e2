//! The rules of moves in a row of stones.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeMap};

/// The condition on the stones of a block that jumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Mates {
    /// Any block of neighbouring stones may jump.
    #[default]
    Any,
    /// Only a block whose stones are not all alike.
    Unlike,
}

/// Whether a block is turned round as it jumps, so that its last stone becomes its first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Turn {
    /// Blocks keep their order.
    #[default]
    Never,
    /// A block keeps its order or is turned round, as the player likes.
    May,
    /// Every block is turned round.
    Must,
}

impl Turn {
    /// All values, in the order of their numbers in files.
    pub(super) const ALL: [Self; 3] = [Self::Never, Self::May, Self::Must];

    /// Returns `never`, `may` or `must`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::May => "may",
            Self::Must => "must",
        }
    }

    /// Returns the value with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|turn| turn.name() == name)
    }
}

/// The rules of moves in a row. A move takes `block` neighbouring stones and puts them into as many
/// neighbouring cells that were empty before it.
///
/// By the usual rules there are exactly as many cells without stones as a block has stones. They
/// are then always side by side and form the *gap*. If there are more, the row is an *open line*,
/// and they may lie anywhere.
///
/// ```
/// use tilebase_core::oshidori::{Rules, Stones, Turn};
/// let stones: Stones = "oshidori-bw-4".parse()?;
/// assert_eq!(stones.rules(), Rules::default());
/// let open = stones.with_rules(Rules { holes: 4, turn: Turn::Must, ..Rules::default() })?;
/// assert_eq!((open.cells(), open.states()), (12, Some(34_650)));
/// assert_eq!(open.rules().to_string(), "blocks of 2, 4 holes, turned");
/// # Ok::<(), tilebase_core::oshidori::StonesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rules {
    /// The number of stones that jump at a time, 2 or more.
    pub block: u8,
    /// The number of cells without stones, at least `block`.
    pub holes: u8,
    /// The condition on the stones of a block.
    pub mates: Mates,
    /// Whether blocks are turned round.
    pub turn: Turn,
}

impl Default for Rules {
    fn default() -> Self {
        Self::of_block(2)
    }
}

impl Rules {
    /// Returns the rules that options name. There are as many holes as a block has stones unless
    /// `holes` is given. With `unlike`, only blocks jump whose stones are not all alike.
    pub fn of_options(block: u8, holes: Option<u8>, unlike: bool, turn: Turn) -> Self {
        Self {
            block,
            holes: holes.unwrap_or(block),
            mates: if unlike { Mates::Unlike } else { Mates::Any },
            turn,
        }
    }

    /// Returns the rules by which any block of this many stones jumps into a gap of that width.
    pub fn of_block(block: u8) -> Self {
        Self::of_options(block, None, false, Turn::Never)
    }

    /// Returns whether the cells without stones may lie apart.
    #[inline]
    pub fn is_open(self) -> bool {
        self.holes != self.block
    }

    /// Returns whether any block may jump into a single gap without being turned round.
    #[inline]
    pub fn is_plain(self) -> bool {
        self == Self::of_block(self.block)
    }

    /// Returns whether the cell that a block leaves determines the move: there is a single gap, and
    /// only one order of the block.
    #[inline]
    pub fn names_moves_by_cell(self) -> bool {
        !self.is_open() && self.turn != Turn::May
    }

    /// Returns the part of a file name for these rules; empty for the usual ones.
    pub(crate) fn suffix(self) -> String {
        let number = |name, number: u8, usual| {
            if number == usual { String::new() } else { format!("-{name}{number}") }
        };
        let mates = if self.mates == Mates::Unlike { "-unlike" } else { "" };
        let turn = match self.turn {
            Turn::Never => String::new(),
            turn => format!("-turn-{}", turn.name()),
        };
        let block = number("block", self.block, 2);
        let holes = number("holes", self.holes, self.block);
        format!("{block}{holes}{mates}{turn}")
    }
}

/// Writes `blocks of 2`, followed by the rules that are not the usual ones.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "blocks of {}", self.block)?;
        if self.is_open() {
            write!(f, ", {} holes", self.holes)?;
        }
        f.write_str(match self.mates {
            Mates::Any => "",
            Mates::Unlike => ", unlike stones",
        })?;
        f.write_str(match self.turn {
            Turn::Never => "",
            Turn::May => ", turned or not",
            Turn::Must => ", turned",
        })
    }
}

/// Serializes as an object of the rules that are not the usual ones, named as the program's
/// options.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.block != 2 {
            map.serialize_entry("block", &self.block)?;
        }
        if self.is_open() {
            map.serialize_entry("holes", &self.holes)?;
        }
        if self.mates == Mates::Unlike {
            map.serialize_entry("unlike", &true)?;
        }
        if self.turn != Turn::Never {
            map.serialize_entry("turn", self.turn.name())?;
        }
        map.end()
    }
}
