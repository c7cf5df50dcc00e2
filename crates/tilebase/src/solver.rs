//! The settings of a solver, and what its first question opens.
//!
//! The questions are in [`ask`](crate::ask).

use std::{
    sync::{Arc, Mutex, OnceLock, atomic::AtomicBool},
    time::Duration,
};

use tilebase_core::{
    Puzzle,
    format::{Subject, TableFile},
    pattern::Groups,
    sliding::{Metric, PartialGoal},
};

use crate::{
    answers::Stages,
    backend::{Backend, TableBackend},
    event::{Event, Reporter},
    families::Family,
    library::Library,
    machine::threads,
    moves::{Letters, Notation},
    options::Options,
    policy,
    store::{Build, in_own_threads, lock},
    values::{Error, PuzzleGoal, Result, State},
};

/// Answers questions about one puzzle and goal.
///
/// States are given as text, as cells or as [`State`](crate::State)s: as any
/// [`Input`](crate::Input). Answers come from a table of every state if there is one or a small one
/// can be built, and otherwise from IDA\*. The first question opens the tables, and builds those
/// that are missing; clones and threads share them. Searches run in rayon's current pool. Builds
/// run in as many threads of their own, so that a question from any pool can wait for them.
///
/// ```
/// use tilebase::Library;
///
/// let solver = Library::in_memory().puzzle("3x4")?;
/// let answer = solver.solve("1 2 3 4 / 5 6 7 8 / 0 9 10 11")?;
/// assert_eq!(answer.moves().letters(), "L3");
/// # Ok::<(), tilebase::Error>(())
/// ```
///
/// | question | methods |
/// | --- | --- |
/// | what is asked about | `puzzle`, `goal`, `a_goal`, `partial_goal`, `metric`, `state` |
/// | | `start_of`, `cells` |
/// | what to ask about | `with_goal`, `with_stage`, `with_metric`, `with_table` |
/// | how to search | `with_search`, `with_heuristic`, `with_partition`, `with_memory` |
/// | | `with_memory_limit`, `with_copied_patterns`, `with_whole_tree`, `with_best_known` |
/// | | `with_width`, `with_seed`, `with_saved_search`, `where_saved` |
/// | when to stop | `with_time`, `with_bounds`, `with_stop`, `with_callback` |
/// | which tables answer | `prepare`, `answers_from_table`, `heuristic_name`, `table_file` |
/// | | `table_subject`, `subjects`, `tables_used`, `verify` |
/// | one state | `distance`, `look_up`, `solve`, `improvements`, `hints`, `hints_after` |
/// | | `check`, `is_checked_by_rule` |
/// | all shortest solutions | `solutions`, `some_solutions`, `each_solution` |
/// | many states | `distances`, `each_distance`, `cell_distances`, `optimal_moves`, `ranks` |
/// | | `unrank`, `paths`, `solve_each`, `estimates`, `check_cells` |
/// | states by distance | `depths`, `hardest`, `at`, `each_at`, `hardness` |
/// | random states | `draw`, `draw_chosen`, `random`, `sample`, `is_drawable`, `reach` |
/// | games | `game`, `review`, `reviewed_soon`, `mistakes`, `shorten` |
/// | stages | `stages`, `solve_stages`, `review_stages`, `farthest_stages` |
///
/// # Errors
/// Every question fails if the state is not one of the puzzle, if a table that it needs is damaged
/// or is missing and may not be built, or if the library is asked to stop.
#[derive(Clone)]
pub struct Solver {
    pub(crate) library: Library,
    pub(crate) goal: Arc<PuzzleGoal>,
    metric: Metric,
    pub(crate) options: Options,
    backend: Arc<OnceLock<Box<dyn Backend>>>,
    /// The table, if a search answers but some question needs the table.
    table: Arc<OnceLock<Box<dyn TableBackend>>>,
    /// Held while one of these is opened, so that its tables are built once.
    opening: Arc<Mutex<()>>,
    /// The stages of the last question about stages, each with its solver.
    pub(crate) staged: Arc<Mutex<Option<PreparedStages>>>,
}

/// Stages, and the solver of each of them.
pub(crate) type PreparedStages = (Stages, Arc<[PreparedStage]>);

/// A stage, ready to be solved.
pub(crate) struct PreparedStage {
    pub name: String,
    pub partial_goal: PartialGoal,
    /// Solves the stage; `None` if the solver of the whole board does.
    pub solver: Option<Solver>,
}

