//! The states that a search has reached.

use std::io;

use tilebase_core::{Memory, Monitor};

use super::bit_words::{
    chunk::{Activity, STATES},
    extent::{Extent, Place},
    plane::Plane,
};
use crate::Level;

/// The states of an extent that were reached.
#[derive(Debug)]
pub(super) struct ReachedStates {
    pub(super) extent: Extent,
    /// The states by the second lowest bit of their depth.
    pub(super) planes: [Plane; 2],
    /// A summary of each chunk, cell by cell.
    pub(super) activity: Vec<Activity>,
    /// The depth of every state that was reached; empty if the search keeps none.
    pub(super) depths: Memory,
}

impl ReachedStates {
    /// Returns memory for an extent in which nothing is reached. Segments begin at multiples of
    /// `alignment`.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn nothing(extent: Extent, alignment: usize) -> io::Result<Self> {
        let plane = || Plane::new(extent.cells, extent.segment_bytes(), alignment);
        Ok(Self {
            extent,
            planes: [plane()?, plane()?],
            activity: vec![Activity::NONE; extent.cells * extent.chunks],
            depths: Memory::zeroed(0)?,
        })
    }

    /// Touches the memory on all threads, so that the system provides it. The first levels jump
    /// from page to page on one thread, and would take much longer to do this.
    pub(super) fn touch(&mut self, monitor: &Monitor<'_, Level>) {
        for plane in &mut self.planes {
            plane.touch(monitor);
        }
    }

    /// Adds a state that was not reached before.
    pub(super) fn insert(&mut self, place: Place, depth: u32) {
        let Place { cell, chunk, state } = place;
        let at = cell * self.extent.chunks + chunk;
        self.planes[plane_of(depth)].insert(cell, (chunk * STATES + state) as u64);
        self.activity[at].add(depth, 1);
        if let Some(byte) = self.depths.get_mut(at * STATES + state) {
            *byte = depth as u8;
        }
    }
}

/// Returns the number of the plane with the states of a depth.
pub(super) fn plane_of(depth: u32) -> usize {
    (depth >> 1 & 1) as usize
}
