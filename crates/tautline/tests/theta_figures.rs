//! The examples that are printed in the Theta* paper (K. Daniel, A. Nash, S. Koenig, A. Felner, JAIR 39, 2010), with its names:
//! rows are letters from the top, columns numbers from the left, and a cell is named by its four corners.
//!
//! The obstacles are those that the text names; where it does not name them, the fewest that give all that is printed, found by
//! trying all maps of the size of the figure. What lies outside a map is blocked here, so it is a column wider where the figure
//! needs room. Figures 12 and 13 have angle ranges, too: see `planners/corner/search/angle_ranges.rs`. Figure 18 is in `angles_on_terrain.rs`.

use std::collections::BTreeMap;

use tautline::engine::Algorithm;
use tautline::geometry::Corner;
use tautline::map::Map;
use tautline::moves::CornerRule;
use tautline::open::TieBreak;
use tautline::path::{Path, line_of_sight};
use tautline::planners::{
    AngleAlgorithm, AngleConfig, AnglePlanner, ApThetaOptions, First, Reexpand, ThetaOptions, Visibility,
    VisibilityConfig,
};
use tautline::search::{Observer, Query, Visit, Workspace};

use crate::observed::corner as corner_at;

const RULES: [CornerRule; 2] = [CornerRule::Open, CornerRule::Closed];
const TIES: [TieBreak; 4] = [TieBreak::SmallerG, TieBreak::LargerG, TieBreak::Fifo, TieBreak::Lifo];

/// The corner that the paper calls this.
fn corner(name: &str) -> Corner {
    let (row, column) = name.split_at(1);
    Corner::new(column.parse::<i32>().unwrap() - 1, i32::from(row.as_bytes()[0] - b'A'))
}

fn name(Corner { x, y }: Corner) -> String {
    format!("{}{}", char::from(b'A' + y as u8), x + 1)
}

fn names(corners: &[Corner]) -> String {
    corners.iter().copied().map(name).collect::<Vec<_>>().join(" ")
}

/// Whether a number is the printed one. Some of those are sums of rounded ones.
fn is_printed(number: f64, printed: f64) -> bool {
    (number - printed).abs() < 0.01
}

/// What is known of a corner at some moment.
#[derive(Clone, Copy, Debug)]
struct Label {
    place: Corner,
    parent: Option<Corner>,
    g: f64,
    h: f64,
    f: f64,
}

impl From<&Visit> for Label {
    fn from(&Visit { place, parent, g, h, f }: &Visit) -> Self {
        Self { place: corner_at(place), parent: parent.map(corner_at), g, h, f }
    }
}

/// The expanded corners, each with what was generated from it.
#[derive(Default)]
struct Trace {
    expansions: Vec<(Label, Vec<Label>)>,
}

impl Observer for Trace {
    fn expand(&mut self, visit: &Visit) {
        self.expansions.push((visit.into(), Vec::new()));
    }

    fn generate(&mut self, visit: &Visit) {
        self.expansions.last_mut().unwrap().1.push(visit.into());
    }
}

impl Trace {
    fn order(&self) -> String {
        names(&self.expansions.iter().map(|(label, _)| label.place).collect::<Vec<_>>())
    }

    /// The corners that are known after so many expansions, with what is known of them.
    fn labels(&self, expansions: usize) -> BTreeMap<Corner, Label> {
        let labels =
            self.expansions[..expansions].iter().flat_map(|(label, next)| [label].into_iter().chain(next));
        labels.map(|label| (label.place, *label)).collect()
    }

    /// What is known of a corner in the end.
    fn label(&self, of: &str) -> Label {
        self.labels(self.expansions.len())[&corner(of)]
    }

    /// The parents with which a corner was expanded.
    fn parents(&self, of: &str) -> String {
        let of = self.expansions.iter().filter(|(label, _)| label.place == corner(of));
        names(&of.filter_map(|(label, _)| label.parent).collect::<Vec<_>>())
    }

    /// The way to a corner that is known in the end, with all corners that it goes by.
    fn way(&self, to: &str) -> String {
        let labels = self.labels(self.expansions.len());
        let mut way: Vec<Corner> =
            std::iter::successors(Some(corner(to)), |place| labels[place].parent).collect();
        way.reverse();
        names(&way)
    }

