//! The choice of pattern databases for the searches of a board.

use std::{
    fs::File,
    io::{self, Read},
};

use tilebase_core::{
    Puzzle,
    format::{Encoding, FormatError, Subject},
    pattern::{Catalogue, MOST_CELLS, Partition, Pattern, PatternIndex, PatternKind},
    sliding::{Metric, Placement, Reduction, Shape, blank_of},
    without_mark,
};
use tilebase_pdb_build::Requirements;
use tilebase_solve::{
    heuristic::{
        AdditivePatterns, BoardBound, Guides, HeuristicName, PatternTable, PatternTableError,
    },
    ida::{BoardSolver, Tuning},
};

use crate::{
    event::Event,
    library::Library,
    machine::allowance,
    options::Options,
    policy,
    store::Build,
    values::{Error, Result, ensure},
};

/// The most bytes that the pattern databases of one board take together, unless the options set
/// them: on boards of up to [`SMALL`] cells, and on larger ones, whose patterns of six tiles take
/// up to 326 MiB each.
const BUDGETS: [u64; 2] = [policy::USUAL_PATTERNS, 1 << 30];

/// The most cells of a board with the smaller budget.
const SMALL: usize = 25;

/// The size of a table that cannot be built.
const NEVER: u64 = 1 << 56;

/// The most bytes of a file with a catalogue: far more than any has.
const MOST_TEXT: u64 = 1 << 20;

/// Returns the solver with the pattern databases that the options name, which are built if they are
/// missing; `None` if they name another heuristic.
pub(super) fn solver(
    library: &Library,
    reduction: &Reduction,
    options: &Options,
) -> Result<Option<BoardSolver<'static>>> {
    let goal = reduction.goal();
    let Some(catalogue) = catalogue(goal.shape(), goal.cells(), options)? else {
        return Ok(None);
    };
    let copy = policy::copies_patterns(options, reduction.shape());
    let databases = patterns(library, &catalogue, copy)?;
    let databases = databases.with_name(catalogue.name(goal.shape(), goal.cells()));
    let tuning = Tuning {
        copies: room(options),
        ..options.tuning
    };
    Ok(Some(match larger(library, reduction, options) {
        Some(open) => BoardSolver::with_larger(databases, tuning, policy::LARGER_AFTER, open),
        None => BoardSolver::with_patterns(databases, tuning),
    }))
}

/// Returns a bound for boards of any size. For moves of one tile, it uses the pattern databases
/// that the options name, or else the usual ones if all exist.
pub(super) fn bound(
    library: &Library,
    shape: Shape,
    metric: Metric,
    goal: &[u8],
    options: &Options,
) -> Result<BoardBound> {
    let usual = || catalogue(shape, goal, options);
    let have = metric == Metric::Single && shape.cells() <= MOST_CELLS;
    let chosen = have.then(usual).transpose()?;
    let is_named = options.partition.is_some() || options.heuristic.is_some();
    let wanted = |catalogue: &Catalogue| is_named || is_there(library, catalogue);
    let patterns = match chosen.flatten().filter(wanted) {
        Some(catalogue) => {
            let opened = opened(library, &catalogue, false)?;
            let patterns = AdditivePatterns::of_goal(shape, goal, &catalogue, opened);
            Some(patterns.map_err(|error| Error::Patterns(error.to_string()))?)
        }
        None => None,
    };
    Ok(BoardBound::new(shape, metric, goal, patterns))
}

/// Returns an error if the options name what has no effect where beams alone search.
pub(super) fn check_bound(shape: Shape, metric: Metric, options: &Options) -> Result<()> {
    let has_effect = match (metric, options.heuristic.as_deref(), &options.partition) {
        // Linear conflicts include the Manhattan distance.
        (Metric::Single, None | Some("manhattan" | "linear-conflict"), None)
        | (Metric::Multi, None | Some("lines"), None) => true,
        (Metric::Single, ..) => {
            let patterns = matches!(
                heuristic(options)?,
                HeuristicName::Patterns(..) | HeuristicName::Catalogue(_)
            );
            patterns && shape.cells() <= MOST_CELLS
        }
        (Metric::Multi, ..) => {
            options.heuristic(Guides::MultiTile)?;
            false
        }
    };
    ensure(has_effect && !options.tuning.whole_tree, || {
        let known = match metric {
            Metric::Single => format!(
                "manhattan, linear-conflict and, on boards of up to {MOST_CELLS} cells, pattern \
                databases"
            ),
            Metric::Multi => "lines, since several tiles may slide in one move".to_owned(),
        };
        Error::Question(format!(
            "here beams alone search {shape} boards: they have no whole tree, and of the \
            heuristics only {known}"
        ))
    })
}

