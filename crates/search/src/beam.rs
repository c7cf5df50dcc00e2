//! Beam search: breadth-first search that keeps only the most promising states of each layer.
//!
//! A layer consists of states after the same number of moves. All states of a layer are expanded,
//! and the successors with the least estimates are kept. Their number is the *width* of the beam.
//! Time and memory therefore grow with the width times the length of the path, whatever the size of
//! the space. The path may be longer than a shortest one, and a narrow beam may miss every goal.
//!
//! States with equal estimates are ordered by a scrambled number, which is like a random choice:
//! the order in which they are found would keep similar states.
//!
//! Reddy, *Speech understanding systems: a summary of results*, 1977.

use tilebase_core::Monitor;

use crate::{
    Guided, SearchError, SearchLimits, SearchOutcome, SearchStats, StateSpace,
    guided::ordered,
    run::Meter,
    visited::{Insertion, Visited},
};

/// Scrambles numbers, each into another: 2³² divided by the golden ratio.
const ODD: u32 = 0x9e37_79b9;

/// Returns the path from `start` to a goal that a beam of this width finds, guided by
/// [`StateSpace::lower_bound`]; no path if the beam misses every goal.
///
/// [`SearchStats::generated`] counts the states that are kept in all layers.
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_search::{SearchLimits, Sliding, beam};
///
/// let shape = "3x3".parse()?;
/// let space = Sliding::new(&Board::goal(shape));
/// let start = space.pack(&Board::parse(shape, "867254301")?);
/// let length = |width| -> Result<_, Box<dyn std::error::Error>> {
///     let limits = SearchLimits::default();
///     Ok(beam(&space, start, width, &limits, &Monitor::silent())?.length())
/// };
/// assert!(length(20)? >= Some(31));
/// assert_eq!(length(200_000)?, Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search reaches a bound of `limits`, or the monitor asks it to stop.
pub fn beam<S: StateSpace>(
    space: &S,
    start: S::State,
    width: usize,
    limits: &SearchLimits,
    monitor: &Monitor<'_, SearchStats>,
) -> Result<SearchOutcome<S::State>, SearchError> {
    Guided::by_lower_bound(space).beam(start, width, limits, monitor)
}

impl<S: StateSpace> Guided<'_, S> {
    /// Returns the path from `start` to a goal that a beam of this width finds; no path if the beam
    /// misses every goal, which proves that there is none if [`SearchStats::cut`] is 0.
    ///
    /// Estimates are asked for only where a layer has more states than the beam is wide.
    /// [`SearchStats::generated`] counts the states that are kept in all layers.
    ///
    /// [`SearchStats::threshold`] is a lower bound on the moves of every path: a shorter one than
    /// that found leads through a state that was cut. Each such path has the moves up to that
    /// state, and one more at least; as many as a function of [`bounded_by`](Self::bounded_by) says
    /// if there is one, which is called with the states that are cut.
    ///
    /// # Errors
    /// If the search reaches a bound of `limits` or of [`up_to`](Self::up_to), the monitor asks to
    /// stop, or estimates are not numbers.
    pub fn beam(
        &mut self,
        start: S::State,
        width: usize,
        limits: &SearchLimits,
        monitor: &Monitor<'_, SearchStats>,
    ) -> Result<SearchOutcome<S::State>, SearchError> {
        let mut meter = Meter::new(limits, monitor);
        let new_table = || Visited::new(self.space.state_bytes(), 0);
        // The states that are kept in all layers, and those found for the next one.
        let (mut visited, mut found) = (new_table(), new_table());
        let mut successors = Vec::new();
        let mut best = self.moves_left(&start);
        visited.insert(start, None, &mut meter)?;
        // No path through a state that was cut has fewer moves.
        let mut least = u32::MAX;
        let (mut layer, mut moves) = (0..1, 0);
        loop {
            meter.stats.threshold = least.min(moves + best.unwrap_or(1));
            if best.is_some() {
                let path = self.completed(visited.path_to(visited.len() - 1));
                return Ok(meter.end(Some(path)));
            }
            if layer.is_empty() {
                return Ok(meter.end(None));
            }
            moves += 1;
            meter.check_moves(moves, self.most_moves)?;
            found.clear();
            meter.beside = visited.bytes();
            // The state with the least known number of moves left.
            let mut end = None;
            'layer: for parent in layer {
                meter.expand()?;
                self.space
                    .successors(visited.state(parent), &mut successors);
                for state in successors.drain(..) {
                    // Most successors that are not new lead straight back.
                    if visited.led_to(parent, &state) {
                        continue;
                    }
                    let hash = Visited::hash_of(&state);
                    if visited.find_hashed(hash, &state).is_some() {
                        continue;
                    }
                    let Insertion::New(index) =
                        found.insert_hashed(hash, state, Some(parent), &mut meter)?
                    else {
                        continue;
                    };
                    if let Some(left) = self.moves_left(found.state(index)) {
                        end = Some(end.map_or((left, index), |end| (left, index).min(end)));
                        if left == 0 {
                            break 'layer;
                        }
                    }
                }
            }
            meter.hold(found.len(), visited.len() + found.len());
            let first = visited.len();
            meter.beside = found.bytes();
            best = end.map(|(left, _)| left);
            if let Some((_, index)) = end {
                visited.adopt(&found, index, &meter)?;
            } else if found.len() <= width {
                for index in 0..found.len() {
                    visited.adopt(&found, index, &meter)?;
                }
            } else {
                let left = self.keep_best(&mut visited, &found, width, &mut meter)?;
                least = least.min(moves.saturating_add(left));
            }
            layer = first..visited.len();
        }
    }

    /// Adds the best states of a layer to those that are kept. Returns the least number of moves
    /// from one of the others to a goal that is not ruled out.
    fn keep_best(
        &mut self,
        visited: &mut Visited<S::State>,
        found: &Visited<S::State>,
        width: usize,
        meter: &mut Meter<'_>,
    ) -> Result<u32, SearchError> {
        let states = found.states_from(0);
        let each = size_of::<(u64, u32)>() + size_of::<f32>() + size_of::<bool>();
        meter.beside += each * states.len();
        meter.afford(visited.bytes())?;
        let estimates = self.estimates(states, meter)?;
        let chance = |at: u32| u64::from(at.wrapping_mul(ODD));
        let order = estimates.into_iter().zip(0u32..);
        let order =
            order.map(|(estimate, at)| (u64::from(ordered(estimate)) << 32 | chance(at), at));
        let mut order: Vec<(u64, u32)> = order.collect();
        order.select_nth_unstable(width);
        let (kept, cut) = order.split_at(width);
        let mut is_kept = vec![false; states.len()];
        for &(_, at) in kept {
            is_kept[at as usize] = true;
        }
        for (at, _) in is_kept.iter().enumerate().filter(|(_, kept)| **kept) {
            visited.adopt(found, at, meter)?;
        }
        meter.stats.generated -= cut.len() as u64;
        meter.stats.cut += cut.len() as u64;
        let cut: Vec<S::State> = match self.bound {
            Some(_) => cut
                .iter()
                .map(|&(_, at)| states[at as usize].clone())
                .collect(),
            None => Vec::new(),
        };
        self.least_left(&cut, meter)
    }
}
