use std::collections::HashSet;

use tautline::geometry::{Cell, Point};

use super::canvas::{Canvas, Curve, Disc, Stroke, Trace};
use super::curve::arrow;
use super::layout::Layout;
use super::palette::{GOAL, INK, LINK, MARK, PATHS, Paint, START, trail};
use crate::Scene;
use crate::course::Piece;
use crate::plane::Plane;
use crate::ways::{Way, ways};

/// How far arrows are apart at least, in pixels.
const ARROW_PIXELS: f64 = 11.0;

/// How far from the line of a trail its points may lie that are left out, in tiles and in pixels.
const TRAIL_TOLERANCE: f64 = 0.05;
const TRAIL_TOLERANCE_PIXELS: f64 = 0.5;
/// How much of what is below it an agent covers.
const AGENT_OPACITY: f64 = 0.75;

/// Draws what lies above the tiles.
pub(super) struct Shapes<'a, C> {
    scene: &'a Scene<'a>,
    plane: Plane,
    layout: Layout,
    canvas: &'a mut C,
}

impl<'a, C: Canvas> Shapes<'a, C> {
    pub(super) fn new(scene: &'a Scene<'a>, layout: Layout, canvas: &'a mut C) -> Self {
        Self { scene, plane: Plane::of(scene.map), layout, canvas }
    }

    /// An arrow on each tile; where tiles are small, on some of them and larger.
    pub(super) fn draw_arrows(&mut self) -> Result<(), C::Error> {
        let map = self.scene.map;
        let every = (ARROW_PIXELS / self.layout.cell).ceil().max(1.0) as i32;
        let is_shown = |cell: Cell| cell.x % every == every / 2 && cell.y % every == every / 2;
        let arrows: Vec<_> = self
            .scene
            .arrows
            .iter()
            .filter(|&&(from, to)| is_shown(from) && from != to && map.is_free(from) && map.contains(to))
            .map(|&(from, to)| arrow(self.plane.centre(from), self.plane.centre(to), 0.62 * f64::from(every)))
            .collect();
        self.canvas.polygons(&arrows, Paint { colour: INK, opacity: 0.75 })
    }

    /// A dashed curve with an arrowhead at each end to which the link leads, and a dot at an end to which it does not. Where a
    /// path goes over a link, there is that of the path instead.
    pub(super) fn draw_links(&mut self) -> Result<(), C::Error> {
        let stroke = Stroke { colour: LINK, width: 0.5 * self.layout.stroke };
        let mut heads = Vec::new();
        let mut dots = Vec::new();
        let taken = self.jumps();
        let is_taken = |from, to| taken.contains(&(from, to)) || taken.contains(&(to, from));
        for Way { from, to, returns } in ways(self.scene.map) {
            if is_taken(from, to) {
                continue;
            }
            let whole = self.curve(from, to);
            let head = (2.6 * self.layout.stroke).min(0.4 * whole.from.distance(whole.to));
            heads.push(whole.head(head));
            let mut curve = whole.shortened(0.8 * head);
            if returns {
                heads.push(whole.reversed().head(head));
                curve = curve.reversed().shortened(0.8 * head).reversed();
            } else {
                dots.push(whole.from);
            }
            self.canvas.curve(curve, stroke)?;
        }
        self.canvas.polygons(&heads, LINK.into())?;
        let disc =
            Disc { paint: LINK.into(), radius: 0.7 * self.layout.stroke, rim: 0.3 * self.layout.stroke };
        dots.into_iter().try_for_each(|dot| self.canvas.disc(dot, disc))
    }

    pub(super) fn draw_paths(&mut self) -> Result<(), C::Error> {
        let mut above = self.scene.paths.len();
        let wider = (1.8 / above.saturating_sub(1).max(1) as f64).min(0.8);
        for (path, &colour) in self.scene.paths.iter().zip(PATHS.iter().cycle()) {
            above -= 1;
            // Wider than those above it, so that it can be seen where they go the same way.
            let width = self.layout.stroke * (1.0 + above as f64 * wider);
            let stroke = Stroke { colour, width };
            for piece in path.pieces(self.scene.map) {
                match piece {
                    Piece::Walk(cells) => {
                        let points: Vec<Point> =
                            self.turning_points(&cells).map(|cell| self.plane.centre(cell)).collect();
                        self.canvas.line(&points, stroke)?;
                    }
                    Piece::Jump(from, to) => self.canvas.curve(self.curve(from, to), stroke)?,
                    Piece::Line(points) => self.canvas.line(&points, stroke)?,
                }
            }
        }
        Ok(())
    }

