//! One level of the search for all unreached states, 64 at a time.
//!
//! For one gap after another, the bits of all rows with that gap are pulled from the rows one move
//! away. Those have other gaps, so no thread writes what another reads. The groups of a gap are
//! divided into regions for the threads.
//!
//! A jump takes a block `x` from one place of the order and puts it at another, `i` and `j` say,
//! and leaves the order of the other stones as it was. So for a fixed `x` it maps the orders with
//! `x` at `i` to the orders with `x` at `j` in lexicographic order: ranks move together. How many
//! of them depends on the places. A *prefix* is the first stones of an order, all but the last few,
//! such that the orders with the same prefix are a few hundred consecutive ranks ([`Suffixes`]).
//!
//! 1. Both places are in the prefix, though the block at the later one may reach beyond it. The
//!    following stones stay as they are, so runs of ranks are copied ([`GapPass::copy_runs`]).
//! 2. From the prefix into the suffix: a run is scattered ([`GapPass::fill_block`]).
//! 3. From one place of the suffix to another: a field is gathered, and scattered (the same).
//! 4. From the suffix into the prefix: a field is gathered ([`GapPass::fill_run`]).
//!
//! Prefixes are enumerated depth-first. A prefix is skipped if all its states have been reached or
//! found.

use tilebase_core::oshidori::StoneOrders;

use super::{
    entries::{Group, Level3, STATES, unreached},
    suffix::Suffixes,
};

/// The most stones of a block in dense levels.
pub(super) const WIDEST: usize = 3;

/// The data that all regions of a level and a gap share.
#[derive(Clone, Copy)]
pub(super) struct GapPass<'a> {
    pub orders: &'a StoneOrders,
    pub suffixes: &'a Suffixes,
    /// The level from which the states are reached.
    pub from: Level3,
    /// The gap of the states to be reached.
    pub gap: usize,
    /// The groups of smaller gaps, from the first of all on.
    pub left: &'a [Group],
    /// The groups of greater gaps, up to the last of all.
    pub right: &'a [Group],
    /// The index of the first of `right`.
    pub right_start: u64,
}

/// Memory that a thread uses for one region after the other.
#[derive(Default)]
pub(super) struct RunWorkspace {
    /// A bit for each state of the region that is neither reached nor found next to the level, with
    /// a margin of `u64`s on both sides for blocks that cross the ends.
    wanted: Vec<u64>,
    /// A bit for each order of one suffix.
    block: Vec<u64>,
    source: Vec<u64>,
    /// The stones so far, and for the first 0, 1, 2, … of them the code and the least rank of the
    /// orders that continue them.
    stones: Vec<u8>,
    nodes: Vec<(usize, u64)>,
    /// The kind to try next after the first 0, 1, 2, … stones.
    next: Vec<u8>,
}

impl RunWorkspace {
    /// Returns bit i for the i-th state of the region's groups, after [`GapPass::run`].
    pub fn wanted(&mut self, margin: usize) -> &mut [u64] {
        let end = self.wanted.len() - margin;
        &mut self.wanted[margin..end]
    }
}

/// The ranks of orders that a region covers, and the place of their bits.
struct RankRange {
    start: u64,
    end: u64,
    /// The place of a rank's bit in [`RunWorkspace::wanted`] minus the rank, modulo 2^64.
    offset: u64,
}

