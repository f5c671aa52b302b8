use tautline::geometry::Cell;
use tautline::map::{Grid, Map};

use super::{GenerateError, Rng, Share};

/// What the cells of a [`terrain`] cost.
///
/// Each region is drawn for itself, independently of its neighbours: blocked, or at a cost. As in K. Daniel, A. Nash, S. Koenig,
/// A. Felner: Theta*: Any-Angle Path Planning on Grids. Journal of Artificial Intelligence Research 39, 2010, section 8.2 and
/// Table 6 (on maps of 1000 × 1000 cells). <https://doi.org/10.1613/jair.2994>
///
/// The paper draws whole numbers from 1 to 15 for each single cell, all equally likely ([`small_regions`](Self::small_regions)),
/// or 1 for half of the cells and else any other, equally likely ([`large_regions`](Self::large_regions)): its regions are small
/// or large because cells of cost 1 are rarely or often side by side. It counts blocked as one more of these costs. Here no cell
/// is blocked unless asked for; the shares of the paper are 6.25 % among small regions and 3.3333 % among large ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TerrainRule {
    /// The largest cost.
    pub largest_cost: u16,
    /// How likely a region is to cost 1; none: as likely as each other cost.
    pub ones: Option<Share>,
    /// Squares of so many cells on each side have one cost, less where the map ends; 1 in the paper.
    pub region_size: u32,
    /// How likely a region is to be blocked.
    pub blocked: Share,
}

impl TerrainRule {
    /// All costs from 1 to 15 equally likely: Table 6 (a) of the paper.
    #[must_use]
    pub fn small_regions() -> Self {
        Self { largest_cost: 15, ones: None, region_size: 1, blocked: Share::default() }
    }

    /// Half of the cells cost 1, and the costs from 2 to 15 are equally likely: Table 6 (b) of the paper.
    #[must_use]
    pub fn large_regions() -> Self {
        Self { ones: Share::percent(50), ..Self::small_regions() }
    }

    fn check(&self) -> Result<(), GenerateError> {
        let zero = |parameter| Err(GenerateError::Zero { parameter });
        if self.largest_cost == 0 {
            return zero("largest cost");
        }
        if self.region_size == 0 {
            return zero("size of a region");
        }
        match self.ones {
            Some(ones) if millionths(ones) + millionths(self.blocked) > WHOLE => {
                Err(GenerateError::Shares { ones, blocked: self.blocked })
            }
            _ => Ok(()),
        }
    }

    /// The cost of one region; 0 is blocked.
    fn draw(&self, rng: &mut Rng) -> u16 {
        let number = rng.below(WHOLE);
        let (blocked, ones) = (millionths(self.blocked), self.ones.map_or(0, millionths));
        if number < blocked {
            return 0;
        }
        if number < blocked + ones || self.largest_cost == 1 {
            return 1;
        }
        let least = if self.ones.is_some() { 2 } else { 1 };
        least + rng.below(u64::from(self.largest_cost - least + 1)) as u16
    }
}

/// So many millionths are the whole.
const WHOLE: u64 = 1_000_000;

fn millionths(share: Share) -> u64 {
    share.of(WHOLE)
}

