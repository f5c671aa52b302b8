/// A benchmark set: the maps of a folder, or some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// Its name in records.
    pub(super) name: &'static str,
    /// Its folder among the MovingAI files.
    pub(super) folder: &'static str,
    /// How the names of its maps begin.
    prefix: &'static str,
    /// Its name for people, which is that in the paper if it is there.
    pub(super) title: &'static str,
}

/// How many of the sets are those of the paper.
pub(super) const OF_PAPER: usize = 7;

/// How many of these are of games; the others are of random obstacles.
const GAMES: usize = 3;

/// The sets of the paper in its order, and others behind them.
pub(super) const SETS: [Set; 12] = [
    all_of("bg512", "Baldur's Gate II"),
    all_of("dao", "Dragon Age"),
    all_of("sc1", "StarCraft"),
    random("random-10", "random512-10-", "Random 10 %"),
    random("random-20", "random512-20-", "Random 20 %"),
    random("random-30", "random512-30-", "Random 30 %"),
    random("random-40", "random512-40-", "Random 40 %"),
    all_of("da2", "Dragon Age 2"),
    all_of("wc3maps512", "Warcraft III"),
    all_of("rooms", "Rooms"),
    all_of("mazes", "Mazes"),
    all_of("cities", "Cities"),
];

const fn all_of(folder: &'static str, title: &'static str) -> Set {
    Set { name: folder, folder, prefix: "", title }
}

const fn random(name: &'static str, prefix: &'static str, title: &'static str) -> Set {
    Set { name, folder: "random", prefix, title }
}

impl Set {
    /// The sets of games in the paper.
    pub(super) fn games() -> &'static [Self] {
        &SETS[..GAMES]
    }

    /// The sets of random obstacles in the paper.
    pub(super) fn random() -> &'static [Self] {
        &SETS[GAMES..OF_PAPER]
    }

    /// Its number among the sets of the paper, if it is one of these.
    pub(super) fn in_paper(&self) -> Option<usize> {
        SETS[..OF_PAPER].iter().position(|set| set == self)
    }

    /// Whether a map of its folder belongs to it.
    pub(super) fn has(&self, map: &str) -> bool {
        map.starts_with(self.prefix)
    }

    /// Whether its scenarios have the lengths of shortest paths. Those of `wc3maps512` are for units that cross the shores between
    /// land and water.
    pub(super) fn has_lengths(&self) -> bool {
        self.folder != "wc3maps512"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maps_of_a_folder_belong_to_one_set() {
        let sets = |folder: &str, map: &str| -> Vec<_> {
            let sets = SETS.iter().filter(|set| set.folder == folder && set.has(map));
            sets.map(|set| set.name).collect()
        };
        assert_eq!(sets("random", "random512-30-1"), ["random-30"]);
        assert_eq!(sets("random", "random512-10-0"), ["random-10"]);
        assert_eq!(sets("dao", "random512-10-0"), ["dao"]);
        let mut names = SETS.map(|set| set.name);
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!((Set::games().len(), Set::random().len()), (3, 4));
        assert_eq!((SETS[6].in_paper(), SETS[7].in_paper()), (Some(6), None));
    }
}
