//! `estimate`: what tables of boards take, before anybody builds one.
//!
//! Memory and disk, and what crosses a network, follow from the number of states. Time is scaled up
//! from a short calibration on this machine: 3x4 is searched in memory, which tells the nanoseconds
//! a state takes and how fast the system hands out memory, and a file of some hundred megabytes is
//! written where tables are kept, which tells how fast it gets to the system's cache and how fast
//! to disk.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    time::Instant,
};

use serde_json::json;
use tilebase::{
    Available, Board, Monitor, Puzzle, RankedSpace, Scratch, Subject, available_memory,
    format::Encoding,
    free_disk,
    sliding::{LineSpace, Metric, Reduction, Shape, SlidingSpace},
};
use tilebase_pdb_build::{
    BuildError, Requirements,
    sliding::{self, Cut, DiskPlan, lines},
};
use tilebase_solve::board_subject;

use crate::{
    args::Estimate,
    context::Context,
    failure::{Failure, Outcome},
    interrupt, output,
};

/// Every board that can be tabulated or is published to have been searched, with its greatest
/// distance (OEIS A151944, default goals), and that where several tiles slide in one move: the
/// number of times that a search on disk goes over its files.
const BOARDS: &[(&str, f64, f64)] = &[
    ("2x2", 6.0, 6.0),
    ("2x3", 21.0, 20.0),
    ("2x4", 36.0, 25.0),
    ("3x3", 31.0, 24.0),
    ("2x5", 55.0, 36.0),
    ("2x6", 80.0, 41.0),
    ("3x4", 53.0, 33.0),
    ("2x7", 108.0, 52.0),
    ("3x5", 84.0, 44.0),
    ("2x8", 140.0, 57.0),
    ("4x4", 80.0, 43.0),
];

/// Bytes written to see how fast the disk is.
const SAMPLE: usize = 1 << 28;

/// Seconds a state takes in the search for boards too small for the fast one.
const ONE_BY_ONE: f64 = 1e-6;

/// What the calibration found.
struct Rates {
    /// Seconds a state takes to search.
    state: f64,
    /// Seconds a byte of fresh memory takes.
    memory: f64,
    /// Seconds a byte takes to be written and synced.
    disk: f64,
    /// Seconds a byte takes on its way to the system's cache of files.
    cache: f64,
}

/// The least and the most seconds that something is expected to take.
type Range = [f64; 2];

/// What a table takes.
struct Figures {
    states: u64,
    needs: Requirements,
    in_memory: Range,
    /// Bytes of disk that a search needs that keeps its planes there, the table among them.
    files: u64,
    on_disk: Range,
    /// How it is built on disk and by several machines, if it can be.
    beyond: Option<Beyond>,
}

/// What a table takes that is built on disk, or by several machines.
struct Beyond {
    disk: DiskPlan,
    /// Bytes read from disk and written there.
    read: u64,
    written: u64,
    /// Bytes of memory for each of so many machines, and bytes sent between all of them at most.
    each: u64,
    network: u64,
}

impl Beyond {
    /// Returns what the table of a board with so many levels takes, where a build on disk may take
    /// so much memory.
    fn new(subject: &Subject, levels: f64, memory: u64, machines: usize) -> Option<Self> {
        let lanes = rayon::current_num_threads().max(2);
        let disk = match DiskPlan::new(subject, lanes, memory) {
            // It takes more than would be taken unasked.
            Err(BuildError::Memory { needed, .. }) => DiskPlan::new(subject, 1, needed),
            plan => plan,
        };
        let disk = disk.ok()?;
        let (read, written) = disk.traffic(levels as u64);
        let space = disk.cut.space();
        let cuts = (1..=Cut::most_digits(space)).filter_map(|digits| Cut::new(space, digits).ok());
        let cuts: Vec<Cut> = cuts.collect();
        // Where there are fewer shards than machines, some have none.
        let enough = cuts.iter().find(|cut| cut.shards() >= 2 * machines);
        let cut = *enough.or(cuts.last())?;
        let network = sliding::mail_bytes(&cut);
        let shards = cut.shards().div_ceil(machines) as u64;
        Some(Self {
            disk,
            read,
            written,
            // Two levels' mail, of which one has a tenth of all.
            each: shards * sliding::shard_bytes(&cut) + network / 5 / machines as u64,
            network,
        })
    }
}

