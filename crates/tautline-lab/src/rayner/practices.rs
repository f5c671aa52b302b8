//! The practices, as data.

use super::functions::{BRANCH_FREE, BRANCHING};
use super::kinds::{FEW, KINDS, Kind, MANY, SIZES};
use super::unoptimised::{HOW_TO, unoptimised};
use super::{FRINGE, FUNCTIONS};

pub(super) const ASTAR: &str = "astar";
pub(super) const HEAP: &str = "astar:open=heap";
pub(super) const LINEAR: &str = "astar:open=linear";
pub(super) const COSTS_99_70: &str = "astar:costs=99/70";
pub(super) const COSTS_3_2: &str = "astar:costs=3/2";
pub(super) const COSTS_99_50: &str = "astar:costs=99/50";
pub(super) const FRINGE_3_2: &str = "fringe:costs=3/2";
pub(super) const LARGER_G: &str = "astar:ties=larger-g";
pub(super) const SMALLER_G: &str = "astar:ties=smaller-g";
pub(super) const FIFO: &str = "astar:ties=fifo";
pub(super) const HEAP_LARGER_G: &str = "astar:open=heap:ties=larger-g";
pub(super) const HEAP_SMALLER_G: &str = "astar:open=heap:ties=smaller-g";
const HEAP_FIFO: &str = "astar:open=heap:ties=fifo";
pub(super) const FORGETFUL: &str = "astar:remember-h=off";
pub(super) const EUCLIDEAN: &str = "astar:heuristic=euclidean";
pub(super) const FORGETFUL_EUCLIDEAN: &str = "astar:heuristic=euclidean:remember-h=off";
pub(super) const MANHATTAN: &str = "astar:heuristic=manhattan";
pub(super) const CHEBYSHEV: &str = "astar:heuristic=chebyshev";
pub(super) const ZERO: &str = "astar:heuristic=zero";
pub(super) const FOUR: &str = "astar:diagonal=never";
pub(super) const FOUR_OCTILE: &str = "astar:diagonal=never:heuristic=octile";
pub(super) const FOUR_EUCLIDEAN: &str = "astar:diagonal=never:heuristic=euclidean";
const FOUR_ZERO: &str = "astar:diagonal=never:heuristic=zero";

/// What a planner is asked for to show that it refuses it.
pub(super) const SAME_COSTS: &str = "astar:costs=1";

/// What estimates are multiplied by.
pub(super) const WEIGHTS: [&str; 7] = ["1", "1.1", "1.25", "1.5", "2", "5", "10"];

/// Weighted A*.
pub(super) fn weighted(weight: &str) -> String {
    format!("weighted-astar:weight={weight}")
}

/// A practice with its tables.
pub(super) struct Practice {
    /// Its name on the command line.
    pub(super) id: &'static str,
    /// What it is about.
    pub(super) title: &'static str,
    /// What the document says, and how it is measured here.
    pub(super) text: &'static str,
    /// Its tables.
    pub(super) tables: Vec<Table>,
}

/// Versions of planners on the same worlds.
pub(super) struct Table {
    /// What tells it from the other tables of the practice; nothing where it is the only one.
    pub(super) caption: &'static str,
    /// The settings with the names of their columns.
    pub(super) settings: Vec<(String, String)>,
    /// The figures beside time, nodes and length.
    pub(super) more: &'static [Measure],
    /// The rows.
    pub(super) rows: Vec<Row>,
    /// How to measure it where nothing of it was.
    pub(super) how_to: &'static str,
}

/// A version.
pub(super) struct Row {
    /// Its name for people.
    pub(super) name: String,
    /// The planner or the function.
    pub(super) planner: String,
    /// What it is compared with, which finds shortest paths.
    pub(super) baseline: &'static str,
}

/// What figures are of; each is a multiple of the baseline's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The time.
    Time,
    /// The nodes that are expanded.
    Nodes,
    /// What is left on the open list in the end.
    LeftOpen,
    /// The length of the paths, in the mean over the queries.
    Length,
    /// The length of the path that is the longest in comparison.
    Longest,
}

/// The names of all practices, for the command line.
#[must_use]
pub fn ids() -> Vec<&'static str> {
    all().iter().map(|practice| practice.id).collect()
}

/// Those with these names; all of them where none is given.
pub(super) fn chosen(only: &[String]) -> Vec<Practice> {
    let is_wanted = |practice: &Practice| only.is_empty() || only.iter().any(|id| id == practice.id);
    all().into_iter().filter(is_wanted).collect()
}

/// The planners or functions that are measured in a setting.
pub(super) fn planners(practices: &[Practice], setting: &str) -> Vec<String> {
    let mut planners: Vec<String> = Vec::new();
    let tables = practices.iter().flat_map(|practice| &practice.tables);
    for table in tables.filter(|table| table.settings.iter().any(|(name, _)| name == setting)) {
        for row in &table.rows {
            if !planners.contains(&row.planner) {
                planners.push(row.planner.clone());
            }
        }
    }
    planners
}

