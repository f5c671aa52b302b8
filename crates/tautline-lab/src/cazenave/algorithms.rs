//! The algorithms of the paper and our own beside them, as the registry knows them.

use super::sets::Neighbours;

/// One of the algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    /// A* with an array of stacks and nodes that are kept from search to search.
    M,
    /// A* that asks for memory for each node.
    Mmem,
    /// A* with a priority queue.
    Mqueue,
    /// A* with the best of so many landmarks in each estimate.
    Alt(u32, Choice),
    /// A* with the one of so many landmarks that is best for the start.
    AltBest(u32, Choice),
    /// IDA*, with the one of so many landmarks that is best for the start if there are any, and with so much added to each
    /// threshold if there is anything.
    Ida { landmarks: Option<u32>, delta: Option<u32>, cut: Cut },
    /// Fringe search.
    Fringe,
}

/// How landmarks are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// As in the paper.
    Random,
    /// Each far from those before it.
    Farthest,
    /// Those of many random ones that together estimate best.
    Subset,
}

/// Which dead ends IDA* does not look into again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// All that the paper takes for one, among them some that are none.
    Paper,
    /// Those of its code as it is printed.
    Printed,
    /// None.
    Off,
    /// Those that are one for certain.
    Safe,
}

/// What an algorithm promises of the costs of its paths, in the costs of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promise {
    /// No path is cheaper.
    Cheapest,
    /// None is cheaper by more than this.
    Within(u32),
    /// Some path.
    Nothing,
}

impl Algorithm {
    /// IDA* as the paper has it.
    pub(super) const fn ida(landmarks: Option<u32>, delta: Option<u32>) -> Self {
        Self::Ida { landmarks, delta, cut: Cut::Paper }
    }

    /// IDA* without the cut.
    pub(super) const fn ida_nof(landmarks: Option<u32>, delta: Option<u32>) -> Self {
        Self::Ida { landmarks, delta, cut: Cut::Off }
    }

    /// IDA* with the safe cut.
    pub(super) const fn ida_safe(landmarks: Option<u32>, delta: Option<u32>) -> Self {
        Self::Ida { landmarks, delta, cut: Cut::Safe }
    }

    /// A* with all landmarks as the paper has it.
    pub(super) const fn alt(landmarks: u32) -> Self {
        Self::Alt(landmarks, Choice::Random)
    }

    /// A* with the best landmark as the paper has it.
    pub(super) const fn alt_best(landmarks: u32) -> Self {
        Self::AltBest(landmarks, Choice::Random)
    }

    /// Its name in the paper, and that of our own in the same manner.
    pub(super) fn name(self, neighbours: Neighbours) -> String {
        let (name, more) = match self {
            Self::M => ("M".to_owned(), ""),
            Self::Mmem => ("Mmem".to_owned(), ""),
            Self::Mqueue => ("Mqueue".to_owned(), ""),
            Self::Alt(landmarks, choice) => (format!("ALT{landmarks}"), choice.words()),
            Self::AltBest(landmarks, choice) => (format!("ALTBest{landmarks}"), choice.words()),
            Self::Ida { landmarks, delta, cut } => {
                let best = landmarks.map(|landmarks| format!("Best{landmarks}")).unwrap_or_default();
                let delta = delta.map(|delta| format!("Δ{delta}")).unwrap_or_default();
                let nof = if cut == Cut::Off { "nof" } else { "" };
                let more = match cut {
                    Cut::Safe => ", safe cut",
                    Cut::Printed => ", as printed",
                    Cut::Paper | Cut::Off => "",
                };
                (format!("IDA{best}{delta}{nof}"), more)
            }
            Self::Fringe => ("Fringe".to_owned(), ""),
        };
        format!("{name}({}){more}", neighbours.count())
    }

    /// The planner with its options.
    pub(super) fn planner(self, neighbours: Neighbours) -> String {
        let planner = match self {
            Self::M => "astar".to_owned(),
            Self::Mmem => "astar:nodes=fresh".to_owned(),
            Self::Mqueue => "astar:open=heap".to_owned(),
            Self::Alt(landmarks, choice) => format!("alt:landmarks={landmarks}:choice={}", choice.value()),
            Self::AltBest(landmarks, choice) => {
                format!("alt-best:landmarks={landmarks}:choice={}", choice.value())
            }
            Self::Ida { landmarks, delta, cut } => {
                // Planners count it in halves of a tile.
                let halves = |delta| delta * 2 / neighbours.straight();
                let id = delta
                    .map_or("ida-star".to_owned(), |delta| format!("ida-star-delta:delta={}", halves(delta)));
                let best = |landmarks| format!(":heuristic=alt-best:landmarks={landmarks}:choice=random");
                format!("{id}{}{}", landmarks.map(best).unwrap_or_default(), cut.option())
            }
            Self::Fringe => "fringe".to_owned(),
        };
        planner + neighbours.moves()
    }

