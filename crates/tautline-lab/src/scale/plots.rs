//! Growth as pictures.

use super::series::{Series, series};
use super::worlds::Kind;
use super::{Axis, NAME, Row};
use crate::LabError;
use crate::plot::{Chart, Line};

/// A picture of each kind of world and each scene, with logarithmic axes and below it the command that it was made by: its name, for a
/// file, and SVG.
pub fn plots(rows: &[Row], command: &str) -> Result<Vec<(String, String)>, LabError> {
    let mut plots = Vec::new();
    for axis in Axis::ALL {
        for group in series(rows, axis).chunk_by(|one, other| one.kind == other.kind) {
            let name = format!("{NAME}-{axis}-{}", group[0].kind);
            plots.push((name, svg(axis, group, command)?));
        }
    }
    Ok(plots)
}

fn svg(axis: Axis, group: &[Series<'_>], command: &str) -> Result<String, LabError> {
    let (title, y) = match axis {
        Axis::Map => (Kind::title(group[0].kind).to_owned(), "time of a query (µs)"),
        Axis::Batch => ("Batches of queries".to_owned(), "time of a query (µs)"),
        Axis::Agents => (format!("Crowds: {}", group[0].kind), "time of a step of an agent (µs)"),
    };
    let subjects = axis.subjects();
    let names: Vec<_> = group.iter().map(Series::name).collect();
    let lines = group.iter().zip(&names).enumerate().map(|(number, (series, name))| {
        // A planner looks the same on all maps.
        let place = subjects.iter().position(|subject| *subject == series.subject);
        let look = if axis == Axis::Map { place.unwrap_or(number) } else { number };
        let point = |row: &&Row| (axis.extent(row), row.nanoseconds / 1e3);
        Line { name, look, points: series.rows.iter().map(point).collect() }
    });
    let lines = lines.collect();
    Chart { title: &title, x: axis.unit(), x_reaches: None, y, level: None, lines }.svg(command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::LOOKS;
    use crate::plot::tests::markers;
    use crate::scale::series::tests::row;

    #[test]
    fn every_kind_has_a_picture() {
        let map = |kind, planner, size| row(Axis::Map, (kind, planner), (size, 1), size as f64 / 100.0);
        let batch = |size, threads| row(Axis::Batch, ("rooms-15", "taut"), (size, threads), 20.0);
        let rows = [
            map("maze-4", "jps", 256),
            map("maze-4", "jps", 512),
            map("random-10", "astar", 256),
            batch(1, 1),
            batch(10, 1),
            batch(1, 2),
            batch(10, 2),
            row(Axis::Agents, ("town", "orca"), (250, 1), 0.4),
        ];
        let plots = plots(&rows, "tautline lab scale --seed 1").unwrap();
        let names: Vec<_> = plots.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["scale-map-random-10", "scale-map-maze-4", "scale-batch-rooms-15", "scale-agents-town"]
        );
        for (_, svg) in &plots {
            assert!(svg.starts_with("<svg") && svg.contains("tautline lab scale --seed 1"), "{svg}");
        }
        let [_, maze, batch, town] = [0, 1, 2, 3].map(|plot| plots[plot].1.as_str());
        for part in
            ["\nA maze with corridors 4 cells wide\n", "\ncells\n", "\ntime of a query (µs)\n", "\njps\n"]
        {
            assert!(maze.contains(part), "{part}: {maze}");
        }
        assert_eq!((markers(maze, 1), markers(maze, 0)), (3, 0), "jps has the same look everywhere");
        assert_eq!((markers(batch, 0), markers(batch, 1)), (3, 3));
        assert!(batch.contains("\ntaut, 1 thread\n") && batch.contains("\ntaut, 2 threads\n"), "{batch}");
        assert!(town.contains("\nagents\n") && town.contains("\norca, 1 thread\n"), "{town}");
    }

    #[test]
    fn all_planners_can_be_told_apart() {
        assert!(Axis::Map.subjects().len() <= LOOKS);
    }
}
