use serde::{Deserialize, Serialize};

/// The reason why no solution is shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Proof {
    /// The table has the distance of every state.
    Table,
    /// All shorter sequences were searched or excluded by the lower bound.
    Search,
    /// A solution was constructed that is as short as the lower bound.
    #[serde(rename = "construction+bound")]
    ConstructionAndBound,
}

impl Proof {
    /// Returns `table`, `search` or `construction+bound`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Search => "search",
            Self::ConstructionAndBound => "construction+bound",
        }
    }
}
