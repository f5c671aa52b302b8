use tautline::search::{AngleRange, Interval, Observer, Place, Scan, SightCheck, Visit};

use super::Event;
use super::event::{angle_range, interval, scan, sight, visit};

/// Writes down what happens in a search, up to a number of events.
///
/// ```
/// use tautline::planners::Anya;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
/// use tautline_run::trace::{Event, Recorder};
///
/// let grid = Grid::from_rows(["......", ".####.", "......"])?;
/// let mut recorder = Recorder::new(1000);
/// Anya::new(&grid).plan_observed(&Query::new((0, 1), (5, 2)), &mut Workspace::new(), &mut recorder)?;
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

impl<P: Place> Observer<P> for Recorder {
    /// Not after the first event that is not kept: searches ask each time before they gather what they would tell. Until then it
    /// is not known whether the trace is whole.
    fn is_watching(&self) -> bool {
        !self.is_cut
    }

    fn expand(&mut self, seen: &Visit<P>) {
        self.keep(Event::Expand(visit(seen)));
    }

    fn generate(&mut self, seen: &Visit<P>) {
        self.keep(Event::Generate(visit(seen)));
    }

    fn scan(&mut self, seen: &Scan<P>) {
        self.keep(Event::Scan(scan(seen)));
    }

    fn expand_interval(&mut self, seen: &Interval<P>) {
        self.keep(Event::ExpandInterval(interval(seen)));
    }

    fn generate_interval(&mut self, seen: &Interval<P>) {
        self.keep(Event::GenerateInterval(interval(seen)));
    }

    fn sight(&mut self, seen: &SightCheck<P>) {
        self.keep(Event::Sight(sight(seen)));
    }

    fn angle_range(&mut self, seen: &AngleRange<P>) {
        self.keep(Event::AngleRange(angle_range(seen)));
    }

    fn landmark(&mut self, place: P) {
        self.keep(Event::Landmark(place.xy()));
    }

    fn close(&mut self, place: P) {
        self.keep(Event::Close(place.xy()));
    }
}