pub fn run(context: &Context, args: &Estimate) -> Result<Outcome, Failure> {
    let named: Vec<&str> = if args.spaces.is_empty() {
        BOARDS.iter().map(|&(name, ..)| name).collect()
    } else {
        args.spaces.iter().map(String::as_str).collect()
    };
    let boards: Vec<(Shape, f64)> = named
        .iter()
        .map(|name| board(name, args.metric))
        .collect::<Result<_, _>>()?;
    let folder = &context.folder;
    let rates = calibrate(folder, args.metric)?;
    let available = Available {
        memory: available_memory(),
        disk: free_disk(folder),
    };
    let fits = |needed: u64, there: Option<u64>| there.is_none_or(|there| needed <= there);
    let on_disk = Scratch::in_folder(folder).allowed_memory();
    let mut rows = Vec::new();
    for (shape, levels) in boards {
        let machines = args.machines.get();
        let figures = figures(shape, args.metric, levels, &rates, (on_disk, machines))?;
        let in_memory = fits(figures.needs.memory, available.memory)
            && fits(figures.needs.disk, available.disk);
        let working = figures.beyond.as_ref().map(|beyond| beyond.disk.memory());
        let on_disk =
            fits(figures.files, available.disk) && fits(working.unwrap_or(0), available.memory);
        if context.json {
            let mut line = json!({
                "space": shape.to_string(),
                "states": figures.states,
                "memory": figures.needs.memory,
                "disk": figures.needs.disk,
                "available": { "memory": available.memory, "disk": available.disk },
                "in_memory": { "fits": in_memory, "seconds": figures.in_memory },
                "on_disk": { "bytes": figures.files, "fits": on_disk, "seconds": figures.on_disk },
                "buildable": tilebase_pdb_build::tabulable(Puzzle::Sliding(shape)),
            });
            if let Some(beyond) = &figures.beyond {
                line["on_disk"]["memory"] = json!(beyond.disk.memory());
                line["on_disk"]["read"] = json!(beyond.read);
                line["on_disk"]["written"] = json!(beyond.written);
                line["cluster"] = json!({
                    "machines": machines,
                    "memory": beyond.each,
                    "network": beyond.network,
                });
            }
            if args.metric != Metric::Single {
                line["metric"] = json!(args.metric.to_string());
            }
            context.print(&line.to_string())?;
        }
        let beyond = |bytes: &dyn Fn(&Beyond) -> u64| {
            let bytes = figures.beyond.as_ref().map(bytes);
            bytes.map_or_else(|| "–".to_owned(), output::bytes)
        };
        rows.push(vec![
            shape.to_string(),
            output::count(figures.states),
            output::bytes(figures.needs.memory),
            output::bytes(figures.needs.disk),
            duration(figures.in_memory),
            yes_or_no(in_memory),
            output::bytes(figures.files),
            beyond(&|beyond| beyond.disk.memory()),
            beyond(&|beyond| beyond.read + beyond.written),
            duration(figures.on_disk),
            yes_or_no(on_disk),
            beyond(&|beyond| beyond.each),
            beyond(&|beyond| beyond.network),
        ]);
    }
    if !context.json {
        let each = format!("each of {}", args.machines);
        let headings = [
            "board", "states", "memory", "file", "time", "fits", "on disk", "memory", "traffic",
            "time", "fits", &each, "network",
        ];
        context.print(&output::columns(&headings, &rows))?;
        context.note(&format!(
            "\nMeasured here: {:.2} ns a state, {}/s of fresh memory, {}/s to disk, {}/s to the system's cache; free: {} of memory, {} of disk.\nTables are built in memory, or `on disk` with --scratch, or by several machines with tilebase-cluster. Where there is a dash they are built in memory alone.",
            rates.state * 1e9,
            output::bytes((1.0 / rates.memory) as u64),
            output::bytes((1.0 / rates.disk) as u64),
            output::bytes((1.0 / rates.cache) as u64),
            available.memory.map_or("unknown".to_owned(), output::bytes),
            available.disk.map_or("unknown".to_owned(), output::bytes),
        ));
    }
    Ok(Outcome::Done)
}

fn yes_or_no(fits: bool) -> String {
    if fits { "yes" } else { "no" }.to_owned()
}

