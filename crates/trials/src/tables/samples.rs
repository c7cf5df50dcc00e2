//! Small tables in every encoding. The distances of those of whole spaces are known from the plain
//! builder.

use std::{collections::HashMap, io::Cursor, sync::LazyLock};

use tilebase::State;
use tilebase_core::{
    Memory, Monitor, Puzzle, RankedSpace,
    colours::Colouring,
    format::{Built, Encoding, Metadata, Subject, TableFile, UNREACHABLE},
    oshidori::{Goal, OshidoriSpace, RowReduction, Stones},
    pattern::{Catalogue, Partition, PatternIndex, PatternKind},
    sliding::{Board, Metric, Reduction, SlidingSpace, TileDistances},
};
use tilebase_pdb_build::reference;
use tilebase_solve::{board_subject, row_subject};

/// A table whose distances are known.
#[derive(Debug)]
pub struct Sample {
    /// Its name in reports.
    pub name: &'static str,
    /// The bytes of its file.
    pub file: Vec<u8>,
    pub(super) table: TableFile,
    pub(super) about: KnownAnswers,
}

/// The data with which a table is asked.
#[derive(Debug)]
pub(super) enum KnownAnswers {
    /// The puzzle, goal and metric, and the distance of each state.
    States(Puzzle, String, Metric, HashMap<State, Option<u32>>),
    /// The pattern of the table, and the other tables of the partition.
    Pattern(Box<PatternIndex>, Vec<(PatternIndex, TableFile)>),
    Colours(Colouring),
}

impl Sample {
    fn new(name: &'static str, built: &Built, about: KnownAnswers) -> Self {
        let mut file = Cursor::new(Vec::new());
        built
            .write(&mut file, &Monitor::silent())
            .expect("memory takes all");
        let file = file.into_inner();
        Self {
            name,
            table: TableFile::from_bytes(file.clone()).expect("a table"),
            file,
            about,
        }
    }
}

/// Returns all samples, at least one in each encoding. They are built by the first call.
pub fn samples() -> &'static [Sample] {
    static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
        vec![
            board("bytes", "3x2", Metric::Single, Encoding::Byte),
            board("bits", "3x3", Metric::Single, Encoding::Bit),
            board("bytes of multi", "2x3", Metric::Multi, Encoding::Byte),
            board("row classes", "3x3", Metric::Multi, Encoding::RowClasses),
            row("bytes of rows", "oshidori-kinds-3", Encoding::Byte),
            row("remainders", "oshidori-kinds-4", Encoding::Mod3),
            pattern("nibbles", PatternKind::Plain, Encoding::Nibble),
            pattern(
                "zero-aware nibbles",
                PatternKind::ZeroAware,
                Encoding::Nibble,
            ),
            pattern("bytes of patterns", PatternKind::Plain, Encoding::Byte),
            colours("remainders of colours", "011/122/332"),
        ]
    });
    &SAMPLES
}

/// Returns the partition of the samples of patterns.
pub(super) fn partition() -> Partition {
    let shape = "3x3".parse().expect("a shape");
    Partition::new(shape, 0, &[vec![1, 2, 3, 4], vec![5, 6, 7, 8]]).expect("a partition")
}

fn built(subject: &Subject, encoding: Option<Encoding>) -> Built {
    tilebase_pdb_build::build(subject, encoding, &Monitor::silent()).expect("a small table")
}

fn board(name: &'static str, shape: &str, metric: Metric, encoding: Encoding) -> Sample {
    let goal = Board::ordered(shape.parse().expect("a shape"), 0);
    let reduction = Reduction::to_canonical(&goal, metric);
    let space = reduction.space().expect("a small board");
    let built = built(&board_subject(&reduction), Some(encoding));
    let right = by_state(&space);
    let about = KnownAnswers::States(goal.shape().into(), goal.to_string(), metric, right);
    Sample::new(name, &built, about)
}

