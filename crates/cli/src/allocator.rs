//! The system's allocator, which records failed allocations, so that an abort after one is
//! recognized.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    /// Whether the last block that this thread asked for was refused.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether the last block of memory that this thread asked for was refused. Unless it makes
/// a backtrace, the standard library asks for none between a refusal and the abort that follows.
pub fn refused() -> bool {
    REFUSED.try_with(Cell::get).unwrap_or_default()
}

struct Noting;

#[global_allocator]
static ALLOCATOR: Noting = Noting;

fn noted(block: *mut u8) -> *mut u8 {
    // At the end of a thread there may be nowhere to note it.
    let _ = REFUSED.try_with(|refused| refused.set(block.is_null()));
    block
}

// SAFETY: every block comes from the system's allocator and goes back to it, unchanged.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract, which is the same.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract, which is the same.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract, which is the same.
        noted(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.dealloc(block, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_that_nothing_followed_is_one() {
        assert!(!refused());
        assert!(
            Vec::<u8>::new()
                .try_reserve_exact(isize::MAX as usize)
                .is_err()
        );
        assert!(refused());
        drop(std::hint::black_box(vec![1]));
        assert!(!refused());
    }
}