/// Returns a board and its number of levels.
fn board(name: &str, metric: Metric) -> Result<(Shape, f64), Failure> {
    let unknown = || {
        Failure::input(format!(
            "no estimate is made for {name}: boards up to 4x4, 3x5 and 2x8 have one"
        ))
    };
    let Puzzle::Sliding(shape) = name.parse()? else {
        return Err(unknown());
    };
    let known = |name: &str| {
        [shape, shape.transposed()]
            .iter()
            .any(|s| s.to_string() == name)
    };
    BOARDS
        .iter()
        .find(|(name, ..)| known(name))
        .map(|&(_, single, multi)| match metric {
            Metric::Single => (shape, single),
            Metric::Multi => (shape, multi),
        })
        .ok_or_else(unknown)
}

/// Searches 3x4 and writes a file.
fn calibrate(folder: &Path, metric: Metric) -> Result<Rates, Failure> {
    let space = SlidingSpace::new("4x3".parse()?, 0)?;
    let table =
        interrupt::stoppable(|stop| sliding::search(&space, &Monitor::silent().stopping_on(stop)))?;
    let planes = 2.0 * sliding::table_bytes(&space) as f64;
    let search = match metric {
        Metric::Single => table.search_time.as_secs_f64(),
        Metric::Multi => {
            let space = SlidingSpace::new("3x4".parse()?, 0)?.with_metric(metric);
            let started = Instant::now();
            interrupt::stoppable(|stop| {
                lines::search(&space, &Monitor::silent().stopping_on(stop))
            })?;
            started.elapsed().as_secs_f64()
        }
    };
    let [cache, disk] = seconds_to_write(folder)?.map(|seconds| seconds / SAMPLE as f64);
    Ok(Rates {
        state: search / space.len() as f64,
        memory: table.memory_time.as_secs_f64() / planes,
        disk,
        cache,
    })
}