/// Returns the pattern databases that the options name for boards of up to [`MOST_CELLS`] cells, of
/// which `goal` is the goal.
pub(crate) fn subjects(shape: Shape, goal: &[u8], options: &Options) -> Result<Vec<Subject>> {
    let Some(catalogue) = catalogue(shape, goal, options)? else {
        let name = heuristic(options)?;
        let problem = format!("the heuristic `{name}` needs no tables");
        return Err(Error::Question(problem));
    };
    let indices = PatternIndex::all(catalogue.distinct());
    within(options, indices.iter().map(PatternIndex::subject).collect())
}

/// Returns the tables of a search.
///
/// # Errors
/// If they take more bytes together than the options allow.
pub(crate) fn within(options: &Options, subjects: Vec<Subject>) -> Result<Vec<Subject>> {
    let Some(allowed) = options.memory.filter(|_| options.binding) else {
        return Ok(subjects);
    };
    let mut needed = 0;
    for subject in &subjects {
        needed += Requirements::of(subject, None)?.disk;
    }
    if needed <= allowed {
        return Ok(subjects);
    }
    let work = "holding the tables of the search".to_owned();
    Err(Error::OverMemory {
        work,
        needed,
        allowed,
    })
}

/// Returns the catalogue of partitions that the options name, if they ask for pattern databases:
/// `pdb` stands for the best that fits the memory, `pdb:7-8` or `pdb:seven` for a named one,
/// `pdb:1,2,3,4/5,6,7,8` for one by its tiles, `catalogue:FILE` for one in a file. A partition
/// among the options comes before one that the heuristic names.
fn catalogue(shape: Shape, goal: &[u8], options: &Options) -> Result<Option<Catalogue>> {
    let named = heuristic(options)?;
    ensure(
        options.partition.is_none() || matches!(named, HeuristicName::Patterns(..)),
        || {
            Error::Question(format!(
                "a partition goes with pdb or zpdb, not with {named}"
            ))
        },
    )?;
    let searched = |catalogue: Catalogue| match AdditivePatterns::check(&catalogue) {
        Ok(()) => Ok(catalogue),
        Err(error) => Err(Error::Question(error.to_string())),
    };
    let (kind, name) = match named {
        HeuristicName::Catalogue(path) => {
            let unread = |error| format!("cannot read the catalogue {path}: {error}");
            let text = catalogue_in(&path).map_err(|error| Error::Question(unread(error)))?;
            let text = text.parse()?;
            let kind = PatternKind::Plain;
            return searched(Catalogue::of_goal(shape, goal, &text, kind)?).map(Some);
        }
        HeuristicName::Patterns(kind, name) => (kind, name),
        _ => return Ok(None),
    };
    if let Some(groups) = &options.partition {
        return Ok(Some(Catalogue::of_groups(shape, goal, groups, kind)?));
    }
    let placement = Placement::of_goal(shape, goal);
    let (image, home) = (placement.image(), placement.cell(blank_of(goal)));
    Ok(Some(match name.as_deref() {
        Some(several) if several.contains(';') => {
            searched(Catalogue::of_goal(shape, goal, &several.parse()?, kind)?)?
        }
        Some(tiles) if tiles.contains(['/', ',']) => {
            Catalogue::of_groups(shape, goal, &tiles.parse()?, kind)?
        }
        Some(name) => Catalogue::named(name, image, home, kind)?,
        None => {
            let usual = BUDGETS[usize::from(image.cells() > SMALL)];
            let budget = options.memory.unwrap_or(usual);
            let named = Catalogue::all_named(image, home, kind).map(|(_, named)| named);
            let partitions = named.filter(|named| named.lines().len() == 1);
            // The limit of the caller also applies to building them.
            let bytes = |index: &PatternIndex| {
                if options.binding {
                    Requirements::of(&index.subject(), None).map_or(NEVER, |needs| needs.memory)
                } else {
                    table_bytes([index])
                }
            };
            let fitting = |catalogue: &Catalogue| {
                let indices = PatternIndex::all(catalogue.distinct());
                indices.iter().map(bytes).sum::<u64>() <= budget
            };
            let bytes = |pattern: &Pattern| bytes(&PatternIndex::new(*pattern, kind));
            match partitions.filter(fitting).last() {
                Some(named) => named,
                None => {
                    let automatic = Partition::automatic(image, home, budget, bytes)?;
                    Catalogue::of_partition(automatic, kind)
                }
            }
        }
    }))
}

