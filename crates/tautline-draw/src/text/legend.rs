use super::mark::{DEAR, LETTERS, Mark, PATHS};
use super::marks::Marks;
use crate::Scene;
use crate::number::number;
use crate::shading::Shading;

/// What the characters mean: of a path on a plain map always the same, otherwise what there is to be seen.
pub(super) fn legend(scene: &Scene<'_>, marks: &Marks) -> Vec<String> {
    let mut found: Vec<Mark> = if is_usual(scene) {
        let expanded = (!scene.shading.is_empty()).then_some(Mark::Expanded);
        [Some(Mark::Wall), expanded, Some(Mark::Path(0))].into_iter().flatten().collect()
    } else {
        let mut found: Vec<Mark> = marks.all().collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    if found.iter().any(|mark| matches!(mark, Mark::Cost { expanded: true, .. })) {
        found.push(Mark::Expanded);
    }
    let entry = |mark: Mark, name: &str| {
        let style = mark.style();
        format!("{style}{}{style:#} {name}", mark.character())
    };
    let mut legend = Vec::new();
    for (mark, name) in [(Mark::Wall, "blocked"), (Mark::Expanded, "expanded")] {
        legend.extend(found.contains(&mark).then(|| entry(mark, name)));
    }
    legend.extend(costs(&found));
    if let Some((least, largest)) = scene.shading.range(scene.map)
        && found.iter().any(|mark| matches!(mark, Mark::Value(_)))
    {
        let levels = [0, 1, 2].map(|level| {
            let (mark, style) = (Mark::Value(level), Mark::Value(level).style());
            format!("{style}{}{style:#}", mark.character())
        });
        legend.push(format!("{} {} to {}", levels.concat(), shown(least), shown(largest)));
    }
    if found.iter().any(|mark| matches!(mark, Mark::Arrow(_))) {
        legend.push(entry(Mark::Arrow(0), "next step"));
    }
    legend.extend(links(&found));
    let used = |style: usize| {
        found.iter().any(|mark| matches!(mark, Mark::Path(number) if *number as usize % PATHS.len() == style))
    };
    for style in (0..PATHS.len()).filter(|&style| used(style)) {
        let name = match scene.paths.len() {
            0 | 1 => "path".to_owned(),
            count => {
                let numbers = (style..count).step_by(PATHS.len()).map(|number| (number + 1).to_string());
                format!("path {}", numbers.collect::<Vec<_>>().join(", "))
            }
        };
        legend.push(entry(Mark::Path(style as u32), &name));
    }
    legend.extend(found.contains(&Mark::Agent).then(|| entry(Mark::Agent, "agents")));
    legend
}

/// Whether a scene is a search for a path on a plain map and nothing else.
fn is_usual(scene: &Scene<'_>) -> bool {
    scene.map.is_plain()
        && scene.paths.len() <= 1
        && scene.arrows.is_empty()
        && scene.trails.iter().all(|trail| trail.ends().is_none())
        && !matches!(scene.shading, Shading::Values(_))
        && !(scene.starts.is_empty() && scene.goals.is_empty() && scene.paths.is_empty())
}

fn costs(found: &[Mark]) -> Vec<String> {
    let mut costs: Vec<u8> = found
        .iter()
        .filter_map(|mark| if let Mark::Cost { cost, .. } = mark { Some(*cost) } else { None })
        .collect();
    costs.sort_unstable();
    let style = Mark::Cost { cost: DEAR, expanded: false }.style();
    let digits = costs.partition_point(|&cost| cost < DEAR);
    let mut legend = Vec::new();
    if let (Some(first), Some(last)) = (costs[..digits].first(), costs[..digits].last()) {
        let range = if first == last { first.to_string() } else { format!("{first}–{last}") };
        legend.push(format!("{style}{range}{style:#} cost"));
    }
    if digits < costs.len() {
        legend.push(format!("{style}+{style:#} cost above 9"));
    }
    legend
}

fn links(found: &[Mark]) -> Option<String> {
    let letters: Vec<Mark> = found.iter().copied().filter(|mark| matches!(mark, Mark::Link(_))).collect();
    let (&first, &last) = (letters.first()?, letters.last()?);
    let lettered = letters.iter().rev().find(|&&mark| mark < Mark::Link(LETTERS));
    let (style, [from, to]) = (first.style(), [first, *lettered.unwrap_or(&last)].map(Mark::character));
    let range = if from == to { from.to_string() } else { format!("{from}–{to}") };
    let more = if last == Mark::Link(LETTERS) && to != '*' { " *" } else { "" };
    let name = if letters.len() == 1 { "link" } else { "links" };
    Some(format!("{style}{range}{more}{style:#} {name}"))
}

/// A value with few digits, however large it is.
fn shown(value: f64) -> String {
    if value.abs() < 1e6 { number(value) } else { format!("{value:.2e}") }
}