    /// Asserts that just these corners are known after so many expansions, with the g-values and parents that are printed.
    fn assert_labels(&self, expansions: usize, printed: &[(&str, f64, &str)]) {
        let labels = self.labels(expansions);
        assert_eq!(labels.len(), printed.len());
        for &(place, g, parent) in printed {
            let label = labels[&corner(place)];
            assert!(is_printed(label.g, g), "{place} {label:?}");
            assert_eq!(name(label.parent.unwrap_or(label.place)), parent, "{place}");
        }
    }
}

fn plan<A: AngleAlgorithm>(map: &Map, config: AngleConfig<A>, from: &str, to: &str) -> (Path, Trace) {
    let mut trace = Trace::default();
    let planner = AnglePlanner::new(map, config).unwrap();
    let query = Query::new(corner(from), corner(to));
    let answer = planner.plan_observed(map, &query, &mut Workspace::new(), &mut trace).unwrap();
    (answer.into_path().unwrap(), trace)
}

fn shortest(map: &Map, rule: CornerRule, from: &str, to: &str) -> Path {
    let query = Query::new(corner(from), corner(to));
    let planner = Visibility::new(map, VisibilityConfig { rule, is_prepared: false }).unwrap();
    let answer = planner.plan(map, &query, &mut Workspace::new()).unwrap();
    answer.into_path().unwrap()
}

/// The map of Figures 8, 12 and 13. The cell A2-A3-B3-B2 is named in section 6.2.
fn map_of_figure_8() -> Map {
    Map::from_rows([".#..", "...."]).unwrap()
}

/// The labels of (a), (b) and (c), which are those of Figure 13, too. The f-values of A3, B2 and C2 are all exactly 1 + 2√2. The
/// paper expands B2 first; with ties to smaller g it comes after A3, from where nothing is generated.
fn assert_labels_of_figure_8<A: AngleAlgorithm>() {
    let a = [
        ("A3", 1.00, "A4"),
        ("A4", 0.00, "A4"),
        ("A5", 1.00, "A4"),
        ("B3", 1.41, "A4"),
        ("B4", 1.00, "A4"),
        ("B5", 1.41, "A4"),
    ];
    let b = [("B2", 2.41, "B3"), ("C2", 2.83, "A4"), ("C3", 2.24, "A4"), ("C4", 2.00, "A4")];
    let c = [("A1", 3.82, "B2"), ("A2", 3.41, "B2"), ("B1", 3.41, "B3"), ("C1", 3.65, "B3")];
    let map = map_of_figure_8();
    for rule in RULES {
        let config = AngleConfig { rule, ties: TieBreak::SmallerG, algorithm: A::default(), weight: 1.0 };
        let (path, trace) = plan(&map, config, "A4", "C1");
        assert_eq!(trace.order(), "A4 B3 A3 B2");
        trace.assert_labels(1, &a);
        trace.assert_labels(2, &[&a[..], &b].concat());
        assert!(trace.expansions[2].1.is_empty());
        trace.assert_labels(4, &[&a[..], &b, &c].concat());
        let tied = ["A3", "B2", "C2"].map(|name| trace.label(name).f);
        assert!(tied.iter().all(|f| (f - (1.0 + 8f64.sqrt())).abs() < 1e-12), "{tied:?}");
        assert_eq!(names(path.corners().unwrap()), "A4 B3 C1", "the path of (d)");
    }
}

#[test]
fn figure_8() {
    assert_labels_of_figure_8::<ThetaOptions>();
}

#[test]
fn figure_13() {
    assert_labels_of_figure_8::<ApThetaOptions>();
}

/// (a) Found: three cells are the fewest, and there are two such maps. This one has the cell C7-C8-D8-D7 that is named for (b);
/// the other has D4-D5-E5-E4 instead.
#[test]
fn figure_9_a() {
    let map = Map::from_rows([".........", "....#...#", "......#..", "........."]).unwrap();
    let (start, goal) = (corner("E1"), corner("B9"));
    for rule in RULES {
        let best = shortest(&map, rule, "E1", "B9");
        assert_eq!(names(best.corners().unwrap()), "E1 B9");
        let sees = |a, b| line_of_sight(map.grid(), rule, a, b);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| Corner::new(goal.x + dx, goal.y + dy)));
        let visible: Vec<Corner> = around.filter(|&other| other != goal && sees(other, goal)).collect();
        assert!(visible.len() == 7 && visible.iter().all(|&neighbour| !sees(start, neighbour)));
        for ties in TIES {
            let config = AngleConfig::<ThetaOptions> { rule, ties, ..Default::default() };
            let (path, _) = plan(&map, config, "E1", "B9");
            assert_eq!(names(path.corners().unwrap()), "E1 C7 B9");
            assert!(path.cost() > best.cost() && path.cost() < 1.002 * best.cost());
        }
    }
}

