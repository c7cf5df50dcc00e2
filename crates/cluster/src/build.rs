//! The build: processes connect, search their shards, and write their parts of the table.

use std::{
    fs,
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag as signal,
};
use tilebase::{
    Error, ErrorKind, Library, Monitor, Scratch, Subject,
    programs::{MOST_THREADS, available_memory, parts::PartError},
    units::ByteSize,
};
use tilebase_pdb_build::{
    BuildError, FoundOnDisk, Level, ScratchOptions,
    sliding::{Cut, DiskPlan, Exchange, LevelSum, search_shards, shard_bytes},
};
use timely::{
    WorkerConfig,
    communication::{
        Hooks,
        allocator::{
            AllocatorBuilder, ProcessBuilder,
            zero_copy::initialize::initialize_networking_from_sockets,
        },
    },
    execute::execute_from,
    worker::Worker,
};

use crate::{
    ClusterBuildArgs,
    exchange::{TimelyExchange, owned},
    failure,
    hello::{self, Identity},
    hosts::Hosts,
};

/// Signals within this time are one request: `timeout` sends its signal to the program and to its
/// group. A later one ends the process at once.
#[cfg(unix)]
const ONE_REQUEST: std::time::Duration = std::time::Duration::from_secs(1);

/// A build that is prepared before this process connects to others.
struct PreparedBuild {
    args: ClusterBuildArgs,
    hosts: Hosts,
    me: usize,
    secret: Vec<u8>,
    subject: Subject,
    cut: Cut,
    library: Library,
    scratch: Option<ScratchOptions>,
    stop: Arc<AtomicBool>,
    /// The bytes sent to other processes.
    sent: Arc<AtomicU64>,
}

/// Builds a table. If that fails, ends the process with an error message of one line.
pub fn run(args: ClusterBuildArgs) {
    let end = |error: &anyhow::Error, otherwise| -> ! {
        let code = error.downcast_ref().map_or(otherwise, code);
        failure::end(&format!("{error:#}"), code)
    };
    let plan = prepare(args).unwrap_or_else(|error| end(&error, failure::INPUT));
    if let Err(error) = together(plan) {
        end(&error, failure::TROUBLE);
    }
}

/// Checks the arguments before the process connects to others.
fn prepare(args: ClusterBuildArgs) -> Result<PreparedBuild> {
    let hosts = match &args.hosts {
        Some(path) => Hosts::read(path)?,
        None => Hosts::alone(),
    };
    let me = args.process.unwrap_or(0);
    ensure!(
        me < hosts.count(),
        "--process {me}: the hosts file has processes 0 to {}",
        hosts.count() - 1
    );
    ensure!(
        args.secret.is_some() || hosts.is_local(),
        "--secret FILE is needed if processes are on other machines: \
         `head -c 32 /dev/urandom > FILE` makes one"
    );
    let secret = match &args.secret {
        Some(path) => hello::secret(path)?,
        None => Vec::new(),
    };
    if let Some(threads) = args.threads {
        let threads = threads.get().min(MOST_THREADS);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build_global().context("cannot start threads")?;
    }
    let library = Library::in_folder(&args.data);
    let solver = library.puzzle(&args.space)?;
    let solver = solver.with_goal(args.goal.as_deref())?;
    let subject = solver.table_subject();
    let space = DiskPlan::board(&subject)?;
    let cut = match args.digits {
        Some(digits) => Cut::new(&space, digits)?,
        None => Cut::for_processes(&space, hosts.count())?,
    };
    ensure!(
        hosts.count() <= cut.shards(),
        "{} processes are more than the {} shards: cut the board with more --digits",
        hosts.count(),
        cut.shards()
    );
    let scratch = scratch(
        &args,
        &subject,
        &cut,
        owned(cut.shards(), hosts.count(), me).len(),
    )?;
    // A folder that cannot be made is found now, and not when the table is written.
    fs::create_dir_all(&args.data).map_err(|source| Error::Io {
        action: "create the folder",
        path: args.data.clone(),
        source,
    })?;
    Ok(PreparedBuild {
        args,
        hosts,
        me,
        secret,
        subject,
        cut,
        library,
        scratch,
        stop: stop_on_signals()?,
        sent: Arc::default(),
    })
}

/// Returns the scratch options of this process, if it keeps its shards on disk, after a check of
/// the memory.
fn scratch(
    args: &ClusterBuildArgs,
    subject: &Subject,
    cut: &Cut,
    shards: usize,
) -> Result<Option<ScratchOptions>> {
    let bytes = shards as u64 * shard_bytes(cut);
    let scratch = args.scratch.as_ref().map(|folder| {
        let memory = args.scratch_memory.map(|ByteSize(bytes)| bytes);
        let scratch = Scratch::in_folder(folder).memory(memory);
        let fit = scratch.allowed_memory() / shard_bytes(cut);
        let at_a_time = rayon::current_num_threads().max(2);
        let lanes = DiskPlan::lanes(shards, at_a_time, fit);
        scratch.options(subject, bytes, lanes)
    });
    let needed = match &scratch {
        Some(scratch) => scratch.lanes as u64 * shard_bytes(cut),
        None => bytes,
    };
    if let Some(ByteSize(available)) = args.scratch_memory
        && available < needed
    {
        let what = format!("{subject} on disk");
        return Err(Error::from(BuildError::Memory {
            what,
            needed,
            available,
        })
        .into());
    }
    match available_memory().filter(|&available| available < needed) {
        None => Ok(scratch),
        Some(available) => Err(Error::NoMemory {
            work: format!("searching {shards} shards of {subject}"),
            needed,
            available,
        }
        .into()),
    }
}

