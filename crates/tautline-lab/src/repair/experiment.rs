use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tautline::engine::{Planner, PrepareError};
use tautline::geometry::Cell;
use tautline::map::{Components, Map};
use tautline::planners::{AStar, AStarConfig, Jps, JpsPlus, Taut};
use tautline::search::Workspace;
use tautline_maps::generate::Rng;

use super::patches::{self, Patch, PatchRow};
use super::prepared::Prepared;
use super::report::{Report, Structure};
use crate::LabError;
use crate::harness::Journal;
use crate::harness::verify::{Said, walked};
use crate::maps::{ReferenceMap, the_one};

/// The map that is measured where none is given.
pub const DEFAULT_MAP: &str = "cities/Boston_0_1024";

/// How many edits are made where nothing is said.
pub const DEFAULT_EDITS: usize = 1000;

/// How many A* queries the preparation is compared with.
const QUERIES: usize = 1000;

/// How often everything is done; the fastest counts.
const PASSES: usize = 3;

/// After so many edits it is looked whether the structure is what it should be.
const EVERY: usize = 100;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of MovingAI files, with a folder for each set.
    pub folder: PathBuf,
    /// The map: the reference map whose name contains this, or any map of the folder, with the folder of its set.
    pub map: String,
    /// How many edits.
    pub edits: usize,
    /// How many patches of each shape and size.
    pub patches: usize,
    /// What the edits and the patches are drawn with.
    pub seed: u64,
}

/// Measures patches of one structure on a map with this name; the last argument is the seed.
type Measure = fn(&str, &Map, &[Patch], u64) -> Result<Vec<PatchRow>, LabError>;

impl Options {
    fn load(&self) -> Result<ReferenceMap<'_>, LabError> {
        let name = match the_one(&self.map) {
            Ok(name) => name,
            Err(_) if self.folder.join(format!("{}.map", self.map)).is_file() => &self.map,
            Err(error) => return Err(error),
        };
        ReferenceMap::load(&self.folder, name)
    }
}

/// Measures patches of cells, structure by structure, and adds the rows to the journal; what is there already is not measured again.
/// `progress` is called with what is done, what there is to do, and what is being done now.
pub fn run_patches(
    options: &Options,
    journal: &mut Journal,
    progress: &mut dyn FnMut(u64, u64, &str),
) -> Result<(), LabError> {
    let map = options.load()?;
    let patches = patches::draw(&map.map, options.patches, options.seed);
    let structures: [(&str, Measure); 4] = [
        (JpsPlus::NAME, patches::measure::<JpsPlus>),
        (Jps::NAME, patches::measure::<Jps>),
        (Components::NAME, patches::measure::<Components>),
        (Taut::NAME, patches::measure::<Taut>),
    ];
    for (number, (name, measure)) in (0..).zip(structures) {
        progress(number, structures.len() as u64, name);
        if !journal.has(name) {
            journal.add(name, &measure(map.name, &map.map, &patches, options.seed)?)?;
        }
    }
    Ok(())
}

/// Measures edits of one cell each. `progress` is called with what is done, what there is to do, and what is being done now.
pub fn run(options: &Options, progress: &mut dyn FnMut(u64, u64, &str)) -> Result<Report, LabError> {
    let map = options.load()?;
    let mut done = 0;
    let total = (QUERIES / EVERY + 4 * (PASSES + 1 + PASSES)) as u64;
    let mut step = |what: &str| {
        done += 1;
        progress(done, total, what);
    };
    let astar = time_astar(&map, &mut step)?;
    let edits = draw(&map.map, options.edits, options.seed);
    let structures = vec![
        measure::<JpsPlus>(&map, &edits, options.seed, &mut step)?,
        measure::<Jps>(&map, &edits, options.seed, &mut step)?,
        measure::<Components>(&map, &edits, options.seed, &mut step)?,
        measure::<Taut>(&map, &edits, options.seed, &mut step)?,
    ];
    let (width, height) = (map.map.width(), map.map.height());
    Ok(Report {
        map: map.name.to_owned(),
        width,
        height,
        queries: QUERIES,
        astar,
        seed: options.seed,
        structures,
    })
}