/// Returns the text of a file with a catalogue.
fn catalogue_in(path: &str) -> io::Result<String> {
    let mut text = String::new();
    let file = File::open(path)?;
    if file.take(MOST_TEXT + 1).read_to_string(&mut text)? as u64 > MOST_TEXT {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(without_mark(&text).to_owned())
}

/// Returns the bytes that the tables of patterns take.
fn table_bytes<'a>(indices: impl IntoIterator<Item = &'a PatternIndex>) -> u64 {
    let bytes = (indices.into_iter()).map(|index| Encoding::Nibble.bytes(index.len()));
    bytes.sum()
}

/// Returns the bytes that pattern databases may take in addition to existing ones.
fn room(options: &Options) -> u64 {
    let asked = options.memory.unwrap_or(u64::MAX);
    asked.min(allowance(u64::MAX) as u64)
}

/// Returns a function that opens the catalogue with which long searches of `pdb` continue: the
/// largest one of the board, if memory holds its tables and copies of them, without which it is not
/// faster. If time is limited, none is built.
fn larger(
    library: &Library,
    reduction: &Reduction,
    options: &Options,
) -> Option<impl Fn() -> Option<AdditivePatterns> + Send + Sync + use<>> {
    heuristic(options)
        .ok()
        .filter(|named| policy::continues_with_catalogue(options, named))?;
    let (shape, home) = (reduction.shape(), reduction.home());
    let largest = Catalogue::all_named(shape, home, PatternKind::Plain).last();
    let (_, catalogue) = largest.filter(|(_, catalogue)| catalogue.lines().len() > 1)?;
    let bytes = table_bytes(&PatternIndex::all(catalogue.distinct()));
    let (mut library, options) = (library.clone(), options.clone());
    // The time of opening does not limit it.
    library.reporter = library.reporter.without_limit();
    Some(move || {
        let may_build = library.build != Build::Never && !options.bounds_suffice();
        // Copies take twice what their tables take.
        if room(&options) < 3 * bytes || !(may_build || is_there(&library, &catalogue)) {
            return None;
        }
        let opened = patterns(&library, &catalogue, false);
        let reporter = &library.reporter;
        if let Err(error) = &opened
            && !reporter.stopped()
        {
            reporter.report(&Event::NotLarger { error });
        }
        opened.ok()
    })
}

/// Returns the sums of a catalogue.
fn patterns(library: &Library, catalogue: &Catalogue, copy: bool) -> Result<AdditivePatterns> {
    AdditivePatterns::new(catalogue, opened(library, catalogue, copy)?)
        .map_err(|error| Error::Patterns(error.to_string()))
}

/// Returns whether all tables of a catalogue exist.
fn is_there(library: &Library, catalogue: &Catalogue) -> bool {
    let indices = PatternIndex::all(catalogue.distinct());
    indices.iter().all(|index| library.has(&index.subject()))
}

