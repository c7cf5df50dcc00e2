//! Which instructions the kernel may use.

use std::ops::ControlFlow;

use super::{
    kernel::{Ahead, SubtreeSearch, Visitor},
    node::Node,
};

/// The processor instructions that the tuned engine uses. The answers are the same with any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instructions(Level);

/// Each includes those before it. Only levels that have been detected are ever made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Of every processor.
    Portable,
    /// Eight words at once, each shifted by its own count; bits counted and masked in one instruction.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Sixteen words at once, and their bits counted.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// Returns the best that this processor has.
    pub fn detect() -> Self {
        Self::all()
            .last()
            .expect("there is one for every processor")
    }

    /// Returns what every processor has.
    pub fn portable() -> Self {
        Self(Level::Portable)
    }

    /// Returns all that this processor can choose from, the best last.
    pub fn all() -> impl Iterator<Item = Self> {
        let mut levels = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2");
            let avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq");
            if avx2 {
                levels.push(Level::Avx2);
            }
            if avx2 && avx512 {
                levels.push(Level::Avx512);
            }
        }
        levels.into_iter().map(Self)
    }

    /// [`SubtreeSearch::walk`], compiled for these instructions.
    pub(super) fn walk<
        const CELLS: usize,
        const SLOTS: usize,
        const VIEWS: usize,
        const LANES: usize,
    >(
        self,
        search: &mut SubtreeSearch<'_, CELLS, SLOTS, VIEWS, LANES>,
        roots: impl DoubleEndedIterator<Item = Node<CELLS, SLOTS>>,
        ahead: Ahead,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        match self.0 {
            Level::Portable => search.walk(roots, ahead, visitor),
            // SAFETY: a level is only made where the processor has been found to have it.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { walk_with_avx2(search, roots, ahead, visitor) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { walk_with_avx512(search, roots, ahead, visitor) },
        }
    }
}

/// The same code under another name, with some instructions allowed.
#[cfg(target_arch = "x86_64")]
macro_rules! walk_with {
    ($name:ident, $instructions:literal) => {
        #[target_feature(enable = $instructions)]
        fn $name<const CELLS: usize, const SLOTS: usize, const VIEWS: usize, const LANES: usize>(
            search: &mut SubtreeSearch<'_, CELLS, SLOTS, VIEWS, LANES>,
            roots: impl DoubleEndedIterator<Item = Node<CELLS, SLOTS>>,
            ahead: Ahead,
            visitor: &mut dyn Visitor,
        ) -> ControlFlow<()> {
            search.walk(roots, ahead, visitor)
        }
    };
}

#[cfg(target_arch = "x86_64")]
walk_with!(walk_with_avx2, "avx2,popcnt,bmi1,bmi2");
#[cfg(target_arch = "x86_64")]
walk_with!(
    walk_with_avx512,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,popcnt,bmi1,bmi2"
);
