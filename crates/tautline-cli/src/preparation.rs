//! Planners are made here, and who waits for one is told why.

use std::time::Duration;

use tautline::planners::Selection;
use tautline::world::Ground;
use tautline_run::Runner;

use crate::{console, units};

/// How long a planner may prepare the map before somebody wants to know why nothing happens.
const PATIENCE: Duration = Duration::from_secs(1);

/// Makes the planner that was selected; one that needs an index prepares it.
pub(crate) fn build<'w>(selection: &Selection, ground: Ground<'w>) -> anyhow::Result<Box<dyn Runner + 'w>> {
    let runner = tautline_run::build(selection, ground)?;
    if let Some(note) = note(selection, runner.preparation()) {
        console::note(note);
    }
    Ok(runner)
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
    use tautline::planners::registry;

    use super::*;

    #[test]
    fn only_a_long_preparation_is_mentioned() {
        for planner in registry() {
            let selection = planner.id.parse().unwrap();
            assert_eq!(note(&selection, PATIENCE), None);
            let note = note(&selection, Duration::from_millis(1500));
            assert_eq!(note.is_some(), planner.needs_index(), "{}", planner.id);
            assert!(note.is_none_or(|note| note.contains("took 1.50 s to prepare")));
        }
    }
}
