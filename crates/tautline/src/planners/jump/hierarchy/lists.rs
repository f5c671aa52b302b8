use std::ops::Range;

/// Many short lists that grow and shrink, all of them in one block of memory: millions of lists are freed at once.
///
/// A list that outgrows its room moves to the end of the block, with room for twice as many elements.
#[derive(Debug)]
pub(super) struct Lists<T> {
    places: Vec<Place>,
    elements: Vec<T>,
}

/// Where a list is.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: usize,
    length: u32,
    room: u32,
}

impl<T: Copy> Lists<T> {
    /// No list, and room for so many.
    pub(super) fn with_capacity(lists: usize) -> Self {
        Self { places: Vec::with_capacity(lists), elements: Vec::new() }
    }

    /// Adds a list.
    pub(super) fn add(&mut self, elements: impl Iterator<Item = T>) {
        let first = self.elements.len();
        self.elements.extend(elements);
        let length = (self.elements.len() - first) as u32;
        self.places.push(Place { first, length, room: length });
    }

    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The elements of a list.
    #[inline]
    pub(super) fn of(&self, list: u32) -> &[T] {
        &self.elements[self.range(list)]
    }

    /// The elements of a list, to be changed.
    #[inline]
    pub(super) fn of_mut(&mut self, list: u32) -> &mut [T] {
        let range = self.range(list);
        &mut self.elements[range]
    }

    /// Appends an element to a list.
    pub(super) fn push(&mut self, list: u32, element: T) {
        let range = self.range(list);
        let place = &mut self.places[list as usize];
        if place.length == place.room {
            (place.first, place.room) = (self.elements.len(), (2 * place.room).max(4));
            self.elements.extend_from_within(range);
            let end = place.first + place.room as usize;
            self.elements.resize(end, element);
        }
        self.elements[place.first + place.length as usize] = element;
        place.length += 1;
    }

    /// Takes away all elements of a list but those that are to be kept.
    pub(super) fn retain(&mut self, list: u32, is_kept: impl Fn(&T) -> bool) {
        let elements = self.of_mut(list);
        let mut kept = 0;
        for number in 0..elements.len() {
            if is_kept(&elements[number]) {
                elements[kept] = elements[number];
                kept += 1;
            }
        }
        self.places[list as usize].length = kept as u32;
    }

    #[inline]
    fn range(&self, list: u32) -> Range<usize> {
        let Place { first, length, .. } = self.places[list as usize];
        first..first + length as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::SplitMix64;

    #[test]
    fn each_list_is_what_a_list_of_its_own_would_be() {
        let mut rng = SplitMix64::new(3);
        let mut single: Vec<Vec<u32>> = (0..20).map(|list| (0..list % 5).collect()).collect();
        let mut lists = Lists::with_capacity(20);
        for list in &single {
            lists.add(list.iter().copied());
        }
        for _ in 0..5000 {
            let list = rng.below(20);
            if rng.chance(90) {
                let element = rng.below(100);
                single[list as usize].push(element);
                lists.push(list, element);
            } else {
                let remainder = rng.below(3);
                single[list as usize].retain(|element| element % 3 == remainder);
                lists.retain(list, |element| element % 3 == remainder);
            }
        }
        assert!((0..).zip(&single).all(|(list, single)| lists.of(list) == single));
        assert_eq!(lists.len(), single.len());
    }
}
