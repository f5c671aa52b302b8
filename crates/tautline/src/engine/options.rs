use std::fmt::{Display, Formatter};

use super::{Descriptor, nearest_names};

/// An option of a planner, as data: the command line, the help texts and the checks are made from it.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// What it is called.
    pub name: &'static str,
    /// The value that it has unless it is set.
    pub default: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
    /// What it does, in a sentence.
    pub help: &'static str,
}

/// Which values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// One of these words.
    Choices(fn() -> Vec<&'static str>),
    /// A number from `min` to `max`.
    Range {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// A whole number from `min` to `max`.
    Whole {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
    },
}

impl OptionKind {
    /// The words of a type.
    #[must_use]
    pub const fn of<T: Choice>() -> Self {
        Self::Choices(|| T::CHOICES.iter().map(|&(name, _)| name).collect())
    }
}

/// A type whose values have names on the command line.
pub trait Choice: Copy + 'static {
    /// Every value with its name.
    const CHOICES: &'static [(&'static str, Self)];
}

impl Choice for bool {
    const CHOICES: &'static [(&'static str, Self)] = &[("on", true), ("off", false)];
}

/// What is wrong with the options of a planner.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The planner has no such option.
    #[error("planner {planner} has no option {name:?}{}", suggestion(.name, .known))]
    Unknown {
        /// The planner.
        planner: &'static str,
        /// The name that was given.
        name: String,
        /// The names that it has.
        known: Vec<&'static str>,
    },
    /// The option does not take this value.
    #[error("option {name} of planner {planner}: found {found:?}, expected {expected}")]
    Value {
        /// The planner.
        planner: &'static str,
        /// The option.
        name: &'static str,
        /// The value that was given.
        found: String,
        /// What it takes.
        expected: String,
    },
}

fn suggestion(name: &str, known: &[&'static str]) -> String {
    if known.is_empty() {
        return "; it has none".into();
    }
    match nearest_names(name, known.iter().copied()).first() {
        Some(near) => format!("; did you mean {near:?}? It has: {}", known.join(", ")),
        None => format!("; it has: {}", known.join(", ")),
    }
}

/// The options of one planner with their values, each checked against its [`OptionSpec`].
///
/// ```
/// use tautline::engine::{Registry, Settings};
/// let astar = Registry::core().find("astar").unwrap();
/// let mut settings = Settings::defaults(astar);
/// settings.set("costs", "3/2")?;
/// assert!(settings.set("costs", "pi").is_err());
/// # Ok::<(), tautline::engine::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    planner: &'static Descriptor,
    /// In the order of the planner's options.
    values: Vec<String>,
}

impl Settings {
    /// Every option at its default.
    #[must_use]
    pub fn defaults(planner: &'static Descriptor) -> Self {
        Self { planner, values: planner.options.iter().map(|spec| spec.default.into()).collect() }
    }