impl PreparedStage {
    /// Returns whether its tiles and those of the stages before are in place. Opens nothing.
    pub fn is_met(&self, state: &State) -> bool {
        self.partial_goal
            .is_met(&self.partial_goal.kinds(state.cells()))
    }

    /// Returns the solver of the stage, or else that `of` the board, with this reporter.
    pub fn solver(&self, of: &Solver, reporter: Reporter) -> Solver {
        let mut solver = self.solver.as_ref().unwrap_or(of).clone();
        solver.library.reporter = reporter;
        solver
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Solver");
        debug.field("goal", &self.goal);
        debug.field("metric", &self.metric);
        debug.finish_non_exhaustive()
    }
}

/// Solvers.
impl Library {
    /// Returns the solver of the puzzle with this name: `15-puzzle`, `3x4`, `oshidori-kinds-6`, …
    ///
    /// # Errors
    /// If no puzzle has this name.
    pub fn puzzle(&self, name: &str) -> Result<Solver> {
        Ok(self.solver(name.parse::<Puzzle>()?))
    }

    /// Returns the solver of a puzzle: of a [`Puzzle`], a [`Shape`](crate::Shape) or
    /// [`Stones`](crate::Stones). Nothing is opened or built before the first question.
    pub fn solver(&self, puzzle: impl Into<Puzzle>) -> Solver {
        Solver {
            library: self.clone(),
            goal: Arc::new(PuzzleGoal::usual(puzzle.into())),
            metric: Metric::Single,
            options: Options::default(),
            backend: Arc::default(),
            table: Arc::default(),
            opening: Arc::default(),
            staged: Arc::default(),
        }
    }
}

/// The puzzle, its goal and its metric.
impl Solver {
    /// Sets the goal that `text`, if there is one, names: a state, or `blank-last` (the default),
    /// `blank-first`, `spiral`, `columns`, `snake` and others; on rows also `any-gap` and so on.
    ///
    /// Cells of a board's goal that are written `x` are open: any tile may be there and, if no 0 is
    /// written, the blank. Tiles with equal numbers, or letters, are alike, in states too; `A` is
    /// 1, `B` is 2 and so on.
    ///
    /// ```
    /// use tilebase::Library;
    ///
    /// let row = Library::in_memory().puzzle("3x3")?.with_goal("1 2 3 x x x x x x")?;
    /// assert_eq!(row.distance("4 1 2 5 6 3 7 8 0")?.distance(), Some(7));
    /// let pairs = Library::in_memory().puzzle("3x3")?.with_goal("AABBCCDD0")?;
    /// assert_eq!(pairs.distance("DDCCBBAA0")?.distance(), Some(26));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a goal of the puzzle.
    pub fn with_goal<'a>(self, text: impl Into<Option<&'a str>>) -> Result<Self> {
        let Some(text): Option<&str> = text.into() else {
            return Ok(self);
        };
        let goal = PuzzleGoal::parse(self.puzzle(), text)?;
        Ok(self.towards(goal))
    }

    /// Replaces the goal.
    pub(crate) fn towards(mut self, goal: PuzzleGoal) -> Self {
        self.goal = Arc::new(goal);
        self.close();
        self
    }

    /// Sets what counts as one move. Default: [`Metric::Single`].
    ///
    /// ```
    /// use tilebase::{Library, sliding::Metric};
    ///
    /// let solver = Library::in_memory().puzzle("2x4")?.with_metric(Metric::Multi)?;
    /// let answer = solver.solve("1 2 3 4 / 0 5 6 7")?;
    /// assert_eq!(answer.distance(), Some(1));
    /// assert_eq!(answer.moves().to_string(), "7"); // the tile to press
    /// assert_eq!(answer.moves().letters(), "L3");
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the metric is [`Metric::Multi`], and the puzzle is a row of stones.
    pub fn with_metric(mut self, metric: Metric) -> Result<Self> {
        self.family().check_metric(metric)?;
        self.metric = metric;
        self.close();
        Ok(self)
    }

    /// Answers from this table, which need not be one of the library's.
    ///
    /// # Errors
    /// If it is the table of another puzzle, goal or metric.
    pub fn with_table(mut self, table: TableFile) -> Result<Self> {
        self.close();
        let table = table.expect_subject(&self.table_subject())?;
        let table: Box<dyn Backend> = self.by_table(table)?;
        self.backend = Arc::new(OnceLock::from(table));
        Ok(self)
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> Puzzle {
        self.goal.puzzle()
    }

    /// Returns the goal as text that [`with_goal`](Self::with_goal) reads.
    pub fn goal(&self) -> String {
        self.goal.to_string()
    }

    /// Returns a state that meets the goal: the goal itself, if only one does.
    pub fn a_goal(&self) -> State {
        self.goal.a_state()
    }

    /// Returns the goal, from which moves may begin and at which they may end.
    ///
    /// # Errors
    /// If the goal is not a single state.
    pub fn only_goal(&self) -> Result<State> {
        let goal = &self.goal;
        goal.single().ok_or_else(|| {
            Error::Question(format!(
                "moves cannot begin or end at the goal {goal}, which is not a single state"
            ))
        })
    }

    /// Returns the state from which these moves lead to the goal.
    ///
    /// ```
    /// use tilebase::{Library, Notation};
    ///
    /// let solver = Library::in_memory().puzzle("3x3")?;
    /// let start = solver.start_of(&"DRUL".parse()?, Notation::Tile)?;
    /// assert_eq!(solver.distance(&start)?.distance(), Some(4));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the goal is not a single state, or a move cannot have led to the state after it.
    pub fn start_of(&self, moves: &Letters, notation: Notation) -> Result<State> {
        moves.start(&self.only_goal()?, notation)
    }

    /// Returns the goal if it leaves cells open or has tiles that are alike, else `None`.
    pub fn partial_goal(&self) -> Option<&PartialGoal> {
        self.goal.partial()
    }

    /// Returns what counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }
}

