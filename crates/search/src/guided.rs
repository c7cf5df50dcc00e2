//! Searches guided by a function of many states at once, such as a network.

use tilebase_core::Monitor;

use crate::{SearchError, SearchLimits, SearchStats, StateSpace, run::Meter, visited::Visited};

/// A function of many states at once: one number of moves for each.
pub(crate) type Estimates<'a, S> = Box<dyn FnMut(&[S]) -> Vec<f32> + 'a>;

/// A state space with a function that estimates the moves from many states to the goal at once.
///
/// Its searches expand states, find those that are new and keep their parents, and call the
/// function once for each layer or batch, with new states only. The estimates may be any numbers,
/// as a network gives them. Where a search says that a path is shortest, they must be lower bounds.
///
/// The free functions [`beam`](crate::beam()) and [`a_star`](crate::a_star()) are these searches
/// with [`StateSpace::lower_bound`].
///
/// ```
/// use tilebase_core::{Monitor, sliding::Board};
/// use tilebase_search::{Endings, Guided, PackedBoard, SearchLimits, Sliding, StateSpace};
///
/// let shape = "3x3".parse()?;
/// let space = Sliding::new(&Board::goal(shape));
/// let start = space.pack(&Board::parse(shape, "867254301")?);
/// let (limits, silent) = (SearchLimits::default(), Monitor::silent());
/// let endings = Endings::new(&space, &[space.goal()], 8, &limits, &Monitor::silent())?;
///
/// let mut layers = 0;
/// let estimate = |boards: &[PackedBoard]| {
///     layers += 1;
///     boards.iter().map(|board| 1.5 * space.lower_bound(board) as f32).collect()
/// };
/// let mut guided = Guided::new(&space, estimate).ending_at(&endings);
/// let found = guided.beam(start, 50, &limits, &silent)?;
/// assert!(found.length() >= Some(31));
/// drop(guided);
/// assert!(layers < 31, "once for each layer that is wider than the beam");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Guided<'a, S: StateSpace> {
    pub(crate) space: &'a S,
    pub(crate) bound: Option<Estimates<'a, S::State>>,
    pub(crate) weight: f32,
    pub(crate) batch: usize,
    pub(crate) most_moves: u32,
    estimate: Estimates<'a, S::State>,
    endings: Option<&'a Endings<S::State>>,
}

impl<'a, S: StateSpace> Guided<'a, S> {
    /// Returns a space with estimates: a function that returns one number for each state of a list.
    pub fn new(space: &'a S, estimate: impl FnMut(&[S::State]) -> Vec<f32> + 'a) -> Self {
        Self {
            space,
            bound: None,
            weight: 1.0,
            batch: 1,
            most_moves: u32::MAX,
            estimate: Box::new(estimate),
            endings: None,
        }
    }

    /// Returns the space with its own lower bound as the estimate.
    pub(crate) fn by_lower_bound(space: &'a S) -> Self {
        Self::new(space, |states| {
            let bounds = states.iter().map(|state| space.lower_bound(state) as f32);
            bounds.collect()
        })
    }

    /// Returns the space with a function that never returns more than the number of moves to a
    /// goal. With it a beam proves a lower bound: see [`beam`](Self::beam).
    pub fn bounded_by(mut self, bound: impl FnMut(&[S::State]) -> Vec<f32> + 'a) -> Self {
        self.bound = Some(Box::new(bound));
        self
    }

    /// Returns the space with known endings: a search ends when it reaches one of them.
    pub fn ending_at(mut self, endings: &'a Endings<S::State>) -> Self {
        self.endings = Some(endings);
        self
    }