/// How long all the queries take together.
fn time_astar(map: &ReferenceMap<'_>, step: &mut dyn FnMut(&str)) -> Result<Duration, LabError> {
    let planner = Planner::from(AStar::new(&map.map, AStarConfig::default())?);
    let mut workspace = Workspace::new();
    let mut total = Duration::ZERO;
    for place in 0..QUERIES {
        // Spread over the whole file; a short one is gone through slowly.
        let number = place * map.scenario.queries.len() / QUERIES;
        let query = map.query(number);
        let clock = Instant::now();
        let answer = black_box(planner.plan(&map.map, &query, &mut workspace));
        total += clock.elapsed();
        check(map, number, &planner, &answer).map_err(|fault| map.wrong("astar", number, fault))?;
        if (place + 1) % EVERY == 0 {
            step("A*");
        }
    }
    Ok(total)
}

/// What is wrong with an answer to the query with this number, if anything.
fn check(map: &ReferenceMap<'_>, number: usize, planner: &Planner, answer: &Said) -> Result<(), String> {
    let walked = walked(&map.map, planner, &map.query(number), answer)?;
    map.on_cells(number).check(walked.map(|walked| walked.cost), planner.guarantee())
}

/// The cells that are changed, one after the other.
fn draw(map: &Map, count: usize, seed: u64) -> Vec<Cell> {
    let mut rng = Rng::new(seed);
    let mut below = |bound: u32| rng.below(bound.into()) as i32;
    (0..count).map(|_| Cell::new(below(map.width()), below(map.height()))).collect()
}

fn toggle(map: &mut Map, cell: Cell) {
    let is_free = map.is_free(cell);
    // The cell was drawn from those of the map.
    let _ = if is_free { map.block(cell) } else { map.free(cell) };
}

fn measure<S: Prepared>(
    map: &ReferenceMap<'_>,
    edits: &[Cell],
    seed: u64,
    step: &mut dyn FnMut(&str),
) -> Result<Structure, LabError> {
    let mut build = Duration::MAX;
    for _ in 0..PASSES {
        let clock = Instant::now();
        let built = black_box(S::build(&map.map));
        build = clock.elapsed().min(build);
        drop(built?);
        step(S::NAME);
    }
    if let Some(edit) = wrong_edit::<S>(&map.map, edits)? {
        let (structure, map, cell) = (S::NAME, map.name.to_owned(), edits[edit]);
        return Err(LabError::WrongRepair { structure, map, edit: edit + 1, seed, cell });
    }
    step(S::NAME);
    let mut repairs = vec![Duration::MAX; edits.len()];
    for _ in 0..PASSES {
        let mut edited = map.map.clone();
        let mut structure = S::build(&edited)?;
        for (best, &cell) in repairs.iter_mut().zip(edits) {
            toggle(&mut edited, cell);
            let clock = Instant::now();
            let repaired = black_box(&mut structure).repair(&edited);
            *best = clock.elapsed().min(*best);
            repaired?;
        }
        step(S::NAME);
    }
    Ok(Structure::new(S::NAME, build, S::build(&map.map)?.bytes(), repairs))
}

/// The first edit, from zero, after which the repaired structure is wrong, if there is one.
fn wrong_edit<S: Prepared>(map: &Map, edits: &[Cell]) -> Result<Option<usize>, PrepareError> {
    let Some(last) = edits.len().checked_sub(1) else { return Ok(None) };
    let Some(wrong) = wrong_among::<S>(map, edits, |edit| (edit + 1) % EVERY == 0 || edit == last)? else {
        return Ok(None);
    };
    // It went wrong at one of those since the comparison before.
    Ok(wrong_among::<S>(map, &edits[..=wrong], |edit| edit + EVERY > wrong)?.or(Some(wrong)))
}