/// Costs at random, in small or in large regions; see [`TerrainRule`].
///
/// ```
/// use tautline_maps::generate::{TerrainRule, terrain};
///
/// let rough = terrain(100, 100, &TerrainRule::small_regions(), 7)?;
/// assert!(rough.cells().all(|cell| (1..=15).contains(&rough.cost(cell))));
///
/// let blocks = TerrainRule { region_size: 10, largest_cost: 3, ..TerrainRule::large_regions() };
/// let blocks = terrain(100, 100, &blocks, 7)?;
/// assert_eq!(blocks.cost((20, 30)), blocks.cost((29, 39)));
/// # Ok::<(), tautline_maps::generate::GenerateError>(())
/// ```
pub fn terrain(width: u32, height: u32, rule: &TerrainRule, seed: u64) -> Result<Map, GenerateError> {
    Grid::check_size(width, height)?;
    rule.check()?;
    let columns = width.div_ceil(rule.region_size) as usize;
    let rows = height.div_ceil(rule.region_size) as usize;
    let mut rng = Rng::new(seed);
    let costs: Vec<u16> = (0..columns * rows).map(|_| rule.draw(&mut rng)).collect();
    let region = |position: i32| (position as u32 / rule.region_size) as usize;
    Ok(Map::from_costs(width, height, |Cell { x, y }| costs[region(y) * columns + region(x)])?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a map, a hexadecimal digit for each cost, `#` where it is blocked.
    fn drawn(map: &Map) -> Vec<String> {
        let digit = |cell| match map.cost(cell) {
            0 => '#',
            cost => char::from_digit(cost.into(), 16).unwrap(),
        };
        let cells: Vec<char> = map.cells().map(digit).collect();
        cells.chunks(map.width() as usize).map(String::from_iter).collect()
    }

    /// How many cells have each cost.
    fn counts(map: &Map) -> Vec<usize> {
        let mut counts = vec![0; 17];
        for cell in map.cells() {
            counts[usize::from(map.cost(cell))] += 1;
        }
        counts
    }

    fn share(text: &str) -> Share {
        text.parse().unwrap()
    }

    #[test]
    fn the_map_of_a_seed_never_changes() {
        let map = |rule: TerrainRule| drawn(&terrain(24, 4, &rule, 1).unwrap());
        assert_eq!(
            map(TerrainRule::small_regions()),
            [
                "5694bb8fcdac5cfdc675a989",
                "93453cf989371b89dfce1149",
                "f952a22341c163c3cf3e4a28",
                "b3167397d2da95e1a32d1813"
            ]
        );
        assert_eq!(
            map(TerrainRule::large_regions()),
            [
                "994513211f1a829921f11b81",
                "1971ac18113e11c1e17113c1",
                "21731138111b1311df1114b1",
                "671e9a8118ae13811c11111d"
            ]
        );
        let blocks = TerrainRule { region_size: 3, blocked: share("30"), ..TerrainRule::large_regions() };
        assert_eq!(
            map(blocks),
            [
                "999999444555111111111111",
                "999999444555111111111111",
                "999999444555111111111111",
                "111111###111111###111111"
            ]
        );
    }

    #[test]
    fn costs_are_as_likely_as_the_paper_says() {
        // With blocked cells as in the paper: sixteen costs, and thirty lots of which 1 has fifteen. The bounds are some four
        // standard deviations wide.
        let small = TerrainRule { blocked: share("6.25"), ..TerrainRule::small_regions() };
        let small = counts(&terrain(400, 400, &small, 3).unwrap());
        assert!(small[..16].iter().all(|count| (9_600..10_400).contains(count)), "{small:?}");
        let large = TerrainRule { blocked: share("3.3333"), ..TerrainRule::large_regions() };
        let large = counts(&terrain(400, 300, &large, 3).unwrap());
        assert!((59_300..60_700).contains(&large[1]), "{large:?}");
        let others = [&large[..1], &large[2..16]].concat();
        assert!(others.iter().all(|count| (3_750..4_250).contains(count)), "{large:?}");
        let without = counts(&terrain(300, 300, &TerrainRule::small_regions(), 3).unwrap());
        assert!(without[1..16].iter().all(|count| (5_700..6_300).contains(count)), "{without:?}");
        assert_eq!((without[0], small[16], large[16], without[16]), (0, 0, 0, 0));
    }

    #[test]
    fn a_region_has_one_cost_and_ends_where_the_map_does() {
        let rule = TerrainRule { region_size: 7, blocked: share("20"), ..TerrainRule::small_regions() };
        let map = terrain(30, 17, &rule, 5).unwrap();
        for cell in map.cells() {
            assert_eq!(map.cost(cell), map.cost((cell.x / 7 * 7, cell.y / 7 * 7)), "{cell}");
        }
        let all = terrain(30, 17, &TerrainRule { region_size: u32::MAX, ..rule }, 5).unwrap();
        assert!(all.cells().all(|cell| all.cost(cell) == all.cost((0, 0))));
    }

    #[test]
    fn shares_of_all_and_of_nothing_are_exact() {
        let rule = TerrainRule::large_regions();
        let map = |rule: TerrainRule| counts(&terrain(50, 50, &rule, 9).unwrap());
        assert_eq!(map(TerrainRule { ones: Some(share("100")), ..rule })[1], 2500);
        assert_eq!(map(TerrainRule { ones: Some(share("0")), ..rule })[1], 0);
        assert_eq!(map(TerrainRule { ones: Some(share("0")), blocked: share("100"), ..rule })[0], 2500);
        assert_eq!(map(TerrainRule { largest_cost: 1, ..rule })[1], 2500);
        let largest = terrain(50, 50, &TerrainRule { largest_cost: u16::MAX, ..rule }, 9).unwrap();
        assert!(largest.cells().any(|cell| largest.cost(cell) > 60_000));
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        let rule = TerrainRule::large_regions();
        let message = |rule: TerrainRule| terrain(9, 9, &rule, 1).unwrap_err().to_string();
        assert_eq!(
            message(TerrainRule { largest_cost: 0, ..rule }),
            "the largest cost is 0, expected at least 1"
        );
        assert_eq!(
            message(TerrainRule { region_size: 0, ..rule }),
            "the size of a region is 0, expected at least 1"
        );
        assert_eq!(
            message(TerrainRule { blocked: share("50.0001"), ..rule }),
            "50 % of cost 1 and 50.0001 % blocked are together more than 100 %"
        );
        assert!(terrain(9, 9, &TerrainRule { blocked: share("50"), ..rule }, 1).is_ok());
        assert!(matches!(terrain(0, 9, &rule, 1), Err(GenerateError::Size(_))));
        assert!(matches!(terrain(u32::MAX, u32::MAX, &rule, 1), Err(GenerateError::Size(_))));
    }
}
