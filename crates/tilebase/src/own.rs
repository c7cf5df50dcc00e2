//! Tables for a puzzle of your own.

use std::{ops::Deref, path::Path};

use rand::RngExt;
use tilebase_core::{
    Monitor, RankedSpace,
    format::{Encoding, Metadata, Subject, TableFile, write_table},
};
use tilebase_pdb_build::{BuildError, Level, build_own};
use tilebase_solve::table::{ByState, Table, TableError};

use crate::{
    known::sample,
    store::replace,
    values::{Error, Result, Rng, ensure},
};

/// The name of a table that has none yet.
const UNNAMED: &str = "a puzzle of your own";

/// The bytes of a table that are written at a time.
const STEP: usize = 4 << 20;

/// The table of a space: the distance of every state from the goals.
///
/// It also has all methods of a [`Table`], such as `distance` and `path`.
#[derive(Debug)]
pub struct OwnTable<S> {
    table: Table<ByState<S, TableFile>>,
}

impl<S> Deref for OwnTable<S> {
    type Target = Table<ByState<S, TableFile>>;

    fn deref(&self) -> &Self::Target {
        &self.table
    }
}

/// Builds the table of any space in memory: the distance of every state from the goals, one byte
/// each.
///
/// Takes a byte and three bits per state, and runs in rayon's current pool: on one thread about
/// the time of unranking every state and ranking its neighbours. Reports each finished level.
///
/// # Errors
/// If some state is 255 moves or more from the goals, the system refuses the memory, or the monitor
/// asks to stop.
pub fn build<S: RankedSpace>(
    space: S,
    monitor: &Monitor<'_, Level>,
) -> Result<OwnTable<S>, BuildError> {
    let built = build_own(&space, None, UNNAMED, monitor)?;
    Ok(OwnTable::of(space, built.into()))
}

/// Builds the table of a space in which some moves cost nothing: the least sum of costs from every
/// state to the goals. The moves to [`RankedSpace::neighbours`] cost 1, and those to which `free`
/// leads cost 0; both must have inverses of the same cost.
///
/// With the moves of some pieces at cost 1 and those of all others at cost 0, the table is a
/// pattern database that may be added to those of other pieces: each move is counted in one of them
/// only.
///
/// ```
/// use tilebase::{Monitor, RankedSpace, own};
///
/// /// Two pieces on a ring of eight cells, each of which steps to either side.
/// struct Ring;
///
/// impl RankedSpace for Ring {
///     type State = [u64; 2];
///     fn len(&self) -> u64 {
///         64
///     }
///     fn rank(&self, [first, second]: &[u64; 2]) -> u64 {
///         8 * first + second
///     }
///     fn unrank(&self, rank: u64) -> [u64; 2] {
///         [rank / 8, rank % 8]
///     }
///     /// The steps of the first piece.
///     fn neighbours(&self, &[first, second]: &[u64; 2], mut visit: impl FnMut([u64; 2])) {
///         visit([(first + 1) % 8, second]);
///         visit([(first + 7) % 8, second]);
///     }
///     fn goals(&self) -> Vec<u64> {
///         vec![0]
///     }
/// }
///
/// let second = |&[first, second]: &[u64; 2], visit: &mut dyn FnMut([u64; 2])| {
///     visit([first, (second + 1) % 8]);
///     visit([first, (second + 7) % 8]);
/// };
/// let steps_of_the_first = own::build_with_free_moves(Ring, second, &Monitor::silent())?;
/// assert_eq!(steps_of_the_first.distance(&[3, 7])?, Some(3));
/// assert_eq!(steps_of_the_first.counts(), [8, 16, 16, 16, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`build`].
pub fn build_with_free_moves<S: RankedSpace>(
    space: S,
    free: impl Fn(&S::State, &mut dyn FnMut(S::State)) + Sync,
    monitor: &Monitor<'_, Level>,
) -> Result<OwnTable<S>, BuildError> {
    let by_rank = |rank, visit: &mut dyn FnMut(u64)| {
        free(&space.unrank(rank), &mut |next| visit(space.rank(&next)));
    };
    let built = build_own(&space, Some(&by_rank), UNNAMED, monitor)?;
    Ok(OwnTable::of(space, built.into()))
}

impl<S: RankedSpace> OwnTable<S> {
    fn of(space: S, file: TableFile) -> Self {
        let eccentricity = file.metadata().eccentricity();
        let table = Table::new(ByState::new(space, Encoding::Byte, file));
        Self {
            table: table.with_eccentricity(eccentricity),
        }
    }

    /// Reads a table that [`save`](Self::save) wrote, into memory. `name` is the name that was
    /// given there.
    ///
    /// # Errors
    /// If the file is missing, damaged or of another version; if it is the table of another name,
    /// or of another number of states; or if the goals of the space are not its goals.
    pub fn open(space: S, name: &str, path: &Path) -> Result<Self> {
        let file = TableFile::read(path)?;
        let free_moves = match &file.metadata().subject {
            Subject::Own { free_moves, .. } => *free_moves,
            _ => false,
        };
        let file = file.expect_subject(&Subject::Own {
            name: name.to_owned(),
            states: space.len(),
            free_moves,
        })?;
        file.verify_checksums(&Monitor::silent())?;
        let goals = space.goals();
        let found = file.metadata().counts.first().copied().unwrap_or(0);
        let all = goals.len() as u64;
        let distance = |&goal: &u64| file.payload().get(goal as usize);
        let are_goals = goals.iter().all(|goal| distance(goal) == Some(&0));
        ensure(are_goals && (all == found || free_moves), || {
            Error::Question(format!(
                "{} is a table of {name} for other goals: build it again",
                path.display()
            ))
        })?;
        Ok(Self::of(space, file))
    }

