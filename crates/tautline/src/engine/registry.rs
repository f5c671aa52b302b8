use super::{
    Descriptor, Error, OptionKind, Planner, Preparation, Selection, SelectionError, Settings, nearest_names,
};
use crate::index::{Index, IndexError};
use crate::map::Map;

/// A list of planners, from which they are made by their ids: those of this library, to which other crates can add their own.
///
/// ```
/// use tautline::engine::Registry;
/// use tautline::map::Map;
///
/// let registry = Registry::core();
/// let planner = registry.planner("astar:costs=3/2", &Map::open(5, 5)?)?;
/// assert!(planner.guarantee().bound() < 1.07);
/// assert!(registry.select("astra").unwrap_err().to_string().contains("astar"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Registry {
    descriptors: Vec<&'static Descriptor>,
}

/// Names under which planners are known besides their ids: the Anya paper calls the A* form of Field D* Field A*.
const OTHER_NAMES: [(&str, &str); 1] = [("field-astar", "field-dstar")];

impl Registry {
    /// The planners of this library.
    #[must_use]
    pub fn core() -> Self {
        Self { descriptors: crate::planners::DESCRIPTORS.concat() }
    }

    /// The same with one planner more. It takes the place of one with the same id.
    ///
    /// # Panics
    ///
    /// If its id, or the name or a value of one of its options, could not be written as part of a text that selects it: they consist of
    /// ASCII letters, digits and marks other than `:`, `=` and `,`, and names are different from each other.
    #[must_use]
    pub fn with(mut self, planner: &'static Descriptor) -> Self {
        if let Err(name) = check_names(planner) {
            panic!(
                "{:?} of the planner {:?} cannot be part of a text that selects a planner",
                name, planner.id
            );
        }
        match self.descriptors.iter_mut().find(|known| known.id == planner.id) {
            Some(known) => *known = planner,
            None => self.descriptors.push(planner),
        }
        self
    }

    /// All planners, in the order in which they are listed.
    pub fn iter(&self) -> impl Iterator<Item = &'static Descriptor> {
        self.descriptors.iter().copied()
    }

    /// The planner with this id, or another name of it that papers use (`field-astar` for `field-dstar`).
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&'static Descriptor> {
        let by_id = |id| self.iter().find(|planner| planner.id == id);
        let by_other_name = || by_id(OTHER_NAMES.iter().find(|(name, _)| *name == id)?.1);
        by_id(id).or_else(by_other_name)
    }

    /// The planner and the options that a text names, such as `astar` or `astar:open=heap:costs=3/2`.
    pub fn select(&self, spec: &str) -> Result<Selection, SelectionError> {
        let mut parts = spec.split(':');
        let id = parts.next().unwrap_or_default().trim();
        let planner = self.find(id).ok_or_else(|| {
            let ids = || self.iter().map(|planner| planner.id);
            let near = nearest_names(id, ids());
            let (is_near, others) = if near.is_empty() { (false, ids().collect()) } else { (true, near) };
            SelectionError::UnknownPlanner { id: id.into(), is_near, others }
        })?;
        let mut selection = Selection::of(planner, Settings::defaults(planner), id.into());
        parts.try_for_each(|option| selection.set(option))?;
        Ok(selection)
    }

    /// Makes the planner that a text names, for a map.
    pub fn planner(&self, spec: &str, map: &Map) -> Result<Planner, Error> {
        self.prepare(spec, map, &Preparation::default())
    }

    /// The same with limits (see [`Preparation::limits`]), or on several threads.
    pub fn prepare(&self, spec: &str, map: &Map, preparation: &Preparation) -> Result<Planner, Error> {
        Ok(self.select(spec)?.prepare(map, preparation)?)
    }

    /// The planner that an index was made by, with what it has prepared. Everything is checked: that the bytes are what was
    /// written, and that they are for this map.
    pub fn open(&self, map: &Map, bytes: &[u8]) -> Result<Planner, IndexError> {
        let index = Index::parse(bytes)?;
        index.selection(self)?.open_parsed(map, &index)
    }
}

