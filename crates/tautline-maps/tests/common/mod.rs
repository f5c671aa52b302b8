//! Maps and scenarios for the property tests.

use proptest::prelude::*;
use tautline::geometry::Cell;
use tautline::map::{Map, Tile};
use tautline_maps::movingai::{Scenario, ScenarioQuery, write_map, write_scenario};

/// Small plain maps, also those whose rows are a little shorter and a little longer than a machine word.
pub(crate) fn plain_maps() -> impl Strategy<Value = Map> {
    (prop_oneof![1u32..12, 62u32..67], 1u32..12).prop_flat_map(|(width, height)| {
        prop::collection::vec(any::<bool>(), (width * height) as usize).prop_map(move |free| {
            let tile = |cell: Cell| {
                let at = cell.y as usize * width as usize + cell.x as usize;
                if free[at] { Tile::Free } else { Tile::Blocked }
            };
            Map::from_fn(width, height, tile).unwrap()
        })
    })
}

/// Small maps whose costs go up to `largest`.
#[allow(dead_code, reason = "not every test has a use for it")]
pub(crate) fn terrains(largest: u16) -> impl Strategy<Value = Map> {
    (1u32..12, 1u32..12).prop_flat_map(move |(width, height)| {
        prop::collection::vec(0..=largest, (width * height) as usize).prop_map(move |costs| {
            let at = |cell: Cell| costs[cell.y as usize * width as usize + cell.x as usize];
            Map::from_costs(width, height, at).unwrap()
        })
    })
}

/// Scenarios whose lengths eight digits after the point can hold.
pub(crate) fn scenarios() -> impl Strategy<Value = Scenario> {
    let cell = || (0..i32::MAX, 0..i32::MAX).prop_map(Cell::from);
    let query = (
        any::<u32>(),
        "[a-zé/.]{1,9}( [a-z]{1,3})?",
        any::<u32>(),
        any::<u32>(),
        cell(),
        cell(),
        any::<u32>(),
    );
    prop::collection::vec(query, 0..9).prop_map(|queries| {
        let numbered = queries.into_iter().zip(2..);
        let queries = numbered
            .map(|((bucket, map, map_width, map_height, start, goal, length), line)| ScenarioQuery {
                bucket,
                map,
                map_width,
                map_height,
                start,
                goal,
                length: f64::from(length) / 256.0,
                line: Some(line),
            })
            .collect();
        Scenario { file: "scenario".to_owned(), queries, ..Scenario::default() }
    })
}

/// The file of a map.
pub(crate) fn map_file(map: &Map) -> Vec<u8> {
    let mut file = Vec::new();
    write_map(map, &mut file).unwrap();
    file
}

/// The file of a scenario.
pub(crate) fn scenario_file(scenario: &Scenario) -> Vec<u8> {
    let mut file = Vec::new();
    write_scenario(scenario, &mut file).unwrap();
    file
}
