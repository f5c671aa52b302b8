/// The open list of `jump-graph`: a 4-ary heap of keys and what they are for, nothing behind a pointer.
///
/// The best successor of an expansion is kept out of the heap: mostly it is the next to be expanded, or takes the place of
/// the one that is, which costs one way down the heap instead of a way up and a way down.
#[derive(Debug)]
pub(crate) struct JumpQueue<E> {
    heap: Vec<E>,
    /// The best entry that was put in since the last one was taken out.
    best: Option<E>,
}

impl<E> Default for JumpQueue<E> {
    fn default() -> Self {
        Self { heap: Vec::new(), best: None }
    }
}

impl<E: Copy + Ord> JumpQueue<E> {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.heap.clear();
        self.best = None;
    }

    /// Puts something in.
    #[inline]
    pub(crate) fn push(&mut self, entry: E) {
        match self.best {
            None => self.best = Some(entry),
            Some(best) => {
                self.best = Some(best.min(entry));
                self.insert(best.max(entry));
            }
        }
    }

    /// Takes out the smallest.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<E> {
        match (self.best.take(), self.heap.first()) {
            (Some(best), Some(&top)) if top < best => {
                self.sink(best);
                Some(top)
            }
            (None, Some(&top)) => {
                let last = self.heap.pop()?;
                if !self.heap.is_empty() {
                    self.sink(last);
                }
                Some(top)
            }
            (best, _) => best,
        }
    }

    #[inline]
    fn insert(&mut self, entry: E) {
        let mut hole = self.heap.len();
        self.heap.push(entry);
        while hole > 0 {
            let parent = (hole - 1) / 4;
            let above = self.heap[parent];
            if above <= entry {
                break;
            }
            self.heap[hole] = above;
            hole = parent;
        }
        self.heap[hole] = entry;
    }

    /// Puts an entry in the place of the first.
    fn sink(&mut self, entry: E) {
        let heap = &mut self.heap[..];
        let mut hole = 0;
        loop {
            let first = hole * 4 + 1;
            let (smallest, child) = if let Some(&[a, b, c, d]) = heap.get(first..first + 4) {
                let left = if b < a { (b, 1) } else { (a, 0) };
                let right = if d < c { (d, 3) } else { (c, 2) };
                let (smallest, child) = if right.0 < left.0 { right } else { left };
                (smallest, first + child)
            } else {
                let rest = heap.get(first..).unwrap_or_default().iter().copied().zip(first..);
                match rest.min() {
                    Some(smallest) => smallest,
                    None => break,
                }
            };
            if entry <= smallest {
                break;
            }
            heap[hole] = smallest;
            hole = child;
        }
        heap[hole] = entry;
    }
}

/// An entry that is ordered by a key of 64 bits.
#[inline]
pub(crate) fn keyed(key: u64, what: u64) -> u128 {
    u128::from(key) << 64 | u128::from(what)
}

/// The key of such an entry, and what it is for.
#[inline]
pub(crate) fn unkeyed(entry: u128) -> (u64, u64) {
    ((entry >> 64) as u64, entry as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::SplitMix64;

    #[test]
    fn the_smallest_key_comes_first_however_it_was_put_in() {
        let mut queue = JumpQueue::<u64>::default();
        let mut sorted: Vec<u64> = Vec::new();
        let mut rng = SplitMix64::new(1);
        for round in 0..20_000 {
            let pushes = rng.below(if round % 1000 < 500 { 4 } else { 2 });
            for _ in 0..pushes {
                let key = u64::from(rng.below(1000));
                queue.push(key);
                sorted.push(key);
            }
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            let expected = sorted.pop();
            assert_eq!(queue.pop(), expected);
        }
        queue.push(3);
        queue.clear();
        assert_eq!(queue.pop(), None);
    }
}