/// Options. Where one may be absent, `None` restores its default. The methods `with_…`
/// that read or check what they are given return a `Result`, and all others the solver.
impl Solver {
    /// Calls `callback`, in place of the library's, with every event of this solver from now on.
    /// Clones made before keep their callback and share the open tables, so that each of several
    /// callers may watch its own questions.
    pub fn with_callback(mut self, callback: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.library.reporter.callback = Arc::new(callback);
        self
    }

    /// Stops the work of this solver soon after `stop` becomes true, in place of the library's
    /// flag. Clones made before keep their flag, as for [`with_callback`](Self::with_callback).
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.library.reporter.stop = stop;
        self
    }

    /// Searches even if there is a table, with the usual heuristic unless another is named.
    pub fn with_search(self) -> Self {
        self.with(|options| options.by_search = true)
    }

    /// Searches by IDA\* with this heuristic even if there is a table.
    /// [`HeuristicName::ALL`](crate::HeuristicName::ALL) lists the names for each kind of search.
    /// `pdb` are the best pattern databases that fit the [memory](Self::with_memory); long
    /// searches of boards that have a catalogue of partitions continue with the largest, such as
    /// `pdb:seven` of the 24-puzzle.
    pub fn with_heuristic(self, name: impl Into<String>) -> Self {
        self.with(|options| options.heuristic = Some(name.into()))
    }

    /// Searches with pattern databases of these groups of tiles. Sliding boards only.
    pub fn with_partition(self, groups: impl Into<Option<Groups>>) -> Self {
        self.with(|options| options.partition = groups.into())
    }

    /// Sets the most bytes that pattern databases which are not named take together. Default: 512
    /// MiB, 1 GiB on boards of more than 25 cells, and half of the free memory for long searches
    /// with a catalogue.
    pub fn with_memory(self, bytes: impl Into<Option<u64>>) -> Self {
        self.with(|options| options.memory = bytes.into())
    }

    /// Sets the most bytes that the tables of a search take together, named or not, and the most
    /// memory that building one may take; larger ones are refused.
    pub fn with_memory_limit(mut self, bytes: impl Into<Option<u64>>) -> Self {
        self.library.memory = bytes.into();
        let bytes = self.library.memory;
        self.with_memory(bytes)
            .with(|options| options.binding = bytes.is_some())
    }

    /// Copies pattern databases from mapped files to memory if there is enough. The copy takes a
    /// moment and is worth it for many states.
    pub fn with_copied_patterns(self, copy: bool) -> Self {
        self.with(|options| options.copy_patterns = copy)
    }

    /// Searches boards, and tries every move that does not take back the one before, as
    /// publications count them: sequences that only lead where others lead are not left out.
    /// Distances are the same.
    pub fn with_whole_tree(self, whole: bool) -> Self {
        self.with(|options| options.tuning.whole_tree = whole)
    }

    /// Answers with the best solution that beams find and with bounds, without an exact search or
    /// its tables. Boards and drawn graphs only. Takes a second, or the [time](Self::with_time).
    pub fn with_best_known(self) -> Self {
        self.with(|options| options.beams_only = true)
    }

    /// Answers with the solution that one beam of this width finds; if none, with a construction,
    /// or on a graph with bounds. The time is not limited, and the answer is the same on every
    /// machine, unless a [time](Self::with_time) ends the beam. Boards and drawn graphs only.
    pub fn with_width(self, width: impl Into<Option<usize>>) -> Self {
        self.with(|options| {
            options.width = width.into();
            options.beams_only |= options.width.is_some();
        })
    }

    /// Sets the seed of the order of boards that a beam rates equally. Default: 0. Boards and drawn
    /// graphs only.
    pub fn with_seed(self, seed: impl Into<Option<u64>>) -> Self {
        self.with(|options| options.seed = seed.into())
    }

    /// Ends a question after this time, with the bounds proven and, for a board or graph, the best
    /// solution found by then; only small tables are built for it, and those of a named heuristic.
    /// Default: no limit, but one second over 25 cells, on graphs over 16. On boards of up to 32
    /// cells, a [heuristic](Self::with_heuristic), a [partition](Self::with_partition) or
    /// [`with_search`](Self::with_search) removes that limit, for the shortest solution.
    pub fn with_time(self, time: impl Into<Option<Duration>>) -> Self {
        self.with(|options| options.time = time.into())
    }

    /// Ends a search after a second, or after the [time](Self::with_time), with the bounds proven
    /// by then. Answers serialize with bounds even if they meet.
    pub fn with_bounds(self) -> Self {
        self.with(|options| options.bounds = true)
    }

    /// Saves an unfinished search in this file, and continues from the file if it exists. For one
    /// state. Searches of boards can be saved if pattern databases guide them.
    #[cfg(feature = "json")]
    pub fn with_saved_search(self, file: impl Into<std::path::PathBuf>) -> Self {
        self.with(|options| options.resume = Some(file.into()))
    }

    /// Changes the options. The next question opens its tables anew.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        self.close();
        change(&mut self.options);
        self
    }

    /// Closes the tables: the next question opens those that it needs.
    fn close(&mut self) {
        self.backend = Arc::default();
        self.table = Arc::default();
        self.opening = Arc::default();
        self.staged = Arc::default();
    }
}

