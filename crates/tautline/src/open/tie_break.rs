/// Which of several open states with equal keys is expanded first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The one with the larger g: it is further along (Rayner, "Break ties in favor of path depth").
    LargerG,
    /// The one with the smaller g.
    SmallerG,
    /// The one that came last. It is further along as well, nearly always, and costs nothing to find.
    #[default]
    Lifo,
    /// The one that came first.
    Fifo,
}

/// Turns tie-breaking into numbers: the smaller goes first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ties {
    pub(super) rule: TieBreak,
    count: u64,
}

impl Ties {
    pub(super) fn new(rule: TieBreak) -> Self {
        Self { rule, count: 0 }
    }

    /// How many numbers there were.
    #[inline]
    pub(super) fn count(self) -> u64 {
        self.count
    }

    #[inline]
    pub(super) fn number(&mut self, g: u64) -> u64 {
        self.count += 1;
        match self.rule {
            TieBreak::LargerG => !g,
            TieBreak::SmallerG => g,
            TieBreak::Lifo => !self.count,
            TieBreak::Fifo => self.count,
        }
    }
}
