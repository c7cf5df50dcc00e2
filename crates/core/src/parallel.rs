//! Parallel work on rayon's current pool of threads; on one thread on WebAssembly, and without the
//! feature `threads`.
//!
//! Everything goes through [`each`], which is compiled once: rayon's iterators are generic, and
//! every use of one compiles to separate code. A task costs some hundred nanoseconds, so it should
//! handle a part of a list, not one item.

use std::{
    convert::Infallible,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

#[cfg(all(feature = "threads", not(target_family = "wasm")))]
pub use own_pool::{OwnPool, current_num_threads};

#[cfg(any(not(feature = "threads"), target_family = "wasm"))]
pub use one_thread::{OwnPool, current_num_threads};

/// The number of bytes that one task fills.
const PART: usize = 1 << 20;

/// The least number of items that are worth another sorting thread.
const SORTED_BY_ONE: usize = 1 << 14;

/// Calls `work` with every number below `count`, each as a task of its own. If there is only one,
/// the calling thread does the work.
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    #[cfg(all(feature = "threads", not(target_family = "wasm")))]
    if count > 1 {
        use rayon::prelude::*;
        return (0..count).into_par_iter().with_max_len(1).for_each(work);
    }
    (0..count).for_each(work);
}

/// Returns what `work` makes of each item, in order. Each item is a task.
pub fn map<I: Send, T: Send>(
    items: impl IntoIterator<Item = I>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let Ok(made) = try_map(items, |item| Ok::<T, Infallible>(work(item)));
    made
}