    /// Writes the table as a file, in place of an existing one, under a name that says which puzzle
    /// and goals it is of.
    ///
    /// ```
    /// # use tilebase::{Monitor, own, sliding::SlidingSpace};
    /// # let space = || SlidingSpace::new("3x2".parse().unwrap(), 0).unwrap();
    /// # let folder = std::env::temp_dir().join(format!("own-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("mine.tilebase");
    /// let table = own::build(space(), &Monitor::silent())?;
    /// table.save("my boards", &path)?;
    /// let again = own::OwnTable::open(space(), "my boards", &path)?;
    /// assert_eq!(again.counts(), table.counts());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be written. An existing one then remains.
    pub fn save(&self, name: &str, path: &Path) -> Result<()> {
        let file = self.bytes();
        let metadata = Metadata {
            subject: Subject::Own {
                name: name.to_owned(),
                states: self.space().len(),
                free_moves: self.has_free_moves(),
            },
            ..file.metadata().clone()
        };
        let lists = metadata.listed.iter().map(|level| file.listed(level.depth));
        let lists: Result<Vec<_>, _> = lists.collect();
        let lists: Vec<Vec<u64>> = lists?.into_iter().flatten().collect();
        let payload = file.payload().chunks(STEP);
        replace(path, |out| {
            write_table(
                &metadata,
                payload.map(Ok),
                lists.iter().map(|ranks| Ok(&ranks[..])),
                out,
                &Monitor::silent(),
            )
        })
        .map_err(|error| Error::Io {
            action: "write",
            path: path.to_owned(),
            source: std::io::Error::other(error),
        })
    }

    fn has_free_moves(&self) -> bool {
        matches!(
            self.bytes().metadata().subject,
            Subject::Own {
                free_moves: true,
                ..
            }
        )
    }

    /// Returns the numbers of states at distance 0, 1, 2, …; those that cannot reach a goal are
    /// left out.
    pub fn counts(&self) -> &[u64] {
        &self.bytes().metadata().counts
    }

    /// Returns the greatest distance, in moves.
    pub fn eccentricity(&self) -> u32 {
        self.bytes().metadata().eccentricity()
    }

    /// Returns up to `limit` of the states farthest from the goals, ascending by rank.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn hardest(&self, limit: usize) -> Result<Vec<S::State>> {
        self.at(self.eccentricity(), limit)
    }

    /// Returns up to `limit` states at a distance, ascending by rank. Reads all bytes, unless they
    /// are the farthest and few.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn at(&self, distance: u32, limit: usize) -> Result<Vec<S::State>> {
        let mut ranks = self.bytes().listed(distance)?.unwrap_or_default();
        if ranks.is_empty() && distance <= self.eccentricity() {
            let _: std::ops::ControlFlow<()> =
                self.each_at(distance, limit, &Monitor::silent(), |found| {
                    ranks.extend(found);
                    std::ops::ControlFlow::Continue(())
                })?;
        }
        ranks.truncate(limit);
        Ok(ranks
            .into_iter()
            .map(|rank| self.space().unrank(rank))
            .collect())
    }

    /// Returns `n` states, drawn independently and uniformly among those that can reach a goal, or
    /// among those at a distance. Of more than 16 million states, those at a distance are drawn
    /// among all until enough have it.
    ///
    /// # Errors
    /// If no state has the distance, or the table is damaged.
    pub fn sample(&self, n: usize, distance: Option<u32>, rng: &mut Rng) -> Result<Vec<S::State>> {
        let count = match distance {
            Some(distance) => sample::at(self.counts(), distance),
            None => self.counts().iter().sum(),
        };
        ensure(count > 0 || n == 0, || {
            let farthest = self.eccentricity();
            Error::Question(format!(
                "no state is {} moves from the goals: the farthest are {farthest} away",
                distance.unwrap_or_default()
            ))
        })?;
        // A million times as many draws as one in `count` takes on average.
        let tries = (self.space().len() / count.max(1) + 1).saturating_mul(1_000_000);
        let missing = || Error::from(TableError::Missing { count });
        let drawn = (0..n).map(|_| {
            let rank = match distance {
                None => self.random_rank(tries, rng),
                Some(distance) => match self.level(distance) {
                    Some(ranks) if !ranks.is_empty() => {
                        Some(u64::from(ranks[rng.random_range(0..ranks.len())]))
                    }
                    Some(_) => None,
                    None => self.random_rank_at(distance, tries, rng)?,
                },
            };
            Ok(self.space().unrank(rank.ok_or_else(missing)?))
        });
        drawn.collect()
    }

    /// Returns a shortest path from a state to a goal, both included; `None` if none leads there.
    ///
    /// # Errors
    /// If the table is damaged, or some moves cost nothing: it does not say which of them lead
    /// nearer.
    pub fn path(&self, state: &S::State) -> Result<Option<Vec<S::State>>> {
        ensure(!self.has_free_moves(), || {
            Error::Question(
                "a table in which some moves cost nothing has distances, but no paths".to_owned(),
            )
        })?;
        Ok(self.table.path(state)?)
    }
}
