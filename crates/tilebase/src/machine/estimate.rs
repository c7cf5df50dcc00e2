//! Estimates of the memory, disk and time that tables of boards take.
//!
//! Memory, disk and network traffic follow from the number of states. Time is extrapolated from a
//! short calibration on this machine. A search of 3x4 in memory gives the time per state and the
//! speed at which the system provides memory. Writing a file of some hundred megabytes into the
//! folder of the tables gives the speed of the system's cache and of the disk.

use std::{
    fs::{self, File},
    io::{self, Write},
    num::NonZeroUsize,
    path::Path,
    sync::{OnceLock, atomic::AtomicBool},
};

use serde::Serialize;
use tilebase_core::{
    Monitor, Puzzle, RankedSpace, Stopwatch,
    format::{Encoding, Subject},
    parallel,
    sliding::{Board, Metric, Reduction, RowClassSpace, Shape, SlidingSpace},
};
use tilebase_pdb_build::{
    BuildError, Level, Requirements, build, has_buildable_size,
    sliding::{self, Cut, DiskPlan},
};
use tilebase_solve::board_subject;

pub use crate::known::published::{SearchTimes, boards, levels};
use crate::{
    answers::{as_text, is_single},
    machine::Available,
    store::{Scratch, failed},
    values::{Error, Result},
};

/// Bytes written to measure the speed of the disk.
const SAMPLE: usize = 1 << 28;

/// Seconds per state in the search for boards too small for the fast one.
const ONE_BY_ONE: f64 = 1e-6;

/// The speed of a machine, found by a calibration.
#[derive(Debug, Clone, Copy)]
pub struct Rates {
    /// Seconds per state of a search.
    pub state: f64,
    /// Seconds per byte of fresh memory.
    pub memory: f64,
    /// Seconds per byte that is written and synced.
    pub disk: f64,
    /// Seconds per byte written to the system's cache of files.
    pub cache: f64,
}

/// The least and the most seconds that a build is expected to take.
pub type Range = [f64; 2];

/// The memory, disk and time that the table of a board takes. Serializes as the object of
/// `estimate --json`.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The board.
    #[serde(rename = "space", serialize_with = "as_text")]
    pub shape: Shape,
    /// The number of states.
    pub states: u64,
    /// Bytes of memory that a build in memory takes.
    pub memory: u64,
    /// Bytes of disk that the table takes.
    pub disk: u64,
    /// The free memory and disk.
    pub available: Available,
    /// A build in memory.
    pub in_memory: MemoryCost,
    /// A build on disk, if the board has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_disk: Option<DiskCost>,
    /// Whether the table can be built in memory, if there is enough.
    pub buildable: bool,
    /// A build by several machines, if the board has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<Cluster>,
    /// What counts as one move.
    #[serde(serialize_with = "as_text", skip_serializing_if = "is_single")]
    pub metric: Metric,
}

/// The cost of a build in memory.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MemoryCost {
    /// Whether memory and disk suffice.
    pub fits: bool,
    /// Its time.
    pub seconds: Range,
}

/// The cost of a build on disk.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct DiskCost {
    /// Bytes of disk, including the table.
    pub bytes: u64,
    /// Whether memory and disk suffice.
    pub fits: bool,
    /// Its time.
    pub seconds: Range,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes read.
    pub read: u64,
    /// Bytes written.
    pub written: u64,
}

/// The cost of a build by several machines.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Cluster {
    /// The number of machines.
    pub machines: NonZeroUsize,
    /// Bytes of memory that each takes.
    pub memory: u64,
    /// The most bytes that they send to each other.
    pub network: u64,
}

impl Rates {
    /// Searches 3x4 in memory, and writes a file of some hundred megabytes into `folder`. Takes a
    /// second or a few, by the speed of the disk; `stop` ends it.
    ///
    /// # Errors
    /// If there is no memory, if the file cannot be written, or if the search is stopped.
    pub fn measure(folder: &Path, metric: Metric, stop: &AtomicBool) -> Result<Self> {
        let (upright, home) = (Shape::new(4, 3)?, 0);
        // The first level is reported as soon as the memory is there.
        let (started, first_level) = (Stopwatch::start(), OnceLock::new());
        let report = |_: &Level| {
            let _ = first_level.set(started.elapsed());
        };
        let subject = Subject::Sliding {
            shape: upright,
            home,
        };
        searched(&subject, &Monitor::new(&report).stopping_on(stop))?;
        let memory_time = first_level.get().copied().unwrap_or_default();
        let search_time = started.elapsed() - memory_time;
        let states = SlidingSpace::new(upright, home.into())?.len();
        let planes = 2.0 * Encoding::Bit.bytes(states) as f64;
        let search = match metric {
            Metric::Single => search_time.as_secs_f64(),
            Metric::Multi => {
                let (shape, started) = (Shape::new(3, 4)?, Stopwatch::start());
                let subject = Subject::SlidingMulti { shape, home };
                searched(&subject, &Monitor::silent().stopping_on(stop))?;
                started.seconds()
            }
        };
        let written = seconds_to_write(folder).map_err(failed("measure the speed of", folder))?;
        let [cache, disk] = written.map(|seconds| seconds / SAMPLE as f64);
        Ok(Self {
            state: search / states as f64,
            memory: memory_time.as_secs_f64() / planes,
            disk,
            cache,
        })
    }
}

