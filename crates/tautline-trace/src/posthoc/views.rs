use std::fmt::Write;

use tautline::map::Tiling;

use super::yaml::quoted;
use crate::Places;

/// What is drawn for which events, as the lines of `views`.
///
/// Names behind `$` are those of the events; `color` has the colours that Posthoc has for its own kinds of events, and others.
pub(super) fn views(places: Places, tiling: Tiling) -> String {
    let mut views = Views(String::from("views:\n  main:\n"));
    let look = Look { places, tiling };
    views.walls(look);
    views.places(look);
    views.intervals();
    let ends = [look.middle("$"), look.middle("$.to")];
    views.line("scanning", "color.cyan", &ends, true);
    views.line("looking", "$.free ? color.green : color.red", &ends, false);
    views.angles();
    views.landmarks(look);
    views.path(look);
    views.0
}

/// Where places are drawn.
#[derive(Clone, Copy)]
struct Look {
    places: Places,
    tiling: Tiling,
}

impl Look {
    /// How far a row is shifted.
    fn shift(self, place: &str) -> String {
        match self.tiling {
            Tiling::Square => String::new(),
            Tiling::Hexagonal => format!(" + ({place}.y % 2) / 2"),
        }
    }

    /// The coordinates of the middle of a place, or of the place itself if it is a point.
    fn middle(self, place: &str) -> [String; 2] {
        match self.places {
            Places::Points => [format!("{place}.x"), format!("{place}.y")],
            Places::Cells => [format!("{place}.x + 0.5{}", self.shift(place)), format!("{place}.y + 0.5")],
        }
    }
}

/// The lines so far.
struct Views(String);

impl Views {
    /// The walls of the map, a row of blocked cells at a time.
    fn walls(&mut self, look: Look) {
        let wall = "$.walls[$.i]";
        self.component(
            "rect",
            &["map"],
            &[
                ("$for", &format!("{{ $to: {} }}", code("$.walls.length"))),
                ("x", &code(&format!("{wall}.x{}", look.shift(wall)))),
                ("y", &code(&format!("{wall}.y"))),
                ("width", &code(&format!("{wall}.width"))),
                ("height", "1"),
                ("fill", &quoted("#808080")),
            ],
        );
    }

    /// What happens to places.
    fn places(&mut self, look: Look) {
        let types = ["source", "destination", "generating", "updating", "expanding", "closing"];
        let fill = code("color[$.type]");
        let [x, y] = [code(&format!("$.x{}", look.shift("$"))), code("$.y")];
        match look.places {
            Places::Cells => {
                let properties = [("x", &*x), ("y", &*y), ("width", "1"), ("height", "1"), ("fill", &*fill)];
                self.component("rect", &types, &properties);
            }
            Places::Points => {
                self.component("circle", &types, &[("x", &x), ("y", &y), ("radius", "0.2"), ("fill", &fill)]);
            }
        }
    }

    /// What is seen of a row, for as long as it is looked at, and what was.
    fn intervals(&mut self) {
        let root = ["$.root.x", "$.root.y"].map(str::to_owned);
        let [left, right] = ["$.left", "$.right"].map(|x| [x.to_owned(), "$.row".to_owned()]);
        for (kind, fill) in
            [("generating-interval", "color.generating"), ("expanding-interval", "color.expanding")]
        {
            let points = points(&[root.clone(), left.clone(), right.clone()]);
            let properties =
                [("points", &*points), ("fill", &*code(fill)), ("alpha", "0.4"), ("clear", "true")];
            self.component("polygon", &[kind], &properties);
            self.line(kind, fill, &[left.clone(), right.clone()], true);
        }
    }

    /// A straight line, which may stay.
    fn line(&mut self, kind: &str, fill: &str, ends: &[[String; 2]; 2], stays: bool) {
        let properties = [
            ("points", &*points(ends)),
            ("fill", &*code(fill)),
            ("line-width", "0.1"),
            ("alpha", "0.6"),
            ("clear", if stays { "false" } else { "true" }),
        ];
        self.component("path", &[kind], &properties);
    }

    /// The directions in which neighbours are taken to see a parent.
    fn angles(&mut self) {
        let (points, fill) = (code("$.wedge"), code("color.lime"));
        let properties = [("points", &*points), ("fill", &*fill), ("alpha", "0.4"), ("clear", "true")];
        self.component("polygon", &["angle-range"], &properties);
    }

    /// The places from which distances are known.
    fn landmarks(&mut self, look: Look) {
        let [x, y] = look.middle("$").map(|code_of| code(&code_of));
        let properties = [("x", &*x), ("y", &*y), ("radius", "0.4"), ("fill", &*code("color.lime"))];
        self.component("circle", &["landmark"], &properties);
    }

    /// The path that was found.
    fn path(&mut self, look: Look) {
        let [x, y] = look.middle("place");
        let points = code(&format!("$.path.map((place) => ({{ x: {x}, y: {y} }}))"));
        let properties = [("points", &*points), ("fill", &*code("color.end")), ("line-width", "0.25")];
        self.component("path", &["end"], &properties);
    }

    /// A shape that is drawn for events of these kinds; the values of its properties are YAML.
    fn component(&mut self, shape: &str, types: &[&str], properties: &[(&str, &str)]) {
        let conditions: Vec<_> = types.iter().map(|kind| format!("$.type == '{kind}'")).collect();
        let condition = code(&conditions.join(" || "));
        let all = [("$if", &*condition)].into_iter().chain(properties.iter().copied());
        writeln!(self.0, "    - $: {shape}").expect("strings take everything");
        for (key, value) in all {
            writeln!(self.0, "      {key}: {value}").expect("strings take everything");
        }
    }
}

/// Something that Posthoc is to evaluate.
fn code(code: &str) -> String {
    quoted(&format!("${{{{ {code} }}}}"))
}

fn points(points: &[[String; 2]]) -> String {
    let points: Vec<_> =
        points.iter().map(|[x, y]| format!("{{ x: {}, y: {} }}", code(x), code(y))).collect();
    format!("[{}]", points.join(", "))
}
