use tautline::geometry::Cell;
use tautline::map::{Map, Tiling};

use super::palette::{Paint, TILED_FLOOR, WALL, earth, heat};
use crate::Scene;

/// Into how many colours the order of expansion, the values of a field or the costs of terrain are divided.
const SHADES: u8 = 24;

/// How much of the terrain below a search covers.
const OVER_TERRAIN: f64 = 0.72;

/// Tiles in few colours.
pub(super) struct Layer {
    /// How many cells are in a row.
    pub(super) width: usize,
    /// For each cell 0 if it is not in this layer, or else the number of its colour, counted from 1.
    pub(super) classes: Vec<u8>,
    pub(super) paints: Vec<Paint>,
}

/// All there is, from the lowest to the topmost, made one after the other. On squares the floor is there already.
pub(super) fn layers(scene: &Scene<'_>) -> impl Iterator<Item = Layer> {
    let terrain = Costs::of(scene.map);
    let opacity = if terrain.is_some() { OVER_TERRAIN } else { 1.0 };
    (0..4).filter_map(move |level| match level {
        0 => floor(scene),
        1 => terrain.as_ref().map(Costs::layer),
        2 => shading(scene, opacity),
        _ => Some(walls(scene)),
    })
}

/// The free cells, where they are told apart.
fn floor(scene: &Scene<'_>) -> Option<Layer> {
    let map = scene.map;
    let classes = || map.cells().map(|cell| map.is_free(cell).into()).collect();
    (map.tiling() == Tiling::Hexagonal).then(|| Layer {
        width: map.width() as usize,
        classes: classes(),
        paints: vec![TILED_FLOOR.into()],
    })
}

fn walls(scene: &Scene<'_>) -> Layer {
    let map = scene.map;
    let classes = map.cells().map(|cell| map.is_blocked(cell).into()).collect();
    Layer { width: map.width() as usize, classes, paints: vec![WALL.into()] }
}

/// What was expanded, or a field.
fn shading(scene: &Scene<'_>, opacity: f64) -> Option<Layer> {
    let map = scene.map;
    let shades = scene.shading.shades(map, SHADES);
    let width = map.width() as usize;
    (!shades.is_empty()).then(|| {
        let mut classes = vec![0; width * map.height() as usize];
        for (Cell { x, y }, shade) in shades {
            let class = &mut classes[y as usize * width + x as usize];
            if *class == 0 {
                *class = 1 + shade;
            }
        }
        let paint = |shade| Paint { colour: heat(f64::from(shade) / f64::from(SHADES - 1)), opacity };
        Layer { width, classes, paints: (0..SHADES).map(paint).collect() }
    })
}

/// A map whose free cells do not all cost the same.
struct Costs<'a> {
    map: &'a Map,
    smallest: u16,
    largest: u16,
}

impl<'a> Costs<'a> {
    fn of(map: &'a Map) -> Option<Self> {
        let (smallest, largest) = map.terrain().map(|terrain| (terrain.smallest(), terrain.largest()))?;
        (largest > smallest).then_some(Self { map, smallest, largest })
    }

    /// What costs more than the cheapest, by the logarithm of the cost.
    fn layer(&self) -> Layer {
        let &Self { map, smallest, largest } = self;
        let span = (f64::from(largest) / f64::from(smallest)).ln();
        let shade = |cost: u16| {
            let part = (f64::from(cost) / f64::from(smallest)).ln() / span;
            1 + (part * f64::from(SHADES - 1)).round() as u8
        };
        let class = |cost| if cost > smallest { shade(cost) } else { 0 };
        let classes = map.cells().map(|cell| class(map.cost(cell))).collect();
        let paint = |shade| earth(f64::from(shade) / f64::from(SHADES - 1)).into();
        Layer { width: map.width() as usize, classes, paints: (0..SHADES).map(paint).collect() }
    }
}
