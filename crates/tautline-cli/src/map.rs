//! The map of a command line: a file, how it is read, and what else there is to it.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use tautline::engine::{Ends, Selection};
use tautline::field::{Border, Clearance};
use tautline::geometry::{Cell, Position};
use tautline::map::{Grid, Map, Tiling, Tolls};
use tautline::search::{Query, Reach};
use tautline_maps::csv::read_numbers;
use tautline_maps::images::{ImageRule, Palette};
use tautline_maps::links::{LinkSpec, read_links};
use tautline_maps::movingai::{Passable, UnitCosts};
use tautline_maps::ros::Unknown;
use tautline_maps::tiled::TiledOptions;
use tautline_maps::{Format, LoadOptions, Loaded, MapFile, builtin};

use crate::shell::quoted;
use crate::{console, registry};

/// How a map file is read.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "The map")]
pub(crate) struct FileArgs {
    /// Which characters of a MovingAI map one can walk on [default: .GS].
    #[arg(long, value_name = "CHARS", requires = "map", value_parser = checked::<Passable>)]
    passable: Option<String>,
    /// What the ground costs, 0 being blocked: `.=1,S=3` for the characters of a MovingAI map, `#ffffff=1,#20a020=4` for the
    /// colours of an image (or `greys`: white is 1, each shade darker 1 more, black blocked), `7=3,tiles=1,empty=0` for the
    /// tiles of a Tiled map: by their global ids, all others, and where there is none.
    #[arg(long, value_name = "LIST", requires = "map", conflicts_with = "passable")]
    costs: Option<String>,
    /// The layer of a Tiled map [default: its first tile layer].
    #[arg(long, value_name = "NAME", requires = "map")]
    layer: Option<String>,
    /// Take the unknown cells of a ROS map for free ones.
    #[arg(long, requires = "map")]
    unknown_free: bool,
}

/// How a map is read, and for whom.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "The map")]
pub(crate) struct MapArgs {
    #[command(flatten)]
    file: FileArgs,
    /// Plan for a round agent of this radius, in tiles: it keeps so far from walls and from the edge of the map. For planners on
    /// cells.
    #[arg(long, value_name = "TILES", value_parser = radius, allow_negative_numbers = true)]
    radius: Option<f64>,
}

/// How a map is read, and what else there is to it.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "The map")]
pub(crate) struct WorldArgs {
    #[command(flatten)]
    map: MapArgs,
    /// Take the tiles for hexagons, odd rows shifted half a tile to the right. (Files that say so need no telling.) Diagonal
    /// rules, and which estimate a planner takes, make no difference there.
    #[arg(long)]
    hexagons: bool,
    /// A teleport, a one-way door, a ladder: `3,4:10,2:5` leads from 3,4 to 10,2 for 5 tiles, with `:both` behind it also
    /// back; may be given several times.
    #[arg(long, value_name = "FROM:TO:COST")]
    link: Vec<LinkSpec>,
    /// A file of links, one a line.
    #[arg(long, value_name = "FILE")]
    links: Option<PathBuf>,
    /// A table (CSV) with the height of each cell, a whole number.
    #[arg(long, value_name = "FILE")]
    heights: Option<PathBuf>,
    /// What a step costs more for each unit of height that it leads up, and down [default: 1,0].
    #[arg(long, value_name = "UP,DOWN", requires = "heights", value_parser = climb)]
    climb: Option<(u16, u16)>,
}

fn climb(text: &str) -> Result<(u16, u16), String> {
    let parsed = text
        .split_once(',')
        .and_then(|(up, down)| Some((up.trim().parse().ok()?, down.trim().parse().ok()?)));
    parsed
        .ok_or_else(|| format!("found {text:?}, expected two numbers of tiles from 0 to 65535, such as 2,1"))
}

impl From<MapArgs> for WorldArgs {
    fn from(map: MapArgs) -> Self {
        Self { map, ..Self::default() }
    }
}

