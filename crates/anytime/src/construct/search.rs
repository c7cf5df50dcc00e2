//! The beam of one stage.

use std::{iter, mem, sync::Arc};

use rustc_hash::FxHashSet;
use tilebase_core::sliding::Shape;

use super::{
    estimate::{MOVE, Weights},
    stages::Stage,
    table::{Places, StageTable, UNKNOWN, moved},
};
use crate::{
    children::{Bucket, Child, Parent},
    path::{hash, hash_of},
};

/// A board at the beginning of a stage, which is the end of the stage before.
pub(super) struct Start {
    /// The number of moves made.
    pub length: usize,
    pub cells: Box<[u8]>,
    hash: u64,
    path: Option<Arc<Segment>>,
    /// The estimate of the tiles of later stages.
    later: i32,
    places: Places,
}

/// The moves of one stage, the last one first, and those of the stages before.
struct Segment {
    before: Option<Arc<Segment>>,
    moves: Vec<u8>,
}

impl Start {
    pub fn new(cells: &[u8]) -> Self {
        Self {
            length: 0,
            cells: cells.into(),
            hash: hash(cells),
            path: None,
            later: 0,
            places: [0; 3],
        }
    }

    /// Returns the moves that led here, as the cells that the blank moved to.
    pub fn path(&self) -> Vec<u8> {
        let segments = iter::successors(self.path.as_deref(), |last| last.before.as_deref());
        let mut path: Vec<u8> = segments
            .flat_map(|segment| &segment.moves)
            .copied()
            .collect();
        path.reverse();
        path
    }
}

/// A board of a layer. Its cells are in a separate list.
struct LayerBoard {
    hash: u64,
    later: i32,
    places: Places,
    /// The cell that the blank came from.
    came_from: u8,
    /// The number of the move that led here.
    step: u32,
}

/// The beam of one stage.
pub(super) struct StageSearch<'a> {
    cells: usize,
    width: usize,
    weights: &'a Weights,
    stage: &'a Stage,
    table: StageTable,
    /// The boards to start from, the most promising first.
    pub starts: Vec<Start>,
    layer: Vec<LayerBoard>,
    /// The cells of the layer's boards, one after the other.
    boards: Vec<u8>,
    /// The cell that each move leads to, with the number of the move before. The first numbers are
    /// those of the starts.
    steps: Vec<(u32, u8)>,
    ends: Vec<Start>,
    ended: FxHashSet<u64>,
}

impl<'a> StageSearch<'a> {
    /// Takes the boards that the previous stage has reached, and keeps as many as fit the width.
    pub fn new(
        shape: Shape,
        weights: &'a Weights,
        stage: &'a Stage,
        mut reached: Vec<Start>,
        width: usize,
    ) -> Self {
        for start in &mut reached {
            let held = stage.held.as_ref().map_or(stage.tile, |held| held.0);
            let cell = |tile: u8| start.cells.iter().position(|&other| other == tile);
            start.places = [0, stage.tile, held].map(|tile| cell(tile).unwrap_or(0) as u8);
        }
        let only = match &reached[..] {
            [start] => Some(start.places),
            _ => None,
        };
        let mut search = Self {
            cells: shape.cells(),
            width,
            weights,
            stage,
            table: StageTable::new(shape, stage, only),
            starts: vec![],
            layer: vec![],
            boards: vec![],
            steps: vec![],
            ends: vec![],
            ended: FxHashSet::default(),
        };
        let mut ordered = vec![];
        for mut start in reached {
            let cells = start.cells.iter().zip(0..=u8::MAX);
            start.later = cells.map(|(&tile, cell)| search.away(tile, cell)).sum();
            let distance = search.table.reach(start.places, weights.reach);
            if distance != UNKNOWN {
                let estimate = start.later + weights.exact * i32::from(distance);
                ordered.push((start.length as i32 * MOVE + estimate, start.hash, start));
            }
        }
        ordered.sort_unstable_by_key(|&(estimate, hash, _)| (estimate, hash));
        ordered.truncate(width);
        search.starts = ordered.into_iter().map(|(_, _, start)| start).collect();
        search
    }

    /// Returns the estimate of a tile if its stage comes later.
    #[inline]
    fn away(&self, tile: u8, cell: u8) -> i32 {
        let is_held = self.stage.held.as_ref().is_some_and(|held| held.0 == tile);
        let is_later = tile != self.stage.tile && !is_held;
        if is_later { self.weights.of(tile, cell) } else { 0 }
    }

