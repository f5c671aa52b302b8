/// Does some work on a thread of its own, which stays on one core where the system allows it: the last one, as the first has most of
/// the system's own work. The threads of the program itself are left as they are.
pub(crate) fn pinned<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let on_one_core = || {
        let last = core_affinity::get_core_ids().and_then(|cores| cores.into_iter().next_back());
        // Where it cannot be done, the times are those of a thread that wanders.
        let _ = last.map(core_affinity::set_for_current);
        work()
    };
    let joined = std::thread::scope(|scope| scope.spawn(on_one_core).join());
    joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_work_is_on_one_core() {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let before = cores();
        assert_eq!(pinned(|| 7), 7);
        if cfg!(target_os = "linux") {
            assert_eq!((pinned(cores), cores()), (1, before));
        }
    }
}
