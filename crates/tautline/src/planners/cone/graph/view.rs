use super::area::Extent;
use crate::geometry::Corner;
use crate::planners::cone::rows::cone::{Cone, Until};
use crate::planners::cone::rows::crossing::Finder;
use crate::planners::cone::rows::scale::Scale;
use crate::planners::cone::rows::sweep::Sweep;
use crate::planners::cone::rows::turn::{Bound, Wedge, turn};
use crate::planners::cone::search::roots::Root;
use crate::search::Meter;

/// So many rows are looked at in one go.
const ROWS: u32 = 256;

/// All that a corner sees: the corners at which a path can turn that comes straight from it, and how far the view reaches. Where a
/// meter stops it, what was seen up to then.
pub(super) struct View<'w, const BITS: u32> {
    sweep: Sweep<'w, BITS>,
    /// From where it looks.
    root: Root,
    pub(super) seen: Seen,
}

/// What was seen.
#[derive(Debug)]
pub(super) struct Seen {
    /// What has not been looked at yet.
    cones: Vec<Cone>,
    /// The headings to those corners. A corner where two cones meet can be there twice.
    pub(super) turns: Vec<(i32, i32)>,
    /// Around all points of the map that are seen, the root among them, and perhaps a column more.
    pub(super) extent: Extent,
}

impl Default for Seen {
    fn default() -> Self {
        Self { cones: Vec::new(), turns: Vec::new(), extent: Extent::NONE }
    }
}

impl<'w, const BITS: u32> View<'w, BITS> {
    pub(super) fn new(sweep: Sweep<'w, BITS>) -> Self {
        Self::with(sweep, Seen::default())
    }

    /// In the memory of another one.
    pub(super) fn with(sweep: Sweep<'w, BITS>, seen: Seen) -> Self {
        Self { sweep, root: root(Corner::new(0, 0)), seen }
    }

    /// Looks into a wedge of a corner, given the slope of the line on which a path came.
    pub(super) fn look_into(&mut self, corner: Corner, wedge: Wedge, slope: i64, meter: &mut Meter<'_>) {
        let root = self.begin(corner);
        if wedge.flat != 0 {
            self.follow_row(&root, wedge.flat, meter);
        }
        self.reach_into_first_strip(corner, wedge);
        let cone = self.sweep.first_row(0, corner, wedge, slope);
        if self.is_wide(&cone, cone.left, cone.right, cone.rows) {
            self.follow(&root, cone, meter);
        }
    }

    /// Looks around a corner.
    pub(super) fn look_everywhere(&mut self, corner: Corner, meter: &mut Meter<'_>) {
        let root = self.begin(corner);
        let (wedges, flats) = self.sweep.around(corner);
        flats.for_each(|flat| self.follow_row(&root, flat, meter));
        for wedge in wedges {
            let cone = self.sweep.first_row(0, corner, wedge, 0);
            self.follow(&root, cone, meter);
        }
    }

    fn begin(&mut self, corner: Corner) -> Root {
        self.seen.turns.clear();
        self.seen.extent = Extent::NONE;
        self.seen.extent.add(corner.x, corner.y);
        self.root = root(corner);
        self.root
    }

    fn follow_row(&mut self, root: &Root, flat: i32, meter: &mut Meter<'_>) {
        let sweep = self.sweep;
        let reach = sweep.along_row(root.corner, flat, |distance| {
            let heading = (distance * flat, 0);
            let corner = Corner { x: root.corner.x + heading.0, y: root.corner.y };
            if turn(sweep.quadrants(corner), sweep.rule, heading).is_some() {
                self.seen.turns.push(heading);
            }
        });
        meter.work(1 + u64::from(reach.unsigned_abs()));
        self.seen.extent.add(root.corner.x + reach * flat, root.corner.y);
    }

