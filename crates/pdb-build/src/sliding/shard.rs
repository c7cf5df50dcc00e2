//! What a search holds of a shard.

use std::io;

use tilebase_core::Monitor;

use super::{
    chunk::STATES,
    cut::{Cut, Place},
    plane::Plane,
    source::Activity,
};
use crate::Level;

/// A shard between two levels.
#[derive(Debug)]
pub(super) struct Shard {
    pub(super) number: usize,
    /// The states reached, by the second lowest bit of their depth.
    pub(super) planes: [Plane; 2],
    /// What is known of each chunk, cell by cell.
    pub(super) activity: Vec<Activity>,
    /// The depth of every state reached, if asked for; else nothing.
    pub(super) depths: Vec<u8>,
}

impl Shard {
    /// Returns a shard in which nothing is reached, in memory yet untouched. Segments begin at
    /// multiples of `alignment`.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn new(cut: &Cut, number: usize, alignment: usize) -> io::Result<Self> {
        Ok(Self {
            number,
            planes: [Plane::new(cut, alignment)?, Plane::new(cut, alignment)?],
            activity: vec![Activity::NONE; cut.cells() * cut.chunks()],
            depths: Vec::new(),
        })
    }

    /// Takes hold of the memory, on all threads. Left to the first levels, which hop about on one
    /// thread, it would take much longer.
    pub(super) fn touch(&mut self, monitor: &Monitor<'_, Level>) {
        for plane in &mut self.planes {
            plane.touch(monitor);
        }
    }

    /// Adds a state of this shard.
    pub(super) fn insert(&mut self, cut: &Cut, place: Place, depth: u32) {
        let Place {
            cell, chunk, state, ..
        } = place;
        let at = cell * cut.chunks() + chunk;
        let within = (chunk * STATES + state) as u64;
        self.planes[plane_of(depth)].insert(cell, within);
        let activity = &mut self.activity[at];
        activity.last = depth;
        activity.reached += 1;
        if let Some(byte) = self.depths.get_mut(at * STATES + state) {
            *byte = depth as u8;
        }
    }
}

/// Returns which plane holds the states of a depth.
pub(super) fn plane_of(depth: u32) -> usize {
    (depth >> 1 & 1) as usize
}
