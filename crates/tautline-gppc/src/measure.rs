use std::time::{Duration, Instant};

use tautline::geometry::Position;
use tautline::search::QueryError;

use crate::entry::{Entry, Progress};

/// How long the beginning of a path is for which the time is taken, in tiles; a little less, as lengths are rounded.
const BEGINNING: f64 = 20.0 - 1e-6;

/// How long the calls for one path took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// All of them.
    pub total: Duration,
    /// Those until twenty tiles of the path were known, or all of it.
    pub first_twenty: Duration,
    /// The slowest of them.
    pub slowest: Duration,
}

/// Asks for a path until all of it is there; nothing but the calls is timed. The path is cleared first; its memory is kept from
/// query to query.
pub fn measure(
    entry: &mut dyn Entry,
    start: Position,
    goal: Position,
    path: &mut Vec<Position>,
) -> (Times, Result<(), QueryError>) {
    path.clear();
    let mut times = Times::default();
    let mut has_beginning = false;
    loop {
        let begun = Instant::now();
        let progress = entry.get_path(start, goal, path);
        let time = begun.elapsed();
        times.total += time;
        times.slowest = times.slowest.max(time);
        if !has_beginning {
            times.first_twenty += time;
            has_beginning = length(path) >= BEGINNING;
        }
        match progress {
            Ok(Progress::More) => {}
            Ok(Progress::Done) => return (times, Ok(())),
            Err(error) => return (times, Err(error)),
        }
    }
}

/// How long a path of straight lines is.
#[must_use]
pub fn length(path: &[Position]) -> f64 {
    let lines = path.windows(2).map(|pair| (pair[0].xy(), pair[1].xy()));
    // A sum of nothing would be −0, and be printed so.
    lines.fold(0.0, |length, ((ax, ay), (bx, by))| length + (bx - ax).hypot(by - ay))
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use tautline::geometry::Cell;

    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    /// Ten tiles a call, each after so many milliseconds.
    struct Slow(Vec<u32>);

    impl Entry for Slow {
        fn get_path(
            &mut self,
            start: Position,
            _: Position,
            path: &mut Vec<Position>,
        ) -> Result<Progress, QueryError> {
            if path.is_empty() {
                path.push(start);
            }
            sleep(MILLISECOND * self.0.remove(0));
            let (x, y) = path[path.len() - 1].xy();
            path.push(Cell::new(x as i32 + 10, y as i32).into());
            Ok(if self.0.is_empty() { Progress::Done } else { Progress::More })
        }
    }

    fn times(milliseconds: &[u32]) -> Times {
        let mut path = vec![Cell::new(5, 5).into()];
        let calls = milliseconds.len();
        let (times, result) =
            measure(&mut Slow(milliseconds.to_vec()), (0, 0).into(), (0, 0).into(), &mut path);
        assert_eq!(result, Ok(()));
        assert_eq!(path.len(), calls + 1, "what was there before is gone");
        times
    }

    #[test]
    fn the_first_twenty_tiles_are_timed_apart_from_the_rest() {
        let times = times(&[1, 2, 9, 4]);
        assert!(times.first_twenty >= 3 * MILLISECOND);
        assert!(times.total >= times.first_twenty + 13 * MILLISECOND, "{times:?}");
        assert!(times.slowest >= 9 * MILLISECOND);
        assert!(times.total >= times.slowest + 7 * MILLISECOND, "{times:?}");
    }

    #[test]
    fn a_short_path_takes_as_long_as_its_beginning_and_one_call_as_long_as_all() {
        let Times { total, first_twenty, slowest } = times(&[1, 1]);
        assert_eq!(first_twenty, total);
        assert!(slowest < total);
        let Times { total, first_twenty, slowest } = times(&[1]);
        assert_eq!([first_twenty, slowest], [total; 2]);
    }

    #[test]
    fn lengths_are_those_of_straight_lines() {
        assert!((length(&[(0, 0), (3, 4), (3, 10)].map(Position::from)) - 11.0).abs() < 1e-12);
        assert_eq!(format!("{:.1}", length(&[])), "0.0");
    }
}
