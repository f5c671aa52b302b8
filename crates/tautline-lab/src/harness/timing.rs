//! How long answers take.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Whether the queries are answered once before the clock is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WarmUp {
    /// The first pass counts.
    None,
    /// The first pass is one more, which does not count.
    OnePass,
}

/// An answer and how long it took.
pub(crate) struct Timed<A> {
    /// The answer of the first pass.
    pub(crate) answer: A,
    /// The time of the fastest pass that counts.
    pub(crate) fastest: Duration,
    /// Whether all passes gave the same answer.
    pub(crate) is_same: bool,
}

/// Answers a list of queries `passes` times, from the first to the last each time. Nothing but the answering is timed; `step` is
/// called after each pass.
pub(crate) fn time<Q, A>(
    queries: &[Q],
    warm_up: WarmUp,
    passes: usize,
    mut plan: impl FnMut(&Q) -> A,
    is_same: impl Fn(&A, &A) -> bool,
    step: &mut dyn FnMut(),
) -> Vec<Timed<A>> {
    let mut run = |query| {
        let clock = Instant::now();
        let answer = black_box(plan(query));
        (answer, clock.elapsed())
    };
    let first = queries.iter().map(|query| {
        let (answer, time) = run(query);
        let fastest = if warm_up == WarmUp::None { time } else { Duration::MAX };
        Timed { answer, fastest, is_same: true }
    });
    let mut timed: Vec<_> = first.collect();
    step();
    let left = if warm_up == WarmUp::None { passes - 1 } else { passes };
    for _ in 0..left {
        for (query, timed) in queries.iter().zip(&mut timed) {
            let (answer, time) = run(query);
            timed.fastest = time.min(timed.fastest);
            timed.is_same &= is_same(&timed.answer, &answer);
        }
        step();
    }
    timed
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    #[test]
    fn the_fastest_pass_that_counts_is_taken() {
        let pause = Duration::from_millis(20);
        for (warm_up, slow, is_slow) in [
            (WarmUp::None, &[true, false][..], false),
            (WarmUp::None, &[false, true], false),
            (WarmUp::None, &[true, true], true),
            (WarmUp::OnePass, &[false, true, true], true),
            (WarmUp::OnePass, &[true, true, false], false),
        ] {
            let (mut passes, mut steps) = (slow.iter(), 0);
            let plan = |(): &()| sleep(if *passes.next().unwrap() { pause } else { Duration::ZERO });
            let timed = time(&[()], warm_up, 2, plan, |(), ()| true, &mut || steps += 1);
            assert_eq!((timed[0].fastest >= pause, steps), (is_slow, slow.len()), "{warm_up:?} {slow:?}");
        }
    }

    #[test]
    fn another_answer_in_a_later_pass_is_seen() {
        for (numbers, is_same) in [([7, 7, 7], true), ([7, 7, 8], false), ([7, 8, 7], false)] {
            let mut numbers = numbers.into_iter();
            let timed = time(&[()], WarmUp::None, 3, |()| numbers.next().unwrap(), |a, b| a == b, &mut || {});
            assert_eq!((timed[0].answer, timed[0].is_same), (7, is_same));
        }
    }
}
