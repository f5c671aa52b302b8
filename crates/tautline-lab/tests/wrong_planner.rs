//! A planner that is wrong at one query ends the measurement, and the query is named.

use tautline::geometry::Cell;
use tautline::moves::DiagonalRule;
use tautline::path::Path;
use tautline::planners::{AStar, Build, Descriptor, Guarantee, OptionError, Planner, Selection, Settings};
use tautline::search::{Answer, Observer, Outcome, Query, QueryError, Workspace};
use tautline::world::{Grid, Ground};
use tautline_lab::LabError;
use tautline_lab::harness::{Journal, Method, Origin, Setting, World, measure};

/// What is wrong with its answer to the query from (0, 0) to (4, 2); all its other answers are those of A*.
#[derive(Clone, Copy)]
enum Fault {
    /// It goes one step to the side and back again, and says so.
    Detour,
    /// It goes through a wall.
    ThroughAWall,
    /// It says that its path is shorter than it is.
    WrongCost,
    /// It ends beside the goal.
    WrongEnd,
    /// It finds none.
    NoPath,
    /// It is right every other time.
    Moody,
}

struct Wrong<'w> {
    right: AStar<'w>,
    fault: Fault,
    calls: std::sync::atomic::AtomicUsize,
}

impl Planner<Cell> for Wrong<'_> {
    fn plan(&self, query: &Query<Cell>, workspace: &mut Workspace) -> Result<Answer<Cell>, QueryError<Cell>> {
        let mut answer = self.right.plan(query, workspace)?;
        let calls = self.calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let Outcome::Found(path) = &mut answer.outcome else { return Ok(answer) };
        if (query.start, path.places.last()) != (Cell::new(0, 0), Some(&Cell::new(4, 2))) {
            return Ok(answer);
        }
        let detour = |path: &mut Path<Cell>| {
            path.places.splice(1..1, [Cell::new(0, 1), Cell::new(0, 0)]);
            path.cost += 2.0;
        };
        match self.fault {
            Fault::Detour => detour(path),
            Fault::ThroughAWall => {
                path.places = [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2)].map(Cell::from).into();
                path.cost = 2.0 + 8f64.sqrt();
            }
            Fault::WrongCost => path.cost -= 1.0,
            Fault::WrongEnd => {
                path.places.pop();
                path.cost -= 1.0;
            }
            Fault::NoPath => answer.outcome = Outcome::Unreachable,
            Fault::Moody if calls >= 3 => detour(path),
            Fault::Moody => {}
        }
        Ok(answer)
    }

    fn plan_observed(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        _: &mut dyn Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.plan(query, workspace)
    }

    fn rule(&self) -> DiagonalRule {
        Planner::rule(&self.right)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

const WRONG: Descriptor = Descriptor {
    id: "wrong",
    name: "A* with a fault",
    paper: "",
    guarantee: Guarantee::Optimal,
    any_angle: false,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[],
    build: Build::Cells(detour),
};

/// A planner each, as there is one function for each.
macro_rules! wrong {
    ($($function:ident $name:ident $fault:expr;)*) => {
        $(
            fn $function<'w>(
                ground: Ground<'w>,
                _: &Settings,
            ) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
                Ok(Box::new(Wrong { right: AStar::new(ground), fault: $fault, calls: 0.into() }))
            }

            static $name: Descriptor = Descriptor { build: Build::Cells($function), ..WRONG };
        )*
    };
}

wrong! {
    detour DETOUR Fault::Detour;
    through_a_wall THROUGH_A_WALL Fault::ThroughAWall;
    wrong_cost WRONG_COST Fault::WrongCost;
    wrong_end WRONG_END Fault::WrongEnd;
    no_path NO_PATH Fault::NoPath;
    moody MOODY Fault::Moody;
}

/// What comes of measuring it beside Dijkstra.
fn measured(planner: &'static Descriptor) -> Result<(), LabError> {
    let mut selection: Selection = "astar".parse().unwrap();
    selection.planner = planner;
    let planners = vec!["dijkstra".parse().unwrap(), selection];
    let world = |_| {
        let grid = Grid::from_rows([".....", ".###.", "....."]).unwrap();
        let queries = vec![((4, 2), (0, 0)), ((0, 0), (4, 2)), ((0, 2), (4, 0))];
        Ok(World { land: grid.into(), queries, source: None })
    };
    let setting =
        Setting { name: "rooms".into(), worlds: 1, world: Box::new(world), peers: Vec::new(), planners };
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(&folder.path().join("a.csv"), &Origin::default())?;
    measure("trial", &[setting], &Method::of_papers(2), &mut journal, &mut |_, _, _| {})
}

#[test]
fn the_query_is_named_with_all_that_is_needed_to_repeat_it() {
    for (planner, fault) in [
        (&DETOUR, "found length 8, expected from 6 to 6, which is what dijkstra found"),
        (&THROUGH_A_WALL, "(1, 1)"),
        (&WRONG_COST, "says that it costs 5, but it costs 6"),
        (&WRONG_END, "the path does not lead from the start to the goal"),
        (&NO_PATH, "found None, expected Some(6.0), which is what dijkstra found"),
        (&MOODY, "a later pass gave another answer"),
    ] {
        let told = measured(planner).unwrap_err().to_string();
        let query = "wrong answer of astar on rooms, world 0, query 1 from (0, 0) to (4, 2): ";
        assert!(told.starts_with(query) && told.contains(fault), "{told}");
    }
}