    /// Returns the space with a factor by which A\* multiplies the estimates, 1 by default. A
    /// greater one finds longer paths sooner; [`f32::INFINITY`] makes the search greedy.
    pub fn weighted(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// Returns the space with the number of states that A\* and IDA\* expand at a time, 1 by
    /// default.
    pub fn in_batches(self, batch: usize) -> Self {
        let batch = batch.max(1);
        Self { batch, ..self }
    }

    /// Returns the space with the most moves of a path that beams and IDA\* look for.
    pub fn up_to(self, most_moves: u32) -> Self {
        Self { most_moves, ..self }
    }

    /// Returns the number of moves from a state to the goal, if it is a goal or a known ending.
    pub(crate) fn moves_left(&self, state: &S::State) -> Option<u32> {
        if self.space.is_goal(state) {
            return Some(0);
        }
        self.endings?.moves_left(state)
    }

    /// Returns a path with the moves that are known from its end to the goal.
    pub(crate) fn completed(&self, mut path: Vec<S::State>) -> Vec<S::State> {
        let end = path.last().filter(|end| !self.space.is_goal(end));
        if let Some((endings, end)) = self.endings.zip(end) {
            path.extend(endings.ending(end));
        }
        path
    }

    /// Returns the estimates of some states.
    pub(crate) fn estimates(
        &mut self,
        states: &[S::State],
        meter: &Meter<'_>,
    ) -> Result<Vec<f32>, SearchError> {
        checked(&mut self.estimate, states, meter)
    }

    /// Returns the least number of moves that a path through one of these states can have after
    /// it. None of them is a goal.
    pub(crate) fn least_left(
        &mut self,
        states: &[S::State],
        meter: &Meter<'_>,
    ) -> Result<u32, SearchError> {
        let Some(bound) = &mut self.bound else {
            return Ok(1);
        };
        let bounds = checked(bound, states, meter)?;
        Ok(bounds
            .into_iter()
            .map(whole_moves)
            .min()
            .unwrap_or(1)
            .max(1))
    }
}

/// Calls a function of states, unless there are none, and checks its numbers.
fn checked<S>(
    estimate: &mut Estimates<'_, S>,
    states: &[S],
    meter: &Meter<'_>,
) -> Result<Vec<f32>, SearchError> {
    if states.is_empty() {
        return Ok(Vec::new());
    }
    let found = estimate(states);
    // The function may have asked for it.
    meter.check_stop()?;
    if found.len() != states.len() {
        let (expected, found) = (states.len(), found.len());
        return Err(SearchError::Estimates { expected, found });
    }
    if found.iter().any(|estimate| estimate.is_nan()) {
        return Err(SearchError::NotANumber);
    }
    Ok(found)
}

/// Returns the least whole number of moves that is not less than a bound. The error of a sum of
/// rounded numbers does not make it one more.
pub(crate) fn whole_moves(bound: f32) -> u32 {
    const ROUNDING: f32 = 1e-3;
    (bound - ROUNDING).ceil().max(0.0) as u32
}

/// Returns a number in the order of the estimates, which are not NaN.
pub(crate) fn ordered(estimate: f32) -> u32 {
    // Of 0.0 and -0.0 neither is less.
    let bits = (estimate + 0.0).to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// Returns the number that [`ordered`] made this of.
pub(crate) fn estimated(ordered: u32) -> f32 {
    f32::from_bits(if ordered >> 31 == 0 { !ordered } else { ordered & !(1 << 31) })
}

/// The states near the goals and the ways from them, found backwards, for searches to end at.
///
/// Every move must have an inverse: the successors of a state must be the states that lead to it.
/// One list serves any number of searches.
pub struct Endings<S> {
    /// In the order of their distances; the parent of each is one move nearer.
    states: Visited<S>,
    /// The end of the states at each distance.
    ends: Vec<usize>,
}

impl<S: Clone + Eq + std::hash::Hash> Endings<S> {
    /// Finds the states up to this many moves from the goals.
    ///
    /// # Errors
    /// If the search reaches a bound of `limits`, or the monitor asks it to stop.
    pub fn new<P: StateSpace<State = S>>(
        space: &P,
        goals: &[S],
        moves: u32,
        limits: &SearchLimits,
        monitor: &Monitor<'_, SearchStats>,
    ) -> Result<Self, SearchError> {
        let mut meter = Meter::new(limits, monitor);
        let mut states = Visited::new(space.state_bytes(), 0);
        for goal in goals {
            states.insert(goal.clone(), None, &mut meter)?;
        }
        let (mut ends, mut successors) = (vec![states.len()], Vec::new());
        let mut level = 0..states.len();
        for _ in 0..moves {
            for parent in level.clone() {
                meter.expand()?;
                space.successors(states.state(parent), &mut successors);
                for state in successors.drain(..) {
                    states.insert(state, Some(parent), &mut meter)?;
                }
            }
            level = level.end..states.len();
            if level.is_empty() {
                break;
            }
            ends.push(level.end);
        }
        Ok(Self { states, ends })
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether there are none, because there is no goal.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of moves from a state to the nearest goal, if it is known.
    pub fn moves_left(&self, state: &S) -> Option<u32> {
        let index = self.states.find(state)?;
        Some(self.ends.partition_point(|&end| end <= index) as u32)
    }

    /// Returns the states after `state` on the way to a goal; none if it is not known.
    pub fn ending(&self, state: &S) -> Vec<S> {
        let Some(index) = self.states.find(state) else {
            return Vec::new();
        };
        let mut path = self.states.path_to(index);
        path.pop();
        path.reverse();
        path
    }
}
