use tautline::engine::{Descriptor, Ends, Guarantee, Registry};
use tautline::geometry::Cell;
use tautline::search::{Query, Workspace};
use tautline_draw::{Expanded, Scene, Searched};
use tautline_maps::{Drawing, builtin};

use super::Figure;
use crate::LabError;
use crate::harness::verify::walked;
use crate::units::thousands;

/// Draws the query of the built-in map as every planner of a registry solves it, each with what its search expanded. Every answer is
/// verified.
pub fn pictures(registry: &Registry) -> Result<Vec<Figure>, LabError> {
    let drawing = builtin();
    registry.iter().map(|planner| picture(registry, planner, &drawing)).collect()
}

fn picture(
    registry: &Registry,
    descriptor: &Descriptor,
    Drawing { map, start, goal }: &Drawing,
) -> Result<Figure, LabError> {
    let id = descriptor.id;
    let problem =
        |problem: String| LabError::Picture { picture: format!("{id} on the built-in map"), problem };
    let (start, goal) = start.zip(*goal).ok_or_else(|| problem("the map has no start or no goal".into()))?;
    let planner = registry.select(id)?.planner(map)?;
    let ends = planner.ends();
    let [start, goal] = [start, goal].map(|Cell { x, y }| ends.scenario((x, y)));
    let query = Query::new(start, goal);
    let mut seen = Expanded::default();
    let said = planner.plan_observed(map, &query, &mut Workspace::new(), &mut seen);
    let turns = walked(map, &planner, &query, &said).map_err(problem)?.map(|walked| walked.turns);
    let answer = said.map_err(|error| problem(error.to_string()))?;
    let path = answer.path().ok_or_else(|| problem("there is no path".into()))?;
    let searched = Searched { start, goals: &[goal], path: Some(path), expanded: &seen.cells };
    let mut svg = Vec::new();
    Scene::of_search(map, &searched).write_svg(&mut svg).map_err(|error| problem(error.to_string()))?;
    Ok(Figure {
        title: format!("{} ({id})", descriptor.name),
        caption: format!(
            "Length {:.3} with {}, {} expansions. Plans {}; {}. {}.",
            path.cost(),
            counted(turns.unwrap_or_default() as u64, "turn"),
            thousands(answer.stats.expanded),
            if ends == Ends::Cells { "from cell to cell" } else { "from corner to corner" },
            promise(descriptor.guarantee),
            descriptor.paper.trim_end_matches('.')
        ),
        command: format!("tautline plan --planner {id} --format svg --out {id}.svg"),
        svg: String::from_utf8_lossy(&svg).into_owned(),
    })
}

/// What a planner promises, in a few words.
fn promise(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Optimal => "no path that is legal for it is shorter".into(),
        Guarantee::Bounded(bound) => format!("the path is at most {bound:.3} times as long as the shortest"),
        Guarantee::Within { factor: 1.0, plus } => {
            format!("the path is at most {plus} tiles longer than the shortest")
        }
        Guarantee::Within { factor, plus } => {
            format!("the path is at most {factor:.3} times as long as the shortest, and {plus} tiles more")
        }
        Guarantee::Suboptimal => "the path may be longer than the shortest".into(),
    }
}

fn counted(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {one}s", thousands(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_planner_is_drawn_with_its_search() {
        let registry = Registry::core();
        let drawn = pictures(&registry).unwrap();
        let ids: Vec<_> = registry.iter().map(|planner| planner.id).collect();
        assert_eq!(drawn.len(), ids.len());
        for (figure, id) in drawn.iter().zip(ids) {
            assert!(figure.title.ends_with(&format!("({id})")), "{}", figure.title);
            assert_eq!(figure.command, format!("tautline plan --planner {id} --format svg --out {id}.svg"));
            // A path, its two ends, and walls.
            assert_eq!(
                (figure.svg.matches("<polyline").count(), figure.svg.matches("<circle").count()),
                (1, 2),
                "{id}: {}",
                figure.svg
            );
        }
        let astar = drawn.iter().find(|figure| figure.title.ends_with("(astar)")).unwrap();
        assert!(
            astar.caption.starts_with("Length 76.355 with 15 turns, 886 expansions."),
            "{}",
            astar.caption
        );
        let expected = include_str!("../../../../docs/pictures/tour.svg");
        let shading = |svg: &str| {
            svg.lines().filter(|line| line.starts_with("<path")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(shading(&astar.svg), shading(expected), "it is that of the tour");
    }
}
