//! Trains pair models.
//!
//! Each round solves boards by a beam that the current model guides, and fits the model to the
//! boards of the beam. For each layer of a solution of length L at depth g,
//!
//! - the board *on* the path is L − g moves from the goal: an error in either direction counts;
//! - some other boards of the layer, *off* the path, are at least about as far: else the solution
//!   would be shorter. Only an estimate below counts as an error.
//!
//! The second kind corrects boards that are rated too well. The boards of a round are ends of walks
//! from the goal, which become longer as the beam solves them; later also random boards, and boards
//! off the paths of earlier rounds, which are typical of beams. If a beam fails, its boards are
//! assumed to be somewhat farther than their Manhattan distance.
//!
//! Solutions of beams are longer than necessary, by some moves on one board and by many on another.
//! A good model is better fitted to its own estimates of boards farther along the path, which err
//! less: L − g is replaced by a mean over all n of n + V(the board n moves later), in which each
//! further move counts λ times as much as the one before. That is TD(λ) of R. Sutton, "Learning to
//! predict by the methods of temporal differences" (1988).
//!
//! The fit is by normalised least mean squares: an error, times a step, is shared among all weights
//! that apply to a board. A new model begins with the Manhattan distance. To learn from few boards,
//! a pair has three weights in addition to its own, which it shares with similar pairs: those with
//! homes and cells equally far apart, those with the rows of both and the order of columns in
//! common, and the same with rows and columns exchanged. All are added when the model is written.
//! A triple shares one weight with those whose tiles are equally far apart. Pairs of tiles that are
//! each other's inverse have all weights in common: in the inverse of a board, tiles and cells
//! exchange their roles, and if the blank is at home, it is as far from the goal as the board. On a
//! torus, pairs of the same class have all weights in common instead, and boards have no triples.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tilebase_core::{parallel, sliding::Shape};

use crate::{
    PairModel,
    object::{inverse, mirror},
    triples::Triples,
};

mod boards;
mod space;
mod torus;
mod triples;

use boards::{Example, random_walk, solve};
pub use space::TrainingSpace;
use torus::TorusTraining;
use triples::{TripleTraining, TripleWeights, apart};

/// The settings of a training.
#[derive(Debug, Clone)]
pub struct TrainingSettings {
    /// The number of rounds.
    pub rounds: u32,
    /// The number of boards that each round solves.
    pub boards: usize,
    /// The width of the beams.
    pub width: usize,
    /// The longest walks from the goal.
    pub longest_walk: usize,
    /// The mean number of times that each layer of a solution is used; three times as many while
    /// walks become longer.
    pub uses: f32,
    /// The most layers of solutions that are kept.
    pub most_examples: usize,
    /// The first step, of 1, and the last.
    pub steps: [f32; 2],
    /// The fraction of a step that a pair's own weight gets, and that of the weights it shares.
    pub shares: [f32; 2],
    /// The fraction of a step that a triple's own weight gets, and that of the weights it shares.
    pub triple_shares: [f32; 2],
    /// How much each further move along a solution counts: 1 for the lengths of solutions alone,
    /// less for estimates of the boards that follow.
    pub lambda: f32,
}

/// The result of a round.
#[derive(Debug, Clone)]
pub struct Round {
    /// The number of the round, from 1.
    pub round: u32,
    /// The longest walk of this round.
    pub walk: usize,
    /// The number of boards that the beam solved.
    pub solved: usize,
    /// The number of boards that it did not solve.
    pub failed: usize,
    /// The mean length of the solutions.
    pub mean: f64,
    /// The error of the estimates on the paths, before the fit: root of the mean square, in moves.
    pub error: f64,
}

/// A model in training.
#[derive(Debug, Clone)]
pub struct Training {
    space: TrainingSpace,
    shape: Shape,
    /// The weights of pairs of a torus.
    torus: Option<TorusTraining>,
    settings: TrainingSettings,
    /// The number of ways in which two rows are apart, and two columns.
    apart: [u32; 2],
    round: u32,
    walk: usize,
    singles: Vec<f32>,
    pairs: Vec<f32>,
    offsets: Vec<f32>,
    rows: Vec<f32>,
    cols: Vec<f32>,
    triples: TripleTraining,
    examples: Vec<Example>,
}