    /// A thin line for each agent, and a dot where it begins.
    pub(super) fn draw_trails(&mut self) -> Result<(), C::Error> {
        let width = self.trail_width();
        let tolerance = TRAIL_TOLERANCE.min(TRAIL_TOLERANCE_PIXELS / self.layout.cell);
        let traces = self
            .scene
            .trails
            .iter()
            .enumerate()
            .map(|(number, one)| Trace { lines: one.lines(tolerance), colour: trail(number) });
        let mut traces = traces.filter(|trace| !trace.lines.is_empty()).peekable();
        if traces.peek().is_some() {
            self.canvas.traces(traces, width)?;
        }
        for (number, one) in self.scene.trails.iter().enumerate() {
            if let Some((start, _)) = one.ends() {
                let disc = Disc { paint: trail(number).into(), radius: 1.5 * width, rim: 0.0 };
                self.canvas.disc(start, disc)?;
            }
        }
        Ok(())
    }

    /// A disc for each agent where it ends, as large as it is, but large enough to be seen.
    pub(super) fn draw_agents(&mut self) -> Result<(), C::Error> {
        let (width, height) = self.plane.size();
        for (number, one) in self.scene.trails.iter().enumerate() {
            if let Some((_, end)) = one.ends() {
                let paint = Paint { colour: trail(number), opacity: AGENT_OPACITY };
                // Nothing is larger than what covers the map.
                let radius = one.radius.clamp(2.0 * self.trail_width(), 2.0 * (width + height));
                let rim = 0.6 * self.trail_width();
                // The whole rim lies outside, so that what is coloured is as large as the agent.
                self.canvas.disc(end, Disc { paint, radius: radius + rim / 2.0, rim })?;
            }
        }
        Ok(())
    }

    pub(super) fn draw_spots(&mut self) -> Result<(), C::Error> {
        let stroke = self.layout.stroke;
        for &(cell, _) in &self.scene.marks {
            let disc = Disc { paint: MARK.into(), radius: 1.2 * stroke, rim: 0.4 * stroke };
            self.canvas.disc(self.plane.centre(cell), disc)?;
        }
        for (spots, colour) in [(&self.scene.starts, START), (&self.scene.goals, GOAL)] {
            for &spot in spots {
                let disc = Disc { paint: colour.into(), radius: 1.5 * stroke, rim: 0.5 * stroke };
                self.canvas.disc(self.plane.at(spot), disc)?;
            }
        }
        Ok(())
    }

    fn trail_width(&self) -> f64 {
        0.28 * self.layout.stroke
    }

    /// The steps of the paths over links.
    fn jumps(&self) -> HashSet<(Cell, Cell)> {
        let pieces = self.scene.paths.iter().flat_map(|path| path.pieces(self.scene.map));
        pieces
            .filter_map(|piece| if let Piece::Jump(from, to) = piece { Some((from, to)) } else { None })
            .collect()
    }

    /// The way over a link.
    fn curve(&self, from: Cell, to: Cell) -> Curve {
        let (width, height) = self.plane.size();
        let middle = Point::new(width / 2.0, height / 2.0);
        Curve::between(self.plane.centre(from), self.plane.centre(to), middle)
    }

    /// The path without the cells at which it goes straight on.
    fn turning_points(&self, path: &[Cell]) -> impl Iterator<Item = Cell> {
        let plane = self.plane;
        let turns = move |index: usize| match (index.checked_sub(1), path.get(index + 1)) {
            (Some(before), Some(&next)) => {
                plane.heading(path[before], path[index]) != plane.heading(path[index], next)
            }
            _ => true,
        };
        path.iter().enumerate().filter(move |&(index, _)| turns(index)).map(|(_, &cell)| cell)
    }
}
