//! How long answers take.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How answers are timed. The planners of a world take turns, a pass over the list of queries each, so that whatever slows the
/// machine down hits all of them alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// How many passes count; of each query the fastest.
    pub passes: usize,
    /// What comes before the first of them.
    pub warm_up: WarmUp,
    /// For so long a planner answers its list untimed before each later pass, so that it finds the caches as it would leave them
    /// and not as the planner before it did. One whose answers take longer by themselves does not need it.
    pub lead_in: Duration,
}

impl Method {
    /// For planners whose answers take about a millisecond, on many worlds of a few queries.
    #[must_use]
    pub const fn of_papers(passes: usize) -> Self {
        Self { passes, warm_up: WarmUp::None, lead_in: Duration::from_millis(1) }
    }

    /// For planners whose answers take microseconds, each in its own steady state.
    #[must_use]
    pub const fn steady(passes: usize) -> Self {
        Self { passes, warm_up: WarmUp::OnePass, lead_in: Duration::from_millis(20) }
    }

    /// How many passes there are in all.
    pub(crate) fn rounds(&self) -> usize {
        self.passes + usize::from(self.warm_up == WarmUp::OnePass)
    }

    /// The pass with this number, from zero.
    pub(crate) fn pass(&self, round: usize) -> Pass {
        let lead_in = if round == 0 { Duration::ZERO } else { self.lead_in };
        Pass { lead_in, counts: round > 0 || self.warm_up == WarmUp::None }
    }
}

/// Whether the queries are answered once before the clock is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarmUp {
    /// The first pass counts.
    None,
    /// The first pass is one more, which does not count.
    OnePass,
}

/// One of the passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    lead_in: Duration,
    counts: bool,
}

/// An answer and how long it took.
pub(crate) struct Timed<A> {
    /// The answer of the first pass.
    pub(crate) answer: A,
    /// The time of the fastest pass that counts.
    pub(crate) fastest: Duration,
    /// How long the last answer took.
    last: Duration,
    /// Whether all passes gave the same answer.
    pub(crate) is_same: bool,
}

/// A list of queries and the answers to them, one for each query once there was a pass.
pub(crate) struct TimedList<Q, A> {
    pub(crate) queries: Vec<Q>,
    pub(crate) answers: Vec<Timed<A>>,
}

impl<Q, A> TimedList<Q, A> {
    /// Before the first pass.
    pub(crate) fn new(queries: Vec<Q>) -> Self {
        Self { queries, answers: Vec::new() }
    }

    /// Answers the whole list, from the first query to the last. Nothing but the answering is timed.
    pub(crate) fn pass(
        &mut self,
        pass: Pass,
        mut plan: impl FnMut(&Q) -> A,
        is_same: impl Fn(&A, &A) -> bool,
    ) {
        self.lead_in(pass.lead_in, &mut plan);
        let mut run = |query| {
            let clock = Instant::now();
            let answer = black_box(plan(query));
            (answer, clock.elapsed())
        };
        let counted = |time| if pass.counts { time } else { Duration::MAX };
        for (number, query) in self.queries.iter().enumerate() {
            let (answer, last) = run(query);
            if let Some(timed) = self.answers.get_mut(number) {
                timed.fastest = counted(last).min(timed.fastest);
                timed.last = last;
                timed.is_same &= is_same(&timed.answer, &answer);
            } else {
                self.answers.push(Timed { answer, fastest: counted(last), last, is_same: true });
            }
        }
    }

    /// Answers queries from the first on, and again from the first after the last, as long as it takes no longer than this.
    fn lead_in(&self, limit: Duration, plan: &mut impl FnMut(&Q) -> A) {
        let clock = Instant::now();
        for (query, timed) in self.queries.iter().zip(&self.answers).cycle() {
            if clock.elapsed() + timed.last > limit {
                break;
            }
            black_box(plan(query));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    fn method(warm_up: WarmUp, passes: usize) -> Method {
        Method { passes, warm_up, lead_in: Duration::ZERO }
    }

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
            let method = method(warm_up, 2);
            let mut list = TimedList::new(vec![()]);
            assert_eq!(method.rounds(), slow.len());
            for (round, is_slow) in slow.iter().enumerate() {
                let plan = |(): &()| sleep(if *is_slow { pause } else { Duration::ZERO });
                list.pass(method.pass(round), plan, |(), ()| true);
            }
            assert_eq!(list.answers[0].fastest >= pause, is_slow, "{warm_up:?} {slow:?}");
        }
    }

    #[test]
    fn another_answer_in_a_later_pass_is_seen() {
        for (numbers, is_same) in [([7, 7, 7], true), ([7, 7, 8], false), ([7, 8, 7], false)] {
            let (method, mut list) = (method(WarmUp::None, 3), TimedList::new(vec![()]));
            for (round, number) in numbers.into_iter().enumerate() {
                list.pass(method.pass(round), |()| number, |a, b| a == b);
            }
            assert_eq!((list.answers[0].answer, list.answers[0].is_same), (7, is_same));
        }
    }

    #[test]
    fn a_later_pass_is_led_in_by_answers_that_are_not_timed() {
        let lead_in = Duration::from_millis(5);
        let method = Method { lead_in, ..method(WarmUp::None, 2) };
        let mut counts = [0, 0];
        for (count, pause) in counts.iter_mut().zip([Duration::ZERO, 2 * lead_in]) {
            let mut list = TimedList::new(vec![(), ()]);
            for round in 0..2 {
                let plan = |(): &()| {
                    *count += 1;
                    sleep(pause);
                };
                list.pass(method.pass(round), plan, |(), ()| true);
            }
        }
        assert!(counts[0] > 4, "twice the list, and more before the second time: {counts:?}");
        assert_eq!(counts[1], 4, "a slow planner needs no lead-in");
    }
}