    fn follow(&mut self, root: &Root, cone: Cone, meter: &mut Meter<'_>) {
        let stride = self.sweep.stride(cone.down);
        self.seen.cones.push(cone);
        while let Some(mut cone) = self.seen.cones.pop() {
            let mut strip = self.sweep.strip(root.corner, cone.down, cone.rows);
            loop {
                // From here to where it goes, its ends lie between those on the two rows.
                self.reach(root, &cone);
                let until = loop {
                    let (first, wide) = (cone.rows, cone.right.at - cone.left.at);
                    let until = self.sweep.go_on::<false>(&mut cone, &mut strip, first.saturating_add(ROWS));
                    // In so many words of each row it lies, as it is widest on the first or on the last; and what it takes to cross
                    // the strip behind that is in proportion.
                    let wide = (wide + cone.right.at - cone.left.at).unsigned_abs();
                    let words = 1 + (wide >> (BITS + 6));
                    if !meter.work((u64::from(cone.rows - first) + 64) * words) {
                        self.seen.cones.clear();
                        return;
                    }
                    if until != Until::Row {
                        break until;
                    }
                };
                self.reach(root, &cone);
                self.reach_into_strip(root, &cone, strip);
                let goes_on = match until {
                    Until::Nothing => false,
                    Until::CornerLeft => self.round_left(root, &mut cone),
                    Until::CornerRight => self.round_right(root, &mut cone),
                    _ => {
                        let is_left = until == Until::Obstacle || self.look_at_ends(root, &mut cone, strip);
                        let is_crossed = is_left && self.cross(root, &mut cone, strip);
                        strip = strip.wrapping_add_signed(stride);
                        is_crossed
                    }
                };
                if !goes_on {
                    break;
                }
            }
        }
    }

    /// In the strip before the first row, all is seen along a row that bounds a wedge, as far as a wall: also where the ray on the other
    /// side comes to the wall before it comes to the first row.
    fn reach_into_first_strip(&mut self, corner: Corner, wedge: Wedge) {
        let (strips, strip) = (self.sweep.strips, self.sweep.strip(corner, wedge.down, 0));
        let left = if wedge.left == Bound::Row { strips.free_before(strip) as i32 } else { 0 };
        let right = if wedge.right == Bound::Row { strips.free_behind(strip) as i32 } else { 0 };
        if left + right > 0 {
            self.seen.extent.add(corner.x - left, corner.y + wedge.down);
            self.seen.extent.add(corner.x + right, corner.y + wedge.down);
        }
    }

    /// Behind its last row a cone sees something of the free cells before it, also where its ends come to walls before the next row.
    fn reach_into_strip(&mut self, root: &Root, cone: &Cone, strip: usize) {
        let (scale, strips) = (Scale::<BITS>, self.sweep.strips);
        let at = |column: i32| strip.wrapping_add_signed(column as isize);
        let (from, to) = (scale.floor(cone.left.at), scale.ceil(cone.right.at));
        if strips.free_from(at(from), at(to)) >= at(to) {
            return;
        }
        let (mut left, mut right) = (from, to);
        if cone.left.slope < 0 {
            let wall = from - strips.free_before(at(from)) as i32;
            left = wall.max(scale.floor(cone.left.next().at));
        }
        if cone.right.slope > 0 {
            let reach = scale.ceil(cone.right.next().at);
            right = to + (strips.blocked_from(at(to), at(reach)) - at(to)) as i32;
        }
        let y = root.corner.y + (cone.rows as i32 + 1) * cone.down;
        self.seen.extent.add(root.corner.x + left, y);
        self.seen.extent.add(root.corner.x + right, y);
    }

    fn reach(&mut self, root: &Root, cone: &Cone) {
        let y = root.corner.y + cone.rows as i32 * cone.down;
        self.seen.extent.add(root.corner.x + Scale::<BITS>.floor(cone.left.at), y);
        self.seen.extent.add(root.corner.x + Scale::<BITS>.ceil(cone.right.at), y);
    }
}

/// Nothing is known of ways to it, and nothing has to be.
pub(super) fn root(corner: Corner) -> Root {
    Root { corner, parent: 0, is_outdated: false, g: 0.0 }
}

impl<'w, const BITS: u32> Finder<'w, BITS> for View<'w, BITS> {
    fn sweep(&self) -> Sweep<'w, BITS> {
        self.sweep
    }

    fn turn(&mut self, _: u32, root: &Root, heading: (i32, i32), _: i64, _: Wedge) -> f64 {
        self.look(0, root, heading);
        self.seen.turns.push(heading);
        0.0
    }

    fn look(&mut self, _: u32, root: &Root, (dx, dy): (i32, i32)) {
        self.seen.extent.add(root.corner.x + dx, root.corner.y + dy);
    }

    fn gain(&self, _: &Root, _: (i32, i32), _: i32) -> f64 {
        0.0
    }

    fn defer(&mut self, number: u32, heading: (i32, i32)) {
        let root = self.root;
        self.look_around(number, &root, heading);
    }

    fn choose(&mut self, _: &Root, _: &mut Cone, other: &mut Cone) {
        self.seen.cones.push(*other);
    }
}
