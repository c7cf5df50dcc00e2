//! Checks a solution by playing it.

use tilebase_core::oshidori::Row;

/// Returns the row after the moves of these [numbers](Row::number) from `start`, or `None` if one
/// of them is against the rules. Shares no code with the searches.
///
/// ```
/// use tilebase_core::oshidori::{Stones, Row};
/// use tilebase_solve::oshidori::replay;
/// let stones = Stones::of_kinds(3, 2)?;
/// let end = replay(&Row::start(stones), &[1, 3, 6]);
/// assert_eq!(end, Some(Row::goal(stones)));
/// assert_eq!(replay(&Row::start(stones), &[6]), None); // the gap itself cannot jump
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay(start: &Row, moves: &[u32]) -> Option<Row> {
    let mut row = *start;
    for &number in moves {
        let jump = row.moves().find(|jump| row.number(*jump) == number)?;
        row.jump(jump);
    }
    Some(row)
}