/// Searches all states of a board, as a build does.
fn searched(subject: &Subject, monitor: &Monitor<'_, Level>) -> Result<()> {
    build(subject, None, monitor)
        .map(drop)
        .map_err(|error| match error {
            BuildError::Stopped => Error::Interrupted("the calibration was interrupted".to_owned()),
            other => other.into(),
        })
}

/// Returns the seconds that a file of [`SAMPLE`] bytes takes to reach the system's cache, and the
/// disk.
fn seconds_to_write(folder: &Path) -> io::Result<[f64; 2]> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!(".calibration-{}.part", std::process::id()));
    let part = vec![0x5A; 1 << 22];
    let started = Stopwatch::start();
    let written = File::create(&path).and_then(|mut file| {
        for _ in 0..SAMPLE / part.len() {
            file.write_all(&part)?;
        }
        let cached = started.seconds();
        file.sync_all()?;
        Ok([cached, started.seconds()])
    });
    let removed = fs::remove_file(&path);
    let seconds = written?;
    removed?;
    Ok(seconds)
}

/// Returns how a board is built on disk in `memory` bytes, or in the least number that a build
/// needs; and the cost of a build by `machines`.
fn sharded(subject: &Subject, memory: u64, machines: NonZeroUsize) -> Option<(DiskPlan, Cluster)> {
    let lanes = parallel::current_num_threads().max(2);
    let plan = match DiskPlan::new(subject, lanes, memory) {
        Err(BuildError::Memory { needed, .. }) => DiskPlan::new(subject, 1, needed),
        plan => plan,
    };
    let plan = plan.ok()?;
    // With fewer shards than machines, some machines have none.
    let count = machines.get();
    let cut = Cut::for_processes(plan.cut.space(), count).ok()?;
    let network = sliding::message_bytes(&cut);
    let shards = cut.shards().div_ceil(count) as u64;
    let cluster = Cluster {
        machines,
        // The messages of two levels, of which one has a tenth of all.
        memory: shards * sliding::shard_bytes(&cut) + network / 5 / count as u64,
        network,
    };
    Some((plan, cluster))
}

impl Estimate {
    /// Returns the estimate for a board on a machine of this speed with so much `available`, where
    /// a build on disk may take `memory` bytes, and a cluster has this many `machines`. `None` if
    /// the board cannot be estimated: [`boards`] lists those that can be.
    ///
    /// # Errors
    /// If there can be no such table.
    pub fn new(
        shape: Shape,
        metric: Metric,
        rates: &Rates,
        available: Available,
        memory: u64,
        machines: NonZeroUsize,
    ) -> Result<Option<Self>> {
        let Some(levels) = levels(shape, metric) else {
            return Ok(None);
        };
        let goal = Board::goal(shape);
        let reduction = Reduction::to_canonical(&goal, metric);
        let space = reduction.space()?;
        let states = space.len();
        let subject = board_subject(&reduction);
        let (quick, sharded) = match metric {
            Metric::Single => (
                sliding::supports(&space),
                sharded(&subject, memory, machines),
            ),
            Metric::Multi => (shape.cells() > 10, None),
        };
        let needs = match Requirements::of(&subject, None) {
            // No builder holds as many row classes, but their size is known: the search has four
            // planes of a bit for each, of which three become the table.
            Err(_) if metric == Metric::Multi => {
                let plane = Encoding::Bit.bytes(RowClassSpace::new(space).len());
                Requirements {
                    memory: 4 * plane,
                    disk: 3 * plane,
                }
            }
            needs => needs?,
        };
        let search = states as f64 * if quick { rates.state } else { ONE_BY_ONE };
        let fresh = needs.memory as f64 * rates.memory;
        let write = needs.disk as f64 * rates.disk;
        let fits = |needed: u64, there: Option<u64>| there.is_none_or(|there| needed <= there);
        let on_disk = |plan: DiskPlan| {
            let ((read, written), memory) = (plan.traffic(levels as u64), plan.memory());
            let bytes = plan.scratch() + plan.table();
            let rate = if Scratch::is_direct(plan.planes()) { rates.disk } else { rates.cache };
            let streamed = (read + written) as f64 * rate + plan.table() as f64 * rates.disk;
            DiskCost {
                bytes,
                fits: fits(bytes, available.disk) && fits(memory, available.memory),
                seconds: [0.5 * streamed + 0.7 * search, 2.0 * streamed + 2.5 * search],
                memory,
                read,
                written,
            }
        };
        let (plan, cluster) = sharded.unzip();
        Ok(Some(Self {
            shape,
            states,
            memory: needs.memory,
            disk: needs.disk,
            available,
            in_memory: MemoryCost {
                fits: fits(needs.memory, available.memory) && fits(needs.disk, available.disk),
                // Boards differ in how many windows cross chunks, and disks slow down once their
                // caches are full.
                seconds: [
                    0.7 * search + fresh + write,
                    2.5 * search + 2.0 * (fresh + write),
                ],
            },
            on_disk: plan.map(on_disk),
            buildable: has_buildable_size(Puzzle::Sliding(shape)),
            cluster,
            metric,
        }))
    }
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