/// Makes sure that a text means something, and keeps it as it is.
fn checked<T: FromStr>(text: &str) -> Result<String, T::Err> {
    text.parse::<T>().map(|_| text.to_owned())
}

fn radius(text: &str) -> Result<f64, String> {
    let radius = text.parse().ok().filter(|radius: &f64| radius.is_finite() && *radius >= 0.0);
    radius.ok_or_else(|| format!("found {text:?}, expected a number of tiles from 0, such as 1.5"))
}

impl FileArgs {
    /// Reads a map file, and says what may not have been meant.
    pub(crate) fn load(&self, path: &Path) -> anyhow::Result<Loaded> {
        let file = MapFile::open(path)?;
        let format = file.format();
        let options = self.load_options(format);
        let loaded = file.load(&options.with_context(|| path.display().to_string())?)?;
        note_what_is_odd(path, format, &loaded);
        Ok(loaded)
    }

    /// What the options mean for a file of this format.
    fn load_options(&self, format: Format) -> anyhow::Result<LoadOptions> {
        let mut options = LoadOptions { passable: self.passable()?, ..LoadOptions::default() };
        if let Some(costs) = &self.costs {
            match format {
                Format::MovingAi => options.unit = Some(costs.parse::<UnitCosts>()?),
                Format::Image => options.image = ImageRule::Palette(palette(costs)?),
                Format::Tiled => set_tiles(costs, &mut options.tiled)?,
                Format::Drawing => bail!("the cells of a drawing are free or blocked: leave out --costs"),
                Format::Csv => bail!("a table has its own costs: leave out --costs"),
                _ => bail!("--costs is for MovingAI maps, images and Tiled maps"),
            }
        }
        ensure!(format == Format::MovingAi || self.passable.is_none(), "--passable is for MovingAI maps");
        ensure!(format == Format::Tiled || self.layer.is_none(), "--layer is for Tiled maps");
        ensure!(format == Format::Ros || !self.unknown_free, "--unknown-free is for ROS maps");
        options.tiled.layer.clone_from(&self.layer);
        if self.unknown_free {
            options.unknown = Unknown::Free;
        }
        Ok(options)
    }

    fn passable(&self) -> anyhow::Result<Passable> {
        Ok(self.passable.as_deref().map(str::parse).transpose()?.unwrap_or_default())
    }
}

