//! The classes of a search, and how neighbours are found.

use tilebase_core::{
    colours::{
        Arrangements, Side,
        packed::{self, Transposition},
    },
    format::Payload,
    prefetch,
    sliding::{Board, Shape},
};

use crate::{
    heuristic::{ColourBounds, MOST_VIEWS, View},
    table::TableError,
};

/// The most classes that share a state with a class, apart from its predecessor.
pub(super) const MOST_CHILDREN: usize = 7;

/// A class, and the path to it.
///
/// It has both views of the state after the last move, in colours: two words in one, laid out along
/// the class's lines.
#[derive(Clone, Copy, Default)]
pub(super) struct ClassNode {
    word: u64,
    /// The place in its line to which each move took the blank, the first in the lowest bits. Each
    /// takes as many bits as the side needs.
    trail: u128,
    /// The number of bits of the trail.
    trail_bits: u8,
    /// The number of moves made.
    moves: u8,
    /// The number of moves that may still be made, without the last one to the goal.
    left: u8,
    /// The side of the class: 0 of rows, 1 of columns.
    side: u8,
    /// The blank's cell in the layout of the word.
    place: u8,
    /// The bounds of the views.
    bounds: [u8; MOST_VIEWS],
}

impl ClassNode {
    /// Returns the greatest bound.
    #[inline(always)]
    pub(super) fn bound(&self) -> u8 {
        self.bounds[0].max(self.bounds[1])
    }

    /// Returns whether only the last move may still be made. The bounds are then 0: this may be a
    /// class of the goal.
    #[inline(always)]
    pub(super) fn is_last(&self) -> bool {
        self.left == 0
    }

    /// Returns the node as a root with this many moves left, if its bounds allow that.
    pub(super) fn within(&self, left: u32) -> Option<Self> {
        let left = u8::try_from(left).unwrap_or(u8::MAX);
        (self.bound() <= left).then_some(Self { left, ..*self })
    }
}

/// A neighbour whose bounds have been prefetched.
#[derive(Clone, Copy, Default)]
pub(super) struct ClassChild {
    pub(super) node: ClassNode,
    /// For each view, the rank in its table.
    ranks: [u32; MOST_VIEWS],
}

/// The bound of a class by its neighbour's bound and its own bound modulo 3:
/// `NEXT[bound][remainder]`. Impossible combinations give 255, a bound that no search allows.
const NEXT: [[u8; 4]; 256] = {
    let mut next = [[u8::MAX; 4]; 256];
    let mut bound = 0;
    while bound < 254 {
        next[bound][bound % 3] = bound as u8;
        next[bound][(bound + 1) % 3] = bound as u8 + 1;
        if bound > 0 {
            next[bound][(bound + 2) % 3] = bound as u8 - 1;
        }
        bound += 1;
    }
    next
};

/// The tables that a search looks up.
pub(super) struct ClassTables<'a> {
    start: Board,
    pub(super) goal: Board,
    /// The number of places in a line of each side.
    lengths: [u8; 2],
    /// The number of bits of a place in a line of each side.
    bits: [u8; 2],
    /// For each side, the transposition from its layout to that of the other side.
    transpositions: [&'a Transposition; 2],
    views: [ViewLookup<'a>; MOST_VIEWS],
}

/// The place of a view's bounds.
#[derive(Clone, Copy)]
struct ViewLookup<'a> {
    view: &'a View,
    arrangements: &'a Arrangements,
    payload: &'a [u8],
    /// The rank of the first class of each side, and the number of classes of a line.
    first: [u32; 2],
    orders: u32,
}

