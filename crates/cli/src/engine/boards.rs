//! Sliding boards without a table: IDA* with a heuristic.

use std::fs;

use tilebase_core::{
    Reduce,
    format::{Encoding, TableFile},
    pattern::{Groups, Partition, Pattern, PatternIndex, PatternKind},
    sliding::{Board, Reduction},
};
use tilebase_solve::{
    heuristic::{
        AdditivePatterns, Heuristic, LinearConflict, Manhattan, Maximum, PatternTable,
        WalkingDistance,
    },
    ida::{self, SolveError, Solver, Tuning},
};

use super::{Answer, Engine, Stats};
use crate::{context::Context, failure::Failure, output, progress, resources, state::State};

/// Bytes that the pattern databases of one board take together, unless `--memory` says otherwise.
const BUDGET: u64 = 512 << 20;

/// Where pattern databases are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Residence {
    /// In the mapped files: nothing to wait for.
    Mapped,
    /// In a copy in memory, where there is room: takes a moment, and searches run faster.
    Memory,
}

/// IDA* for one goal.
pub struct Search<'a> {
    reduction: Reduction,
    solver: Solver<'a>,
    quiet: bool,
}

impl Search<'_> {
    /// The search that the options ask for: by pattern databases, which are built if they are missing, or
    /// by the heuristic named.
    pub fn open(context: &Context, goal: &Board, residence: Residence) -> Result<Self, Failure> {
        let reduction = Reduction::to_canonical(goal);
        let name = context.heuristic.as_deref().unwrap_or("pdb");
        Ok(Self {
            solver: solver(context, &reduction, name, residence, Tuning::default())?,
            reduction,
            quiet: context.quiet,
        })
    }

    /// What the heuristic is called.
    pub fn heuristic(&self) -> &str {
        self.solver.heuristic()
    }

    fn run<T>(
        &self,
        state: &State,
        work: impl FnOnce(&Board, &tilebase_core::Monitor<'_, ida::Iteration>) -> Result<T, SolveError>,
    ) -> Result<Option<T>, Failure> {
        let State::Board(board) = state else {
            unreachable!("states are parsed for the puzzle that is asked about");
        };
        if !self.reduction.plausible(board) {
            return Ok(None);
        }
        let board = self.reduction.apply(board);
        match progress::search(self.quiet, describe, |monitor| work(&board, monitor)) {
            Ok(found) => Ok(Some(found)),
            Err(SolveError::Unsolvable) => Ok(None),
            Err(error @ SolveError::Interrupted(_)) => Err(Failure::Interrupted(error.to_string())),
            Err(error) => Err(Failure::input(error.to_string())),
        }
    }

    /// The user's states along the moves of the blank on the canonical board.
    fn path(&self, state: &State, moves: &[u8]) -> Vec<State> {
        let State::Board(board) = state else {
            unreachable!("states are parsed for the puzzle that is asked about");
        };
        let mut board = self.reduction.apply(board);
        let mut path = vec![*state];
        for &cell in moves {
            board.slide(cell.into());
            path.push(State::Board(self.reduction.restore(&board)));
        }
        path
    }
}

impl Engine for Search<'_> {
    fn distance(&self, state: &State) -> Result<Answer, Failure> {
        self.solve(state)
    }

    fn solve(&self, state: &State) -> Result<Answer, Failure> {
        let found = self.run(state, |board, monitor| self.solver.solve(board, monitor))?;
        Ok(match found {
            None => Answer {
                method: "parity",
                ..Answer::default()
            },
            Some(solution) => Answer {
                distance: Some(solution.moves.len() as u32),
                path: self.path(state, &solution.moves),
                method: "ida*",
                proof: Some("search"),
                heuristic: Some(self.heuristic().to_owned()),
                stats: Some(stats(&solution.stats)),
                ..Answer::default()
            },
        })
    }

    fn hints(&self, state: &State, _: u32) -> Result<Vec<(State, u32)>, Failure> {
        let mut hints = Vec::new();
        for next in state.neighbours() {
            if let Some(distance) = self.distance(&next)?.distance {
                hints.push((next, distance));
            }
        }
        hints.sort_by_key(|&(_, distance)| distance);
        Ok(hints)
    }

    fn count(&self, state: &State) -> Result<u128, Failure> {
        let found = self.run(state, |board, monitor| {
            self.solver.solve_all(board, 0, monitor)
        })?;
        Ok(found.map_or(0, |solutions| solutions.count.into()))
    }

    fn all(&self, state: &State, limit: usize) -> Result<Vec<Vec<State>>, Failure> {
        let found = self.run(state, |board, monitor| {
            self.solver.solve_all(board, limit, monitor)
        })?;
        let listed = found.map(|solutions| solutions.listed).unwrap_or_default();
        Ok(listed.iter().map(|moves| self.path(state, moves)).collect())
    }
}