impl WorldArgs {
    /// The files that are read beside the map.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.links, &self.heights].into_iter().filter_map(Option::as_deref)
    }

    /// The map and these options as a command line names them; nothing stands for the built-in map.
    pub(crate) fn words(&self, map: Option<&Path>) -> String {
        let Self { map: reading, hexagons, link, links, heights, climb } = self;
        let MapArgs { file: FileArgs { passable, costs, layer, unknown_free }, radius } = reading;
        let name = |file: &PathBuf| file.to_string_lossy().into_owned();
        let mut words: Vec<String> = map.iter().map(|map| quoted(&map.to_string_lossy())).collect();
        let mut option = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("--{name} {}", quoted(&value))));
        };
        option("passable", passable.clone());
        option("costs", costs.clone());
        option("layer", layer.clone());
        for link in link {
            option("link", Some(link.to_string()));
        }
        option("links", links.as_ref().map(name));
        option("heights", heights.as_ref().map(name));
        option("climb", climb.map(|(up, down)| format!("{up},{down}")));
        option("radius", radius.map(|radius| radius.to_string()));
        let flags = [("--unknown-free", unknown_free), ("--hexagons", hexagons)];
        words.extend(flags.iter().filter(|(_, is_set)| **is_set).map(|(flag, _)| (*flag).to_owned()));
        words.join(" ")
    }

    /// Reads everything.
    pub(crate) fn load(&self, map: Option<&Path>) -> anyhow::Result<World> {
        let mut loaded = match map {
            Some(path) => self.map.file.load(path)?,
            None => builtin().into(),
        };
        if self.hexagons {
            loaded.map = loaded.map.with_tiling(Tiling::Hexagonal);
        }
        let Loaded { map: shown, start, goal, beside, .. } = loaded;
        let roomy = self.map.radius.map(|radius| with_room(&shown, radius)).transpose()?.flatten();
        let radius = self.map.radius.filter(|&radius| radius > 0.0);
        let radius_that_blocks = radius.filter(|_| roomy.is_some());
        let mut map = roomy.unwrap_or_else(|| shown.clone());
        let agent =
            radius_that_blocks.map(|radius| format!(" for an agent of radius {radius}")).unwrap_or_default();
        if let Some(file) = &self.links {
            let links = read_links(file, &map);
            let links = if radius_that_blocks.is_some() {
                links.with_context(|| format!("links{agent}"))?
            } else {
                links?
            };
            map = map.with_links(links)?;
        }
        for &spec in &self.link {
            spec.add_to(&mut map).with_context(|| format!("--link {spec}{agent}"))?;
        }
        if let Some(file) = &self.heights {
            let tolls = self.tolls(file, map.grid())?;
            map = map.with_tolls(tolls)?;
        }
        let shown = radius_that_blocks.is_some().then(|| with_the_same(shown, &map)).transpose()?;
        let is_as_published =
            self.map.file.costs.is_none() && self.map.file.passable()? == Passable::default();
        Ok(World { map, shown, start, goal, beside, radius, radius_that_blocks, is_as_published })
    }

    /// What steps up and down cost.
    fn tolls(&self, file: &Path, grid: &Grid) -> anyhow::Result<Tolls> {
        let heights = read_numbers(file)?;
        let (width, height) = (grid.width(), grid.height());
        ensure!(
            (heights.width, heights.height) == (width, height),
            "{}: found {} × {} heights, expected {width} × {height}, one for each cell",
            file.display(),
            heights.width,
            heights.height,
        );
        let (up, down) = self.climb.unwrap_or((1, 0));
        Ok(Tolls::climbs(grid, |cell| heights.get(cell).unwrap_or_default(), up, down))
    }
}

/// Says what may not have been meant.
fn note_what_is_odd(path: &Path, format: Format, loaded: &Loaded) {
    let path = path.display();
    if let Some(colours) = loaded.colours.filter(|&colours| colours > 2) {
        let many = if colours == Loaded::MANY_COLOURS { "at least " } else { "" };
        console::note(format_args!(
            "note: {path} has {many}{colours} colours, read as free and blocked by brightness; --costs greys, or a list of \
             colours, reads them as costs"
        ));
    }
    if loaded.map.free_cells() == 0 {
        let hint = match format {
            Format::Tiled => {
                "; --costs tiles=1 makes tiles free of which the tileset says nothing, --layer reads another layer"
            }
            Format::Ros => "; --unknown-free makes unknown cells free",
            _ => "",
        };
        console::note(format_args!("note: every cell of {path} is blocked{hint}"));
    }
}

fn palette(costs: &str) -> anyhow::Result<Palette> {
    Ok(if costs == "greys" { Palette::greys() } else { costs.parse()? })
}

/// What tiles of a Tiled map cost: by their global ids, all others, and where there is none.
fn set_tiles(costs: &str, options: &mut TiledOptions) -> anyhow::Result<()> {
    for entry in costs.split(',') {
        let wrong = || {
            format!(
                "found {entry:?} among the costs, expected the global id of a tile and its cost, such as 7=3, or tiles=1 for \
                 all others, or empty=0 for cells without a tile"
            )
        };
        let (name, cost) = entry.split_once('=').with_context(wrong)?;
        let cost: u16 = cost.trim().parse().ok().with_context(wrong)?;
        let is_new = match name.trim() {
            "tiles" => options.tiles.replace(cost).is_none(),
            "empty" => {
                options.empty = cost;
                true
            }
            // The four highest bits turn and mirror a tile.
            id => {
                let id = id.parse().ok().filter(|id| (1..1 << 28).contains(id)).with_context(wrong)?;
                options.gids.insert(id, cost).is_none()
            }
        };
        ensure!(is_new, "found {:?} twice among the costs, expected it once", name.trim());
    }
    Ok(())
}