/// From what a step costs to how a search is led to its goal.
fn all() -> Vec<Practice> {
    vec![costs(), octile(), ties(), memoise(), open(), fringe(), weights(), heuristic()]
}

fn costs() -> Practice {
    Practice {
        id: "costs",
        title: "Move costs",
        text: "Avoid floating point arithmetic, and use costs that perform well: diagonal and straight steps of 99/70, 3/2 or \
               99/50. Exact lengths are no floating point numbers here, but pairs of whole numbers, which count straight and \
               diagonal steps. Lengths are octile ones whatever the steps cost. Left open are the nodes that were generated \
               and not expanded, counted each time they became cheaper. Diagonal steps that cost as much as straight ones \
               are refused: costs are checked for C < D < 2C.",
        tables: vec![of_kinds(
            "",
            &[
                (ASTAR, "octile (exact)", ASTAR),
                (COSTS_99_70, "99/70", ASTAR),
                (COSTS_3_2, "3/2", ASTAR),
                (COSTS_99_50, "99/50", ASTAR),
            ],
            &[Measure::LeftOpen],
        )],
    }
}

fn octile() -> Practice {
    let rows = [(BRANCHING, "with a case distinction"), (BRANCH_FREE, "without")];
    let rows = rows.map(|(function, name)| row(function, name, BRANCHING));
    let settings = vec![(FUNCTIONS.to_owned(), String::new())];
    Practice {
        id: "octile",
        title: "The octile distance without a branch",
        text: "The octile distance can be written without a case distinction, which may help the processor to do several things \
               at a time. Both are functions here and called for pseudo-random differences from 0 to 511, one at a time.",
        tables: vec![Table { caption: "", settings, more: &[], rows: rows.into(), how_to: "" }],
    }
}

fn ties() -> Practice {
    Practice {
        id: "ties",
        title: "Ties",
        text: "Of states with the same f, take those with the larger g first: they are deeper. The default here is to take the last \
               one first (lifo), which takes no comparison of g. The array of stacks has a stack for each pair of f and g where \
               ties are broken by g, so its times are not only those of the order.",
        tables: vec![
            of_kinds(
                "with the array of stacks",
                &[
                    (LARGER_G, "larger g", LARGER_G),
                    (SMALLER_G, "smaller g", LARGER_G),
                    (ASTAR, "last in, first out", LARGER_G),
                    (FIFO, "first in, first out", LARGER_G),
                ],
                &[],
            ),
            of_kinds(
                "with the heap",
                &[
                    (HEAP_LARGER_G, "larger g", HEAP_LARGER_G),
                    (HEAP_SMALLER_G, "smaller g", HEAP_LARGER_G),
                    (HEAP, "last in, first out", HEAP_LARGER_G),
                    (HEAP_FIFO, "first in, first out", HEAP_LARGER_G),
                ],
                &[],
            ),
        ],
    }
}

fn memoise() -> Practice {
    Practice {
        id: "memoise",
        title: "Remembered estimates",
        text: "Where a cheaper way to an open state is found, its estimate is known and need not be computed again. The octile \
               distance is a cheap one, the Euclidean distance, a root that is rounded down to whole straight steps, a dear one; each is compared with \
               itself, remembered.",
        tables: vec![of_kinds(
            "",
            &[
                (ASTAR, "octile, remembered", ASTAR),
                (FORGETFUL, "octile, computed again", ASTAR),
                (EUCLIDEAN, "Euclidean, remembered", EUCLIDEAN),
                (FORGETFUL_EUCLIDEAN, "Euclidean, computed again", EUCLIDEAN),
            ],
            &[],
        )],
    }
}

fn open() -> Practice {
    let of_share = |caption, percent| Table {
        caption,
        settings: SIZES
            .map(|size| (Kind::Random { size, percent }.name(), format!("{size} × {size}")))
            .into(),
        more: &[],
        rows: [(HEAP, "heap"), (LINEAR, "linear array"), (ASTAR, "array of stacks")]
            .map(|(planner, name)| row(planner, name, HEAP))
            .into(),
        how_to: "",
    };
    Practice {
        id: "open",
        title: "The open list",
        text: "On large maps with complex obstacles a binary heap leads to dramatic gains; on small ones with few obstacles a linear \
               scan of the open list can be much faster. The heap here has four children to a node, and the array of stacks is \
               Cazenave's, which the document does not know.",
        tables: vec![of_share("10 % of the cells blocked", FEW), of_share("35 % of the cells blocked", MANY)],
    }
}

