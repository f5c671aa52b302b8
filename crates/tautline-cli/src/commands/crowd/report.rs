use std::io::{self, Write};

use anstyle::Style;
use serde::Serialize;
use tautline_crowd::Guide;
use tautline_crowd::scene::{Report, Scene};

use crate::{table, units};

/// A crowd that has walked.
#[derive(Debug)]
pub(super) struct Outcome<'a> {
    /// Where.
    pub(super) scene: &'a Scene,
    /// How large the agents are, if that was for the command line to say.
    pub(super) radius: Option<f32>,
    /// The model's name.
    pub(super) model: &'static str,
    /// Where they had their ways from.
    pub(super) guide: Guide,
    /// The seed of their places.
    pub(super) seed: u64,
    /// After how many steps they would have been stopped.
    pub(super) limit: usize,
    /// How long a step is, in seconds.
    pub(super) time_step: f32,
    /// By how many threads steps were made.
    pub(super) threads: usize,
    /// What was measured.
    pub(super) report: Report,
}

impl Outcome<'_> {
    /// One line about what came of it.
    pub(super) fn caption(&self) -> String {
        let Report { agents, arrived, steps, .. } = self.report;
        let steps = units::count(steps, "step", "steps");
        format!("{} · {} · {arrived} of {agents} arrived · {steps}", self.scene.name, self.model)
    }

    /// Writes what was run, and a table.
    pub(super) fn write(&self, width: usize, out: &mut dyn Write) -> io::Result<()> {
        const BOLD: Style = Style::new().bold();
        let agents = units::count(self.report.agents, "agent", "agents");
        let radius = self.radius.map(|radius| format!(" of radius {radius}")).unwrap_or_default();
        let ways = match &self.guide {
            Guide::Straight => "straight ways".to_owned(),
            Guide::Flow => "ways by flow fields".to_owned(),
            Guide::Planner(selection) => format!("ways by {selection}"),
        };
        let (scene, model, seed) = (&self.scene.name, self.model, self.seed);
        writeln!(out, "{BOLD}{scene}{BOLD:#}: {agents}{radius}, {model}, {ways}, seed {seed}\n")?;

        let mut table = table::with_header(["measure", "value", "unit"], width);
        for (name, value, unit) in self.rows() {
            table.add_row([name, &value, &unit]);
        }
        table::keep_width(&mut table, &[0, 1]);
        table::align_right(&mut table, 1..2);
        table::print(&table, out)
    }

    fn rows(&self) -> Vec<(&'static str, String, String)> {
        let report = &self.report;
        let three = |number: f32| format!("{number:.3}");
        // Without agents there is no mean.
        let ratio = |ratio: f32| if report.arrived == 0 { "–".to_owned() } else { three(ratio) };
        let duration = units::three_digits(f64::from(self.time_step));
        vec![
            ("agents", report.agents.to_string(), String::new()),
            ("arrived", report.arrived.to_string(), "agents, have been at their goals".into()),
            ("steps", report.steps.to_string(), format!("of {duration} s, {} at most", self.limit)),
            (
                "collisions",
                report.collisions_1e3.to_string(),
                "pairs × steps, deeper than 0.001 tiles".into(),
            ),
            (
                "deep collisions",
                report.collisions_10pct.to_string(),
                "pairs × steps, deeper than 10 % of radii".into(),
            ),
            ("worst overlap", format!("{:.6}", report.worst_overlap), "tiles".into()),
            ("time", ratio(report.time_ratio), "× that of walking alone, mean".into()),
            ("path length", ratio(report.path_ratio), "× that of walking alone, mean".into()),
            ("change of velocity", three(report.velocity_change), "tiles/s, sum over all steps, mean".into()),
            ("stuck", report.stuck.to_string(), "agents, hardly moved for 100 steps".into()),
            (
                "computing time",
                units::three_digits(report.us_per_agent_step()),
                "µs for an agent and step".into(),
            ),
            ("threads", self.threads.to_string(), String::new()),
            ("hash", hash(report), "of all steps".into()),
        ]
    }

    /// Writes one object on one line.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let report = &self.report;
        let object = Object {
            scene: &self.scene.name,
            model: self.model,
            agents: report.agents,
            seed: self.seed,
            steps: report.steps,
            arrived: report.arrived,
            collisions_1e3: report.collisions_1e3,
            collisions_10pct: report.collisions_10pct,
            worst_overlap: report.worst_overlap,
            time_ratio: report.time_ratio,
            path_ratio: report.path_ratio,
            velocity_change: report.velocity_change,
            stuck: report.stuck,
            us_per_agent_step: report.us_per_agent_step(),
            threads: self.threads,
            hash: hash(report),
        };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)
    }
}

fn hash(report: &Report) -> String {
    format!("{:016x}", report.hash)
}

/// The object, field by field in the order in which it is printed.
#[derive(Serialize)]
struct Object<'a> {
    scene: &'a str,
    model: &'static str,
    agents: usize,
    seed: u64,
    steps: usize,
    arrived: usize,
    collisions_1e3: usize,
    collisions_10pct: usize,
    worst_overlap: f32,
    time_ratio: f32,
    path_ratio: f32,
    velocity_change: f32,
    stuck: usize,
    us_per_agent_step: f64,
    threads: usize,
    hash: String,
}