/// Returns the tables of a catalogue, opened, or built where they are missing; in memory of their
/// own if they are to be copied and there is room.
fn opened(library: &Library, catalogue: &Catalogue, copy: bool) -> Result<Vec<PatternTable>> {
    let indices = PatternIndex::all(catalogue.distinct());
    let mut missing: Vec<&PatternIndex> = indices.iter().collect();
    missing.retain(|index| !library.has(&index.subject()));
    if !missing.is_empty() && library.build != Build::Never {
        library.reporter.report(&Event::MissingPatterns {
            puzzle: Puzzle::Sliding(catalogue.shape().wide()),
            tables: missing.len(),
            bytes: table_bytes(missing),
            folder: library.kept_in(),
        });
    }
    let mut tables = Vec::new();
    for index in indices {
        let mut file = library.table(&index.subject())?;
        let there_is_room = allowance(u64::MAX) as u64 > file.file_length();
        if copy && there_is_room {
            file = file.into_memory(&|| library.reporter.over())?;
        }
        let encoding = file.metadata().encoding;
        let origin = file.origin().clone();
        let table = PatternTable::new(index, encoding, file).map_err(|error| match error {
            PatternTableError::Damaged(page) => page.into(),
            other => FormatError::Damaged {
                origin,
                problem: other.to_string(),
            },
        });
        tables.push(table?);
    }
    Ok(tables)
}

/// Returns the heuristic of a search where moves slide one tile.
pub(super) fn heuristic(options: &Options) -> Result<HeuristicName> {
    let named = options.heuristic(Guides::Boards)?;
    Ok(named.unwrap_or(HeuristicName::USUAL_PATTERNS))
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        sync::{
            Arc,
            atomic::{AtomicBool, Ordering::Relaxed},
        },
    };

    use tilebase_core::sliding::{Board, Metric, Shape};

    use super::*;
    use crate::library::Library;

    #[test]
    fn long_searches_go_on_where_nothing_else_is_asked_for_and_there_is_room() {
        let library = Library::in_memory().with_builds(Build::Never);
        let goes_on = |shape: &str, options: Options| {
            let shape: Shape = shape.parse().unwrap();
            let reduction = Reduction::to_canonical(&Board::goal(shape), Metric::Single);
            larger(&library, &reduction, &options).is_some()
        };
        let usual = Options::default;
        assert!(["5x5", "4x6", "7x4"].map(|board| goes_on(board, usual())) == [true; 3]);
        assert!(!goes_on("4x4", usual()));
        let named = Options {
            heuristic: Some("pdb:6-6-6-6".to_owned()),
            ..usual()
        };
        assert!(!goes_on("5x5", named));
        let mut whole = usual();
        whole.tuning.whole_tree = true;
        assert!(!goes_on("5x5", whole));
        let groups = "1,2,3,4,5,6/7,8,9,10,11,12/13,14,15,16,17,18/19,20,21,22,23,24";
        let own = Options {
            partition: Some(groups.parse().unwrap()),
            ..usual()
        };
        assert!(!goes_on("5x5", own));
        // It is not built if that is forbidden, nor opened if there is little memory.
        let reduction =
            Reduction::to_canonical(&Board::goal("5x5".parse().unwrap()), Metric::Single);
        let little = Options {
            memory: Some(1 << 30),
            ..usual()
        };
        for (library, options) in [(library, usual()), (Library::in_memory(), little)] {
            let open = larger(&library, &reduction, &options).unwrap();
            assert!(open().is_none());
        }
    }

    #[test]
    fn a_larger_set_that_cannot_be_opened_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let shape: Shape = "5x5".parse().unwrap();
        let reduction = Reduction::to_canonical(&Board::goal(shape), Metric::Single);
        let named = Catalogue::all_named(shape, 0, PatternKind::Plain);
        let (_, catalogue) = named.last().unwrap();
        for index in PatternIndex::all(catalogue.distinct()) {
            fs::write(folder.path().join(index.subject().file_name()), "none").unwrap();
        }
        let told = Arc::new(AtomicBool::new(false));
        let telling = Arc::clone(&told);
        let library = Library::in_folder(folder.path()).with_callback(move |event| {
            telling.fetch_or(matches!(event, Event::NotLarger { .. }), Relaxed);
        });
        let open = larger(&library, &reduction, &Options::default()).unwrap();
        assert!(open().is_none() && told.load(Relaxed));
    }
}
