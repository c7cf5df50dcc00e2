//! Small tables in every encoding. Those of whole spaces are packed from the distances of the plain
//! builder, following `docs/FORMAT.md`.

use std::{collections::HashMap, io::Cursor, sync::LazyLock};

use tilebase::State;
use tilebase_core::{
    Memory, Monitor, Puzzle, RankedSpace,
    colours::Colouring,
    format::{Built, Encoding, Metadata, Subject, TableFile, UNREACHABLE, UNREACHABLE_MOD3},
    oshidori::{Goal, OshidoriSpace, RowReduction, Stones},
    pattern::{Catalogue, Partition, PatternIndex, PatternKind},
    sliding::{Board, LineSpace, Metric, Reduction, SlidingSpace, TileDistances},
};
use tilebase_pdb_build::reference::{self, ByteDistances};
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
    pub(super) fn subject(&self) -> &Subject {
        &self.table.metadata().subject
    }

    pub(super) fn metadata(&self) -> &Metadata {
        self.table.metadata()
    }

    pub(super) fn payload(&self) -> &[u8] {
        self.table.payload()
    }

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
            board("row classes", "3x3", Metric::Multi, Encoding::Lines),
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

fn board(name: &'static str, shape: &str, metric: Metric, encoding: Encoding) -> Sample {
    let goal = Board::ordered(shape.parse().expect("a shape"), 0);
    let reduction = Reduction::to_canonical(&goal, metric);
    let space = reduction.space().expect("a small board");
    let distances = reference::build(&space, &Monitor::silent()).expect("a small table");
    let subject = board_subject(&reduction);
    let built = match encoding {
        Encoding::Lines => row_classes(subject, &space, &distances),
        _ => packed(subject, encoding, &distances),
    };
    let right = by_state(&space, &distances);
    let about = KnownAnswers::States(goal.shape().into(), goal.to_string(), metric, right);
    Sample::new(name, &built, about)
}

/// Returns the distance of each state; `None` if it cannot reach a goal.
fn by_state<S: RankedSpace<State: Into<State>>>(
    space: &S,
    distances: &ByteDistances,
) -> HashMap<State, Option<u32>> {
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
    let distances = reference::build(&space, &Monitor::silent()).expect("a small table");
    let subject = row_subject(&RowReduction::to_canonical(stones, goal), stones);
    let built = packed(subject, encoding, &distances);
    let right = by_state(&space, &distances);
    let about = KnownAnswers::States(stones.into(), goal.to_string(), Metric::Single, right);
    Sample::new(name, &built, about)
}

fn pattern(name: &'static str, kind: PatternKind, encoding: Encoding) -> Sample {
    let catalogue = Catalogue::of_partition(partition(), kind);
    let mut built = catalogue.distinct().into_iter().map(|(pattern, kind)| {
        let index = PatternIndex::new(pattern, kind);
        let built = tilebase_pdb_build::build(&index.subject(), None, &Monitor::silent());
        (index, built.expect("a small table"))
    });
    let (index, mut first) = built.next().expect("a partition has patterns");
    let others = built.map(|(index, built)| (index, built.into())).collect();
    if encoding == Encoding::Byte {
        first = moves(&index, &first);
    }
    Sample::new(name, &first, KnownAnswers::Pattern(Box::new(index), others))
}

/// Returns the same table with one byte per entry, which holds moves. A half byte holds half of the
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
    let built = tilebase_pdb_build::build(&colouring.subject(), None, &Monitor::silent());
    Sample::new(
        name,
        &built.expect("a small table"),
        KnownAnswers::Colours(colouring),
    )
}

/// Returns the table of these distances. It lists the first and the last level.
fn packed(subject: Subject, encoding: Encoding, distances: &ByteDistances) -> Built {
    let bits = |rank: usize| match (encoding, distances.bytes[rank]) {
        (Encoding::Bit, distance) => distance >> 1 & 1,
        (Encoding::Mod3, UNREACHABLE) => UNREACHABLE_MOD3,
        (Encoding::Mod3, distance) => distance % 3,
        (_, distance) => distance,
    };
    let entries = distances.bytes.len() as u64;
    let mut payload = vec![0; encoding.bytes(entries) as usize];
    for rank in 0..entries {
        let (at, shift) = encoding.place(rank);
        payload[at] |= bits(rank as usize) << shift;
    }
    built(subject, encoding, entries, distances, &payload)
}

/// Returns the table of row classes, which holds the least distance of a state of each.
fn row_classes(subject: Subject, space: &SlidingSpace, distances: &ByteDistances) -> Built {
    let classes = LineSpace::new(*space).len();
    let mut least = vec![UNREACHABLE; classes as usize];
    for rank in 0..space.len() {
        let class = &mut least[space.row_class(rank) as usize];
        *class = (*class).min(distances.bytes[rank as usize]);
    }
    let mut payload = vec![0; Encoding::Lines.bytes(classes) as usize];
    for (class, least) in least.into_iter().enumerate() {
        let (at, shift) = Encoding::Lines.place(class as u64);
        let words = [least % 3 == 1, least % 3 == 2, least % 2 == 1];
        for (word, bit) in words.into_iter().enumerate() {
            payload[at + 8 * word] |= u8::from(bit) << shift;
        }
    }
    built(subject, Encoding::Lines, classes, distances, &payload)
}

fn built(
    subject: Subject,
    encoding: Encoding,
    entries: u64,
    distances: &ByteDistances,
    payload: &[u8],
) -> Built {
    let metadata = Metadata {
        subject,
        encoding,
        entries,
        counts: distances.counts.clone(),
        listed: Vec::new(),
        builder: "trials".to_owned(),
        seconds: 0.0,
    };
    let last = distances.counts.len() as u32 - 1;
    let levels = [0, last].map(|depth| (depth, distances.ranks_at(depth)));
    let payload = Memory::copy_of(payload).expect("memory");
    Built::new(metadata, levels.to_vec(), payload)
}
