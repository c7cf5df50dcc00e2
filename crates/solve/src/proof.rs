use serde::Serialize;

/// Why no solution is shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Proof {
    /// The table has the distance of every state.
    Table,
    /// Everything shorter was searched, or lies below the lower bound.
    Search,
    /// A solution was constructed that is as short as the lower bound.
    #[serde(rename = "construction+bound")]
    ConstructionAndBound,
}

impl Proof {
    /// `table`, `search` or `construction+bound`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Search => "search",
            Self::ConstructionAndBound => "construction+bound",
        }
    }
}