/// Returns the distance of each state; `None` if it cannot reach a goal.
fn by_state<S: RankedSpace<State: Into<State>>>(space: &S) -> HashMap<State, Option<u32>> {
    let distances = reference::build(space, &Monitor::silent()).expect("a small table");
    let known = |distance: u8| (distance != UNREACHABLE).then_some(distance.into());
    let states = (0..).zip(&distances.bytes);
    let states = states.map(|(rank, &distance)| (space.unrank(rank).into(), known(distance)));
    states.collect()
}

/// Returns all boards of the partition's shape, by rank, with their distances.
pub(super) fn boards(metric: Metric) -> &'static (SlidingSpace, Vec<u8>) {
    static SINGLE: LazyLock<(SlidingSpace, Vec<u8>)> = LazyLock::new(|| all(Metric::Single));
    static MULTI: LazyLock<(SlidingSpace, Vec<u8>)> = LazyLock::new(|| all(Metric::Multi));
    match metric {
        Metric::Single => &SINGLE,
        Metric::Multi => &MULTI,
    }
}

fn all(metric: Metric) -> (SlidingSpace, Vec<u8>) {
    let space = SlidingSpace::new(partition().shape(), 0).expect("a small board");
    let space = space.with_metric(metric);
    let distances = reference::build(&space, &Monitor::silent()).expect("a small table");
    (space, distances.bytes)
}

fn row(name: &'static str, stones: &str, encoding: Encoding) -> Sample {
    let stones: Stones = stones.parse().expect("stones");
    let goal = Goal::default(stones);
    let space = OshidoriSpace::new(stones, goal).expect("a short row");
    let subject = row_subject(&RowReduction::to_canonical(stones, goal), stones);
    let built = built(&subject, Some(encoding));
    let right = by_state(&space);
    let about = KnownAnswers::States(stones.into(), goal.to_string(), Metric::Single, right);
    Sample::new(name, &built, about)
}

fn pattern(name: &'static str, kind: PatternKind, encoding: Encoding) -> Sample {
    let catalogue = Catalogue::of_partition(partition(), kind);
    let mut built = catalogue.distinct().into_iter().map(|(pattern, kind)| {
        let index = PatternIndex::new(pattern, kind);
        let built = built(&index.subject(), None);
        (index, built)
    });
    let (index, mut first) = built.next().expect("a partition has patterns");
    let others = built.map(|(index, built)| (index, built.into())).collect();
    if encoding == Encoding::Byte {
        first = moves(&index, &first);
    }
    Sample::new(name, &first, KnownAnswers::Pattern(Box::new(index), others))
}

/// Returns a table of half bytes as one of bytes, which hold moves. A half byte holds half of the
/// moves beyond the Manhattan distance.
fn moves(index: &PatternIndex, table: &Built) -> Built {
    let (space, _) = boards(Metric::Single);
    let manhattan = TileDistances::new(space.shape(), space.goal().cells());
    let mut payload = vec![UNREACHABLE; index.len() as usize];
    for rank in 0..space.len() {
        let board = space.unrank(rank);
        let entry = index.rank(board.cells());
        let beyond = 2 * u32::from(Encoding::Nibble.read(table.payload(), entry));
        let moves =
            manhattan.sum_of(board.cells(), |tile| index.pattern().label(tile).is_some()) + beyond;
        payload[entry as usize] = moves as u8;
    }
    let metadata = Metadata {
        encoding: Encoding::Byte,
        ..table.metadata().clone()
    };
    Built::new(
        metadata,
        Vec::new(),
        Memory::copy_of(&payload).expect("memory"),
    )
}

fn colours(name: &'static str, colours: &str) -> Sample {
    let colouring = Colouring::parse(partition().shape(), 0, colours).expect("a colouring");
    let built = built(&colouring.subject(), None);
    Sample::new(name, &built, KnownAnswers::Colours(colouring))
}
