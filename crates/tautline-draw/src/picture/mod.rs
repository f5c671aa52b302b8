//! Pictures: a scene is described once, on a [`Canvas`], whatever that makes of it.

mod canvas;
mod curve;
mod form;
mod layers;
mod layout;
mod outlines;
mod palette;
mod pixels;
mod regions;
mod shapes;
mod svg;
mod traces;

use std::io::{self, Write};

use crate::plane::Plane;
use crate::{DrawError, Scene};
use canvas::Canvas;
use form::Form;
use layers::layers;
use layout::Layout;
use pixels::Pixels;
use shapes::Shapes;
use svg::Svg;

/// Writes the picture as SVG.
pub(crate) fn write_svg(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    let layout = Layout::of(scene, &scene.caption);
    let mut svg = Svg::begin(scene, layout, out)?;
    draw(scene, layout, &mut svg)?;
    svg.end()
}

/// The picture as a PNG file.
pub(crate) fn png(scene: &Scene<'_>) -> Result<Vec<u8>, DrawError> {
    let layout = Layout::of(scene, "");
    let mut pixels = Pixels::begin(scene, layout)?;
    let Ok(()) = draw(scene, layout, &mut pixels);
    pixels.png()
}

fn draw<C: Canvas>(scene: &Scene<'_>, layout: Layout, canvas: &mut C) -> Result<(), C::Error> {
    let form = Form::of(Plane::of(scene.map), layout.cell);
    canvas.tiles(form, layers(scene))?;
    let mut shapes = Shapes::new(scene, layout, canvas);
    shapes.draw_arrows()?;
    shapes.draw_links()?;
    shapes.draw_trails()?;
    shapes.draw_paths()?;
    shapes.draw_agents()?;
    shapes.draw_spots()
}

#[cfg(test)]
mod tests;
