use tautline::geometry::Point;

use super::form::Form;
use super::layers::Layer;
use super::palette::{Colour, Paint};

/// What a picture is drawn on. Places and lengths are in tiles, on the [plane](crate::plane::Plane) of the map.
pub(super) trait Canvas {
    /// What can go wrong.
    type Error;

    /// The tiles, layer above layer.
    fn tiles(&mut self, form: Form, layers: impl Iterator<Item = Layer>) -> Result<(), Self::Error>;

    /// A line from point to point.
    fn line(&mut self, points: &[Point], stroke: Stroke) -> Result<(), Self::Error>;

    /// Thin lines, one trace above the other.
    fn traces(&mut self, traces: impl Iterator<Item = Trace>, width: f64) -> Result<(), Self::Error>;

    /// A dashed curve.
    fn curve(&mut self, curve: Curve, stroke: Stroke) -> Result<(), Self::Error>;

    /// Areas that do not touch each other.
    fn polygons(&mut self, polygons: &[Vec<Point>], paint: Paint) -> Result<(), Self::Error>;

    /// A disc with a white rim, if it has one.
    fn disc(&mut self, centre: Point, disc: Disc) -> Result<(), Self::Error>;
}

/// How a line is drawn; its ends are round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) colour: Colour,
    pub(super) width: f64,
}

impl Stroke {
    /// How long the dashes of a dashed line are, without their round ends, and the gaps.
    pub(super) fn dashes(self) -> [f64; 2] {
        [1.4 * self.width, 2.2 * self.width]
    }
}

/// The lines that one agent left.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    /// Each with two points or more.
    pub(super) lines: Vec<Vec<Point>>,
    pub(super) colour: Colour,
}

/// A disc with a rim, half of which lies outside the radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub(super) paint: Paint,
    pub(super) radius: f64,
    /// How wide the rim is; 0 for none.
    pub(super) rim: f64,
}

/// A curve between two places that is drawn towards a third.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    pub(super) from: Point,
    pub(super) bend: Point,
    pub(super) to: Point,
}