/// How long a file of [`SAMPLE`] bytes takes to get to the system's cache, and to disk.
fn seconds_to_write(folder: &Path) -> Result<[f64; 2], Failure> {
    let failed = |error| {
        Failure::Table(format!(
            "cannot write {} to {} to see how fast that is: {error}",
            output::bytes(SAMPLE as u64),
            folder.display()
        ))
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let path = folder.join(format!(".calibration-{}.part", std::process::id()));
    let part = vec![0x5A; 1 << 22];
    let started = Instant::now();
    let written = File::create(&path).and_then(|mut file| {
        for _ in 0..SAMPLE / part.len() {
            file.write_all(&part)?;
        }
        let cached = started.elapsed();
        file.sync_all()?;
        Ok([cached, started.elapsed()].map(|time| time.as_secs_f64()))
    });
    let removed = fs::remove_file(&path);
    let seconds = written.map_err(failed)?;
    removed.map_err(failed)?;
    Ok(seconds)
}

fn figures(
    shape: Shape,
    metric: Metric,
    levels: f64,
    rates: &Rates,
    (scratch_memory, machines): (u64, usize),
) -> Result<Figures, BuildError> {
    let goal = Board::goal(shape);
    let reduction = Reduction::to_canonical_in(&goal, metric);
    let space = reduction.space()?;
    let states = space.len();
    // A search in memory holds two planes of a bit a state, of which the second is the table in the
    // end; or four of a bit a row class, of which three are.
    let (planes, plane) = match metric {
        Metric::Single => (2, Encoding::Bit.bytes(states)),
        Metric::Multi => (4, Encoding::Bit.bytes(LineSpace::new(space).len())),
    };
    let (needs, quick) = match metric {
        Metric::Single => {
            let needs = Requirements::of(&board_subject(&reduction))?;
            (needs, sliding::supports(&space))
        }
        Metric::Multi => match Requirements::of(&board_subject(&reduction)) {
            Ok(needs) => (needs, lines::supports(&space) && shape.cells() > 10),
            // No builder is made for as many row classes, but what they take is known.
            Err(_) => (
                Requirements {
                    memory: 4 * plane,
                    disk: 3 * plane,
                },
                true,
            ),
        },
    };
    let search = states as f64 * if quick { rates.state } else { ONE_BY_ONE };
    let memory = needs.memory as f64 * rates.memory;
    let write = needs.disk as f64 * rates.disk;
    // A level reads the frontier, half a plane, and both planes of the other half, and writes half
    // a plane; of row classes it reads all planes and writes one. Chunks that are full or out of
    // reach save up to half of that.
    let passes = match metric {
        Metric::Single => 2.0,
        Metric::Multi => 5.0,
    };
    let mut streamed = levels * passes * plane as f64 * rates.disk;
    let mut files = planes * plane;
    let beyond = match metric {
        Metric::Single => Beyond::new(&board_subject(&reduction), levels, scratch_memory, machines),
        Metric::Multi => None,
    };
    if let Some(Beyond {
        disk,
        read,
        written,
        ..
    }) = &beyond
    {
        let rate = if Scratch::is_direct(disk.planes()) { rates.disk } else { rates.cache };
        streamed = (read + written) as f64 * rate + disk.table() as f64 * rates.disk;
        files = disk.scratch() + disk.table();
    }
    Ok(Figures {
        states,
        needs,
        // Boards differ in how many windows cross chunks, and disks slow down once their caches are
        // full.
        in_memory: [
            0.7 * search + memory + write,
            2.5 * search + 2.0 * (memory + write),
        ],
        files,
        on_disk: [0.5 * streamed + 0.7 * search, 2.0 * streamed + 2.5 * search],
        beyond,
    })
}

/// Returns a range of times, for people.
fn duration(range: Range) -> String {
    let one = |seconds: f64| match seconds {
        s if s < 100.0 => output::seconds(s),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    };
    let [least, most] = range.map(one);
    format!("{least} to {most}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATES: Rates = Rates {
        state: 1e-9,
        memory: 1e-9,
        disk: 1e-9,
        cache: 1e-10,
    };

    fn of(name: &str) -> Figures {
        of_metric(name, Metric::Single)
    }

    fn of_metric(name: &str, metric: Metric) -> Figures {
        let (shape, levels) = board(name, metric).unwrap();
        figures(shape, metric, levels, &RATES, (16 << 30, 16)).unwrap()
    }

    #[test]
    fn row_classes_take_less_than_states() {
        let seven = of_metric("2x7", Metric::Multi);
        assert_eq!(seven.states, 43_589_145_600);
        assert!((2.4e9..2.6e9).contains(&(seven.needs.disk as f64)));
        assert!((3.2e9..4e9).contains(&(seven.needs.memory as f64)));
        for &(name, ..) in BOARDS {
            let [single, multi] = [Metric::Single, Metric::Multi].map(|m| of_metric(name, m));
            assert_eq!(single.states, multi.states);
            assert!(multi.needs.disk <= single.needs.disk, "{name}");
        }
    }

    #[test]
    fn figures_follow_from_the_states() {
        let seven = of("2x7");
        assert_eq!(seven.states, 43_589_145_600);
        assert!((11.6e9..12e9).contains(&(seven.needs.memory as f64)));
        assert!((5.8e9..6e9).contains(&(seven.needs.disk as f64)));
        // 44 s of search, 12 s of memory, 6 s of writing.
        assert!(
            (40.0..62.0).contains(&seven.in_memory[0]),
            "{:?}",
            seven.in_memory
        );
        let fifteen = of("4x4");
        assert_eq!(fifteen.states, 10_461_394_944_000);
        // A quarter more than both planes, some mail, and the table.
        assert!((4.7e12..5.3e12).contains(&(fifteen.files as f64)));
        // 137 TB of traffic, at twice the speed at best.
        assert!(
            (60e3..90e3).contains(&fifteen.on_disk[0]),
            "{:?}",
            fifteen.on_disk
        );
        let beyond = fifteen.beyond.unwrap();
        assert!(
            (190e9..230e9).contains(&(beyond.each as f64)),
            "{}",
            beyond.each
        );
    }

    #[test]
    fn boards_that_take_more_memory_on_disk_than_is_taken_unasked_have_figures() {
        for name in ["8x2", "4x4"] {
            let subject = Subject::Sliding {
                shape: name.parse().unwrap(),
                home: 0,
            };
            let beyond = Beyond::new(&subject, 80.0, 1 << 30, 16).unwrap();
            assert_eq!(beyond.disk.lanes, 1);
            assert!(beyond.disk.memory() > 1 << 30);
        }
    }

    #[test]
    fn both_ways_round_are_the_same_and_ranges_are_ranges() {
        for &(name, ..) in BOARDS {
            let (shape, _) = board(name, Metric::Single).unwrap();
            let [one, other] = [name, &shape.transposed().to_string()].map(of);
            assert_eq!(one.needs, other.needs);
            for range in [one.in_memory, one.on_disk] {
                assert!(0.0 < range[0] && range[0] < range[1], "{name}: {range:?}");
            }
        }
    }

    #[test]
    fn what_is_not_estimated_is_refused() {
        for name in ["5x5", "oshidori-kinds-6", "3x6"] {
            assert!(board(name, Metric::Single).is_err());
        }
    }
}
