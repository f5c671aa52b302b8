use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use tautline::engine::nearest_names;
use tautline::map::Tiling;
use tautline_crowd::scene::{KINDS, Scene, SceneError};
use tautline_maps::{LoadOptions, load};

/// How many agents there are on a map file by default.
pub(super) const MAP_AGENTS: usize = 100;
/// And how large they are.
const MAP_RADIUS: f32 = 0.4;

/// The scene of a command line.
#[derive(Debug)]
pub(super) struct Setting {
    /// A map with agents on it.
    pub(super) scene: Scene,
    /// How large they are, on a map file.
    pub(super) radius: Option<f32>,
    /// The map file, and those that it names.
    pub(super) files: Vec<PathBuf>,
    /// How errors call it.
    name: String,
}

impl Setting {
    /// A scene by its name, or a map file.
    pub(super) fn load(
        name: &Path,
        agents: Option<usize>,
        radius: Option<f32>,
        seed: u64,
    ) -> anyhow::Result<Self> {
        match KINDS.iter().find(|kind| name.as_os_str() == kind.name) {
            Some(_) if radius.is_some() => {
                bail!("--radius is for map files: the agents of {} have a size of their own", name.display())
            }
            Some(kind) => {
                let scene = Scene::named(kind.name, agents.unwrap_or(kind.agents), seed);
                let scene = scene.map_err(|error| anyhow!("{}: {error}", kind.name))?;
                Ok(Self { scene, radius: None, files: Vec::new(), name: kind.name.into() })
            }
            None if matches!(name.try_exists(), Ok(false)) => Err(unknown(&name.to_string_lossy())),
            None => Self::on_map(name, agents.unwrap_or(MAP_AGENTS), radius.unwrap_or(MAP_RADIUS), seed),
        }
    }

    fn on_map(file: &Path, agents: usize, radius: f32, seed: u64) -> anyhow::Result<Self> {
        let map = load(file, &LoadOptions::default())?;
        let name = file.display().to_string();
        if map.map.tiling() != Tiling::Square {
            bail!("{name}: crowds walk on squares, and this map has hexagons");
        }
        let short = file.file_name().unwrap_or_default().to_string_lossy();
        let scene = Scene::on_map(&short, &map.map, agents, radius, seed).map_err(|error| {
            let advice = match error {
                SceneError::NoRoom { found, .. } if found > 0 => format!(": give --agents {found} or fewer"),
                _ => String::new(),
            };
            anyhow!("{name}: {error}{advice}")
        })?;
        let mut files = map.beside;
        files.push(file.to_owned());
        Ok(Self { scene, radius: Some(radius), files, name })
    }

    /// What is wrong with it.
    pub(super) fn error(&self, error: impl Display) -> anyhow::Error {
        anyhow!("{}: {error}", self.name)
    }
}

fn unknown(name: &str) -> anyhow::Error {
    let names = || KINDS.iter().map(|kind| kind.name);
    let near = nearest_names(name, names());
    let advice = if near.is_empty() {
        format!("; the scenes are: {}", names().collect::<Vec<_>>().join(", "))
    } else {
        format!("; did you mean {}?", near.join(" or "))
    };
    anyhow!("there is no scene {name:?}, and no map file of that name either{advice}")
}
