use crate::planners::cone::rows::cone::{Cone, Packed};
use crate::planners::cone::search::queue::Queue;

/// A cone that is this many times as long as the best one in the queue is followed all the same: it most often has to be anyway, and
/// need not be put aside until then.
pub(crate) const PATIENCE: f64 = 1.03;

/// The cones that are still to be followed.
#[derive(Debug, Default)]
pub(crate) struct Open {
    queue: Queue,
    cones: Vec<Packed>,
    /// The numbers of cones that are not in the queue any more.
    free: Vec<u32>,
}

impl Open {
    pub(crate) fn clear(&mut self) {
        self.queue.clear();
        self.cones.clear();
        self.free.clear();
    }

    /// Not more than the least f of all cones; infinite if there are none.
    #[inline]
    pub(crate) fn least(&self) -> f64 {
        self.queue.least()
    }

    #[inline]
    pub(crate) fn push(&mut self, f: f64, cone: &Cone) {
        let packed = Packed::new(cone);
        let number = if let Some(number) = self.free.pop() {
            self.cones[number as usize] = packed;
            number
        } else {
            self.cones.push(packed);
            self.cones.len() as u32 - 1
        };
        self.queue.push(f, number);
    }

    /// Takes out the cone with the least f.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Cone> {
        let number = self.queue.pop()?;
        self.free.push(number);
        Some(self.cones[number as usize].unpack())
    }
}
