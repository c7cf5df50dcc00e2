//! Full tables of oshidori rows, two bits per state.
//!
//! The builder searches breadth-first from the goals, level by level, each by the cheaper of two
//! methods:
//!
//! - forward from a list of the level's states to all their neighbours, while the level is small;
//! - backward from all unreached states, 64 at a time, because jumps move runs of consecutive ranks
//!   together (`dense.rs`).
//!
//! By rules that are not [plain](tilebase_core::oshidori::Rules::is_plain), and for blocks of more
//! than three, all levels are lists.
//!
//! Only two bits are kept for each state: its distance modulo 3, or 3 while it is unreached. They
//! also serve as the frontier. The states with the remainder of a level are those of the level and
//! those of three, six, … levels before. The latter do no harm, since all their neighbours are
//! reached.

mod bits;
mod dense;
mod entries;
mod suffix;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use tilebase_core::{
    Instructions, Kernel, Monitor, RankedSpace, format::Encoding, oshidori::OshidoriSpace,
    parallel, pattern::colex,
};

use self::{
    dense::{GapPass, RunWorkspace, WIDEST},
    entries::{Entries, Group, Level3, STATES},
    suffix::Suffixes,
};
use crate::{
    Added, BuildError, DistanceTable, LISTED_AT_MOST, Level, LevelSearch, Listing, Lists, Result,
    sparse,
};

/// Returns about how many bytes of memory [`search`] takes.
fn memory_needed(space: &OshidoriSpace) -> u64 {
    let (few, cells) = (Ways::of(space).few as u64, space.puzzle().cells() as u64);
    // A level and the next as lists, and the states found from a slice, each once for every move
    // that leads to it.
    let lists = 24 * few + 8 * few.min(4 * SLICE as u64) * cells;
    space.len() / 4 + lists
}

/// The limit by which the search chooses a method, and the processor's instructions.
#[derive(Debug, Clone, Copy)]
struct Ways {
    /// Levels of at most this many states are handled as lists.
    few: usize,
    instructions: Instructions,
}

impl Ways {
    /// Returns the fastest choice. A state handled by itself costs some hundred times its share of
    /// a dense level.
    fn of(space: &OshidoriSpace) -> Self {
        let puzzle = space.puzzle();
        let few = match space.orders().len() {
            _ if !puzzle.rules().is_plain() || puzzle.block() > WIDEST => space.len(),
            // Dense levels need gaps of at least this many states, so that a gap shares no group
            // with the next but one.
            0..256 => space.len(),
            _ => (space.len() / 128).min(1 << 24),
        };
        Self {
            few: few as usize,
            instructions: Instructions::detect(),
        }
    }

    /// Returns the size of the largest levels for which a list is useful.
    fn worth_listing(self) -> usize {
        self.few.max(LISTED_AT_MOST)
    }
}

/// Computes the distance of every row modulo 3, on all threads of rayon's current pool. Reports
/// each level to `monitor`.
///
/// The payload holds state r in byte r / 4, bits 2 (r % 4) and above; 3 stands for states from
/// which no goal can be reached.
///
/// # Errors
/// If the monitor asks to stop.
fn search(
    space: &OshidoriSpace,
    ways: Ways,
    monitor: &Monitor<'_, Level>,
) -> Result<DistanceTable> {
    let (total, encoding, suffixes) = (space.len(), Encoding::Mod3, OnceCell::new());
    let refused = BuildError::allocation(space.puzzle(), memory_needed(space));
    let mut entries = Entries::unreached(total).map_err(refused)?;
    let mut search = LevelSearch::from_goals(space.goals());
    for &rank in search.last.ranks.iter().flatten() {
        entries.reach(rank, Level3::of(0));
    }
    let lists = Lists::UpTo(LISTED_AT_MOST as u64);
    search.run((total, encoding, lists), monitor, &mut |search| {
        let depth = search.depth();
        match &search.last.ranks {
            _ if search.counts.iter().sum::<u64>() == total => Ok(Added::default()),
            Some(level) if level.len() <= ways.few => {
                listed_level(space, &mut entries, level, depth + 1, ways, monitor)
            }
            _ => {
                let suffixes = suffixes.get_or_init(|| Suffixes::new(space.orders()));
                dense_level(space, suffixes, &mut entries, depth, ways, monitor)
            }
        }
    })?;
    let payload = entries.finish(total);
    Ok(DistanceTable::new(encoding, total, search, payload))
}

