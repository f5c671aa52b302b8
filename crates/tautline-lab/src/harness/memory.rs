//! How many bytes things take.

/// As many queries are weighed, spread evenly over the list.
const QUERIES: usize = 10;

/// Does some work, and says how many bytes more are in use after it; none where nothing counts them. What other threads take is not
/// counted.
pub(super) fn weighed<T>(work: impl FnOnce() -> T) -> (T, Option<u64>) {
    #[cfg(feature = "peers")]
    {
        let mut made = None;
        let info = allocation_counter::measure(|| made = Some(work()));
        // The work was done.
        let Some(made) = made else { unreachable!() };
        (made, Some(info.bytes_current.max(0) as u64))
    }
    #[cfg(not(feature = "peers"))]
    (work(), None)
}

/// How many bytes the query that takes most takes while it is answered, of a few of them.
pub(super) fn most<Q>(queries: &[Q], mut answer: impl FnMut(&Q)) -> u64 {
    #[cfg(feature = "peers")]
    {
        let step = queries.len().div_ceil(QUERIES).max(1);
        let most =
            queries.iter().step_by(step).map(|query| allocation_counter::measure(|| answer(query)).bytes_max);
        most.max().unwrap_or_default()
    }
    #[cfg(not(feature = "peers"))]
    {
        let _ = (queries, &mut answer, QUERIES);
        0
    }
}
