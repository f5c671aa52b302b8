use tautline::engine::{Ends, Selection};
use tautline::geometry::{Cell, Corner, Point, Position};
use tautline::path::Path;
use tautline::search::{Query, Workspace};

use super::{Failure, Xy};
use crate::world::PlainWorld;

/// What was allocated while something ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocations {
    /// How often.
    pub count: u64,
    /// How many bytes.
    pub bytes: u64,
}

/// Holds a planner to allocating nothing but the path of its answer where a query is repeated with the same workspace, for every
/// pair of cells, and for each kind of position that it takes as an end. Pairs that it refuses must allocate nothing.
///
/// `measure` runs what it is given and returns what that allocated. It is the caller's, because only a program can replace its
/// allocator.
///
/// # Errors
///
/// The first thing that is wrong.
///
/// # Panics
///
/// If the planner cannot be built with its settings.
pub fn check_allocations(
    selection: &Selection,
    world: &PlainWorld,
    pairs: &[(Cell, Cell)],
    mut measure: impl FnMut(&mut dyn FnMut()) -> Allocations,
) -> Result<(), Failure> {
    let map = world.to_map();
    let planner = selection.planner(&map).expect("settings that go together");
    let mut workspace = Workspace::new();
    let fail = |query: (Xy, Xy), fault: String| {
        Err(Failure { planner: selection.to_string(), world: world.to_string(), query, fault })
    };
    for end in ends(planner.ends()) {
        let query = |&(start, goal): &(Cell, Cell)| Query::new(end(start), end(goal));
        let answered =
            pairs.iter().filter(|pair| planner.plan(&map, &query(pair), &mut workspace).is_ok()).count();
        if 2 * answered <= pairs.len() {
            return fail(((0, 0), (0, 0)), format!("answers only {answered} of {} queries", pairs.len()));
        }
        for pair in pairs {
            let query = query(pair);
            let mut bytes = 0;
            let made = measure(&mut || {
                let answer = planner.plan(&map, &query, &mut workspace);
                bytes = answer.ok().and_then(|answer| answer.path().map(size)).unwrap_or(0);
            });
            let expected = Allocations { count: u64::from(bytes > 0), bytes };
            if made != expected {
                let (start, goal) = *pair;
                return fail(
                    (start.into(), goal.into()),
                    format!("{query:?}, repeated: {made:?}, expected {expected:?}"),
                );
            }
        }
    }
    Ok(())
}

/// The ends of each kind that a planner takes, each made of a cell.
fn ends(taken: Ends) -> Vec<fn(Cell) -> Position> {
    let cell = |cell| Position::Cell(cell);
    let corner = |Cell { x, y }| Corner { x, y }.into();
    let point = |Cell { x, y }| Point::new(f64::from(x) + 0.25, f64::from(y) + 0.5).into();
    match taken {
        Ends::Cells => vec![cell, point],
        Ends::Corners => vec![corner],
        Ends::Points => vec![cell, corner, point],
    }
}

/// How many bytes the places of a path take.
fn size(path: &Path) -> u64 {
    let one = match path.start() {
        Position::Cell(_) => size_of::<Cell>(),
        Position::Corner(_) => size_of::<Corner>(),
        Position::Point(_) => size_of::<Point>(),
    };
    (path.len() * one) as u64
}