/// The numbers of the weights that apply to a pair of objects.
type PairWeights = [u32; 4];

/// The numbers of the weights that apply to a board.
#[derive(Default)]
struct WeightNumbers {
    pairs: Vec<PairWeights>,
    triples: Vec<TripleWeights>,
}

/// The data of one object at one cell from which the numbers of shared weights are computed.
#[derive(Clone, Copy)]
struct ObjectAtCell {
    number: u32,
    /// The number of the weight that it has alone.
    single: u32,
    blank: bool,
    home: [u32; 2],
    cell: [u32; 2],
    /// The number of the inverse.
    inverse: Option<u32>,
}

impl ObjectAtCell {
    fn inverted(self) -> Option<Self> {
        Some(Self {
            number: self.inverse?,
            home: self.cell,
            cell: self.home,
            inverse: Some(self.number),
            ..self
        })
    }
}

impl Training {
    /// Returns a training whose model is the Manhattan distance. Models of boards of more than 25
    /// cells have triples.
    pub fn new(space: TrainingSpace, settings: TrainingSettings) -> Self {
        let shape = space.shape();
        let cells = shape.cells();
        let has_triples = cells > 25 && !space.is_torus();
        let triples = if has_triples { Triples::zero(shape) } else { Triples::none(shape) };
        let distances = space.beam(0).distances(&space.goal());
        let torus = space.is_torus().then(|| TorusTraining::new(shape));
        let ways: usize = apart(shape).iter().product();
        let lines = |count: usize| 2 * 9 * count.pow(4);
        let [pairs, offsets, rows, cols] = match &torus {
            Some(torus) => torus.numbers_of_weights(),
            None => [
                cells.pow(4),
                2 * ways.pow(2),
                lines(shape.rows()),
                lines(shape.cols()),
            ],
        };
        let mut training = Self {
            torus,
            space,
            shape,
            apart: apart(shape).map(|ways| ways as u32),
            round: 0,
            walk: settings.longest_walk.min(100),
            singles: vec![0.0; cells * cells],
            pairs: vec![0.0; pairs],
            offsets: vec![0.0; offsets],
            rows: vec![0.0; rows],
            cols: vec![0.0; cols],
            triples: TripleTraining::of(shape, &triples),
            examples: Vec::new(),
            settings,
        };
        for (number, moves) in (0..cells)
            .flat_map(|tile| distances.of_tile(tile))
            .enumerate()
        {
            let place = training.place(number / cells, number % cells);
            training.singles[place.single as usize] = f32::from(*moves);
        }
        training
    }

    /// Returns a training that begins with a model, and with the longest walks.
    pub fn of(space: TrainingSpace, model: &PairModel, settings: TrainingSettings) -> Self {
        let model = if space.is_torus() { model.clone() } else { model.mean_with_inverse() };
        let mut training = Self::new(space, settings);
        training.walk = training.settings.longest_walk;
        let cells = model.shape().cells();
        let at = |number| [number / cells, number % cells];
        for number in 0..cells * cells {
            let a = training.place(number / cells, number % cells);
            training.singles[a.single as usize] = model.moves(at(number), at(number));
            for other in (number / cells + 1) * cells..cells * cells {
                let b = training.place(other / cells, other % cells);
                let [own, ..] = training.weights(a, b);
                training.pairs[own as usize] = model.moves(at(number), at(other));
            }
        }
        if !model.triples().is_empty() {
            training.triples = TripleTraining::of(model.shape(), model.triples());
        }
        training
    }

    /// Returns the number of rounds that are done.
    pub fn round(&self) -> u32 {
        self.round
    }

    fn place(&self, object: usize, cell: usize) -> ObjectAtCell {
        let cells = self.shape.cells();
        let home = if object == 0 { cells - 1 } else { object - 1 };
        let at = |cell| [self.shape.row(cell) as u32, self.shape.col(cell) as u32];
        let number = |[object, cell]: [usize; 2]| (object * cells + cell) as u32;
        let single = |torus: &TorusTraining| torus.single([object, cell]);
        ObjectAtCell {
            number: number([object, cell]),
            single: self.torus.as_ref().map_or(number([object, cell]), single),
            blank: object == 0,
            home: at(home),
            cell: at(cell),
            inverse: inverse(self.shape, [object, cell]).map(number),
        }
    }