/// Tables and heuristics.
impl Solver {
    /// Opens the tables that answer, and builds those that are missing. The first question does the
    /// same; call this to do it earlier.
    pub fn prepare(&self) -> Result<&Self> {
        self.backend()?;
        Ok(self)
    }

    /// Returns whether answers come from a table. Opens and builds nothing.
    pub fn answers_from_table(&self) -> Result<bool> {
        if let Some(opened) = self.backend.get() {
            return Ok(opened.table().is_some());
        }
        Ok(!self.wants_search()? && self.has_or_builds_table(self.is_worth_building()))
    }

    /// Returns whether the options request a search even if there is a table.
    pub(crate) fn wants_search(&self) -> Result<bool> {
        self.family().wants_search(self.metric, &self.options)
    }

    /// Returns whether a missing table is built in preference to a search.
    pub(crate) fn is_worth_building(&self) -> bool {
        self.family().is_worth_building(self.metric)
    }

    /// Returns the name of the heuristic that guides the search, such as `pdb:7-8`; `table` if a
    /// table answers. Opens tables as [`prepare`](Self::prepare) does.
    pub fn heuristic_name(&self) -> Result<String> {
        Ok(self.backend()?.heuristic())
    }

    /// Returns the opened table of every state, which is built first if it is missing and small.
    pub fn table_file(&self) -> Result<TableFile> {
        Ok(self.table()?.file().clone())
    }

    /// Proves that the table of every state is right: see
    /// [`Library::verify`](crate::Library::verify).
    pub fn verify(&self) -> Result<()> {
        self.library.verify(self.table()?.file())
    }

    /// Returns the subject of the table of every state, whether or not that exists or can be built.
    pub fn table_subject(&self) -> Subject {
        self.family().table_subject(&self.goal, self.metric)
    }

    /// Returns the subjects of the tables to build for this question: one of every state, or else
    /// the pattern databases or colour tables that guide the search. Opens nothing.
    ///
    /// # Errors
    /// If there are none that could be built.
    pub fn subjects(&self) -> Result<Vec<Subject>> {
        let by_search = self.wants_search()?;
        if self.has_buildable_size() && !by_search {
            Ok(vec![self.table_subject()])
        } else {
            self.search_subjects()
        }
    }

    pub(crate) fn search_subjects(&self) -> Result<Vec<Subject>> {
        self.family()
            .search_subjects(&self.goal, self.metric, &self.options)
    }

    fn has_buildable_size(&self) -> bool {
        self.family().has_buildable_size(self.metric)
    }

