use std::any::Any;

/// All the memory that searches need, kept from query to query. One per thread.
///
/// It grows to the largest map it has seen and is never cleared: a search stamps what it touches, so starting the next
/// one costs nothing. A query that has run before allocates nothing but its answer (and, on a map with links or with
/// several goals, the list of these). Throwing a workspace away, or using one for several maps and planners, changes no result.
///
/// Planners keep what they need in [parts](Self::part) of their own, so a new planner needs no change here.
#[derive(Default)]
pub struct Workspace {
    parts: Vec<Box<dyn Any + Send>>,
}

impl Workspace {
    /// An empty workspace; allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The part of a type, made by `Default` when it is asked for the first time.
    #[expect(clippy::missing_panics_doc, reason = "it cannot")]
    pub fn part<T: Default + Send + 'static>(&mut self) -> &mut T {
        let found = self.parts.iter().position(|part| part.is::<T>());
        let index = found.unwrap_or_else(|| {
            self.parts.push(Box::<T>::default());
            self.parts.len() - 1
        });
        self.parts[index].downcast_mut().expect("the type was just compared")
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace").field("parts", &self.parts.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stays_what_it_was() {
        let mut workspace = Workspace::new();
        *workspace.part::<u32>() = 7;
        workspace.part::<String>().push('x');
        assert_eq!(*workspace.part::<u32>(), 7);
        assert_eq!(workspace.part::<String>(), "x");
    }
}