    /// Returns the weights of a pair, the lesser object first: of the pair and its inverse, those
    /// of the one with the lesser numbers.
    #[inline]
    fn weights(&self, a: ObjectAtCell, b: ObjectAtCell) -> PairWeights {
        if let Some(torus) = &self.torus {
            let cells = self.shape.cells() as u32;
            let at = |number: u32| [number / cells, number % cells].map(|at| at as usize);
            return torus.weights(at(a.number), at(b.number));
        }
        let (a, b) = match (a.inverted(), b.inverted()) {
            (Some(c), Some(d)) => {
                let (c, d) = if c.number < d.number { (c, d) } else { (d, c) };
                if (c.number, d.number) < (a.number, b.number) { (c, d) } else { (a, b) }
            }
            _ => (a, b),
        };
        let count = (self.shape.cells() * self.shape.cells()) as u32;
        let kind = u32::from(!a.blank);
        let mut offset = kind;
        for (line, apart) in self.apart.into_iter().enumerate() {
            for (a, b) in [(a.home, b.home), (a.cell, b.cell)] {
                offset = offset * apart + apart / 2 + b[line] - a[line];
            }
        }
        let order = |a: u32, b: u32| (b > a) as u32 * 2 + (b == a) as u32;
        let lines = |line: usize| {
            let four = [a.home[line], a.cell[line], b.home[line], b.cell[line]];
            let count = self.apart[line].div_ceil(2);
            let number = four.iter().fold(kind, |number, at| number * count + at);
            let across = 1 - line;
            let orders = order(a.home[across], b.home[across]) * 3;
            number * 9 + orders + order(a.cell[across], b.cell[across])
        };
        [a.number * count + b.number, offset, lines(0), lines(1)]
    }

    #[inline]
    fn of_pair(&self, [pair, offset, rows, cols]: PairWeights) -> f32 {
        self.pairs[pair as usize]
            + self.offsets[offset as usize]
            + self.rows[rows as usize]
            + self.cols[cols as usize]
    }

    /// Returns the estimate of a board, and writes the numbers of the weights that apply.
    fn estimate(&self, of: &[ObjectAtCell], weights: &mut WeightNumbers) -> f32 {
        weights.pairs.clear();
        let mut sum: f32 = of
            .iter()
            .map(|place| self.singles[place.single as usize])
            .sum();
        for (number, &a) in of.iter().enumerate() {
            for &b in &of[number + 1..] {
                let pair = self.weights(a, b);
                sum += self.of_pair(pair);
                weights.pairs.push(pair);
            }
        }
        let cells = self.shape.cells() as u32;
        let cell_of = |tile: u8| (of[usize::from(tile)].number % cells) as u8;
        sum + self.triples.estimate(cell_of, &mut weights.triples)
    }

    fn learn(&mut self, of: &[ObjectAtCell], weights: &WeightNumbers, step: f32) {
        for place in of {
            self.singles[place.single as usize] += step;
        }
        let [own, shared] = self.settings.shares.map(|share| share * step);
        for &[pair, offset, rows, cols] in &weights.pairs {
            self.pairs[pair as usize] += own;
            self.offsets[offset as usize] += shared;
            self.rows[rows as usize] += shared;
            self.cols[cols as usize] += shared;
        }
        let steps = self.settings.triple_shares.map(|share| share * step);
        self.triples.learn(&weights.triples, steps);
    }

    /// Returns the model: the mean of what was learned and its mirror image.
    pub fn model(&self) -> PairModel {
        let shape = self.shape;
        let image = |place| mirror(shape, place);
        let single =
            |[object, cell]: [usize; 2]| self.singles[self.place(object, cell).single as usize];
        let pair = |a: [usize; 2], b: [usize; 2]| {
            let [a, b] = [a.min(b), a.max(b)].map(|[object, cell]| self.place(object, cell));
            self.of_pair(self.weights(a, b))
        };
        let model = PairModel::new(
            shape,
            |a| (single(a) + single(image(a))) / 2.0,
            |a, b| (pair(a, b) + pair(image(a), image(b))) / 2.0,
        );
        model.with_triples(self.triples.triples())
    }

