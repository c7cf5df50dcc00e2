//! The maximum of several bounds.

use tilebase_core::format::DamagedPage;

use super::Heuristic;

/// The greatest of several bounds: admissible if all are, consistent if all are.
pub struct Maximum<'a>(pub Vec<Box<dyn Heuristic + 'a>>);

impl Heuristic for Maximum<'_> {
    fn name(&self) -> String {
        let names: Vec<_> = self.0.iter().map(|bound| bound.name()).collect();
        format!("max({})", names.join(","))
    }

    fn of_cells(&self, cells: &[u8]) -> u32 {
        let bounds = self.0.iter().map(|heuristic| heuristic.of_cells(cells));
        bounds.max().unwrap_or(0)
    }

    fn damage(&self) -> Result<(), DamagedPage> {
        self.0.iter().try_for_each(|bound| bound.damage())
    }
}