    /// Returns the boards that finish the stage, or `None` if `stop` returned true.
    pub fn run(mut self, stop: &dyn Fn() -> bool) -> Option<Vec<Start>> {
        let mut waiting = mem::take(&mut self.starts);
        waiting.sort_by_key(|start| start.length);
        let starts: Vec<_> = waiting.iter().map(|start| start.path.clone()).collect();
        self.steps = vec![(0, 0); starts.len()];
        let far = waiting
            .iter()
            .map(|start| self.table.distance(start.places))
            .max()?;
        let mut waiting = (0..).zip(waiting).peekable();
        let mut length = waiting.peek()?.1.length;
        let (mut least, mut improved) = (i32::MAX, length);
        let mut table_decides = false;
        let mut deadline = usize::MAX;
        loop {
            while let Some((number, start)) = waiting.next_if(|(_, start)| start.length == length) {
                self.enter(number, start);
            }
            if !self.ends.is_empty() {
                deadline = deadline.min(length + self.weights.patience);
            }
            let is_over = self.layer.is_empty() && waiting.peek().is_none();
            if is_over || length >= deadline {
                return Some(self.ends);
            }
            if stop() {
                return None;
            }
            let mut children = self.expand(table_decides);
            if children.is_empty() && !self.layer.is_empty() {
                table_decides = true;
                children = self.expand(table_decides);
            }
            let mut bucket = Bucket::distinct(&[&children]);
            if bucket.least < least && !table_decides {
                (least, improved) = (bucket.least, length);
            } else if length > improved + usize::from(far) + 20 && waiting.peek().is_none() {
                table_decides = true;
            }
            length += 1;
            if bucket.children.len() > self.width {
                // They stay in their order: that of a selection differs between standard libraries.
                let order = |child: &Child| (child.estimate, child.hash);
                let mut keys: Vec<_> = bucket.children.iter().map(order).collect();
                let first_left = *keys.select_nth_unstable(self.width).1;
                bucket.children.retain(|child| order(child) < first_left);
            }
            self.make(&bucket.children, length, &starts);
        }
    }

    /// Adds a start to the layer, or to the ends if it already finishes the stage.
    fn enter(&mut self, number: u32, start: Start) {
        if self.table.distance(start.places) > 0 {
            self.boards.extend_from_slice(&start.cells);
            self.layer.push(LayerBoard {
                hash: start.hash,
                later: start.later,
                places: start.places,
                came_from: start.places[0],
                step: number,
            });
        } else if self.ended.insert(start.hash) {
            self.ends.push(start);
        }
    }

    /// Returns the children of the layer. Those that take back a move are left out, unless the
    /// table decides.
    fn expand(&self, table_decides: bool) -> Vec<Child> {
        let mut children = Vec::with_capacity(3 * self.layer.len());
        let boards = self.layer.iter().zip(self.boards.chunks_exact(self.cells));
        for (index, (reached, board)) in boards.enumerate() {
            let blank = reached.places[0];
            for (direction, &to) in self.table.beside(blank).iter().enumerate() {
                let distance = self.table.distance(moved(reached.places, to));
                let back = to == reached.came_from && !table_decides;
                if back || distance == UNKNOWN {
                    continue;
                }
                let exact = i32::from(distance);
                let (later, hash) = self.after(reached, board[usize::from(to)], to);
                children.push(Child {
                    hash,
                    estimate: if table_decides {
                        exact
                    } else {
                        later + self.weights.exact * exact
                    },
                    parent: Parent::new(index, direction),
                });
            }
        }
        children
    }

    /// Returns the estimate of later tiles and the hash after a tile moved from a cell.
    #[inline]
    fn after(&self, reached: &LayerBoard, tile: u8, from: u8) -> (i32, u64) {
        let blank = reached.places[0];
        let less = reached.hash.wrapping_sub(hash_of(tile, from));
        (
            reached.later + self.away(tile, blank) - self.away(tile, from),
            less.wrapping_add(hash_of(tile, blank)),
        )
    }

    /// Makes the next layer of the children that fit the width, and collects the ends.
    fn make(&mut self, children: &[Child], length: usize, starts: &[Option<Arc<Segment>>]) {
        let mut layer = Vec::with_capacity(self.width);
        let mut boards = Vec::with_capacity(self.width * self.cells);
        for child in children {
            let index = child.parent.place();
            let reached = &self.layer[index];
            let blank = reached.places[0];
            let to = self.table.beside(blank)[child.parent.direction()];
            let first = boards.len();
            boards.extend_from_slice(&self.boards[index * self.cells..][..self.cells]);
            let board = &mut boards[first..];
            board.swap(blank.into(), to.into());
            let places = moved(reached.places, to);
            if self.table.distance(places) > 0 {
                let tile = board[usize::from(blank)];
                self.steps.push((reached.step, to));
                layer.push(LayerBoard {
                    hash: child.hash,
                    later: self.after(reached, tile, to).0,
                    places,
                    came_from: blank,
                    step: self.steps.len() as u32 - 1,
                });
                continue;
            }
            if self.ended.insert(child.hash) {
                let mut moves = vec![to];
                let mut step = reached.step as usize;
                while step >= starts.len() {
                    let (before, to) = self.steps[step];
                    moves.push(to);
                    step = before as usize;
                }
                let before = starts[step].clone();
                self.ends.push(Start {
                    length,
                    cells: board.as_ref().into(),
                    hash: child.hash,
                    path: Some(Arc::new(Segment { before, moves })),
                    later: 0,
                    places,
                });
            }
            boards.truncate(first);
        }
        (self.layer, self.boards) = (layer, boards);
    }
}
