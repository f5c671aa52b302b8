use tautline::geometry::Position;
use tautline::search::{AngleRange, Interval, Observer, Scan, SightCheck, Visit};

use crate::Event;
use crate::event::{angle_range, interval, scan, sight, visit};

/// Writes down what happens in a search, up to a number of events.
///
/// ```
/// use tautline::{Corner, Map, Planner, Query, Workspace};
/// use tautline_trace::{Event, Recorder};
///
/// let map = Map::from_rows(["......", ".####.", "......"])?;
/// let query = Query::new(Corner::new(0, 1), Corner::new(5, 2));
/// let mut recorder = Recorder::new(1000);
/// Planner::new("anya", &map)?.plan_observed(&map, &query, &mut Workspace::new(), &mut recorder)?;
/// assert!(!recorder.is_cut());
/// assert!(recorder.events().iter().any(|event| matches!(event, Event::ExpandInterval(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    events: Vec<Event>,
    max_events: usize,
    is_cut: bool,
}

impl Recorder {
    /// Nothing yet, and at most this many events in the end.
    #[must_use]
    pub fn new(max_events: usize) -> Self {
        Self { events: Vec::new(), max_events, is_cut: false }
    }

    /// The first events, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The same, without the recorder.
    #[must_use]
    pub fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// Whether there were more events than these.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn keep(&mut self, event: Event) {
        if self.events.len() < self.max_events {
            self.events.push(event);
        } else {
            self.is_cut = true;
        }
    }
}

impl Observer for Recorder {
    /// Not after the first event that is not kept: searches ask each time before they gather what they would tell. Until then it
    /// is not known whether the trace is whole.
    fn is_watching(&self) -> bool {
        !self.is_cut
    }

    fn expand(&mut self, seen: &Visit) {
        self.keep(Event::Expand(visit(seen)));
    }

    fn generate(&mut self, seen: &Visit) {
        self.keep(Event::Generate(visit(seen)));
    }

    fn scan(&mut self, seen: &Scan) {
        self.keep(Event::Scan(scan(seen)));
    }

    fn expand_interval(&mut self, seen: &Interval) {
        self.keep(Event::ExpandInterval(interval(seen)));
    }

    fn generate_interval(&mut self, seen: &Interval) {
        self.keep(Event::GenerateInterval(interval(seen)));
    }

    fn sight(&mut self, seen: &SightCheck) {
        self.keep(Event::Sight(sight(seen)));
    }

    fn angle_range(&mut self, seen: &AngleRange) {
        self.keep(Event::AngleRange(angle_range(seen)));
    }

    fn landmark(&mut self, place: Position) {
        self.keep(Event::Landmark(place.xy()));
    }

    fn close(&mut self, place: Position) {
        self.keep(Event::Close(place.xy()));
    }
}
