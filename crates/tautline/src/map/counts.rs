use std::collections::BTreeMap;

/// How often each number occurs, so that the smallest and the largest one are known after every change. 0 is not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts(BTreeMap<u16, u64>);

impl Counts {
    pub(super) fn add(&mut self, number: u16) {
        if number > 0 {
            *self.0.entry(number).or_default() += 1;
        }
    }

    pub(super) fn remove(&mut self, number: u16) {
        if let Some(count) = self.0.get_mut(&number) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&number);
            }
        }
    }

    pub(super) fn smallest(&self) -> Option<u16> {
        self.0.first_key_value().map(|(&number, _)| number)
    }

    pub(super) fn largest(&self) -> Option<u16> {
        self.0.last_key_value().map(|(&number, _)| number)
    }
}