/// Returns a flag that is set when a signal asks the process to stop.
fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGXFSZ};
        let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let flag = Arc::clone(&stop);
        std::thread::Builder::new().spawn(move || {
            let mut asked = None;
            for _ in &mut signals {
                let first = *asked.get_or_insert_with(Instant::now);
                flag.store(true, Ordering::Relaxed);
                if first.elapsed() > ONE_REQUEST {
                    failure::end("interrupted", failure::INTERRUPTED);
                }
            }
        })?;
        // A write beyond a limit on file sizes must fail with an error, not kill the process.
        signal::register(SIGXFSZ, Arc::default())?;
    }
    #[cfg(not(unix))]
    for ending in [SIGINT, SIGTERM] {
        // The second signal ends the process at once.
        signal::register_conditional_shutdown(ending, failure::INTERRUPTED, Arc::clone(&stop))?;
        signal::register(ending, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Connects to the others and builds with them.
fn together(mut plan: PreparedBuild) -> Result<()> {
    let build = format!(
        "{} {:?} digits {} on disk {}\n{}",
        env!("CARGO_PKG_VERSION"),
        plan.subject,
        plan.cut.digits(),
        plan.scratch.is_some(),
        plan.hosts.text(),
    );
    let identity = Identity::new(&build, &plan.secret);
    failure::end_on_panic(&plan.hosts);
    let say = |text: &str| plan.say(text);
    let peers = hello::connect(
        &plan.hosts,
        plan.me,
        &identity,
        plan.args.patience,
        &plan.stop,
        &say,
    )?;
    if let Some(peer) = peers.iter().flatten().next() {
        plan.sent = Arc::clone(&peer.sent);
    }
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
    let local: Vec<ProcessBuilder> = local.into_iter().collect();
    let me = plan.me;
    let (builders, guard) = initialize_networking_from_sockets(local, peers, me, 1, hooks)?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let work = move |worker: &mut Worker| {
        // Timely would wait forever for the processes that do not end.
        plan.work(worker)
            .unwrap_or_else(|error| failure::end(&error.to_string(), code(&error)))
    };
    let workers = execute_from(builders, Box::new(guard), WorkerConfig::default(), work);
    let workers = workers.map_err(anyhow::Error::msg)?;
    for ended in workers.join() {
        if let Some(why) = ended.map_err(anyhow::Error::msg)? {
            failure::end(&why, failure::INTERRUPTED);
        }
    }
    Ok(())
}

/// Returns the exit code of an error.
fn code(error: &Error) -> i32 {
    match error.kind() {
        ErrorKind::Input => failure::INPUT,
        ErrorKind::Interrupted => failure::INTERRUPTED,
        _ => failure::TROUBLE,
    }
}

impl PreparedBuild {
    fn say(&self, text: &str) {
        if !self.args.quiet {
            let _ = writeln!(std::io::stderr(), "process {}: {text}", self.me);
        }
    }

    /// Searches this process's shards and writes its part of the table. Returns the reason if all
    /// processes stopped after the same level.
    fn work(&self, worker: &mut Worker) -> Result<Option<String>, Error> {
        let started = Instant::now();
        let shards = self.cut.shards();
        let mut exchange =
            TimelyExchange::new(worker, &self.hosts, shards, &self.stop, self.args.stall);
        let report = |level: &Level| {
            if self.me == 0 {
                let percent = 100.0 * level.reached as f64 / level.total as f64;
                self.say(&format!(
                    "depth {}: {} states, {percent:.1}% in all",
                    level.depth, level.new
                ));
            }
        };
        let monitor = Monitor::new(&report);
        let found = search_shards(&self.cut, self.scratch.as_ref(), &mut exchange, &monitor);
        let found = match found {
            Err(why @ (BuildError::Stopped | BuildError::Paused { .. })) => {
                return Ok(Some(why.to_string()));
            }
            found => found?,
        };
        let part = self
            .library
            .keep_part(&found, started.elapsed().as_secs_f64())?;
        self.say(&format!(
            "{}, {} bytes sent to the others, {:.1} seconds",
            part.display(),
            self.sent.load(Ordering::Relaxed),
            started.elapsed().as_secs_f64()
        ));
        // No process removes what a build could continue from before all have written their parts.
        exchange.end_level(LevelSum::default())?;
        Box::new(found).remove_files()?;
        if self.me == 0 && self.hosts.count() > 1 {
            self.join()?;
        }
        Ok(None)
    }

    /// Joins the parts if all of them are in one folder.
    fn join(&self) -> Result<(), Error> {
        let folder = self.library.folder().unwrap_or(std::path::Path::new("."));
        match self.library.merge(folder) {
            Ok(metadata) => {
                self.say(&format!(
                    "{}",
                    folder.join(metadata.subject.file_name()).display()
                ));
                Ok(())
            }
            Err(Error::Part(PartError::Missing { .. })) => {
                self.say(
                    "the other parts are on other machines: copy all into one folder, and join \
                     them with `tilebase merge FOLDER`",
                );
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}
