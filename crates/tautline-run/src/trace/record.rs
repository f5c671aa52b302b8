use tautline::world::Ground;

use super::{Event, Recorder, TraceMap};
use crate::{Question, Run, Runner, Spot};

/// What kind of places a search was on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Places {
    /// Cells: a place is the square to the right of it and below.
    Cells,
    /// Corners of cells, or points between them: a place is where its coordinates say.
    Corners,
}

impl Places {
    /// Its name in traces.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Corners => "corners",
        }
    }

    /// What has this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Cells, Self::Corners].into_iter().find(|places| places.name() == name)
    }
}

/// A search from its beginning to its end: what was asked, what was found, and what happened between.
///
/// ```
/// use tautline::planners::Selection;
/// use tautline::search::Workspace;
/// use tautline::world::Grid;
/// use tautline_run::trace::{ReadLimits, Trace};
/// use tautline_run::{Question, build};
///
/// let grid = Grid::from_rows(["......", ".####.", "......"])?;
/// let selection: Selection = "theta".parse()?;
/// let runner = build(&selection, (&grid).into())?;
/// let question = Question::new((0, 1), (5, 2));
/// let (run, recorder) = runner.trace(&question, &mut Workspace::new(), 1000);
/// let trace = Trace::new(&selection.to_string(), &*runner, &question, &run, recorder).on_map((&grid).into());
///
/// let mut file = Vec::new();
/// trace.write(&mut file)?;
/// assert_eq!(Trace::read(&file[..], "theta.trace.jsonl", ReadLimits::default())?, trace);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The planner, as it was selected.
    pub planner: String,
    /// What kind of places it plans on.
    pub places: Places,
    /// Where the path begins.
    pub start: Spot,
    /// Where it should end; where several places would do, the first of them.
    pub goal: Spot,
    /// The [name](crate::Verdict::name) of what was found.
    pub outcome: String,
    /// What the path costs.
    pub cost: Option<f64>,
    /// Every place of the path, or of the way to the nearest place; nothing if there is none.
    pub path: Vec<Spot>,
    /// The map below.
    pub map: Option<TraceMap>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Whether more happened than is kept.
    pub is_cut: bool,
}

impl Trace {
    /// What a recorder saw of a search, without the map.
    #[must_use]
    pub fn new(
        planner: &str,
        runner: &dyn Runner,
        question: &Question,
        run: &Run,
        recorder: Recorder,
    ) -> Self {
        let walk = run.verdict.walk();
        Self {
            planner: planner.to_owned(),
            places: if runner.is_on_corners() { Places::Corners } else { Places::Cells },
            start: question.start,
            goal: question.goal,
            outcome: run.verdict.name().to_owned(),
            cost: walk.map(|walk| walk.cost),
            path: walk.map(|walk| runner.every_place(&walk.places, question.detail)).unwrap_or_default(),
            map: None,
            is_cut: recorder.is_cut(),
            events: recorder.into_events(),
        }
    }

    /// The same with the map below.
    #[must_use]
    pub fn on_map(self, ground: Ground<'_>) -> Self {
        Self { map: Some(TraceMap::of(ground)), ..self }
    }
}
