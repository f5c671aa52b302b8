use tautline::engine::{Algorithm, PrepareError};
use tautline::map::{Components, Map};
use tautline::moves::{CornerRule, DiagonalRule};
use tautline::path::Path;
use tautline::planners::{Jps, JpsConfig, JpsPlus, JpsPlusConfig, Taut, TautConfig};
use tautline::search::{Answer, Query, QueryError, Workspace};

/// What is built from a map and can be repaired after edits.
pub(super) trait Prepared: Sized {
    const NAME: &'static str;

    fn build(map: &Map) -> Result<Self, PrepareError>;

    fn repair(&mut self, map: &Map) -> Result<(), PrepareError>;

    fn bytes(&self) -> usize;

    /// Whether it is what it should be on this map.
    fn is_right(&self, map: &Map) -> Result<bool, PrepareError>;
}

const RULE: DiagonalRule = DiagonalRule::NoCornerCutting;

/// Planners that keep nothing but the structure with this name.
macro_rules! planners {
    ($($planner:ident: $name:literal, $config:expr, $is_as:expr;)*) => {
        $(impl Prepared for $planner {
            const NAME: &'static str = $name;

            fn build(map: &Map) -> Result<Self, PrepareError> {
                Self::new(map, $config)
            }

            fn repair(&mut self, map: &Map) -> Result<(), PrepareError> {
                self.update(map).map(drop)
            }

            fn bytes(&self) -> usize {
                self.memory()
            }

            fn is_right(&self, map: &Map) -> Result<bool, PrepareError> {
                Ok($is_as(self, &Self::build(map)?, map))
            }
        })*
    };
}

planners! {
    JpsPlus: "jump table", JpsPlusConfig { rule: RULE }, has_the_same_bytes;
    Jps: "jump bits", JpsConfig { rule: RULE }, |repaired: &Jps, fresh: &Jps, _: &Map| repaired == fresh;
    Taut: "pockets", TautConfig { rule: CornerRule::Closed }, finds_the_same_lengths;
}

impl Prepared for Components {
    const NAME: &'static str = "components";

    fn build(map: &Map) -> Result<Self, PrepareError> {
        Ok(Self::new(map, RULE))
    }

    fn repair(&mut self, map: &Map) -> Result<(), PrepareError> {
        self.update(map);
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn is_right(&self, map: &Map) -> Result<bool, PrepareError> {
        Ok(*self == Self::new(map, RULE))
    }
}

fn has_the_same_bytes(repaired: &JpsPlus, fresh: &JpsPlus, _: &Map) -> bool {
    repaired.to_bytes() == fresh.to_bytes()
}

/// Which runs of cells are pockets depends on the order in which they were found, so the paths are compared that they lead to.
fn finds_the_same_lengths(repaired: &Taut, fresh: &Taut, map: &Map) -> bool {
    let lengths = |taut| answers(taut, map).map(|answer| answer.map(|answer| answer.path().map(Path::cost)));
    lengths(repaired).zip(lengths(fresh)).all(|pair| match pair {
        (Ok(Some(one)), Ok(Some(other))) => (one - other).abs() <= 1e-9 * other,
        (one, other) => one == other,
    })
}

/// What a planner answers to queries between places spread over the map.
fn answers(planner: &impl Algorithm, map: &Map) -> impl Iterator<Item = Result<Answer, QueryError>> {
    /// Along each axis.
    const PLACES: u32 = 6;
    let spread = |size: u32, place: u32| (size * (2 * place + 1) / (2 * PLACES)) as i32;
    let place = move |place: u32| {
        let xy = (spread(map.width(), place % PLACES), spread(map.height(), place / PLACES));
        planner.ends().scenario(xy)
    };
    let mut workspace = Workspace::new();
    let last = PLACES * PLACES - 1;
    (0..=last).map(move |number| {
        planner.plan(map, &Query::new(place(number), place(last - number)), &mut workspace)
    })
}