/// The number of states whose neighbours are held in memory at a time, some of them several times.
const SLICE: usize = 1 << 18;

/// Reaches the states next to those of a list.
fn listed_level(
    space: &OshidoriSpace,
    entries: &mut Entries,
    level: &[u64],
    depth: u32,
    ways: Ways,
    monitor: &Monitor<'_, Level>,
) -> Result<Added> {
    let (mut all, mut count) = (Some(Vec::new()), 0);
    for slice in level.chunks(SLICE) {
        let found = sparse::expand(space, slice, |rank| entries.reached(rank), monitor)?;
        for &rank in &found {
            entries.reach(rank, Level3::of(depth));
        }
        count += found.len();
        all = all.filter(|_| count <= ways.worth_listing());
        if let Some(all) = &mut all {
            all.extend(found);
        }
    }
    Ok(Added {
        count: count as u64,
        ranks: all,
    })
}

/// The most entries that a thread handles at once: a millisecond of work.
const REGION: usize = 2048;

/// Reaches all states next to those at `depth`.
fn dense_level(
    space: &OshidoriSpace,
    suffixes: &Suffixes,
    entries: &mut Entries,
    depth: u32,
    ways: Ways,
    monitor: &Monitor<'_, Level>,
) -> Result<Added> {
    let orders = space.orders();
    let listing = Listing::new(ways.worth_listing() as u64);
    let mut lists = Vec::new();
    for gap in 0..=space.puzzle().stones() {
        // The first and the last group may also hold states of neighbouring gaps. No jump leads
        // from these gaps to this one, so no thread reads their states now.
        let base = gap as u64 * orders.len();
        let start = base / STATES;
        let end = (base + orders.len()).div_ceil(STATES);
        let (left, rest) = entries.as_mut_slice().split_at_mut(start as usize);
        let (own, right) = rest.split_at_mut((end - start) as usize);
        let pass = GapPass {
            orders,
            suffixes,
            from: Level3::of(depth),
            gap,
            left,
            right,
            right_start: end,
        };
        let region = REGION.min(own.len().div_ceil(4 * parallel::current_num_threads()));
        let regions = own.chunks_mut(region).enumerate();
        lists.extend(parallel::try_map(regions, |(index, groups)| {
            BuildError::check_stop(monitor)?;
            if groups.iter().all(|group| entries::unreached(group) == 0) {
                return Ok(Vec::new());
            }
            let first = start + (index * region) as u64;
            let mut workspace = RunWorkspace::default();
            let run = RegionRun(&pass, groups, first, &mut workspace);
            ways.instructions.run(run);
            let wanted = workspace.wanted(pass.margin());
            let new = settle(groups, wanted, Level3::of(depth + 1));
            let mut list = Vec::new();
            if listing.may_list(new) {
                list.reserve_exact(new as usize);
                for (group, &new) in (first..).zip(&*wanted) {
                    list.extend(colex::cells(new).map(|bit| group * STATES + bit as u64));
                }
            }
            Ok::<_, BuildError>(list)
        })?);
    }
    Ok(listing.added(listing.found(), &lists))
}

/// Puts the unreached states that are no longer wanted into `level`, leaves only their bits in
/// `wanted`, and returns their number.
fn settle(groups: &mut [Group], wanted: &mut [u64], level: Level3) -> u64 {
    let mut count = 0;
    for (group, bits) in groups.iter_mut().zip(wanted) {
        *bits = entries::unreached(group) & !*bits;
        level.add(group, *bits);
        count += u64::from(bits.count_ones());
    }
    count
}

/// [`GapPass::run`] with its arguments.
struct RegionRun<'a>(&'a GapPass<'a>, &'a [Group], u64, &'a mut RunWorkspace);

impl Kernel for RegionRun<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(pass, groups, first, workspace) = self;
        pass.run::<false>(groups, first, workspace);
    }

    #[inline(always)]
    fn run_with_bmi2(self) {
        let Self(pass, groups, first, workspace) = self;
        pass.run::<true>(groups, first, workspace);
    }
}
