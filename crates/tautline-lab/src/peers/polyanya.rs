use glam::{Vec2, vec2};
use polyanya::{Mesh, Triangulation};
use tautline::geometry::Rect;
use tautline::map::Grid;
use tautline::moves::{CornerRule, PathRule};

use super::{Found, Peer, Prepared, rectangles};

pub(super) const PEER: Peer = Peer {
    id: "polyanya",
    library: "polyanya 0.18.0",
    guarantee: "optimal",
    rule: PathRule::Lines(CornerRule::Closed),
    notes: "on the library's triangulation around the obstacles, merged until nothing changes and baked; single precision; an end \
            between two obstacles that touch with their corners is left on either side of them, where ours belongs to one cell",
    build: |grid| Box::new(mesh(grid)),
};

/// The map without its obstacles, as the library triangulates it and merges the triangles.
fn mesh(grid: &Grid) -> Mesh {
    let map = Rect { x: 0, y: 0, width: grid.width(), height: grid.height() };
    let mut triangulation = Triangulation::from_outer_edges(&outline(map));
    triangulation.add_obstacles(rectangles::of_obstacles(grid).into_iter().map(outline));
    let mut mesh = triangulation.as_navmesh();
    while mesh.merge_polygons() {}
    mesh.bake();
    mesh
}

fn outline(Rect { x, y, width, height }: Rect) -> [Vec2; 4] {
    let (left, top) = (x as f32, y as f32);
    let (right, bottom) = (left + width as f32, top + height as f32);
    [vec2(left, top), vec2(right, top), vec2(right, bottom), vec2(left, bottom)]
}

impl Prepared for Mesh {
    fn plan(&mut self, start: (i32, i32), goal: (i32, i32)) -> Option<Found> {
        let point = |(x, y): (i32, i32)| vec2(x as f32, y as f32);
        let path = self.path(point(start), point(goal))?;
        // All but the start.
        Some(Found::new(move || {
            let turns = path.path.iter().map(|point| (point.x.into(), point.y.into()));
            std::iter::once((start.0.into(), start.1.into())).chain(turns).collect()
        }))
    }
}
