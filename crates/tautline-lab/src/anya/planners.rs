//! The planners of the paper, as the registry knows them, and which tables are about which.

/// The one that all others are compared with: between corners, with eight neighbours and the octile distance.
pub(super) const ASTAR: &str = "astar-corners";
pub(super) const ANYA: &str = "anya";
pub(super) const TAUT: &str = "taut";
pub(super) const THETA: &str = "theta";
pub(super) const LAZY_THETA: &str = "lazy-theta";
/// Field D\* where the map does not change, which the paper calls Field A\*.
pub(super) const FIELD_DSTAR: &str = "field-dstar";

/// Those that are compared with A*, with their names for people.
pub(super) const PLANNERS: [(&str, &str); 5] = [
    (ANYA, "Anya"),
    (TAUT, "taut"),
    (THETA, "Theta*"),
    (LAZY_THETA, "Lazy Theta*"),
    (FIELD_DSTAR, "Field A*"),
];

/// The other three online methods of the paper.
pub(super) const OTHERS: [&str; 3] = [THETA, LAZY_THETA, FIELD_DSTAR];

/// Anya with both prunings, with one of them, and with none.
pub(super) const PRUNINGS: [(&str, &str); 4] = [
    (ANYA, "both"),
    ("anya:intermediate=off", "cul-de-sac only"),
    ("anya:cul-de-sac=off", "intermediate only"),
    ("anya:cul-de-sac=off:intermediate=off", "none"),
];

pub(super) const TABLE_1: &str = "table-1";
pub(super) const TABLE_2: &str = "table-2";
pub(super) const FIGURE_16: &str = "figure-16";
pub(super) const OF_PRUNINGS: &str = "prunings";

/// The names of the tables and figures, for the command line.
#[must_use]
pub fn ids() -> Vec<&'static str> {
    vec![TABLE_1, TABLE_2, FIGURE_16, OF_PRUNINGS]
}

/// Whether a table or figure is wanted; all are where none is named.
pub(super) fn is_wanted(id: &str, only: &[String]) -> bool {
    only.is_empty() || only.iter().any(|wanted| wanted == id)
}

/// The planners that the tables are about that are wanted.
pub(super) fn planners(only: &[String]) -> Vec<&'static str> {
    let mut planners = Vec::new();
    for id in ids().into_iter().filter(|id| is_wanted(id, only)) {
        if id != OF_PRUNINGS {
            planners.push(ASTAR);
        }
        match id {
            TABLE_1 => {}
            OF_PRUNINGS => planners.extend(PRUNINGS.map(|(planner, _)| planner)),
            _ => planners.extend(PLANNERS.map(|(planner, _)| planner)),
        }
    }
    let mut seen = Vec::new();
    planners.retain(|planner| {
        let is_new = !seen.contains(planner);
        seen.push(*planner);
        is_new
    });
    planners
}

/// The name of one that is compared with A*, for people.
pub(super) fn name(planner: &str) -> &'static str {
    PLANNERS.iter().find(|(id, _)| *id == planner).map_or("", |&(_, name)| name)
}

#[cfg(test)]
mod tests {
    use tautline::engine::Registry;

    use super::*;

    #[test]
    fn records_call_planners_what_tables_call_them() {
        for planner in planners(&[]) {
            let selection = Registry::core().select(planner).unwrap();
            assert_eq!(
                (selection.to_string().as_str(), planner.split(':').next()),
                (planner, Some(selection.descriptor().id))
            );
        }
    }

    #[test]
    fn tables_need_their_planners_only() {
        let of = |only: &[&str]| planners(&only.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(of(&["table-1"]), ["astar-corners"]);
        assert_eq!(
            of(&["figure-16"]),
            ["astar-corners", "anya", "taut", "theta", "lazy-theta", "field-dstar"]
        );
        let prunings = PRUNINGS.map(|(planner, _)| planner);
        assert_eq!(of(&["prunings"]), prunings);
        assert_eq!(of(&[]), [&of(&["table-2"])[..], &prunings[1..]].concat());
    }
}