    /// Does one round. The same seed gives the same result on any number of threads.
    pub fn round_of(&mut self, seed: u64) -> Round {
        let settings = self.settings.clone();
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(self.round.into());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let values = self.space.values(self.model());
        let starts = (0..settings.boards).map(|_| self.start(&mut rng));
        let starts: Vec<_> = starts.collect();
        // Boards near the goal are examples, too.
        let beam = self.space.beam(seed).without_backward_set();
        let solved = parallel::map(starts.iter().enumerate(), |(number, (board, below))| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (number as u64 + 1) << 40);
            let (width, lambda) = (settings.width, settings.lambda);
            solve(&beam, &values, board, width, *below, lambda, &mut rng)
        });
        let lengths: Vec<usize> = solved.iter().filter_map(|(length, _)| *length).collect();
        let new = solved.into_iter().flat_map(|(_, examples)| examples);
        let new: Vec<Example> = new.collect();
        // A new model has much to learn from few boards, which cost little.
        let times = if self.walk < settings.longest_walk { 3.0 } else { 1.0 };
        let visits = (new.len() as f32 * (times * settings.uses)) as usize;
        self.examples.extend(new);
        let surplus = self.examples.len().saturating_sub(settings.most_examples);
        self.examples.drain(..surplus);
        let done = self.round as f32 / settings.rounds as f32;
        let step = settings.steps[0] * (settings.steps[1] / settings.steps[0]).powf(done);
        let error = self.fit(visits, step, &mut rng);
        self.round += 1;
        let round = Round {
            round: self.round,
            walk: self.walk,
            solved: lengths.len(),
            failed: settings.boards - lengths.len(),
            mean: lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64,
            error,
        };
        if round.failed * 10 <= settings.boards {
            self.walk = (self.walk * 3 / 2).min(settings.longest_walk);
        } else if round.failed * 3 > settings.boards {
            self.walk = (self.walk * 2 / 3).max(50);
        }
        round
    }

    /// Returns a board for the beam, and the length that its solution must stay below.
    fn start(&self, rng: &mut ChaCha8Rng) -> (Vec<u8>, usize) {
        let cells = self.shape.cells();
        let goal = self.space.goal();
        let manhattan = self.space.beam(0).distances(&goal);
        let limit = |board: &[u8]| 2 * manhattan.sum(board) as usize + 120;
        let grown = self.walk >= self.settings.longest_walk;
        match rng.random_range(0..4) {
            0 if grown => {
                let board = self.space.uniform(rng);
                let below = limit(&board);
                (board, below)
            }
            1 if grown && !self.examples.is_empty() => {
                let example = &self.examples[rng.random_range(0..self.examples.len())];
                let last = &example.boards[example.boards.len() - cells..];
                (last.to_vec(), limit(last))
            }
            _ => {
                let moves = 20 + rng.random_range(0..self.walk);
                let board = random_walk(&self.space.adjacency(), goal, moves, rng);
                let below = limit(&board).min(moves + 2);
                (board, below)
            }
        }
    }

    /// Fits the model to this many of the examples, drawn at random. Returns the error on paths.
    fn fit(&mut self, visits: usize, step: f32, rng: &mut ChaCha8Rng) -> f64 {
        let cells = self.shape.cells();
        let all: Vec<ObjectAtCell> = (0..cells * cells)
            .map(|number| self.place(number / cells, number % cells))
            .collect();
        let examples = std::mem::take(&mut self.examples);
        let mut weights = WeightNumbers::default();
        let (mut squares, mut on_paths) = (0.0, 0);
        for _ in 0..visits {
            let example = &examples[rng.random_range(0..examples.len())];
            let mirrored = rng.random();
            for (number, board) in example.boards.chunks_exact(cells).enumerate() {
                let mut of = vec![all[0]; cells];
                for (cell, &tile) in board.iter().enumerate() {
                    let here = [tile.into(), cell];
                    let [object, cell] = if mirrored { mirror(self.shape, here) } else { here };
                    of[object] = all[object * cells + cell];
                }
                let error = self.estimate(&of, &mut weights) - example.moves_left;
                let error = if number == 0 && !example.failed {
                    squares += f64::from(error * error);
                    on_paths += 1;
                    error
                } else {
                    (error + if example.failed { 0.0 } else { 0.5 }).min(0.0)
                };
                if error != 0.0 {
                    let shares = self.settings.shares;
                    let features = match &mut self.torus {
                        Some(torus) => {
                            let singles: Vec<u32> = of.iter().map(|place| place.single).collect();
                            torus.features(&singles, &weights.pairs, shares)
                        }
                        None => (cells * cells) as f32,
                    };
                    self.learn(&of, &weights, -step * error / features);
                }
            }
        }
        self.examples = examples;
        (squares / f64::from(on_paths.max(1))).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveValues, estimator::Estimator};
    use rand::seq::SliceRandom;
    use tilebase_core::sliding::cells_of_tiles;

    /// With the blank at home, the mean of a model and its inverse estimates the mean of a board
    /// and its inverse.
    #[test]
    fn a_board_and_its_inverse_are_estimated_alike() {
        let shape: Shape = "3x3".parse().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut weights = || {
            (0..6561)
                .map(|_| rng.random_range(-3.0..3.0))
                .collect::<Vec<f32>>()
        };
        let (singles, pairs) = (weights(), weights());
        let number = |[object, cell]: [usize; 2]| object * 9 + cell;
        let model = PairModel::new(
            shape,
            |a| singles[number(a)],
            |a, b| pairs[number(a) * 81 + number(b)],
        );
        let mean = MoveValues::new(model.mean_with_inverse());
        let model = MoveValues::new(model);
        for _ in 0..100 {
            let mut cells: Vec<u8> = (1..9).collect();
            cells.shuffle(&mut rng);
            cells.push(0);
            // A tile is at the cell whose number, from 1, the inverse has at the tile's home.
            let places = &cells_of_tiles(&cells)[1..9];
            let inverse: Vec<u8> = places.iter().map(|cell| cell + 1).chain([0]).collect();
            let sum = model.estimate(&cells) + model.estimate(&inverse);
            let estimates = [&cells, &inverse].map(|board| mean.estimate(board));
            // Each of 9 single weights is rounded, and each of 36 weights of pairs.
            assert!((estimates[0] - estimates[1]).abs() <= 9);
            assert!((2 * estimates[0] - sum).abs() <= 2 * 45);
        }
    }

    /// A model that is trained further begins as it was, and a round of training changes it.
    #[test]
    fn training_continues_from_a_model() {
        let spaces = ["3x3", "2x4", "torus-3x3", "torus-2x4"];
        let settings = TrainingSettings {
            rounds: 2,
            boards: 20,
            width: 50,
            longest_walk: 60,
            uses: 1.0,
            most_examples: 1000,
            steps: [0.1, 0.1],
            shares: [1.0, 0.2],
            triple_shares: [1.0, 0.2],
            lambda: 0.9,
        };
        for name in spaces {
            let space: TrainingSpace = name.parse().unwrap();
            let triples = |model: PairModel| {
                let zero = Triples::zero(space.shape());
                if space.is_torus() { model } else { model.with_triples(zero) }
            };
            let mut training = Training::new(space, settings.clone());
            assert!(training.round_of(1).solved > 0);
            let model = triples(training.model());
            let mut further = Training::of(space, &model, settings.clone());
            if space.is_torus() {
                assert!(further.model() == model, "{name}");
                let read = space.read(&space.write(&model)).unwrap();
                assert!(read == model, "{name}");
            } else {
                assert!(further.model() == model.mean_with_inverse());
            }
            assert!(model.mean(&model) == model);
            let round = further.round_of(2);
            assert_eq!((round.round, round.walk), (1, settings.longest_walk));
            assert!(further.model() != model);
            assert!(space.is_torus() || further.model().triples() != model.triples());
            assert!(model.mean(&further.model()) == further.model().mean(&model));
        }
    }
}
