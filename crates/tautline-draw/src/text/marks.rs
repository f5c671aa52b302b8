use tautline::geometry::{Cell, Point, Position};
use tautline::map::{Map, Tiling};

use super::mark::{DEAR, LETTERS, Mark};
use crate::Scene;
use crate::course::Piece;
use crate::plane::Plane;
use crate::shading::Shading;
use crate::trail::Trail;
use crate::ways::ways;

/// One mark for each character, or for each tile of hexagons.
pub(super) struct Marks {
    /// The width and height of the map.
    map: (usize, usize),
    columns: usize,
    rows: usize,
    tile_width: usize,
    drawn: Vec<Mark>,
}

impl Marks {
    pub(super) fn of(scene: &Scene<'_>, width: usize) -> Self {
        let plane = Plane::of(scene.map);
        let map = (plane.width as usize, plane.height as usize);
        let (tile_width, indent) = match plane.tiling {
            Tiling::Square => (1, 0),
            Tiling::Hexagonal => (2, usize::from(map.1 > 1)),
        };
        let (columns, rows, tile_width) = if tile_width * map.0 + indent <= width {
            (map.0, map.1, tile_width)
        } else {
            // As wide as it may be; a character is about twice as high as it is wide.
            let columns = width.clamp(1, map.0);
            (columns, (map.1 * columns).div_ceil(2 * map.0), 1)
        };
        let mut marks = Self { map, columns, rows, tile_width, drawn: vec![Mark::Free; columns * rows] };
        marks.draw_shading(scene);
        marks.draw_costs(scene.map);
        marks.draw_arrows(scene, plane);
        marks.draw_walls(scene.map);
        for (number, way) in ways(scene.map).into_iter().enumerate() {
            let mark = Mark::Link(number.min(usize::from(LETTERS)) as u8);
            marks.raise(way.from, mark);
            marks.raise(way.to, mark);
        }
        for (number, path) in scene.paths.iter().enumerate() {
            for piece in path.pieces(scene.map) {
                marks.draw_piece(&piece, plane, scene.map, Mark::Path(number as u32));
            }
        }
        for (_, end) in scene.trails.iter().filter_map(Trail::ends) {
            marks.raise(cell_at(scene.map, end), Mark::Agent);
        }
        for &(cell, character) in &scene.marks {
            marks.raise(cell, Mark::Other(character));
        }
        for (spots, mark) in [(&scene.starts, Mark::Start), (&scene.goals, Mark::Goal)] {
            for &spot in spots {
                let cell = match spot {
                    Position::Cell(cell) => cell,
                    _ => cell_at(scene.map, spot.point()),
                };
                marks.raise(cell, mark);
            }
        }
        marks
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[Mark]> {
        self.drawn.chunks(self.columns)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Mark> {
        self.drawn.iter().copied()
    }

    /// How many characters a tile is wide.
    pub(super) fn tile_width(&self) -> usize {
        self.tile_width
    }

    /// How many cells a character shows across and down, if more than one.
    pub(super) fn scale(&self) -> Option<(f64, f64)> {
        let shown = |cells: usize, characters: usize| cells as f64 / characters as f64;
        let scale = (shown(self.map.0, self.columns), shown(self.map.1, self.rows));
        ((self.columns, self.rows) != self.map).then_some(scale)
    }

    /// The number of the character that shows a cell, if it is on the map.
    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        (x < self.map.0 && y < self.map.1)
            .then(|| (y * self.rows / self.map.1) * self.columns + x * self.columns / self.map.0)
    }

    fn raise(&mut self, cell: Cell, mark: Mark) {
        if let Some(index) = self.index(cell) {
            self.drawn[index] = mark.max(self.drawn[index]);
        }
    }

    fn draw_shading(&mut self, scene: &Scene<'_>) {
        let is_field = matches!(scene.shading, Shading::Values(_));
        // Backwards, because the first value of a cell counts.
        for (cell, level) in scene.shading.shades(scene.map, 3).into_iter().rev() {
            if let Some(index) = self.index(cell) {
                self.drawn[index] = if is_field { Mark::Value(level) } else { Mark::Expanded };
            }
        }
    }

    fn draw_costs(&mut self, map: &Map) {
        if map.terrain().is_none_or(|terrain| terrain.smallest() == terrain.largest()) {
            return;
        }
        for (cell, cost) in map.cells().map(|cell| (cell, map.cost(cell))).filter(|&(_, cost)| cost > 1) {
            let Some(index) = self.index(cell) else { continue };
            let expanded = matches!(self.drawn[index], Mark::Expanded | Mark::Cost { expanded: true, .. });
            self.raise(cell, Mark::Cost { cost: cost.min(DEAR.into()) as u8, expanded });
        }
    }

    fn draw_arrows(&mut self, scene: &Scene<'_>, plane: Plane) {
        for &(from, to) in &scene.arrows {
            if scene.map.is_free(from) && scene.map.contains(to) && from != to {
                let (half_tiles, rows) = plane.heading(from, to);
                let turn = f64::from(2 * rows).atan2(f64::from(half_tiles)) / std::f64::consts::TAU;
                self.raise(from, Mark::Arrow((8.0 * turn).round().rem_euclid(8.0) as u8));
            }
        }
    }

    /// A character shows a wall where at least three quarters of its cells are blocked, so that corridors stay visible.
    fn draw_walls(&mut self, map: &Map) {
        let mut balance = vec![0i64; self.drawn.len()];
        for cell in map.cells() {
            if let Some(index) = self.index(cell) {
                balance[index] += if map.is_blocked(cell) { 1 } else { -3 };
            }
        }
        for (mark, _) in self.drawn.iter_mut().zip(balance).filter(|&(_, balance)| balance >= 0) {
            *mark = Mark::Wall;
        }
    }

    fn draw_piece(&mut self, piece: &Piece, plane: Plane, map: &Map, mark: Mark) {
        match piece {
            Piece::Walk(cells) => {
                for pair in cells.windows(2) {
                    // From row to row one goes down by 1, also where rows of hexagons are less apart.
                    let place = |cell: Cell| Point { x: plane.centre(cell).x, y: cell.centre().y };
                    let steps = plane.distance(pair[0], pair[1]);
                    self.draw_line(place(pair[0]), place(pair[1]), steps, plane.tiling, mark);
                }
            }
            &Piece::Jump(from, to) => {
                self.raise(from, mark);
                self.raise(to, mark);
            }
            Piece::Line(points) => {
                for pair in points.windows(2) {
                    for cell in crossed(map, pair[0], pair[1]) {
                        self.raise(cell, mark);
                    }
                }
            }
        }
    }

    fn draw_line(&mut self, from: Point, to: Point, steps: u32, tiling: Tiling, mark: Mark) {
        for step in 0..=steps {
            let part = f64::from(step) / f64::from(steps.max(1));
            let between = |a: f64, b: f64| a + part * (b - a);
            let (x, y) = (between(from.x, to.x), between(from.y, to.y));
            let shift = if tiling == Tiling::Hexagonal && y as i32 % 2 == 1 { 0.5 } else { 0.0 };
            self.raise(Cell::new((x - shift) as i32, y as i32), mark);
        }
    }
}

/// The cells that a straight line passes through; beside a grid line that it runs along, the free ones.
fn crossed(map: &Map, from: Point, to: Point) -> Vec<Cell> {
    let at = |part: f64| Point { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
    // Which parts of the line end on a grid line.
    let mut ends = vec![0.0, 1.0];
    for (a, b) in [(from.x, to.x), (from.y, to.y)] {
        let lines = a.min(b).ceil() as i32..=a.max(b).floor() as i32;
        ends.extend(lines.filter(|_| (b - a).abs() > 0.0).map(|line| (f64::from(line) - a) / (b - a)));
    }
    ends.sort_by(f64::total_cmp);
    ends.windows(2)
        .filter(|pair| pair[1] - pair[0] > 1e-9)
        .map(|pair| cell_at(map, at(f64::midpoint(pair[0], pair[1]))))
        .collect()
}

/// The cell of a point; on a grid line or a corner a free one beside it, if there is one: to the south-east, if that is free.
fn cell_at(map: &Map, Point { x, y }: Point) -> Cell {
    let beside = |at: f64| {
        let nearest = at.round();
        // A point in the middle of a part of a line along the grid is on it but for its rounding.
        if (at - nearest).abs() < 1e-9 {
            [nearest as i32, nearest as i32 - 1]
        } else {
            [at.floor() as i32; 2]
        }
    };
    let around = beside(y).map(|y| beside(x).map(|x| Cell::new(x, y))).concat();
    let on_map = || around.iter().filter(|&&cell| map.contains(cell));
    on_map().find(|&&cell| map.is_free(cell)).or_else(|| on_map().next()).copied().unwrap_or(around[0])
}
