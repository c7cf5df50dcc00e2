//! Data that one search makes and others use.

use std::sync::{Mutex, OnceLock};

/// A value that is made by the first search that needs it.
///
/// Others do without it until it is made. Waiting for it could deadlock, because a thread that
/// waits for others of its pool may begin another search.
pub(super) struct OnceBuilt<T> {
    made: OnceLock<T>,
    /// Locked while the value is made.
    making: Mutex<()>,
}

impl<T> OnceBuilt<T> {
    pub(super) fn new() -> Self {
        Self {
            made: OnceLock::new(),
            making: Mutex::new(()),
        }
    }

    /// Returns the value if it has been made.
    pub(super) fn get(&self) -> Option<&T> {
        self.made.get()
    }

    /// Returns the value, and makes it first if there is none; `None` if that fails, or while
    /// another thread makes it.
    pub(super) fn get_or_make(&self, make: impl FnOnce() -> Option<T>) -> Option<&T> {
        if let Ok(_making) = self.making.try_lock()
            && self.made.get().is_none()
        {
            let _ = self.made.set(make()?);
        }
        self.made.get()
    }
}
