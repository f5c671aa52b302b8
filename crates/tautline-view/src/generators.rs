//! The generators of maps as data: what the page offers, and how their maps are made.

use std::collections::BTreeMap;

use serde::Serialize;
use tautline::map::Map;
use tautline_maps::generate::{GenerateError, Share, TerrainRule, maze, random, rooms, terrain, walls};

use crate::fault::Fault;
use crate::limits;

/// A kind of map that is made from a seed.
#[derive(Debug, Serialize)]
pub(crate) struct Generator {
    name: &'static str,
    help: &'static str,
    params: &'static [Param],
    #[serde(skip)]
    make: fn(&Request<'_>) -> Result<Map, GenerateError>,
}

/// A whole number that a generator takes.
#[derive(Debug, Serialize)]
struct Param {
    name: &'static str,
    help: &'static str,
    default: u32,
    min: u32,
    max: u32,
}

/// How large the map is to be, its seed, and the numbers of the generator's parameters.
#[derive(Debug)]
struct Request<'a> {
    width: u32,
    height: u32,
    seed: u64,
    numbers: &'a [u32],
}

impl Request<'_> {
    /// The number of a parameter.
    fn number(&self, index: usize) -> u32 {
        self.numbers.get(index).copied().unwrap_or_default()
    }

    /// The same as a percentage.
    fn share(&self, index: usize) -> Share {
        Share::percent(self.number(index)).unwrap_or_default()
    }
}

const fn param(name: &'static str, help: &'static str, default: u32, (min, max): (u32, u32)) -> Param {
    Param { name, help, default, min, max }
}

const PERCENT: (u32, u32) = (0, 100);
/// No map has a longer side.
const SIDE: u32 = 1 << 24;
/// The largest cost that an image can show.
const LARGEST_COST: u32 = 255;

/// All generators.
pub(crate) const GENERATORS: &[Generator] = &[
    Generator {
        name: "random",
        help: "cells blocked at random, within a border of free cells",
        params: &[param("blocked", "percent of the cells inside the border are blocked", 20, PERCENT)],
        make: |request| random(request.width, request.height, request.share(0), request.seed),
    },
    Generator {
        name: "walls",
        help: "straight walls at random places, in the eight directions",
        params: &[
            param("count", "walls", 25, (0, 1_000_000)),
            param("length", "cells long is each of them", 10, (1, 4096)),
        ],
        make: |request| {
            let (count, length) = (request.number(0), request.number(1));
            walls(request.width, request.height, count, length, request.seed)
        },
    },
    Generator {
        name: "rooms",
        help: "square rooms with a door in every wall between two of them",
        params: &[param("size", "cells wide and high is a room", 8, (1, SIDE))],
        make: |request| rooms(request.width, request.height, request.number(0), request.seed),
    },
    Generator {
        name: "maze",
        help: "a maze in which there is exactly one way between any two places",
        params: &[param("corridor", "cells wide are its corridors", 1, (1, SIDE))],
        make: |request| maze(request.width, request.height, request.number(0), request.seed),
    },
    Generator {
        name: "terrain",
        help: "squares that cost different amounts, at random",
        params: &[
            param("largest", "is the largest cost", 9, (1, LARGEST_COST)),
            param("ones", "percent of the squares cost 1", 50, PERCENT),
            param("region", "cells wide and high is a square of one cost", 6, (1, SIDE)),
            param("blocked", "percent of the squares are blocked", 5, PERCENT),
        ],
        make: |request| {
            let rule = TerrainRule {
                largest_cost: request.number(0) as u16,
                ones: Some(request.share(1)),
                region_size: request.number(2),
                blocked: request.share(3),
            };
            terrain(request.width, request.height, &rule, request.seed)
        },
    },
];

/// Makes a map; parameters that are left out have their defaults.
pub(crate) fn generate(
    name: &str,
    (width, height): (u32, u32),
    seed: u64,
    params: &BTreeMap<String, u32>,
) -> Result<Map, Fault> {
    limits::check_size(width, height)?;
    let generator = GENERATORS.iter().find(|generator| generator.name == name).ok_or_else(|| {
        let names: Vec<_> = GENERATORS.iter().map(|generator| generator.name).collect();
        Fault::new(format!("there is no generator {name:?}; there are {}", names.join(", ")))
    })?;
    if let Some(unknown) = params.keys().find(|key| generator.params.iter().all(|param| param.name != **key))
    {
        return Err(Fault::new(format!("the generator {name} has no parameter {unknown:?}")));
    }
    let mut numbers = Vec::new();
    for Param { name: param, default, min, max, .. } in generator.params {
        let number = params.get(*param).copied().unwrap_or(*default);
        if !(*min..=*max).contains(&number) {
            return Err(Fault::new(format!(
                "found {number} as {param} of the generator {name}, expected a number from {min} to {max}"
            )));
        }
        numbers.push(number);
    }
    Ok((generator.make)(&Request { width, height, seed, numbers: &numbers })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generator_makes_a_map_with_its_defaults() {
        for generator in GENERATORS {
            let map = generate(generator.name, (40, 30), 7, &BTreeMap::new()).unwrap();
            assert_eq!((map.width(), map.height()), (40, 30), "{}", generator.name);
            assert!(map.free_cells() > 100, "{}", generator.name);
            assert_eq!(map, generate(generator.name, (40, 30), 7, &BTreeMap::new()).unwrap());
            assert_ne!(map, generate(generator.name, (40, 30), 8, &BTreeMap::new()).unwrap());
        }
    }

    #[test]
    fn the_ends_of_every_range_are_no_panic() {
        for generator in GENERATORS {
            for param in generator.params {
                for number in [param.min, param.max] {
                    let params = BTreeMap::from([(param.name.to_owned(), number)]);
                    let made = generate(generator.name, (12, 9), 1, &params);
                    assert!(made.is_ok() || made.is_err_and(|fault| !fault.0.is_empty()));
                }
            }
        }
    }

    #[test]
    fn wrong_parameters_are_named() {
        let fault = |name: &str, size, params: &[(&str, u32)]| {
            let params = params.iter().map(|&(name, number)| (name.to_owned(), number)).collect();
            generate(name, size, 0, &params).unwrap_err().0
        };
        assert_eq!(
            fault("mazes", (9, 9), &[]),
            "there is no generator \"mazes\"; there are random, walls, rooms, maze, terrain"
        );
        assert_eq!(fault("maze", (9, 9), &[("width", 1)]), "the generator maze has no parameter \"width\"");
        assert_eq!(
            fault("random", (9, 9), &[("blocked", 101)]),
            "found 101 as blocked of the generator random, expected a number from 0 to 100"
        );
        assert!(fault("maze", (5000, 5000), &[]).contains("5000 × 5000 cells is too large"));
        assert!(!fault("random", (0, 3), &[]).is_empty());
    }
}
