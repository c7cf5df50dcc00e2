//! Any ranked space as a state space.

use tilebase_core::RankedSpace;

use crate::StateSpace;

/// A [`RankedSpace`] as a [`StateSpace`]: one implementation gives a puzzle both its table and the
/// textbook searches.
///
/// A state is a rank, which takes eight bytes for every puzzle. Successors come in the order of
/// [`RankedSpace::neighbours`], and the goals are those of the space. Unless a lower bound is given
/// ([`with_lower_bound`](Self::with_lower_bound)), it is 1 for every state except the goals: A*
/// then works like breadth-first search, and IDA* like iterative deepening.
///
/// Each expansion unranks one state and ranks its neighbours, so a search costs more time than on a
/// space that moves packed states, such as [`Sliding`](crate::Sliding).
///
/// ```
/// use tilebase_core::{Monitor, RankedSpace};
/// use tilebase_search::{SearchLimits, Ranked, a_star, bidirectional};
///
/// /// A stack of six pancakes, the top one first; a move turns over the topmost two or more.
/// struct Pancakes;
///
/// impl RankedSpace for Pancakes {
///     type State = [u8; 6];
///
///     fn len(&self) -> u64 {
///         720 // 6!
///     }
///     /// The number of the permutation in lexicographic order.
///     fn rank(&self, stack: &[u8; 6]) -> u64 {
///         (0..6).fold(0, |rank, at| {
///             let smaller = stack[at..].iter().filter(|&&below| below < stack[at]).count();
///             rank * (6 - at as u64) + smaller as u64
///         })
///     }
///     fn unrank(&self, mut rank: u64) -> [u8; 6] {
///         assert!(rank < self.len());
///         let mut stack = [0; 6];
///         for at in (0..6).rev() {
///             let radix = 6 - at as u64;
///             stack[at] = (rank % radix) as u8;
///             rank /= radix;
///             // The digit counts the smaller pancakes below: those not smaller make room for it.
///             for below in at + 1..6 {
///                 stack[below] += u8::from(stack[below] >= stack[at]);
///             }
///         }
///         stack
///     }
///     fn neighbours(&self, stack: &[u8; 6], mut visit: impl FnMut([u8; 6])) {
///         for turned in 2..=6 {
///             let mut next = *stack;
///             next[..turned].reverse();
///             visit(next);
///         }
///     }
///     fn goals(&self) -> Vec<u64> {
///         vec![0]
///     }
/// }
///
/// let space = Ranked::new(&Pancakes);
/// let start = Pancakes.rank(&[3, 5, 1, 4, 0, 2]); // one of the two hardest stacks
/// let outcome = bidirectional(
///     &space, start, space.goals(), &SearchLimits::default(), &Monitor::silent(),
/// )?;
/// assert_eq!(outcome.length(), Some(7));
///
/// // Neighbours on the stack, and the last pancake and the plate, that are not neighbours in size.
/// let gaps = |stack: &[u8; 6]| {
///     let unlike = stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) != 1);
///     unlike.count() as u32 + u32::from(stack[5] != 5)
/// };
/// let space = space.with_lower_bound(gaps);
/// let outcome = a_star(&space, start, &SearchLimits::default(), &Monitor::silent())?;
/// for rank in outcome.path.expect("every stack can be sorted") {
///     println!("{:?}", Pancakes.unrank(rank));
/// }
/// # Ok::<(), tilebase_search::SearchError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Ranked<'a, S, B> {
    space: &'a S,
    /// Ascending.
    goals: Vec<u64>,
    bound: B,
}

impl<'a, S: RankedSpace> Ranked<'a, S, fn(&S::State) -> u32> {
    /// Returns `space` as a state space, without a lower bound of its own.
    pub fn new(space: &'a S) -> Self {
        Self {
            space,
            goals: space.goals(),
            bound: |_| 0,
        }
    }
}

impl<'a, S: RankedSpace, B> Ranked<'a, S, B> {
    /// Returns the space with `bound` to guide [`a_star`](crate::a_star) and
    /// [`ida_star`](crate::ida_star).
    ///
    /// `bound` must never exceed the number of moves to the nearest goal; otherwise the paths found
    /// may not be shortest. If each move lowers it by at most one, A* expands no state twice.
    pub fn with_lower_bound<C: Fn(&S::State) -> u32>(self, bound: C) -> Ranked<'a, S, C> {
        Ranked {
            space: self.space,
            goals: self.goals,
            bound,
        }
    }

    /// Returns the ranks of the goals in ascending order, for
    /// [`bidirectional`](crate::bidirectional).
    pub fn goals(&self) -> &[u64] {
        &self.goals
    }
}

impl<S: RankedSpace, B: Fn(&S::State) -> u32> StateSpace for Ranked<'_, S, B> {
    /// A rank, less than [`RankedSpace::len`].
    type State = u64;

    fn successors(&self, &rank: &u64, into: &mut Vec<u64>) {
        let state = self.space.unrank(rank);
        self.space
            .ranked_neighbours(&state, rank, |_, next| into.push(next));
    }

    fn is_goal(&self, rank: &u64) -> bool {
        self.goals.binary_search(rank).is_ok()
    }

    fn lower_bound(&self, rank: &u64) -> u32 {
        if self.is_goal(rank) {
            return 0;
        }
        (self.bound)(&self.space.unrank(*rank)).max(1)
    }
}
