//! The tables and figures of the paper, as data.

use super::kinds::{Kind, PERCENTAGES, RANDOM_500_20, Regions, SIZES};
use super::paper::table_1_to_4;
use super::planners::{
    AP_THETA, AP_THETA_LARGER_G, ASTAR, ASTAR_PS, FIELD_DSTAR, PLANNERS, THETA, THETA_4, THETA_16,
    THETA_DELAY_GOAL, THETA_KEY_VERTICES, THETA_LARGER_G, THETA_PATH_1, THETA_REEXPAND, THETA_THREE_PATHS,
    VISIBILITY, WEIGHTS, weighted,
};
use crate::harness::{Figure, Metric, Sheet};

/// The names of all of them, for the command line.
#[must_use]
pub fn ids() -> Vec<&'static str> {
    all().iter().map(|sheet| sheet.id).collect()
}

/// Those with these names; all of them where none is given.
pub(super) fn chosen(only: &[String]) -> Vec<Sheet> {
    let is_wanted = |sheet: &Sheet| only.is_empty() || only.iter().any(|id| id == sheet.id);
    all().into_iter().filter(is_wanted).collect()
}

/// The planners that are measured on worlds of a kind.
pub(super) fn planners(sheets: &[Sheet], kind: Kind) -> Vec<String> {
    let name = kind.name();
    let mut planners = Vec::new();
    for figure in sheets.iter().flat_map(Sheet::figures).filter(|figure| figure.setting == name) {
        if !planners.contains(&figure.planner) {
            planners.push(figure.planner.clone());
        }
    }
    planners
}

fn all() -> Vec<Sheet> {
    use Metric::{Cost, Expansions, Time, Turns};
    vec![
        by_grids("table-1", "Table 1: path length", Cost),
        by_grids("table-2", "Table 2: runtime", Time),
        by_grids("table-3", "Table 3: vertex expansions", Expansions),
        by_grids("table-4", "Table 4: heading changes", Turns),
        figure_2(),
        figure_16(),
        table_5(),
        table_6("table-6a", "Table 6 (a): 1000 × 1000 cells with costs, small regions", Regions::Small),
        table_6("table-6b", "Table 6 (b): 1000 × 1000 cells with costs, large regions", Regions::Large),
        figure_20(),
        table_7(),
        table_8(),
        other_paths(),
        figure_24(),
    ]
}

/// Tables 1 to 4: all planners on all grids.
fn by_grids(id: &'static str, title: &str, metric: Metric) -> Sheet {
    let rows = Kind::of_tables_1_to_4().into_iter().map(|kind| {
        let figure =
            |(planner, _)| is_measured(kind, planner).then(|| of_table_1_to_4(kind, planner, metric));
        (kind.title(), PLANNERS.map(figure).into())
    });
    let names = PLANNERS.map(|(_, name)| name);
    let empty = "A* on visibility graphs is too slow there, in the paper as well";
    Sheet { id, title: title.into(), columns: columns("grids", &names), rows: rows.collect(), empty }
}

/// A* on visibility graphs looks at every corner of every obstacle in each expansion: too slow on large grids with many of them.
pub(super) fn is_measured(kind: Kind, planner: &str) -> bool {
    planner != VISIBILITY || !matches!(kind, Kind::Random { size: 500, .. })
}

fn figure_2() -> Sheet {
    let kind = Kind::Random { size: 100, percent: 20 };
    let metrics = [Metric::Time, Metric::CostOver(VISIBILITY)];
    let rows = PLANNERS.map(|(planner, name)| {
        (name.into(), metrics.map(|metric| Some(of_table_1_to_4(kind, planner, metric))).into())
    });
    Sheet {
        id: "figure-2",
        title: "Figure 2: runtime and length over the true shortest, 100 × 100 cells, 20 % blocked (the paper's from \
                its Tables 1 and 2)"
            .into(),
        columns: columns("planner", &["runtime", "length / shortest"]),
        rows: rows.into(),
        empty: "",
    }
}

/// Tables 1 to 4 once more for the large random grids, as the paper draws them: by the share of blocked cells.
fn figure_16() -> Sheet {
    let metrics = [
        ("length", Metric::Cost),
        ("runtime", Metric::Time),
        ("expansions", Metric::Expansions),
        ("turns", Metric::Turns),
    ];
    let mut rows = Vec::new();
    for percent in PERCENTAGES {
        let kind = Kind::Random { size: SIZES[1], percent };
        for (planner, name) in PLANNERS.into_iter().filter(|(planner, _)| is_measured(kind, planner)) {
            // The lengths of A* on grids are left out of the paper's figure, being much larger.
            let figure = |(_, metric)| {
                (planner != ASTAR || metric != Metric::Cost).then(|| of_table_1_to_4(kind, planner, metric))
            };
            rows.push((format!("{percent} %, {name}"), metrics.map(figure).into()));
        }
    }
    let title = "Figure 16: random 500 × 500 grids (the paper's from its Tables 1 to 4)".into();
    Sheet {
        id: "figure-16",
        title,
        columns: columns("blocked, planner", &metrics.map(|(name, _)| name)),
        rows,
        empty: "the paper's figure leaves it out, being much larger",
    }
}