/// Returns what `work` makes of each item, in order. Each item is a task; none begins after an
/// earlier item has failed.
///
/// # Errors
/// That of the first item, in order, that fails.
pub fn try_map<I: Send, T: Send, E: Send>(
    items: impl IntoIterator<Item = I>,
    work: impl Fn(I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let items = items.into_iter().map(|item| Mutex::new(Some(item)));
    let items: Vec<Mutex<Option<I>>> = items.collect();
    try_make(items.len(), &|at| {
        let item = locked(&items[at]).take();
        item.map(&work).transpose()
    })
}

/// Returns what `make` makes of every number below `count`, in order, without what is `None`. Each
/// number is a task; none begins after a lesser number has failed.
///
/// This is the part of [`try_map`] that does not depend on the items, so that loops over different
/// items share it.
fn try_make<T: Send, E: Send>(
    count: usize,
    make: &(dyn Fn(usize) -> Result<Option<T>, E> + Sync),
) -> Result<Vec<T>, E> {
    let made: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    try_each(count, &|at| {
        let one = make(at)?;
        *locked(&made[at]) = one;
        Ok(())
    })?;
    let made = made.into_iter().filter_map(|slot| {
        let one = slot.into_inner();
        one.unwrap_or_else(PoisonError::into_inner)
    });
    Ok(made.collect())
}

/// Calls `work` with every number below `count`, each as a task of its own; none begins after a
/// lesser number has failed.
///
/// # Errors
/// That of the least number that fails.
pub fn try_each<E: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<(), E> + Sync),
) -> Result<(), E> {
    let (least, failed) = (AtomicUsize::new(usize::MAX), Mutex::new(None));
    each(count, &|at| {
        if at < least.load(Ordering::Relaxed)
            && let Err(error) = work(at)
        {
            let mut failed = locked(&failed);
            if at < least.fetch_min(at, Ordering::Relaxed) {
                *failed = Some(error);
            }
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), Err)
}

/// Locks a slot. No task panics while it holds the lock.
fn locked<T>(slot: &Mutex<T>) -> MutexGuard<'_, T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets all bytes to a value.
pub fn fill(bytes: &mut [u8], value: u8) {
    map(bytes.chunks_mut(PART), |part| part.fill(value));
}

/// Sorts a list. The order of items that are equal may change.
pub fn sort<T: Ord + Send>(list: &mut [T]) {
    let (mut size, mut parts) = (list.len(), vec![list]);
    // One thread needs one part; more get four each, since parts do not take equally long.
    while size > SORTED_BY_ONE && parts.len() < 4 * (current_num_threads() - 1) {
        size /= 2;
        let halves = map(parts, |part| {
            let (less, _, more) = part.select_nth_unstable(part.len() / 2);
            [less, more]
        });
        parts = halves.into_iter().flatten().collect();
    }
    map(parts, <[T]>::sort_unstable);
}

#[cfg(all(feature = "threads", not(target_family = "wasm")))]
mod own_pool {
    use std::{io, panic::resume_unwind, thread};

    use rayon::{ThreadPool, ThreadPoolBuilder};

    pub use rayon::current_num_threads;

    /// Threads for work that is done while a lock is held.
    ///
    /// A thread of the caller's pool that waits for a part of its work begins other tasks of the
    /// pool meanwhile. If one of them needs the lock, the thread waits for itself. The threads of a
    /// separate pool run only the tasks of the work.
    #[derive(Debug)]
    pub struct OwnPool(ThreadPool);

    impl OwnPool {
        /// Starts this many threads.
        ///
        /// # Errors
        /// If the system cannot start one.
        pub fn new(threads: usize) -> io::Result<Self> {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            Ok(Self(pool.map_err(io::Error::other)?))
        }

        /// Runs work in the pool. The calling thread does nothing else meanwhile.
        ///
        /// # Errors
        /// If the system cannot start a thread.
        pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> io::Result<T> {
            let (mut work, mut result) = (Some(work), None);
            self.call(&mut || result = work.take().map(|work| work()))?;
            Ok(result.expect("the work has been done"))
        }

        /// Calls a function in the pool, once. All kinds of work share this code.
        fn call(&self, work: &mut (dyn FnMut() + Send)) -> io::Result<()> {
            if rayon::current_thread_index().is_none() {
                self.0.install(work);
                return Ok(());
            }
            // A thread of another pool that calls `install` begins other tasks of that pool.
            thread::scope(|scope| {
                let waiting = thread::Builder::new();
                let waiting = waiting.spawn_scoped(scope, || self.0.install(work))?;
                waiting.join().unwrap_or_else(|panic| resume_unwind(panic));
                Ok(())
            })
        }
    }
}

#[cfg(any(not(feature = "threads"), target_family = "wasm", test))]
mod one_thread {
    /// Runs work on the current thread.
    #[derive(Debug)]
    pub struct OwnPool;

    impl OwnPool {
        /// Starts nothing.
        #[inline]
        pub fn new(_: usize) -> std::io::Result<Self> {
            Ok(Self)
        }

        /// Runs work.
        #[inline]
        pub fn run<T>(&self, work: impl FnOnce() -> T) -> std::io::Result<T> {
            Ok(work())
        }
    }

    /// Returns the number of threads.
    #[inline]
    pub fn current_num_threads() -> usize {
        1
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::HashSet,
        sync::{Barrier, Mutex},
        thread,
    };

    use super::{OwnPool, each, fill, map, one_thread, sort, try_map};

    fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        OwnPool::new(threads).unwrap().run(work).unwrap()
    }

    #[test]
    fn each_number_is_one_task_on_any_thread() {
        for count in [0, 1, 2, 1000] {
            let seen = Mutex::new(vec![0; count]);
            on(3, || each(count, &|at| seen.lock().unwrap()[at] += 1));
            assert_eq!(seen.into_inner().unwrap(), vec![1; count]);
        }
        // Tasks that wait for each other end only if each has a thread.
        let (all, ids) = (Barrier::new(3), Mutex::new(HashSet::new()));
        on(3, || {
            each(3, &|_| {
                all.wait();
                ids.lock().unwrap().insert(thread::current().id());
            });
        });
        assert_eq!(ids.into_inner().unwrap().len(), 3);
        // A single number is not a task of a pool.
        let caller = thread::current().id();
        each(1, &|_| assert_eq!(thread::current().id(), caller));
    }

    #[test]
    fn results_are_in_order_and_the_first_error_counts() {
        for threads in 1..4 {
            let square = on(threads, || map(0..1000u64, |n| n * n));
            assert!(square.into_iter().eq((0..1000).map(|n| n * n)));
            let begun = Mutex::new(vec![false; 1000]);
            let work = |n: usize| {
                begun.lock().unwrap()[n] = true;
                if n % 7 == 6 && n > 100 { Err(n) } else { Ok(()) }
            };
            assert_eq!(on(threads, || try_map(0..1000, work)), Err(104));
            assert!(
                begun.into_inner().unwrap()[..=104]
                    .iter()
                    .all(|&begun| begun)
            );
        }
        // One thread begins nothing after the error.
        let begun = Mutex::new(0);
        let work = |n: u32| {
            *begun.lock().unwrap() += 1;
            if n == 10 { Err(()) } else { Ok(()) }
        };
        assert!(on(1, || try_map(0..1000, work)).is_err());
        assert_eq!(begun.into_inner().unwrap(), 11);
    }

    #[test]
    fn lists_are_filled_and_sorted_as_by_one_thread() {
        let mut bytes = vec![0; 3 * super::PART / 2];
        on(2, || fill(&mut bytes, 7));
        assert!(bytes.iter().all(|&byte| byte == 7));
        for length in [0, 1, 2, 1000, 3 * super::SORTED_BY_ONE, 200_001] {
            for different in [1, 10, u64::MAX] {
                let numbers = (0..length as u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let list: Vec<u64> = numbers.map(|n| n % different).collect();
                let mut expected = list.clone();
                expected.sort_unstable();
                for threads in 1..4 {
                    let mut sorted = list.clone();
                    on(threads, || sort(&mut sorted));
                    assert_eq!(sorted, expected);
                }
            }
        }
    }

    #[test]
    fn a_pool_of_its_own_has_its_threads() {
        assert_eq!(on(3, super::current_num_threads), 3);
        let own = one_thread::OwnPool::new(3).unwrap();
        assert_eq!(own.run(one_thread::current_num_threads).unwrap(), 1);
    }
}
