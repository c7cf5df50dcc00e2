//! Parallel iterators on rayon's current pool of threads. On WebAssembly, which has one thread,
//! plain iterators take their place.
//!
//! Names and meanings are rayon's. Visitors download the WebAssembly module, and rayon would make
//! up a sixth of it.

#[cfg(not(target_family = "wasm"))]
pub use rayon::{broadcast, current_num_threads, prelude};

#[cfg(not(target_family = "wasm"))]
pub use own_pool::OwnPool;

#[cfg(target_family = "wasm")]
pub use one_thread::{OwnPool, broadcast, current_num_threads, prelude};

#[cfg(not(target_family = "wasm"))]
mod own_pool {
    use std::{io, panic::resume_unwind, thread};

    use rayon::{ThreadPool, ThreadPoolBuilder};

    /// Threads for work that is done while a lock is held.
    ///
    /// A thread of the caller's pool that waits for a part of its work begins other tasks of the
    /// pool meanwhile. If one of them needs the lock, it waits for its own thread. Threads of a
    /// pool of its own have no tasks but those of the work.
    #[derive(Debug)]
    pub struct OwnPool(ThreadPool);

    impl OwnPool {
        /// Starts so many threads.
        ///
        /// # Errors
        /// If the system refuses one.
        pub fn new(threads: usize) -> io::Result<Self> {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            Ok(Self(pool.map_err(io::Error::other)?))
        }

        /// Runs work in the pool. The calling thread does nothing else meanwhile.
        ///
        /// # Errors
        /// If the system refuses a thread.
        pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> io::Result<T> {
            if rayon::current_thread_index().is_none() {
                return Ok(self.0.install(work));
            }
            // A thread of another pool that calls `install` begins other tasks of that pool.
            thread::scope(|scope| {
                let waiting = thread::Builder::new();
                let waiting = waiting.spawn_scoped(scope, || self.0.install(work))?;
                Ok(waiting.join().unwrap_or_else(|panic| resume_unwind(panic)))
            })
        }
    }
}

#[cfg(any(target_family = "wasm", test))]
mod one_thread {
    /// Does work on the thread that runs.
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

    /// The thread that runs.
    pub struct Context;

    impl Context {
        /// Returns the number of the thread.
        #[inline]
        pub fn index(&self) -> usize {
            0
        }
    }

    /// Runs `work` on every thread.
    #[inline]
    pub fn broadcast(work: impl FnOnce(Context)) {
        work(Context);
    }

    /// The traits of parallel iterators, implemented for the iterators of std.
    pub mod prelude {
        pub use super::{
            Chunks, IntoParallelIterator, ParallelExtend, ParallelIterator, References,
        };
    }

    /// Values that can be iterated over in parallel.
    pub trait IntoParallelIterator: IntoIterator + Sized {
        /// The same as rayon's.
        #[inline]
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    /// Lists whose items can be iterated over in parallel.
    pub trait References<T> {
        /// The same as rayon's.
        fn par_iter(&self) -> std::slice::Iter<'_, T>;
        /// The same as rayon's.
        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
    }

    impl<T> References<T> for [T] {
        #[inline]
        fn par_iter(&self) -> std::slice::Iter<'_, T> {
            self.iter()
        }

