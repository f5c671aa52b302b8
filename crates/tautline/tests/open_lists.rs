//! Every open list against a sorted list: the same order, whatever comes in.

use proptest::prelude::*;
use tautline::open::{Heap, Linear, OpenList, Stacks, TieBreak};
use tautline::search::StateId;

const STATES: usize = 64;

#[derive(Clone, Debug)]
enum Operation {
    /// Add a state if it is not in the list, or lower its key if it is; nothing if the state had as small a key before.
    Put {
        state: u32,
        key: u64,
        g: u64,
    },
    Pop,
}

/// Mostly keys that lie close together, sometimes one far away; rising and falling.
fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let key = prop_oneof![20 => 0..40u64, 3 => 1000..1200u64, 1 => (1u64 << 30)..(1 << 30) + 5];
    let put = (0..STATES as u32, key, 0..8u64).prop_map(|(state, key, g)| Operation::Put { state, key, g });
    proptest::collection::vec(prop_oneof![3 => put, 2 => Just(Operation::Pop)], 0..200)
}

/// A list of everything that is open, with the order of arrival.
#[derive(Default)]
struct Naive {
    open: Vec<(u32, u64, u64, usize)>,
    arrivals: usize,
}

impl Naive {
    fn key(&self, state: u32) -> Option<u64> {
        self.open.iter().find(|entry| entry.0 == state).map(|entry| entry.1)
    }

    fn put(&mut self, state: u32, key: u64, g: u64) {
        self.open.retain(|entry| entry.0 != state);
        self.arrivals += 1;
        self.open.push((state, key, g, self.arrivals));
    }

    /// The states that may come out now: those with the smallest key, of these the ones that the tie-break prefers.
    fn candidates(&self, ties: TieBreak) -> Vec<u32> {
        let rank = |&(_, key, g, arrival): &(u32, u64, u64, usize)| match ties {
            TieBreak::LargerG => (key, -(g as i64)),
            TieBreak::SmallerG => (key, g as i64),
            TieBreak::Lifo => (key, -(arrival as i64)),
            TieBreak::Fifo => (key, arrival as i64),
        };
        let best = self.open.iter().map(rank).min();
        self.open.iter().filter(|entry| Some(rank(entry)) == best).map(|entry| entry.0).collect()
    }

    fn remove(&mut self, state: u32) {
        self.open.retain(|entry| entry.0 != state);
    }
}

fn check<O: OpenList>(
    list: &mut O,
    shift: u32,
    ties: TieBreak,
    operations: &[Operation],
) -> Result<(), TestCaseError> {
    list.begin(STATES, shift, ties).unwrap();
    let mut naive = Naive::default();
    let mut closed = [false; STATES];
    let mut smallest = [u64::MAX; STATES];
    for operation in operations {
        match *operation {
            Operation::Put { state, key, g } => {
                let id = StateId(state);
                if key >= smallest[state as usize] {
                    continue;
                }
                smallest[state as usize] = key;
                match naive.key(state) {
                    None => list.push(id, key, g),
                    Some(_) => list.improve(id, key, g),
                }
                naive.put(state, key, g);
                closed[state as usize] = false;
            }
            Operation::Pop => {
                // Entries of states that have been taken out since are skipped, as searches do.
                let popped = std::iter::from_fn(|| list.pop()).find(|id| !closed[id.0 as usize]);
                let candidates = naive.candidates(ties);
                let fits = popped.map_or(candidates.is_empty(), |id| candidates.contains(&id.0));
                prop_assert!(
                    fits,
                    "{ties:?} {}: popped {popped:?}, expected one of {candidates:?}",
                    std::any::type_name::<O>()
                );
                if let Some(id) = popped {
                    naive.remove(id.0);
                    closed[id.0 as usize] = true;
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn all_lists_keep_the_order(rounds in proptest::collection::vec(operations(), 1..4), shift in 0..4u32) {
        let (mut heap, mut linear, mut stacks) = (Heap::default(), Linear::default(), Stacks::default());
        // The same lists again and again, so that what one search leaves behind meets the next.
        for operations in rounds {
            for ties in [TieBreak::Lifo, TieBreak::LargerG, TieBreak::Fifo, TieBreak::SmallerG] {
                check(&mut heap, shift, ties, &operations)?;
                check(&mut linear, shift, ties, &operations)?;
                check(&mut stacks, shift, ties, &operations)?;
            }
        }
    }
}