    /// Sets one option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let options = self.planner.options;
        let index =
            options.iter().position(|spec| spec.name == name).ok_or_else(|| OptionError::Unknown {
                planner: self.planner.id,
                name: name.into(),
                known: options.iter().map(|spec| spec.name).collect(),
            })?;
        let spec = &options[index];
        let checked = match spec.kind {
            OptionKind::Choices(names) if names().contains(&value) => Ok(value.to_owned()),
            OptionKind::Choices(names) => Err(format!("one of {}", names().join(", "))),
            OptionKind::Range { min, max } => {
                let number = value.parse().ok().filter(|number: &f64| (min..=max).contains(number));
                // One way to write each number (and no negative zero), so that equal settings have equal texts.
                let written = number.map(|number| (number + 0.0).to_string());
                written.ok_or_else(|| format!("a number from {min} to {max}"))
            }
            OptionKind::Whole { min, max } => {
                let number = value.parse().ok().filter(|number: &u32| (min..=max).contains(number));
                let written = number.map(|number| number.to_string());
                written.ok_or_else(|| format!("a whole number from {min} to {max}"))
            }
        };
        match checked {
            Ok(value) => {
                self.values[index] = value;
                Ok(())
            }
            Err(expected) => Err(OptionError::Value {
                planner: self.planner.id,
                name: spec.name,
                found: value.into(),
                expected,
            }),
        }
    }

    /// The value of an option, if the planner has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let index = self.planner.options.iter().position(|spec| spec.name == name)?;
        Some(&self.values[index])
    }

    /// Every option with its value, in the order of the planner's options.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.planner.options.iter().map(|spec| spec.name).zip(self.values.iter().map(String::as_str))
    }

    /// The value of an option of words, for the planner's own code.
    ///
    /// # Panics
    ///
    /// If the planner has no such option of this type: a mistake in its descriptor.
    #[must_use]
    pub fn choice<T: Choice>(&self, name: &str) -> T {
        let value = self.value(name);
        let found = T::CHOICES.iter().find(|(choice, _)| *choice == value);
        found.unwrap_or_else(|| panic!("option {name} of {} takes {value}", self.planner.id)).1
    }

    /// The value of an option that is a number, for the planner's own code.
    ///
    /// # Panics
    ///
    /// If the planner has no such option: a mistake in its descriptor.
    #[must_use]
    pub fn number(&self, name: &str) -> f64 {
        self.value(name).parse().expect("checked when it was set")
    }

    /// The value of an option that is a whole number, for the planner's own code.
    ///
    /// # Panics
    ///
    /// If the planner has no such option: a mistake in its descriptor.
    #[must_use]
    pub fn whole(&self, name: &str) -> u32 {
        self.value(name).parse().expect("checked when it was set")
    }

    fn value(&self, name: &str) -> &str {
        self.get(name).unwrap_or_else(|| panic!("{} has no option {name}", self.planner.id))
    }
}

/// Every option with its value, as in `diagonal=never:open=heap`. Equal settings have equal texts.
impl Display for Settings {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for (number, (name, value)) in self.iter().enumerate() {
            write!(f, "{}{name}={value}", if number > 0 { ":" } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Registry;

    fn find(id: &str) -> Option<&'static Descriptor> {
        Registry::core().find(id)
    }

    #[test]
    fn equal_settings_have_equal_texts() {
        let text = |value| {
            let mut settings = Settings::defaults(find("weighted-astar").unwrap());
            settings.set("weight", value).unwrap();
            settings.to_string()
        };
        assert!(text("2").contains("weight=2:") || text("2").ends_with("weight=2"), "{}", text("2"));
        for same in ["2.0", "02", "2e0", "0.2e1"] {
            assert_eq!(text(same), text("2"));
        }
        assert_ne!(text("2.5"), text("2"));
        assert_eq!(Settings::defaults(find("bfs").unwrap()).to_string(), "diagonal=no-corner-cutting");
    }

    #[test]
    fn every_default_is_one_of_the_values() {
        for planner in Registry::core().iter() {
            let mut settings = Settings::defaults(planner);
            for spec in planner.options {
                settings.set(spec.name, spec.default).unwrap();
            }
            assert_eq!(settings.to_string(), Settings::defaults(planner).to_string(), "written in one way");
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let mut settings = Settings::defaults(find("weighted-astar").unwrap());
        let error = settings.set("open", "hep").unwrap_err().to_string();
        assert_eq!(
            error,
            "option open of planner weighted-astar: found \"hep\", expected one of heap, linear, stacks"
        );
        for bad in ["0.5", "nan", "inf", "two", ""] {
            let error = settings.set("weight", bad).unwrap_err().to_string();
            assert!(error.ends_with("expected a number from 1 to 1000"), "{error}");
        }
        let error = settings.set("wieght", "2").unwrap_err().to_string();
        assert!(error.contains("did you mean \"weight\"?"), "{error}");
    }
}