impl<'a> ClassTables<'a> {
    pub(super) fn new<D: Payload>(bounds: &'a ColourBounds<D>, start: &Board) -> Self {
        let shape = bounds.shape();
        let lookup = |view: &'a View| {
            let table = &bounds.tables[view.table];
            let space = table.space();
            ViewLookup {
                view,
                arrangements: space.arrangements(),
                payload: table.bytes().as_ref(),
                first: Side::BOTH.map(|side| space.first(view.side(side), 0) as u32),
                orders: space.arrangements().len(),
            }
        };
        let first = lookup(&bounds.views[0]);
        let lengths = [shape.cols(), shape.rows()];
        let space = bounds.tables[0].space();
        Self {
            start: *start,
            goal: Board::ordered(shape, bounds.home()),
            lengths: lengths.map(|length| length as u8),
            bits: lengths.map(|length| length.next_power_of_two().trailing_zeros() as u8),
            transpositions: Side::BOTH.map(|side| space.transposition(side)),
            // A single view is looked up twice.
            views: [first, bounds.views.get(1).map_or(first, lookup)],
        }
    }

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// Returns the length of the longest solution whose trail can be kept. The trail does not
    /// contain the last move.
    pub(super) fn longest(&self) -> u32 {
        let two_moves = u32::from(self.bits[0] + self.bits[1]);
        u128::BITS / two_moves * 2 + 1
    }

    /// Returns the classes of the start, except the one that it shares with the neighbour
    /// `excluded`.
    pub(super) fn roots<D: Payload>(
        &self,
        bounds: &ColourBounds<D>,
        excluded: Option<&Board>,
    ) -> Result<Vec<ClassNode>, TableError> {
        let packed = self
            .views
            .map(|lookup| lookup.view.colouring.paint(&self.start));
        let word = u64::from(packed[0]) | u64::from(packed[1]) << 32;
        let (shape, blank) = (self.shape(), self.start.blank());
        let root = |side: Side| -> Result<ClassNode, TableError> {
            let bound = |view| bounds.bound(view, &self.start, side);
            let (word, place) = match side {
                Side::Rows => (word, blank),
                Side::Columns => {
                    let place = shape.col(blank) * shape.rows() + shape.row(blank);
                    (self.transpositions[0].apply(word), place)
                }
            };
            Ok(ClassNode {
                word,
                side: side as u8,
                place: place as u8,
                bounds: [bound(self.views[0].view)?, bound(self.views[1].view)?]
                    .map(|bound| bound as u8),
                ..ClassNode::default()
            })
        };
        let shared = excluded.map(|board| {
            if shape.row(board.blank()) == shape.row(blank) {
                Side::Rows
            } else {
                Side::Columns
            }
        });
        let roots = Side::BOTH.into_iter().filter(|&side| shared != Some(side));
        roots.map(root).collect()
    }

    /// Calls `visit` with each class to which a move leads, and prefetches its bounds.
    #[inline(always)]
    pub(super) fn each_child(&self, node: &ClassNode, mut visit: impl FnMut(ClassChild)) {
        let side = usize::from(node.side);
        let (length, across) = (self.lengths[side], self.lengths[1 - side]);
        let line = node.place / length;
        let colours = packed::remove(node.word, node.place.into());
        for to in 0..length {
            let from = line * length + to;
            if from == node.place {
                continue;
            }
            let word = packed::insert(colours, from.into());
            let word = self.transpositions[side].apply(word);
            let place = to * across + line;
            let orders = packed::remove(word, place.into());
            let rank = |view: usize| {
                let ViewLookup {
                    arrangements,
                    payload,
                    first,
                    orders: all,
                    ..
                } = self.views[view];
                let rank = arrangements.rank((orders >> (32 * view)) as u32);
                let rank = first[1 - side] + u32::from(to) * all + rank;
                prefetch(payload, rank as usize / 4);
                rank
            };
            visit(ClassChild {
                ranks: [rank(0), rank(1)],
                node: ClassNode {
                    word,
                    trail: node.trail | u128::from(to) << node.trail_bits,
                    trail_bits: node.trail_bits + self.bits[side],
                    moves: node.moves + 1,
                    left: node.left - 1,
                    side: 1 - node.side,
                    place,
                    bounds: node.bounds,
                },
            });
        }
    }

    /// Returns a child with its bounds, if these allow it to reach the goal in the moves left.
    #[inline(always)]
    pub(super) fn look_up(&self, child: &ClassChild) -> Option<ClassNode> {
        let mut node = child.node;
        for view in 0..MOST_VIEWS {
            let rank = child.ranks[view];
            let byte = self.views[view].payload[rank as usize / 4];
            let remainder = byte >> (2 * (rank % 4)) & 3;
            node.bounds[view] = NEXT[usize::from(node.bounds[view])][usize::from(remainder)];
        }
        (node.bound() <= node.left).then_some(node)
    }

    /// Returns the cells to which the blank moves on the way to a last node and then to the goal,
    /// if the node leads to the goal.
    pub(super) fn solution(&self, node: &ClassNode) -> Option<Vec<u8>> {
        let shape = self.shape();
        let mut board = self.start;
        let mut moves = Vec::with_capacity(usize::from(node.moves) + 1);
        let mut slide = |board: &mut Board, side: u8, to: usize| {
            let cell = match side {
                0 => shape.row(board.blank()) * shape.cols() + to,
                _ => to * shape.cols() + shape.col(board.blank()),
            };
            board.slide_line(cell);
            moves.push(cell as u8);
        };
        let mut trail = node.trail;
        let mut side = (node.side + node.moves) % 2;
        for _ in 0..node.moves {
            let bits = self.bits[usize::from(side)];
            slide(&mut board, side, (trail & ((1 << bits) - 1)) as usize);
            trail >>= bits;
            side = 1 - side;
        }
        let (blank, home) = (board.blank(), self.goal.blank());
        let (in_line, to) = match side {
            0 => (shape.row(blank) == shape.row(home), shape.col(home)),
            _ => (shape.col(blank) == shape.col(home), shape.row(home)),
        };
        if !in_line || blank == home {
            return None;
        }
        slide(&mut board, side, to);
        (board == self.goal).then_some(moves)
    }
}