/// (b) Only the cell C7-C8-D8-D7, which is named.
#[test]
fn figure_9_b() {
    let map = Map::from_rows([".........", ".........", "......#..", "........."]).unwrap();
    for rule in RULES {
        let best = shortest(&map, rule, "E1", "C10");
        assert_eq!(names(best.corners().unwrap()), "E1 D8 C10");
        let neighbours = ["B9", "B10", "C9", "D9", "D10"].map(corner);
        let is_hidden = |&to: &Corner| !line_of_sight(map.grid(), rule, corner("E1"), to);
        let hidden: Vec<Corner> = neighbours.into_iter().filter(is_hidden).collect();
        assert_eq!(names(&hidden), "C9");
        assert_eq!(names(shortest(&map, rule, "E1", "C9").corners().unwrap()), "E1 C7 C9", "above the cell");
        for ties in TIES {
            let config = AngleConfig::<ThetaOptions> { rule, ties, ..Default::default() };
            let (path, trace) = plan(&map, config, "E1", "C10");
            assert_eq!(names(path.corners().unwrap()), "E1 C7 C10");
            assert!(path.cost() > best.cost() && path.cost() < 1.002 * best.cost());
            let labels = trace.labels(trace.expansions.len());
            let mut parents = neighbours.iter().filter_map(|place| labels.get(place)?.parent);
            assert!(parents.all(|parent| parent != corner("D8")));
        }
    }
}

/// Found: the cell B4-B5-C5-C4, the only one that does alone.
#[test]
fn figure_10() {
    let map = Map::from_rows([".....", "...#.", "....."]).unwrap();
    for rule in RULES {
        let best = shortest(&map, rule, "A1", "D6");
        assert_eq!(names(best.corners().unwrap()), "A1 C4 D6");
        for ties in TIES {
            let config = AngleConfig::<ThetaOptions> { rule, ties, ..Default::default() };
            let (path, trace) = plan(&map, config, "A1", "D6");
            for (place, g, h, f, parent) in [
                ("C5", 4.61, 1.41, 6.02, "C4"),
                ("D5", 5.00, 1.00, 6.00, "A1"),
                ("D6", 6.00, 0.00, 6.00, "D5"),
            ] {
                let label = trace.label(place);
                let is_right = is_printed(label.g, g) && is_printed(label.h, h) && is_printed(label.f, f);
                assert!(is_right && label.parent == Some(corner(parent)), "{place} {label:?}");
            }
            assert_eq!((trace.parents("C5"), trace.parents("D5")), (String::new(), "A1".to_owned()));
            assert_eq!(names(path.corners().unwrap()), "A1 D5 D6");
            // The printed factor is rounded.
            assert!((path.cost() / best.cost() - 1.027).abs() < 0.0005);
        }
    }
}

/// Found: two cells, B4-B5-C5-C4 and C4-C5-D5-D4, and the goal C6 are the only ones that do with all ties and both rules; no
/// fewer do at all. C2-C3-D3-D2 is the cell that AP Theta* does not know to be free.
#[test]
fn figure_14() {
    let map = Map::from_rows([".....", "...#.", "...#."]).unwrap();
    let blocked = Map::from_rows([".....", "...#.", ".#.#."]).unwrap();
    for (rule, ties) in RULES.into_iter().flat_map(|rule| TIES.map(|ties| (rule, ties))) {
        let config = AngleConfig::<ApThetaOptions> { rule, ties, ..Default::default() };
        let (_, trace) = plan(&map, config, "B1", "C6");
        let (before, after) =
            trace.order().split_once(" C4").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        assert!(!before.contains("C3") && after.contains("C3"), "C3 is not expanded yet");
        assert_eq!(trace.parents("C4"), "B1");
        let (_, generated) = trace.expansions.iter().find(|(label, _)| label.place == corner("C4")).unwrap();
        let by_c4 = generated.iter().find(|label| label.place == corner("D4")).unwrap();
        assert_eq!(by_c4.parent, Some(corner("C4")), "not guaranteed to see B1");
        assert_eq!(trace.way("D4"), "B1 C3 D4");

        let config = AngleConfig::<ThetaOptions> { rule, ties, ..Default::default() };
        assert_eq!(plan(&map, config, "B1", "C6").1.way("D4"), "B1 D4");
        assert_eq!(plan(&blocked, config, "B1", "C6").1.way("D4"), "B1 C3 D4");
    }
}