/// Whether all names of a planner can be part of a text that selects it; otherwise the first one that cannot.
fn check_names(planner: &Descriptor) -> Result<(), &'static str> {
    let is_plain = |name: &str| {
        !name.is_empty() && name.chars().all(|char| char.is_ascii_graphic() && !":=,".contains(char))
    };
    let check = |name| if is_plain(name) { Ok(()) } else { Err(name) };
    check(planner.id)?;
    for (number, option) in planner.options.iter().enumerate() {
        check(option.name)?;
        check(option.default)?;
        if planner.options[..number].iter().any(|other| other.name == option.name) {
            return Err(option.name);
        }
        if let OptionKind::Choices(choices) = option.kind {
            choices().into_iter().try_for_each(check)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::OptionSpec;

    #[test]
    fn ids_are_unique_and_found() {
        let registry = Registry::core();
        for planner in registry.iter() {
            assert!(std::ptr::eq(registry.find(planner.id).unwrap(), planner), "{}", planner.id);
            assert_eq!(check_names(planner), Ok(()));
        }
    }

    /// A planner of another crate: one of these under another name, with other options.
    fn another(id: &'static str, options: &'static [OptionSpec]) -> &'static Descriptor {
        let &Descriptor { name, paper, guarantee, ends, any_angle, features, index, build, .. } =
            Registry::core().find("jps-plus").unwrap();
        Box::leak(Box::new(Descriptor {
            id,
            name,
            paper,
            guarantee,
            ends,
            any_angle,
            features,
            options,
            index,
            build,
        }))
    }

    #[test]
    fn names_that_cannot_be_written_are_refused() {
        const PLAIN: OptionSpec =
            OptionSpec { name: "size", default: "1", kind: OptionKind::Whole { min: 1, max: 9 }, help: "" };
        const OTHER: OptionSpec = OptionSpec { name: "a=b", ..PLAIN };
        for id in ["", "a:b", " a", "a b", "a,b", "a=b", "ä"] {
            assert_eq!(check_names(another(id, &[])), Err(id));
        }
        assert_eq!(check_names(another("a", &[PLAIN])), Ok(()));
        assert_eq!(check_names(another("a", &[PLAIN, OTHER])), Err("a=b"));
        assert_eq!(check_names(another("a", &[PLAIN, PLAIN])), Err("size"));
    }

    /// What it prepares is stored under the id of the registry, and read by the planner of that id.
    #[test]
    fn an_index_is_that_of_the_planner_in_the_registry() {
        let mine = another("mine", Registry::core().find("jps-plus").unwrap().options);
        let (registry, map) = (Registry::core().with(mine), Map::open(5, 5).unwrap());
        let planner = registry.planner("mine", &map).unwrap();
        assert_eq!((planner.id(), planner.spec().split(':').next()), ("mine", Some("mine")));
        let bytes = planner.to_bytes(&map, std::time::Duration::ZERO).unwrap();
        assert_eq!(registry.open(&map, &bytes).unwrap().id(), "mine");
        assert!(registry.select("mine").unwrap().open(&map, &bytes).is_ok());
        assert!(Planner::from_bytes(&map, &bytes).is_err());
    }

    #[test]
    fn a_planner_can_be_added_under_another_name_of_one() {
        let id = "field-astar";
        let mine = another(id, &[]);
        let registry = Registry::core();
        assert_eq!(registry.find(id).unwrap().id, "field-dstar");
        assert!(std::ptr::eq(registry.with(mine).find(id).unwrap(), mine));
    }

    #[test]
    fn defaults_are_valid_and_promise_what_the_descriptor_says() {
        let (registry, map) = (Registry::core(), Map::open(3, 3).unwrap());
        for descriptor in registry.iter() {
            let planner = registry.planner(descriptor.id, &map).unwrap();
            assert_eq!(planner.guarantee(), descriptor.guarantee, "{}", descriptor.id);
            assert_eq!((planner.id(), planner.ends()), (descriptor.id, descriptor.ends));
        }
    }
}
