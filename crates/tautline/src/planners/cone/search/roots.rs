use crate::geometry::Corner;
use crate::search::{OutOfMemory, PathMeter, count, zeroed};

/// A corner to which the search knows a way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    pub(crate) corner: Corner,
    /// The number of the root before it; its own if it is the first.
    pub(crate) parent: u32,
    /// Whether a shorter way to the corner has become known.
    pub(crate) is_outdated: bool,
    /// The length of the way.
    pub(crate) g: f64,
}

/// The roots of a search, by number, and which one is the best that is known at each corner of the map: the *root history* of the
/// Anya paper.
///
/// The table has a slot for each corner of the map, in which nothing is cleared between searches until the numbers run out: there,
/// those of a search begin behind those of the one before.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    list: Vec<Root>,
    /// For each corner the number of its best root, plus the one with which this search begins.
    best: Vec<u32>,
    /// With which number this search begins: not zero.
    first: u32,
    /// So many corners are a row.
    across: usize,
}

/// A search has fewer roots than this.
const MOST: u32 = 1 << 27;

impl Roots {
    /// Forgets everything and makes room for a map of this size.
    pub(crate) fn begin(&mut self, width: u32, height: u32) -> Result<(), OutOfMemory> {
        self.first += self.list.len() as u32;
        self.list.clear();
        self.across = width as usize + 1;
        let corners = self.across * (height as usize + 1);
        if self.best.len() < corners {
            // The old pages go first: there may not be room for both.
            self.best = Vec::new();
            self.best = zeroed(corners)?;
            self.first = 1;
        }
        if self.first > u32::MAX - MOST {
            self.best.fill(0);
            self.first = 1;
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> Root {
        count::done(1);
        self.list[number as usize]
    }

    /// Keeps a way to a corner, if it is shorter than the one that is known, which is returned otherwise. Of two that are equally long
    /// the first one stays: what can be reached in a shortest way from the corner after the one can be after the other as well.
    #[inline]
    pub(crate) fn improve(&mut self, corner: Corner, g: f64, parent: u32) -> Result<u32, u32> {
        count::done(1);
        let number = self.list.len() as u32;
        let slot = &mut self.best[corner.y as usize * self.across + corner.x as usize];
        if let Some(best) = slot.checked_sub(self.first) {
            let known = &mut self.list[best as usize];
            if known.g <= g {
                return Err(best);
            }
            known.is_outdated = true;
        }
        *slot = self.first + number;
        self.list.push(Root { corner, parent, is_outdated: false, g });
        Ok(number)
    }

    /// The same for a way that begins somewhere else than at a root: the corner is the first one on it.
    pub(crate) fn begin_at(&mut self, corner: Corner, g: f64) -> Result<u32, u32> {
        self.improve(corner, g, self.list.len() as u32)
    }

    /// The root of the shortest way to a corner that is known.
    #[inline]
    pub(crate) fn best_at(&self, corner: Corner) -> Option<u32> {
        self.best[corner.y as usize * self.across + corner.x as usize].checked_sub(self.first)
    }

    /// The corners of a way from a root back to the first one, as far as there is time for that.
    pub(crate) fn back_from(
        &self,
        number: u32,
        meter: &PathMeter<'_>,
    ) -> impl Iterator<Item = Corner> + Clone {
        let next = |&at: &u32| Some(self.get(at).parent).filter(|&parent| parent != at && meter.places(1));
        std::iter::successors(Some(number), next).map(|at| self.get(at).corner)
    }

    /// The corners from the start to a root, and then the goal, without those at which the way goes straight on.
    pub(crate) fn path_to(&self, number: u32, goal: Corner, meter: &PathMeter<'_>) -> Vec<Corner> {
        let mut count = 0;
        self.each_turn_back(number, goal, meter, |_| count += 1);
        let mut corners = Vec::with_capacity(count);
        self.each_turn_back(number, goal, meter, |corner| corners.push(corner));
        corners.reverse();
        corners
    }

    /// The same from the goal back.
    fn each_turn_back(
        &self,
        number: u32,
        goal: Corner,
        meter: &PathMeter<'_>,
        mut visit: impl FnMut(Corner),
    ) {
        let (mut last, mut here) = (None, goal);
        for corner in self.back_from(number, meter) {
            if corner == here {
                continue;
            }
            if !last.is_some_and(|last| is_between(last, here, corner)) {
                visit(here);
                last = Some(here);
            }
            here = corner;
        }
        visit(here);
    }
}

/// Whether the second of three corners lies on the line between the others.
pub(crate) fn is_between(a: Corner, b: Corner, c: Corner) -> bool {
    let vector = |from: Corner, to: Corner| (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let ((ax, ay), (bx, by)) = (vector(a, b), vector(b, c));
    ax * by == ay * bx && ax * bx + ay * by > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    const CORNER: Corner = Corner::new(3, 2);

    #[test]
    fn the_shortest_way_stays_and_of_two_equal_ones_the_first() {
        let mut roots = Roots::default();
        roots.begin(5, 4).unwrap();
        assert_eq!(roots.best_at(CORNER), None);
        assert_eq!(roots.improve(CORNER, 7.0, 0), Ok(0));
        assert_eq!(roots.improve(CORNER, 7.0, 5), Err(0));
        assert_eq!(roots.improve(Corner::new(5, 4), 8.0, 0), Ok(1), "the last corner of the map");
        assert_eq!(roots.improve(CORNER, 6.0, 1), Ok(2));
        assert!(roots.get(0).is_outdated && !roots.get(2).is_outdated);
        assert_eq!(roots.best_at(CORNER), Some(2));
    }

    #[test]
    fn nothing_is_known_after_the_numbers_have_run_out() {
        let mut roots = Roots::default();
        roots.begin(5, 4).unwrap();
        roots.improve(CORNER, 7.0, 0).unwrap();
        roots.first = u32::MAX - 5;
        roots.begin(5, 4).unwrap();
        assert_eq!(roots.best_at(CORNER), None);
        roots.begin(9, 9).unwrap();
        assert_eq!(roots.best_at(CORNER), None);
    }

    #[test]
    fn a_path_has_its_turns_only() {
        let mut roots = Roots::default();
        roots.begin(9, 9).unwrap();
        let corners = [(0, 0), (2, 1), (4, 2), (5, 2)].map(Corner::from);
        for (number, corner) in corners.into_iter().enumerate() {
            roots.improve(corner, number as f64, number.saturating_sub(1) as u32).unwrap();
        }
        let path = |number, goal: (i32, i32)| {
            roots.path_to(number, goal.into(), &PathMeter::new(&Limits::default()))
        };
        assert_eq!(path(3, (8, 2)), [(0, 0), (4, 2), (8, 2)].map(Corner::from));
        assert_eq!(path(3, (8, 3)), [(0, 0), (4, 2), (5, 2), (8, 3)].map(Corner::from));
        assert_eq!(path(0, (0, 0)), [Corner::new(0, 0)]);
        assert_eq!(path(2, (4, 2)), [(0, 0), (4, 2)].map(Corner::from));
    }
}
