//! Which label belongs to which area: areas are joined by giving the labels of one to the other, and no cell is touched.

/// The label of a blocked cell.
pub(super) const BLOCKED: u32 = 0;

/// No area, no node.
const NONE: u32 = 0;

/// What is known of the labels that cells carry and of the areas that they stand for.
///
/// An area has one label or several: when two areas grow together, those of the one with fewer go over to the other, so that a
/// label changes its area at most as often as the number of labels can double.
#[derive(Clone, Debug)]
pub(super) struct Naming {
    /// By label; the first is that of blocked cells.
    labels: Vec<Label>,
    /// By number; the first is no area.
    areas: Vec<Area>,
    spare_labels: Vec<u32>,
    spare_areas: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Label {
    area: u32,
    /// How many cells carry it.
    cells: u32,
    /// The others of its area, in a ring.
    next: u32,
    previous: u32,
}

/// Cells that steps join.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    /// How many cells it has; 0 if its number is not in use.
    cells: u32,
    /// How many labels it has.
    labels: u32,
    /// One of them.
    first: u32,
    /// Its place in the network of links, counted from one; 0 if no link leads from it or to it.
    node: u32,
}

impl Naming {
    pub(super) fn new() -> Self {
        Self {
            labels: vec![Label::default()],
            areas: vec![Area::default()],
            spare_labels: Vec::new(),
            spare_areas: Vec::new(),
        }
    }

    /// The area of a label; 0 for that of blocked cells.
    #[inline]
    pub(super) fn area(&self, label: u32) -> u32 {
        self.labels[label as usize].area
    }

    /// How many cells an area has.
    pub(super) fn cells(&self, area: u32) -> u32 {
        self.areas[area as usize].cells
    }

    /// How many areas there are.
    pub(super) fn areas(&self) -> usize {
        self.areas.len() - 1 - self.spare_areas.len()
    }

    /// All areas.
    pub(super) fn all_areas(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.areas).filter(|(_, area)| area.cells > 0).map(|(number, _)| number)
    }

    /// The place of an area in the network of links, counted from one.
    #[inline]
    pub(super) fn node(&self, area: u32) -> u32 {
        self.areas[area as usize].node
    }

    pub(super) fn set_node(&mut self, area: u32, node: u32) {
        self.areas[area as usize].node = node;
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.labels[..]) + size_of_val(&self.areas[..])
    }

    /// A label for `cells` cells that belong to no area yet.
    pub(super) fn new_label(&mut self, cells: u32) -> u32 {
        let label = take(&mut self.spare_labels, &mut self.labels);
        self.labels[label as usize] = Label { area: NONE, cells, next: label, previous: label };
        label
    }

    /// Makes an area of a label that belongs to none.
    pub(super) fn new_area(&mut self, label: u32) {
        let area = take(&mut self.spare_areas, &mut self.areas);
        let cells = self.labels[label as usize].cells;
        self.areas[area as usize] = Area { cells, labels: 1, first: label, node: NONE };
        self.labels[label as usize].area = area;
    }

    /// One of the labels of an area.
    pub(super) fn label(&self, area: u32) -> u32 {
        self.areas[area as usize].first
    }

    /// One more cell carries a label that belongs to an area.
    pub(super) fn add_cell(&mut self, label: u32) {
        let Label { area, cells, .. } = &mut self.labels[label as usize];
        *cells += 1;
        self.areas[*area as usize].cells += 1;
    }

    /// One cell less carries a label that belongs to an area.
    pub(super) fn remove_cell(&mut self, label: u32) {
        let Label { area, cells, .. } = &mut self.labels[label as usize];
        *cells -= 1;
        let is_unused = *cells == 0;
        self.areas[*area as usize].cells -= 1;
        if is_unused {
            self.drop_label(label);
        }
    }

    /// Another label for a cell; the areas' cells do not change. True when nothing carries the old one any more.
    pub(super) fn move_cell(&mut self, from: u32, to: u32) -> bool {
        self.labels[to as usize].cells += 1;
        let left = &mut self.labels[from as usize].cells;
        *left -= 1;
        *left == 0
    }

    /// Gives up a label, and its area if it has no other.
    fn drop_label(&mut self, label: u32) {
        let Label { area, next, previous, .. } = self.labels[label as usize];
        self.labels[next as usize].previous = previous;
        self.labels[previous as usize].next = next;
        self.spare_labels.push(label);
        if area == NONE {
            return;
        }
        self.labels[label as usize].area = NONE;
        let owner = &mut self.areas[area as usize];
        owner.labels -= 1;
        owner.first = next;
        if owner.labels == 0 {
            *owner = Area::default();
            self.spare_areas.push(area);
        }
    }

    /// Gives up those of the labels that no cell carries.
    pub(super) fn drop_unused(&mut self, labels: &[u32]) {
        for &label in labels {
            if self.labels[label as usize].cells == 0 {
                self.drop_label(label);
            }
        }
    }

    /// Takes so many cells from an area: they carry a label of another by now.
    pub(super) fn shrink(&mut self, area: u32, cells: u32) {
        self.areas[area as usize].cells -= cells;
    }

    /// Makes one area of two different ones; true if links lead from one of them or to it.
    pub(super) fn join(&mut self, one: u32, other: u32) -> bool {
        let labels = |area: u32| self.areas[area as usize].labels;
        let (kept, given) = if labels(one) < labels(other) { (other, one) } else { (one, other) };
        let Area { cells, labels, first, node } = self.areas[given as usize];
        let mut label = first;
        for _ in 0..labels {
            self.labels[label as usize].area = kept;
            label = self.labels[label as usize].next;
        }
        let owner = &mut self.areas[kept as usize];
        owner.cells += cells;
        owner.labels += labels;
        let has_links = node != NONE || owner.node != NONE;
        let here = owner.first;
        // Two rings become one when what follows one label of each is exchanged.
        let (after_here, after_first) = (self.labels[here as usize].next, self.labels[first as usize].next);
        self.labels[here as usize].next = after_first;
        self.labels[after_first as usize].previous = here;
        self.labels[first as usize].next = after_here;
        self.labels[after_here as usize].previous = first;
        self.areas[given as usize] = Area::default();
        self.spare_areas.push(given);
        has_links
    }
}

/// A number that is not in use.
fn take<T: Default>(spare: &mut Vec<u32>, all: &mut Vec<T>) -> u32 {
    spare.pop().unwrap_or_else(|| {
        all.push(T::default());
        all.len() as u32 - 1
    })
}
