use tautline::geometry::Cell;
use tautline::map::Map;

/// What cells are coloured by.
#[derive(Clone, Debug, Default)]
pub(crate) enum Shading {
    #[default]
    None,
    /// The order in which a search expanded them.
    Expanded(Vec<Cell>),
    /// The values of a field.
    Values(Vec<(Cell, f64)>),
}

impl Shading {
    /// Whether no cell is coloured.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::None => true,
            Self::Expanded(cells) => cells.is_empty(),
            Self::Values(values) => values.is_empty(),
        }
    }

    /// The least and the largest value on the map.
    pub(crate) fn range(&self, map: &Map) -> Option<(f64, f64)> {
        let Self::Values(values) = self else { return None };
        let finite = values.iter().filter(|&&(cell, value)| map.contains(cell) && value.is_finite());
        finite.fold(None, |range, &(_, value)| {
            let (least, largest) = range.unwrap_or((value, value));
            Some((value.min(least), value.max(largest)))
        })
    }

    /// The cells on the map that have a colour, each with one of some shades: from 0 for what comes first or is least to what
    /// comes last or is largest. Where a cell comes several times, the first counts.
    pub(crate) fn shades(&self, map: &Map, count: u8) -> Vec<(Cell, u8)> {
        let mut shades: Vec<(Cell, u8)> = match self {
            Self::None => Vec::new(),
            Self::Expanded(cells) => {
                let shade = |order: usize| (order * usize::from(count) / cells.len()) as u8;
                cells.iter().enumerate().map(|(order, &cell)| (cell, shade(order))).collect()
            }
            Self::Values(values) => {
                let (least, largest) = self.range(map).unwrap_or_default();
                // Halves, because the difference of two large numbers may be too large.
                let above = |value: f64| value / 2.0 - least / 2.0;
                let span = above(largest).max(f64::MIN_POSITIVE);
                let shade = |value: f64| (above(value) / span * f64::from(count)) as u8;
                let finite = values.iter().filter(|(_, value)| value.is_finite());
                finite.map(|&(cell, value)| (cell, shade(value).min(count - 1))).collect()
            }
        };
        shades.retain(|&(cell, _)| map.contains(cell));
        shades
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<const N: usize>() -> [Cell; N] {
        std::array::from_fn(|x| Cell::new(x as i32, 0))
    }

    #[test]
    fn values_go_from_the_least_to_the_largest() {
        let map = Map::open(6, 1).unwrap();
        let shades = |values: [f64; 6]| {
            let values = cells::<6>().into_iter().zip(values).chain([(Cell::new(0, 9), 1e9)]);
            let shading = Shading::Values(values.collect());
            let shades: Vec<u8> = shading.shades(&map, 10).iter().map(|&(_, shade)| shade).collect();
            (shading.range(&map), shades)
        };
        let (range, found) = shades([-1.0, f64::NAN, 0.0, f64::INFINITY, 8.9, 9.0]);
        assert_eq!((range, found), (Some((-1.0, 9.0)), vec![0, 1, 9, 9]));
        assert_eq!(shades([3.0; 6]).1, [0; 6]);
        assert_eq!(shades([f64::MAX, f64::MIN, 0.0, f64::MAX, f64::MIN, 1.0]).1, [9, 0, 5, 9, 0, 5]);
        assert_eq!(shades([f64::NAN; 6]), (None, vec![]));
    }

    #[test]
    fn what_was_expanded_is_shaded_by_its_order() {
        let map = Map::open(4, 1).unwrap();
        let shades = Shading::Expanded(cells::<8>().to_vec()).shades(&map, 4);
        assert_eq!(shades, cells::<4>().into_iter().zip([0, 0, 1, 1]).collect::<Vec<_>>());
    }
}