        #[inline]
        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
            self.iter_mut()
        }
    }

    /// Lists that can be cut into parts.
    pub trait Chunks<T> {
        /// The same as rayon's.
        fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T>;
        /// The same as rayon's.
        fn par_chunks_exact(&self, size: usize) -> std::slice::ChunksExact<'_, T>;
        /// The same as rayon's.
        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T>;
        /// The same as rayon's.
        fn par_sort_unstable(&mut self)
        where
            T: Ord;
    }

    impl<T> Chunks<T> for [T] {
        #[inline]
        fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T> {
            self.chunks(size)
        }

        #[inline]
        fn par_chunks_exact(&self, size: usize) -> std::slice::ChunksExact<'_, T> {
            self.chunks_exact(size)
        }

        #[inline]
        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T> {
            self.chunks_mut(size)
        }

        #[inline]
        fn par_sort_unstable(&mut self)
        where
            T: Ord,
        {
            self.sort_unstable();
        }
    }

    /// Methods of parallel iterators that the iterators of std lack, or have under another name.
    pub trait ParallelIterator: Iterator + Sized {
        /// The same as rayon's: with one thread there is nothing to cut.
        #[inline]
        fn with_max_len(self, _: usize) -> Self {
            self
        }

        /// The same as rayon's: with one thread there is nothing to cut.
        #[inline]
        fn with_min_len(self, _: usize) -> Self {
            self
        }

        /// The same as rayon's, with one value for all items.
        #[inline]
        fn map_init<S, T>(
            self,
            init: impl FnOnce() -> S,
            mut map: impl FnMut(&mut S, Self::Item) -> T,
        ) -> impl Iterator<Item = T> {
            let mut state = init();
            self.map(move |item| map(&mut state, item))
        }

        /// The same as rayon's, with one value for all items.
        #[inline]
        fn try_for_each_init<S, E>(
            mut self,
            init: impl FnOnce() -> S,
            mut work: impl FnMut(&mut S, Self::Item) -> Result<(), E>,
        ) -> Result<(), E> {
            let mut state = init();
            self.try_for_each(move |item| work(&mut state, item))
        }

        /// The same as rayon's.
        #[inline]
        fn flat_map_iter<I: IntoIterator>(
            self,
            map: impl FnMut(Self::Item) -> I,
        ) -> impl Iterator<Item = I::Item> {
            self.flat_map(map)
        }

        /// The same as rayon's.
        #[inline]
        fn flatten_iter(self) -> impl Iterator<Item = <Self::Item as IntoIterator>::Item>
        where
            Self::Item: IntoIterator,
        {
            self.flatten()
        }

        /// The same as rayon's.
        #[inline]
        fn find_map_first<T>(mut self, map: impl FnMut(Self::Item) -> Option<T>) -> Option<T> {
            self.find_map(map)
        }

        /// The same as rayon's.
        #[inline]
        fn try_reduce<T, E>(
            mut self,
            identity: impl FnOnce() -> T,
            mut join: impl FnMut(T, T) -> Result<T, E>,
        ) -> Result<T, E>
        where
            Self: Iterator<Item = Result<T, E>>,
        {
            self.try_fold(identity(), |all, item| join(all, item?))
        }
    }

    impl<I: Iterator> ParallelIterator for I {}

    /// Lists that parallel iterators can be added to.
    pub trait ParallelExtend<T> {
        /// The same as rayon's.
        fn par_extend(&mut self, items: impl IntoIterator<Item = T>);
    }

    impl<T> ParallelExtend<T> for Vec<T> {
        #[inline]
        fn par_extend(&mut self, items: impl IntoIterator<Item = T>) {
            self.extend(items);
        }
    }
}

#[cfg(test)]
mod tests {
    /// Does with a list everything that the libraries do with theirs, by the iterators of a
    /// prelude.
    macro_rules! done {
        ($($prelude:tt)*) => {{
            use $($prelude)*;
            let list: Vec<u32> = (0..1000u32).into_par_iter().map(|n| n * 7919 % 1000).collect();
            let mut sorted = list.clone();
            sorted.par_sort_unstable();
            sorted.par_iter_mut().for_each(|n| *n += 1);
            sorted.par_chunks_mut(7).enumerate().for_each(|(part, of)| of[0] += part as u32);
            let sums: Vec<u32> = list.par_chunks(30).map(|part| part.iter().sum()).collect();
            let exact = list.par_chunks_exact(30).with_min_len(2).map(|part| part[29]);
            let exact: Vec<u32> = exact.collect();
            let flat = list.par_iter().flat_map_iter(|&n| 0..n % 3);
            let flat: Vec<u32> = flat.collect();
            let mut flat = flat;
            flat.par_extend(list.par_iter().map(|&n| [n, n + 1]).flatten_iter());
            let found = list.par_iter().zip(&sorted).enumerate();
            let found = found.find_map_first(|(at, (one, other))| (one == other).then_some(at));
            let mapped = list.par_iter().with_max_len(1);
            let mapped = mapped.find_map_first(|&n| (n > 990).then_some(n));
            let counted = list.par_iter().map_init(|| 1, |one, &n| Ok(n + *one));
            let total: Result<u32, u32> = counted.try_reduce(|| 0, |a, b| Ok(a + b));
            let refused = list.par_iter().try_for_each_init(|| 0, |_, &n| match n {
                991 => Err(n),
                _ => Ok(()),
            });
            (sorted, sums, exact, flat, found, mapped, total, refused)
        }};
    }

    #[test]
    fn one_thread_does_what_many_do() {
        assert_eq!(
            done!(super::one_thread::prelude::*),
            done!(rayon::prelude::*)
        );
        let own = super::OwnPool::new(3).unwrap();
        assert_eq!(own.run(super::current_num_threads).unwrap(), 3);
        let own = super::one_thread::OwnPool::new(3).unwrap();
        let one = own.run(super::one_thread::current_num_threads);
        assert_eq!(one.unwrap(), 1);
        let mut ran = Vec::new();
        super::one_thread::broadcast(|context| ran.push(context.index()));
        assert_eq!(ran.len(), super::one_thread::current_num_threads());
    }
}