/// The map with nothing but the cells where a round agent has room; none if it has room everywhere.
fn with_room(map: &Map, radius: f64) -> anyhow::Result<Option<Map>> {
    ensure!(map.tiling() == Tiling::Square, "--radius is for squares, and this map has hexagons");
    let grid = Clearance::new(map.grid(), Border::Blocked).grid_for_radius(radius);
    Ok((&grid != map.grid()).then(|| map.masked(&grid)))
}

/// A map with the links and the tolls of another one.
fn with_the_same(map: Map, other: &Map) -> anyhow::Result<Map> {
    let links = other.links().map_or(&[][..], |links| links.all());
    let map = map.with_links(links.iter().copied())?;
    Ok(match other.tolls() {
        Some(tolls) => map.with_tolls(tolls.clone())?,
        None => map,
    })
}

/// A map with everything that a command line says of it.
#[derive(Debug)]
pub(crate) struct World {
    /// What planners plan on: where the agent has room.
    pub(crate) map: Map,
    /// What one sees, if the agent does not have room everywhere.
    shown: Option<Map>,
    /// The start, where the file has one.
    pub(crate) start: Option<Cell>,
    /// The goal, where the file has one.
    pub(crate) goal: Option<Cell>,
    beside: Vec<PathBuf>,
    /// The radius of the agent, if it is larger than a point.
    radius: Option<f64>,
    /// The radius of the agent, if it blocks cells that are free for a point.
    radius_that_blocks: Option<f64>,
    /// Whether the file was read as its scenarios mean it.
    is_as_published: bool,
}

impl World {
    /// What one sees: without room for the agent.
    pub(crate) fn shown(&self) -> &Map {
        self.shown.as_ref().unwrap_or(&self.map)
    }

    /// The files that the map names.
    pub(crate) fn files_beside(&self) -> Vec<&Path> {
        self.beside.iter().map(PathBuf::as_path).collect()
    }

    /// Makes sure that a planner can keep the distance of the agent from walls: it is kept by whole cells.
    pub(crate) fn check_radius(&self, selection: &Selection) -> anyhow::Result<()> {
        let (planner, ends) = (selection.descriptor().id, selection.descriptor().ends);
        if let Some(radius) = self.radius.filter(|_| ends != Ends::Cells) {
            let (places, others) =
                (ends.places(), registry().iter().filter(|other| other.ends == Ends::Cells));
            let others: Vec<_> = others.map(|other| other.id).collect();
            bail!(
                "{planner} plans between {places}, along walls, and cannot take the radius {radius} into account, but these can: {}",
                others.join(", ")
            );
        }
        Ok(())
    }

    /// Makes sure that the agent has room at the ends of its path, which may look free.
    pub(crate) fn check_room(&self, query: &Query) -> anyhow::Result<()> {
        let (Some(radius), Some(shown)) = (self.radius_that_blocks, &self.shown) else { return Ok(()) };
        let is_tight = |end: Position| {
            let cell = end.point().cell();
            shown.is_free(cell) && !self.map.is_free(cell)
        };
        ensure!(
            !is_tight(query.start),
            "the start, {}, is blocked for an agent of radius {radius}",
            query.start
        );
        let must_be_free = query.reach == Reach::At && !query.partial;
        ensure!(
            !must_be_free || !query.goals().all(is_tight),
            "the goal, {}, is blocked for an agent of radius {radius}",
            query.goal
        );
        Ok(())
    }

    /// Which agent it is for, if its size matters.
    pub(crate) fn agent(&self) -> Option<String> {
        self.radius_that_blocks.map(|radius| format!("for an agent of radius {radius}"))
    }

    /// Whether it is nothing but the cells of the file, for which the lengths of its scenarios are.
    pub(crate) fn is_as_published(&self) -> bool {
        self.is_as_published && self.radius_that_blocks.is_none() && self.map.is_plain()
    }
}