/// Found: no obstacle is needed.
#[test]
fn figure_19() {
    let map = Map::open(4, 2).unwrap();
    for (rule, ties) in RULES.into_iter().flat_map(|rule| TIES.map(|ties| (rule, ties))) {
        let config = AngleConfig::<ThetaOptions> { rule, ties, ..Default::default() };
        let (_, trace) = plan(&map, config, "C1", "A5");
        assert!(trace.order().starts_with("C1 B2 B3"), "{}", trace.order());
        let (b2, b3) = (trace.label("B2"), trace.label("B3"));
        for (label, g, h, f) in [(b2, 1.41, 3.16, 4.57), (b3, 2.24, 2.24, 4.48)] {
            assert!(is_printed(label.g, g) && is_printed(label.h, h) && is_printed(label.f, f), "{label:?}");
            assert_eq!(label.parent, Some(corner("C1")));
        }
        assert!(b2.f > b3.f && is_printed(b3.g - b2.g, 0.83) && is_printed(b2.h - b3.h, 0.92));
    }
}

/// Found: the cell C3-C4-D4-D3, the only one that does alone.
#[test]
fn figure_21() {
    let map = Map::from_rows(["....", "....", "..#.", "...."]).unwrap();
    for rule in RULES {
        let plan = |ties, first| {
            let algorithm = ThetaOptions { first, ..Default::default() };
            let (path, trace) = plan(&map, AngleConfig { rule, ties, algorithm, weight: 1.0 }, "E1", "B5");
            for (place, g, h) in [("C4", 3.83, 1.41), ("B4", 4.24, 1.00)] {
                let label = trace.label(place);
                assert!(is_printed(label.g, g) && is_printed(label.h, h) && is_printed(label.f, 5.24));
            }
            assert_eq!(trace.label("C4").parent, Some(corner("C3")));
            (names(path.corners().unwrap()), trace)
        };
        let (larger, trace) = plan(TieBreak::LargerG, First::Path2);
        assert_eq!((&*larger, &*trace.parents("B4"), &*trace.parents("C4")), ("E1 B4 B5", "E1", ""));
        let (smaller, trace) = plan(TieBreak::SmallerG, First::Path2);
        assert_eq!((&*smaller, &*trace.parents("B4"), &*trace.parents("C4")), ("E1 C3 B5", "", "C3"));
        assert_eq!(trace.label("B4").parent, Some(corner("E1")));
        let (path_1, trace) = plan(TieBreak::LargerG, First::Path1);
        assert_eq!((&*path_1, &*trace.parents("B4"), &*trace.parents("C4")), ("E1 C3 B5", "C3", ""));
    }
}

/// Found: the cells C3-C4-D4-D3, A8-A9-B9-B8 and B8-B9-C9-C8, the only three that do; no fewer do. There must be room to the
/// right of the goal, and ties go to smaller g.
#[test]
fn figure_22() {
    let map = Map::from_rows([".......#.", ".......#.", "..#......", "........."]).unwrap();
    for rule in RULES {
        let plan = |reexpand| {
            let algorithm = ThetaOptions { reexpand, ..Default::default() };
            let config = AngleConfig { rule, ties: TieBreak::SmallerG, algorithm, weight: 1.0 };
            plan(&map, config, "E1", "B9")
        };
        let (once, trace) = plan(Reexpand::No);
        assert_eq!(
            (names(once.corners().unwrap()), trace.parents("C8")),
            ("E1 D4 C9 B9".to_owned(), "D4".to_owned())
        );
        let (again, trace) = plan(Reexpand::Yes);
        assert_eq!(
            (names(again.corners().unwrap()), trace.parents("C8")),
            ("E1 C9 B9".to_owned(), "D4 E1".to_owned())
        );
        assert!(again.cost() < once.cost());
    }
}
