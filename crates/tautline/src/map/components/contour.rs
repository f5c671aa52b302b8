//! Whether a cell that was blocked parts what it was between: by walking along the walls.
//!
//! The blocked cells that hang together with the new one (by sides and corners where free cells need sides, by sides where
//! free cells need corners only, by sides among hexagons) are one connected piece of the plane. What is left of the plane falls
//! into parts that have one closed outline each along that piece. Two free neighbours of the new obstacle in the same part lie
//! on the same outline, and the free cells along an outline hang together; two in different parts are separated by the
//! piece. (What lies outside the map is blocked, and all of it belongs to one piece.) So **they are still joined exactly when a
//! walk along the wall from one comes past the other**. Such a walk costs the length of an outline, where a flood would cost
//! what the outline encloses.

use super::budget::Budget;
use super::neighbourhood::{Groups, HEXAGONS, Neighbourhood};
use crate::map::bits::BitPlane;

/// A walker along walls, with the wall always on the same hand. Every step can be taken back, so every walk comes
/// back to where it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walker {
    /// The number of the free cell.
    at: usize,
    /// Among squares the heading: north, east, south, west, with the wall to the left. Among hexagons where the wall is, from
    /// the right clockwise.
    towards: u8,
    /// Whether the cell lies in an odd row, among hexagons.
    is_odd: bool,
}

/// How to walk.
struct Walls<'m> {
    free: &'m BitPlane,
    neighbourhood: Neighbourhood,
    /// By direction; among hexagons in even and in odd rows, among squares both the same.
    offsets: [[isize; 6]; 2],
}

/// In which part each of the groups around a blocked cell lies, as the number of the first group in the same part. None if the
/// walks are too long.
pub(super) fn parts(
    free: &BitPlane,
    neighbourhood: Neighbourhood,
    blocked: usize,
    is_odd: bool,
    groups: &Groups,
    budget: &mut Budget<'_, '_>,
) -> Option<[usize; Groups::MOST]> {
    let walls = Walls::new(free, neighbourhood);
    let count = groups.masks().len();
    let mut starts = [Walker { at: 0, towards: 0, is_odd }; Groups::MOST];
    for (start, &group) in starts.iter_mut().zip(groups.masks()) {
        *start = walls.beside(blocked, is_odd, group);
    }
    let starts = &starts[..count];
    let mut walkers = [starts[0]; Groups::MOST];
    walkers[..count].copy_from_slice(starts);
    let mut next = [None; Groups::MOST];
    let mut missing = count;
    // All walk at the same pace. Each comes to another group, or back to its own, and no two to the same: so the last need not
    // arrive.
    while missing > 1 {
        for walker in 0..count {
            if next[walker].is_some() {
                continue;
            }
            walkers[walker] = walls.step(walkers[walker]);
            budget.spend(1)?;
            next[walker] = starts.iter().position(|&start| start == walkers[walker]);
            missing -= usize::from(next[walker].is_some());
        }
    }
    // The last may have arrived in the same round as the one before.
    let rest = (0..count).find(|group| !next.contains(&Some(*group)));
    let next = next.map(|next| next.or(rest));
    let mut parts = [usize::MAX; Groups::MOST];
    for first in 0..count {
        let mut group = first;
        while parts[group] == usize::MAX {
            parts[group] = first;
            group = next[group].unwrap_or(group);
        }
    }
    Some(parts)
}

impl<'m> Walls<'m> {
    fn new(free: &'m BitPlane, neighbourhood: Neighbourhood) -> Self {
        let stride = free.stride() as isize;
        let offset = |place: u8| (isize::from(place) / 3 - 1) * stride + isize::from(place) % 3 - 1;
        let offsets = match neighbourhood {
            Neighbourhood::Six => HEXAGONS.map(|ring| ring.map(offset)),
            _ => [[-stride, 1, stride, -1, 0, 0]; 2],
        };
        Self { free, neighbourhood, offsets }
    }

    fn neighbour(&self, walker: Walker, direction: u8) -> usize {
        walker.at.wrapping_add_signed(self.offsets[usize::from(walker.is_odd)][usize::from(direction)])
    }

    /// A walker at a cell of a group, with the blocked cell that it is beside as the wall; or, at a corner of it, with the cell
    /// that is beside both.
    fn beside(&self, blocked: usize, is_odd: bool, group: u16) -> Walker {
        let place = self.neighbourhood.nearest(group) as u8;
        let here = Walker { at: blocked, towards: 0, is_odd };
        if self.neighbourhood == Neighbourhood::Six {
            let ring = HEXAGONS[usize::from(is_odd)];
            let direction = ring.iter().position(|&other| other == place).unwrap_or_default() as u8;
            let is_along = direction.is_multiple_of(3);
            return Walker {
                at: self.neighbour(here, direction),
                towards: (direction + 3) % 6,
                is_odd: is_odd == is_along,
            };
        }
        let straight = |direction: u8| Walker { at: self.neighbour(here, direction), ..here };
        let corner = |direction: u8| Walker {
            at: self.neighbour(straight(direction), (direction + 1) & 3),
            towards: direction,
            is_odd,
        };
        let side = |direction: u8| Walker { towards: (direction + 3) & 3, ..straight(direction) };
        match place {
            1 => side(0),
            5 => side(1),
            7 => side(2),
            3 => side(3),
            2 => corner(0),
            8 => corner(1),
            6 => corner(2),
            _ => corner(3),
        }
    }

    /// The next step along the wall, or the next turn on the spot.
    fn step(&self, walker: Walker) -> Walker {
        let Walker { at, towards, is_odd } = walker;
        if self.neighbourhood == Neighbourhood::Six {
            let direction = (towards + 1) % 6;
            let ahead = self.neighbour(walker, direction);
            return if self.free.get(ahead) {
                Walker {
                    at: ahead,
                    towards: (towards + 5) % 6,
                    is_odd: is_odd == direction.is_multiple_of(3),
                }
            } else {
                Walker { at, towards: direction, is_odd }
            };
        }
        let left = (towards + 3) & 3;
        let ahead = self.neighbour(walker, towards);
        let beside = self.neighbour(Walker { at: ahead, ..walker }, left);
        let (is_free_ahead, is_free_beside) = (self.free.get(ahead), self.free.get(beside));
        // Between a wall ahead and the one to the left there may be a gap, which only a walker that may cut both corners gets through.
        let turns_left = is_free_beside && (is_free_ahead || self.neighbourhood == Neighbourhood::Eight);
        if turns_left {
            Walker { at: beside, towards: left, is_odd }
        } else if is_free_ahead {
            Walker { at: ahead, ..walker }
        } else {
            Walker { towards: (towards + 1) & 3, ..walker }
        }
    }
}