impl GapPass<'_> {
    /// Returns the `u64`s of bits on each side of a region.
    pub fn margin(&self) -> usize {
        self.suffixes.most_u64s() + 1
    }

    /// Finds the unreached states of a region that are next to the level. The others stay wanted,
    /// including those of other gaps. `first` is the index of the region's first group.
    #[inline(always)]
    pub fn run<const BMI2: bool>(
        &self,
        groups: &[Group],
        first: u64,
        workspace: &mut RunWorkspace,
    ) {
        let margin = self.margin();
        workspace.wanted.clear();
        workspace.wanted.resize(groups.len() + 2 * margin, 0);
        for (wanted, group) in workspace.wanted[margin..].iter_mut().zip(groups) {
            *wanted = unreached(group);
        }
        workspace.block.resize(margin, 0);
        workspace.source.resize(margin, 0);

        let base = self.gap as u64 * self.orders.len();
        let region = RankRange {
            start: (first * STATES).saturating_sub(base),
            end: ((first + groups.len() as u64) * STATES - base).min(self.orders.len()),
            offset: base
                .wrapping_add(margin as u64 * 64)
                .wrapping_sub(first * STATES),
        };
        self.walk::<BMI2>(&region, workspace);
    }

    /// Visits all prefixes of orders of the region, shorter ones before longer ones.
    #[inline(always)]
    fn walk<const BMI2: bool>(&self, region: &RankRange, workspace: &mut RunWorkspace) {
        let block = self.orders.puzzle().block();
        let kinds = self.orders.puzzle().kinds() as u8;
        // Only jumps out of the suffix into the prefix need the last stone.
        let prefix = self.suffixes.prefix;
        let deepest = prefix + block - usize::from(self.gap < prefix + block);

        workspace.stones.clear();
        workspace.nodes.clear();
        workspace.nodes.push((self.orders.all(), 0));
        workspace.next.clear();
        workspace.next.push(1);
        self.visit::<BMI2>(region, workspace);
        loop {
            let depth = workspace.stones.len();
            let (code, rank) = workspace.nodes[depth];
            let kind = workspace.next[depth];
            if depth == deepest || kind > kinds {
                if depth == 0 {
                    return;
                }
                workspace.stones.pop();
                workspace.nodes.pop();
                workspace.next.pop();
                continue;
            }
            workspace.next[depth] += 1;
            let count = self.orders.starting_with(code, kind);
            let start = rank + self.orders.before(code, kind);
            if start >= region.end {
                return;
            }
            if count == 0
                || start + count <= region.start
                || !any(&workspace.wanted, region, start, count)
            {
                continue;
            }
            workspace.stones.push(kind);
            workspace
                .nodes
                .push((code - self.orders.weight(kind), start));
            workspace.next.push(1);
            self.visit::<BMI2>(region, workspace);
        }
    }

    #[inline(always)]
    fn visit<const BMI2: bool>(&self, region: &RankRange, workspace: &mut RunWorkspace) {
        let (block, prefix) = (self.orders.puzzle().block(), self.suffixes.prefix);
        let depth = workspace.stones.len();
        if (block..prefix + block).contains(&depth) {
            self.copy_runs(region, workspace);
        }
        if depth == prefix {
            let (code, rank) = workspace.nodes[depth];
            if any(&workspace.wanted, region, rank, self.orders.count(code)) {
                self.fill_block::<BMI2>(region, workspace);
            }
        }
        if depth == prefix + block && self.gap >= prefix + block {
            self.fill_run::<BMI2>(region, workspace);
        }
    }

    /// Handles the jumps that change the last of the stones so far and none after it.
    #[inline(always)]
    fn copy_runs(&self, region: &RankRange, workspace: &mut RunWorkspace) {
        let (orders, block) = (self.orders, self.orders.puzzle().block());
        let RunWorkspace {
            wanted,
            stones,
            nodes,
            ..
        } = workspace;
        let last = stones.len();
        let (code, rank) = nodes[last];
        let mut copy = |gap: usize, from: u64| {
            let source = self.source(gap);
            let start = rank.max(region.start);
            let end = (rank + orders.count(code)).min(region.end);
            let mut at = start;
            while at < end {
                let bits = source.read(from + (at - rank)) & low_bits(end - at);
                clear(wanted, at.wrapping_add(region.offset), bits);
                at += 64;
            }
        };
        if self.gap == last {
            // A x B | C from A | B x C.
            for first in 0..=last - block {
                let (moved, passed) = stones[first..].split_at(block);
                let after = orders.append(nodes[first], passed);
                copy(first, orders.append(after, moved).1);
            }
        } else if self.gap + block <= last {
            // A | B x C from A x B | C.
            let (passed, moved) = stones[self.gap..].split_at(last - self.gap - block);
            let after = orders.append(nodes[self.gap], moved);
            copy(last, orders.append(after, passed).1);
        }
    }

    /// Handles the jumps that put a block into the suffix. The stones so far are the prefix.
    #[inline(always)]
    fn fill_block<const BMI2: bool>(&self, region: &RankRange, workspace: &mut RunWorkspace) {
        let (orders, width) = (self.orders, self.orders.puzzle().block());
        let (prefix, stones) = (self.suffixes.prefix, orders.puzzle().stones());
        let (code, rank) = workspace.nodes[prefix];
        let (pattern, _, kinds) = self.suffixes.of(code);
        let size = pattern.bits.div_ceil(64);
        let block = &mut workspace.block[..size];
        block.fill(0);

        if self.gap <= prefix {
            let passed = &workspace.stones[self.gap..];
            for (number, own) in &pattern.blocks {
                let mut moved = [0; WIDEST];
                for (stone, &own) in moved.iter_mut().zip(own) {
                    *stone = kinds[usize::from(own)];
                }
                let after = orders.append(workspace.nodes[self.gap], &moved[..width]);
                let from = orders.append(after, passed).1;
                for gap in prefix + width..=stones {
                    let run = self.source(gap).read(from);
                    if run != 0 {
                        pattern.scatter::<BMI2>(run, *number, gap - width - prefix, block);
                    }
                }
            }
        } else {
            for gap in (prefix..=stones).filter(|gap| gap.abs_diff(self.gap) >= width) {
                let (out_of, into) = if gap > self.gap {
                    (self.gap - prefix, gap - width - prefix)
                } else {
                    (self.gap - width - prefix, gap - prefix)
                };
                let reader = self.source(gap);
                let source = &mut workspace.source[..size];
                reader.read_on(rank, source);
                source[size - 1] &= low_bits((pattern.bits - 64 * (size - 1)) as u64);
                if out_of == into {
                    for (to, from) in block.iter_mut().zip(source) {
                        *to |= *from;
                    }
                } else if source.iter().any(|&bits| bits != 0) {
                    for &(number, _) in &pattern.blocks {
                        let run = pattern.gather::<BMI2>(source, number, out_of);
                        pattern.scatter::<BMI2>(run, number, into, block);
                    }
                }
            }
        }
        let mut at = rank.wrapping_add(region.offset);
        for &bits in &*block {
            clear(&mut workspace.wanted, at, bits);
            at += 64;
        }
    }

    /// Handles the jumps that took a block out of the suffix. The stones so far are the prefix with
    /// the block in it.
    #[inline(always)]
    fn fill_run<const BMI2: bool>(&self, region: &RankRange, workspace: &mut RunWorkspace) {
        let (orders, width) = (self.orders, self.orders.puzzle().block());
        let prefix = self.suffixes.prefix;
        let (code, rank) = workspace.nodes[prefix + width];
        let at = rank.wrapping_add(region.offset);
        let wanted = get(&workspace.wanted, at) & low_bits(orders.count(code));
        let mut found = 0;
        for gap in 0..prefix {
            let (moved, passed) = workspace.stones[gap..].split_at(width);
            let (code, from) = orders.append(workspace.nodes[gap], passed);
            let (pattern, own, _) = self.suffixes.of(code);
            let number = pattern.block(moved.iter().map(|&stone| own[usize::from(stone)]));
            let place = self.gap - width - prefix;
            let span = pattern.span(number, place);
            let source = &mut workspace.source[..span.end];
            let start = from + 64 * span.start as u64;
            self.source(gap).read_on(start, &mut source[span.start..]);
            found |= pattern.gather::<BMI2>(source, number, place);
            if wanted & !found == 0 {
                break;
            }
        }
        clear(&mut workspace.wanted, at, found);
    }

    /// Returns a reader of the rows with another gap.
    #[inline(always)]
    fn source(&self, gap: usize) -> Reader<'_> {
        let base = gap as u64 * self.orders.len();
        let (groups, offset) = if gap < self.gap {
            (self.left, base)
        } else {
            (self.right, base - self.right_start * STATES)
        };
        Reader {
            groups,
            offset,
            level: self.from,
        }
    }
}

