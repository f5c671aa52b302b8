//! Work on chunks of agents, by one thread or several.

use super::CrowdError;

/// The threads of a crowd, and the memory of each chunk of work.
pub(super) struct Workers<S> {
    scratch: Vec<S>,
    #[cfg(feature = "rayon")]
    pool: Option<rayon::ThreadPool>,
}

/// For each thread so many chunks, so that they end at about the same time.
const CHUNKS_PER_THREAD: usize = 8;

impl<S: Send> Workers<S> {
    pub(super) fn new(threads: usize, scratch: impl FnMut() -> S) -> Result<Self, CrowdError> {
        let chunks = if threads == 1 { 1 } else { threads * CHUNKS_PER_THREAD };
        let scratch = std::iter::repeat_with(scratch).take(chunks).collect();
        #[cfg(feature = "rayon")]
        {
            let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool =
                (threads > 1).then(pool).transpose().map_err(|_| CrowdError::Threads { found: threads })?;
            Ok(Self { scratch, pool })
        }
        #[cfg(not(feature = "rayon"))]
        if threads > 1 { Err(CrowdError::Threads { found: threads }) } else { Ok(Self { scratch }) }
    }

    /// Calls for each chunk with the number of its first item, the items, and memory of its own.
    pub(super) fn run<A: Send>(&mut self, items: &mut [A], work: impl Fn(usize, &mut [A], &mut S) + Sync) {
        let chunk = items.len().div_ceil(self.scratch.len()).max(1);
        #[cfg(feature = "rayon")]
        if let Some(pool) = &self.pool {
            use rayon::prelude::*;
            let scratch = &mut self.scratch;
            pool.install(|| {
                let chunks = items.par_chunks_mut(chunk).zip(scratch.par_iter_mut()).enumerate();
                chunks.for_each(|(number, (items, scratch))| work(number * chunk, items, scratch));
            });
            return;
        }
        for (number, (items, scratch)) in items.chunks_mut(chunk).zip(&mut self.scratch).enumerate() {
            work(number * chunk, items, scratch);
        }
    }

    /// The same for two lists of items.
    pub(super) fn run_two<A: Send, B: Send>(
        &mut self,
        first: &mut [A],
        second: &mut [B],
        work: impl Fn(usize, &mut [A], &mut [B], &mut S) + Sync,
    ) {
        let chunk = first.len().div_ceil(self.scratch.len()).max(1);
        #[cfg(feature = "rayon")]
        if let Some(pool) = &self.pool {
            use rayon::prelude::*;
            let scratch = &mut self.scratch;
            pool.install(|| {
                let items = first.par_chunks_mut(chunk).zip(second.par_chunks_mut(chunk));
                let chunks = items.zip(scratch.par_iter_mut()).enumerate();
                chunks.for_each(|(number, ((a, b), scratch))| work(number * chunk, a, b, scratch));
            });
            return;
        }
        let items = first.chunks_mut(chunk).zip(second.chunks_mut(chunk));
        for (number, ((a, b), scratch)) in items.zip(&mut self.scratch).enumerate() {
            work(number * chunk, a, b, scratch);
        }
    }

    /// The memories of the chunks.
    pub(super) fn scratch(&self) -> &[S] {
        &self.scratch
    }
}