    fn of(name: &str) -> Estimate {
        of_metric(name, Metric::Single)
    }

    fn of_metric(name: &str, metric: Metric) -> Estimate {
        let machines = NonZeroUsize::new(16).unwrap();
        let estimate = Estimate::new(
            name.parse().unwrap(),
            metric,
            &RATES,
            Available::default(),
            16 << 30,
            machines,
        );
        estimate.unwrap().unwrap()
    }

    #[test]
    fn row_classes_take_less_than_states() {
        let seven = of_metric("2x7", Metric::Multi);
        assert_eq!(seven.states, 43_589_145_600);
        assert!((2.4e9..2.6e9).contains(&(seven.disk as f64)));
        assert!((3.2e9..4e9).contains(&(seven.memory as f64)));
        for name in boards() {
            let [single, multi] = [Metric::Single, Metric::Multi].map(|m| of_metric(name, m));
            assert_eq!(single.states, multi.states);
            assert!(multi.disk <= single.disk, "{name}");
            // What can only be built in memory has no figures of a build on disk.
            assert!(multi.on_disk.is_none(), "{name}");
        }
    }

    #[test]
    fn figures_follow_from_the_states() {
        let seven = of("2x7");
        assert_eq!(seven.states, 43_589_145_600);
        assert!((11.6e9..12e9).contains(&(seven.memory as f64)));
        assert!((5.8e9..6e9).contains(&(seven.disk as f64)));
        // 44 s of search, 12 s of memory, 6 s of writing.
        assert!(
            (40.0..62.0).contains(&seven.in_memory.seconds[0]),
            "{:?}",
            seven.in_memory
        );
        let fifteen = of("4x4");
        assert_eq!(fifteen.states, 10_461_394_944_000);
        // A quarter more than both planes, some mail, and the table.
        let on_disk = fifteen.on_disk.unwrap();
        assert!((4.7e12..5.3e12).contains(&(on_disk.bytes as f64)));
        // 137 TB of traffic, at twice the speed at best.
        assert!((60e3..90e3).contains(&on_disk.seconds[0]), "{on_disk:?}");
        let each = fifteen.cluster.unwrap().memory;
        assert!((190e9..230e9).contains(&(each as f64)), "{each}");
    }

    #[test]
    fn boards_that_take_more_memory_on_disk_than_is_taken_unasked_have_figures() {
        for name in ["8x2", "4x4"] {
            let subject = Subject::Sliding {
                shape: name.parse().unwrap(),
                home: 0,
            };
            let machines = NonZeroUsize::new(16).unwrap();
            let (plan, _) = sharded(&subject, 1 << 30, machines).unwrap();
            assert_eq!(plan.lanes, 1);
            assert!(plan.memory() > 1 << 30);
        }
    }

    #[test]
    fn both_ways_round_are_the_same_and_ranges_are_ranges() {
        for name in boards() {
            let shape: Shape = name.parse().unwrap();
            let [one, other] = [name, &shape.transposed().to_string()].map(of);
            assert_eq!((one.memory, one.disk), (other.memory, other.disk));
            let on_disk = one.on_disk.map(|cost| cost.seconds);
            for range in [one.in_memory.seconds].into_iter().chain(on_disk) {
                assert!(0.0 < range[0] && range[0] < range[1], "{name}: {range:?}");
            }
        }
    }

    #[test]
    fn a_calibration_that_is_interrupted_says_so() {
        for metric in [Metric::Single, Metric::Multi] {
            let rates = Rates::measure(Path::new("not made"), metric, &AtomicBool::new(true));
            let error = rates.unwrap_err().to_string();
            assert_eq!(error, "the calibration was interrupted");
        }
    }

    #[test]
    fn what_is_not_estimated_is_refused() {
        for name in ["5x5", "3x6"] {
            assert_eq!(levels(name.parse().unwrap(), Metric::Single), None);
        }
    }
}