fn fringe() -> Practice {
    let versions = [
        (ASTAR, "A*, array of stacks", ASTAR),
        (HEAP, "A*, heap", ASTAR),
        (FRINGE, "Fringe Search", ASTAR),
        (COSTS_3_2, "A*, costs 3/2", COSTS_3_2),
        (FRINGE_3_2, "Fringe Search, costs 3/2", COSTS_3_2),
    ];
    let optimised = of_kinds("optimised build", &versions, &[]);
    let mut other = Table { how_to: HOW_TO, ..of_kinds("unoptimised build", &versions, &[]) };
    for (setting, _) in &mut other.settings {
        *setting = unoptimised(setting);
    }
    Practice {
        id: FRINGE,
        title: "Fringe Search",
        text: "With the optimisations of the compiler, Fringe Search was slower than an A* with the practices of the document; \
               without them it can be faster. The list is gone through once for each value of f: with exact lengths there are very many of them, with \
               whole-number costs few, which is compared with A* with the same costs. Nodes are those that were expanded, each time.",
        tables: vec![optimised, other],
    }
}

fn weights() -> Practice {
    let mut table = of_kinds("", &[(ASTAR, "A*", ASTAR)], &[Measure::Longest]);
    let rows = WEIGHTS.map(|weight| row(&weighted(weight), &format!("K = {weight}"), ASTAR));
    table.rows.extend(rows);
    Practice {
        id: "weights",
        title: "Scaled heuristics",
        text: "Multiplied by a constant K > 1, such as 10, the heuristic makes Weighted A*, which improves the time significantly at \
               the cost of slightly longer paths. K bounds how many times as long as the shortest they are.",
        tables: vec![table],
    }
}

fn heuristic() -> Practice {
    Practice {
        id: "heuristic",
        title: "Heuristics",
        text: "Use a heuristic that does not overestimate: the octile distance with eight neighbours, the Manhattan distance with \
               four. With eight, the Manhattan distance overestimates. The Euclidean distance is rounded down to whole straight steps \
               here, and so not consistent: states can be expanded again. The table of four neighbours is compared with the \
               shortest paths of four neighbours.",
        tables: vec![
            of_kinds(
                "eight neighbours",
                &[
                    (ASTAR, "octile", ASTAR),
                    (MANHATTAN, "Manhattan", ASTAR),
                    (EUCLIDEAN, "Euclidean", ASTAR),
                    (CHEBYSHEV, "Chebyshev", ASTAR),
                    (ZERO, "zero", ASTAR),
                ],
                &[],
            ),
            of_kinds(
                "four neighbours",
                &[
                    (FOUR, "Manhattan", FOUR),
                    (FOUR_OCTILE, "octile", FOUR),
                    (FOUR_EUCLIDEAN, "Euclidean", FOUR),
                    (FOUR_ZERO, "zero", FOUR),
                ],
                &[],
            ),
        ],
    }
}

/// A table with a column for each of the kinds that most practices are measured on.
fn of_kinds(
    caption: &'static str,
    versions: &[(&str, &str, &'static str)],
    more: &'static [Measure],
) -> Table {
    let settings = KINDS.map(|kind| (kind.name(), kind.title())).into();
    let rows = versions.iter().map(|&(planner, name, baseline)| row(planner, name, baseline)).collect();
    Table { caption, settings, more, rows, how_to: "" }
}

fn row(planner: &str, name: &str, baseline: &'static str) -> Row {
    Row { name: name.to_owned(), planner: planner.to_owned(), baseline }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_practice_is_chosen_by_its_name() {
        assert_eq!(ids(), ["costs", "octile", "ties", "memoise", "open", "fringe", "weights", "heuristic"]);
        assert_eq!(chosen(&[]).len(), ids().len());
        let only: Vec<_> =
            chosen(&["ties".into(), "costs".into()]).iter().map(|practice| practice.id).collect();
        assert_eq!(only, ["costs", "ties"]);
    }

    #[test]
    fn every_version_is_compared_with_one_of_the_same_table() {
        let mut kinds: Vec<_> = Kind::all().into_iter().map(Kind::name).collect();
        kinds.extend(KINDS.map(|kind| unoptimised(&kind.name())));
        kinds.push(FUNCTIONS.into());
        for practice in all() {
            assert_eq!(
                practice.tables.len() > 1,
                practice.tables.iter().all(|table| !table.caption.is_empty()),
                "{}",
                practice.id
            );
            for table in &practice.tables {
                assert_eq!(table.rows[0].planner, table.rows[0].baseline, "{}", practice.id);
                assert!(table.settings.iter().all(|(setting, _)| kinds.contains(setting)), "{}", practice.id);
                for row in &table.rows {
                    let is_there = table.rows.iter().any(|other| other.planner == row.baseline);
                    assert!(is_there, "{}: {}", practice.id, row.name);
                }
            }
        }
    }

    #[test]
    fn a_planner_of_several_tables_is_measured_once() {
        let practices = chosen(&["ties".into(), "costs".into(), "open".into()]);
        let planners = planners(&practices, "rooms-256");
        assert_eq!(planners.len(), 4 + 3 + 4, "{planners:?}");
        assert_eq!(super::planners(&practices, "random-80-10"), [HEAP, LINEAR, ASTAR]);
        assert!(super::planners(&practices, FUNCTIONS).is_empty());
    }
}