    /// What it promises.
    pub(super) fn promise(self) -> Promise {
        match self {
            Self::Ida { cut: Cut::Paper | Cut::Printed, .. } => Promise::Nothing,
            Self::Ida { delta: Some(delta), .. } => Promise::Within(delta),
            _ => Promise::Cheapest,
        }
    }

    /// Our own that are measured beside one of the paper.
    pub(super) fn companions(self) -> Vec<Self> {
        match self {
            Self::M => vec![Self::Fringe],
            Self::Alt(10, Choice::Random) => vec![Self::Alt(10, Choice::Farthest)],
            Self::AltBest(landmarks, Choice::Random) => {
                [Choice::Farthest, Choice::Subset].map(|choice| Self::AltBest(landmarks, choice)).into()
            }
            // Without a delta, or with a small one, the code as printed takes very long.
            Self::Ida { landmarks, delta: Some(20), cut: Cut::Paper } => {
                [Cut::Safe, Cut::Printed].map(|cut| Self::Ida { landmarks, delta: Some(20), cut }).into()
            }
            Self::Ida { landmarks, delta, cut: Cut::Paper } => vec![Self::ida_safe(landmarks, delta)],
            _ => Vec::new(),
        }
    }
}

impl Choice {
    fn value(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Farthest => "farthest",
            Self::Subset => "subset",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Random => "",
            Self::Farthest => ", farthest landmarks",
            Self::Subset => ", subset of landmarks",
        }
    }
}

impl Cut {
    /// The safe one is the planners' default.
    fn option(self) -> &'static str {
        match self {
            Self::Paper => ":cut=paper",
            Self::Printed => ":cut=printed",
            Self::Off => ":cut=off",
            Self::Safe => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cazenave::sets::Neighbours::{Eight, Four};

    #[test]
    fn algorithms_have_the_names_of_the_paper() {
        let names = [
            (Algorithm::M, "M(8)", "astar"),
            (Algorithm::Mmem, "Mmem(8)", "astar:nodes=fresh"),
            (Algorithm::Mqueue, "Mqueue(8)", "astar:open=heap"),
            (Algorithm::alt(5), "ALT5(8)", "alt:landmarks=5:choice=random"),
            (Algorithm::alt_best(10), "ALTBest10(8)", "alt-best:landmarks=10:choice=random"),
            (Algorithm::ida(None, None), "IDA(8)", "ida-star:cut=paper"),
            (Algorithm::ida_nof(None, None), "IDAnof(8)", "ida-star:cut=off"),
            (Algorithm::ida_safe(None, None), "IDA(8), safe cut", "ida-star"),
            (
                Algorithm::ida(Some(10), None),
                "IDABest10(8)",
                "ida-star:heuristic=alt-best:landmarks=10:choice=random:cut=paper",
            ),
            (Algorithm::ida(None, Some(20)), "IDAΔ20(8)", "ida-star-delta:delta=20:cut=paper"),
            (
                Algorithm::ida_nof(Some(10), Some(20)),
                "IDABest10Δ20nof(8)",
                "ida-star-delta:delta=20:heuristic=alt-best:landmarks=10:choice=random:cut=off",
            ),
            (Algorithm::Fringe, "Fringe(8)", "fringe"),
        ];
        for (algorithm, name, planner) in names {
            assert_eq!(algorithm.name(Eight), name);
            assert_eq!(algorithm.planner(Eight), format!("{planner}:diagonal=cut-both-corners:costs=3/2"));
            assert_eq!(algorithm.name(Four), name.replace("(8)", "(4)"));
            // Ten times as much as a step is twenty halves of a tile.
            let planner = planner.replace("delta=20", "delta=40");
            assert_eq!(algorithm.planner(Four), format!("{planner}:diagonal=never:costs=1"));
        }
    }

    #[test]
    fn only_the_papers_cut_promises_nothing() {
        for (algorithm, promise) in [
            (Algorithm::M, Promise::Cheapest),
            (Algorithm::alt_best(10), Promise::Cheapest),
            (Algorithm::ida_nof(None, None), Promise::Cheapest),
            (Algorithm::ida_safe(Some(10), None), Promise::Cheapest),
            (Algorithm::ida_safe(Some(10), Some(20)), Promise::Within(20)),
            (Algorithm::ida_nof(None, Some(10)), Promise::Within(10)),
            (Algorithm::ida(None, None), Promise::Nothing),
            (Algorithm::ida(Some(10), Some(10)), Promise::Nothing),
            (Algorithm::Ida { landmarks: None, delta: Some(20), cut: Cut::Printed }, Promise::Nothing),
        ] {
            assert_eq!(algorithm.promise(), promise, "{algorithm:?}");
        }
    }
}
