//! What the page can ask for.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A place as the page names it.
pub(crate) type XY = (f64, f64);

/// A request; fields that are not known are ignored.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum Request {
    /// Another map.
    Open {
        /// Where it comes from.
        source: Source,
    },
    /// Changed cells.
    Paint {
        /// Their coordinates, and what they cost from now on.
        cells: Vec<(i32, i32, u16)>,
    },
    /// The map as a file.
    Save(Save),
    /// A path.
    Plan(Plan),
    /// A path, and how it was found.
    Trace(Trace),
    /// The same as a file.
    TraceFile(TraceFile),
    /// A trace from a file, which is attached.
    ReadTrace {
        /// What the file is called.
        name: String,
    },
    /// Agents on the map.
    Crowd(Crowd),
    /// Steps of the crowd.
    Walk(Walk),
    /// No crowd.
    Stop,
    /// What happens where the engine has a defect.
    #[cfg(test)]
    Panic,
}

/// Where a map comes from.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Source {
    /// From the program.
    Builtin,
    /// From the command line.
    Given,
    /// From a generator.
    Generated {
        generator: String,
        width: u32,
        height: u32,
        #[serde(default)]
        seed: u64,
        #[serde(default)]
        params: BTreeMap<String, u32>,
    },
    /// From nowhere: all cells are free.
    Empty { width: u32, height: u32 },
    /// From a file, which is attached.
    File {
        name: String,
        /// Whether the greys of an image are costs, as they are in images that the viewer saves.
        #[serde(default)]
        greys: bool,
    },
    /// From the costs of all cells, which are attached.
    Cells { name: String, width: u32, height: u32 },
}

/// What kind of file is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Format {
    Map,
    Ascii,
    Png,
    Csv,
    Svg,
    Picture,
}

/// The map as a file.
#[derive(Debug, Deserialize)]
pub(crate) struct Save {
    pub(crate) format: Format,
    #[serde(default)]
    pub(crate) path: Vec<XY>,
    pub(crate) start: Option<XY>,
    pub(crate) goal: Option<XY>,
    /// Whether places are corners of cells.
    #[serde(default)]
    pub(crate) corners: bool,
}

/// A path.
#[derive(Debug, Deserialize)]
pub(crate) struct Plan {
    pub(crate) planner: String,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) start: XY,
    pub(crate) goal: XY,
    /// Whether the length of the shortest path is wanted, too.
    #[serde(default)]
    pub(crate) optimal: bool,
}

/// A path, and how it was found.
#[derive(Debug, Deserialize)]
pub(crate) struct Trace {
    #[serde(flatten)]
    pub(crate) plan: Plan,
    /// How many events are wanted, at most.
    pub(crate) events: Option<usize>,
}

/// What kind of file a trace is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TraceFormat {
    Tautline,
    Posthoc,
}

/// A trace as a file.
#[derive(Debug, Deserialize)]
pub(crate) struct TraceFile {
    #[serde(flatten)]
    pub(crate) trace: Trace,
    pub(crate) format: TraceFormat,
}

/// Agents on the map.
#[derive(Debug, Deserialize)]
pub(crate) struct Crowd {
    pub(crate) source: CrowdSource,
    pub(crate) model: Option<String>,
    pub(crate) guide: Option<String>,
}

/// Where agents come from.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum CrowdSource {
    /// From a scene, which has a map of its own.
    Scene {
        scene: String,
        agents: Option<usize>,
        #[serde(default)]
        seed: u64,
    },
    /// From a seed.
    Random {
        agents: usize,
        radius: f32,
        #[serde(default)]
        seed: u64,
    },
    /// From the page: start, goal and radius of each.
    Placed { agents: Vec<(f32, f32, f32, f32, f32)> },
}

/// Steps of the crowd.
#[derive(Debug, Deserialize)]
pub(crate) struct Walk {
    pub(crate) steps: u32,
    /// The agent whose choice is to be explained.
    pub(crate) chosen: Option<usize>,
    /// New goals, before the steps.
    #[serde(default)]
    pub(crate) goals: Vec<(usize, f32, f32)>,
}