fn table_5() -> Sheet {
    let planners = [
        (FIELD_DSTAR, "FD*", 5.21, 0.000_021),
        (THETA, "Basic Theta*", 3.65, 0.000_015),
        (AP_THETA, "AP Theta*", 5.70, 0.000_023),
        (ASTAR_PS, "A* PS", 3.06, 0.000_012),
    ];
    let rows = planners.map(|(planner, name, time, per_expansion)| {
        let figures = [
            (Metric::Time, Some(time)),
            (Metric::TimePerExpansion, Some(per_expansion)),
            (Metric::Expansions, None),
        ];
        row(Kind::SingleSource, planner, name, figures)
    });
    Sheet {
        id: "table-5",
        title: "Table 5: single source paths, 500 × 500 cells, 20 % blocked (until nothing is left to expand: the goal \
                is walled in; nothing is smoothed or extracted)"
            .into(),
        columns: columns("planner", &["runtime", "per expansion", "expansions"]),
        rows: rows.into(),
        empty: "",
    }
}

fn table_6(id: &'static str, title: &str, regions: Regions) -> Sheet {
    let paper = match regions {
        Regions::Small => [[4773.59, 11.28], [4719.26, 14.98], [4730.96, 19.02]],
        Regions::Large => [[1251.88, 3.42], [1208.89, 5.31], [1207.06, 5.90]],
    };
    let planners = [(ASTAR, "A* on grids"), (FIELD_DSTAR, "FD*"), (THETA, "Basic Theta*")];
    let rows = planners.into_iter().zip(paper).map(|((planner, name), [cost, time])| {
        let figures = [(Metric::Cost, Some(cost)), (Metric::Time, Some(time)), (Metric::Turns, None)];
        row(Kind::Terrain(regions), planner, name, figures)
    });
    let columns = columns("planner", &["path cost", "runtime", "turns"]);
    Sheet { id, title: title.into(), columns, rows: rows.collect(), empty: "" }
}

fn figure_20() -> Sheet {
    let rows = WEIGHTS.map(|weight| {
        let figures = [THETA, AP_THETA].map(|planner| {
            [Metric::Cost, Metric::Expansions, Metric::Time].map(|metric| {
                // The paper draws the others without saying what they are.
                let paper = (weight == "1").then(|| table_1_to_4(RANDOM_500_20, planner, metric)).flatten();
                Some(figure(RANDOM_500_20, &weighted(planner, weight), metric, paper))
            })
        });
        (weight.to_owned(), figures.concat())
    });
    let names = [
        "Basic Theta* length",
        "expansions",
        "runtime",
        "AP Theta* length",
        "AP Theta* expansions",
        "AP Theta* runtime",
    ];
    let title = "Figure 20: weighted h-values, 500 × 500 cells, 20 % blocked".into();
    Sheet { id: "figure-20", title, columns: columns("weight", &names), rows: rows.into(), empty: "" }
}

fn table_7() -> Sheet {
    of_variants(
        "table-7",
        "Table 7: which of several vertices with the same f-value comes first, 500 × 500 cells, 20 % blocked",
        &[
            (THETA, "Basic Theta*, smaller g", Some([578.41, 18_621.61, 0.3724])),
            (THETA_LARGER_G, "Basic Theta*, larger g", Some([578.44, 18_668.03, 0.3829])),
            (AP_THETA, "AP Theta*, smaller g", Some([578.51, 17_698.75, 0.5350])),
            (AP_THETA_LARGER_G, "AP Theta*, larger g", Some([578.55, 17_744.94, 0.5389])),
        ],
    )
}

fn table_8() -> Sheet {
    of_variants(
        "table-8",
        "Table 8: vertex re-expansions, 500 × 500 cells, 20 % blocked",
        &[
            (THETA, "without", Some([578.41, 18_621.61, 0.3724])),
            (THETA_REEXPAND, "with", Some([577.60, 22_836.37, 0.5519])),
            (THETA_DELAY_GOAL, "with, the goal delayed", None),
        ],
    )
}

