//! Which instructions the kernel may use.

use std::ops::ControlFlow;

use super::kernel::{Ahead, Guide, Node, Walker};

/// The processor instructions that the tuned engine uses. The answers are the same with any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instructions {
    /// Whether to count and mask bits in one instruction. Only true where that has been detected.
    bits: bool,
}

impl Instructions {
    /// The best that this processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        let bits = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        #[cfg(not(target_arch = "x86_64"))]
        let bits = false;
        Self { bits }
    }

    /// What every processor has.
    pub fn portable() -> Self {
        Self { bits: false }
    }

    /// [`Walker::walk`], compiled for these instructions.
    pub(super) fn walk<const CELLS: usize, const SLOTS: usize, const VIEWS: usize>(
        self,
        walker: &mut Walker<'_, CELLS, SLOTS, VIEWS>,
        roots: impl DoubleEndedIterator<Item = Node<CELLS, SLOTS>>,
        ahead: Ahead,
        guide: &mut dyn Guide,
    ) -> ControlFlow<()> {
        #[cfg(target_arch = "x86_64")]
        if self.bits {
            // SAFETY: `bits` is only true where the processor has been found to have these.
            return unsafe { walk_with_bits(walker, roots, ahead, guide) };
        }
        walker.walk(roots, ahead, guide)
    }
}

/// The same code, with the instructions allowed.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn walk_with_bits<const CELLS: usize, const SLOTS: usize, const VIEWS: usize>(
    walker: &mut Walker<'_, CELLS, SLOTS, VIEWS>,
    roots: impl DoubleEndedIterator<Item = Node<CELLS, SLOTS>>,
    ahead: Ahead,
    guide: &mut dyn Guide,
) -> ControlFlow<()> {
    walker.walk(roots, ahead, guide)
}
