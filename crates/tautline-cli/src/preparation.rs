//! Makes planners, and says why that takes long.

use std::time::{Duration, Instant};

use tautline::engine::{Planner, Preparation, PrepareError, Selection};
use tautline::map::Map;
use tautline::search::Limits;

use crate::{console, units};

/// A preparation that takes longer than this is explained.
const PATIENCE: Duration = Duration::from_secs(1);

/// A planner, and how long it took to make it.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The planner.
    pub(crate) planner: Planner,
    /// How long it took to make it, preparing included.
    pub(crate) time: Duration,
}

/// Makes the planner that was selected; one that needs an index prepares it.
pub(crate) fn build(selection: &Selection, map: &Map) -> Result<Prepared, PrepareError> {
    build_until(selection, map, None)
}

/// The same, if it is done by this moment.
pub(crate) fn build_until(
    selection: &Selection,
    map: &Map,
    deadline: Option<Instant>,
) -> Result<Prepared, PrepareError> {
    let begun = Instant::now();
    let limits = Limits { deadline, ..Limits::default() };
    let planner = selection.prepare(map, &Preparation::default().with_limits(limits))?;
    let time = begun.elapsed();
    if let Some(note) = note(selection, time) {
        console::note(note);
    }
    Ok(Prepared { planner, time })
}

/// What to say of a planner that took long to prepare what it could have had from a file.
fn note(selection: &Selection, time: Duration) -> Option<String> {
    (selection.needs_index() && time > PATIENCE).then(|| {
        format!(
            "note: {selection} took {} to prepare the map; `tautline index build` keeps that in a file for --index",
            units::time(time)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn only_a_long_preparation_is_mentioned() {
        for planner in registry().iter() {
            let selection = registry().select(planner.id).unwrap();
            assert_eq!(note(&selection, PATIENCE), None);
            let note = note(&selection, Duration::from_millis(1500));
            assert_eq!(note.is_some(), planner.needs_index(), "{}", planner.id);
            assert!(note.is_none_or(|note| note.contains("took 1.50 s to prepare")));
        }
    }
}