    /// Returns the subjects of the tables that answer: one of every state, or the pattern databases
    /// or colour tables of a search. None if the search needs none, or if its goal leaves cells
    /// open or has tiles alike. Opens and builds nothing.
    pub fn tables_used(&self) -> Result<Vec<Subject>> {
        let own = self.table_subject();
        if self.answers_from_table()? {
            return Ok(vec![own]);
        }
        let mut subjects = self.search_subjects().unwrap_or_default();
        subjects.retain(|subject| *subject != own);
        Ok(subjects)
    }

    /// Returns the family of the puzzle and its goal.
    pub(crate) fn family(&self) -> &dyn Family {
        self.goal.family()
    }

    pub(crate) fn reporter(&self) -> &Reporter {
        &self.library.reporter
    }

    /// Returns a reporter for one question, which begins now and may take the time that is set.
    pub(crate) fn timed(&self) -> Reporter {
        let time = policy::time(&self.options, self.proves_unless_timed());
        self.reporter().within(time)
    }

    /// Returns whether answers are proven, unless the options limit the time.
    pub(crate) fn proves_unless_timed(&self) -> bool {
        let soon = self.family().is_proven_soon(self.metric);
        self.proves() && (soon || self.options.name_search())
    }

    /// Returns whether answers are proven if their time is not limited.
    pub(crate) fn proves(&self) -> bool {
        self.family().is_exact(self.metric) && !self.options.beams_only
    }

    /// Returns whether a question has opened its tables.
    pub(crate) fn is_open(&self) -> bool {
        self.backend.get().is_some()
    }

    /// Returns whether there is a table.
    pub(crate) fn has_table(&self) -> bool {
        self.library.has(&self.table_subject())
    }

    /// Returns the backend, which is opened first.
    pub(crate) fn backend(&self) -> Result<&dyn Backend> {
        let opened = self.opened_once(&self.backend, || self.open())?;
        Ok(opened.as_ref())
    }

    /// Returns what is in a slot of this solver and its clones. It is opened first, by one thread
    /// while others wait; in threads of its own, because those of the current pool may wait for it.
    fn opened_once<'a, T: Send + Sync>(
        &self,
        slot: &'a OnceLock<T>,
        open: impl FnOnce() -> Result<T> + Send,
    ) -> Result<&'a T> {
        if let Some(opened) = slot.get() {
            return Ok(opened);
        }
        let _opening = lock(&self.opening);
        if let Some(opened) = slot.get() {
            return Ok(opened);
        }
        let opened = in_own_threads(threads(), open)?;
        Ok(slot.get_or_init(|| opened))
    }

    fn open(&self) -> Result<Box<dyn Backend>> {
        if self.answers_from_table()? {
            return Ok(self.open_table()?);
        }
        let (library, options) = (&self.library, &self.options);
        self.family()
            .by_search(&self.goal, self.metric, library, options)
    }

    fn open_table(&self) -> Result<Box<dyn TableBackend>> {
        self.by_table(self.library.table(&self.table_subject())?)
    }

    /// Returns the backend of a table, which must be that of this goal and metric.
    fn by_table(&self, table: TableFile) -> Result<Box<dyn TableBackend>> {
        self.family().by_table(&self.goal, self.metric, table)
    }

    /// Returns the table of every state, even if a search answers. It is built if it is missing and
    /// small.
    pub(crate) fn table(&self) -> Result<&dyn TableBackend> {
        // Where the table answers, it is opened once for all questions.
        if let Ok(true) = self.answers_from_table()
            && let Some(table) = self.backend()?.table()
        {
            return Ok(table);
        }
        let puzzle = self.puzzle();
        if self.table.get().is_none() && !self.has_or_builds_table(true) {
            return Err(if self.has_buildable_size() {
                Error::NoTable(puzzle)
            } else {
                Error::NotTabulable(puzzle)
            });
        }
        let table = self.opened_once(&self.table, || self.open_table())?;
        Ok(table.as_ref())
    }

    /// Returns whether there is a table, or one can be built in memory.
    pub(crate) fn can_have_table(&self) -> bool {
        self.has_buildable_size() || self.has_table()
    }

    /// Returns whether missing tables may be built.
    pub(crate) fn may_build(&self) -> bool {
        self.library.build != Build::Never
    }

    /// Returns whether there is a table, or a missing one is built.
    pub(crate) fn has_or_builds_table(&self, worth_building: bool) -> bool {
        let subject = self.table_subject();
        let builds = worth_building && self.has_buildable_size();
        self.library.has(&subject) || (builds && self.library.is_small(&subject, &self.options))
    }
}