/// What the paper tried without reporting figures.
fn other_paths() -> Sheet {
    of_variants(
        "other-paths",
        "Sections 9.2, 10.1 and 10.2: other paths considered, 500 × 500 cells, 20 % blocked",
        &[
            (THETA, "Basic Theta*", Some([578.41, 18_621.61, 0.3724])),
            (THETA_PATH_1, "Path 1 first where equal", None),
            (THETA_THREE_PATHS, "three paths", None),
            (THETA_KEY_VERTICES, "key vertices", None),
        ],
    )
}

fn figure_24() -> Sheet {
    of_variants(
        "figure-24",
        "Figure 24: branching factors, 500 × 500 cells, 20 % blocked",
        &[
            (THETA_4, "4 neighbours", None),
            (THETA, "8 neighbours", Some([578.41, 18_621.61, 0.3724])),
            (THETA_16, "16 neighbours", None),
        ],
    )
}

/// Versions of planners on the same grids, each with the paper's length, expansions and runtime.
fn of_variants(id: &'static str, title: &str, variants: &[(&str, &str, Option<[f64; 3]>)]) -> Sheet {
    let rows = variants.iter().map(|&(planner, name, paper)| {
        let metrics = [Metric::Cost, Metric::Expansions, Metric::Time];
        let paper = |number: usize| paper.map(|paper| paper[number]);
        row(RANDOM_500_20, planner, name, [0, 1, 2].map(|number| (metrics[number], paper(number))))
    });
    let columns = columns("version", &["length", "expansions", "runtime"]);
    Sheet { id, title: title.into(), columns, rows: rows.collect(), empty: "" }
}

fn row<const N: usize>(
    kind: Kind,
    planner: &str,
    name: &str,
    figures: [(Metric, Option<f64>); N],
) -> (String, Vec<Option<Figure>>) {
    (name.into(), figures.map(|(metric, paper)| Some(figure(kind, planner, metric, paper))).into())
}

fn of_table_1_to_4(kind: Kind, planner: &str, metric: Metric) -> Figure {
    figure(kind, planner, metric, table_1_to_4(kind, planner, metric))
}

fn figure(kind: Kind, planner: &str, metric: Metric, paper: Option<f64>) -> Figure {
    Figure { setting: kind.name(), planner: planner.into(), metric, paper }
}

fn columns(first: &str, others: &[&str]) -> Vec<String> {
    std::iter::once(first).chain(others.iter().copied()).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_chosen_by_its_name() {
        let ids = ids();
        for id in
            ["table-1", "table-5", "table-6a", "table-6b", "table-7", "figure-2", "figure-16", "figure-24"]
        {
            assert!(ids.contains(&id), "{id}");
        }
        assert_eq!(chosen(&[]).len(), ids.len());
        let only: Vec<_> =
            chosen(&["table-8".into(), "figure-20".into()]).iter().map(|sheet| sheet.id).collect();
        assert_eq!(only, ["figure-20", "table-8"]);
    }

    #[test]
    fn the_figures_of_the_paper_are_where_they_belong() {
        let kind = |size, percent| Kind::Random { size, percent };
        let paper = |kind, planner, metric| of_table_1_to_4(kind, planner, metric).paper;
        assert_eq!(paper(kind(100, 5), VISIBILITY, Metric::Cost), Some(113.83));
        assert_eq!(paper(Kind::Game { size: 500 }, THETA, Metric::Cost), Some(223.30));
        assert_eq!(paper(kind(500, 30), ASTAR_PS, Metric::Time), Some(0.7355));
        assert_eq!(paper(kind(500, 20), AP_THETA, Metric::Expansions), Some(17_698.75));
        assert_eq!(paper(kind(500, 30), ASTAR, Metric::Turns), Some(123.81));
        assert_eq!(paper(kind(500, 30), VISIBILITY, Metric::Cost), None);
    }

    #[test]
    fn every_figure_is_of_a_kind_of_world_that_there_is() {
        let kinds: Vec<_> = Kind::all().into_iter().map(Kind::name).collect();
        for sheet in all() {
            assert!(
                sheet.rows.iter().all(|(_, figures)| figures.len() + 1 == sheet.columns.len()),
                "{}",
                sheet.id
            );
            assert!(sheet.figures().all(|figure| kinds.contains(&figure.setting)), "{}", sheet.id);
            let has_empty = sheet.rows.iter().any(|(_, figures)| figures.iter().any(Option::is_none));
            assert_eq!(has_empty, !sheet.empty.is_empty(), "{}: empty cells are explained", sheet.id);
        }
    }
}