/// The first of the edits to be looked at after which the structure is not what it should be.
fn wrong_among<S: Prepared>(
    map: &Map,
    edits: &[Cell],
    is_due: impl Fn(usize) -> bool,
) -> Result<Option<usize>, PrepareError> {
    let mut map = map.clone();
    let mut structure = S::build(&map)?;
    for (edit, &cell) in edits.iter().enumerate() {
        toggle(&mut map, cell);
        structure.repair(&map)?;
        if is_due(edit) && !structure.is_right(&map)? {
            return Ok(Some(edit));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The map itself, but for changes of the upper left cell, which it does not see.
    #[derive(PartialEq)]
    struct Blind(Vec<bool>);

    impl Prepared for Blind {
        const NAME: &'static str = "blind";

        fn build(map: &Map) -> Result<Self, PrepareError> {
            Ok(Self(map.cells().map(|cell| map.is_free(cell)).collect()))
        }

        fn repair(&mut self, map: &Map) -> Result<(), PrepareError> {
            let corner = self.0[0];
            *self = Self::build(map)?;
            self.0[0] = corner;
            Ok(())
        }

        fn bytes(&self) -> usize {
            self.0.len()
        }

        fn is_right(&self, map: &Map) -> Result<bool, PrepareError> {
            Ok(*self == Self::build(map)?)
        }
    }

    #[test]
    fn a_wrong_repair_is_found_at_its_edit() {
        let map = Map::open(20, 10).unwrap();
        let mut edits = vec![Cell::new(3, 3); 250];
        let wrong_edit = |edits: &[Cell]| wrong_edit::<Blind>(&map, edits).unwrap();
        assert_eq!(wrong_edit(&edits), None);
        edits[130] = Cell::new(0, 0);
        assert_eq!(wrong_edit(&edits), Some(130));
        edits[130] = Cell::new(3, 3);
        edits[249] = Cell::new(0, 0);
        assert_eq!(wrong_edit(&edits), Some(249), "the last edit is always looked at");
        assert_eq!(wrong_edit(&[]), None);
    }

    #[test]
    fn the_structures_stay_right() {
        let map = Map::open(70, 40).unwrap();
        let edits = draw(&map, 350, 7);
        assert_eq!(edits, draw(&map, 350, 7));
        assert_ne!(edits, draw(&map, 350, 8));
        assert!(edits.iter().all(|&cell| map.contains(cell)));
        assert_eq!(wrong_edit::<JpsPlus>(&map, &edits), Ok(None));
        assert_eq!(wrong_edit::<Jps>(&map, &edits), Ok(None));
        assert_eq!(wrong_edit::<Components>(&map, &edits), Ok(None));
        assert_eq!(wrong_edit::<Taut>(&map, &edits), Ok(None));
    }

    #[test]
    fn patches_are_what_they_say_and_are_undone() {
        let map = Map::open(70, 40).unwrap();
        let drawn = patches::draw(&map, 3, 7);
        assert_eq!(drawn, patches::draw(&map, 3, 7));
        assert_ne!(drawn, patches::draw(&map, 3, 8));
        assert_eq!(drawn.len(), 3 * 3 * 2, "patches of 20,000 cells do not fit");
        let rows = patches::measure::<Jps>("open", &map, &drawn, 7).unwrap();
        assert_eq!(rows.len(), 2 * drawn.len());
        assert!(rows.chunks(6).all(|same| same.iter().map(|row| row.patch).eq(0..6)));
        assert!(rows.iter().all(|row| row.build_nanoseconds > 0 && row.ratio() > 0.0));
        let wrong = patches::measure::<Blind>("open", &map, &[Patch::whole(&map)], 7).unwrap_err();
        let said = "wrong repair of the blind on open: after compact patch 1 of 2800 cells of seed 7 ";
        assert!(wrong.to_string().starts_with(said), "{wrong}");
    }
}