/// What a terminal shows of a search.
fn describe(done: &ida::Iteration) -> (f64, String) {
    let text = format!(
        "at least {} moves; {} nodes in the last threshold, {}",
        done.threshold,
        output::count(done.generated),
        output::seconds(done.seconds),
    );
    (done.seconds, text)
}

fn stats(stats: &ida::Stats) -> Stats {
    Stats {
        expanded: stats.expanded,
        generated: stats.generated,
        thresholds: stats.iterations.iter().map(|step| step.threshold).collect(),
        seconds: stats.seconds,
    }
}

/// A solver with the heuristic named, for canonical boards.
pub fn solver(
    context: &Context,
    reduction: &Reduction,
    name: &str,
    residence: Residence,
    tuning: Tuning,
) -> Result<Solver<'static>, Failure> {
    let (shape, home) = (reduction.shape(), reduction.home());
    if let Some((kind, partition)) = partition(context, reduction, name)? {
        let databases = patterns(context, &partition, kind, residence)?;
        return Ok(Solver::with_tuning(databases, tuning));
    }
    let walking =
        || WalkingDistance::new(shape, home).map_err(|error| Failure::input(error.to_string()));
    let heuristic: Box<dyn Heuristic> = match name {
        "manhattan" => Box::new(Manhattan::new(shape, home)),
        "linear-conflict" => Box::new(LinearConflict::new(shape, home)),
        "walking-distance" => Box::new(walking()?),
        "maximum" => Box::new(Maximum(vec![
            Box::new(LinearConflict::new(shape, home)),
            Box::new(walking()?),
        ])),
        _ => {
            return Err(Failure::input(format!(
                "unknown heuristic `{name}`: there are manhattan, linear-conflict, walking-distance, maximum (of these), pdb, pdb:7-8 and other partitions, and zpdb for zero-aware tables"
            )));
        }
    };
    Ok(Solver::with_heuristic(shape, home, heuristic))
}

/// The partition that a heuristic's name means, if it means one: `pdb` for the best that fits the
/// memory, `pdb:7-8` for a named one; `--partition` gives one outright.
pub fn partition(
    context: &Context,
    reduction: &Reduction,
    name: &str,
) -> Result<Option<(PatternKind, Partition)>, Failure> {
    let (kind, rest) = match (name.strip_prefix("pdb"), name.strip_prefix("zpdb")) {
        (Some(rest), _) => (PatternKind::Plain, rest),
        (_, Some(rest)) => (PatternKind::ZeroAware, rest),
        _ => return Ok(None),
    };
    let (shape, home) = (reduction.shape(), reduction.home());
    let wrong = |error: tilebase_core::pattern::PartitionError| Failure::input(error.to_string());
    if let Some(given) = &context.partition {
        let groups: Groups = match fs::read_to_string(given) {
            Ok(text) => text.parse().map_err(wrong)?,
            Err(_) => given.parse().map_err(wrong)?,
        };
        return Ok(Some((
            kind,
            Partition::of_goal(reduction, &groups).map_err(wrong)?,
        )));
    }
    let budget = context.memory.unwrap_or(BUDGET);
    let bytes = |pattern: &Pattern| Encoding::Nibble.bytes(PatternIndex::new(*pattern, kind).len());
    let partition = match rest.strip_prefix(':') {
        Some(name) => Partition::named(name, shape, home),
        None if rest.is_empty() => {
            let named = Partition::names(shape, home)
                .filter_map(|name| Partition::named(name, shape, home).ok())
                .filter(|partition| partition.distinct().iter().map(bytes).sum::<u64>() <= budget)
                .last();
            named.map_or_else(|| Partition::automatic(shape, home, budget, bytes), Ok)
        }
        None => return Ok(None),
    };
    Ok(Some((kind, partition.map_err(wrong)?)))
}

/// The pattern databases that serve a partition: patterns alike by symmetry share one.
pub fn stored(partition: &Partition, kind: PatternKind) -> Vec<PatternIndex> {
    let patterns = partition.distinct();
    patterns
        .into_iter()
        .map(|pattern| PatternIndex::new(pattern, kind))
        .collect()
}

/// The tables of a partition, opened, or built where they are missing.
pub fn patterns(
    context: &Context,
    partition: &Partition,
    kind: PatternKind,
    residence: Residence,
) -> Result<AdditivePatterns<TableFile>, Failure> {
    let failed = |error: &dyn std::error::Error| Failure::Table(error.to_string());
    let mut tables = Vec::new();
    for index in stored(partition, kind) {
        let subject = index.subject();
        context
            .store
            .ensure(&format!("pattern {}", index.pattern()), &subject)?;
        let mut file = context.store.open(&subject)?;
        let room = resources::allowance(u64::MAX) as u64 > file.file_length();
        if residence == Residence::Memory && room {
            file = file.into_memory()?;
        }
        let encoding = file.metadata().encoding;
        tables.push(PatternTable::new(index, encoding, file).map_err(|error| failed(&error))?);
    }
    AdditivePatterns::new(partition, tables).map_err(|error| failed(&error))
}