/// Reads the states of a level.
struct Reader<'a> {
    groups: &'a [Group],
    /// The place of a rank in the groups minus the rank.
    offset: u64,
    level: Level3,
}

impl Reader<'_> {
    /// Reads a bit for each of 64 orders, from rank `rank` on.
    #[inline(always)]
    fn read(&self, rank: u64) -> u64 {
        let at = rank + self.offset;
        let (group, shift) = ((at / STATES) as usize, at % STATES);
        let pair = &self.groups[group..group + 2];
        self.level.select(&pair[0]) >> shift | self.level.select(&pair[1]) << 1 << (63 - shift)
    }

    /// Fills `into` with the bits of the orders from rank `rank` on.
    #[inline(always)]
    fn read_on(&self, rank: u64, into: &mut [u64]) {
        let at = rank + self.offset;
        let (group, shift) = ((at / STATES) as usize, at % STATES);
        let groups = &self.groups[group..group + into.len() + 1];
        let mut here = self.level.select(&groups[0]);
        for (bits, group) in into.iter_mut().zip(&groups[1..]) {
            let next = self.level.select(group);
            *bits = here >> shift | next << 1 << (63 - shift);
            here = next;
        }
    }
}

/// Returns whether any of `count` orders of the region from rank `start` on is wanted. If there are
/// more than 1024, the answer is yes without looking.
#[inline(always)]
fn any(wanted: &[u64], region: &RankRange, start: u64, count: u64) -> bool {
    if count > 1024 {
        return true;
    }
    let end = (start + count).min(region.end);
    let mut at = start.max(region.start);
    while at < end {
        if get(wanted, at.wrapping_add(region.offset)) & low_bits(end - at) != 0 {
            return true;
        }
        at += 64;
    }
    false
}

/// Returns ones in the lowest `count` places, at most 64.
#[inline(always)]
fn low_bits(count: u64) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}

/// Returns the 64 bits from `at` on.
#[inline(always)]
fn get(all: &[u64], at: u64) -> u64 {
    let (index, shift) = ((at / 64) as usize, at % 64);
    all[index] >> shift | all[index + 1] << 1 << (63 - shift)
}

/// Clears those of the 64 bits from `at` on that are set in `bits`.
#[inline(always)]
fn clear(all: &mut [u64], at: u64, bits: u64) {
    let (index, shift) = ((at / 64) as usize, at % 64);
    all[index] &= !(bits << shift);
    all[index + 1] &= !(bits >> 1 >> (63 - shift));
}
